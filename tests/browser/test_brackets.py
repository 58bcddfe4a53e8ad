"""An equation is bracketed as its tree is, however it is written."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rnnviz.cells.written import Written
from tests.browser.stage import trace_of

EQUATIONS = """
R = sigmoid(X @ W_xr + H_prev @ W_hr + b_r)
H = tanh(X @ W_xh + {product})
"""


@pytest.mark.parametrize(
    ("product", "expected"),
    [
        (
            "R * (H_prev @ W_hh)",
            {
                "row vectors": "Ht=tanh(XtWxh+Rt⊙(Ht−1Whh))",
                "column vectors": "ht=tanh(Wxhxt+rt⊙(Whhht−1))",
                "U, W, V": "St=tanh(UhXt+Rt⊙(WhSt−1))",
                "PyTorch's names": "ht=tanh(Wihxt+rt⊙(Whhht−1))",
            },
        ),
        (
            "(R * H_prev) @ W_hh",
            {
                "row vectors": "Ht=tanh(XtWxh+(Rt⊙Ht−1)Whh)",
                "column vectors": "ht=tanh(Whh(rt⊙ht−1)+Wxhxt)",
                "U, W, V": "St=tanh(Wh(Rt⊙St−1)+UhXt)",
                "PyTorch's names": "ht=tanh(Whh(rt⊙ht−1)+Wihxt)",
            },
        ),
    ],
    ids=["after the product", "before the product"],
)
def test_brackets_are_those_of_the_tree_in_every_notation(
    opened: Callable[..., Page], product: str, expected: dict[str, str]
) -> None:
    cell = trace_of(Written, equations=EQUATIONS.format(product=product).strip())
    page = opened(cell, place={"t": 3, "phase": "H", "view": "equations"})
    for notation, equation in expected.items():
        page.get_by_label("Notation").select_option(label=notation)
        expect(page.locator('.equation[aria-current="step"]')).to_have_text(equation)
