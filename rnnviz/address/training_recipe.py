"""The parts of a training's recipe in words: what each is called, what it does, when it matters, and what it was
measured to be worth."""

from collections.abc import Callable
from typing import NamedTuple

from rnnviz.address.training_plan import RACE
from rnnviz.cells.activations import ACTIVATIONS
from rnnviz.locale import N_
from rnnviz.training.config import BATCHES, OPTIMIZERS
from rnnviz.training.costs import Cost, costs, measured

# A line beside a part; the stars make its first word strong.
MEASURED = N_("**Measured**, {what}")
BATCHES_TITLES = {"random": N_("drawn at random"), "consecutive": N_("consecutive")}
OPTIMIZER_TITLES = {"sgd": "SGD", "momentum": N_("momentum"), "adam": "Adam"}
RESET_TITLES = {"before": N_("before the product"), "after": N_("after the product")}
WORDS: dict[str, dict[str, str]] = {
    "batches": {name: BATCHES_TITLES[name] for name in BATCHES},
    "optimizer": {name: OPTIMIZER_TITLES[name] for name in OPTIMIZERS},
    "phi": {name: name for name in ACTIVATIONS},
    "reset": RESET_TITLES,
}


class Part(NamedTuple):
    """why: what the part does, and its purpose. other: the alternative it was measured against, in
    words."""

    name: str
    title: str
    why: str
    other: str = ""


PARTS: dict[str, tuple[Part, ...]] = {
    N_("The first weights"): (
        Part(
            "orthogonal",
            N_("Orthogonal recurrent weights"),
            N_(
                "W_hh starts as a random rotation, which keeps the length of what it multiplies: "
                "at first, gradients neither vanish nor explode on their way back."
            ),
            N_("drawn from ±1/√h"),
        ),
        Part(
            "inputs",
            N_("Wider input weights"),
            N_(
                "The standard deviation of W_xh. One-hot inputs pick a single row of it, so that "
                "small weights would leave the characters hardly distinguishable."
            ),
            N_("drawn from ±1/√h"),
        ),
        Part(
            "bias",
            N_("Output bias at the log frequencies"),
            N_(
                "The network starts as a unigram model: how often each character comes need not "
                "be learnt."
            ),
            N_("drawn from ±1/√h"),
        ),
        Part(
            "forget",
            N_("Forget bias"),
            N_(
                "What b_f starts at. At 1 the forget gate is open, and the memory cell keeps what "
                "it holds until the network has learnt better (LSTM only)."
            ),
            N_("drawn from ±1/√h"),
        ),
    ),
    N_("The batches"): (
        Part(
            "batches",
            N_("Batches"),
            N_(
                "Consecutive ones go on where the last one ended and carry its state, so that the "
                "network remembers more than one batch is long; every 16 batches a row begins again "
                "from the zero state, as every prompt does. Random ones start from it anywhere in "
                "the text."
            ),
            N_("random batches"),
        ),
        Part(
            "size",
            N_("Batch size n"),
            N_(
                "Pieces read side by side. More give a calmer gradient, but fewer steps from the "
                "same text."
            ),
            N_("n = 32"),
        ),
        Part(
            "length",
            N_("Sequence length T"),
            N_("Time steps that the gradient goes back through; beyond, it is cut off."),
            N_("T = 64"),
        ),
        Part(
            "validation",
            N_("Share kept aside"),
            N_(
                "The end of the text, which is never trained on: only there the loss tells "
                "learning from memorising. A text of fewer than 200 characters keeps none."
            ),
        ),
    ),
    N_("The steps"): (
        Part(
            "optimizer",
            N_("Optimiser"),
            N_(
                "SGD goes against the gradient; momentum keeps part of the last steps' direction; "
                "Adam also gives every weight a rate of its own. Each needs another rate."
            ),
        ),
        Part(
            "rate",
            N_("Learning rate"),
            N_(
                "The highest one. Too low wastes time, too high diverges. In a race, the RNN learns "
                "at half of it: its state has no gates to hold it steady."
            ),
            N_("0.002, as in most tutorials"),
        ),
        Part(
            "warmup",
            N_("Warm-up steps"),
            N_("The rate rises over this many steps, while Adam's averages are still young."),
            N_("no warm-up"),
        ),
        Part(
            "cosine",
            N_("Cosine"),
            N_(
                "The rate falls along half a cosine to a hundredth at the last step: large steps "
                "to get there, small ones to settle."
            ),
            N_("a constant rate"),
        ),
        Part(
            "clip",
            N_("Clip the gradient at"),
            N_(
                "A gradient whose norm is larger is shortened to it; its direction stays. It keeps "
                "one exploding gradient from undoing all that was learnt."
            ),
            N_("never clipped"),
        ),
        Part("seed", N_("Seed"), N_("Draws the first weights and the batches. Same seed, same losses.")),
    ),
    N_("The cell"): (
        Part(
            "phi",
            N_("φ of the RNN"),
            N_("The activation of the hidden state."),
            "relu",
        ),
        Part(
            "reset",
            N_("Reset gate of the GRU"),
            N_(
                "Cho et al. apply it before the matrix product, (R ⊙ H) W_hh; PyTorch after, R ⊙ "
                "(H W_hh)."
            ),
            N_("after the product"),
        ),
    ),
}  # fmt: skip


