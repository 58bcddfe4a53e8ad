"""The server's message at its start: its addresses, and who can reach it.

It replaces Streamlit's own message, for which Streamlit asks a host on the Internet for our
address.
"""

import socket

import psutil

from pages.server.hosts import SETTING, machine_names
from pages.shared.visitor import is_this_machine

AT_HOME = """
  rnnviz is at http://localhost:{port}

  Only this computer can open it. `rnnviz teach`, or `make teach`, opens it to the room.
"""
IN_THE_ROOM = """
  rnnviz is at {addresses}

  Everybody in this network can open it: read along, start trainings on this computer (each a
  few, in turn), and see the trainings whose address they know. On this computer the Train page
  also clears the queue. The connection is not encrypted: open it in a network that you trust.
  Names that lead here otherwise, of a proxy or a tunnel, are named in {setting}.
"""


def words(address: str, port: int) -> str:
    """What to print when the server listens to `address`."""
    if is_this_machine(address) or address == "localhost":
        return AT_HOME.format(port=port)
    named = address not in {"", "0.0.0.0", "::"}
    hosts = [address] if named else [*lan_addresses(), *sorted(machine_names())[:1]]
    urls = [f"http://{f'[{host}]' if ':' in host else host}:{port}" for host in hosts]
    return IN_THE_ROOM.format(addresses="\n               ".join(urls), setting=SETTING)


def lan_addresses() -> list[str]:
    """The IPv4 addresses by which others reach this machine, from the machine itself."""
    found = [
        one.address
        for addresses in psutil.net_if_addrs().values()
        for one in addresses
        if one.family == socket.AF_INET
    ]
    return [address for address in found if not is_this_machine(address)]
