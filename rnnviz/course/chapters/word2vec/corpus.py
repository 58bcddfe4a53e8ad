"""A small text for word vectors: sentences of a small world, in which words of one kind stand among
the same neighbours."""

from itertools import product
from typing import NamedTuple, TypedDict


class Text(TypedDict):
    """words: each once, those of a kind first, in the same order in every language. kinds: of each
    word, a number; 0 for the words that hold sentences together. sentences: as places in `words`."""

    words: list[str]
    kinds: list[int]
    sentences: list[list[int]]


class World(NamedTuple):
    """kinds: words of one kind, by name. patterns: what is said of them; a name in braces stands
    for each of its words in turn."""

    kinds: dict[str, tuple[str, ...]]
    patterns: tuple[str, ...]


ENGLISH = World(
    {
        "animal": ("cat", "dog", "bird", "horse"),
        "child": ("boy", "girl"),
        "ruler": ("king", "queen"),
        "food": ("bread", "rice", "cake", "soup"),
        "drink": ("tea", "milk", "water", "juice"),
        "place": ("garden", "forest", "field"),
        "act": ("sleeps", "plays", "runs"),
        "sense": ("sees", "hears"),
        "home": ("castle", "palace"),
    },
    (
        "the {animal} {act} in the {place}",
        "the {child} eats {food}",
        "the {child} drinks {drink}",
        "the {ruler} eats {food} in the {home}",
        "the {ruler} drinks {drink} in the {home}",
        "the {child} {sense} a {animal}",
        "the {child} {act} in the {place}",
    ),
)
CHINESE = World(
    {
        "animal": ("猫", "狗", "鸟", "马"),
        "child": ("男孩", "女孩"),
        "ruler": ("国王", "王后"),
        "food": ("面包", "米饭", "蛋糕", "面条"),
        "drink": ("茶", "牛奶", "水", "果汁"),
        "place": ("花园", "森林", "田野"),
        "act": ("睡觉", "玩耍", "奔跑"),
        "sense": ("看见", "听见"),
        "home": ("城堡", "宫殿"),
    },
    (
        "{animal} 在 {place} 里 {act}",
        "{child} 吃 {food}",
        "{child} 喝 {drink}",
        "{ruler} 在 {home} 里 吃 {food}",
        "{ruler} 在 {home} 里 喝 {drink}",
        "{child} {sense} 了 {animal}",
        "{child} 在 {place} 里 {act}",
    ),
)
WORLDS = {"en": ENGLISH, "zh-Hans": CHINESE}


def corpus(language: str) -> Text:
    """The text of a language; English where there is none."""
    world = WORLDS.get(language, ENGLISH)
    spoken = [sentence for pattern in world.patterns for sentence in _spoken(pattern, world)]
    kind_of = {
        word: number for number, kind in enumerate(world.kinds.values(), start=1) for word in kind
    }
    words = list(dict.fromkeys([*kind_of, *(word for sentence in spoken for word in sentence)]))
    places = {word: k for k, word in enumerate(words)}
    return {
        "words": words,
        "kinds": [kind_of.get(word, 0) for word in words],
        "sentences": [[places[word] for word in sentence] for sentence in spoken],
    }


def _spoken(pattern: str, world: World) -> list[list[str]]:
    """What a pattern says, in all its ways."""
    slots = [
        world.kinds[slot.strip("{}")] if slot.startswith("{") else (slot,)
        for slot in pattern.split()
    ]
    return [list(sentence) for sentence in product(*slots)]
