"""The documents' letters, and PyTorch's."""

import pytest

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional, Stacked
from rnnviz.cells import EVOLUTION
from rnnviz.explain import NOTATIONS, notation
from rnnviz.explain.notation import Symbol

CELLS = {
    "mlp": MLP.random(2, 3, seed=0),
    "rnn": RNN.random(2, 3, seed=0),
    "gru": GRU.random(2, 3, seed=0),
    "gru-reset-after": GRU.random(2, 3, seed=0, reset_after=True),
    "lstm": LSTM.random(2, 3, seed=0),
    "bidirectional": Bidirectional.random(2, 3, seed=0, of=LSTM),
    **{name: cell.random(2, 3, seed=0) for name, cell in EVOLUTION.items()},
    "stacked": Stacked.random(2, 3, seed=0, of=LSTM),
    "stacked both ways": Stacked(
        Bidirectional.random(2, 3, seed=0, of=GRU), Bidirectional.random(6, 3, seed=1, of=LSTM)
    ),
}


def plain(symbol: Symbol) -> str:
    """Such as W_xh, H~, b_ir+b_hr, H> or W_xh^(f)."""
    accents = {"": "", "tilde": "~", "hat": "^", "bar": "-", "right": ">", "left": "<"}
    written = symbol.base + accents[symbol.accent]
    written += f"_{symbol.sub}" if symbol.sub else ""
    written += f"^{symbol.sup}" if symbol.sup else ""
    return f"{written}+{plain(symbol.plus)}" if symbol.plus else written


def written(key: str, cell: str) -> dict[str, str]:
    return {name: plain(symbol) for name, symbol in notation(key, CELLS[cell]).symbols.items()}


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("key", NOTATIONS)
def test_no_two_names_are_written_alike(key: str, cell: str) -> None:
    symbols = written(key, cell)
    assert len(set(symbols.values())) == len(symbols)
    assert all(symbols.values())


@pytest.mark.parametrize("cell", CELLS)
def test_row_vectors_are_written_as_in_the_documents(cell: str) -> None:
    """000, 002 and 003."""
    symbols = written("row", cell)
    assert not notation("row", CELLS[cell]).columns
    assert (symbols["X"], symbols["W_hq"], symbols["b_q"]) == ("X", "W_hq", "b_q")
    for name in CELLS[cell].parameters:
        *parts, own = name.split(".")
        marks = [part[-1] if part.startswith("layer") else part[0] for part in parts]
        assert symbols[name] == (f"{own}^({', '.join(marks)})" if marks else own)


def test_candidates_carry_a_tilde_and_predictions_a_hat() -> None:
    assert written("row", "gru")["H_tilde"] == "H~"
    assert written("row", "lstm")["C_tilde"] == "C~"
    assert written("row", "lstm")["Y_hat"] == "Y^"
    assert written("column", "lstm")["C_tilde"] == "c~"


def test_column_vectors_are_small_letters_before_which_matrices_stand() -> None:
    """004: h_t = f(W_hh h_{t−1} + W_xh x_t + b_h), y_t = g(W_hy h_t + b_y)."""
    made = notation("column", CELLS["rnn"])
    assert made.columns
    assert made.functions == {"phi": "f", "softmax": "g"}
    assert written("column", "rnn") == {
        "X": "x", "H": "h", "W_xh": "W_xh", "W_hh": "W_hh", "b_h": "b_h", "A_h": "a_h",
        "W_hq": "W_hy", "b_q": "b_y", "logits": "o-", "Y_hat": "y^", "Y_true": "y",
    }  # fmt: skip


def test_sizes_are_d_n_k_where_the_output_is_y_and_x_h_y_where_vectors_are_rows() -> None:
    """004: D inputs, N hidden units, K outputs, y_t = g(W_hy h_t + b_y). 000: x, h and y."""
    unit = written("dnk", "rnn")
    assert unit == written("column", "rnn") | {"Y_hat": "y", "Y_true": "y^*"}
    made = notation("dnk", CELLS["rnn"])
    assert made.columns
    assert {name: made.shapes[name] for name in ("X", "H", "W_xh", "W_hh", "W_hq", "Y_hat")} == {
        "X": ("1", "D"), "H": ("1", "N"), "W_xh": ("D", "N"),
        "W_hh": ("N", "N"), "W_hq": ("N", "K"), "Y_hat": ("1", "K"),
    }  # fmt: skip
    hidden_state = notation("xhy", CELLS["rnn"])
    assert not hidden_state.columns
    assert hidden_state.shapes["W_xh"] == ("x", "h")
    assert hidden_state.shapes["W_hq"] == ("h", "y")
    assert written("xhy", "rnn") == written("row", "rnn") | {"W_hq": "W_hy", "b_q": "b_y"}
    assert notation("dnk", CELLS["stacked"]).shapes == {}
    assert "each part has its own" in notation("dnk", CELLS["stacked"]).note


