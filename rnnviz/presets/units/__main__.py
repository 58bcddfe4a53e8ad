"""Train the networks of the Units page anew: `python -m rnnviz.presets.units`, or only those named."""

import sys

from rnnviz.model import SequenceModel
from rnnviz.presets.units import NETS, Net
from rnnviz.text import Vocabulary, characters
from rnnviz.training.start import starting_model
from rnnviz.training.trainer import Trainer, settle


def trained(net: Net) -> dict[int, SequenceModel]:
    """The network after each of its steps."""
    text = net.corpus()
    vocabulary = Vocabulary(net.symbols or text)
    kept = round(net.config.validation * len(text))
    read = vocabulary.indices(characters(text)[: len(text) - kept])
    trainer = Trainer(net.config, text, starting_model(net.config, vocabulary, read))
    found = {}
    for step in range(net.last + 1):
        if step:
            trainer.step()
        if step in net.steps:
            found[step] = trainer.model()
            print(f"{net.key}, step {step}: loss {trainer.validation_loss():.3f}", flush=True)
    return found


if __name__ == "__main__":
    settle()
    named = sys.argv[1:] or list(NETS)
    for one in NETS.values():
        if one.key in named and not one.letters:
            print(one.write(trained(one)))
