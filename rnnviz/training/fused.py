"""The documents' cells again, fast and in float32: the equations of `rnnviz.cells`, fused.

They are fast because one-hot inputs pick rows of W_x instead of being multiplied with it; the
gates' weights stand side by side, so that a step takes one product where it can; all of the
backward pass that does not wait for the gradient of later steps is computed for all steps at once;
and each pass writes into the same memory.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar

import torch
from torch import Tensor

from rnnviz.cells import EVERY_CELL
from rnnviz.training.derived import DerivedCell
from rnnviz.training.parameters import GATES, Parameters
from rnnviz.training.torch_lstm import TorchLSTM, is_faster

# Products of this many columns, or a multiple, are the fastest: of 103, they take 1.3 times as long
# as of 104.
COLUMNS = 8
ONE, MINUS_ONE = torch.tensor(1.0), torch.tensor(-1.0)


def tanh(A: Tensor, H: Tensor) -> None:
    """Writes tanh(A) = 2σ(2A) − 1 over H: torch's own tanh takes twice as long as all of this."""
    torch.add(A, A, out=H).sigmoid_()
    torch.add(MINUS_ONE, H, alpha=2, out=H)


# Each writes φ(A) over H.
INTO: dict[str, Callable[[Tensor, Tensor], object]] = {
    "tanh": tanh,
    "relu": lambda A, H: torch.clamp_min(A, 0, out=H),
    "sigmoid": lambda A, H: torch.sigmoid(A, out=H),
    "identity": lambda A, H: H.copy_(A),
}

# Each writes over D the derivative of an activation, given the value Y = φ(A), as in
# `rnnviz.cells.activations`.
DERIVATIVES: dict[str, Callable[[Tensor, Tensor], object]] = {
    "tanh": lambda Y, D: torch.addcmul(ONE, Y, Y, value=-1, out=D),
    "relu": lambda Y, D: D.copy_(Y > 0),
    "sigmoid": lambda Y, D: torch.addcmul(Y, Y, Y, value=-1, out=D),
    "identity": lambda _, D: D.fill_(1),
}


class Fused(ABC):
    """A cell bound to its parameters, to T steps and to n samples.

    A subclass adds the loop over time, forward and backward.
    """

    states: ClassVar[int] = 1

    def __init__(self, parameters: Parameters, T: int, n: int) -> None:
        h = parameters.h
        self.T, self.n, self.h = T, n, h
        self.gates = len(GATES[parameters.cell])
        self.blocks = parameters.blocks
        self.rows = torch.zeros(T * n, dtype=torch.int64)
        self.W_x_plus_b = torch.zeros_like(self.blocks["W_x"])
        # The pre-activations of all gates, over which the gates themselves are written.
        self.A = torch.zeros(T, n, self.gates * h)
        self.dA = torch.zeros(T, n, self.gates * h)
        self.dA_by_step = self.dA.unbind()
        # H_0 … H_T: the hidden states with the initial one.
        self.H_all = torch.zeros(T + 1, n, h)

    @property
    def H(self) -> Tensor:
        """The hidden states of the last forward pass, (T, n, h): a view; the next pass overwrites
        it."""
        return self.H_all[1:]

    def forward(self, inputs: Tensor, *initial: Tensor) -> tuple[Tensor, ...]:
        """Reads `inputs`, (T, n) numbers of characters, from the initial states, (n, h) each.

        Gives the last states, H and for the LSTM C: views, to be given to the next pass.
        """
        self.rows.copy_(inputs.reshape(-1))
        torch.add(self.blocks["W_x"], self.blocks["b_"], out=self.W_x_plus_b)
        # One-hot times W_x is a row of W_x.
        torch.index_select(self.W_x_plus_b, 0, self.rows, out=self.A.view(len(self.rows), -1))
        return self._run(*initial)

    def backward(self, dH: Tensor, gradients: Parameters) -> None:
        """BPTT of the last forward pass, into the cell's blocks of `gradients`.

        dH: ∂L/∂H_t from outside the cell, (T, n, h); this overwrites it.
        """
        self._run_backward(dH, gradients.blocks)
        dW_x, db = gradients.blocks["W_x"], gradients.blocks["b_"]
        dW_x.zero_().index_add_(0, self.rows, self.dA.view(len(self.rows), -1))
        # Each step adds one row to dW_x, so the sum over steps is the sum over characters.
        torch.sum(dW_x, 0, keepdim=True, out=db)

    def arriving(self, dH: Tensor, scratch: Parameters) -> Tensor:
        """∂L/∂H_t in all, (T, n, h), of the last forward pass: what comes from outside the cell and
        what later steps send back. dH: as `backward` takes it; this is written over it."""
        self._run_backward(dH, scratch.blocks)
        return dH

    @abstractmethod
    def _run(self, *initial: Tensor) -> tuple[Tensor, ...]:
        """The loop over time, forward, from X_t W_x + b in A."""

    @abstractmethod
    def _run_backward(self, dH: Tensor, d: Mapping[str, Tensor]) -> None:
        """The loop over time, backward: fills dA and the gradient of what reads H_{t−1}."""

    def _by_gate(self, A: Tensor) -> Tensor:
        return A.view(self.T, self.n, self.gates, self.h)

    def _flat(self, A: Tensor) -> Tensor:
        return A.view(self.T * self.n, -1)


