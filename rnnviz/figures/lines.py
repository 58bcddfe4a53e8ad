"""Quantities against a whole number: n of an n-gram, a time step."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from rnnviz.cells.activations import Array
from rnnviz.figures.look import HUES, figure

DASHES = {"solid": "circle", "dash": "diamond", "dot": "square"}


@dataclass(frozen=True)
class Line:
    """name: shown in the legend. hue: a key of HUES. dash: so that colour is not all there is."""

    name: str
    values: Sequence[float] | Array
    hue: str
    dash: str = "solid"


def lines(
    x: Sequence[int],
    drawn: Sequence[Line],
    x_title: str,
    y_title: str,
    y_range: tuple[float, float],
    logarithmic: bool = False,
    height: int = 340,
) -> go.Figure:
    """One line a quantity, each value named when hovered.

    y_range: the ends of the scale, in the values' own unit; the logarithmic scale counts in
    powers of ten.
    """
    made = figure(height)
    few = len(x) <= 12
    for line in drawn:
        made.add_scatter(
            x=list(x),
            y=np.asarray(line.values, dtype=float),
            name=line.name,
            mode="lines+markers" if few else "lines",
            line={"color": HUES[line.hue], "dash": line.dash, "width": 2.5},
            marker={"symbol": DASHES[line.dash], "size": 8},
            hovertemplate=f"{line.name}<br>{x_title} %{{x}}: %{{y:{',.0f' if logarithmic else '.3f'}}}"
            "<extra></extra>",
        )
    ends = np.log10(y_range) if logarithmic else y_range
    made.update_xaxes(title_text=x_title, dtick=1 if few else None, range=[x[0] - 0.3, x[-1] + 0.3])
    made.update_yaxes(
        title_text=y_title,
        range=[float(end) for end in ends],
        type="log" if logarithmic else "linear",
        **({"exponentformat": "power", "dtick": 4} if logarithmic else {}),
    )
    return made
