"""An edition that is written over another one: never broken, never beyond its folder."""

import re
from pathlib import Path

import pytest

from rnnviz.locale import Refusal
from rnnviz.site.files import Files
from tests.power import Disk


def write(folder: Path, words: str, pages: tuple[str, ...]) -> None:
    files = Files(folder)
    for name in pages:
        script = files.put(f"{name}.js", f"{words} of {name}".encode())
        files.place(f"{name}/index.html", f'<script src="../{script}">{words}'.encode())
    files.place("sw.js", words.encode(), is_kept=False)
    files.finish()


def read(folder: Path) -> dict[str, str]:
    """What each page and its script say."""
    found = {}
    for page in folder.glob("*/index.html"):
        source, words = re.fullmatch('<script src="(.*)">(.*)', page.read_text()).groups()  # type: ignore[union-attr]
        assert (page.parent / source).resolve().read_text() == f"{words} of {page.parent.name}"
        found[page.parent.name] = words
    return found


def test_whenever_writing_ends_each_page_is_the_old_one_or_the_new_one_with_its_files(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "site"
    write(folder, "old", ("a", "b", "c"))
    (folder / "CNAME").write_text("rnn.example.org")
    seen = []

    def after(copy: Path) -> None:
        found = read(copy)
        seen.append(set(found.values()))
        assert {"a", "b"} <= found.keys()
        assert (copy / "CNAME").exists()
        # Whoever writes it once more has what they wanted, and nothing else.
        write(copy, "newest", ("a", "b"))
        assert read(copy) == {"a": "newest", "b": "newest"}
        assert len(list((copy / "files").iterdir())) == 2

    with Disk(folder, after) as disk:
        write(folder, "new", ("a", "b"))
        disk.cut()
    assert read(folder) == {"a": "new", "b": "new"}
    assert {"old"} in seen
    assert {"new", "old"} in seen


@pytest.mark.parametrize("own", ["files", "a"])
def test_a_link_in_the_place_of_a_folder_is_not_followed(tmp_path: Path, own: str) -> None:
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "index.html").write_text("mine")
    folder = tmp_path / "site"
    write(folder, "old", ("b",))
    if own == "files":
        (folder / "files").rename(tmp_path / "aside")
    (folder / own).symlink_to(foreign)
    with pytest.raises(Refusal, match=f"{own} is a link to another folder"):
        write(folder, "new", ("a",))
    assert [path.name for path in foreign.iterdir()] == ["index.html"]
    assert (foreign / "index.html").read_text() == "mine"


def test_a_link_in_the_place_of_a_page_is_replaced_and_what_it_led_to_stays(tmp_path: Path) -> None:
    mine = tmp_path / "mine.html"
    mine.write_text("mine")
    folder = tmp_path / "site"
    write(folder, "old", ("a",))
    (folder / "a" / "index.html").unlink()
    (folder / "a" / "index.html").symlink_to(mine)
    write(folder, "new", ("a",))
    assert mine.read_text() == "mine"
    assert read(folder) == {"a": "new"}
