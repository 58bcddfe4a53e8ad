"""Every equation of every cell as it is read aloud, kept as text that one reads.

After a change of words, `python -m tests.stage.test_spoken` writes the text anew: read it.
"""

from pathlib import Path

import pytest

from rnnviz import SequenceModel, Vocabulary
from rnnviz.cells import CELLS
from rnnviz.locale import translator
from rnnviz.stage import track
from rnnviz.stage.strings import STRINGS
from tests.javascript import in_node

TEXT = "abcab"
KEPT = Path(__file__).with_name("spoken")


def spoken(language: str) -> str:
    _ = translator(language)
    strings = {key: _(message) for key, message in STRINGS.items()}
    tracks = {
        name: {
            "track": track(
                SequenceModel.random(cell, Vocabulary(TEXT), 3, seed=1).trace(
                    TEXT[:-1], targets=TEXT[1:]
                ),
                language,
            ),
            "strings": strings,
        }
        for name, cell in CELLS.items()
    }
    found = in_node(Path(__file__).with_name("spoken.mjs"), {"tracks": tracks})
    return "\n".join(f"{name}\n" + "".join(f"  {one}\n" for one in found[name]) for name in found)


@pytest.mark.parametrize("kept", sorted(KEPT.glob("*.txt")), ids=lambda kept: kept.stem)
def test_every_equation_is_read_aloud_in_words_as_the_kept_text_has_it(kept: Path) -> None:
    assert spoken(kept.stem) == kept.read_text("utf-8")


def test_the_sign_of_a_product_and_a_weight_say_what_they_mean() -> None:
    said = spoken("en")
    assert "update gate at t, times, element by element, hidden state at t minus 1" in said
    assert "input weights of the candidate hidden state" in said
    assert not any(sign in said for sign in ("⊙", "{", "_", "undefined"))


if __name__ == "__main__":
    for kept in KEPT.glob("*.txt"):
        kept.write_text(spoken(kept.stem), "utf-8")
