"""A model of the reader's own: a batch that `rnnviz.look` saw."""
