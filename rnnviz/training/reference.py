"""The cells once more, in torch, and their gradients by autograd: what `warrants` holds the cells to.

Written independently of `rnnviz.cells`: each gate's product is that of the concatenated [X_t,
H_{t−1}] with the concatenated weights, which document 002 shows to be the same.
"""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from rnnviz.cells import (
    CIFG,
    GRU,
    LSTM,
    LSTM1997,
    MGU,
    MLP,
    MLSTM,
    RNN,
    S6,
    SLSTM,
    Bidirectional,
    Cell,
    Composite,
    DeltaNet,
    GatedDeltaNet,
    IndRNN,
    LinearAttention,
    MinGRU,
    MinLSTM,
    PeepholeLSTM,
)
from rnnviz.cells.activations import Array

PHI: dict[str, Callable[[Tensor], Tensor]] = {
    "tanh": torch.tanh,
    "relu": torch.relu,
    "sigmoid": torch.sigmoid,
    "identity": lambda a: a.clone(),
}


def _affine(p: Mapping[str, Tensor], k: str, x: Tensor, h: Tensor) -> Tensor:
    inputs = torch.cat((x, h), dim=1)
    weights = torch.cat((p[f"W_x{k}"], p[f"W_h{k}"]), dim=0)
    return torch.addmm(p[f"b_{k}"], inputs, weights)


def _mlp(cell: Cell, p: Mapping[str, Tensor], x: Tensor) -> dict[str, Tensor]:
    a = torch.addmm(p["b_h"], x, p["W_xh"])
    return {"A_h": a, "H": PHI[str(cell.options["phi"])](a)}


def _rnn(cell: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor) -> dict[str, Tensor]:
    a = _affine(p, "h", x, h)
    return {"A_h": a, "H": PHI[str(cell.options["phi"])](a)}


def _gru(cell: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor) -> dict[str, Tensor]:
    a_r, a_z = _affine(p, "r", x, h), _affine(p, "z", x, h)
    r, z = torch.sigmoid(a_r), torch.sigmoid(a_z)
    if cell.options["reset_after"]:
        a_h = x @ p["W_xh"] + p["b_h"] + r * torch.addmm(p["b_hh"], h, p["W_hh"])
    else:
        a_h = _affine(p, "h", x, r * h)
    candidate = torch.tanh(a_h)
    new = torch.lerp(candidate, h, z)
    return {"A_r": a_r, "R": r, "A_z": a_z, "Z": z, "A_h": a_h, "H_tilde": candidate, "H": new}


def _lstm(_: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor, c: Tensor) -> dict[str, Tensor]:
    a = {k: _affine(p, k, x, h) for k in "ifoc"}
    i, f, o = (torch.sigmoid(a[k]) for k in "ifo")
    candidate = torch.tanh(a["c"])
    memory = torch.addcmul(f * c, i, candidate)
    return {
        **{f"A_{k}": value for k, value in a.items()},
        **{"I": i, "F": f, "O": o, "C_tilde": candidate, "C": memory},
        "H": o * torch.tanh(memory),
    }


def _lstm_1997(
    _: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor, c: Tensor
) -> dict[str, Tensor]:
    a = {k: _affine(p, k, x, h) for k in "ioc"}
    i, o, candidate = torch.sigmoid(a["i"]), torch.sigmoid(a["o"]), torch.tanh(a["c"])
    memory = torch.addcmul(c, i, candidate)
    return {
        **{f"A_{k}": value for k, value in a.items()},
        **{"I": i, "O": o, "C_tilde": candidate, "C": memory},
        "H": o * torch.tanh(memory),
    }


def _peephole(
    _: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor, c: Tensor
) -> dict[str, Tensor]:
    # The peepholes as the paper has them: weights between a unit's gate and its own memory.
    a = {k: _affine(p, k, x, h) + c @ torch.diag(p[f"p_{k}"][0]) for k in "if"}
    a["c"] = _affine(p, "c", x, h)
    i, f, candidate = torch.sigmoid(a["i"]), torch.sigmoid(a["f"]), torch.tanh(a["c"])
    memory = torch.addcmul(f * c, i, candidate)
    a["o"] = _affine(p, "o", x, h) + memory @ torch.diag(p["p_o"][0])
    o = torch.sigmoid(a["o"])
    return {
        **{f"A_{k}": value for k, value in a.items()},
        **{"I": i, "F": f, "O": o, "C_tilde": candidate, "C": memory},
        "H": o * torch.tanh(memory),
    }


def _cifg(_: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor, c: Tensor) -> dict[str, Tensor]:
    a = {k: _affine(p, k, x, h) for k in "foc"}
    f, o, candidate = torch.sigmoid(a["f"]), torch.sigmoid(a["o"]), torch.tanh(a["c"])
    memory = torch.lerp(candidate, c, f)
    return {
        **{f"A_{k}": value for k, value in a.items()},
        **{"F": f, "O": o, "C_tilde": candidate, "C": memory},
        "H": o * torch.tanh(memory),
    }


