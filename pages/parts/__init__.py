"""What the pages share: the address, the language, the kept traces, the controls, the stage."""
