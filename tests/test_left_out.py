"""What a run of the tests says of those that it has left out."""

import pytest

from tests.systems import lacks, left_out


def skipped(reason: str) -> pytest.TestReport:
    return pytest.TestReport(
        nodeid="tests/test_x.py::test_x",
        location=("tests/test_x.py", 1, "test_x"),
        keywords={},
        outcome="skipped",
        longrepr=("tests/test_x.py", 1, f"Skipped: {reason}"),
        when="setup",
    )


def test_a_run_names_each_program_without_which_tests_were_skipped_and_how_many_they_were() -> None:
    reports = [
        skipped(lacks("redis-server")),
        skipped("This machine is in no network."),
        skipped(lacks("firefox-esr", "Xvfb", brought_by="make engines")),
        skipped(lacks("redis-server")),
    ]
    assert left_out(reports) == [
        "1 test was skipped: this computer lacks firefox-esr and Xvfb, which `make engines` installs where it may.",
        "2 tests were skipped: this computer lacks redis-server, which `make system` installs where it may.",
    ]
