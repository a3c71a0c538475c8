"""Whatever is written is there whole or not at all, and nothing else is left."""

import os
import stat
from pathlib import Path

import pytest

from splendor.files import whole, write_whole


def test_a_file_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    for text in ("first\n", "zweitens: ä\n"):
        write_whole(file, text)
        assert file.read_bytes() == text.encode()
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("wrong", [OSError, KeyboardInterrupt, ValueError])
def test_what_goes_wrong_leaves_the_file_as_it_was(tmp_path: Path, wrong: type[BaseException]) -> None:
    file = tmp_path / "a.txt"
    file.write_text("before")

    def write() -> None:
        with whole(file) as half:
            half.write_text("half of it")
            raise wrong

    with pytest.raises(wrong):
        write()
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "no" / "a.txt", "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, "through\n")
    assert os.read(reader, 100) == b"through\n"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]
