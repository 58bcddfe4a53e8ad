"""The documents' cells, in NumPy float64: forward, and backward derived by hand."""

from rnnviz.cells.bidirectional import Bidirectional
from rnnviz.cells.cell import Cell
from rnnviz.cells.gru import GRU
from rnnviz.cells.lstm import LSTM
from rnnviz.cells.mlp import MLP
from rnnviz.cells.rnn import RNN

CELLS: dict[str, type[Cell]] = {cell.name: cell for cell in (MLP, RNN, GRU, LSTM)}

__all__ = ["CELLS", "GRU", "LSTM", "MLP", "RNN", "Bidirectional", "Cell"]
