"""Two drawings of the documents: the loop and its time line (001), one step of the cell (004)."""

import plotly.graph_objects as go

from rnnviz.figures.look import HUES, figure

BOX = 46


def _canvas(width: tuple[float, float], height: tuple[float, float], pixels: int) -> go.Figure:
    made = figure(pixels)
    made.update_xaxes(visible=False, range=list(width))
    made.update_yaxes(visible=False, range=list(height))
    made.update_layout(showlegend=False)
    return made


def _node(
    made: go.Figure, x: float, y: float, text: str, hue: str, hover: str, round_: bool = True
) -> None:
    """A circle, or a box, with a letter in it that takes the theme's colour."""
    r, g, b = (int(HUES[hue][k : k + 2], 16) for k in (1, 3, 5))
    made.add_scatter(
        x=[x],
        y=[y],
        mode="markers+text",
        marker={
            "symbol": "circle" if round_ else "square",
            "size": BOX,
            "color": f"rgba({r}, {g}, {b}, 0.16)",
            "line": {"width": 2, "color": HUES[hue]},
        },
        text=[text],
        textfont={"size": 15},
        hovertemplate=f"{hover}<extra></extra>",
    )


def _arrow(
    made: go.Figure, start: tuple[float, float], end: tuple[float, float], hue: str, label: str = ""
) -> None:
    made.add_annotation(
        x=end[0], y=end[1], ax=start[0], ay=start[1],
        xref="x", yref="y", axref="x", ayref="y",
        showarrow=True, arrowhead=2, arrowwidth=2, arrowcolor=HUES[hue],
        standoff=BOX / 2 + 2, startstandoff=BOX / 2, text="",
    )  # fmt: skip
    if label:
        # Beside an upright arrow, above a level one, and on the open side of a slanting one.
        (x, y), (x_end, y_end) = start, end
        beside = 13 if x == x_end else 16 * (y > y_end) - 16 * (y < y_end)
        made.add_annotation(
            x=(start[0] + end[0]) / 2,
            y=(start[1] + end[1]) / 2,
            text=f"<b>{label}</b>",
            font={"color": HUES[hue], "size": 15},
            showarrow=False,
            xshift=beside,
            yshift=0 if start[0] == end[0] else 15,
        )


def unrolled(steps: int, hover: dict[str, str]) -> go.Figure:
    """The network of 001 folded (steps 0), or unfolded into that many time steps up to t.

    hover: the texts for x, s, o, U, W and V.
    """
    shown = max(1, steps)
    made = _canvas((-1.0, max(shown, 3) - 0.35), (-0.5, 2.5), 330)
    for k in range(shown):
        x = k + (0 if steps else 1)
        lag = shown - 1 - k
        sub = "" if not steps else "t" if lag == 0 else f"t−{lag}"
        for y, letter, hue in ((0, "x", "input"), (1, "s", "state"), (2, "o", "output")):
            name = f"{letter}<sub>{sub}</sub>" if sub else letter
            _node(made, x, y, name, hue, f"{name}: {hover[letter]}")
        _arrow(made, (x, 0), (x, 1), "input", "U")
        _arrow(made, (x, 1), (x, 2), "output", "V")
        if steps:
            _arrow(made, (x - 1, 1), (x, 1), "state", "W")
    if not steps:
        made.add_shape(
            type="path",
            path="M 1.13 1.14 C 1.75 1.75 1.75 0.25 1.15 0.84",
            line={"color": HUES["state"], "width": 2},
        )
        made.add_annotation(
            x=1.14, y=0.85, ax=14, ay=12, text="", showarrow=True, arrowhead=2, arrowwidth=2,
            arrowcolor=HUES["state"],
        )  # fmt: skip
        made.add_annotation(
            x=1.72, y=1, text="<b>W</b>", font={"color": HUES["state"], "size": 15}, showarrow=False
        )
    return made


def one_step(f: str, g: str, shapes: dict[str, str]) -> go.Figure:
    """The computation graph of one step in 004's letters, each value with its shape.

    shapes: such as {"x": "(3,)", "h": "(4,)", "y": "(2,)"}.
    """
    made = _canvas((-0.5, 6.5), (-0.6, 2.5), 300)
    nodes = {
        "h_prev": (0.0, 2.0, "h<sub>t−1</sub>", "state", f"h<sub>t−1</sub> {shapes['h']}"),
        "x": (0.0, 0.0, "x<sub>t</sub>", "input", f"x<sub>t</sub> {shapes['x']}"),
        "plus_h": (1.6, 1.0, "+ b<sub>h</sub>", "state", f"{shapes['h']}"),
        "f": (2.8, 1.0, f, "state", f"f = {f}"),
        "h": (4.0, 1.0, "h<sub>t</sub>", "state", f"h<sub>t</sub> {shapes['h']}"),
        "plus_y": (4.9, 0.0, "+ b<sub>y</sub>", "output", f"{shapes['y']}"),
        "y": (6.0, 0.0, "y<sub>t</sub>", "output", f"g = {g}: y<sub>t</sub> {shapes['y']}"),
        "next": (6.0, 2.0, "h<sub>t</sub>", "state", f"h<sub>t</sub> {shapes['h']}"),
    }
    edges = (
        ("h_prev", "plus_h", "state", "W<sub>hh</sub>"),
        ("x", "plus_h", "input", "W<sub>xh</sub>"),
        ("plus_h", "f", "state", ""),
        ("f", "h", "state", ""),
        ("h", "plus_y", "output", "W<sub>hy</sub>"),
        ("plus_y", "y", "output", g),
        ("h", "next", "state", "→ t+1"),
    )
    for source, target, hue, label in edges:
        _arrow(made, nodes[source][:2], nodes[target][:2], hue, label)
    for key, (x, y, text, hue, hover) in nodes.items():
        _node(made, x, y, text, hue, hover, round_=key not in ("f",))
    return made
