"""Rows in a growing file: a reader meets its writer, its writer's death, and who takes it up."""

import json
import os
from io import FileIO
from pathlib import Path

import numpy as np
import pytest

from rnnviz.files import Log
from rnnviz.training import table as table_module
from rnnviz.training.records import Damaged
from rnnviz.training.table import Index, Lines, Numbers


def number(line: bytes) -> int | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found["step"] if isinstance(found, dict) else None


def line(step: int) -> bytes:
    return json.dumps({"step": step, "text": "x" * (step % 7)}).encode() + b"\n"


def row(step: float) -> bytes:
    return np.array([step, 2 * step], "<f8").tobytes()


def put(path: Path, data: bytes) -> None:
    """Write into the same file, as a truncation and an append do."""
    with path.open("r+b" if path.exists() else "wb") as file:
        file.truncate(0)
        file.write(data)


def test_a_reader_sees_whole_lines_alone_wherever_the_last_one_is_torn(tmp_path: Path) -> None:
    lines = Lines(tmp_path / "lines", number)
    data = b"".join(map(line, range(12)))
    # Forwards as it is written, and back again as if it were cut under the reader's eyes.
    sizes = [*range(len(data) + 1), *range(len(data), -1, -1), len(data)]
    for size in sizes:
        put(lines.path, data[:size])
        whole = data[:size].count(b"\n")
        assert lines.rows() == list(range(whole)), size
        assert lines.rows(whole - 1 if whole else 0) == list(range(whole))[-1:], size
        assert lines.rows(whole) == lines.rows(whole + 3) == [], size


def test_a_reader_sees_whole_rows_of_numbers_alone(tmp_path: Path) -> None:
    numbers = Numbers(tmp_path / "numbers", 2)
    data = b"".join(map(row, range(5)))
    for size in [*range(len(data) + 1), *range(len(data), -1, -1)]:
        put(numbers.path, data[:size])
        count, found = numbers.rows(1)
        assert count == size // 16
        assert found[:, 0].tolist() == list(range(1, count))
    put(numbers.path, data)
    assert numbers.rows(-2)[1][:, 0].tolist() == [3, 4]
    assert numbers.rows(-9)[1][:, 0].tolist() == [0, 1, 2, 3, 4]
    assert numbers.rows(99)[1].shape == (0, 2)


def test_a_worker_cuts_the_torn_rest_off_and_a_reader_goes_on_from_what_it_knows(
    tmp_path: Path,
) -> None:
    lines = Lines(tmp_path / "lines", number)
    log, found = lines.log()
    assert found == []
    log.append(line(0) + line(1) + line(2))
    assert lines.rows() == [0, 1, 2]
    # A power failure: the last line lost its end, the file has a line that is none, and a half one.
    log.cut(log.size - 3)
    log.append(b"\0\0\n" + line(3)[:5])
    log.close()
    assert lines.rows() == [0, 1]
    log, found = lines.log()
    assert found == [0, 1]
    assert lines.rows(3) == []
    log.append(line(2))
    assert lines.rows(2) == [2]
    log.append(line(3) + line(4))
    assert lines.rows(3) == [3, 4]
    log.close()
    assert lines.path.read_bytes() == b"".join(map(line, range(5)))


@pytest.mark.parametrize(
    "steps", [[0, 1, 3], [0, 1, 1], [0, float("nan")], [5, 4], [0, 1.5], [-1, 0], []]
)
def test_numbers_are_cut_behind_the_last_row_that_fits(tmp_path: Path, steps: list[float]) -> None:
    numbers = Numbers(tmp_path / "numbers", 2)
    put(numbers.path, b"".join(map(row, steps)) + b"half")
    log, found = numbers.log()
    log.close()
    kept: list[float] = []
    for step in steps:
        if not (step > (kept[-1] if kept else -1) and step == int(step)):
            break
        kept.append(step)
    assert found[:, 0].tolist() == kept == numbers.rows()[1][:, 0].tolist()
    assert numbers.path.stat().st_size == 16 * len(kept)


def test_a_file_in_the_place_of_another_is_read_anew(tmp_path: Path) -> None:
    lines = Lines(tmp_path / "lines", number)
    put(lines.path, b"".join(map(line, range(6))))
    assert lines.rows() == list(range(6))
    # Longer, and with a line break where the known lines ended; in place, then by another file.
    for steps in (range(100, 140), range(3, 50)):
        put(lines.path, b"".join(map(line, steps)))
        assert lines.rows(1) == list(steps)[1:]
    other = tmp_path / "other"
    put(other, b"".join(map(line, range(7, 90))))
    os.replace(other, lines.path)
    assert lines.rows(80) == [87, 88, 89]
    lines.path.unlink()
    assert lines.rows() == []


def test_a_look_reads_what_is_new_and_the_last_known_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = Lines(tmp_path / "lines", number)
    log = Log(lines.path)
    log.append(b"".join(map(line, range(10_000))))
    assert len(lines.rows()) == 10_000
    log.append(line(10_000))
    taken = []
    read = table_module._read

    def counted(file: FileIO, start: int, end: int) -> bytes:
        data = read(file, start, end)
        taken.append(len(data))
        return data

    monkeypatch.setattr(table_module, "_read", counted)
    assert lines.rows(10_000) == [10_000]
    assert sum(taken) < 5 * len(line(10_000))
    taken.clear()
    assert lines.rows(10_001) == []
    assert sum(taken) == len(line(10_000))
    log.close()


def test_a_file_that_is_cut_between_two_looks_at_it_gives_fewer_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the cut came after the reader knew how long the file was."""
    numbers, lines = Numbers(tmp_path / "numbers", 2), Lines(tmp_path / "lines", number)
    put(numbers.path, b"".join(map(row, range(4))))
    put(lines.path, b"".join(map(line, range(4))))
    read = table_module._read

    def cut_first(fd: int, start: int, end: int) -> bytes:
        os.truncate(numbers.path, 40)
        os.truncate(lines.path, 40)
        return read(fd, start, end)

    assert lines.rows() == [0, 1, 2, 3]
    starts = Index.starts
    monkeypatch.setattr(table_module, "_read", cut_first)
    assert numbers.rows()[1][:, 0].tolist() == [0, 1]

    def starts_then_cut(index: Index, fd: int) -> object:
        monkeypatch.setattr(table_module, "_read", read)
        found = starts(index, fd)
        monkeypatch.setattr(table_module, "_read", cut_first)
        return found

    monkeypatch.setattr(Index, "starts", starts_then_cut)
    assert lines.rows() == [0]


def test_what_cannot_be_read_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "lines").mkdir()
    with pytest.raises(Damaged, match="lines"):
        Lines(tmp_path / "lines", number).rows()
    put(tmp_path / "numbers", row(float("inf")))
    with pytest.raises(Damaged, match="numbers"):
        Numbers(tmp_path / "numbers", 2).rows()
