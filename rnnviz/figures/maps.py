"""Matrices as maps: states over time."""

import plotly.graph_objects as go

from rnnviz.cells.activations import Array
from rnnviz.figures.look import DIVERGING, figure

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
