"""Whatever a file holds that is opened as a lecture plan: a plan, the same for the browser and the server, or a
sentence."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from rnnviz.hall.built_in_plans import BUILT_IN
from rnnviz.hall.lecture_plans import LIMITS, LecturePlan
from rnnviz.locale import Refusal, translator
from tests.fuzz import JSON, changed, damaged, examples, nested

PLANS = Path(__file__).parents[2] / "rnnviz/hall/assets/plans.js"
# The shortest one: the fewer parts it has, the more of what is made of it is still a plan.
WHOLE = min(BUILT_IN, key=lambda plan: len(plan.stops)).told("en")
VIEWS = st.sampled_from(["step?t=1", "", "softmax", "//x", "a:b", "step\n", "step?\u0130"])
WORDS = st.text(max_size=12).map(lambda words: words * 30) | VIEWS
LOOSE = st.fixed_dictionaries(
    {
        "title": WORDS | JSON,
        "views": st.lists(
            st.fixed_dictionaries(
                {"view": VIEWS | WORDS, "say": WORDS},
                optional={"ask": WORDS, "minutes": JSON, "question": st.lists(WORDS) | JSON},
            ),
            max_size=4,
        )
        | JSON,
    }
)
TEXTS = (
    changed(WHOLE, JSON | WORDS).map(json.dumps)
    | LOOSE.map(json.dumps)
    | damaged(json.dumps(WHOLE).encode()).map(lambda made: made.decode("utf-8", "replace"))
    | st.text()
)
ASKED = f"""
    import {{ readFileSync }} from "node:fs";
    import {{ planIn }} from "{PLANS.as_uri()}";
    const [texts, limits] = JSON.parse(readFileSync(0, "utf8"));
    console.log(JSON.stringify(texts.map((text) => planIn(text, limits))));
"""


def read(text: str) -> LecturePlan | None:
    try:
        return LecturePlan.read(text)
    except Refusal as reason:
        reason.sentence(translator("zh-Hant")).encode()
        return None


def test_any_file_is_a_plan_or_a_sentence_and_what_a_browser_takes_the_server_takes() -> None:
    texts: list[str] = []

    @examples(500)
    @given(text=TEXTS)
    @example(text=json.dumps({"title": "a", "views": [], "more": float("nan")}))
    @example(text='{"title": "a", "views": [], "more": 1' + "0" * 5000 + "}")
    @example(text='{"title": "' + "\N{OWL}" * 60 + '", "views": []}')
    def reads(text: str) -> None:
        texts.append(text)
        plan = read(text)
        if plan is not None:
            # What it holds can be written, and is the same plan.
            told = json.dumps(plan.told("en"), ensure_ascii=False).encode()
            assert read(told.decode()) == plan

    reads()
    for text, own in zip(texts, in_the_browser(texts), strict=True):
        plan = read(text)
        if "refused" in own:
            continue
        # The browser sends what it has read, and not what the file held besides.
        sent = read(json.dumps(own))
        assert sent is not None, text
        assert plan in (None, sent), text
    taken = [own for own in in_the_browser(texts) if "refused" not in own]
    assert len(texts) / 20 < len(taken) < len(texts) * 0.9


def in_the_browser(texts: list[str]) -> list[dict[str, Any]]:
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", ASKED],
        input=json.dumps([texts, LIMITS]),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(answer.stdout)
    return found


def test_a_plan_of_any_depth_is_refused_in_words() -> None:
    for depth in range(1, 3 * sys.getrecursionlimit(), 3):
        for text in (
            nested(depth),
            f'{{"title": {nested(depth)}, "views": []}}',
            f'{{"title": "a", "views": [{nested(depth)}]}}',
        ):
            assert read(text) is None
