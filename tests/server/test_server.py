"""The server around Streamlit: compression, headers and files, and how often each is computed."""

import asyncio
import gzip
import http.client
import json
import re
import threading
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import brotli
import pytest
from playwright.sync_api import Page, expect
from starlette.applications import Starlette
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from pages.server import compression
from pages.server.assets import asset_route
from pages.server.caching import SHARED
from pages.server.compression import CompressOnce
from pages.server.index import early_files
from pages.shared import scene
from pages.shared.assets import COURSE_ASSETS, FONT_ASSETS, LIVE_ASSETS, STAGE_ASSETS, Assets
from pages.shared.traces import TRACES
from rnnviz.address.link import Link
from rnnviz.web import joined, mathfont, module, signs
from tests.loops import finished
from tests.serving import Server

BUNDLE = b"export const answer = 42;\n" * 2000
FOREVER = {"Cache-Control": "public, immutable, max-age=31536000"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Site:
    """A small site behind `CompressOnce` that counts how often it is asked."""

    def __init__(self, response: Callable[[], Response], **options: Any) -> None:
        self.asked = 0
        self.ranges: list[str | None] = []

        async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
            self.asked += 1
            headers = dict(scope["headers"])
            self.ranges.append(headers.get(b"range", b"").decode() or None)
            await response()(scope, receive, send)

        self.app = CompressOnce(endpoint, **options)

    async def get(self, path: str = "/bundle.js", *, method: str = "GET", **headers: str) -> Answer:
        return await ask(self.app, path, method=method, **headers)


async def ask(app: Any, path: str, *, method: str = "GET", **headers: str) -> Answer:
    sent: list[Message] = []
    request = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Message:
        # The visitor stays until the answer has come.
        return next(request, None) or await asyncio.Future()

    async def send(message: Message) -> None:
        sent.append(message)

    raw = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "root_path": "",
        "query_string": b"",
        "headers": raw,
    }
    await app(scope, receive, send)
    start = sent[0]
    return Answer(
        start["status"],
        {name.decode().lower(): value.decode() for name, value in start["headers"]},
        b"".join(message.get("body", b"") for message in sent[1:]),
    )


def bundle(**headers: str) -> Response:
    return Response(BUNDLE, media_type="text/javascript", headers={"ETag": '"v1"', **headers})


