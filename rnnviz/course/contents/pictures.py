"""The small pictures of the contents: a few frames each, of numbers that are computed here.

The browser shows the frame `rest`, and plays all of them under the pointer or the focus. A frame of
"lines" is a list of {hue, points}, its points [x, y] from 0 to 1 with y upwards; of "bars", a list
of {hue, value} from 0 to 1; of "strips", rows of values from −1 to 1, null where there is none yet.
"legend" says in the letters of all languages what is drawn in which hue.
"""

import heapq
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array, relu, sigmoid, softmax, tanh
from rnnviz.course.chapters.evolution.numbers import evolution
from rnnviz.course.chapters.one_unit.numbers import knowledge
from rnnviz.course.chapters.writing.numbers import writing
from rnnviz.course.sentences import sentences
from rnnviz.explain import ngrams
from rnnviz.explain.gates import kept_share
from rnnviz.model import SequenceModel
from rnnviz.presets import load
from rnnviz.presets.readers import REFERENCE

Picture = dict[str, Any]
FRAMES = 24


@cache
def pictures() -> dict[str, Picture]:
    """Each chapter's picture, by the chapter's address."""
    return {
        name: {**draw(), "legend": [{"hue": hue, "text": text} for hue, text in LEGENDS[name]]}
        for name, draw in PICTURES.items()
    }


