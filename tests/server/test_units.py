"""What the Units page is told, over HTTP: the numbers of the network itself, or a sentence."""

import base64
import http.client
import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, current_thread
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.server import precedence, units
from pages.server.precedence import Precedence
from pages.server.units import API, Opened, UnitsApi
from rnnviz import GRU, LSTM, SequenceModel, Stacked, Vocabulary
from rnnviz.address import units_asked
from rnnviz.address.units_link import UnitsLink
from rnnviz.presets.units import BRACKETS
from rnnviz.units import Reading, read
from rnnviz.units.ablation import held_losses
from tests.serving import Server

TEXT = "([()])[]" * 20
PATIENCE = 20


def ask(server: Server, look: str, **query: object) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    connection.request("GET", f"/units/{look}?{urlencode({'lang': 'en', **query})}")
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def floats(told: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.frombuffer(base64.b64decode(told), "<f8")


def test_the_page_is_told_what_the_network_computes(server: Server) -> None:
    model, of = BRACKETS.model(), {"net": "brackets", "text": TEXT}
    trace = model.trace(TEXT[:-1], targets=TEXT[1:])
    status, source = ask(server, "source", **of)
    assert status == 200
    assert "".join(source["characters"]) == TEXT
    assert np.allclose(floats(source["loss"]), trace["loss"][:, 0], atol=1e-12)
    # Units count from 1 in an address.
    _status, unit = ask(server, "unit", **of, quantity="Z", unit=3)
    assert np.allclose(floats(unit["values"])[:-1], trace["Z"][:, 0, 2], atol=1e-12)
    _status, expected = ask(server, "expected", **of, block=0)
    k = 7
    assert [source["outputs"][one] for one in expected["outputs"][k][:1]] == [
        model.labels[int(trace["Y_hat"][k, 0].argmax())]
    ]
    assert expected["p"][k] == pytest.approx(sorted(trace["Y_hat"][k, 0], reverse=True)[:5])
    _status, all_units = ask(server, "overview", **of, columns=40)
    shares = np.frombuffer(base64.b64decode(all_units["shares"]), np.int8).reshape(16, 40)
    H = model.trace(TEXT)["H"][:, 0]
    of_columns = H[:156].reshape(39, 4, 16)
    away = abs(of_columns - H.mean(axis=0)).argmax(axis=1)[:, np.newaxis]
    farthest = np.take_along_axis(of_columns, away, axis=1)[:, 0].T
    assert np.abs(shares[:, :39] / 127 - farthest).max() < 0.005


@pytest.mark.parametrize(
    ("look", "query", "sentence"),
    [
        ("nothing", {}, "There is nothing of that name here."),
        ("unit", {"quantity": "C"}, "C is no quantity of this network; it has"),
        ("unit", {"unit": "17"}, "H has 16 units here; there is no unit 17."),
        ("unit", {"unit": "-1"}, "it must be a whole number from 1"),
        ("expected", {"block": "999999"}, "in this text"),
        ("source", {"text": "猫"}, "the network knows: 0;"),
        ("source", {"file": "0" * 32}, "no longer has this network"),
        ("source", {"run": "0123456789abcdef"}, "it may have been cleaned up."),
        ("source", {"step": "cell=<b>"}, "it must be one of"),
        ("asked", {"label": "regex", "pattern": "((("}, "regular expression"),
        ("ranking", {"label": "spans", "spans": "1-2"}, "each half needs"),
    ],
)
def test_what_cannot_be_answered_gets_a_sentence(
    server: Server, look: str, query: dict[str, str], sentence: str
) -> None:
    status, told = ask(server, look, **{"net": "brackets", **query})
    # A browser would log another status as an error of the page.
    assert status == 200
    assert sentence in told["refused"]
    # There is nothing else in its place.
    assert "Another" not in told["refused"]


def test_a_network_counts_with_all_that_its_reading_keeps_whatever_its_last_layer_has() -> None:
    vocabulary = Vocabulary("()[]")
    cell = Stacked(LSTM.random(len(vocabulary), 40, seed=1), GRU.random(40, 1, seed=2))
    model = SequenceModel(cell, W_hq=np.zeros((1, 4)), b_q=np.zeros((1, 4)), vocabulary=vocabulary)
    source = replace(API.source(UnitsLink(net="brackets")), model=model, text=tuple("([])" * 50))
    opened = Opened(source, "")
    seen = opened.seen
    kept = sum(values.nbytes for values in seen.values())
    for name in seen:
        ranked = seen.ranks(name)
        kept += ranked.first.rows.nbytes + ranked.second.rows.nbytes
    assert opened.size == kept


def test_what_a_click_waits_for_is_never_learnt_or_read_in_its_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_by: dict[str, str] = {}

    def noted(model: SequenceModel, text: Sequence[str], **named: Any) -> Reading:
        read_by["".join(text)] = current_thread().name
        return read(model, text, **named)

    monkeypatch.setattr(units, "read", noted)
    api = UnitsApi()
    monkeypatch.setattr(api._at_once._threads, "_thread_name_prefix", "click")
    [route] = api.routes()
    client = TestClient(Starlette(routes=[route]))
    for unit in (1, 2):
        told = client.get(f"/units/unit?net=brackets&text={TEXT}&unit={unit}").json()
        assert len(floats(told["values"])) == len(TEXT)
    assert len(read_by) == 1
    assert not read_by[TEXT].startswith("click")


def test_what_one_address_looks_at_is_not_dropped_for_what_another_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two large texts of one come between two clicks of the other."""
    readings: Counter[str] = Counter()

    def noted(model: SequenceModel, text: Sequence[str], **named: Any) -> Reading:
        readings["".join(text)] += 1
        return read(model, text, **named)

    monkeypatch.setattr(units, "read", noted)
    small, large = TEXT[:40], TEXT
    size = Opened(API.source(UnitsLink(net="brackets", text=large)), "").size
    [route] = UnitsApi(keep_bytes=size * 3 // 2).routes()
    app = Starlette(routes=[route])
    reader, greedy = (TestClient(app, client=(f"10.0.0.{k}", 1)) for k in (1, 2))
    for unit in range(1, 4):
        reader.get(f"/units/unit?net=brackets&text={small}&unit={unit}")
        for beginning in "[(":
            greedy.get(f"/units/unit?net=brackets&text={beginning}{large[1:]}&unit={unit}")
    # The other one looks at the small text, too, and its reader gets an answer that was kept.
    greedy.get(f"/units/unit?net=brackets&text={small}&unit=7")
    reader.get(f"/units/unit?net=brackets&text={small}&unit=1")
    for beginning in "[(":
        greedy.get(f"/units/unit?net=brackets&text={beginning}{large[1:]}&unit=7")
    reader.get(f"/units/unit?net=brackets&text={small}&unit=8")
    assert readings[small] == 1
    # Who has most makes room for what is new.
    assert readings[f"({large[1:]}"] == readings[f"[{large[1:]}"] == 4


def test_a_chosen_unit_is_held_while_a_batch_of_others_is(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, goes_on = Event(), Event()

    def slowly(*given: Any, **more: Any) -> Any:
        begun.set()
        assert goes_on.wait(PATIENCE)
        return held_losses(*given, **more)

    monkeypatch.setattr(units_asked, "held_losses", slowly)
    link, _ = UnitsLink.from_query({"net": "brackets", "text": TEXT, "label": "square"})
    asked = units.UnitsApi().asked(link, "en")
    with ThreadPoolExecutor(1) as batches:
        batch = batches.submit(units_asked.ANSWERS["costs"].make, asked)
        assert begun.wait(PATIENCE)
        told = units_asked.ANSWERS["held"].make(asked.of(unit=3))
        assert not batch.done()
        goes_on.set()
    # What it says is what the batch says of that unit.
    (of_batch,) = (one for one in batch.result()["costs"] if one["unit"] == 3)
    assert told["ways"]["mean"]["on"]["cost"] == pytest.approx(of_batch["on"], abs=1e-12)


@pytest.mark.parametrize("look", ["spread", "learnt"])
def test_what_takes_long_gives_way_to_a_chosen_unit(
    monkeypatch: pytest.MonkeyPatch, look: str
) -> None:
    begun, goes_on = Event(), Event()

    class Held(Precedence):
        def give_way(self) -> None:
            begun.set()
            assert goes_on.wait(PATIENCE)

    monkeypatch.setattr(units, "PRECEDENCE", Held())
    link, _ = UnitsLink.from_query({"net": "brackets", "text": TEXT * 4, "label": "square"})
    asked = units.UnitsApi().asked(link, "en")
    with ThreadPoolExecutor(1) as others:
        slow = others.submit(units_asked.ANSWERS[look].make, asked)
        assert begun.wait(PATIENCE)
        assert units_asked.ANSWERS["held"].make(asked)["ways"]["mean"]["on"]["cost"] > 0
        assert not slow.done()
        goes_on.set()
    assert slow.result()


def test_a_batch_waits_while_a_chosen_unit_is_computed_and_no_longer_than_it_has_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(precedence, "LONGEST", PATIENCE)
    turns = Precedence()
    with ThreadPoolExecutor(1) as batches:
        with turns.urgent():
            piece = batches.submit(turns.give_way)
            with pytest.raises(TimeoutError):
                piece.result(timeout=0.05)
        piece.result(timeout=PATIENCE)
    # Many clicks delay a batch; they never stop it.
    monkeypatch.setattr(precedence, "LONGEST", 0)
    with turns.urgent():
        turns.give_way()
