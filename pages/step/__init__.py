"""The Step page: the stage on whatever one chooses."""
