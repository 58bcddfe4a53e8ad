"""What all figures share: the hues, and a paper that lets either theme shine through.

Every hue keeps a contrast of 3:1 to the light paper and to the dark one, so that a figure need
not know the theme. Text takes the theme's own colour, or a hue with part of that colour in it, for
4.5:1. Tests hold both.
"""

import plotly.graph_objects as go

PAPERS = ("#ffffff", "#12161f")

HUES = {
    "input": "#7c8696",
    "state": "#2b87d8",
    "memory": "#2f9e44",
    "gate": "#dd6b20",
    "gate2": "#a8820c",
    "candidate": "#0e93a8",
    "output": "#b04fcb",
    "loss": "#e5484d",
}
# What of a hue is left in text; the rest is the theme's colour of text.
HUE_IN_TEXT = 0.6
FONT_SIZE = 13
# Between an axis's title and its tick labels, in pixels.
STANDOFF = 14
GRID = "rgba(128, 136, 150, 0.28)"


def figure(height: int) -> go.Figure:
    """An empty figure of that height in pixels, without a background of its own."""
    made = go.Figure()
    made.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor="rgba(0, 0, 0, 0)",
        plot_bgcolor="rgba(0, 0, 0, 0)",
        font={"size": FONT_SIZE},
        dragmode=False,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        hoverlabel={"align": "left"},
    )
    axis = {
        "fixedrange": True,
        "automargin": True,
        "zeroline": False,
        "gridcolor": GRID,
        "title": {"standoff": STANDOFF},
    }
    made.update_xaxes(**axis, showgrid=False)
    made.update_yaxes(**axis)
    return made