class FusedRNN(Fused):
    """H_t = φ(X_t W_xh + H_{t−1} W_hh + b_h)."""

    def __init__(self, parameters: Parameters, T: int, n: int) -> None:
        super().__init__(parameters, T, n)
        phi = str(parameters.options.get("phi", "tanh"))
        self.phi, self.derivative = INTO[phi], DERIVATIVES[phi]
        self.slope = torch.zeros_like(self.A)
        self.slope_by_step = self.slope.unbind()
        self.steps = list(
            zip(self.A.unbind(), self.H_all[:-1].unbind(), self.H.unbind(), strict=True)
        )

    def _run(self, *initial: Tensor) -> tuple[Tensor, ...]:
        self.H_all[0] = initial[0]
        W_hh = self.blocks["W_h"]
        for A_h, H_prev, H in self.steps:
            self.phi(A_h.addmm_(H_prev, W_hh), H)
        return (self.H_all[-1],)

    def _run_backward(self, dH: Tensor, d: Mapping[str, Tensor]) -> None:
        self.derivative(self.H, self.slope)
        dH_by_step, dA, slope = dH.unbind(), self.dA_by_step, self.slope_by_step
        W_hh_T = self.blocks["W_h"].t()
        for t in range(self.T - 1, -1, -1):
            torch.mul(dH_by_step[t], slope[t], out=dA[t])
            if t > 0:
                dH_by_step[t - 1].addmm_(dA[t], W_hh_T)
        torch.mm(self._flat(self.H_all[:-1]).t(), self._flat(self.dA), out=d["W_h"])


