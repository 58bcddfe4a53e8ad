"""The address: what the screen shows, as values that check themselves, and the way from there to a model
and its trace."""
