"""What TypeScript says of values that Python makes, held against the shapes that JavaScript reads."""

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
# Strict, so that null is a value like any other. Files of types are held to themselves by `make lint`.
OPTIONS = (
    "--noEmit", "--strict", "--target", "esnext", "--module", "esnext",
    "--moduleResolution", "bundler", "--types", "", "--pretty", "false", "--skipLibCheck",
)  # fmt: skip


class Shaped(NamedTuple):
    """A value, as JSON has it, and the name of its type in a file of types. is_part: it may lack
    some of the type's fields."""

    name: str
    value: Any
    is_part: bool = False


def complaints(folder: Path, types: str, *shaped: Shaped) -> str:
    """What does not fit: "" where each value has exactly its type's fields, and the type allows no
    other.

    types: the file of types, such as "rnnviz/stage/scene.d.ts". Beside the value itself, TypeScript
    is shown what must not fit: the value with a field more, and without each of its fields or with
    something else there; and that the type knows no field that the value has not. So neither side
    may change a field, or make it optional, alone.
    """
    source = [f"import type * as shapes from {json.dumps(str(ROOT / types))};"]
    for number, (name, value, is_part) in enumerate(shaped):
        source.append(f"const v{number}: shapes.{name} = {json.dumps(value, default=list)};")
        fields = dict.fromkeys(value, "null!") if isinstance(value, dict) and not is_part else {}
        for field in fields:
            others = {one: never for one, never in fields.items() if one != field}
            source += _misfit(name, others)
            source += _misfit(name, others | {field: "() => 0"})
        if fields:
            source += _misfit(name, fields | {"another field": "0"})
            known = " | ".join(map(json.dumps, fields))
            source.append(f"(field: keyof shapes.{name}): {known} => field;")
    source.append(f"export default [{', '.join(f'v{k}' for k in range(len(shaped)))}];")
    made = folder / "made.ts"
    made.write_text("\n".join(source), "utf-8")
    tsc = subprocess.run(
        ["node", ROOT / "node_modules" / "typescript" / "bin" / "tsc", *OPTIONS, made],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return _explained(tsc.stdout, source) + tsc.stderr


def _misfit(name: str, fields: dict[str, str]) -> list[str]:
    """A value that must not fit. `null!` fits everything, so that one field alone is looked at."""
    inside = ", ".join(f"{json.dumps(field)}: {value}" for field, value in fields.items())
    return ["// @ts-expect-error", f"(): shapes.{name} => ({{ {inside} }});"]


def _explained(told: str, source: list[str]) -> str:
    """Complaints with the line that each is about, which for a missing one is the line after it."""
    lines = []
    for line in told.splitlines():
        lines.append(line)
        if "Unused '@ts-expect-error'" in line:
            number = int(line.split("(")[1].split(",")[0])
            lines.append(f"    fits, though it must not: {source[number][:300]}")
    return "\n".join(lines)
