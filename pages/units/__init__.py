"""The Units page: what the units of a trained network have learnt."""
