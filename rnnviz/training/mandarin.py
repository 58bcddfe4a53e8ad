"""A made Chinese with agreements that a class can watch being learnt, and its true entropy.

Measure words stand before their noun (一只猫) or far behind it (猫，小明看见了三只); 因为 is
answered by 所以 and 虽然 by 但是, across a clause; and a date is written in two notations.
Each sentence is a line of its own and can be made in one way only.
"""

from datetime import date

from rnnviz.training.grammars import Grammar, Ways, evenly

# Each measure word and the nouns that it counts; here each noun has one measure word.
MEASURED = {
    "只": ("猫", "狗", "鸟", "羊", "兔子"),
    "条": ("鱼", "蛇", "河", "路", "裤子"),
    "本": ("书", "小说", "词典", "杂志"),
    "辆": ("车", "汽车", "卡车", "自行车"),
    "架": ("飞机", "直升机", "钢琴"),
    "张": ("纸", "床", "桌子", "地图"),
    "把": ("刀", "伞", "椅子", "钥匙"),
    "棵": ("树", "草", "白菜"),
    "朵": ("花", "云"),
    "匹": ("马",),
}
NUMBERS = "一两三四五六七八九十"
DIGITS = "〇一二三四五六七八九"
# Every day of a leap year.
DAYS = tuple(
    date.fromordinal(day)
    for day in range(date(2000, 1, 1).toordinal(), date(2001, 1, 1).toordinal())
)


def numeral(value: int) -> str:
    """A number from 1 to 99 as it is read, such as 二十一."""
    tens, ones = divmod(value, 10)
    return (
        ("" if tens < 2 else DIGITS[tens]) + ("十" if tens else "") + (DIGITS[ones] if ones else "")
    )


def _in_two_notations(day: date) -> str:
    """Such as 三月二十一日就是3月21日."""
    return f"{numeral(day.month)}月{numeral(day.day)}日就是{day.month}月{day.day}日"


def _counted(way: str) -> Ways:
    """For each noun, `way` with it and its measure word."""
    return evenly(
        *(
            way.replace("[word]", word).replace("[noun]", noun)
            for word, nouns in MEASURED.items()
            for noun in nouns
        )
    )


MANDARIN = Grammar(
    {
        "line": (
            (0.2, "{statement}。\n"),
            (0.2, "{topic}。\n"),
            (0.2, "因为{clause}，所以{clause}。\n"),
            (0.2, "虽然{clause}，但是{clause}。\n"),
            (0.2, "{date}。\n"),
        ),
        "clause": evenly("{statement}", "{person}{feeling}"),
        "statement": evenly("{person}{verb}{number}{things}"),
        "things": _counted("[word][noun]"),
        "topic": _counted("[noun]，{person}{verb}{number}[word]"),
        "person": evenly("小明", "小红", "老师", "爷爷", "妈妈", "我们"),
        "verb": evenly("看见了", "画了", "想要", "喜欢那"),
        "feeling": evenly("很高兴", "很累", "很忙", "笑了", "不说话"),
        "number": evenly(*NUMBERS),
        "date": evenly(*map(_in_two_notations, DAYS)),
    }
)
