"""The contents of the course, with a small picture of each chapter."""
