"""The picture that stands for a page where its link is sent."""

import io

import numpy as np
from PIL import Image

from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.explain import ledger
from rnnviz.locale import ENGLISH
from rnnviz.site.cards import HEIGHT, MARGIN, WIDTH, card


def test_the_first_page_is_known_by_its_river_to_scale() -> None:
    picture = np.asarray(Image.open(io.BytesIO(card(""))).convert("RGB")).astype(int)
    assert picture.shape == (HEIGHT, WIDTH, 3)
    trace = trace_of(Link.first(ENGLISH))
    T = trace.steps
    sizes = [np.abs(ledger(trace, t)[:, 0]).sum(axis=1) for t in range(T)]
    most = max(one.sum() for one in sizes)
    paper, dark = picture[0, 0], picture[HEIGHT - MARGIN - 4, MARGIN + (WIDTH - 2 * MARGIN) // T]
    for t in range(T):
        x = MARGIN + round((t + 1) * (WIDTH - 2 * MARGIN) / (T + 0.5)) - 1
        column = picture[:, x]
        scale = (HEIGHT - 2 * MARGIN) / most
        drawn = HEIGHT - MARGIN - np.argmax((np.abs(column - paper) > 20).any(axis=1))
        assert abs(drawn - scale * sizes[t].sum()) <= 3
        # The first character's layer is the dark one.
        first = (np.abs(column - dark) < 12).all(axis=1).sum()
        assert abs(first - scale * sizes[t][1]) <= 4