class FusedGRU(Fused):
    """The documents' GRU: the reset gate acts before the product, (R ⊙ H_{t−1}) W_hh."""

    def __init__(self, parameters: Parameters, T: int, n: int) -> None:
        super().__init__(parameters, T, n)
        h = self.h
        self.RH = torch.zeros(T, n, h)
        self.R, self.Z, self.H_tilde = self._by_gate(self.A).unbind(2)
        self.steps = list(
            zip(
                self.A[:, :, : 2 * h].unbind(), self.R.unbind(), self.Z.unbind(),
                self.H_tilde.unbind(), self.RH.unbind(), self.H_all[:-1].unbind(), self.H.unbind(),
                strict=True,
            )
        )  # fmt: skip
        self.slopes = torch.zeros(T, n, 3, h)
        self.dRH = torch.zeros(n, h)

    def _run(self, *initial: Tensor) -> tuple[Tensor, ...]:
        self.H_all[0] = initial[0]
        W_h, h = self.blocks["W_h"], self.h
        W_hr_W_hz, W_hh = W_h[:, : 2 * h], W_h[:, 2 * h :]
        for RZ, R, Z, H_tilde, RH, H_prev, H in self.steps:
            RZ.addmm_(H_prev, W_hr_W_hz).sigmoid_()
            torch.mul(R, H_prev, out=RH)
            tanh(H_tilde.addmm_(RH, W_hh), H_tilde)
            torch.lerp(H_tilde, H_prev, Z, out=H)  # Z ⊙ H_{t−1} + (1 − Z) ⊙ H_tilde
        return (self.H_all[-1],)

    def _run_backward(self, dH: Tensor, d: Mapping[str, Tensor]) -> None:
        R, Z, H_tilde, H_prev, h = self.R, self.Z, self.H_tilde, self.H_all[:-1], self.h
        # dA_r = dRH ⊙ slope_r, dA_z = dH ⊙ slope_z, dA_h = dH ⊙ slope_h.
        slope_r, slope_z, slope_h = self.slopes.unbind(2)
        torch.addcmul(self.RH, self.RH, R, value=-1, out=slope_r)
        torch.addcmul(Z, Z, Z, value=-1, out=slope_z)
        slope_z.mul_(torch.sub(H_prev, H_tilde, out=slope_h))
        torch.addcmul(ONE, H_tilde, H_tilde, value=-1, out=slope_h)
        slope_h.addcmul_(slope_h, Z, value=-1)
        slope_r_by_step, slope_zh = slope_r.unbind(), self.slopes[:, :, 1:].unbind()
        by_gate = self._by_gate(self.dA)
        dA_r, dA_zh, dA_h = (
            by_gate[:, :, 0].unbind(),
            by_gate[:, :, 1:].unbind(),
            by_gate[:, :, 2].unbind(),
        )
        dA_rz = self.dA[:, :, : 2 * h].unbind()
        dH_by_step, dH_twice = dH.unbind(), dH.unsqueeze(2).unbind()
        R_by_step, Z_by_step = R.unbind(), Z.unbind()
        W_T = self.blocks["W_h"].t()
        W_rz_T, W_hh_T = W_T[: 2 * h], W_T[2 * h :]
        dRH = self.dRH
        for t in range(self.T - 1, -1, -1):
            torch.mul(dH_twice[t], slope_zh[t], out=dA_zh[t])
            torch.mm(dA_h[t], W_hh_T, out=dRH)
            torch.mul(dRH, slope_r_by_step[t], out=dA_r[t])
            if t > 0:
                dH_prev = dH_by_step[t - 1]
                dH_prev.addcmul_(dH_by_step[t], Z_by_step[t]).addcmul_(dRH, R_by_step[t])
                dH_prev.addmm_(dA_rz[t], W_rz_T)
        dA = self._flat(self.dA)
        torch.mm(self._flat(H_prev).t(), dA[:, : 2 * h], out=d["W_h"][:, : 2 * h])
        torch.mm(self._flat(self.RH).t(), dA[:, 2 * h :], out=d["W_h"][:, 2 * h :])


class FusedResetAfterGRU(Fused):
    """PyTorch's GRU: the reset gate acts after the product, R ⊙ (H_{t−1} W_hh + b_hh)."""

    def __init__(self, parameters: Parameters, T: int, n: int) -> None:
        super().__init__(parameters, T, n)
        h = self.h
        # H_{t−1} W_h of all gates, and at the candidate b_hh too; dM is its gradient.
        self.M, self.dM = torch.zeros(T, n, 3 * h), torch.zeros(T, n, 3 * h)
        self.bias = torch.zeros(1, 3 * h)
        self.R, self.Z, self.H_tilde = self._by_gate(self.A).unbind(2)
        self.steps = list(
            zip(
                self.M.unbind(), self.M[:, :, : 2 * h].unbind(), self.M[:, :, 2 * h :].unbind(),
                self.A[:, :, : 2 * h].unbind(), self.R.unbind(), self.Z.unbind(),
                self.H_tilde.unbind(), self.H_all[:-1].unbind(), self.H.unbind(),
                strict=True,
            )
        )  # fmt: skip

    def _run(self, *initial: Tensor) -> tuple[Tensor, ...]:
        self.H_all[0] = initial[0]
        W_h = self.blocks["W_h"]
        self.bias[:, 2 * self.h :] = self.blocks["b_hh"]
        for M, M_rz, M_h, RZ, R, Z, H_tilde, H_prev, H in self.steps:
            torch.addmm(self.bias, H_prev, W_h, out=M)
            RZ.add_(M_rz).sigmoid_()
            tanh(H_tilde.addcmul_(R, M_h), H_tilde)
            torch.lerp(H_tilde, H_prev, Z, out=H)  # Z ⊙ H_{t−1} + (1 − Z) ⊙ H_tilde
        return (self.H_all[-1],)

    def _run_backward(self, dH: Tensor, d: Mapping[str, Tensor]) -> None:
        R, Z, H_tilde, H_prev, h = self.R, self.Z, self.H_tilde, self.H_all[:-1], self.h
        # The factors that turn dH into dM of each gate, and into dA of the candidate.
        slope_h = (1 - Z) * (1 - H_tilde * H_tilde)
        through_reset = slope_h * R
        slopes = torch.stack(
            (through_reset * (1 - R) * self.M[:, :, 2 * h :], (H_prev - H_tilde) * (Z - Z * Z), through_reset),
            dim=2,
        ).unbind()  # fmt: skip
        by_gate = self.dM.view(self.T, self.n, 3, h).unbind()
        dM = self.dM.unbind()
        dH_by_step, dH_thrice, Z_by_step = dH.unbind(), dH.unsqueeze(2).unbind(), Z.unbind()
        W_T = self.blocks["W_h"].t()
        for t in range(self.T - 1, -1, -1):
            torch.mul(dH_thrice[t], slopes[t], out=by_gate[t])
            if t > 0:
                dH_by_step[t - 1].addcmul_(dH_by_step[t], Z_by_step[t]).addmm_(dM[t], W_T)
        self.dA[:, :, : 2 * h] = self.dM[:, :, : 2 * h]
        torch.mul(dH, slope_h, out=self.dA[:, :, 2 * h :])
        torch.mm(self._flat(H_prev).t(), self._flat(self.dM), out=d["W_h"])
        d["b_hh"].copy_(self._flat(self.dM)[:, 2 * h :].sum(0, keepdim=True))