def neurons_picture() -> Picture:
    """A line turns among the corners of a square, two of which are marked: XOR."""
    ring = np.linspace(0, 2 * np.pi, 17)
    corners = [
        _line(hue, x + 0.045 * np.cos(ring) / 2, y + 0.045 * np.sin(ring))
        for x, y, hue in (
            (0.3, 0.2, "text"),
            (0.3, 0.8, "loss"),
            (0.7, 0.2, "loss"),
            (0.7, 0.8, "text"),
        )
    ]
    frames = []
    for angle in np.linspace(0.2, 0.2 + np.pi, FRAMES):
        far = np.array([-1.0, 1.0]) * min(0.5 / abs(np.sin(angle)), 0.9 / abs(np.cos(angle)), 0.5)
        way = _line("output", 0.5 + far * np.cos(angle) * 0.6, 0.5 + far * np.sin(angle))
        frames.append([*corners, way])
    return {"kind": "lines", "frames": frames, "rest": FRAMES // 5}


def activations_picture() -> Picture:
    """Sigmoid, tanh and ReLU, the steeper the larger the weight before them."""
    a = np.linspace(-1, 1, 41)
    frames = [
        [
            _line("gate1", (a + 1) / 2, (sigmoid(w * a) + 1) / 2),
            _line("state", (a + 1) / 2, (tanh(w * a) + 1) / 2),
            _line("memory", (a + 1) / 2, (np.minimum(relu(w * a), 1) + 1) / 2),
        ]
        for w in np.linspace(0.5, 8, FRAMES)
    ]
    return {"kind": "lines", "frames": frames, "rest": FRAMES // 2}


def softmax_picture() -> Picture:
    """Five scores become probabilities, while the temperature falls."""
    z = np.array([3.2, 1.0, -1.0, 2.5, 4.0])
    shares = (softmax(z / tau) for tau in np.geomspace(12, 0.5, FRAMES))
    frames = [[{"hue": "output", "value": p} for p in _short(share)] for share in shares]
    return {"kind": "bars", "frames": frames, "rest": FRAMES * 2 // 3}


def descent_picture() -> Picture:
    """A descent in a long bowl, step by step, and three of the bowl's rings."""
    curvature, place = np.array([1.0, 9.0]), np.array([-1.0, 0.75])
    angles = np.linspace(0, 2 * np.pi, 49)
    rings = [
        _line("loss", 0.5 + level * np.cos(angles) / 2, 0.5 + level * np.sin(angles) / 6)
        for level in (0.95, 0.6, 0.25)
    ]
    path, frames = [place], []
    for _ in range(FRAMES):
        path.append(path[-1] * (1 - 0.2 * curvature))
        x, y = np.array(path).T
        frames.append([*rings, _line("candidate", 0.5 + x / 2.1, 0.5 + y / 1.8)])
    return {"kind": "lines", "frames": frames, "rest": FRAMES - 1}


def backprop_picture() -> Picture:
    """The output of a neuron, and its slope, while one weight is trained."""
    x, w, frames = np.array([1.0, -0.5]), np.array([1.6, -1.2]), []
    for _ in range(FRAMES):
        y_hat = sigmoid(w @ x)
        gradient = y_hat * y_hat * (1 - y_hat) * x  # of ½ (ŷ − 0)²
        hues = {"output": y_hat, "loss": y_hat**2 / 2, "candidate": abs(4 * gradient[0])}
        frames.append([{"hue": hue, "value": float(round(v, 4))} for hue, v in hues.items()])
        w = w - 2 * gradient
    return {"kind": "bars", "frames": frames, "rest": 4}


def depth_picture() -> Picture:
    """The gradient's size back to the input, on a log scale, through more and more layers."""
    width, frames = 16, []
    rng = np.random.default_rng(0)
    weights = rng.normal(size=(30, width, width)) / np.sqrt(width)
    slopes: dict[str, Callable[[Array], Array]] = {
        "gate1": lambda a: sigmoid(a) * (1 - sigmoid(a)),
        "state": lambda a: 1 - tanh(a) ** 2,
    }
    values = {"gate1": sigmoid, "state": tanh}
    for depth in range(6, 31, 2):
        lines = []
        for hue, slope in slopes.items():
            h, before = rng.normal(size=width), []
            for W in weights[:depth]:
                before.append(h @ W)
                h = values[hue](before[-1])
            gradient, sizes = np.ones(width), [np.sqrt(width)]
            for W, a in zip(weights[:depth][::-1], before[::-1], strict=True):
                gradient = (gradient * slope(a)) @ W.T
                sizes.append(np.linalg.norm(gradient))
            y = 1 + np.log10(np.array(sizes[::-1]) / sizes[0]) / 20
            lines.append(_line(hue, np.linspace(0, depth / 30, depth + 1), np.clip(y, 0, 1)))
        frames.append(lines)
    return {"kind": "lines", "frames": frames, "rest": len(frames) - 1}


def embeddings_picture() -> Picture:
    """A few words as rows of numbers: the directions in which most of what follows them differs."""
    words = sentences("en")
    kinds = sorted(set(words))
    follows = np.zeros((len(kinds), len(kinds)))
    for one, two in pairwise(words):
        follows[kinds.index(one), kinds.index(two)] += 1
    follows /= follows.sum(axis=1, keepdims=True)
    U, S, _ = np.linalg.svd(follows - follows.mean(axis=0))
    vectors = U[:, :FRAMES] * S[:FRAMES] / np.abs(U[:, :6] * S[:6]).max()
    rows = [kinds.index(word) for word in ("cats", "dogs", "girls", "boys", "tea", "bread")]
    frames = [
        [
            [value if k < end else None for k, value in enumerate(_short(vectors[row]))]
            for row in rows
        ]
        for end in range(1, FRAMES + 1)
    ]
    return {"kind": "strips", "frames": frames, "rest": FRAMES - 1}


def nnlm_picture() -> Picture:
    """What a network of one layer expects after “girls drink”, while it learns from the text."""
    words = sentences("en")
    kinds = sorted(set(words))
    text = np.array([kinds.index(word) for word in words])
    eye = np.eye(len(kinds))
    x = np.concatenate((eye[text[:-2]], eye[text[1:-1]]), axis=1)
    asked = np.concatenate((eye[kinds.index("girls")], eye[kinds.index("drink")]))
    W, frames = np.zeros((2 * len(kinds), len(kinds))), []
    seen = [kinds.index(word) for word in ("tea", "coffee", "hot", "cold", "milk", "cats")]
    for _ in range(FRAMES):
        expected = softmax(asked @ W)[seen]
        frames.append([{"hue": "output", "value": p} for p in _short(expected)])
        for _ in range(4):
            W += 2 * x.T @ (eye[text[2:]] - softmax(x @ W)) / len(x)
    return {"kind": "bars", "frames": frames, "rest": FRAMES - 1}


def word2vec_picture() -> Picture:
    """Huffman's tree over eight words, merge by merge."""
    counts = [34, 16, 10, 7, 6, 4, 3, 2]
    # Each tree as its weight, its age, where its root stands, and its leaves in order.
    heap: list[tuple[int, int, list[Any]]] = [(c, k, [k]) for k, c in enumerate(counts)]
    heapq.heapify(heap)
    merges = []
    while len(heap) > 1:
        light, heavy = heapq.heappop(heap), heapq.heappop(heap)
        merges.append((heavy[2], light[2]))
        age = len(counts) + len(merges)
        heapq.heappush(heap, (light[0] + heavy[0], age, [heavy[2], light[2]]))
    leaves = _leaves(heap[0][2])
    steps = len(merges)

    def place(tree: list[Any]) -> tuple[float, float, int]:
        """Across, up and how high it stands over its leaves."""
        if not isinstance(tree[0], list):
            return (leaves.index(tree[0]) + 0.5) / len(leaves), 0.05, 0
        (x1, _, h1), (x2, _, h2) = place(tree[0]), place(tree[1])
        height = 1 + max(h1, h2)
        return (x1 + x2) / 2, 0.05 + 0.9 * height / steps, height

    frames = []
    for end in range(1, steps + 1):
        lines = []
        for k, pair in enumerate(merges[:end]):
            x, y, _ = place(list(pair))
            for child in pair:
                cx, cy, _ = place(child)
                hue = "output" if k == end - 1 else "candidate"
                lines.append(_line(hue, np.array([x, cx]), np.array([y, cy])))
        frames.append(lines)
    return {"kind": "lines", "frames": frames, "rest": steps - 1}


def _leaves(tree: list[Any]) -> list[int]:
    if not isinstance(tree[0], list):
        return tree
    return _leaves(tree[0]) + _leaves(tree[1])


def textcnn_picture() -> Picture:
    """Six filters slide over a sentence of twelve words; what each of them finds, window by window."""
    rng = np.random.default_rng(4)
    X, rows = rng.normal(size=(14, 4)), []
    for width in (2, 2, 3, 3, 4, 4):
        W = rng.normal(size=(width, 4)) / np.sqrt(4 * width)
        found = [relu(np.sum(X[t : t + width] * W)) for t in range(len(X) - 3)]
        rows.append(np.minimum(np.array(found), 1))
    return _strips(np.array(rows).T)


def history_picture() -> Picture:
    """What share of a new text was never seen, in strings of 1, 2, … 6 letters."""
    codes, others = REFERENCE.codes()
    V = len(REFERENCE.symbols)
    new = [ngrams.unseen_share(codes, others, n, V) for n in range(1, 7)]
    frames = [
        [
            {"hue": "loss", "value": float(round(v, 4)) if k < end else 0.0}
            for k, v in enumerate(new)
        ]
        for end in range(1, len(new) + 1)
    ]
    return {"kind": "bars", "frames": frames, "rest": len(frames) - 1}


def state_picture() -> Picture:
    """A hidden state, step by step."""
    return _strips(_states("hello world"))


def unrolled_picture() -> Picture:
    """How far back a prediction reaches: what the exchange of each earlier input moves in it."""
    text = "人法地，地法天，天法道，道法自"
    model = _trained(f"{text}然")
    last, moved = model.trace(text)["Y_hat"][-1, 0], []
    for k in range(len(text)):
        other = f"{text[:k]}天{text[k + 1 :]}"
        moved.append(np.abs(model.trace(other)["Y_hat"][-1, 0] - last).sum() / 2)
    frames = [
        [
            {"hue": "state", "value": float(round(v, 4)) if k >= start else 0.0}
            for k, v in enumerate(moved)
        ]
        for start in range(len(moved) - 1, -1, -1)
    ]
    return {"kind": "bars", "frames": frames, "rest": len(frames) - 1}


def shapes_picture() -> Picture:
    """X_t W_xh + H_{t−1} W_hh as rectangles, for growing h."""
    d, n, frames = 5, 2, []
    for h in range(2, 2 + FRAMES // 2):
        widths = [d, h, h, h]
        heights = [n, d, n, h]
        unit = 1 / (sum(widths) + 3)
        hues = ["input", "text", "state", "text"]
        x, lines = 0.0, []
        for hue, w, high in zip(hues, widths, heights, strict=True):
            y = min(1.0, high * unit * 3.2)
            corners = [(x, 0), (x, y), (x + w * unit, y), (x + w * unit, 0), (x, 0)]
            lines.append({"hue": hue, "points": [_short(corner) for corner in corners]})
            x += (w + 1) * unit
        frames.append(lines)
    return {"kind": "lines", "frames": frames, "rest": FRAMES // 4}


def gates_picture() -> Picture:
    """What a GRU keeps of its first state over 30 steps, for three values of its gate."""
    steps, hues = 30, {0.9: "gate2", 0.97: "candidate", 0.995: "state"}
    frames = [
        [_line(hue, np.arange(end + 1) / steps, kept_share(z, end)) for z, hue in hues.items()]
        for end in range(2, steps + 1, 2)
    ]
    return {"kind": "lines", "frames": frames, "rest": len(frames) - 1}


def gradients_picture() -> Picture:
    """What is left of a state over 24 steps, for matrices from one that shrinks to one that grows."""
    d, frames = np.arange(25), []
    for radius in np.linspace(0.6, 1.4, FRAMES):
        W = radius * np.linalg.qr(np.random.default_rng(0).normal(size=(8, 8)))[0]
        H, factors = np.full(8, 0.3), []
        for _ in d[1:]:
            H = tanh(H @ W)
            factors.append((1 - H**2)[:, np.newaxis] * W.T)
        left = [np.eye(8)]
        for factor in factors[::-1]:
            left.append(left[-1] @ factor)
        for hue, power in (("candidate", radius**d), ("state", np.linalg.norm(left, 2, (1, 2)))):
            line = _line(hue, 1 - d / 24, np.clip(0.6 + np.log10(power) / 6, 0, 1))
            frames.append([line]) if hue == "candidate" else frames[-1].append(line)
    return {"kind": "lines", "frames": frames, "rest": FRAMES - 1}


def evolution_picture() -> Picture:
    """A memory that is to last for 28 steps, in a plain network, an LSTM and a minimal GRU."""
    cells, hues = evolution()["cells"], {"rnn": "loss", "lstm": "memory", "mingru": "candidate"}
    steps = len(cells["rnn"]["left"])
    frames = [
        [
            _line(
                hue,
                np.arange(end) / steps,
                np.clip(1 + np.array(cells[name]["left"][-end:][::-1]) / 10, 0, 1) * 0.9,
            )
            for name, hue in hues.items()
        ]
        for end in range(2, steps + 1, 2)
    ]
    return {"kind": "lines", "frames": frames, "rest": len(frames) - 1}


def long_memory_picture() -> Picture:
    """What is left over 20 steps of a gradient, on a log scale, where each step keeps a half, 0.73
    or 0.95 of it."""
    steps, hues = 20, {0.5: "loss", 0.73: "gate2", 0.95: "memory"}
    frames = [
        [
            _line(
                hue,
                1 - np.arange(end) / steps,
                0.9 * np.maximum(0, 1 + np.log10(kept) * np.arange(end) / 6),
            )
            for kept, hue in hues.items()
        ]
        for end in range(2, steps + 1, 2)
    ]
    return {"kind": "lines", "frames": frames, "rest": len(frames) - 1}


def writing_picture() -> Picture:
    """What the true next letter costs, place by place: with the true text read, and with what the network
    writes itself."""
    reader = writing()["reader"]
    lines = (("right", reader["truth"]["surprise"]), ("loss", reader["own"][-1]["surprise"]))
    places = len(lines[0][1])
    frames = [
        [
            _line(hue, np.arange(end) / places, np.clip(np.array(all_[:end]) / 8, 0, 1))
            for hue, all_ in lines
        ]
        for end in range(2, places + 1, 2)
    ]
    return {"kind": "lines", "frames": frames, "rest": len(frames) - 1}


def forecast_picture() -> Picture:
    """A walk by chance, and its last value as the forecast, which is pulled back by a step."""
    x = np.cumsum(np.random.default_rng(4).normal(size=40))
    y = 0.1 + 0.8 * (x - x.min()) / np.ptp(x)
    places = np.arange(len(x)) / len(x)
    frames = [
        [_line("input", places, y), _line("output", places + late / len(x), y)]
        for late in np.linspace(1, 0, FRAMES)
    ]
    return {"kind": "lines", "frames": frames, "rest": 0}


def unit_picture() -> Picture:
    """When a unit learnt its label: its AUC at each moment of the training, and the line of chance."""
    moments = knowledge("en")["moments"]
    places = np.arange(len(moments)) / (len(moments) - 1)
    told, chance = (np.array([one[name] for one in moments]) for name in ("chosen", "chance"))
    frames = [
        [
            _line(hue, places[:end], (values[:end] - 0.4) / 0.65)
            for hue, values in (("state", told), ("loss", chance))
        ]
        for end in range(2, len(moments) + 1)
    ]
    return {"kind": "lines", "frames": frames, "rest": len(frames) - 1}


def matrix_picture() -> Picture:
    """A memory of 5 × 9 numbers, after each of eight pairs that were written over it."""
    draw = np.random.default_rng(0)
    S = np.zeros((5, 9))
    frames = []
    for value in draw.permutation(9)[:8]:
        key = draw.normal(size=5)
        S = S + np.outer(key / np.linalg.norm(key), np.eye(9)[value])
        frames.append([_short(row) for row in S])
    return {"kind": "strips", "frames": frames, "rest": len(frames) - 1}


def parallel_picture() -> Picture:
    """Eight steps are put together in a tree, round by round: each stretch of steps is a line."""
    levels = [[(k * size, (k + 1) * size) for k in range(8 // size)] for size in (1, 2, 4, 8)]
    rounds = [
        [
            _line(
                "memory" if size == 3 else "gate2",
                np.array([first + 0.1, last - 0.1]) / 8,
                np.full(2, 0.1 + 0.25 * size),
            )
            for first, last in level
        ]
        for size, level in enumerate(levels)
    ]
    frames = [[line for level in rounds[:end] for line in level] for end in (1, 2, 3, 4)]
    return {"kind": "lines", "frames": frames, "rest": len(frames) - 1}


PICTURES: dict[str, Callable[[], Picture]] = {
    "neurons": neurons_picture,
    "activations": activations_picture,
    "softmax": softmax_picture,
    "descent": descent_picture,
    "backprop": backprop_picture,
    "depth": depth_picture,
    "embeddings": embeddings_picture,
    "nnlm": nnlm_picture,
    "word2vec": word2vec_picture,
    "textcnn": textcnn_picture,
    "why_history": history_picture,
    "why_state": state_picture,
    "why_unrolled": unrolled_picture,
    "why_shapes": shapes_picture,
    "why_gates": gates_picture,
    "gradients": gradients_picture,
    "long_memory": long_memory_picture,
    "writing": writing_picture,
    "forecast": forecast_picture,
    "one_unit": unit_picture,
    "evolution": evolution_picture,
    "matrix_memory": matrix_picture,
    "parallel": parallel_picture,
}

# Of each picture, what stands in which hue.
LEGENDS = {
    "neurons": [("output", "w · x + b = 0"), ("loss", "XOR = 1")],
    "activations": [("gate1", "σ"), ("state", "tanh"), ("memory", "ReLU")],
    "softmax": [("output", "softmax(z)")],
    "descent": [("loss", "L(θ)"), ("candidate", "θ − η ∇L")],
    "backprop": [("output", "ŷ"), ("loss", "L"), ("candidate", "∂L/∂w")],
    "depth": [("gate1", "σ′ⁿ"), ("state", "tanh′ⁿ")],
    "embeddings": [("text", "w → (v₁, v₂, …)")],
    "nnlm": [("output", "P(w₃ | w₁ w₂)")],
    "word2vec": [("candidate", "0 / 1 / 1 / 0")],
    "textcnn": [("text", "ReLU(W ∗ X)")],
    "why_history": [("loss", "n = 1, 2, 3, 4, 5, 6")],
    "why_state": [("state", "H₁, H₂, H₃, …")],
    "why_unrolled": [("state", "x₁, x₂, … → ŷ")],
    "why_shapes": [("input", "X"), ("text", "W"), ("state", "H")],
    "why_gates": [("state", "Z = 0.995"), ("candidate", "0.97"), ("gate2", "0.9")],
    "gradients": [("candidate", "Wⁿ"), ("state", "∂H/∂H")],
    "long_memory": [("memory", "0.95ⁿ"), ("gate2", "0.73ⁿ"), ("loss", "0.5ⁿ")],
    "writing": [("right", "x₁ x₂ x₃ ⋯"), ("loss", "ŷ₁ ŷ₂ ŷ₃ ⋯")],
    "forecast": [("input", "x₁ x₂ x₃ ⋯"), ("output", "x̂₁ x̂₂ x̂₃ ⋯")],
    "one_unit": [("state", "AUC"), ("loss", "5 %")],
    "evolution": [("candidate", "minGRU"), ("memory", "LSTM"), ("loss", "RNN")],
    "matrix_memory": [("gate1", "K"), ("candidate", "V"), ("memory", "S")],
    "parallel": [("gate2", "(a, b)"), ("memory", "(c, d) ∘ (a, b)")],
}


def _states(text: str) -> Array:
    """The hidden states of the built-in RNN that has learnt a text, (T, h)."""
    return _trained(text).trace(text[:-1])["H"][:, 0]


def _trained(text: str) -> SequenceModel:
    model = load(text, "rnn", 8)
    if model is None:
        raise LookupError(f"There are no built-in weights for {text!r}.")
    return model


def _strips(H: Array) -> Picture:
    rows = [_short(row) for row in H.T]
    frames = [
        [[value if t < end else None for t, value in enumerate(row)] for row in rows]
        for end in range(1, len(H) + 1)
    ]
    return {"kind": "strips", "frames": frames, "rest": len(frames) - 1}


def _line(hue: str, x: Array, y: Array) -> dict[str, Any]:
    return {"hue": hue, "points": [_short(point) for point in zip(x, y, strict=True)]}


def _short(values: Sequence[float] | Array) -> list[float]:
    return [float(round(value, 4)) for value in values]