def _mgu(_: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor) -> dict[str, Tensor]:
    a_f = _affine(p, "f", x, h)
    f = torch.sigmoid(a_f)
    a_h = _affine(p, "h", x, f * h)
    candidate = torch.tanh(a_h)
    new = torch.lerp(h, candidate, f)
    return {"A_f": a_f, "F": f, "A_h": a_h, "H_tilde": candidate, "H": new}


def _indrnn(cell: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor) -> dict[str, Tensor]:
    a = torch.addmm(p["b_h"], torch.cat((x, h), 1), torch.cat((p["W_xh"], torch.diag(p["u_h"][0]))))
    return {"A_h": a, "H": PHI[str(cell.options["phi"])](a)}


def _min_gru(_: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor) -> dict[str, Tensor]:
    a_z, candidate = torch.addmm(p["b_z"], x, p["W_xz"]), torch.addmm(p["b_h"], x, p["W_xh"])
    z = torch.sigmoid(a_z)
    return {"A_z": a_z, "Z": z, "H_tilde": candidate, "H": torch.lerp(h, candidate, z)}


def _min_lstm(_: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor) -> dict[str, Tensor]:
    a = {k: torch.addmm(p[f"b_{k}"], x, p[f"W_x{k}"]) for k in "fi"}
    candidate = torch.addmm(p["b_h"], x, p["W_xh"])
    f, i = torch.sigmoid(a["f"]), torch.sigmoid(a["i"])
    kept, written = f * torch.reciprocal(f + i), i * torch.reciprocal(f + i)
    return {
        **{f"A_{k}": value for k, value in a.items()},
        **{"F": f, "I": i, "F_hat": kept, "I_hat": written, "H_tilde": candidate},
        "H": torch.addcmul(kept * h, written, candidate),
    }


def _slstm(
    _: Cell, p: Mapping[str, Tensor], x: Tensor, h: Tensor, c: Tensor, n: Tensor, m: Tensor
) -> dict[str, Tensor]:
    a = {k: _affine(p, k, x, h) for k in "ifoc"}
    o, candidate = torch.sigmoid(a["o"]), torch.tanh(a["c"])
    log_f = -torch.nn.functional.softplus(-a["f"])
    stabiliser = torch.maximum(log_f + m, a["i"])
    i, f = torch.exp(a["i"] - stabiliser), torch.exp(log_f + m - stabiliser)
    memory, normaliser = torch.addcmul(f * c, i, candidate), f * n + i
    return {
        **{"I_tilde": a["i"], "F_tilde": a["f"], "A_o": a["o"], "O": o},
        **{"A_c": a["c"], "C_tilde": candidate, "M": stabiliser, "I": i, "F": f},
        **{"C": memory, "N": normaliser, "H": o * (memory / normaliser)},
    }


def _asked(p: Mapping[str, Tensor], x: Tensor) -> dict[str, Tensor]:
    return {"K": x @ p["W_xk"], "V": x @ p["W_xv"], "Q": x @ p["W_xq"]}


def _linear(_: Cell, p: Mapping[str, Tensor], x: Tensor, s: Tensor) -> dict[str, Tensor]:
    q = _asked(p, x)
    memory = s + torch.einsum("nk,nh->nkh", q["K"], q["V"])
    return {**q, "S": memory, "H": torch.einsum("nk,nkh->nh", q["Q"], memory)}


def _corrected(
    p: Mapping[str, Tensor], x: Tensor, s: Tensor, f: Tensor | None = None
) -> dict[str, Tensor]:
    """A memory that fades by f, if there is one, and is corrected at the step's key."""
    q = _asked(p, x)
    k, query = (torch.nn.functional.normalize(q[name], dim=1) for name in "KQ")
    a = torch.addmm(p["b_b"], x, p["W_xb"])
    b = torch.sigmoid(a)
    old = torch.einsum("nk,nkh->nh", k, s)
    if f is not None:
        old, s = old * f, s * f.unsqueeze(2)
    memory = torch.baddbmm(s, (k * b).unsqueeze(2), (q["V"] - old).unsqueeze(1))
    return {
        **{"A_k": q["K"], "K": k, "V": q["V"], "A_q": q["Q"], "Q": query, "A_b": a, "B": b},
        **{"V_hat": old, "S": memory, "H": torch.einsum("nk,nkh->nh", query, memory)},
    }


def _delta_net(_: Cell, p: Mapping[str, Tensor], x: Tensor, s: Tensor) -> dict[str, Tensor]:
    return _corrected(p, x, s)


def _gated_delta_net(_: Cell, p: Mapping[str, Tensor], x: Tensor, s: Tensor) -> dict[str, Tensor]:
    a = torch.addmm(p["b_f"], x, p["W_xf"])
    f = torch.sigmoid(a)
    return {**_corrected(p, x, s, f), "A_f": a, "F": f}


