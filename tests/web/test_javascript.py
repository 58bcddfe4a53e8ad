"""Comments leave what is sent, and nothing else does."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from rnnviz.web import sheets
from rnnviz.web.javascript import only_code, pieces, without_comments

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).with_name("comments.mjs")
SOURCE = r"""// the head
const a = b / c; /* one */ const d = /[/"]\/`'\//g.test(x) / 2; // tail
  // a line of its own
  /* and
     another */
const f = () => {
  return /* ends the line
  */ 3;
};
x(/** @type {any} */ y, `// ${b ? `in /* ${{ "a'}": 1 /* two */ }} ` : "// no"} /* no */`);
const h = "it's \" // not", i = 'nor "\' /* this */';
const j = [1, 2][0] / f() / 2, k = typeof /`/, l = (a, b) => a.in / b;
"""


def test_a_program_without_its_comments_is_the_same_program() -> None:
    files = [
        *ROOT.glob("rnnviz/**/*.js"),
        *ROOT.glob("pages/**/*.js"),
        *ROOT.glob("tests/**/*.mjs"),
    ]
    sources = [SOURCE, *(file.read_text("utf-8") for file in files)]
    assert len(sources) > 250
    pairs = [[source, without_comments(source)] for source in sources]
    # One that is not the same: the comparison can tell.
    pairs.append(["const a = 'a // b';", "const a = 'a ';"])
    ran = subprocess.run(
        ["node", "--expose-internals", str(PROGRAMS)],
        input=json.dumps(pairs),
        capture_output=True,
        check=True,
        text=True,
    )
    assert json.loads(ran.stdout) == [len(pairs) - 1]


def test_no_comment_is_left_and_no_line_that_was_only_one() -> None:
    told = without_comments(SOURCE)
    assert [kind for kind, _ in pieces(told) if kind == "comment"] == []
    assert told.splitlines() == [
        r"""const a = b / c;   const d = /[/"]\/`'\//g.test(x) / 2;""",
        "const f = () => {",
        "  return",
        " 3;",
        "};",
        'x(  y, `// ${b ? `in /* ${{ "a\'}": 1   }} ` : "// no"} /* no */`);',
        *SOURCE.splitlines()[-2:],
    ]


def test_code_keeps_its_place_where_the_rest_is_blank() -> None:
    code = only_code(SOURCE)
    assert [len(line) for line in code.split("\n")] == [len(line) for line in SOURCE.split("\n")]
    assert code.split("\n")[1].split() == [
        *("const", "a", "=", "b", "/", "c;", "const", "d", "=", ".test(x)", "/", "2;")
    ]
    assert "not" not in code
    assert "two" not in code


@pytest.mark.parametrize(
    ("source", "sign"), [("a;\nb = 'c", "'"), ("a;\nb = `${c}", "}"), ("a;\nb = /* c", "/")]
)
def test_a_text_without_an_end_is_refused_by_its_line(source: str, sign: str) -> None:
    with pytest.raises(ValueError, match=f"line 2: what {sign}"):
        without_comments(source)


def test_style_sheets_are_sent_without_their_comments(tmp_path: Path) -> None:
    one, other = tmp_path / "one.css", tmp_path / "other.css"
    one.write_text("/* the\n head */\n.a {\n  /* of it */\n  color: red; /* here */\n}\n")
    other.write_text('.b::before {\n  content: "/* no */";\n}\n')
    told = '\n.a {\n  color: red;\n}\n.b::before {\n  content: "/* no */";\n}\n'
    assert sheets(one, other) == told
    sources = [*ROOT.glob("rnnviz/**/*.css")]
    assert len(sources) > 10
    css = sheets(*sources)
    assert "/*" not in css
    assert css.count("{") == sum(
        re.sub(r"/\*[\s\S]*?\*/", "", file.read_text("utf-8")).count("{") for file in sources
    )
