"""The Step page: the stage on any text and network the reader chooses."""
