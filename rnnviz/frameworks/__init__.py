"""Models from PyTorch and Keras, as those who use these frameworks have them.

`from_torch` takes a module or its state_dict, `from_keras` a file of weights. Neither imports its
framework. `look` runs any module of PyTorch's on a batch, and shows what its recurrent layers did.

For a model, what lies between a character and its logits has to be what rnnviz computes: an embedding or linear
layers, then RNNs, GRUs or LSTMs, in layers and in two directions, then linear layers. Linear
layers are folded into the weights beside them, which changes no state and no logit: of one-hot
rows x, (x E) W = x (E W).
"""

from rnnviz.frameworks.keras_files import from_keras
from rnnviz.frameworks.look import Seen, look
from rnnviz.frameworks.torch_modules import from_torch

__all__ = ["Seen", "from_keras", "from_torch", "look"]
