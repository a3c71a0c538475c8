"""A program of somebody else as a child process: lines to it, lines from it, and its end, whatever it does.

The one who asks waits with a deadline on a queue and never touches the pipes: threads do that, and a pipe that is stuck
keeps a thread waiting, not the game. Every way to fail ends in `Forfeit` with the reason.
"""

import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from splendor.errors import SplendorError
from splendor.foreign.messages import LINE_LIMIT, quoted

CHUNK = 1 << 16
UNREAD = 64  # lines a program may be ahead of us
LAST_WORDS = 2000  # bytes of its standard error that are kept
GRACE = 1.0  # seconds to leave after `quit`
FIRM = 0.5  # seconds to leave after being told to by the operating system


class Forfeit(SplendorError):
    """A program has lost its game by what it did or did not do."""


class _Marks:
    """What is no line: nothing came yet, or there will be no more."""

    NOTHING = object()
    CLOSED = object()
    TOO_LONG = object()
    FLOOD = object()


class Program:
    """A running child process; `stop` ends it, and so does forgetting it."""

    def __init__(self, command: str) -> None:
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._words = bytearray()
        self._process = _start(command)
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        assert all(pipes)
        # None of these may refer to `self`: it could never be forgotten then.
        self._threads = [
            _thread(_write, pipes[0], self._outbox),
            _thread(_read, pipes[1], self._inbox),
            _thread(_listen, pipes[2], self._words),
        ]
        self._end = weakref.finalize(self, _forget, self._process, self._outbox)

    def send(self, line: bytes) -> None:
        """Hand over a line; it is written when the program reads."""
        self._outbox.put(line)

    def receive(self, seconds: float, meaning: str, leeway: float = 0.0) -> bytes:
        """The next line, or `Forfeit` when there is none in time."""
        deadline = time.monotonic() + seconds + leeway
        line = _Marks.NOTHING
        while line is _Marks.NOTHING:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Forfeit(f"no {meaning} within {seconds:g} s")
            ended = self._process.poll() is not None
            line = self._next(min(left, FIRM))
            if ended and line is _Marks.NOTHING:  # a child of its own still holds the pipe open
                line = _Marks.CLOSED
        if isinstance(line, bytes):
            return line
        raise Forfeit(self._why(line))

    def _next(self, seconds: float) -> Any:
        try:
            return self._inbox.get(timeout=seconds)
        except queue.Empty:
            return _Marks.NOTHING

    def check_silence(self) -> None:
        """Refuse a line that came before anything was asked."""
        if not self._inbox.empty():
            line = self._inbox.get()
            raise Forfeit(f"spoke without being asked: {quoted(line)}" if isinstance(line, bytes) else self._why(line))

    def _why(self, mark: object) -> str:
        if mark is _Marks.TOO_LONG:
            return f"wrote a line of more than {LINE_LIMIT} bytes"
        if mark is _Marks.FLOOD:
            return f"wrote more than {UNREAD} lines that nobody had asked for"
        try:
            code = self._process.wait(FIRM)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        self._threads[2].join(FIRM)
        how = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
        return how + self._last_words()

    def _last_words(self) -> str:
        """The last line of its standard error."""
        lines = bytes(self._words).strip().splitlines()
        return f"; it said {quoted(lines[-1].strip())}" if lines else ""

    def stop(self, grace: float = GRACE) -> None:
        """Let it leave, then make it leave; afterwards nothing of it is left."""
        self._outbox.put(None)  # closes its input once everything is written
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        _kill(self._process)
        self._end.detach()
        for thread in self._threads:
            thread.join(FIRM)  # in vain only if a grandchild got away with our pipes


# --- the process --------------------------------------------------------------------------------------------------
def _start(command: str) -> subprocess.Popen[bytes]:
    """A session of its own: ctrl-C in a terminal is not for it, and its own children can be ended with it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Forfeit(f"could not be started: {error} in {command!r}") from None
    if not words:
        raise Forfeit("could not be started: no command was given")
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Forfeit(f"could not be started: {words[0]}: {reason}") from None


def _forget(process: "subprocess.Popen[bytes]", outbox: "queue.SimpleQueue[bytes | None]") -> None:
    """Nobody will ask it any more."""
    outbox.put(None)
    _kill(process)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End it and its children: first asked, then without asking."""
    _signal(process, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(FIRM)
    _signal(process, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    process.wait()


def _signal(process: "subprocess.Popen[bytes]", number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.terminate()
        else:
            os.killpg(process.pid, number)  # it leads a group of its own


# --- threads ------------------------------------------------------------------------------------------------------
def _thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _write(pipe: IO[bytes], outbox: "queue.SimpleQueue[bytes | None]") -> None:
    with pipe, suppress(OSError, ValueError):  # it may have closed its end: the reader will notice
        while (line := outbox.get()) is not None:
            while line:
                line = line[pipe.write(line) :]


def _read(pipe: IO[bytes], inbox: "queue.SimpleQueue[Any]") -> None:
    with pipe:
        rest = b""
        while chunk := pipe.read(CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                inbox.put(line if len(line) <= LINE_LIMIT else _Marks.TOO_LONG)
            if len(rest) > LINE_LIMIT:
                inbox.put(_Marks.TOO_LONG)
            if len(rest) > LINE_LIMIT or inbox.qsize() > UNREAD:
                inbox.put(_Marks.FLOOD)
                return  # and whatever it writes now, nobody reads
        inbox.put(_Marks.CLOSED)


def _listen(pipe: IO[bytes], words: bytearray) -> None:
    with pipe:
        while chunk := pipe.read(CHUNK):
            words += chunk
            del words[:-LAST_WORDS]
