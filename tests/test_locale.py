"""The catalogues are complete: `python -m rnnviz.locale` brings them up to date."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

import rnnviz.locale
from pages.server.language import language_of
from rnnviz.locale import LANGUAGES, closest, reader_language, translator
from rnnviz.locale.__main__ import marked, read, refresh

FOLDER = Path(rnnviz.locale.__file__).parent
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.fixture(scope="module")
def messages() -> list[str]:
    """All that the code marks."""
    return sorted(str(entry.id) for entry in marked() if entry.id)


def placeholders(message: str) -> list[str]:
    return sorted(re.findall(r"\{[^}]*\}", message))


def test_the_code_has_messages(messages: list[str]) -> None:
    assert {"hidden state", "Cell", "Next time step"} <= set(messages)


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str, messages: list[str]) -> None:
    catalogue = {entry.id: entry for entry in read(FOLDER / f"{language}.po") if entry.id}
    assert sorted(catalogue) == messages, "python -m rnnviz.locale brings the catalogue up to date"
    assert [message for message, entry in catalogue.items() if not entry.string] == []
    assert [message for message, entry in catalogue.items() if entry.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_read_as_gettext_reads_it(language: str, messages: list[str]) -> None:
    catalogue = {entry.id: entry.string for entry in read(FOLDER / f"{language}.po") if entry.id}
    _ = translator(language)
    assert {message: _(message) for message in messages} == catalogue


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_in_the_same_values(language: str, messages: list[str]) -> None:
    _ = translator(language)
    for message in messages:
        assert placeholders(_(message)) == placeholders(message), message


@pytest.mark.parametrize("language", OTHERS)
def test_translations_keep_the_marks_of_their_message(language: str, messages: list[str]) -> None:
    _ = translator(language)
    for message in messages:
        assert _(message).count("**") == message.count("**"), message
        assert _(message).count("\n") == message.count("\n"), message


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_is_as_the_command_leaves_it(language: str, tmp_path: Path) -> None:
    copy = tmp_path / f"{language}.po"
    copy.write_bytes((FOLDER / copy.name).read_bytes())
    refresh(copy)
    assert copy.read_text("utf-8") == (FOLDER / copy.name).read_text("utf-8")


@pytest.mark.parametrize(
    ("english", "simplified", "traditional"),
    [
        ("hidden state", "隐藏状态", "隱藏狀態"),
        ("reset gate", "重置门", "重置閘"),
        ("update gate", "更新门", "更新閘"),
        ("candidate hidden state", "候选隐藏状态", "候選隱藏狀態"),
        ("input gate", "输入门", "輸入閘"),
        ("forget gate", "遗忘门", "遺忘閘"),
        ("output gate", "输出门", "輸出閘"),
        ("memory cell", "记忆细胞", "記憶單元"),
        ("candidate memory cell", "候选记忆细胞", "候選記憶單元"),
        ("Time step", "时间步", "時間步"),
        ("target", "标签", "標籤"),
    ],
)
def test_the_terms_are_those_of_the_documents(
    english: str, simplified: str, traditional: str
) -> None:
    said = [translator(language)(english) for language in ("zh-Hans", "zh-Hant")]
    assert said == [simplified, traditional]


def test_a_language_there_is_none_of_is_refused() -> None:
    with pytest.raises(ValueError, match="language is 'fr'; it must be one of en, "):
        translator("fr")


THIRD = """
import sys
from babel.messages.pofile import read_po, write_po
from pathlib import Path
from streamlit.testing.v1 import AppTest

path = Path("rnnviz/locale/fr.po")
with path.open("rb") as file:
    catalogue = read_po(file)
for entry in catalogue:
    entry.string = "Français" if entry.id == "English" else entry.id and f"{entry.id}¤"
with path.open("wb") as file:
    write_po(file, catalogue, width=100, omit_header=True)

from pages.server import packages
from pages.shared.contents import TITLES
from rnnviz.locale import LANGUAGES, closest
packages.ask_none()
assert LANGUAGES["fr"] == "Français" and closest("fr-CA,en") == "fr"
for page in TITLES:
    at = AppTest.from_file("pages/router.py", default_timeout=60)
    at.query_params["lang"] = "fr"
    at.switch_page(page).run()
    assert not at.exception, (page, at.exception)
    assert [group.value for group in at.button_group if group.key == "switch"] == ["fr"], page
    labelled = [*at.toggle, *at.text_input, *at.number_input, *at.radio]
    ours = [widget.label for widget in labelled if widget.key and "question" not in widget.key]
    prose = [m.value for m in at.markdown]
    drawn = [one.proto.json or one.proto.bytes.decode() for one in at.get("bidi_component")]
    assert any("¤" in text or "\\\\u00a4" in text for text in [*ours, *prose, *drawn]), page
    for told in drawn:
        assert '"language": "fr"' in told.replace('":"', '": "'), page
# All pages have been opened; and none of them needs torch, which only trainings wait for.
assert "torch" not in sys.modules
"""


def test_another_language_needs_nothing_but_its_catalogue_and_its_prose(tmp_path: Path) -> None:
    root = FOLDER.parents[1]
    for name in ("pages", "rnnviz", ".streamlit"):
        # With what Python has compiled.
        shutil.copytree(root / name, tmp_path / name)
    proses = [
        *tmp_path.glob("pages/*/content/*.en.md"),
        *tmp_path.glob("rnnviz/course/*/**/*.en.md"),
    ]
    assert len(proses) > 20
    for prose in proses:
        shutil.copy(prose, prose.with_name(prose.name.replace(".en.", ".fr.")))
    python = [sys.executable, "-m", "rnnviz.locale", "fr"], [sys.executable, "-c", THIRD]
    for command in python:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("spoken", "shown"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh-TW,zh;q=0.9,en", "zh-Hant"),
        ("zh_HK", "zh-Hant"),
        ("zh-MO", "zh-Hant"),
        ("zh-Hant-CN", "zh-Hant"),
        ("zh-hant", "zh-Hant"),
        ("ZH", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hans-TW", "zh-Hans"),
        ("zh-Twi", "zh-Hans"),
        ("en-GB,zh", "en"),
        ("de,zh;q=0.5", "en"),
        ("zhuang", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_a_reader_is_spoken_to_in_the_language_they_share_with_us(spoken: str, shown: str) -> None:
    assert closest(spoken) == shown


@pytest.mark.parametrize(
    ("query", "spoken", "language"),
    [
        ("", "", "en"),
        ("", "zh-CN,zh;q=0.9", "zh-Hans"),
        ("lang=en", "zh-CN", "en"),
        ("lang=zh-Hans&lang=en", "zh-CN", "en"),
        ("lang=xx", "zh-CN", "zh-Hans"),
        ("", "zh-TW,zh-CN", "zh-Hant"),
        ("lang=zh-Hans", "zh-TW", "zh-Hans"),
        ("lang=%FF%00", "", "en"),
    ],
)
def test_an_address_says_the_language_before_the_browser(
    query: str, spoken: str, language: str
) -> None:
    headers = [(b"accept-language", spoken.encode())]
    scope = {"type": "http", "query_string": query.encode(), "headers": headers}
    assert language_of(HTTPConnection(scope)) == language


def test_a_language_that_there_is_none_of_is_english_until_one_is_chosen() -> None:
    assert reader_language("", "fr-FR") == "en"
    assert reader_language("zh-Hans", "fr-FR") == "zh-Hans"
    assert reader_language("fr", "zh-TW") == "zh-Hant"