def matters(name: str, cell: str) -> bool:
    """Whether a cell has this part."""
    only = {"phi": "rnn", "reset": "gru", "forget": "lstm"}.get(name, cell)
    return cell in (only, RACE)


def how_measured(translate: Callable[[str], str]) -> str:
    """What stands above the parts: what was measured of each, and how."""
    found = measured()
    message = N_(
        "Every part can be switched off. Beside it stands what was measured with that one "
        "part changed: the validation loss after {read:,} characters of the Python reference, "
        "and the time to {target:.2f} nats, where the plain recipe is after 1,000 steps. Means "
        "of three seeds. Those of our recipe differ by up to {spread:.3f} nats; those of a "
        "changed part may differ by more, which then stands beside it. On another text or cell "
        "a part may be worth more, or less."
    )
    return translate(message).format(read=found.read, target=found.target, spread=found.spread)


def worth(part: Part, translate: Callable[[str], str]) -> list[str]:
    """What a part was measured to be worth: a sentence for each of its alternatives, none for what was not measured."""
    found = costs()
    if part.name == "optimizer":
        others = [(translate(OPTIMIZER_TITLES[name]), found[name]) for name in ("momentum", "sgd")]
        rated = translate(N_("{optimizer} at its best rate tried, {rate:g}"))
        return [
            _sentence(rated.format(optimizer=title, rate=cost.rate), cost, translate)
            for title, cost in others
        ]
    if part.other:
        return [_sentence(translate(part.other), found[part.name], translate)]
    return []


def _sentence(other: str, cost: Cost, translate: Callable[[str], str]) -> str:
    if cost.loss is None:
        return translate(N_("{other}: it diverges.")).format(other=other)
    clauses = [N_("{other}: {loss:.3f} nats; our recipe: {usual:.3f}.")]
    if cost.is_noise:
        clauses.append(N_(" Seeds alone differ by as much ({noise:.3f})."))
    if cost.slower is None:
        clauses.append(N_(" It does not get to {target:.2f} nats."))
    elif f"{cost.slower:.1f}" == "1.0":
        clauses.append(N_(" It takes as long to {target:.2f} nats."))
    else:
        clauses.append(N_(" It takes {slower:.1f} times as long to {target:.2f} nats."))
    return "".join(map(translate, clauses)).format(
        other=other,
        loss=cost.loss,
        usual=cost.usual_loss,
        noise=cost.noise,
        slower=cost.slower,
        target=measured().target,
    )
