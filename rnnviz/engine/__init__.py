"""What the browser computes with: the equations of a network as data, and what evaluates them there."""

from importlib.resources import files
from pathlib import Path

FOLDER = Path(str(files("rnnviz.engine")))