class FusedLSTM(Fused):
    """C_t = F ⊙ C_{t−1} + I ⊙ C_tilde; H_t = O ⊙ tanh(C_t)."""

    states = 2

    def __init__(self, parameters: Parameters, T: int, n: int) -> None:
        super().__init__(parameters, T, n)
        h = self.h
        self.C_all, self.tanh_C = torch.zeros(T + 1, n, h), torch.zeros(T, n, h)
        self.O, self.I, self.F, self.C_tilde = self._by_gate(self.A).unbind(2)
        self.steps = list(
            zip(
                self.A.unbind(), self.A[:, :, : 3 * h].unbind(),
                self.O.unbind(), self.I.unbind(), self.F.unbind(), self.C_tilde.unbind(),
                self.tanh_C.unbind(), self.H_all[:-1].unbind(), self.H.unbind(),
                self.C_all[:-1].unbind(), self.C_all[1:].unbind(),
                strict=True,
            )
        )  # fmt: skip
        self.slopes, self.slope_C = torch.zeros(T, n, 4, h), torch.zeros(T, n, h)
        self.dC = torch.zeros(n, h)

    def _run(self, *initial: Tensor) -> tuple[Tensor, ...]:
        self.H_all[0], self.C_all[0] = initial
        W_h = self.blocks["W_h"]
        for A, OIF, O, I, F, C_tilde, tanh_C, H_prev, H, C_prev, C in self.steps:
            A.addmm_(H_prev, W_h)
            OIF.sigmoid_()
            tanh(C_tilde, C_tilde)
            torch.mul(F, C_prev, out=C)
            C.addcmul_(I, C_tilde)
            tanh(C, tanh_C)
            torch.mul(O, tanh_C, out=H)
        return self.H_all[-1], self.C_all[-1]

    def _run_backward(self, dH: Tensor, d: Mapping[str, Tensor]) -> None:
        O, I, C_tilde, tanh_C = self.O, self.I, self.C_tilde, self.tanh_C
        slopes = self.slopes
        # dA_o = dH ⊙ slope_o; dA_i, dA_f, dA_c = dC ⊙ their slopes; dC gains dH ⊙ slope_C.
        gates = self._by_gate(self.A)[:, :, :3]
        torch.addcmul(gates, gates, gates, value=-1, out=slopes[:, :, :3])
        slopes[:, :, 0].mul_(tanh_C)
        slopes[:, :, 1].mul_(C_tilde)
        slopes[:, :, 2].mul_(self.C_all[:-1])
        slope_c, slope_C = slopes[:, :, 3], self.slope_C
        torch.addcmul(I, torch.mul(I, C_tilde, out=slope_c), C_tilde, value=-1, out=slope_c)
        torch.addcmul(O, torch.mul(O, tanh_C, out=slope_C), tanh_C, value=-1, out=slope_C)
        dA_by_gate, dA = self._by_gate(self.dA), self.dA.unbind()
        dA_o, dA_ifc = dA_by_gate[:, :, 0].unbind(), dA_by_gate[:, :, 1:].unbind()
        slope_o, slope_ifc = slopes[:, :, 0].unbind(), slopes[:, :, 1:].unbind()
        slope_C_by_step, F, dH_by_step = slope_C.unbind(), self.F.unbind(), dH.unbind()
        W_T = self.blocks["W_h"].t()
        dC = self.dC.zero_()
        dC_thrice = dC.unsqueeze(1)
        for t in range(self.T - 1, -1, -1):
            dC.addcmul_(dH_by_step[t], slope_C_by_step[t])
            torch.mul(dH_by_step[t], slope_o[t], out=dA_o[t])
            torch.mul(dC_thrice, slope_ifc[t], out=dA_ifc[t])
            if t > 0:
                dC.mul_(F[t])
                dH_by_step[t - 1].addmm_(dA[t], W_T)
        torch.mm(self._flat(self.H_all[:-1]).t(), self._flat(self.dA), out=d["W_h"])


