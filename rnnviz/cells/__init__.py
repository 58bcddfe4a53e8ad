"""The documents' cells, in NumPy float64, and those that came before and after them.

A cell is its phases; the forward pass, the backward pass and all that is drawn follow from them.
"""

from rnnviz.cells.bidirectional import Bidirectional
from rnnviz.cells.cell import Cell
from rnnviz.cells.composite import Composite
from rnnviz.cells.gru import GRU
from rnnviz.cells.lstm import LSTM
from rnnviz.cells.mlp import MLP
from rnnviz.cells.rnn import RNN
from rnnviz.cells.stacked import Stacked

CELLS: dict[str, type[Cell]] = {cell.name: cell for cell in (MLP, RNN, GRU, LSTM)}

__all__ = ["CELLS", "GRU", "LSTM", "MLP", "RNN", "Bidirectional", "Cell", "Composite", "Stacked"]
