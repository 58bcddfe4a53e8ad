"""A .pt file does not say which characters it knows: the reader says it."""

from collections.abc import Iterable

from rnnviz.locale import N_

# Most tutorials number the characters by `sorted(set(text))`.
ORDERS = {"first": N_("as they first come"), "sorted": N_("sorted")}
ENDING = ".safetensors"
HELP = N_(
    "A .safetensors file saved on the Train page, or a .pt file with the state_dict of a PyTorch module of one "
    "nn.RNN, nn.GRU or nn.LSTM of one layer and an nn.Linear; an nn.Embedding becomes part of the "
    "weights that read it. Tensors alone are read; nothing in the file is run."
)
NUMBERED = N_("Its characters are those of the text, numbered")


def needs_characters(name: str) -> bool:
    """Whether a file of this name leaves open which characters it knows."""
    return not name.endswith(ENDING)


def numbered(tokens: Iterable[str], order: str) -> list[str]:
    """The distinct characters of a text in one of ORDERS."""
    found = list(dict.fromkeys(tokens))
    return sorted(found) if order == "sorted" else found
