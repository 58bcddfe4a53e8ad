"""The files of a view, as the page asks the server for them."""

import http.client
import io
import json
import re
from urllib.parse import unquote, urlencode, urlsplit

import numpy as np
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.server import saved
from pages.shared import files
from pages.shared.traces import TRACES
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.export import torch_script
from tests.serving import Server

# It comes with rnnviz, so a server can show it at once.
VIEW = {"cell": "gru", "text": "想要有直升机"}


def ask(server: Server, **query: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    connection.request("GET", f"/stage-file?{urlencode(query)}")
    answer = connection.getresponse()
    return answer, answer.read()


@pytest.fixture(scope="module")
def seen(server: Server) -> Server:
    """A server that has shown the view."""
    for query in (VIEW, VIEW | {"cell": "lstm"}):
        connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
        connection.request("GET", f"/early-stage?{urlencode(query)}")
        connection.getresponse().read()
    return server


def test_the_numbers_are_those_of_the_view_with_what_was_changed(seen: Server) -> None:
    changes = "Z.1.2-3=0.25;x.1=机;H0.2=0.5"
    answer, body = ask(seen, **VIEW, changes=changes, t="3", form="npz")
    assert answer.status == 200, body
    trace = trace_of(Link.from_query(VIEW)[0])
    made, left = read(changes, [Bounds.of(trace)])
    assert len(made) == 3
    assert not left
    changed = carried_out(trace, made)
    with np.load(io.BytesIO(body), allow_pickle=False) as file:
        for name, value in changed.items():
            np.testing.assert_array_equal(file[name], value)


@pytest.mark.parametrize("form", list(files.FORMATS))
def test_every_format_is_a_file_whose_name_says_cell_text_and_step(seen: Server, form: str) -> None:
    answer, body = ask(seen, **VIEW, t="3", form=form)
    assert answer.status == 200, body
    said = answer.getheader("content-disposition") or ""
    found = re.fullmatch(r"attachment; filename\*=UTF-8''(\S+)", said)
    assert found
    assert unquote(found[1]) == f"rnnviz-gru-想要有直升机-t3.{form}"
    if form == "ipynb":
        assert json.loads(body)["nbformat"] == 4


def test_a_name_has_nothing_in_it_that_a_disk_could_take_for_more() -> None:
    link = Link(text='../a\\b"c\n: 想要*?' + "x" * 60, t=2)
    name = files.name(link, "csv")
    assert re.fullmatch(r"rnnviz-lstm-[\w-]{1,24}-t2\.csv", name)
    assert "想要" in name


def test_a_refusal_is_a_sentence_in_the_reader_s_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_script, "MOST_NUMBERS", 10)
    TRACES.get(Link.from_query(VIEW)[0], lambda _done: None)
    client = TestClient(Starlette(routes=[saved.ROUTE]))
    for lang, words in (("en", "a file of code may hold 10"), ("zh-Hans", "最多")):
        answer = client.get(saved.PATH, params=VIEW | {"form": "py", "lang": lang})
        assert answer.status_code == 422
        assert words in answer.text
        assert ("weights" in answer.text) == (lang == "en")


def test_what_the_server_has_not_shown_is_not_learnt_for_a_file(server: Server) -> None:
    answer, body = ask(server, cell="lstm", text="never seen before", form="csv", lang="en")
    assert answer.status == 404
    assert "Load the page again" in body.decode()
    assert ask(server, **VIEW, form="exe")[0].status == 404
