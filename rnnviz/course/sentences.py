"""The small text that the chapters on words learn from: the same sentences in every language.

They go word by word: the k-th word of one language is the k-th of the other, so that numbers and
links hold in both. Where they are drunk decides between tea and coffee; hot and cold go with
drinks, small and big with animals and people; and so the text has a true entropy, in nats a word.
"""

from collections.abc import Mapping
from functools import cache

from rnnviz.training.grammars import NAME, Grammar, Ways

LINES, SEED = 400, 1
RULES: Mapping[str, Ways] = {
    "line": (
        (0.17, "here {who} drink {warm} tea ."),
        (0.17, "there {who} drink {warm} coffee ."),
        (0.22, "{beast} {often} drink {cool} {mild} ."),
        (0.12, "{beast} {often} eat {flesh} ."),
        (0.12, "{who} {often} eat {fruit} ."),
        (0.2, "{one} {feel} {one} ."),
    ),
    "one": ((0.5, "{who}"), (0.5, "{beast}")),
    "who": ((0.2, "teachers"), (0.8, "{size} {child}")),
    "beast": ((1.0, "{size} {animal}"),),
    "size": ((0.6, ""), (0.2, "small"), (0.2, "big")),
    "child": ((0.5, "girls"), (0.5, "boys")),
    "animal": ((0.4, "cats"), (0.4, "dogs"), (0.2, "birds")),
    "often": ((0.8, ""), (0.2, "often")),
    "warm": ((0.6, ""), (0.4, "hot")),
    "cool": ((0.6, ""), (0.4, "cold")),
    "mild": ((0.5, "milk"), (0.5, "water")),
    "flesh": ((0.5, "fish"), (0.5, "meat")),
    "fruit": ((0.4, "rice"), (0.3, "bread"), (0.3, "apples")),
    "feel": ((0.5, "see"), (0.5, "like")),
}
CHINESE: Mapping[str, str] = {
    "cats": "猫", "dogs": "狗", "birds": "鸟", "girls": "女孩", "boys": "男孩", "teachers": "老师",
    "drink": "喝", "eat": "吃", "see": "看见", "like": "喜欢", "milk": "牛奶", "water": "水",
    "tea": "茶", "coffee": "咖啡", "fish": "鱼", "meat": "肉", "rice": "米饭", "bread": "面包",
    "apples": "苹果", "small": "小", "big": "大", "hot": "热", "cold": "冷", "here": "这里",
    "there": "那里", "often": "常常", ".": "。",
}  # fmt: skip
# One character a word: the grammar's entropy in nats a character is then one in nats a word.
LETTERS: Mapping[str, str] = {word: chr(ord("A") + k) for k, word in enumerate(CHINESE)}
WORDS: Mapping[str, str] = {letter: word for word, letter in LETTERS.items()}


@cache
def language_of_words() -> Grammar:
    """The sentences' grammar, one character a word."""
    return Grammar(
        {name: tuple((p, _lettered(way)) for p, way in ways) for name, ways in RULES.items()}
    )


@cache
def sentences(language: str) -> list[str]:
    """The words of all sentences, in order, full stops among them."""
    letters = language_of_words().text(LINES * 5, SEED)
    words = [WORDS[letter] for letter in letters]
    return [CHINESE[word] for word in words] if language == "zh-Hans" else words


def _lettered(way: str) -> str:
    return "".join(part if NAME.fullmatch(part) else LETTERS[part] for part in way.split())
