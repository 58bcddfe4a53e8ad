"""Sizes as bars: an influence at each distance, a loss beside its bound, outputs under g."""

from collections.abc import Sequence

import plotly.graph_objects as go

from rnnviz.cells.activations import Array
from rnnviz.figures.look import HUES, figure


def written(value: float, digits: int) -> str:
    """A value with that many decimals; with one more where those would all be 0; else ≈0."""
    value += 0.0  # −0 is 0
    text = f"{value:,.{digits}f}"
    if value and float(f"{value:.{digits}f}") == 0:
        text = f"{value:.{digits + 1}f}" if abs(value) >= 0.5 * 10 ** -(digits + 1) else "≈0"
    return text.replace("-", "−")


def bars(
    labels: Sequence[str],
    values: Sequence[float] | Array,
    hue: str,
    y_title: str,
    y_range: tuple[float, float],
    x_title: str = "",
    digits: int = 3,
    marks: Sequence[float] | None = None,
    marks_name: str = "",
    height: int = 280,
) -> go.Figure:
    """One bar a label, its value written above it.

    marks: a line across each bar, such as the bound of a loss, called `marks_name`.
    """
    made = figure(height)
    places = list(range(len(labels)))
    made.add_bar(
        x=places,
        y=list(values),
        name=y_title,
        marker={"color": HUES[hue]},
        text=[written(v, digits) for v in values],
        textposition="outside",
        textangle=0,
        cliponaxis=False,
        customdata=list(labels),
        hovertemplate=f"%{{customdata}}<br>{y_title}: %{{y:.6g}}<extra></extra>",
        showlegend=marks is not None,
    )
    if marks is not None:
        made.add_scatter(
            x=places,
            y=list(marks),
            name=marks_name,
            mode="markers",
            marker={"symbol": "line-ew", "size": 54, "line": {"width": 3, "color": HUES["input"]}},
            customdata=list(labels),
            hovertemplate=f"%{{customdata}}<br>{marks_name}: %{{y:.6g}}<extra></extra>",
        )
    made.update_xaxes(tickvals=places, ticktext=list(labels), title_text=x_title, tickangle=0)
    made.update_yaxes(title_text=y_title, range=list(y_range))
    return made
