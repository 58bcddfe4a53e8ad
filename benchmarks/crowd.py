"""A class opens the Step page at once, a lecture's worth of students within twenty seconds, and a hall
within one.

Each does what a browser does: it fetches the early stage, which already answers, and then the page,
over a WebSocket and in Streamlit's own protocol. The page is complete when the script has finished
and the stage has arrived. With `--files` each first fetches, over six connections, the page and
Streamlit's files that it names. The same crowd then opens a page of one line, as Streamlit serves
it: nobody may wait longer for ours.
"""

import asyncio
import math
import re
import time
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from benchmarks.report import Row, arguments, quantiles, show
from benchmarks.sites import PLAIN, STEP, Site, processor_time, running

CONNECTIONS = 6
GIVE_UP = 120.0
CROWDS = ((50, 0.05), (200, 20.0), (300, 1.0))
# Crowds that come at once, for whom the two pages are compared.
AT_ONCE = 1.0
# The longest that anybody may wait for a stage that answers, in milliseconds.
LONGEST = 3000.0


async def early_stage(url: str) -> None:
    address = urlsplit(url)
    await fetch(address.netloc, [f"/early-stage?{address.query}"], keep=False)


async def open_session(url: str, *, has_stage: bool = False) -> str:
    """What went wrong, or nothing: one student's page, until the stage has arrived. has_stage: of a
    page that has none, so that its end is enough."""
    address = urlsplit(url)
    request = BackMsg()
    request.rerun_script.page_name = address.path.strip("/")
    request.rerun_script.query_string = address.query
    async with connect(
        f"ws://{address.netloc}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        compression=None,
        open_timeout=GIVE_UP,
    ) as socket:
        await socket.send(request.SerializeToString())
        async for data in socket:
            message = ForwardMsg()
            message.ParseFromString(data if isinstance(data, bytes) else data.encode())
            element = message.delta.new_element
            if element.WhichOneof("type") == "exception":
                return element.exception.message
            has_stage |= element.WhichOneof("type") == "bidi_component"
            # A page that writes to its address runs once more before it is done.
            if (
                message.WhichOneof("type") == "script_finished"
                and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
            ):
                return "" if has_stage else "no stage arrived"
        return f"closed: {socket.close_code}"


async def fetch_files(url: str) -> None:
    """The page and the files it names, compressed, over as many connections as a browser opens."""
    address = urlsplit(url)
    [index] = await fetch(address.netloc, [address.path])
    paths = iter(re.findall(rb'(?:src|href)="\.(/static/[^"]+\.(?:js|css))"', index))

    async def one_connection() -> None:
        await fetch(address.netloc, (path.decode() for path in paths), keep=False)

    await asyncio.gather(*(one_connection() for _ in range(CONNECTIONS)))


async def fetch(netloc: str, paths: Any, *, keep: bool = True) -> list[bytes]:
    """The bodies of these paths over one connection; the page itself uncompressed, to be read."""
    host, port = netloc.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    bodies = []
    encoding = "identity" if keep else "br"
    for path in paths:
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {netloc}\r\nAccept-Encoding: {encoding}\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{path}: {head.splitlines()[0].decode()}")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        if length is None:
            raise RuntimeError(f"{path} came without its length.")
        body = await reader.readexactly(int(length[1]))
        if keep:
            bodies.append(body)
    writer.close()
    return bodies


async def student(
    url: str, arrives: float, *, files: bool = False, has_stage: bool = True
) -> dict[str, Any]:
    await asyncio.sleep(arrives - time.perf_counter())
    start = time.perf_counter()
    error, early = "", math.inf
    try:
        async with asyncio.timeout(GIVE_UP):
            if files:
                await fetch_files(url)
            if has_stage:
                await early_stage(url)
                early = time.perf_counter() - start
            error = await open_session(url, has_stage=not has_stage)
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
    waited = time.perf_counter() - start
    return {"early": 1000 * early, "waited": 1000 * waited, "error": error}


async def lecture(url: str, students: int, seconds: float, **visit: bool) -> list[dict[str, Any]]:
    await student(url, time.perf_counter(), **visit)  # the lecturer, who was here before
    begin = time.perf_counter()
    return await asyncio.gather(
        *(student(url, begin + seconds * number / students, **visit) for number in range(students))
    )


def visited(site: Site, students: int, seconds: float, **visit: bool) -> Row:
    """How a crowd fared on a server that only its lecturer has visited."""
    with running(site) as urls:
        before = processor_time(site)
        visits = asyncio.run(lecture(urls[site], students, seconds, **visit))
        cost = 1000 * (processor_time(site) - before) / (students + 1)
    errors = [one["error"] for one in visits if one["error"]]
    early = [one["early"] for one in visits] if site == STEP else [0.0]
    return {
        "page": site.name,
        "students": students,
        "arrive within s": seconds,
        **{f"stage {k} ms": v for k, v in quantiles(early).items()},
        **{f"page {k} ms": v for k, v in quantiles([one["waited"] for one in visits]).items()},
        "processor ms each": cost,
        "errors": len(errors),
        "first error": next(iter(errors), ""),
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--students", type=int, help="instead of 50, 200 and 300")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--files", action="store_true", help="fetch the page's files too")
    options = parser.parse_args()
    crowds = [(options.students, options.seconds)] if options.students else CROWDS

    rows, limits = [], {}
    for students, seconds in crowds:
        ours = visited(STEP, students, seconds, files=options.files)
        rows.append(ours)
        if seconds <= AT_ONCE:
            plain = visited(PLAIN, students, seconds, files=options.files, has_stage=False)
            rows.append(plain)
            limits[f"95 % of {students} have the Step page as soon as one line of Streamlit"] = (
                ours["page p95 ms"] <= plain["page p95 ms"]
            )
    show(
        {},
        rows,
        as_json=options.json,
        limits={
            "no error": not any(row["errors"] for row in rows),
            f"nobody waits {LONGEST / 1000:g} s for a stage that answers": all(
                row["stage max ms"] < LONGEST for row in rows
            ),
        }
        | limits,
    )


if __name__ == "__main__":
    main()
