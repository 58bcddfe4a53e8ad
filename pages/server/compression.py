"""Every response compressed, and every file compressed once.

Streamlit serves its bundles as they lie on disk: three megabytes a visitor. The compressing
middleware at hand starts again for every visitor, which is why Streamlit leaves its own out. Here
the compressed bytes are kept: three hundred students who arrive in the same minute cost one
compression of each file, and after the first visitor a bundle is not even read from disk again.
Responses that may not be stored are compressed for each request.
"""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import NamedTuple

import brotli
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Smaller bodies gain less than their new headers cost.
MIN_BYTES = 500
# Larger ones are passed on in pieces, rather than held in memory.
MAX_BYTES = 16 * 2**20
# Of compressed bytes kept. All of Streamlit's bundles together are about 7 MiB.
KEEP_BYTES = 64 * 2**20
# A file answers to many spellings of its path, and anybody may make them up. This is how many paths
# are remembered, and how long one may be; a first visit asks for some sixty files.
KEEP_PATHS, MAX_PATH = 1000, 200

COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    # Measured on the files of a first visit: quality 7 takes 0.1 s and is 1 % larger than
    # quality 9 (0.3 s) and 9 % larger than 11 (2.4 s, for which the first visitor would wait).
    "br": lambda body: brotli.compress(body, quality=7),
    "gzip": lambda body: gzip.compress(body, compresslevel=6, mtime=0),
}
COMPRESSIBLE = {
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "application/wasm",
    "application/xml",
    "image/svg+xml",
}


class _File(NamedTuple):
    """The kept answer of a path whose response said that it never changes."""

    digest: bytes
    headers: list[tuple[bytes, bytes]]