@pytest.fixture
def compressions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one name for each compression that is really done."""
    done: list[str] = []
    lock = threading.Lock()

    def counted(name: str) -> Callable[[bytes], bytes]:
        original = compression.COMPRESSORS[name]

        def compress(body: bytes) -> bytes:
            with lock:
                done.append(name)
            return original(body)

        return compress

    monkeypatch.setattr(compression, "COMPRESSORS", {n: counted(n) for n in ("br", "gzip")})
    return done


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("identity", None),
        ("br;q=nonsense", None),
    ],
)
def test_sends_the_best_encoding_the_visitor_accepts(accepted: str, encoding: str | None) -> None:
    answer = finished(Site(bundle).get(accept_encoding=accepted))
    assert answer.headers.get("content-encoding") == encoding
    decode = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
    assert decode(answer.body) == BUNDLE
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert answer.headers["vary"] == "Accept-Encoding"


def test_three_hundred_students_at_once_cost_one_compression(compressions: list[str]) -> None:
    site = Site(lambda: bundle(**FOREVER))

    async def lecture() -> list[Answer]:
        return await asyncio.gather(*(site.get(accept_encoding="br") for _ in range(300)))

    answers = finished(lecture())
    assert compressions == ["br"]
    assert {brotli.decompress(answer.body) for answer in answers} == {BUNDLE}


def test_what_never_changes_is_not_even_read_again(compressions: list[str]) -> None:
    site = Site(lambda: bundle(**FOREVER))

    async def visits() -> list[Answer]:
        return [await site.get(accept_encoding="br") for _ in range(5)]

    answers = finished(visits())
    assert site.asked == 1
    assert compressions == ["br"]
    assert len({(a.status, a.body, tuple(sorted(a.headers.items()))) for a in answers}) == 1


def test_a_page_that_may_change_is_read_each_time_and_compressed_once(
    compressions: list[str],
) -> None:
    site = Site(lambda: bundle(**{"Cache-Control": "no-cache"}))

    async def visits() -> None:
        for _ in range(5):
            await site.get("/", accept_encoding="br")
            await site.get("/step", accept_encoding="br")

    finished(visits())
    assert site.asked == 10
    assert compressions == ["br"]


def test_a_visitor_who_leaves_does_not_stop_the_others(compressions: list[str]) -> None:
    site = Site(lambda: bundle(**FOREVER))

    async def visits() -> Answer:
        first = asyncio.create_task(site.get(accept_encoding="br"))
        second = asyncio.create_task(site.get(accept_encoding="br"))
        while not compressions:
            await asyncio.sleep(0)
        first.cancel()
        return await second

    assert brotli.decompress(finished(visits()).body) == BUNDLE
    assert compressions == ["br"]


def test_memory_is_bounded(compressions: list[str]) -> None:
    size = len(compression.COMPRESSORS["br"](BUNDLE))
    compressions.clear()
    # Every path its own content, and room for about three of them.
    number = iter(range(100))
    site = Site(
        lambda: Response(
            BUNDLE + b"// %d" % next(number), media_type="text/javascript", headers=FOREVER
        ),
        keep_bytes=3 * size + 50,
    )

    async def visits() -> None:
        for i in range(10):
            await site.get(f"/{i}.js", accept_encoding="br")
        await site.get("/9.js", accept_encoding="br")
        await site.get("/0.js", accept_encoding="br")

    finished(visits())
    assert len(compressions) == 11  # the last is still kept, the first no longer


def test_ever_new_spellings_of_a_path_take_no_more_memory() -> None:
    site = Site(lambda: bundle(**FOREVER))

    async def visits() -> int:
        await site.get(accept_encoding="br")
        tracemalloc.start()
        for spelling in range(3000):
            path = f"/static/{'./' * 5000}{spelling}/bundle.js" if spelling % 2 else f"/{spelling}"
            await site.get(path, accept_encoding="br")
        await site.get(accept_encoding="br")
        taken, _most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return taken

    assert finished(visits()) < 4 * 2**20


@pytest.mark.parametrize("path", ["first", "again"])
def test_a_browser_that_has_it_is_told_so(path: str, tmp_path: Path) -> None:
    file = tmp_path / "bundle.js"
    file.write_bytes(BUNDLE)

    async def endpoint(request: Any) -> Response:
        if f'"{file.stat().st_mtime}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"ETag": f'"{file.stat().st_mtime}"'})
        cache = FOREVER if path == "again" else {"Cache-Control": "no-cache"}
        return FileResponse(file, headers={"ETag": f'"{file.stat().st_mtime}"', **cache})

    app = CompressOnce(Starlette(routes=[Route("/bundle.js", endpoint)]))

    async def visits() -> tuple[Answer, Answer]:
        first = await ask(app, "/bundle.js", accept_encoding="br")
        tag = first.headers["etag"]
        return first, await ask(app, "/bundle.js", accept_encoding="br", if_none_match=tag)

    first, second = finished(visits())
    assert first.headers["etag"].startswith('W/"')
    assert second.status == 304
    assert second.body == b""
    assert second.headers["etag"] == first.headers["etag"]
    assert second.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in second.headers


@pytest.mark.parametrize("cache", [FOREVER, {"Cache-Control": "no-cache"}])
def test_head_has_the_headers_of_its_get(cache: dict[str, str]) -> None:
    site = Site(lambda: bundle(**cache))

    async def visits() -> list[Answer]:
        kinds = ["HEAD", "GET", "HEAD"]
        return [await site.get(method=kind, accept_encoding="br") for kind in kinds]

    before, get, after = finished(visits())
    assert before.headers == get.headers == after.headers
    assert before.body == after.body == b""


def test_a_range_is_left_as_it_was_asked_for() -> None:
    site = Site(bundle)
    answer = finished(site.get(accept_encoding="br", range="bytes=0-99"))
    assert site.ranges == ["bytes=0-99"]
    assert "content-encoding" not in answer.headers
    assert answer.body == BUNDLE


@pytest.mark.parametrize(
    "response",
    [
        lambda: Response(BUNDLE, media_type="font/woff2"),
        lambda: Response(BUNDLE, media_type="image/png"),
        lambda: Response(BUNDLE, media_type="text/event-stream"),
        lambda: Response(BUNDLE, media_type="text/javascript", status_code=500),
        lambda: bundle(**{"Content-Encoding": "gzip"}),
        lambda: bundle(**{"Content-Disposition": 'attachment; filename="trace.html"'}),
        lambda: bundle(**{"Cache-Control": "no-transform"}),
        lambda: Response(b"ok", media_type="text/plain"),
    ],
    ids=["font", "picture", "stream", "error", "encoded", "download", "no-transform", "small"],
)
def test_leaves_alone_what_would_gain_nothing(response: Callable[[], Response]) -> None:
    expected = response()
    answer = finished(Site(response).get(accept_encoding="br"))
    assert answer.body == expected.body
    assert answer.headers.get("content-encoding") == expected.headers.get("content-encoding")
    assert answer.headers["content-length"] == str(len(expected.body))


def test_an_upload_passes_through() -> None:
    site = Site(bundle)
    answer = finished(site.get(method="PUT", accept_encoding="br"))
    assert answer.body == BUNDLE
    assert "vary" not in answer.headers


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "main.js").write_text(
        'import { draw } from "./draw.js";\nexport const mount = draw;\n'
    )
    (tmp_path / "draw.js").write_text("export function draw() {}\n")
    (tmp_path / "stage.css").write_text(".stage {}\n")
    (tmp_path / "notes.txt").write_text("not for the browser")
    return tmp_path


def assets_of(folder: Path) -> Assets:
    def made() -> dict[str, bytes]:
        css = (folder / "stage.css").read_text("utf-8")
        return {"stage.js": module(joined(folder / "main.js"), css)}

    return Assets("stage-assets", [folder], made)


def asset(assets: Assets, path: str, **headers: str) -> Answer:
    return finished(ask(Starlette(routes=[asset_route(assets)]), path, **headers))


def test_a_stage_file_may_be_kept_for_ever(folder: Path) -> None:
    assets = assets_of(folder)
    answer = asset(assets, f"{assets.url()}/stage.js")
    told = answer.body.decode()
    assert "function draw() {}" in told
    assert "export const { mount } = " in told
    assert told.endswith('export const css = ".stage {}\\n";\n')
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


def test_the_address_changes_with_any_of_the_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pages.shared.assets.LOOK_EVERY", 0.0)
    assets = assets_of(folder)
    before = assets.url()
    assert assets.url() == before
    (folder / "stage.css").write_text(".stage { color: red }\n")
    then = assets.url()
    assert then != before
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "draw.js").write_text("export const draw = 1;\n")
    (folder / "main.js").write_text(
        'import { draw } from "./deep/er/draw.js";\nexport const mount = draw;\n'
    )
    deeper = assets.url()
    assert deeper != then
    (folder / "deep" / "er" / "draw.js").write_text("export const draw = 22;\n")
    assert assets.url() not in (then, deeper)
    assert b"color: red" in asset(assets, f"{assets.url()}/stage.js").body


def test_an_old_address_gets_the_files_of_today_but_not_for_ever(folder: Path) -> None:
    answer = asset(assets_of(folder), "/stage-assets/0123456789abcdef/stage.js")
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "name", ["notes.txt", "missing.js", "draw.js", "..", "../test_server.py", "%2e%2e%2fapp.py", ""]
)
def test_nothing_but_the_stage_is_served(folder: Path, name: str) -> None:
    assets = assets_of(folder)
    assert asset(assets, f"{assets.url()}/{name}").status == 404


# From here on the real server.


def fetch(server: Server, path: str, *, method: str = "GET", **headers: str) -> Answer:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=90)
    try:
        connection.request(
            method, path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        response = connection.getresponse()
        lowered = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, lowered, response.read())
    finally:
        connection.close()


def first_files(server: Server) -> Iterable[str]:
    index = fetch(server, "/").body.decode()
    return re.findall(r'(?:src|href)="\./(static/[^"]+\.(?:js|css))"', index)


def test_every_file_of_a_first_visit_is_compressed(server: Server) -> None:
    files = list(first_files(server))
    assert len(files) > 20
    for path in files:
        plain = fetch(server, f"/{path}")
        answer = fetch(server, f"/{path}", accept_encoding="gzip, br")
        assert answer.headers["cache-control"] == plain.headers["cache-control"]
        if len(plain.body) < compression.MIN_BYTES:
            continue
        assert answer.headers["content-encoding"] == "br", path
        assert brotli.decompress(answer.body) == plain.body


@pytest.mark.parametrize("path", ["/", "/step", "/why_state?lang=en"])
def test_every_address_starts_with_the_same_page_in_our_theme(server: Server, path: str) -> None:
    answer = fetch(server, path, accept_encoding="br")
    assert answer.status == 200
    assert answer.headers["content-encoding"] == "br"
    html = brotli.decompress(answer.body).decode()
    assert "<title>rnnviz</title>" in html
    assert "DARK_THEME" in html
    assert 'as="font"' not in html
    assert mathfont.LOADING in html
    again = fetch(server, path, accept_encoding="br", if_none_match=answer.headers["etag"])
    assert again.status == 304


@pytest.mark.parametrize(
    ("path", "spoken", "sentence", "link"),
    [
        (
            "/nowhere",
            "zh-CN,zh;q=0.9",
            "这里没有页面 /nowhere。",
            '<a href="/step?lang=zh-Hans">单步</a>',
        ),
        ("/nowhere?lang=en", "zh-CN", "There is no page /nowhere here.", '<a href="/?lang=en">'),
        ("/%3Cb%3E/x", "en", "There is no page /&lt;b&gt;/x here.", '<a href="/train?lang=en">'),
        (
            "/" + "a" * 500,
            "en",
            "There is no page /" + "a" * 79 + "… here.",
            '<a href="/?lang=en">',
        ),
    ],
)
def test_an_address_without_a_page_says_so_in_the_readers_language(
    server: Server, path: str, spoken: str, sentence: str, link: str
) -> None:
    answer = fetch(server, path, accept_language=spoken)
    assert answer.status == 404
    assert sentence in answer.body.decode()
    assert link in answer.body.decode()
    assert "content-security-policy" in answer.headers


def test_the_page_fetches_early_what_the_stage_needs(server: Server) -> None:
    index = fetch(server, "/").body.decode()
    stage, *early = re.findall(r'rel="modulepreload" crossorigin[^>]* href="([^"]+)"', index)
    assert stage == f"{STAGE_ASSETS.url()}/stage.js"
    assert index.index(stage) < index.index("./static/js/")
    assert any("/BidiComponent." in path for path in early)
    assert len(early) == len(set(early))
    for path in early:
        assert index.count(path) == 1, path
        assert "javascript" in fetch(server, path.removeprefix(".")).headers["content-type"], path


@pytest.mark.parametrize(
    ("path", "assets", "view"),
    [
        ("/softmax", COURSE_ASSETS, "softmax.js"),
        ("/course", COURSE_ASSETS, "contents.js"),
        ("/glossary?lang=en", COURSE_ASSETS, "reference.js"),
        ("/train", LIVE_ASSETS, "live.js"),
    ],
)
def test_a_page_without_a_stage_fetches_its_own_module_early_and_no_stage(
    server: Server, path: str, assets: Assets, view: str
) -> None:
    index = fetch(server, path).body.decode()
    early = re.findall(r'rel="modulepreload" crossorigin[^>]* href="([^"]+)"', index)
    assert early[-1] == f"{assets.url()}/{view}"
    assert b"mount" in fetch(server, early[-1]).body
    assert "/stage-assets/" not in index


def test_a_streamlit_that_names_its_files_otherwise_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script src="./static/js/index.1.js"></script>')
    assert early_files(tmp_path) == []
    folder = tmp_path / "static" / "js"
    folder.mkdir(parents=True)
    (folder / "BidiComponent.1.js").write_text(
        'import{a}from"./arrow.1.js";import"./index.1.js";import{b}from"./gone.1.js";'
    )
    (folder / "arrow.1.js").write_text('import"./BidiComponent.1.js";import"./deep.1.js"')
    (folder / "deep.1.js").write_text("export const c=1")
    names = ["BidiComponent.1.js", "arrow.1.js", "deep.1.js"]
    assert early_files(tmp_path) == [f"./static/js/{name}" for name in names]


@pytest.mark.parametrize(
    "path", ["/", "/_stcore/health", "/_stcore/host-config", "/favicon.png", "/_stcore/agent/none"]
)
def test_every_response_says_what_the_page_may_do(server: Server, path: str) -> None:
    headers = fetch(server, path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert "unsafe" not in policy["script-src"]
    assert not re.search(r"https?:|wss?:|\*", policy["script-src"])
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "fullscreen=(self)" in headers["permissions-policy"]
    # Which program answers, and in which version, is nobody's business.
    assert "server" not in headers


def test_the_stage_is_served_compressed_under_its_hash(server: Server) -> None:
    url = STAGE_ASSETS.url()
    for name, source in STAGE_ASSETS.current().files.items():
        answer = fetch(server, f"{url}/{name}", accept_encoding="br")
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"]
        decode = {"br": brotli.decompress}.get(answer.headers.get("content-encoding", ""), bytes)
        assert decode(answer.body) == source


@pytest.mark.parametrize(
    "path", ["/stage-assets/x/..%2f..%2f..%2fapp.py", "/stage-assets/x/app.py"]
)
def test_the_server_gives_no_source_away(server: Server, path: str) -> None:
    answer = fetch(server, path)
    assert b"streamlit" not in answer.body.lower() or answer.status in {400, 404}


# As in a frame that is painted before the page's own style sheet is there.
OUR_STYLE = '[data-testid="stHtml"] style, style[data-testid="stHtml"]'
WITHOUT = """(ours) => {
  for (const one of ours) one.remove()
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}"""


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/", "/step"])
def test_a_first_visit_brings_no_error_no_font_but_that_of_formulas_and_nothing_twice(
    server: Server, page: Page, path: str
) -> None:
    asked: list[tuple[str, str]] = []
    page.on("request", lambda request: asked.append((request.url, request.resource_type)))
    page.goto(server.url + path)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.get_by_test_id("stage")).to_be_visible()
    # What is fetched early is used.
    for name in ("stage.js", "BidiComponent."):
        assert len([url for url, _ in asked if name in url]) == 1, name
    expect(page.locator(OUR_STYLE).first).to_be_attached()
    page.locator(OUR_STYLE).evaluate_all(WITHOUT)
    fonts = [url for url, kind in asked if kind == "font"]
    assert sorted(fonts) == sorted(
        f"{server.url}{FONT_ASSETS.url()}/{one}" for one in mathfont.STYLES
    )


def test_a_browser_keeps_the_font_of_formulas_for_ever(server: Server) -> None:
    for name, font in mathfont.faces().items():
        answer = fetch(server, f"{FONT_ASSETS.url()}/{name}", accept_encoding="br")
        assert answer.body == font
        assert answer.headers["content-type"] == "font/woff2"
        assert answer.headers["cache-control"] == FOREVER["Cache-Control"]


def test_streamlit_s_style_sheets_name_no_text_font(server: Server) -> None:
    """So a frame that is painted before the theme is there has none to fetch."""
    index = fetch(server, "/").body.decode()
    # Streamlit would fetch its own once more, were there no link to it; this one fetches nothing.
    for link in re.findall(r"<link[^>]*static/css[^>]*>", index):
        assert link.endswith(" disabled>")
    sheets = re.findall(r'href="\./(sheets/[^"]+\.css)"', index)
    assert sheets
    for sheet in sheets:
        answer = fetch(server, f"/{sheet}")
        assert b"Material Symbols" in answer.body
        assert b"Source" not in answer.body
        assert "immutable" in answer.headers["cache-control"]
        for font in re.findall(rb"url\(\.\./(static/media/[^)]+)\)", answer.body):
            assert fetch(server, f"/{font.decode()}", method="HEAD").status == 200
    assert fetch(server, "/sheets/none.css").status == 404


@pytest.mark.browser
def test_a_first_frame_in_a_dark_room_is_dark(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(color_scheme="dark")
    # Streamlit tells its theme over this socket: without it, what is seen came with the page.
    page.route_web_socket("**/_stcore/stream", lambda _socket: None)
    page.goto(server.url)
    background = page.get_by_test_id("stApp").evaluate("e => getComputedStyle(e).backgroundColor")
    assert background == "rgb(18, 22, 31)"


def test_the_early_stage_is_what_the_page_will_show(server: Server) -> None:
    chinese = fetch(server, "/early-stage?cell=gru&t=3", accept_language="zh-CN,zh;q=0.9,en;q=0.8")
    data = json.loads(chinese.body)
    link, problems = Link.from_query({"cell": "gru", "t": "3"})
    trace = TRACES.get(link, print)
    # The page's style sheet brings the fonts of signs later.
    assert data.pop("fonts") == signs("zh-Hans")
    assert data == json.loads(json.dumps(scene.of_link(link, problems, [trace], "zh-Hans")))
    assert data["scene"]["language"] == "zh-Hans"
    assert (data["place"]["t"], data["query"]["cell"]) == ("3", "gru")
    # A CDN may keep what is everybody's for a minute, and no reader's own.
    assert chinese.headers["cache-control"] == SHARED
    assert "Accept-Language" in chinese.headers["vary"]
    english = fetch(server, "/early-stage?lang=en", accept_language="zh-CN")
    assert json.loads(english.body)["scene"]["language"] == "en"


def test_a_cdn_may_keep_what_is_everybodys_and_nothing_else(server: Server) -> None:
    page = fetch(server, "/softmax").body.decode()
    [sheet, *_] = re.findall(r'href="\.(/sheets/[^"]+)"', page)
    [bundle, *_] = re.findall(r'src="\.(/static/[^"]+)"', page)
    [chapter] = re.findall(r'href="(/course-assets/[^"]+)"', page)
    lasting = [sheet, bundle, chapter, f"{STAGE_ASSETS.url()}/stage.js"]
    brief = ["/", "/step?t=3", "/softmax", "/early-stage?t=3", "/hall-chapter?name=softmax"]
    for paths, kept in ((lasting, FOREVER["Cache-Control"]), (brief, SHARED)):
        for path in paths:
            answer = fetch(server, path, accept_encoding="br")
            assert (answer.status, answer.headers["cache-control"]) == (200, kept), path
            assert "set-cookie" not in answer.headers
            assert "Accept-Encoding" in answer.headers["vary"]
            assert kept != SHARED or "Accept-Language" in answer.headers["vary"]
    for path in ("/early-stage?text=ours+alone", "/_stcore/health", "/hall/abcd23", "/weights?t=3"):
        assert "public" not in fetch(server, path).headers.get("cache-control", ""), path


@pytest.mark.parametrize(
    "query",
    [
        "hidden=9999",
        "cell=gru&cell=rnn",
        "run=0123456789abcdef",
        "run=../../etc",
        "text=",
        "text=a",
        "text=Not+learnt+before.",
        "weights=random&seed=99",
        f"text={'a' * 2000}",
    ],
)
def test_what_cannot_be_shown_at_once_is_left_to_the_page(server: Server, query: str) -> None:
    answer = fetch(server, f"/early-stage?{query}")
    assert (answer.status, answer.body) == (204, b"")


def test_what_somebody_has_opened_comes_early_to_others_unless_it_is_large(
    server: Server, page: Page
) -> None:
    for query, status in (
        ("weights=random&seed=7", 200),
        (f"weights=random&text={'ab' * 40}&hidden=128", 204),
    ):
        assert fetch(server, f"/early-stage?{query}").status == 204
        page.goto(f"{server.url}/step?{query}")
        expect(page.get_by_test_id("stMain").get_by_test_id("stage")).to_be_visible(timeout=20_000)
        assert fetch(server, f"/early-stage?{query}").status == status
