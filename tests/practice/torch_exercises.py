"""The exercises as PyTorch computes them: its optimisers, its layers, its losses and autograd, in float64."""

import heapq
from collections.abc import Callable, Mapping

import torch
from torch import Tensor
from torch.nn import functional

from rnnviz.practice import ExerciseTask

Numbers = Mapping[str, Tensor]


def given(task: ExerciseTask) -> dict[str, Tensor]:
    """What is given, rows and columns as they are."""
    return {name: torch.tensor(own, dtype=torch.float64) for name, own in task.drawn.items()}


def leaf(number: Tensor) -> Tensor:
    return number.clone().requires_grad_()


def perceptron(g: Numbers) -> Numbers:
    """The rule as descent: the gradient of a (y − t) is (y − t) x."""
    w = leaf(torch.cat([g["w_1"], g["w_2"], g["b"]]))
    x = torch.cat([g["x_1"], g["x_2"], torch.ones(1, 1, dtype=torch.float64)])
    A = (w * x).sum()
    Y = torch.sign(A).detach()
    optimiser = torch.optim.SGD([w], lr=float(g["eta"]))
    (A * (Y - g["t"])).sum().backward()
    optimiser.step()
    return {"A": A, "Y": Y, "w_1new": w[0], "w_2new": w[1], "b_new": w[2]}


def xor(g: Numbers) -> Numbers:
    x = torch.cat([g["x_1"], g["x_2"]], dim=1)
    lines = torch.cat([torch.cat([g["w_1"], g["w_2"]], 1), torch.cat([g["u_1"], g["u_2"]], 1)])
    A = functional.linear(x, lines, torch.cat([g["b"], g["c"]]).flatten())
    H = torch.sign(A)
    O = functional.linear(H, torch.cat([g["v_1"], -g["v_2"]], 1), g["d"].flatten())
    # Whatever was drawn, it is XOR.
    assert torch.sign(O) == -g["x_1"] * g["x_2"]
    return {
        "A_1": A[0, 0],
        "H_1": H[0, 0],
        "A_2": A[0, 1],
        "H_2": H[0, 1],
        "O": O,
        "Y": torch.sign(O),
    }


def descent(g: Numbers) -> Numbers:
    w, b = leaf(g["w"]), leaf(g["b"])
    loss = functional.mse_loss(w * g["x"] + b, g["y"]) / 2
    optimiser = torch.optim.SGD([w, b], lr=float(g["eta"]))
    loss.backward()
    optimiser.step()
    assert w.grad is not None
    return {"loss": loss, "dw": w.grad, "w_new": w, "b_new": b}


def clipping(g: Numbers) -> Numbers:
    w = leaf(torch.cat([g["w_1"], g["w_2"]]))
    w.grad = torch.cat([g["g_1"], g["g_2"]])
    # PyTorch adds 1e-6 to the length.
    norm = torch.nn.utils.clip_grad_norm_([w], float(g["theta"]))
    c_1, c_2 = w.grad.clone()
    torch.optim.SGD([w], lr=float(g["eta"])).step()
    return {"norm": norm, "c_1": c_1, "c_2": c_2, "w_1new": w[0], "w_2new": w[1]}


def adam(g: Numbers) -> Numbers:
    """The first step is taken with a rate of 0: the weight is that after it."""
    w = leaf(g["w"])
    rates = float(g["beta_1"]), float(g["beta_2"])
    optimiser = torch.optim.Adam([w], lr=0.0, betas=rates, eps=0.0)
    w.grad = g["g_1"]
    optimiser.step()
    first = {name: own.clone() for name, own in optimiser.state[w].items()}
    optimiser.param_groups[0]["lr"] = float(g["eta"])
    w.grad = g["g_2"]
    optimiser.step()
    second = optimiser.state[w]
    return {
        "M_1": first["exp_avg"],
        "V_1": first["exp_avg_sq"],
        "M_2": second["exp_avg"],
        "V_2": second["exp_avg_sq"],
        "w_new": w,
    }


