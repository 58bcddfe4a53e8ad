"""A page that stands alone, on a disk or on any host, leads nowhere else whatever is written into it."""

import re
from html import unescape

import pytest

from rnnviz.site import page
from rnnviz.web import document


def policy(html: str) -> dict[str, str]:
    told = re.search(r'<meta http-equiv="Content-Security-Policy"\s+content="([^"]+)"', html)
    assert told
    parts = (part.strip().partition(" ") for part in unescape(told[1]).split(";"))
    return {name: sources for name, _, sources in parts}


FILES = [document.document("", "en", "", {}, "", has_workers=workers) for workers in (False, True)]


@pytest.mark.parametrize("html", [*FILES, page.PAGE], ids=["file", "file with workers", "edition"])
def test_neither_a_base_nor_a_form_leads_elsewhere(html: str) -> None:
    found = policy(html)
    # These two do not follow from what is said of all the others.
    assert (found["base-uri"], found["form-action"]) == ("'none'", "'none'")
    assert found["default-src"] in {"'none'", "'self'"}
