"""What the pages share: the address, the language, the look, the kept traces, the stage."""
