"""What is said of a layer or a tensor that does not fit; its name may come from anyone's file."""

from collections.abc import Sequence
from reprlib import repr as short

from rnnviz.cells.activations import Array
from rnnviz.locale import N_, Refusal

MAX_NAME = 60
NO_TENSOR = N_("{name} is no tensor of floating-point numbers.")


def printable(name: str) -> str:
    """A name, made safe to show."""
    return name if name.isprintable() and len(name) <= MAX_NAME else short(name)


def check_shape(name: str, array: Array, fits: tuple[int, ...]) -> None:
    """Raises Refusal for another shape."""
    if array.shape != fits:
        raise Refusal(
            N_("{name} has shape {shape}; {fits} fits."),
            name=printable(name),
            shape=short(array.shape),
            fits=str(fits),
        )


def belongs_nowhere(name: str, shape: tuple[int, ...], read: Sequence[str]) -> Refusal:
    """read: the layers that can be read."""
    return Refusal(
        N_("{name}, of shape {shape}, belongs to no layer that can be read; these can: {kinds}."),
        name=printable(name),
        shape=short(shape),
        kinds=", ".join(read),
    )


def of_no_layer(name: str, shape: tuple[int, ...]) -> Refusal:
    """A parameter that stands in the module itself."""
    return Refusal(
        N_(
            "{name}, of shape {shape}, is a parameter of the module itself and of no layer. Where forward "
            "uses it, as F.linear does, a layer can be read in its place: head = nn.Linear(h, q), with "
            "head.weight = embedding.weight where the two are one."
        ),
        name=printable(name),
        shape=short(shape),
    )


def no_such_layer(name: str, kind: str, read: Sequence[str]) -> Refusal:
    return Refusal(
        N_(
            "{name} is a {kind}, which cannot be read; between characters and logits these can: "
            "{kinds}."
        ),
        name=printable(name),
        kind=printable(kind),
        kinds=", ".join(read),
    )


def has_option(name: str, option: str, value: object) -> Refusal:
    """A layer that is computed otherwise than rnnviz does."""
    return Refusal(
        N_("{name} has {option}={value}, which cannot be read; the same layer without it can."),
        name=printable(name),
        option=option,
        value=short(value),
    )
