"""Training in torch."""
