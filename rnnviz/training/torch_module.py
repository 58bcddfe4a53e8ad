"""A model as a module of PyTorch's, to go on learning there; `rnnviz.from_torch` reads it back."""

from typing import Any

from torch import Tensor, nn

from rnnviz.cells import RNN
from rnnviz.model import SequenceModel
from rnnviz.training.torch_weights import to_state_dict, torch_cells

KINDS: dict[str, type[nn.RNNBase]] = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}


class CharacterModel(nn.Module):
    """One-hot characters, a recurrent layer of PyTorch's, and the logits of what comes next."""

    def __init__(self, characters: int, labels: int, rnn: nn.RNNBase) -> None:
        super().__init__()
        self.characters = characters
        self.rnn = rnn
        self.output = nn.Linear(rnn.hidden_size * (1 + rnn.bidirectional), labels)

    def forward(self, numbers: Tensor, state: Any = None) -> tuple[Tensor, Any]:
        """The logits, (n, T, q), and the layer's last state, of numbers of characters, (n, T).

        state: the one that an earlier call gave; zeros by default.
        """
        X = nn.functional.one_hot(numbers, self.characters).to(self.output.weight.dtype)
        H, state = self.rnn(X, state)
        return self.output(H), state


def to_torch(model: SequenceModel) -> CharacterModel:
    """The module that computes what the model does, with its weights, in float64; `.float()` makes it
    as fast as others are.

    Its `rnn` is an nn.RNN, nn.GRU or nn.LSTM, its `output` an nn.Linear.
    Raises Refusal for a cell that PyTorch does not have, such as the documents' GRU, whose reset gate
    acts before the product.
    """
    cells = torch_cells(model.cell)
    first = cells["l0"]
    options: dict[str, Any] = {"nonlinearity": first.phi} if isinstance(first, RNN) else {}
    rnn = KINDS[first.name](
        first.input_size,
        first.hidden_size,
        num_layers=sum(not name.endswith("_reverse") for name in cells),
        bidirectional="l0_reverse" in cells,
        batch_first=True,
        **options,
    )
    module = CharacterModel(len(model.vocabulary), len(model.labels), rnn).double()
    module.load_state_dict(to_state_dict(model))
    return module