class CompressOnce:
    """ASGI middleware; it leaves alone what is not a plain GET or HEAD of something compressible.

    Range requests, uploads, downloads, WebSockets and types that are compressed already pass
    through untouched.
    """

    def __init__(self, app: ASGIApp, *, keep_bytes: int = KEEP_BYTES) -> None:
        self._app = app
        self._keep_bytes = keep_bytes
        self._bodies: OrderedDict[tuple[str, bytes], asyncio.Task[bytes]] = OrderedDict()
        self._files: OrderedDict[str, _File] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
            return
        request = Headers(scope=scope)
        if "range" in request:
            await self._app(scope, receive, send)
            return

        encoding = _encoding_for(request.get("accept-encoding", ""))
        file = self._files.get(scope["path"])
        if file is not None:
            self._files.move_to_end(scope["path"])
        if file is not None and encoding is not None and (encoding, file.digest) in self._bodies:
            body = await self._compressed(encoding, file.digest, b"")
            await _answer_from_memory(file, body, encoding, request, scope, send)
            return

        await self._compress_response(scope, receive, send, encoding, request)

    async def _compress_response(
        self, scope: Scope, receive: Receive, send: Send, encoding: str | None, request: Headers
    ) -> None:
        start: Message | None = None
        chunks: list[bytes] = []

        async def collect(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                if encoding is not None and _worth_compressing(message):
                    start = message
                else:
                    _say_it_varies(message, request)
                    await send(message)
            elif start is None:
                await send(_without_body(message) if scope["method"] == "HEAD" else message)
            else:
                chunks.append(message.get("body", b""))
                if not message.get("more_body", False):
                    await finish(start, b"".join(chunks))

        async def finish(start: Message, body: bytes) -> None:
            assert encoding is not None
            digest = blake2b(body, digest_size=16).digest()
            headers = MutableHeaders(raw=start["headers"])
            headers.add_vary_header("Accept-Encoding")
            if "no-store" in headers.get("cache-control", ""):
                compressed = await asyncio.to_thread(COMPRESSORS[encoding], body)
            else:
                compressed = await self._compressed(encoding, digest, body)
            if len(compressed) < len(body):
                body = compressed
                _mark_as(headers, encoding, len(body))
                if "immutable" in headers.get("cache-control", "") and "set-cookie" not in headers:
                    self._know(scope["path"], _File(digest, _neutral(headers)))
            await send(start)
            await send(
                {
                    "type": "http.response.body",
                    "body": b"" if scope["method"] == "HEAD" else body,
                }
            )

        # Inside, the request is a GET that accepts no encoding: a HEAD is then answered with the
        # very headers of its GET, and nothing within compresses first.
        inner = {
            **scope,
            "method": "GET",
            "headers": [h for h in scope["headers"] if h[0] != b"accept-encoding"],
        }
        await self._app(inner, receive, collect)

    def _know(self, path: str, file: _File) -> None:
        if len(path) <= MAX_PATH:
            self._files[path] = file
            while len(self._files) > KEEP_PATHS:
                self._files.popitem(last=False)

    async def _compressed(self, encoding: str, digest: bytes, body: bytes) -> bytes:
        """`body` compressed; the first request for these bytes does the work, and the others share
        its result."""
        key = (encoding, digest)
        task = self._bodies.get(key)
        if task is None:
            task = asyncio.create_task(asyncio.to_thread(COMPRESSORS[encoding], body))
            self._bodies[key] = task
            task.add_done_callback(lambda done: self._keep(key, done))
        else:
            self._bodies.move_to_end(key)
        # A visitor who leaves must not cancel what others wait for.
        return await asyncio.shield(task)

    def _keep(self, key: tuple[str, bytes], task: asyncio.Task[bytes]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._bodies.pop(key, None)
            return
        finished = {k: len(t.result()) for k, t in self._bodies.items() if t.done()}
        surplus = sum(finished.values()) - self._keep_bytes
        for oldest, size in finished.items():
            if surplus <= 0:
                break
            del self._bodies[oldest]
            surplus -= size


def _encoding_for(accepted: str) -> str | None:
    """The best encoding of ours that an Accept-Encoding header admits: brotli, then gzip."""
    weights: dict[str, float] = {}
    for entry in accepted.lower().split(","):
        name, _, parameter = entry.strip().partition(";")
        try:
            weights[name.strip()] = float(parameter.strip().removeprefix("q=") or 1)
        except ValueError:
            weights[name.strip()] = 0.0
    return next((e for e in COMPRESSORS if weights.get(e, weights.get("*", 0.0)) > 0), None)


def _is_compressible(headers: Headers) -> bool:
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == "text/event-stream":
        return False
    return media_type.startswith("text/") or media_type in COMPRESSIBLE


def _worth_compressing(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    return (
        start["status"] == 200
        and _is_compressible(headers)
        and MIN_BYTES <= int(headers.get("content-length", 0)) <= MAX_BYTES
        and "content-encoding" not in headers
        and "content-disposition" not in headers
        and "no-transform" not in headers.get("cache-control", "")
    )


def _mark_as(headers: MutableHeaders, encoding: str, size: int) -> None:
    headers["Content-Encoding"] = encoding
    headers["Content-Length"] = str(size)
    del headers["Accept-Ranges"]
    etag = headers.get("etag", "")
    if etag and not etag.startswith("W/"):
        # The compressed bytes are another representation of the same content: a weak tag says
        # so, and what comes back in If-None-Match still matches the file's own tag.
        headers["ETag"] = f"W/{etag}"


def _say_it_varies(start: Message, request: Headers) -> None:
    """What is sent uncompressed would have been compressed for someone else: caches must know."""
    headers = MutableHeaders(raw=start["headers"])
    if start["status"] == 304:
        weak = f"W/{headers.get('etag', '')}"
        if weak not in request.get("if-none-match", ""):
            return
        headers["ETag"] = weak
    elif start["status"] != 200 or not _is_compressible(headers):
        return
    headers.add_vary_header("Accept-Encoding")


def _neutral(headers: MutableHeaders) -> list[tuple[bytes, bytes]]:
    """The headers that hold for every encoding of a file."""
    own = {b"content-encoding", b"content-length"}
    return [(name, value) for name, value in headers.raw if name.lower() not in own]


async def _answer_from_memory(
    file: _File, body: bytes, encoding: str, request: Headers, scope: Scope, send: Send
) -> None:
    raw = list(file.headers)
    headers = MutableHeaders(raw=raw)
    tags = [tag.strip().removeprefix("W/") for tag in request.get("if-none-match", "").split(",")]
    if headers.get("etag", "").removeprefix("W/") in tags and "etag" in headers:
        del headers["content-type"]
        await send({"type": "http.response.start", "status": 304, "headers": raw})
        await send({"type": "http.response.body"})
        return
    _mark_as(headers, encoding, len(body))
    await send({"type": "http.response.start", "status": 200, "headers": raw})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _without_body(message: Message) -> Message:
    return {**message, "body": b""} if message["type"] == "http.response.body" else message