def test_u_w_and_v_are_those_of_the_document() -> None:
    """001: S_t = f(U X_t + W S_{t−1}), O_t = g(V S_t)."""
    symbols = written("uvw", "rnn")
    names = ("X", "H", "W_xh", "W_hh", "W_hq", "Y_hat")
    assert [symbols[name] for name in names] == ["X", "S", "U", "W", "V", "O"]


def test_the_output_gate_keeps_its_letter_and_each_gate_its_u_and_w() -> None:
    symbols = written("uvw", "lstm")
    names = ("O", "Y_hat", "W_xf", "W_hf", "b_f", "W_xc")
    assert [symbols[name] for name in names] == ["O", "Y^", "U_f", "W_f", "b_f", "U_c"]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("rnn", {"H": "h", "W_xh": "W_ih", "W_hh": "W_hh", "b_h": "b_ih+b_hh"}),
        (
            "lstm",
            {
                "I": "i", "F": "f", "O": "o", "C_tilde": "g", "C": "c", "H": "h",
                "W_xi": "W_ii", "W_hi": "W_hi", "b_i": "b_ii+b_hi",
                "W_xf": "W_if", "W_xo": "W_io", "b_o": "b_io+b_ho",
                "W_xc": "W_ig", "W_hc": "W_hg", "b_c": "b_ig+b_hg",
            },
        ),
        (
            "gru-reset-after",
            {
                "R": "r", "Z": "z", "H_tilde": "n", "H": "h",
                "W_xr": "W_ir", "W_hz": "W_hz", "b_r": "b_ir+b_hr",
                "W_xh": "W_in", "W_hh": "W_hn", "b_h": "b_in", "b_hh": "b_hn",
            },
        ),
    ],
)  # fmt: skip
def test_pytorch_s_names_are_those_of_its_manual(cell: str, expected: dict[str, str]) -> None:
    """torch.nn.RNN, LSTM and GRU."""
    symbols = written("torch", cell)
    assert {name: symbols[name] for name in expected} == expected


def test_a_remark_says_where_pytorch_computes_something_else() -> None:
    assert "after the product" in notation("torch", CELLS["gru"]).note
    assert "after the product" not in notation("torch", CELLS["gru-reset-after"]).note
    assert "two biases" in notation("torch", CELLS["lstm"]).note
    for key in ("row", "column", "uvw", "dnk", "xhy"):
        assert notation(key, CELLS["gru"]).note == ""


def test_the_two_directions_carry_arrows_and_their_weights_f_and_b() -> None:
    """003, "双向循环网络"."""
    symbols = written("row", "bidirectional")
    assert symbols["forward.H"] == "H>"
    assert symbols["backward.H"] == "H<"
    assert symbols["forward.W_xi"] == "W_xi^(f)"
    assert symbols["backward.b_i"] == "b_i^(b)"


def test_layers_carry_their_number() -> None:
    symbols = written("row", "stacked")
    assert symbols["layer2.H"] == "H^(2)"
    assert symbols["layer1.C_tilde"] == "C~^(1)"
    both = written("row", "stacked both ways")
    assert both["layer2.backward.H"] == "H<^(2)"


def test_a_peephole_is_no_bias_and_a_weight_for_each_unit_alone_no_matrix() -> None:
    assert written("column", "peephole")["p_o"] == "p_o"
    assert written("torch", "peephole")["p_i"] == "p_i"
    assert written("torch", "peephole")["b_i"] == "b_i"
    assert written("uvw", "indrnn") == {
        "X": "X", "H": "S", "W_xh": "U", "u_h": "w", "b_h": "b", "A_h": "a_h",
        "W_hq": "V", "b_q": "c", "logits": "O-", "Y_hat": "O", "Y_true": "Y",
    }  # fmt: skip
    assert "no such cell" in notation("torch", CELLS["slstm"]).note


def test_a_notation_there_is_none_of() -> None:
    with pytest.raises(ValueError, match="notation is 'roman'; it must be one of row, column, uvw"):
        notation("roman", CELLS["rnn"])
