"""What goes into a file of several views, and what is not even made for it."""

import json
from collections.abc import Iterator

import pytest

from pages.shared import scene
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.hall import views_file
from rnnviz.hall.views_file import Missing, Seen, StageView, views_html
from rnnviz.stage import scene as scene_of
from rnnviz.stage.track import least_bytes


def stage(text: str, hidden: int) -> StageView:
    link = Link(text=text, hidden=hidden, weights="random")
    return scene.view_of(link, [trace_of(link)], "en")


def test_what_cannot_fit_is_not_made_and_what_still_fits_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(views_file, "MOST_BYTES", 1_000_000)
    made = []
    staged = views_file.staged

    def counted(*told: object) -> dict[str, object]:
        made.append(told)
        return staged(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(views_file, "staged", counted)
    large, small = stage("abcdefghij" * 20, 64), stage("hello", 4)
    views = [Seen(view, "Step") for view in (large, small, large, small)]
    _page, left = views_html("a", views)
    assert left == [1, 3]
    assert len(made) == 1


@pytest.mark.parametrize(("text", "hidden"), [("hello", 4), ("abcdefghij" * 4, 32), ("x" * 99, 2)])
def test_a_stage_takes_no_less_than_its_numbers(text: str, hidden: int) -> None:
    traces = stage(text, hidden).traces
    tensors = json.dumps(scene_of(traces)["tracks"][0]["tensors"])
    assert 0 < least_bytes(traces[0]) < len(tensors)


def test_each_view_is_asked_for_when_the_one_before_has_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that making a file can end between two of them, where nobody waits for it any more."""
    order = []
    takes = views_file._Shelf.put

    def put(shelf: views_file._Shelf, view: StageView | Missing) -> dict[str, object]:
        order.append("taken")
        return takes(shelf, view)

    monkeypatch.setattr(views_file._Shelf, "put", put)

    def views() -> Iterator[Seen]:
        for _ in range(3):
            order.append("asked")
            yield Seen(stage("hello", 4), "Step")

    views_html("a", views())
    assert order == ["asked", "taken"] * 3
