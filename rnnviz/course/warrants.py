"""What the page "How we know" says of our numbers: `python -m rnnviz.course.warrants` measures it anew, in a minute."""

import json
import math
from functools import cache
from pathlib import Path

from rnnviz import files

FILE = Path(__file__).with_name("reference") / "how_we_know.json"
DIGITS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@cache
def texts() -> dict[str, str]:
    """What stands for {{name}} in the page's prose: of each measure, such as lstm_states, its largest difference, and
    as lstm_states_of of how many numbers; and worst_slopes, the largest of all slopes."""
    measures = json.loads(FILE.read_text("utf-8"))
    slopes = [one["largest"] for one in measures if one["what"] == "slopes"]
    found = {"worst_slopes": power(max(slopes))}
    for one in measures:
        name = f"{one['network']}_{one['what']}"
        found |= {name: power(one["largest"]), f"{name}_of": f"{one['numbers']:,}"}
    return found


def power(value: float) -> str:
    """A small number as its digits and a power of ten, such as 4.4·10⁻¹⁶, rounded up."""
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    digits, exponent = f"{math.ceil(round(value / unit, 6)) * unit:.1e}".split("e")
    return f"{digits}·10{str(int(exponent)).translate(DIGITS)}"


def main() -> None:
    from rnnviz.training.trainer import settle
    from rnnviz.training.warrants import warrants

    settle()
    told = ",\n".join(json.dumps(one._asdict()) for one in warrants())
    files.put(FILE, f"[\n{told}\n]\n".encode(), mode=files.AS_OTHERS)


if __name__ == "__main__":
    main()
