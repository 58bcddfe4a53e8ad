"""docs/how_we_know.md has what was measured, and the figures of the documents that the course shows right."""

from pathlib import Path

from rnnviz.course import prose
from rnnviz.explain.warrants import power, recorded

PAGE = (Path(__file__).parents[1] / "docs" / "how_we_know.md").read_text("utf-8")


def table() -> str:
    """The table that stands there."""
    record = recorded()
    versions = ", ".join(f"{name} {version}" for name, version in record.versions.items())
    rows = [
        f"| {title}: {what} | {to} | {one.numbers:,} | {power(one.largest)} |"
        for one in record.warrants
        for title, what, to in [one.words()]
    ]
    head = ["| what | held to | numbers | largest difference |", "| --- | --- | ---: | ---: |"]
    return "\n".join([f"Measured on {record.date}, by {versions}:", "", *head, *rows])


def test_the_page_has_what_was_measured() -> None:
    assert table() in PAGE, f"It is to have this table:\n{table()}"


def test_the_figures_that_are_shown_right_are_those_of_the_course() -> None:
    right = "95.23 %, 4.74 % and 0.03 %"
    assert right in PAGE
    assert right in prose("sources", "en").read_text("utf-8")