def backprop(g: Numbers) -> Numbers:
    v = leaf(g["v"])
    A = leaf(g["x"] @ g["W"] + g["b"])
    H = torch.sigmoid(A)
    O = H @ v + g["c"]
    Y_hat = torch.sigmoid(O)
    for one in (H, O, Y_hat):
        one.retain_grad()
    (functional.mse_loss(Y_hat, g["y"]) / 2).backward()
    found = {"E": Y_hat.grad, "do": O.grad, "dv": v.grad, "dH": H.grad, "dA": A.grad}
    return {"H": H, "Y_hat": Y_hat} | {name: one for name, one in found.items() if one is not None}


def cbow(g: Numbers) -> Numbers:
    bag = torch.nn.EmbeddingBag.from_pretrained(torch.cat([g["v_1"], g["v_2"]]), mode="mean")
    V = bag(torch.tensor([[0, 1]]))
    S = leaf(V @ g["U"])
    loss = functional.cross_entropy(S, torch.tensor([1]))
    loss.backward()
    assert S.grad is not None
    return {"V": V, "S": S, "Y_hat": torch.softmax(S, 1), "loss": loss, "dS": S.grad}


def huffman(g: Numbers) -> Numbers:
    """By the heap of the textbooks; the mean length is the sum of all joined counts beside the last one."""
    heap = sorted(float(g[f"n_{k}"]) for k in (1, 2, 3, 4))
    joined = []
    while len(heap) > 1:
        joined.append(heapq.heappop(heap) + heapq.heappop(heap))
        heapq.heappush(heap, joined[-1])
    found = {f"N_{k}": count for k, count in enumerate(joined, start=1)}
    found["length"] = sum(joined) / joined[-1]
    return {name: torch.tensor(one, dtype=torch.float64) for name, one in found.items()}


def tree(g: Numbers) -> Numbers:
    x = leaf(g["x"])
    scores = torch.cat([x @ g["theta_1"], x @ g["theta_2"]])
    # The sigmoid is the probability of the digit 0.
    digits = torch.tensor([[1.0], [0.0]], dtype=torch.float64)
    loss = functional.binary_cross_entropy_with_logits(scores, digits, reduction="sum")
    loss.backward()
    assert x.grad is not None
    return {"P": torch.exp(-loss), "loss": loss, "dx": x.grad}


def textcnn(g: Numbers) -> Numbers:
    words = torch.cat([g["x_1"], g["x_2"], g["x_3"]]).reshape(1, 1, 3)
    kernel = torch.cat([g["w_1"], g["w_2"]]).reshape(1, 1, 2)
    A = functional.conv1d(words, kernel, g["b"][0])
    C = functional.relu(A)
    C_hat = functional.adaptive_max_pool1d(C, 1)
    Y_hat = torch.sigmoid(functional.linear(C_hat[0], g["v"], g["c"][0]))
    (A_1, A_2), (C_1, C_2) = A[0, 0], C[0, 0]
    return {"A_1": A_1, "A_2": A_2, "C_1": C_1, "C_2": C_2, "C_hat": C_hat, "Y_hat": Y_hat}


def bigrams(g: Numbers) -> Numbers:
    """A table of bigrams as the parameters of a Categorical; the loss is that of `abca`."""
    pairs = {"a": "ab", "b": "bc", "c": "ca"}
    rows = [
        torch.cat([g[f"n_{pair}"], g[f"n_{one}"] - g[f"n_{pair}"]]).reshape(1, 2)
        for one, pair in pairs.items()
    ]
    table = torch.distributions.Categorical(probs=torch.cat(rows))
    loss = -table.log_prob(torch.zeros(3)).mean()
    P_1, P_2, P_3 = table.probs[:, 0]
    return {"P_1": P_1, "P_2": P_2, "P_3": P_3, "loss": loss, "perplexity": torch.exp(loss)}


