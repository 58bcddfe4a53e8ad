"""The modules of each view become one, each in a scope of its own. No line needs scrolling."""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from rnnviz import course, hall, live, stage
from rnnviz.web import PICTURES, bundled, joined

VIEWS = [stage.ASSETS / "main.js", live.MAIN, PICTURES, *course.VIEWS.values()]
HALL = (
    "teach",
    "tools",
    "plan",
    "take",
    "notes",
    "follower",
    "series",
    "handout",
    "slides",
    "thumbnails",
)
BUNDLES = [*VIEWS, *(hall.ASSETS / f"{name}.js" for name in HALL)]
DECLARED = re.compile(r"^export (?:async )?(?:const|class|function\*?) (\w+)", re.MULTILINE)
# A few lines more than the longest of today, `stageView`: what is longer is split, and this goes down with the longest.
LONGEST_FUNCTION = 280
# As Biome writes it: the line that opens a function's body, and what begins other bodies.
OPENS = re.compile(r"(?:=>|\)) \{$")
NO_FUNCTION = re.compile(r"(?:\} )?(?:else|if|for|while|switch|catch)\b")


def run(script: str) -> list[str]:
    """The words that a module writes."""
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", script], check=True, capture_output=True, text=True
    )
    return ran.stdout.split()


def written(folder: Path, **modules: str) -> Path:
    """Modules in a folder, by their names; the first one's path."""
    for name, source in modules.items():
        (folder / f"{name}.js").write_text(source, "utf-8")
    return folder / f"{next(iter(modules))}.js"


def exported(*scripts: str) -> list[list[str]]:
    """What each module exports; node has then read it whole, and run nothing."""
    program = """
    import { readFileSync } from "node:fs";
    import { SourceTextModule } from "node:vm";
    const names = ({ namespace }) => Reflect.ownKeys(namespace).filter((name) => typeof name === "string");
    const modules = JSON.parse(readFileSync(0, "utf8")).map((script) => new SourceTextModule(script));
    for (const module of modules) await module.link(() => null);
    console.log(JSON.stringify(modules.map(names)));
    """
    flags = ("--no-warnings", "--experimental-vm-modules", "--input-type=module")
    ran = subprocess.run(
        ["node", *flags, "-e", program],
        input=json.dumps(scripts),
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_each_view_s_modules_are_one_module_that_exports_what_the_view_does() -> None:
    scripts = [joined(entry) for entry in BUNDLES]
    for entry, names in zip(BUNDLES, exported(*scripts), strict=True):
        assert names == sorted(DECLARED.findall(entry.read_text("utf-8"))), entry
    assert exported(joined(*BUNDLES[:1], PICTURES)) == [
        ["bring", "motifsOf", "mount", "picture", "savePicture", "send", "sheetOf", "showPictures"]
    ]
    assert not any("/**" in script for script in scripts)


def test_two_modules_may_declare_the_same_name(tmp_path: Path) -> None:
    entry = written(
        tmp_path,
        entry="""import { told } from "./deep_er/other2.js";
import { Kept, many, soon, told as same } from "./deep_er/../deep_er/other2.js";

const NAME = "entry"; // not "other"
export const words = [NAME, told(), told === same, new Kept().name, [...many()].length];
export async function last() {
  return soon();
}
""",
        shared="export const NAME = 'shared';\nconsole.log(NAME);\n",
    )
    (tmp_path / "deep_er").mkdir()
    written(
        tmp_path / "deep_er",
        other2="""import { NAME as SHARED } from "../shared.js";

const NAME = "other";
export function told() {
  return `${NAME}/${SHARED}`;
}
export class Kept {
  name = NAME;
}
export function* many() {
  yield* [1, 2];
}
export async function soon() {
  return "soon";
}
""",
    )
    told = run(joined(entry) + "console.log(...words, await last());")
    assert told == ["shared", "entry", "other/shared", "true", "other", "2", "soon"]
    # As a script of several views, and with its comments.
    assert run(bundled({"one": entry}) + "console.log(views.one.words[1]);")[1] == "other/shared"
    assert 'const NAME = "entry"; // not "other"' in joined(entry, comments=True)
    assert run(joined(entry, comments=True) + "console.log(words[0]);") == ["shared", "entry"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('import * as all from "./b.js";', "a module imports by"),
        ('import whole from "./b.js";', "a module imports by"),
        ('import "./b.js";', "a module imports by"),
        ('import { b } from "elsewhere";', "a module imports by"),
        ('import { b } from "./missing.js";', "there is no ./missing.js"),
        ('import { c } from "./b.js";', "./b.js exports no c"),
        ("export let changes = 1;", "a module exports by"),
        ("export const { a, b } = {};", "a module exports by"),
        ("export default 3;", "a module exports by"),
        ("export { told };", "a module exports by"),
        ('export { b } from "./b.js";', "a module exports by"),
    ],
)
def test_other_imports_and_exports_are_refused_by_file_and_line(
    tmp_path: Path, line: str, why: str
) -> None:
    entry = written(
        tmp_path,
        a=f"/* one\n   two */\nconst told = `\nimport torch\n`;\n{line}\n",
        b="export const b = 1;\n",
    )
    with pytest.raises(ValueError, match=rf"a\.js, line 6: {re.escape(why)}"):
        joined(entry)


