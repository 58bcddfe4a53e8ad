"""`deploy/` says what the code reads: the image's commands, its ports, and the names in the environment."""

import re
import shlex
from typing import Any

import pytest
import yaml

from pages.server.health import ALIVE, READY, UNWRITABLE
from pages.server.hosts import PROXIES, SETTING
from rnnviz.__main__ import PORT, _parser
from rnnviz.address import kept, visits
from rnnviz.training import cluster
from tests.serving import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
HAPROXY = (DEPLOY / "haproxy.cfg").read_text("utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
# What our own modules and Streamlit read, beside what is named elsewhere in the code.
READ = {
    SETTING,
    PROXIES,
    cluster.ADDRESS,
    kept.SETTING,
    visits.SETTING,
    "RNNVIZ_RUNS",
    "RNNVIZ_REDIS",
}
SHARED = {"RNNVIZ_RUNS", kept.SETTING, visits.SETTING}


@pytest.mark.parametrize("name", ["server1", "server2"])
def test_both_servers_are_started_with_what_they_share(name: str) -> None:
    server = SERVICES[name]
    program, *words = server["command"]
    assert program == "rnnviz"
    options = _parser().parse_args(words)
    assert (options.everybody, options.port) == (True, PORT)
    environment = server["environment"]
    assert environment.keys() == READ | {"STREAMLIT_SERVER_COOKIE_SECRET"}
    # Nobody starts with a secret that is in a public file, or with no name.
    for required in (SETTING, "STREAMLIT_SERVER_COOKIE_SECRET"):
        assert re.match(r"\$\{\w+:\?", environment[required])
    [(volume, folder)] = [one.split(":") for one in server["volumes"]]
    assert volume in COMPOSE["volumes"]
    assert all(environment[one].startswith(f"{folder}/") for one in SHARED)
    assert f"VOLUME {folder}" in DOCKERFILE
    assert "ports" not in server
    assert ALIVE in server["healthcheck"]["test"][-1]


def test_the_proxy_finds_the_servers() -> None:
    proxy = SERVICES["proxy"]
    names = {key: value for key, value in proxy["environment"].items() if "SERVER" in key}
    assert {value.partition(":")[0] for value in names.values()} == {"server1", "server2"}
    assert {value.partition(":")[2] for value in names.values()} == {str(PORT)}
    for name in proxy["environment"]:
        assert f"presetenv {name} " in HAPROXY
        assert f'"${{{name}}}"' in HAPROXY
    [port] = proxy["ports"]
    assert port.partition(":")[2] == proxy["environment"]["RNNVIZ_PROXY"].strip(":")
    assert f"uri {READY} " in HAPROXY
    # It tells a full disk from the end of a server by this sentence.
    assert f'expect ! string "{UNWRITABLE}" ' in HAPROXY
    assert f"EXPOSE {PORT}" in DOCKERFILE


def test_trainings_find_the_scheduler_its_seats_and_the_folder() -> None:
    scheduler, server = SERVICES["scheduler"], SERVICES["server1"]
    port = scheduler["command"][scheduler["command"].index("--port") + 1]
    address = f"tcp://scheduler:{port}"
    assert server["environment"][cluster.ADDRESS] == address
    for name in ("worker1", "worker2"):
        words = SERVICES[name]["command"]
        assert words[:3] == ["dask", "worker", address]
        seats = words[words.index("--resources") + 1]
        assert seats == f"{cluster.RESOURCE}={words[words.index('--nthreads') + 1]}"
        assert SERVICES[name]["volumes"] == server["volumes"]


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert {one for service in SERVICES.values() for one in service["networks"]} == {"inside"}
    redis = shlex.join(SERVICES["redis"]["command"])
    assert "--appendonly yes" in redis
    assert "--appendfsync always" in redis
    assert SERVICES["redis"]["volumes"]


def test_the_image_has_what_the_wheel_needs() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split()
    for path in (
        "app.py",
        "pages",
        "rnnviz",
        "pyproject.toml",
        "requirements.txt",
        "hatch_build.py",
    ):
        assert f"!{path}" in ignored
        assert (ROOT / path).exists()
    [python] = re.findall(r"FROM python:(\S+)-slim", DOCKERFILE)
    assert f'requires-python = ">={python}"' in (ROOT / "pyproject.toml").read_text("utf-8")
