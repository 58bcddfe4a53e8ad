"""rnnviz: recurrent networks, computed in the open.

Axes, in every shape of this package: T time steps, n samples, d inputs, h hidden units,
q outputs, k numbers of a key.

The documents whose equations these are, cited by number:
000 隐藏状态 (d2l, first edition) · 001 RNN为什么能够记忆历史信息 · 002 循環神經網絡 (d2l, 6.2) ·
003 深度学习基础 (activations, softmax, cross-entropy, GRU, LSTM, bidirectional) ·
004 RNN 单元的计算 (column vectors).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rnnviz.cells import (
    CIFG,
    GRU,
    LSTM,
    LSTM1997,
    MGU,
    MLP,
    MLSTM,
    RNN,
    S6,
    SLSTM,
    Bidirectional,
    DeltaNet,
    GatedDeltaNet,
    IndRNN,
    LinearAttention,
    MinGRU,
    MinLSTM,
    PeepholeLSTM,
    Stacked,
    Written,
)
from rnnviz.comparison import Difference, compare
from rnnviz.diagnosis import doctor
from rnnviz.frameworks import from_keras, from_torch, look
from rnnviz.holds import Hold
from rnnviz.model import SequenceModel
from rnnviz.notebook import watch, watching, widget
from rnnviz.text import Vocabulary
from rnnviz.trace import Trace

if TYPE_CHECKING:
    from rnnviz import export as export
    from rnnviz import practice as practice
    from rnnviz import training as training
    from rnnviz import units as units
else:

    def __getattr__(name: str) -> Any:
        """`rnnviz.units` and its like need no import of their own, and cost nothing until they are asked for."""
        if name in ("export", "practice", "training", "units"):
            return import_module(f"rnnviz.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "CIFG",
    "GRU",
    "LSTM",
    "LSTM1997",
    "MGU",
    "MLP",
    "MLSTM",
    "RNN",
    "S6",
    "SLSTM",
    "Bidirectional",
    "DeltaNet",
    "Difference",
    "GatedDeltaNet",
    "Hold",
    "IndRNN",
    "LinearAttention",
    "MinGRU",
    "MinLSTM",
    "PeepholeLSTM",
    "SequenceModel",
    "Stacked",
    "Trace",
    "Vocabulary",
    "Written",
    "compare",
    "doctor",
    "from_keras",
    "from_torch",
    "look",
    "watch",
    "watching",
    "widget",
]
