"""Who may use this server: pages that were loaded from its own address.

Any web page can make a browser send requests here: to this server's address, from another site or
another port of the same machine, or to the page's own host name, pointed at this machine
("rebinding"). The browser reports both: `Origin` is the page that asks, `Host` the name it uses. At
a request from elsewhere, Streamlit would first ask a host on the Internet for this machine's
address while everybody waits; so this check comes before Streamlit.
"""

import ipaddress
import os
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from rnnviz.locale import N_, Refusal, closest, translator

# Further names of this server, separated by commas, such as those of a proxy or a tunnel.
SETTING = "RNNVIZ_HOSTS"
PORTS = {"http": 80, "https": 443}
OTHER_HOST = N_(
    'The request calls this server "{host}", which is not one of its names. If it should be, add '
    "it to {setting} before the server starts."
)
OTHER_ORIGIN = N_('A page from "{origin}" may not use this server.')


class OwnHosts:
    """ASGI middleware that refuses requests from other hosts' pages, over HTTP or a WebSocket.

    to_the_room: whether other machines may connect too; they know this one by its name.
    """

    def __init__(self, app: ASGIApp, *, to_the_room: bool) -> None:
        self._app = app
        self._names = {name.strip().lower() for name in os.environ.get(SETTING, "").split(",")}
        self._names.discard("")
        self._machine = machine_names() if to_the_room else set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check(headers, scope["server"])
        except Refusal as reason:
            language = closest(headers.get("accept-language", ""))
            answer = PlainTextResponse(reason.sentence(translator(language)), status_code=403)
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(answer)
            else:
                await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _check(self, headers: Headers, here: tuple[str, int]) -> None:
        """here: the address and port of this machine that the connection was made to."""
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        host = hosts[0] if len(hosts) == 1 else ""
        name, port = _name_and_port(f"//{host}")
        if not (name in self._names or (port in {here[1], None} and self._is_ours(name, here[0]))):
            raise Refusal(OTHER_HOST, host=host[:80], setting=SETTING)
        for origin in origins:
            usual = PORTS.get(urlsplit(origin).scheme) if "://" in origin else None
            asking, from_port = _name_and_port(origin)
            if usual is None or (asking, from_port or usual) != (name, port or usual):
                raise Refusal(OTHER_ORIGIN, origin=origin[:80])

    def _is_ours(self, name: str, here: str) -> bool:
        own = _address(here)
        if name == "localhost":
            return own is None or own.is_loopback
        address = _address(name)
        return name in self._machine if address is None else address == own


def machine_names() -> set[str]:
    """The names by which others on the local network find this machine."""
    name = socket.gethostname().lower()
    return {name, f"{name.partition('.')[0]}.local"}


def _name_and_port(url: str) -> tuple[str, int | None]:
    """Of an address without a path; ("", None) where it is something else."""
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return "", None
    if parts.path or parts.query or parts.fragment or parts.username is not None:
        return "", None
    return name, port


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(name)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
