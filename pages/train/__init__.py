"""The Train page: a small character model learns while the reader watches."""
