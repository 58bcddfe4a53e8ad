"""A trace as files for elsewhere: tables of numbers, a notebook, and PyTorch code."""

from rnnviz.export.notebook import to_notebook
from rnnviz.export.numbers import to_csv, to_json, to_npz
from rnnviz.export.torch_script import to_torch_script, to_torch_zip

__all__ = ["to_csv", "to_json", "to_notebook", "to_npz", "to_torch_script", "to_torch_zip"]
