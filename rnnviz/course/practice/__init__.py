"""The page on which a reader computes: what its module is told, and its words."""
