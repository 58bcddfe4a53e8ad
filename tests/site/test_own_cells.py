"""A cell that a reader writes is the same in the static edition as in the app: what it is, or why it is none."""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rnnviz.cells import EVERY_CELL, Written
from rnnviz.cells.beginnings import SKETCHES, equations_of
from rnnviz.cells.source import source
from rnnviz.cells.written import NotFiniteError
from rnnviz.locale import Refusal, translator
from rnnviz.network import WRITTEN
from rnnviz.site.own_cells import own_cells
from rnnviz.site.stages import LAYERS
from rnnviz.site.templates import template
from tests.cells.examples import ODD
from tests.cells.scripts import UNUSUAL, scripts
from tests.cells.test_written import TOKENS
from tests.javascript import in_node
from tests.site.test_networks import in_browser as browsed
from tests.site.test_networks import read, sent

PROGRAM = Path(__file__).with_name("own_cells.mjs")
BUILT_IN = list(map(equations_of, EVERY_CELL))
# As keyboards and documents write them.
TYPED = [
    "Ｈ＝σ（X ＠ W − b） ⊙ H_prev",
    "Z = X @ W_xz + S_prev @ W_y + X @ W_out + b_q2\r\nS = Z ÷ r_q\u2028O = sigmoid(X @ W_xo)\nH = O ∘ S",
    "\x0bH = 1 - tanh(X @ W) - -(H_prev @ U) # said\n\n",
    "H_tilde = max(X @ W_a, 1 - (H_prev - b) - a) / p\nH = - H_tilde * u + (v + H_tilde)",
    "A = sigmoid(X @ W_x)\nB = sigmoid(H_prev @ W_hk)\nH = A * B * H_prev",
    "S = X @ W_1 + S_prev\nO = S * S\nH_hat = O / exp(O)\nH = logsigmoid(H_hat * p + p)",
]


def in_browser(texts: list[str], language: str, layers: list[int]) -> list[dict[str, Any]]:
    asked = {"told": own_cells(language, LAYERS), "texts": texts, "layers": layers}
    found: list[dict[str, Any]] = in_node(PROGRAM, sent(asked))
    return found


def in_python(text: str, language: str, layers: Iterable[int]) -> dict[str, Any]:
    _ = translator(language)
    try:
        axes = Written.axes(equations=text)
    except Refusal as refusal:
        return {"refused": refusal.sentence(_)}
    kind = {"name": WRITTEN, "title": _(Written.title), "about": "", "isMain": False}
    return {
        "kind": kind | {"oneWay": WRITTEN, "axes": dict(axes)},
        "source": source(Written.random(1, 1, seed=0, equations=text)),
        "templates": [template.__wrapped__(WRITTEN, count, language, text) for count in layers],
    }


def without_sizes(told: dict[str, Any]) -> dict[str, Any]:
    """What is told of a cell without what the page fills in."""
    for one in told.get("templates", []):
        one.pop("checks", None)
        for quantity in one["track"]["quantities"]:
            quantity["high"] = quantity["preHigh"] = 1
        for own in one["track"]["program"]["passes"]:
            own["width"] = 1
    return told


@pytest.mark.parametrize(
    ("language", "texts", "layers"),
    [
        ("en", [*BUILT_IN, *SKETCHES.values(), ODD, *UNUSUAL.values(), *TYPED], [1]),
        ("en", [BUILT_IN[3], ODD, *TYPED[1:4:2]], [2]),
        ("zh-Hans", [*UNUSUAL.values(), TYPED[1]], [1]),
        ("zh-Hant", [ODD], [3]),
        ("en", None, [1]),
    ],
)
def test_what_a_cell_is_follows_from_its_text_as_in_the_app(
    language: str, texts: list[str] | None, layers: list[int]
) -> None:
    texts = texts or list(islice(scripts(seed=4), 12))
    for text, theirs in zip(texts, in_browser(texts, language, layers), strict=True):
        want = without_sizes(sent(in_python(text, language, layers)))
        assert without_sizes(theirs) == want, text


def broken(many: int) -> Iterator[str]:
    """Cells with a part missing or too much, and texts that are none."""
    rng = random.Random(25)
    good = [*BUILT_IN, *SKETCHES.values(), ODD, *TYPED]
    for _ in range(many):
        yield "".join(rng.choices(TOKENS, k=rng.randint(1, 60)))
        text = rng.choice(good)
        at, to = sorted(rng.randrange(len(text)) for _ in range(2))
        yield text[:at] + rng.choice(TOKENS) + text[to if rng.random() < 0.3 else at :]
    yield from ("H = " + sign * 10**5 for sign in "(-1H@\n é")
    yield from (
        "\U0001f468" * 500_001,
        "H = " * 500_000,
        "(" * 2000,
        "-" * 1999,
        "\ufeff\x1c\x85#",
    )
    yield from (f"H = X @ W + {'(' * 90}H_prev{')' * 90}", "H = " + "-(" * 40 + "H_prev" + ")" * 40)
    yield from (
        f"H = {'max(' * 40}H_prev{', H_prev)' * 15}",
        "H = X @ W * max(b)",
        "H = max(A, B, C)",
    )
    # Of two parts that are not understood Python meets the last one first.
    yield from ("H = max(H_prev - (H_prev - b))", "H = X @ W + max(H_prev) + max(b)")


@pytest.mark.parametrize(("language", "many"), [("en", 80), ("zh-Hans", 20)])
def test_what_does_not_fit_is_refused_with_the_app_s_sentence(language: str, many: int) -> None:
    texts = [*broken(many), *islice(scripts(seed=1), many)]
    found = in_browser(texts, language, [])
    for text, theirs in zip(texts, found, strict=True):
        assert theirs == sent(in_python(text, language, [])), text[:200]
    refused = {one["refused"].partition(";")[0] for one in found if "refused" in one}
    assert len(refused) > 30
    assert sum("kind" in one for one in found) > many // 2


@pytest.mark.parametrize(
    "equations",
    [
        "F = X @ W\nH = F / H_prev",
        "G = exp(X @ W) + H_prev\nH = exp(exp(exp(exp(G))))",
        "C = exp(exp(exp(exp(exp(X @ W))))) + C_prev\nH = C / C",
        "H = log(-exp(X @ W * b))",
    ],
)
@pytest.mark.parametrize("hidden", ["3", "2x2"])
def test_a_number_that_is_none_is_named_as_in_the_app(equations: str, hidden: str) -> None:
    query = {"cell": WRITTEN, "equations": equations, "text": "abcabc", "hidden": hidden}
    query |= {"weights": "random", "seed": "1"}
    with pytest.raises(NotFiniteError) as reason:
        read(query)
    assert browsed(query)["refused"] == str(reason.value)
