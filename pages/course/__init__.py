"""The chapters: why a network has a hidden state."""
