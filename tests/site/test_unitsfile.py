"""The Units page of any model, made from Python: how it opens, what a file of it holds, and what is refused."""

import json
import re
import webbrowser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, SequenceModel, Vocabulary, units
from rnnviz.locale import Refusal
from rnnviz.site import unitsfile

TEXT = "she sells sea shells\nby the sea shore\n" * 4
MODEL = SequenceModel.random(GRU, Vocabulary("".join(sorted({*TEXT}))), hidden_size=6, seed=0)


def told(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_a_script_opens_the_page_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or True)
    path = units.show(MODEL, TEXT)
    assert path is not None
    assert opened == [path.as_uri()]
    assert told(path.read_text("utf-8"))["network"]["source"]["characters"] == list(TEXT)


def test_where_no_browser_is_the_page_is_named_in_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _url: False)
    with pytest.warns(UserWarning, match=r"no browser here; the page is in .*units\.html") as found:
        units.show(MODEL, TEXT)
    # It names the line that has asked for the page.
    assert found[0].filename == __file__


def test_a_file_is_written_and_nothing_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _url: pytest.fail("opened"))
    monkeypatch.setattr(unitsfile, "show_below", lambda _page: pytest.fail("shown"))
    path = tmp_path / "mine.html"
    assert units.show(MODEL, TEXT, file=str(path)) == path
    assert path.read_text("utf-8") == units.html(MODEL, TEXT)


def test_a_notebook_shows_the_page_in_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(unitsfile, "is_notebook", lambda: True)
    monkeypatch.setattr(unitsfile, "show_below", shown.append)
    monkeypatch.setattr(webbrowser, "open", lambda _url: pytest.fail("opened"))
    assert units.show(MODEL, TEXT) is None
    (one,) = shown
    assert one._repr_html_().startswith("<iframe srcdoc=")


def test_a_mask_is_asked_as_marked_characters() -> None:
    mask = units.spans(TEXT, r"^\w+")
    search = told(units.html(MODEL, TEXT, label=mask, unit=np.int64(2), at=7))["search"]
    assert search.startswith("unit=3&label=spans&spans=1-3%2C22-23%2C")
    assert search.endswith("&k=8")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"label": "rhymes"}, 'There is no ready label "rhymes"'),
        ({"label": np.ones(len(TEXT))}, "the type float64; it must be a name, or 152 values"),
        ({"label": [True, False]}, r"label has the shape \(2,\)"),
        ({"unit": 6}, "unit is 6; it must be a whole number from 0 to 5"),
        ({"unit": "1"}, "unit is '1'; it must be a whole number"),
        ({"at": -1}, "at is -1; it must be a whole number from 0 to 151"),
        ({"quantity": "C"}, "C is no quantity of this network; it has R, Z, H_tilde, H"),
        ({"language": "fr"}, "language is 'fr'"),
        ({"model": object()}, "model is of the type object; it must be a SequenceModel"),
        ({"text": 5}, "text is 5; it must be a str"),
        ({"text": "x!"}, "does not know the character"),
        ({"text": TEXT * 200}, "The text has 30,400 characters; of this model a page holds"),
    ],
)
def test_what_does_not_fit_gets_one_sentence(given: dict[str, Any], words: str) -> None:
    with pytest.raises((ValueError, TypeError), match=words):
        units.html(**{"model": MODEL, "text": TEXT, **given})


def test_a_mask_with_more_spans_than_a_link_takes_is_refused() -> None:
    text = TEXT * 8
    with pytest.raises(Refusal, match="608 spans are marked; at most 500 fit"):
        units.html(MODEL, text, label=np.arange(len(text)) % 2 == 0)


def test_minimal_pairs_are_in_the_file_of_a_network_that_speaks_a_made_language_alone() -> None:
    brackets = SequenceModel.random(GRU, Vocabulary("\n()[]"), hidden_size=3, seed=0)
    assert told(units.html(brackets, "([])\n" * 20))["pairs"]
    assert told(units.html(MODEL, TEXT))["pairs"] == []