def ngrams(g: Numbers) -> Numbers:
    """Pairs by their number among the nine there are."""
    letters = g["text"].flatten().long()
    pairs = torch.bincount(3 * letters[:-1] + letters[1:], minlength=9).reshape(3, 3).double()
    shares = pairs / pairs.sum(dim=1, keepdim=True)
    smooth = (pairs + 1) / (pairs + 1).sum(dim=1, keepdim=True)
    return {
        "N_a": pairs[0].sum(),
        "N_ab": pairs[0, 1],
        "N_ac": pairs[0, 2],
        "P_1": shares[0, 1],
        "P_2": shares[0, 2],
        "S": smooth[0, 1],
    }


def shapes(g: Numbers) -> Numbers:
    n, d, h, q = (int(g[name]) for name in "ndhq")
    cell, layer, X = torch.nn.RNNCell(d, h), torch.nn.Linear(h, q), torch.zeros(n, d)
    H = cell(X)
    found = {
        "S_x": X,
        "S_xh": cell.weight_ih.T,
        "S_b": cell.bias_hh[None],
        "S_h": H,
        "S_hq": layer.weight.T,
        "S_o": layer(H),
    }
    return {name: torch.tensor(one.shape, dtype=torch.float64) for name, one in found.items()}


def unit(g: Numbers) -> Numbers:
    """As labels and what the unit says of them, letter by letter."""
    sizes = [int(g[f"n_{k}"]) for k in (1, 2, 3, 4)]
    is_so = torch.tensor([1.0, 1, 0, 0]).repeat_interleave(torch.tensor(sizes))
    says = torch.tensor([1.0, 0, 1, 0]).repeat_interleave(torch.tensor(sizes))
    costs = torch.cat([g["L_held"], g["L_1"], g["L_2"], g["L_3"]]).flatten() - g["L"].flatten()
    others = costs[1:].mean()
    return {
        "recall": says[is_so == 1].double().mean(),
        "alarms": says[is_so == 0].double().mean(),
        "E": costs[0],
        "M": others,
        "D": costs[0] - others,
        "Y": torch.sign(costs[0] - others),
    }


def counts(g: Numbers) -> Numbers:
    """The parameters of PyTorch's own layers; its cells have two biases for each set of weights."""
    n, h = int(g["n"]), int(g["h"])

    def of(layer: torch.nn.Module) -> int:
        return sum(own.numel() for name, own in layer.named_parameters() if name != "bias_hh_l0")

    layers = {
        "N_rnn": torch.nn.RNN(n, h),
        "N_gru": torch.nn.GRU(n, h),
        "N_lstm": torch.nn.LSTM(n, h),
        "N_q": torch.nn.Linear(h, n),
    }
    recurrent = layers["N_rnn"].get_parameter("weight_hh_l0").numel()
    found = {"N_hh": recurrent, "N_xh": layers["N_rnn"].get_parameter("weight_ih_l0").numel()}
    found |= {name: of(layer) for name, layer in layers.items()}
    return {name: torch.tensor(float(count)) for name, count in found.items()}


def reach(g: Numbers) -> Numbers:
    """Along three steps whose states are given: what stands before tanh is what gives them."""
    first = last = leaf(torch.zeros(1, 1, dtype=torch.float64))
    cell = memory = leaf(torch.zeros(1, 1, dtype=torch.float64))
    for t in (1, 2, 3):
        at = g["w"] * last
        last = torch.tanh(at + (torch.atanh(g[f"H_{t}"]) - at).detach())
        cell = g[f"F_{t}"] * cell
    (D,) = torch.autograd.grad(last, first)
    (G,) = torch.autograd.grad(cell, memory)
    return {"D": D, "G": G}


BY_TORCH: Mapping[str, Callable[[Numbers], Numbers]] = {
    one.__name__: one
    for one in (
        perceptron,
        xor,
        descent,
        clipping,
        adam,
        backprop,
        cbow,
        huffman,
        tree,
        textcnn,
        ngrams,
        bigrams,
        shapes,
        counts,
        unit,
        reach,
    )
}