class FusedOutput:
    """The output layer with its loss: logits = H W_hq + b_q, softmax and cross-entropy.

    rows: how many positions it reads at once, T · n. It works on copies of W_hq and b_q that are
    filled up to a multiple of COLUMNS with characters that are never predicted, as b_q = −∞ there.
    """

    def __init__(self, parameters: Parameters, rows: int) -> None:
        self.W_hq, self.b_q = parameters.blocks["W_hq"], parameters.blocks["b_q"]
        h, q = self.W_hq.shape
        columns = -(-q // COLUMNS) * COLUMNS
        self.q = q
        self.wide_W_hq, self.dW_hq = torch.zeros(h, columns), torch.zeros(h, columns)
        self.wide_b_q, self.db_q = torch.full((1, columns), -torch.inf), torch.zeros(1, columns)
        # Logits, then log Ŷ, then Ŷ, then the gradient: each written over the one before.
        self.Y = torch.zeros(rows, columns)
        self.H = torch.zeros(rows, h)
        self.dH = torch.zeros(rows, h)
        self.targets = torch.zeros(rows, 1, dtype=torch.int64)
        self.minus_one = torch.full((rows, 1), -1.0)

    def forward(self, H: Tensor, targets: Tensor) -> float:
        """The mean cross-entropy, in nats, of `targets`, (T, n) numbers of characters, after the
        hidden states H, (T, n, h)."""
        self.wide_W_hq[:, : self.q].copy_(self.W_hq)
        self.wide_b_q[:, : self.q].copy_(self.b_q)
        self.H = H.reshape(self.dH.shape)
        self.targets.copy_(targets.reshape(-1, 1))
        torch.addmm(self.wide_b_q, self.H, self.wide_W_hq, out=self.Y)
        torch.log_softmax(self.Y, 1, out=self.Y)
        return -float(self.Y.gather(1, self.targets).mean())

    def backward(self, gradients: Parameters) -> Tensor:
        """∂L/∂H of the last forward pass, (T · n, h), which the next pass overwrites; writes those
        of W_hq and b_q into `gradients`."""
        # Softmax and cross-entropy together: ŷ − y, and the mean over steps and samples.
        dlogits = self.Y.exp_().scatter_add_(1, self.targets, self.minus_one)
        dlogits.mul_(1 / len(dlogits))
        torch.mm(self.H.t(), dlogits, out=self.dW_hq)
        torch.sum(dlogits, 0, keepdim=True, out=self.db_q)
        gradients.blocks["W_hq"].copy_(self.dW_hq[:, : self.q])
        gradients.blocks["b_q"].copy_(self.db_q[:, : self.q])
        return torch.mm(dlogits, self.wide_W_hq.t(), out=self.dH)


FastCell = Fused | TorchLSTM | DerivedCell
KINDS: dict[str, type[Fused]] = {"rnn": FusedRNN, "gru": FusedGRU, "lstm": FusedLSTM}


def fused(parameters: Parameters, T: int, n: int) -> FastCell:
    """The fast cell for these parameters, T steps and n samples.

    A cell without one of its own runs from its equations.
    """
    if parameters.cell not in GATES:
        cell = EVERY_CELL[parameters.cell].random(1, 1, seed=0, **parameters.options)
        return DerivedCell(cell, parameters, T, n)
    if parameters.options.get("reset_after"):
        return FusedResetAfterGRU(parameters, T, n)
    if parameters.cell == "lstm" and is_faster(parameters.q, T * n):
        return TorchLSTM(parameters, T, n)
    return KINDS[parameters.cell](parameters, T, n)


def stepwise(parameters: Parameters, T: int, n: int) -> Fused | DerivedCell:
    """The same, but one whose backward pass gives the gradient of each step's hidden state."""
    made = fused(parameters, T, n)
    return KINDS[parameters.cell](parameters, T, n) if isinstance(made, TorchLSTM) else made
