"""Our own Chinese texts in both writings, character for character.

A network reads both alike: the k-th character of one is the k-th of the other, so that weights,
numbers and places hold for both. The table has the characters of these texts, each with the one
traditional form that it has in them; it is none for text in general: 只 is a measure word here.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

HANS, HANT = "zh-Hans", "zh-Hant"
# Of the name of a text or a network that is another one in traditional characters.
SUFFIX = "-traditional"
SIMPLIFIED = (
    "两为么书买云们会伞兴几单发吗听园国图坏处够妈宫师开张时晓机杂条树欢没点热爷猫电画红纸"
    "绿苹蓝虽裤见觉订词诚话说谢货贵车辆还这适里钢钥钱错镇门闻颜飞饭马鱼鸟黄只面周复链志"
)
TRADITIONAL = (
    "兩為麼書買雲們會傘興幾單發嗎聽園國圖壞處夠媽宮師開張時曉機雜條樹歡沒點熱爺貓電畫紅紙"
    "綠蘋藍雖褲見覺訂詞誠話說謝貨貴車輛還這適裡鋼鑰錢錯鎮門聞顏飛飯馬魚鳥黃隻麵週覆鍊誌"
)
TO_TRADITIONAL = str.maketrans(SIMPLIFIED, TRADITIONAL)
TO_SIMPLIFIED = str.maketrans(TRADITIONAL, SIMPLIFIED)

Told = TypeVar("Told")


def traditional(told: Told) -> Told:
    """A text of ours in traditional characters; or all texts in nested lists and mappings, whose
    keys stay as they are."""
    return _written(told, TO_TRADITIONAL)


def simplified(text: str) -> str:
    """A text of ours in simplified characters."""
    return text.translate(TO_SIMPLIFIED)


def for_reader(text: str, language: str) -> str:
    """A text of ours in the writing that readers of a language read."""
    return traditional(text) if language == HANT else text


def offered(names: Iterable[str], language: str, chosen: str = "") -> list[str]:
    """Of names some of which are in both writings, such as chinese and chinese-traditional, those
    that readers of a language choose from: what they read, and the chosen one."""
    all_names = list(names)
    hidden = {name for name in all_names if name.endswith(SUFFIX)}
    if language == HANT:
        hidden = {name.removesuffix(SUFFIX) for name in hidden}
    return [name for name in all_names if name not in hidden or name == chosen]


def _written(told: Any, table: Mapping[int, int]) -> Any:
    if isinstance(told, str):
        return told.translate(table)
    if isinstance(told, Mapping):
        return {name: _written(value, table) for name, value in told.items()}
    if isinstance(told, list | tuple):
        return [_written(one, table) for one in told]
    return told
