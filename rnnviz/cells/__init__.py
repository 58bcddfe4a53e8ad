"""The documents' cells, in NumPy float64, and those that came before and after them.

A cell is its phases; the forward pass, the backward pass and all that is drawn follow from them.
"""

from rnnviz.cells.bidirectional import Bidirectional
from rnnviz.cells.cell import Cell
from rnnviz.cells.cifg import CIFG
from rnnviz.cells.composite import Composite
from rnnviz.cells.delta_net import DeltaNet
from rnnviz.cells.gated_delta_net import GatedDeltaNet
from rnnviz.cells.gru import GRU
from rnnviz.cells.indrnn import IndRNN
from rnnviz.cells.linear_attention import LinearAttention
from rnnviz.cells.lstm import LSTM
from rnnviz.cells.lstm_1997 import LSTM1997
from rnnviz.cells.mgu import MGU
from rnnviz.cells.min_gru import MinGRU
from rnnviz.cells.min_lstm import MinLSTM
from rnnviz.cells.mlp import MLP
from rnnviz.cells.mlstm import MLSTM
from rnnviz.cells.peephole_lstm import PeepholeLSTM
from rnnviz.cells.rnn import RNN
from rnnviz.cells.s6 import S6
from rnnviz.cells.slstm import SLSTM
from rnnviz.cells.stacked import Stacked
from rnnviz.cells.written import Written

CELLS: dict[str, type[Cell]] = {cell.name: cell for cell in (MLP, RNN, GRU, LSTM)}
# Those that the documents do not define, in the order of their years.
EVOLUTION: dict[str, type[Cell]] = {
    cell.name: cell
    for cell in (LSTM1997, PeepholeLSTM, CIFG, MGU, IndRNN, MinGRU, MinLSTM, SLSTM)
}
# Those whose memory is a matrix; the stage and the trainings have none of them yet.
MATRIX_CELLS: dict[str, type[Cell]] = {
    cell.name: cell for cell in (LinearAttention, DeltaNet, S6, GatedDeltaNet, MLSTM)
}
EVERY_CELL: dict[str, type[Cell]] = CELLS | EVOLUTION
# Those that stand in a `Bidirectional` (003, "双向循环网络"), by the name of the whole.
TWO_WAY: dict[str, type[Cell]] = {f"bi{cell.name}": cell for cell in (RNN, GRU, LSTM)}

__all__ = [
    "CELLS",
    "CIFG",
    "EVERY_CELL",
    "EVOLUTION",
    "GRU",
    "LSTM",
    "LSTM1997",
    "MATRIX_CELLS",
    "MGU",
    "MLP",
    "MLSTM",
    "RNN",
    "S6",
    "SLSTM",
    "TWO_WAY",
    "Bidirectional",
    "Cell",
    "Composite",
    "DeltaNet",
    "GatedDeltaNet",
    "IndRNN",
    "LinearAttention",
    "MinGRU",
    "MinLSTM",
    "PeepholeLSTM",
    "Stacked",
    "Written",
]
