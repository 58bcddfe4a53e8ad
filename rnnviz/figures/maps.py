"""Matrices as maps: states over time, probabilities of tags."""

from collections.abc import Sequence

import plotly.graph_objects as go

from rnnviz.cells.activations import Array
from rnnviz.figures.look import DIVERGING, figure, sequential

ROW = 26
EDGES = 84


def state_map(
    states: Array, x_title: str, y_title: str, letter: str = "H", first: int = 0
) -> go.Figure:
    """Units × time, from −1 blue through paper at 0 to 1 orange.

    states: (T, h), written `letter`; the first of them is of time step `first`.
    """
    T, h = states.shape
    made = figure(EDGES + ROW * h)
    made.add_heatmap(
        z=states.T,
        x=list(range(first, first + T)),
        y=list(range(1, h + 1)),
        zmin=-1,
        zmax=1,
        colorscale=DIVERGING,
        xgap=1,
        ygap=2,
        colorbar={"thickness": 10, "tickvals": [-1, 0, 1], "ticktext": ["−1", "0", "1"]},
        hovertemplate=f"{letter}<sub>%{{x}}</sub>[%{{y}}] = %{{z:.4f}}<extra></extra>",
    )
    made.update_xaxes(title_text=x_title)
    made.update_yaxes(title_text=y_title, dtick=1, autorange="reversed", showgrid=False)
    return made


def tag_map(
    words: Sequence[str],
    tags: Sequence[str],
    probabilities: Array,
    right: Sequence[str],
    asked: str,
    tag_titles: Sequence[str],
) -> go.Figure:
    """Tags × words, from paper at 0 to full at 1, the right tag of each word framed.

    probabilities: (T, q), of each tag for each word. asked: the word to be marked.
    tag_titles: the tags in words, for the hover text.
    """
    made = figure(EDGES + 30 * len(tags))
    places = list(range(len(words)))
    made.add_heatmap(
        z=probabilities.T,
        x=places,
        y=list(tags),
        zmin=0,
        zmax=1,
        colorscale=sequential("output"),
        text=[[f"{p:.2f}" if p >= 0.005 else "" for p in row] for row in probabilities.T],
        texttemplate="%{text}",
        customdata=[[[word, title] for word in words] for title in tag_titles],
        hovertemplate="%{customdata[0]} · %{y} %{customdata[1]}: %{z:.4f}<extra></extra>",
        xgap=2,
        ygap=2,
        showscale=False,
    )
    for t, tag in enumerate(right):
        row = list(tags).index(tag)
        made.add_shape(
            type="rect",
            x0=t - 0.46, x1=t + 0.46, y0=row - 0.46, y1=row + 0.46,
            line={"width": 2, "color": "#7c8696"},
        )  # fmt: skip
    made.update_xaxes(
        side="top",
        tickvals=places,
        ticktext=[f"<b>[{word}]</b>" if word == asked else word for word in words],
        tickangle=0,
    )
    made.update_yaxes(autorange="reversed", showgrid=False)
    return made
