"""A small set of sentences for a network that tells questions, complaints and praise apart."""

from typing import TypedDict

# Questions, complaints, praise; words are set apart in Chinese too.
ENGLISH = (
    (
        "where is my order",
        "when does the shop open",
        "how much is the blue one",
        "can i pay by card",
        "do you have a larger one",
        "is the shop open today",
        "how do i send it back",
        "when will my order arrive",
        "can you send it today",
        "where do i pay",
        "do you have it in blue",
        "is it good for children",
    ),
    (
        "my order is late again",
        "the box arrived broken",
        "it does not work",
        "the battery died after a day",
        "i want my money back",
        "nobody answers my letters",
        "the color is not what i ordered",
        "it is not good at all",
        "the larger one does not fit",
        "your shop sent the wrong one",
        "the zip is broken again",
        "i waited a week for nothing",
    ),
    (
        "it works very well",
        "my children love it",
        "the color is very good",
        "it arrived a day early",
        "thank you for the quick answer",
        "i love the blue one",
        "very good and not too large",
        "it is not bad at all",
        "the best shop in town",
        "the battery works all week",
        "what a good little box",
        "i will order again",
    ),
)
ENGLISH_HELD_OUT = (
    ("where is the larger one", "do you open today", "can i order it in blue"),
    ("the battery does not work", "my box is broken", "the blue one arrived late again"),
    ("the larger one works very well", "i love my little box", "thank you very good"),
)
CHINESE = (
    (
        "我 的 订单 到 哪里 了",
        "你们 几点 开门",
        "蓝色 的 多少 钱",
        "可以 刷卡 吗",
        "有 大 一点 的 吗",
        "今天 开门 吗",
        "怎么 退货",
        "什么 时候 发货",
        "今天 可以 发货 吗",
        "在 哪里 付款",
        "有 蓝色 的 吗",
        "适合 孩子 用 吗",
    ),
    (
        "订单 又 晚 了",
        "盒子 到 的 时候 是 坏 的",
        "根本 不 能 用",
        "电池 一 天 就 没 电 了",
        "我 要 退货",
        "一直 没 人 回复 我",
        "颜色 不 是 我 要 的",
        "一点 也 不 好",
        "大 的 也 不 合适",
        "你们 发 错 了",
        "拉链 又 坏 了",
        "白 等 了 一 周",
    ),
    (
        "很 好用",
        "孩子 很 喜欢",
        "颜色 很 好",
        "早 一 天 就 到 了",
        "谢谢 你们 回复 很 快",
        "我 喜欢 蓝色 的",
        "很 好 也 不 贵",
        "一点 也 不 坏",
        "镇 上 最 好 的 店",
        "电池 用 了 一 周",
        "盒子 很 漂亮",
        "我 还 会 再 买",
    ),
)
CHINESE_HELD_OUT = (
    ("大 的 多少 钱", "可以 退货 吗", "几点 发货"),
    ("电池 又 坏 了", "颜色 不 好", "我 的 订单 又 晚 了"),
    ("电池 很 好用", "我 很 喜欢 颜色", "谢谢 你们 盒子 很 好"),
)
SETS = {"en": (ENGLISH, ENGLISH_HELD_OUT), "zh-Hans": (CHINESE, CHINESE_HELD_OUT)}

# Of the nine held-out sentences, how many are right after 200 steps from the seeds 1, 2, … 40.
RIGHT = {
    "en": (
        *(5, 8, 6, 7, 7, 7, 8, 7, 7, 6, 7, 7, 8, 7, 9, 5, 8, 9, 7, 8),
        *(7, 3, 8, 5, 8, 8, 7, 8, 6, 7, 6, 8, 9, 6, 6, 4, 9, 5, 8, 9),
    ),
    "zh-Hans": (
        *(6, 7, 7, 9, 7, 9, 7, 5, 8, 7, 4, 8, 7, 8, 6, 6, 8, 7, 9, 7),
        *(8, 9, 8, 6, 9, 7, 7, 8, 9, 7, 7, 7, 4, 6, 8, 6, 7, 8, 8, 5),
    ),
}


class Example(TypedDict):
    """words: as places in the set's. kind: 0 a question, 1 a complaint, 2 praise."""

    words: list[int]
    kind: int


class Set(TypedDict):
    """words: of the training sentences, each once. spaced: whether the language writes spaces.
    seeds: how many of the held-out ones trainings from the first seeds get right."""

    words: list[str]
    spaced: bool
    training: list[Example]
    heldOut: list[Example]
    seeds: list[int]


def messages(language: str) -> Set:
    """The sentences of a language; English where there are none."""
    training, held_out = SETS.get(language, SETS["en"])
    words = sorted({word for kind in training for sentence in kind for word in sentence.split()})
    return {
        "words": words,
        "spaced": language != "zh-Hans",
        "training": _examples(training, words),
        "heldOut": _examples(held_out, words),
        "seeds": list(RIGHT.get(language, RIGHT["en"])),
    }


def _examples(kinds: tuple[tuple[str, ...], ...], words: list[str]) -> list[Example]:
    """In turns, one of each kind after the other."""
    places = {word: k for k, word in enumerate(words)}
    return [
        {"words": [places[word] for word in sentence.split()], "kind": kind}
        for one_of_each in zip(*kinds, strict=True)
        for kind, sentence in enumerate(one_of_each)
    ]
