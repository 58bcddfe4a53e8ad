"""Who may use this server: pages that were loaded from its own address.

Any web page can make a browser send requests here: to this server's address, from another site or
another port of the same machine, or to the page's own host name, pointed at this machine
("rebinding"). The browser reports both: `Origin` is the page that asks, `Host` the name it uses. At
a request from elsewhere, Streamlit would first ask a host on the Internet for this machine's
address while everybody waits; so this check comes before Streamlit.

A picture or a script of another site's page is asked for without `Origin`. Most browsers then say
`Sec-Fetch-Site`, and over plain HTTP at least `Referer`. Such a page may link to ours and frame
them, and get nothing else.
"""

import ipaddress
import os
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pages.server.language import language_of
from pages.server.lost import is_page
from pages.shared.visitor import is_this_machine
from rnnviz.locale import N_, Refusal, translator

# Further names of this server, separated by commas, such as those of a proxy or a tunnel.
SETTING = "RNNVIZ_HOSTS"
# The addresses of proxies, as uvicorn reads them.
PROXIES, USUAL_PROXIES = "FORWARDED_ALLOW_IPS", "127.0.0.1,::1"
PORTS = {"http": 80, "https": 443}
# How Streamlit counts its sessions and what they take.
METRICS = "/_stcore/metrics"
OTHER_HOST = N_(
    'The request calls this server "{host}", which is not one of its names. If it should be, add '
    "it to {setting} before the server starts."
)
OTHER_ORIGIN = N_('A page from "{origin}" may not use this server.')
OTHER_SITE = N_("Another site's page may link to the pages here, and use nothing else.")
OWN_MACHINE = N_("Only the server's own computer sees these figures.")


class OwnHosts:
    """ASGI middleware that refuses requests from other hosts' pages, over HTTP or a WebSocket.

    to_the_room: whether other machines may connect too; they know this one by its name. Only
    a proxy is believed when it says for whom it asks: a request from its address by one of our
    further names.
    """

    def __init__(self, app: ASGIApp, *, to_the_room: bool) -> None:
        self._app = app
        proxies = os.environ.get(PROXIES, USUAL_PROXIES)
        self._behind_a_proxy = ProxyHeadersMiddleware(app, proxies)  # type: ignore[arg-type]
        self._names = {name.strip().lower() for name in os.environ.get(SETTING, "").split(",")}
        self._names.discard("")
        self._machine = machine_names() if to_the_room else set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            name = self._check(headers, scope["server"])
            if not is_page(scope["path"]) and not scope["path"].startswith(("/r/", "/notes")):
                _check_use(headers, scope, name)
        except Refusal as reason:
            told = reason.sentence(translator(language_of(HTTPConnection(scope))))
            answer = PlainTextResponse(told, status_code=403)
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(answer)
            else:
                await answer(scope, receive, send)
            return
        if name in self._names:
            await self._behind_a_proxy(scope, receive, send)  # type: ignore[arg-type]
        else:
            await self._app(scope, receive, send)

    def _check(self, headers: Headers, here: tuple[str, int]) -> str:
        """The name that the request calls this server, one of its own. here: the address and port
        of this machine that the connection was made to."""
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
        return name

    def _is_ours(self, name: str, here: str) -> bool:
        own = _address(here)
        if name == "localhost":
            return own is None or own.is_loopback
        address = _address(name)
        return name in self._machine if address is None else address == own


def _check_use(headers: Headers, scope: Scope, name: str) -> None:
    """Raises Refusal where another site's page asks for what is no page of ours, or somebody
    elsewhere for what this machine alone sees."""
    site = headers.get("sec-fetch-site", "")
    if not site and (referrer := headers.get("referer", "")):
        site = "same-origin" if urlsplit(referrer).netloc == headers["host"] else "cross-site"
    # Somebody who follows a link asks for a document. So does a frame, by another name.
    follows = headers.get("sec-fetch-dest") == "document" and scope.get("method") == "GET"
    if site not in {"", "none", "same-origin"} and not follows:
        raise Refusal(OTHER_SITE)
    if METRICS in scope["path"]:
        client = scope["client"][0] if scope["client"] else ""
        if not (is_this_machine(client) and (name == "localhost" or is_this_machine(name))):
            raise Refusal(OWN_MACHINE)


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
