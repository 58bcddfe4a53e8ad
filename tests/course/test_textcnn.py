"""The convolution over sentences, against torch's own and its autograd."""

from typing import Any

import numpy as np
import pytest
import torch
from torch.nn import functional

from rnnviz.course.chapters.textcnn.messages import messages
from tests.course.javascript import evaluated

# The seed that the chapter begins with.
USUAL_SEED = 5
WIDTHS, D, KINDS = (2, 2, 3, 3, 4, 4), 3, 3


def setting(language: str) -> tuple[int, list[dict[str, Any]], list[dict[str, Any]]]:
    data = messages(language)

    def filled(examples: list[Any]) -> list[dict[str, Any]]:
        return [
            {"words": one["words"] + [-1] * (4 - len(one["words"])), "kind": one["kind"]}
            for one in examples
        ]

    return len(data["words"]), filled(data["training"]), filled(data["heldOut"])


def in_torch(flat: torch.Tensor, words: int, sentence: list[int]) -> dict[str, torch.Tensor]:
    """The scores by `conv1d`; the parameters lie one after another."""
    E = torch.cat([flat[: words * D].reshape(words, D), torch.zeros(1, D, dtype=flat.dtype)])
    x = E[[word if word >= 0 else words for word in sentence]].T[None]
    at, maps = words * D, []
    for width in WIDTHS:
        W = flat[at : at + width * D].reshape(1, width, D).transpose(1, 2)
        maps.append(
            functional.relu(functional.conv1d(x, W, flat[at + width * D : at + width * D + 1]))[
                0, 0
            ]
        )
        at += width * D + 1
    pooled = torch.stack([one.max() for one in maps])
    W_o = flat[at : at + len(WIDTHS) * KINDS].reshape(len(WIDTHS), KINDS)
    return {"pooled": pooled, "scores": pooled @ W_o + flat[at + len(WIDTHS) * KINDS :]}


def drawn(words: int) -> torch.Tensor:
    (layout,) = evaluated("maths/textcnn", ["layout", words])
    parameters = torch.randn(layout["all"], generator=torch.Generator().manual_seed(1))
    return parameters.double().requires_grad_()


def test_a_sentence_is_read_as_conv1d_reads_it() -> None:
    words, training, _ = setting("en")
    flat = drawn(words)
    for one in [*training[:4], {"words": [3, -1, 5, -1, 7]}]:
        expected = in_torch(flat, words, one["words"])
        (found,) = evaluated("maths/textcnn", ["readSentence", flat.tolist(), words, one["words"]])
        for name, value in expected.items():
            np.testing.assert_allclose(found[name], value.detach(), rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(
            found["shares"], torch.softmax(expected["scores"], 0).detach(), rtol=1e-10
        )


def test_the_terms_of_a_window_add_up_to_its_value() -> None:
    words, training, _ = setting("en")
    flat = drawn(words).tolist()
    sentence = max((one["words"] for one in training), key=len)
    (read, layout) = evaluated(
        "maths/textcnn", ["readSentence", flat, words, sentence], ["layout", words]
    )
    for f in range(len(WIDTHS)):
        (terms,) = evaluated("maths/textcnn", ["windowTerms", flat, words, sentence, f, 1])
        bias = flat[layout["filters"][f]["bias"]]
        assert np.sum(terms) + bias == pytest.approx(read["sums"][f][1], rel=1e-10)


def test_the_gradient_is_that_of_torch() -> None:
    words, training, _ = setting("zh-Hans")
    flat = drawn(words)
    examples = training[:7]
    scores = torch.stack([in_torch(flat, words, one["words"])["scores"] for one in examples])
    loss = functional.cross_entropy(scores, torch.tensor([one["kind"] for one in examples]))
    loss.backward()
    (found,) = evaluated("maths/textcnn", ["sentenceGradient", flat.tolist(), words, examples])
    assert found["loss"] == pytest.approx(loss.item(), rel=1e-10)
    assert flat.grad is not None
    np.testing.assert_allclose(found["gradient"], flat.grad, rtol=1e-8, atol=1e-12)


def test_training_takes_the_steps_of_torchs_adam() -> None:
    words, training, _ = setting("en")
    what = {"words": words, "seed": 2, "examples": training[:6], "rate": 0.02}
    start, found = evaluated("maths/textcnn", ["sentenceNetAtFirst", what], ["trainedNet", what, 3])
    flat = torch.tensor(start["parameters"], dtype=torch.float64, requires_grad=True)
    adam = torch.optim.Adam([flat], lr=0.02)
    for _ in range(3):
        adam.zero_grad()
        scores = torch.stack(
            [in_torch(flat, words, one["words"])["scores"] for one in training[:6]]
        )
        functional.cross_entropy(
            scores, torch.tensor([one["kind"] for one in training[:6]])
        ).backward()
        adam.step()
    np.testing.assert_allclose(found["parameters"], flat.detach(), rtol=1e-6, atol=1e-9)


def right_of(language: str, seed: int) -> tuple[int, int]:
    """How many sentences are right after training, of those learnt from and of those held out."""
    words, training, held_out = setting(language)
    what = {"words": words, "seed": seed, "examples": training, "rate": 0.02}
    (net,) = evaluated("maths/textcnn", ["trainedNet", what, 200])
    calls = [["kindOf", net["parameters"], words, one["words"]] for one in training + held_out]
    right = [
        kind == one["kind"]
        for kind, one in zip(evaluated("maths/textcnn", *calls), training + held_out, strict=True)
    ]
    return sum(right[: len(training)]), sum(right[len(training) :])


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_training_shown_is_the_middle_one_of_many(language: str) -> None:
    seeds = messages(language)["seeds"]
    assert len(seeds) == 40
    learnt, held_out = right_of(language, USUAL_SEED)
    assert learnt == len(setting(language)[1])
    assert held_out == seeds[USUAL_SEED - 1] == sorted(seeds)[len(seeds) // 2]
    # Of the others, the worst one and the best one.
    for count in (min(seeds), max(seeds)):
        assert right_of(language, seeds.index(count) + 1)[1] == count


def test_no_held_out_sentence_was_trained_on_and_all_their_words_are_known() -> None:
    for language in ("en", "zh-Hans"):
        data = messages(language)
        known = [one["words"] for one in data["training"]]
        assert all(one["words"] not in known for one in data["heldOut"])


def test_a_text_becomes_words_and_unknown_ones_stay_known_as_text() -> None:
    english, chinese = messages("en")["words"], messages("zh-Hans")["words"]
    one, two, three = evaluated(
        "maths/textcnn",
        ["wordsOf", "Where is <b>my ORDER</b>?", english, True, 12],
        ["wordsOf", "我的订单哪里去了？", chinese, False, 12],
        ["wordsOf", "!?", english, True, 12],
    )
    assert [w["text"] for w in one] == ["where", "is", "b", "my", "order", "b"]
    assert [w["word"] >= 0 for w in one] == [True, True, False, True, True, False]
    assert [w["text"] for w in two] == ["我", "的", "订单", "哪里", "去", "了"]
    assert [w["text"] for w in two if w["word"] < 0] == ["去"]
    assert three == []
