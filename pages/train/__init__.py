"""The Train page: a small character model learns, and one watches."""
