"""繁體中文 as written in Taiwan: its characters, its terms, and which of 列 and 行 is a row."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from rnnviz.locale import _catalogue

ROOT = Path(__file__).parents[1]
# Every sentence with 列 or 行 that somebody has read: in Taiwan a matrix's row is 列, its column
# 行, the other way round than in simplified Chinese. A line of code or of a text is 行 in both.
READ = Path(__file__).with_name("rows_and_columns.zh-Hant.txt")
# Words in which the two mean neither a row nor a column.
OTHER_WORDS = re.compile(
    "進行|執行|運行|平行|並行|可行|流行|行為|行動|自行|行走|行程|旅行|發行|舉行|不行|也行|都行|才行|就行|步行|同行|行進|"
    "放行|銀行|行人|序列|數列|排列|系列|陣列|佇列|串列|列出|列表|下列|列舉|並列|陳列|前列|羅列|列入|列為|列了|可列"
)
TITLES = re.compile("《[^》]*》")
# What OpenCC or a reader from elsewhere would write, and what Taiwan writes.
WRONG = {
    "引數": "參數", "迴圈": "循環", "函式(?!庫)": "函數", "啟用函": "活化函數", "激活": "活化",
    "偏置": "偏權值", "信息": "訊息、資訊", "程序": "程式", "數據": "資料", "默認": "預設",
    "缺省": "預設", "視頻": "影片", "軟件": "軟體", "硬件": "硬體", "網絡": "網路", "鼠標": "滑鼠",
    "屏幕": "螢幕", "屏": "螢幕", "打印": "列印", "內存": "記憶體", "緩存": "快取", "加載": "載入",
    "刷新": "重新整理", "鏈接": "連結", "快捷鍵": "快速鍵", "菜單": "選單", "優化器": "最佳化器",
    "隊列": "佇列", "線程": "執行緒", "進程": "行程", "服務器": "伺服器", "客戶端": "用戶端",
    "文件夾": "資料夾", "字符": "字元", "字節": "位元組", "比特": "位元", "字符串": "字串",
    "代碼": "程式碼", "調用": "呼叫", "調試": "除錯", "變量": "變數", "反饋": "回饋",
    "[採采]樣": "取樣", "矢量": "向量", "方差": "變異數", "粘貼": "貼上", "剪切": "剪下",
    "拖[動拽]": "拖曳", "光標": "游標", "二維碼": "QR Code", "掃碼": "掃描", "在線": "線上",
    "離線": "沒有網路", "聯網": "連上網路", "[置忘入出新]門": "閘", "門控": "閘控",
    "記憶細胞": "記憶單元", "單元格": "儲存格", "智能": "智慧", "計算機": "電腦", "數組": "陣列",
    "對象": "物件", "窗口": "視窗", "搜索": "搜尋", "(?<!推)導出": "匯出", "(?<!引)導入": "匯入",
    "概率": "機率", "幾率": "機率", "遞歸": "遞迴", "質量": "品質", "回歸": "迴歸", "演示": "示範",
    "博客": "部落格", "互聯網": "網際網路", "撤銷": "復原", "鏈式": "連鎖律", "最優": "最佳",
    "獨熱": "one-hot", "支持向": "支援向", "[臺佔裏着爲羣佈]": "台占裡著為群布",
    "(?<![以得])只(?=貓)": "隻", "[“”‘’]": "「」『』",
}  # fmt: skip
# A measure word stands behind a number or in a rule of the made Chinese; elsewhere 只 is meant.
MEASURED = re.compile("(?<![一二兩三四五六七八九十幾這那→])隻")
# Simplified characters that Taiwan's encoding has as well, for something rare.
RARE = "机万与么于价优体余儿准几听坏复并异征扰挂据晒极构气泄涂确离种网胜范荐触适采无号启备帘怜"


def texts() -> Iterator[tuple[str, str]]:
    """All that readers of 繁體中文 read: prose by its file, and the messages."""
    files = [*ROOT.glob("rnnviz/**/*.zh-Hant.md"), *ROOT.glob("pages/**/*.zh-Hant.md")]
    for file in sorted(files):
        yield file.relative_to(ROOT).as_posix(), file.read_text("utf-8")
    yield "messages", "\n".join(_catalogue("zh-Hant").values())


TEXTS = dict(texts())


def test_there_is_much_to_read() -> None:
    assert len(TEXTS) > 20


def around(text: str, found: re.Match[str]) -> str:
    return text[max(0, found.start() - 12) : found.end() + 12].replace("\n", "⏎")


@pytest.mark.parametrize("name", TEXTS)
def test_no_character_is_simplified(name: str) -> None:
    characters = {c for c in TEXTS[name] if unicodedata.name(c, "").startswith("CJK UNIFIED")}

    def is_taiwans(character: str) -> bool:
        try:
            return bool(character.encode("big5")) and character not in RARE
        except UnicodeEncodeError:
            return False

    assert [one for one in sorted(characters) if not is_taiwans(one)] == []


@pytest.mark.parametrize("name", TEXTS)
def test_the_terms_are_taiwan_s(name: str) -> None:
    text = TITLES.sub("", TEXTS[name])
    wrong = [
        f"{around(text, found)}: {right}"
        for pattern, right in WRONG.items()
        for found in re.finditer(pattern, text)
    ]
    assert wrong == []


@pytest.mark.parametrize("name", TEXTS)
def test_a_measure_word_is_written_where_animals_are_counted_alone(name: str) -> None:
    assert [around(TEXTS[name], found) for found in MEASURED.finditer(TEXTS[name])] == []


def with_rows_or_columns(text: str) -> list[str]:
    """The sentences in which 列 or 行 may be a row, a column or a line."""
    sentences = (one.strip() for one in re.split(r"(?<=[。！？；])|\n", text))
    return [one for one in sentences if re.search("[列行]", OTHER_WORDS.sub("", one))]


def test_every_row_and_column_has_been_read() -> None:
    """A new sentence with 列 or 行: read it (a row is 列, a column 行), then put it into the file."""
    read = {*READ.read_text("utf-8").splitlines()}
    found = [one for text in TEXTS.values() for one in with_rows_or_columns(text)]
    assert [one for one in found if one not in read] == []
