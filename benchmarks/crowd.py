"""A lecture's worth of students open the Step page within twenty seconds.

Each does as a browser does: it asks for the early stage, and then, over a WebSocket and in
Streamlit's own protocol, for the page; it has waited until the script has finished and the stage
has arrived. With `--files` each first
fetches, over six connections, the page and Streamlit's files that it names.
"""

import asyncio
import re
import time
from typing import Any
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from benchmarks.report import arguments, quantiles, show
from benchmarks.sites import STEP, running

CONNECTIONS = 6
GIVE_UP = 120.0


async def open_session(url: str) -> str:
    """What went wrong, or nothing: one student's visit, until the stage has arrived."""
    address = urlsplit(url)
    await fetch(address.netloc, [f"/early-stage?{address.query}"], keep=False)
    request = BackMsg()
    request.rerun_script.page_name = address.path.strip("/")
    request.rerun_script.query_string = address.query
    async with connect(
        f"ws://{address.netloc}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        compression=None,
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
    error = ""
    try:
        async with asyncio.timeout(GIVE_UP):
            if files:
                await fetch_files(url)
            error = await open_session(url)
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
    return {"waited": 1000 * (time.perf_counter() - start), "error": error}


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
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--files", action="store_true", help="fetch the page's files too")
    options = parser.parse_args()

    with running(STEP) as urls:
        begin = time.perf_counter()
        visits = asyncio.run(
            lecture(urls[STEP], options.students, options.seconds, files=options.files)
        )
        elapsed = time.perf_counter() - begin
    errors = [visit["error"] for visit in visits if visit["error"]]
    waited = quantiles([visit["waited"] for visit in visits if not visit["error"]] or [0.0])
    rows = [
        {"students": options.students, "arrive within s": options.seconds}
        | {f"waited {k} ms": v for k, v in waited.items()}
        | {"errors": len(errors)}
    ]
    show(
        {"all served after s": elapsed, "first error": next(iter(errors), "none")},
        rows,
        as_json=options.json,
        limits={"no error": not errors},
    )


if __name__ == "__main__":
    main()
