"""The training loop of most tutorials, in plain PyTorch: what ours is measured against."""

from collections.abc import Mapping

import torch

from rnnviz.training.batches import Batches

MODULES = {"rnn": torch.nn.RNN, "gru": torch.nn.GRU, "lstm": torch.nn.LSTM}


class PlainLoop:
    """nn.RNN, nn.GRU or nn.LSTM and nn.Linear, one-hot input, Adam, clip_grad_norm."""

    def __init__(self, cell: str, q: int, h: int, rate: float, batches: Batches) -> None:
        torch.manual_seed(0)
        self.rnn, self.output = MODULES[cell](q, h), torch.nn.Linear(h, q)
        self.parameters = [*self.rnn.parameters(), *self.output.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, lr=rate)
        self.q, self.batches, self.done = q, batches, 0

    def step(self) -> float:
        self.done += 1
        batch = self.batches[self.done]
        X = torch.nn.functional.one_hot(torch.from_numpy(batch.inputs), self.q).float()
        logits = self.output(self.rnn(X)[0]).view(-1, self.q)
        targets = torch.from_numpy(batch.targets).reshape(-1)
        loss = torch.nn.functional.cross_entropy(logits, targets)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        return loss.item()

    def state_dict(self) -> Mapping[str, torch.Tensor]:
        return torch.nn.ModuleDict({"rnn": self.rnn, "output": self.output}).state_dict()