def test_modules_that_need_each_other_are_refused(tmp_path: Path) -> None:
    one, other = (
        f'import {{ {b} }} from "./{b}.js";\nexport const {a} = () => {b};\n'
        for a, b in ("ab", "ba")
    )
    with pytest.raises(ValueError, match=r"need each other: \S*a\.js → \S*b\.js → \S*a\.js"):
        joined(written(tmp_path, a=one, b=other))


def test_two_entries_of_a_module_export_different_names(tmp_path: Path) -> None:
    entry = written(tmp_path, a="export const one = 1;\n", b="export const one = 2;\n")
    with pytest.raises(ValueError, match="export one"):
        joined(entry, tmp_path / "b.js")


def test_views_in_one_script_share_their_modules_and_keep_their_names(tmp_path: Path) -> None:
    own = 'import {{ count }} from "./shared.js";\n\nconst NAME = "{0}";\ncount.value += 1;\n'
    own += (
        "export const name = () => NAME;\nexport function calls() {{\n  return count.value;\n}}\n"
    )
    written(
        tmp_path,
        shared="export const count = { value: 0 };\n",
        one=own.format("one"),
        other=own.format("other"),
    )
    script = bundled({name: tmp_path / f"{name}.js" for name in ("one", "other")})
    script += "console.log(views.one.name(), views.other.name(), views.one.calls());"
    assert run(script) == ["one", "other", "2"]
    everything = bundled({str(entry): entry for entry in BUNDLES})
    assert everything.count("function furnish(") == 1
    assert exported(everything) == [[]]


def test_no_line_of_javascript_is_longer_than_120_columns() -> None:
    root = Path(__file__).parents[2]
    files = chain(
        *(root.glob(f"{folder}/**/*.js") for folder in ("rnnviz", "pages")),
        *(root.glob(f"{folder}/**/*.mjs") for folder in ("tests", "benchmarks")),
    )
    lines = {
        f"{file.relative_to(root)}:{number}": line
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
    }
    assert len(lines) > 5000
    assert [place for place, line in lines.items() if len(line) > 120] == []


def test_what_a_module_exports_is_named_in_another_file() -> None:
    root = Path(__file__).parents[2]
    texts = {
        path: path.read_text("utf-8")
        for folder in ("rnnviz", "pages", "tests")
        for path in (root / folder).rglob("*")
        if path.suffix in (".js", ".mjs", ".py")
    }
    files = Counter(word for text in texts.values() for word in set(re.findall(r"\w+", text)))
    exports = [
        (path, name)
        for path, text in texts.items()
        if path.suffix == ".js"
        for name in DECLARED.findall(text)
    ]
    assert len(exports) > 1000
    assert [one for one in exports if files[one[1]] == 1] == []


def functions(script: str) -> Iterator[tuple[str, int]]:
    """The line that begins each function, and how many lines it has."""
    opened: list[tuple[int, int, str]] = []
    for number, line in enumerate(script.splitlines()):
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        if text.startswith("}"):
            while opened and opened[-1][0] >= indent:
                own, first, head = opened.pop()
                if own == indent:
                    yield head, number - first + 1
        if OPENS.search(text) and not NO_FUNCTION.match(text):
            opened.append((indent, number, text))


def test_how_long_a_function_is_is_found() -> None:
    script = """export function whole(a) {
  const inner = (b) => {
    if (b) {
      return 1;
    }
    return 2;
  };
  return {
    act() {
      return inner(a);
    },
  };
}
"""
    assert [*functions(script)] == [
        ("const inner = (b) => {", 6),
        ("act() {", 3),
        ("export function whole(a) {", 13),
    ]


def test_no_function_of_javascript_grows_longer_than_the_longest() -> None:
    root = Path(__file__).parents[2]
    lengths = {
        f"{path.relative_to(root)}: {head}": length
        for folder in ("rnnviz", "pages")
        for path in (root / folder).rglob("*.js")
        for head, length in functions(path.read_text("utf-8"))
    }
    assert len(lengths) > 3000
    assert {name: own for name, own in lengths.items() if own > LONGEST_FUNCTION} == {}
