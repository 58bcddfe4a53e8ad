"""Each chapter has a folder: its module, its figures, what they compute, and its prose."""
