"""The table of a link's fields: each reads, checks and writes itself, whatever the others say."""

import random
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import pytest

from rnnviz.address.link import FIELDS, PLACE, VIEWS, Link, Moment
from rnnviz.fields import LinkError
from rnnviz.locale import N_
from rnnviz.text import Vocabulary

RUN, OTHER, GONE = "0123456789abcdef", "123456789abcdef0", "f123456789abcdef"
OWN = "K = sigmoid(X @ W_k)  # a gate\nH = K * H_prev + (1 - K) * tanh(X @ W_h)"
# Addresses as slides and notes have them, and what is written back: the same, without what is usual.
ADDRESSES = {
    "cell=gru&text=hello&t=2&phase=reset&unit=3": "cell=gru&text=hello&t=2&phase=reset&unit=3",
    "text=hello&cell=lstm&hidden=8&t=1": "text=hello",
    "hidden=8x4&unit=8&phase=layer2-memory": "hidden=8x4&phase=layer2-memory&unit=8",
    "cell=bilstm&goal=before&t=4": "cell=bilstm&text=他向我表白&goal=before&t=4",
    "beside=rnn,gru&track=2&unit=17": "beside=rnn,gru&track=2&unit=17",
    "way=back&loss=3,5&phase=to-C&weight=W_hf.2.3&view=gradients": (
        "way=back&loss=3,5&phase=to-C&view=gradients&weight=W_hf.2.3"
    ),
    "changes=F.5.2-5=1;x.3=道&beside=original&view=difference": (
        "beside=original&view=difference&changes=F.5.2-5=1;x.3=道"
    ),
    f"equations={OWN}&cell=written&t=2": f"cell=written&t=2&equations={OWN}",
    "readings=21.5 60;22 61;23 59&t=2&char=3&cell=gru": (
        "cell=gru&readings=21.5 60;22 61;23 59&t=2&char=3"
    ),
    "lang=zh-Hans&notation=torch&scale=one&sort=F.share&cover=3&char=6": (
        "char=6&notation=torch&cover=3&scale=one&sort=F.share&lang=zh-Hans"
    ),
    f"run={RUN}": f"run={RUN}&at=9",
    f"run={RUN}&at=3&text=cab&t=2&cell=rnn&hidden=64&seed=5": f"run={RUN}&at=3&text=cab&t=2",
    f"run={RUN}&beside=@3,{OTHER}@0&track=3": f"run={RUN}&at=9&beside={RUN}@3,{OTHER}@0&track=3",
}
# Words that fit in some links and not in others.
WORDS = {
    "equations": (OWN, "H = G", ""),
    "cell": ("gru", "lstm", "birnn", "mlp", "written", "elman"),
    "text": ("hello", "abab", "a", "written", "他向我表白", "花钱", "abca", ""),
    "goal": ("next", "before", "after", "all"),
    "readings": ("1 2 3", "21.5 60; 22 61; 23 59", "1", "warm", ""),
    "hidden": ("4", "8x4", "2x2x2", "64", "128", "0", "8x", "٨"),
    "weights": ("trained", "random", "learnt"),
    "seed": ("7", "999999", "-1"),
    "beside": ("rnn", "rnn,gru", "original", "written", f"{RUN}@3", "@0", GONE, "rnn,gru,mlp", ","),
    "way": ("back", "forward", "up"),
    "loss": ("2", "1,3", "0", "9"),
    "track": ("1", "2", "4"),
    "t": ("2", "5", "99", "1_0"),
    "phase": ("hidden", "memory", "layer1-input", "to-C", "K", "predict"),
    "unit": ("2", "8", "129"),
    "char": ("0", "3", "99"),
    "view": (*VIEWS, "3d"),
    "face": ("river", ""),
    "notation": ("torch", "apl"),
    "cover": ("1", "6", "99"),
    "scale": ("one", "two"),
    "sort": ("F.share", "share"),
    "changes": ("F.5.2-5=1", "x.3=\0", "x" * 4001),
    "weight": ("W_hf.2.3", "W_hf"),
    "lang": ("en", "zh-Hans", "", "fr"),
    "run": (RUN, OTHER, GONE, "x"),
    "at": ("0", "3", "4", "x"),
}


def last_moment(run: str) -> Moment:
    if run == GONE:
        raise LinkError(N_("There is none."))
    letters = "abc" if run == RUN else "abcd"
    return Moment(
        run=run,
        at=9,
        folder=Path("nowhere"),
        corpus="own",
        cell="gru",
        hidden=5,
        steps=9,
        checkpoints=(0, 3, 9),
        vocabulary=Vocabulary(letters),
        beginning="abc",
    )


def query_of(address: str) -> dict[str, str]:
    return dict(parse_qsl(address, keep_blank_values=True, strict_parsing=True))


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_out_there_shows_the_same_and_is_written_back_the_same(
    address: str,
) -> None:
    query = dict(part.split("=", 1) for part in address.split("&"))
    link, problems = Link.from_query(query_of(urlencode(query)), last_moment)
    assert problems == []
    assert (
        "&".join(f"{name}={words}" for name, words in link.to_query().items())
        == (ADDRESSES[address])
    )


def test_every_name_of_an_address_is_tried() -> None:
    assert set(WORDS) == set(Link.names()) == {*FIELDS, "run", "at"}
    assert list(FIELDS)[-len(PLACE) - 1 : -1] == list(PLACE)


@pytest.mark.parametrize("seed", range(8))
def test_whatever_an_address_says_the_link_that_is_shown_comes_back_from_its_own(
    seed: int,
) -> None:
    chance, followed, refused = random.Random(seed), 0, 0
    for _ in range(60):
        names = chance.sample(list(WORDS), chance.randint(1, 8))
        query = {name: chance.choice(WORDS[name]) for name in names}
        link, problems = Link.from_query(query, last_moment)
        address = link.to_query()
        assert Link.from_query(address, last_moment) == (link, []), (query, address)
        assert {name: link.read(name, link.written(name), last_moment) for name in FIELDS} == {
            name: getattr(link, name) for name in FIELDS
        }, query
        told = [problem.name for problem in problems]
        assert len(set(told)) == len(told)
        assert set(told) <= set(query)
        assert all(problem.sentence(N_).endswith((".", "?")) for problem in problems)
        followed, refused = followed + (not problems), refused + len(problems)
    assert followed > 5
    assert refused > 20


def test_equations_that_do_not_fit_take_only_the_cell_along() -> None:
    link, problems = Link.from_query({"equations": "H = G", "cell": "written", "text": "written"})
    assert (link.cell, link.text) == ("lstm", "written")
    assert [problem.name for problem in problems] == ["equations"]


@pytest.mark.parametrize("goal", ["before", "all"])
def test_a_run_has_no_task_whatever_the_address_says(goal: str) -> None:
    link, problems = Link.from_query({"run": RUN, "goal": goal, "t": "2"}, last_moment)
    assert problems == []
    assert (link.task, link.tokens, link.t) == (None, ("a", "b", "c"), 2)
    with pytest.raises(LinkError, match='goal is "before"; it must be one of next'):
        link.changed(goal="before")
