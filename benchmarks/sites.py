"""The sites that the benchmarks visit, and how they tell that a visit is complete."""

import math
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.serving import ROOT, start_server

HERE = Path(__file__).parent
PATIENCE = 60


class Site(NamedTuple):
    name: str
    script: Path
    path: str
    # The element that appears once the visitor has the content.
    shows: str


STEP = Site("Step page", ROOT / "app.py", "/step", '[data-testid="stage"][data-t]')
TRAIN = Site("Train page", ROOT / "app.py", "/train", '[data-testid="training"] .page-row')
CHAPTER = Site("chapter", ROOT / "app.py", "/softmax", '[data-testid="chapter"] .picture text')
HELLO = '[data-testid="stMarkdownContainer"] p'
PLAIN = Site("one-line page", HERE / "one_line" / "page.py", "/", HELLO)
PLAIN_BEHIND_OURS = Site("one-line page, our server", HERE / "one_line" / "app.py", "/", HELLO)


@contextmanager
def running(*sites: Site) -> Iterator[dict[Site, str]]:
    """The address at which each site answers, while the block runs."""
    with TemporaryDirectory() as logs, ExitStack() as stack:
        addresses = {}
        for site in sites:
            server = start_server(Path(logs), site.script)
            stack.callback(server.stop)
            _processes[site] = server.process.pid
            addresses[site] = server.url + site.path
        yield addresses


_processes: dict[Site, int] = {}


def processor_time(site: Site) -> float:
    """The processor seconds that a running site's server has used so far; NaN where the system does
    not say."""
    try:
        told = (
            Path(f"/proc/{_processes[site]}/stat")
            .read_text(encoding="utf-8")
            .rpartition(")")[2]
            .split()
        )
    except OSError:
        return math.nan
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


# Looks for an element within shadow roots too.
FIND = """const find = (root, selector) => {
    const here = root.querySelector(selector)
    if (here) return here
    for (const element of root.querySelectorAll("*")) {
      const there = element.shadowRoot && find(element.shadowRoot, selector)
      if (there) return there
    }
    return null
  }"""
# A promise of the milliseconds from the start of the navigation to the first frame painted with
# the selector in it.
SHOWN_AT = """
(() => {
  FIND
  const painted = new MessageChannel()
  window.shownAt = new Promise((resolve, reject) => {
    painted.port1.onmessage = () => resolve(performance.now())
    setTimeout(() => reject(new Error("The page has not shown it within PATIENCE s")), 1000 * PATIENCE)
  })
  const look = () => {
    if (find(document, SELECTOR)) painted.port2.postMessage(null)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()
"""


def shown_at_script(site: Site) -> str:
    script = SHOWN_AT.replace("FIND", FIND).replace("PATIENCE", str(PATIENCE))
    return script.replace("SELECTOR", repr(site.shows))