def _s6(cell: Cell, p: Mapping[str, Tensor], x: Tensor, s: Tensor) -> dict[str, Tensor]:
    u = x @ p["W_xu"]
    a = torch.addmm(p["b_t"], u, p["W_ut"])
    delta, rates = torch.nn.functional.softplus(a), -torch.exp(p["A_log"])
    b, c = u @ p["W_ub"], u @ p["W_uc"]
    kept = torch.exp(torch.einsum("nh,hk->nhk", delta, rates))
    if cell.options["zero_order_hold"]:
        written = (kept - 1) / rates * torch.einsum("nh,nk->nhk", u, b)
    else:
        written = torch.einsum("nh,nk,nh->nhk", delta, b, u)
    memory = kept * s + written
    read = torch.einsum("nhk,nk->nh", memory, c) + p["D"] * u
    return {
        **{"U": u, "A_t": a, "Delta": delta, "B": b, "C": c, "A_bar": kept},
        **{"S": memory, "H": read},
    }


def _mlstm(
    _: Cell, p: Mapping[str, Tensor], x: Tensor, s: Tensor, n: Tensor, m: Tensor
) -> dict[str, Tensor]:
    q = _asked(p, x)
    exponent, before, a = (torch.addmm(p[f"b_{k}"], x, p[f"W_x{k}"]) for k in "ifo")
    log_f = torch.nn.functional.logsigmoid(before)
    stabiliser = torch.maximum(log_f + m, exponent)
    i, f = torch.exp(exponent - stabiliser), torch.exp(log_f + m - stabiliser)
    memory = torch.baddbmm(f.unsqueeze(2) * s, (i * q["K"]).unsqueeze(2), q["V"].unsqueeze(1))
    normaliser = torch.addcmul(f * n, i, q["K"])
    found = torch.einsum("nk,nk->n", q["Q"], normaliser).unsqueeze(1)
    read = torch.einsum("nk,nkh->nh", q["Q"], memory)
    o = torch.sigmoid(a)
    return {
        **{**q, "I_tilde": exponent, "F_tilde": before, "A_o": a, "O": o, "M": stabiliser},
        **{"I": i, "F": f, "S": memory, "N": normaliser, "R": found},
        "H": o * read / torch.maximum(found.abs(), torch.exp(-stabiliser)),
    }


STEPS: dict[type[Cell], Callable[..., dict[str, Tensor]]] = {
    MLP: _mlp,
    RNN: _rnn,
    GRU: _gru,
    LSTM: _lstm,
    LSTM1997: _lstm_1997,
    PeepholeLSTM: _peephole,
    CIFG: _cifg,
    MGU: _mgu,
    IndRNN: _indrnn,
    MinGRU: _min_gru,
    MinLSTM: _min_lstm,
    SLSTM: _slstm,
    LinearAttention: _linear,
    DeltaNet: _delta_net,
    GatedDeltaNet: _gated_delta_net,
    S6: _s6,
    MLSTM: _mlstm,
}


def _single(cell: Cell | Composite) -> Cell:
    if not isinstance(cell, Cell):
        raise ValueError(f"{cell!r} is made of cells; a direction here is one cell.")
    return cell


class Reference:
    """One run of a cell in torch that keeps the gradient of every quantity."""

    def __init__(self, cell: Cell | Bidirectional, X: Array, initial: Mapping[str, Array]) -> None:
        self.leaves = {
            name: torch.tensor(value, requires_grad=True)
            for name, value in {**cell.parameters, "X": X, **initial}.items()
        }
        self.steps: dict[str, list[Tensor]] = {}
        if isinstance(cell, Bidirectional):
            forward = self._run(_single(cell.forward), "forward.", range(len(X)))
            backward = self._run(_single(cell.reverse), "backward.", range(len(X) - 1, -1, -1))
            self.H = torch.cat((forward, backward), dim=2)
        else:
            self.H = self._run(cell, "", range(len(X)))

    def _run(self, cell: Cell, prefix: str, times: range) -> Tensor:
        p = {name: self.leaves[prefix + name] for name in cell.parameters}
        X = self.leaves["X"]
        states = [
            self.leaves.get(
                f"{prefix}{state}0", torch.zeros(X.shape[1], *cell.shapes[state]).double()
            )
            for state in cell.states
        ]
        for t in times:
            q = STEPS[type(cell)](cell, p, X[t], *states)
            states = [q[state] for state in cell.states]
            for name, value in q.items():
                value.retain_grad()
                self.steps.setdefault(prefix + name, [None] * len(X))[t] = value
        return torch.stack(self.steps[f"{prefix}H"])

    def tensors(self) -> dict[str, Array]:
        """Every quantity of every step, (T, n, h) each, or its own axes in the place of h."""
        return {
            name: torch.stack(values).detach().numpy() for name, values in self.steps.items()
        } | {"H": self.H.detach().numpy()}

    def gradients(self, loss: Tensor) -> dict[str, Array]:
        """∂loss of every parameter, input and initial state, and of every quantity of a step."""
        loss.backward()
        leaves = {name: leaf.grad.numpy() for name, leaf in self.leaves.items()}
        steps = {
            name: torch.stack([value.grad for value in values]).numpy()
            for name, values in self.steps.items()
        }
        return leaves | steps
