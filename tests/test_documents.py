"""The README and docs: every snippet runs, in the order of its page, and every link leads somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
WITH_SNIPPETS = [page for page in PAGES if SNIPPET.search(page.read_text("utf-8"))]
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
FOLDERS = "rnnviz|pages|tests|docs|benchmarks|deploy"
NAMED = re.compile(rf"`((?:{FOLDERS})/[\w./*-]+|benchmarks|pyproject\.toml|CHANGELOG\.md)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", WITH_SNIPPETS, ids=lambda page: page.stem)
def test_the_snippets_of_a_page_run_one_after_another(page: Path) -> None:
    text = page.read_text("utf-8")
    names: dict[str, object] = {}
    for found in SNIPPET.finditer(text):
        line = text.count("\n", 0, found.start(1))
        # A failure names the page and its line.
        exec(compile("\n" * line + found[1], str(page), "exec"), names)


def test_the_readme_is_read_in_three_minutes_and_shows_pictures_that_are_soon_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text) <= 8_000
    pictures = [ROOT / path for path in re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)]
    assert ROOT / "docs" / "walk.webp" in pictures
    assert all(picture.stat().st_size <= 1_000_000 for picture in pictures)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading_that_are_there(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        path, _, anchor = link.partition("#")
        if not re.match("https?:", link):
            goal = page.parent / path if path else page
            assert goal.is_file(), link
            assert not anchor or anchor in anchors(goal), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_names_in_the_repository_is_there(page: Path) -> None:
    for path in NAMED.findall(FENCE.sub("", page.read_text("utf-8"))):
        # In `pages/name.py` "name" stands for what somebody chooses.
        if "name" not in Path(path).with_suffix("").parts:
            assert any(ROOT.glob(path.rstrip("/"))), path


def anchors(page: Path) -> list[str]:
    """What a page's headings are called in addresses, on GitHub and by MkDocs."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings]


def test_the_readme_leads_to_every_page_or_to_one_that_does() -> None:
    """A page that nothing leads to is not read."""
    reached, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page not in reached:
            reached.add(page)
            links = [one.partition("#")[0] for one in LINK.findall(page.read_text("utf-8"))]
            ahead += [(page.parent / one).resolve() for one in links if one.endswith(".md")]
    assert reached >= {*(ROOT / "docs").glob("*.md")} - {ROOT / "docs" / "index.md"}


def test_each_promise_names_tests_that_are_there() -> None:
    rows = re.findall(
        r"^\| (.+) \| (.+) \|$", (ROOT / "SECURITY.md").read_text("utf-8"), re.MULTILINE
    )
    for promise, held in rows[2:]:
        named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", held)
        assert named, promise
        for path, test in named:
            assert f"def {test}(" in (ROOT / path).read_text("utf-8"), test
