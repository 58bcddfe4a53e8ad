"""A class opens the Step page at once, a lecture's worth of students within twenty seconds, and a hall
within one.

Each does what a browser does: it fetches the early stage, which already answers, and then the page,
over a WebSocket and in Streamlit's own protocol. The page is complete when the script has finished
and the stage has arrived. With `--files` each first fetches, over six connections, the page and
Streamlit's files that it names.
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

from benchmarks.report import arguments, quantiles, show
from benchmarks.sites import STEP, processor_time, running

CONNECTIONS = 6
GIVE_UP = 120.0
CROWDS = ((50, 0.05), (200, 20.0), (300, 1.0))
# By the number of students, the milliseconds within which 95 % of them have their page.
PAGE_WITHIN = {50: 800.0, 300: 3000.0}
# The longest that anybody may wait for a stage that answers, in milliseconds.
LONGEST = 3000.0


async def early_stage(url: str) -> None:
    address = urlsplit(url)
    await fetch(address.netloc, [f"/early-stage?{address.query}"], keep=False)


async def open_session(url: str) -> str:
    """What went wrong, or nothing: one student's page, until the stage has arrived."""
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
        has_stage = False
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


async def student(url: str, arrives: float, *, files: bool) -> dict[str, Any]:
    await asyncio.sleep(arrives - time.perf_counter())
    start = time.perf_counter()
    error, early = "", math.inf
    try:
        async with asyncio.timeout(GIVE_UP):
            if files:
                await fetch_files(url)
            await early_stage(url)
            early = time.perf_counter() - start
            error = await open_session(url)
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
    waited = time.perf_counter() - start
    return {"early": 1000 * early, "waited": 1000 * waited, "error": error}


async def lecture(url: str, students: int, seconds: float, *, files: bool) -> list[dict[str, Any]]:
    await student(url, time.perf_counter(), files=files)  # the lecturer, who was here before
    begin = time.perf_counter()
    return await asyncio.gather(
        *(
            student(url, begin + seconds * number / students, files=files)
            for number in range(students)
        )
    )


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--students", type=int, help="instead of 50, 200 and 300")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--files", action="store_true", help="fetch the page's files too")
    options = parser.parse_args()
    crowds = [(options.students, options.seconds)] if options.students else CROWDS

    rows, errors, stages, limits = [], [], [], {}
    for students, seconds in crowds:
        # Each crowd finds a server that only the lecturer has visited.
        with running(STEP) as urls:
            before = processor_time(STEP)
            visits = asyncio.run(lecture(urls[STEP], students, seconds, files=options.files))
            cost = 1000 * (processor_time(STEP) - before) / (students + 1)
        errors += [visit["error"] for visit in visits if visit["error"]]
        early = quantiles([visit["early"] for visit in visits])
        waited = quantiles([visit["waited"] for visit in visits])
        stages.append(early["max"])
        if (most := PAGE_WITHIN.get(students)) and not options.files:
            limits[f"95 % of {students} have their page within {most:g} ms"] = waited["p95"] < most
        rows.append(
            {"students": students, "arrive within s": seconds}
            | {f"stage {k} ms": v for k, v in early.items()}
            | {f"page {k} ms": v for k, v in waited.items()}
            | {"processor ms each": cost, "errors": sum(bool(v["error"]) for v in visits)}
        )
    show(
        {"first error": next(iter(errors), "none")},
        rows,
        as_json=options.json,
        limits={
            "no error": not errors,
            f"nobody waits {LONGEST / 1000:g} s for a stage that answers": max(stages) < LONGEST,
        }
        | limits,
    )


if __name__ == "__main__":
    main()
