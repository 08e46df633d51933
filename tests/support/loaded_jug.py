"""The command ``jug`` for shell lines of tests: each call is a process forked from one that has loaded the modules.

Loading NumPy, Matplotlib and jug takes most of the time of a short command. A call has its own arguments, environment,
folder and streams, and ends as ``python -m jug`` does; modules alone are shared, of which none has been used. Run as a
script, this file is the process that is forked, listening at a socket.
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOADED = ("erfa", "matplotlib.pyplot", "matplotlib.backends.backend_agg", "scipy.linalg", "scipy.optimize")
"""What commands of jug load, beside its own modules."""

CALL = """
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect({address!r})
    socket.send_fds(asked, [b"-"], [0, 1, 2])
    asked.sendall(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode())
    asked.shutdown(socket.SHUT_WR)
    ended = asked.recv(16)
os._exit(int(ended or b"70"))
"""
"""A process that hands its arguments, folder, environment and streams on, and ends with the code that comes back."""


@contextlib.contextmanager
def listening(folder: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """A process that has loaded jug's modules; gives the executable ``jug``, to be linked where a PATH finds it."""
    address, command = folder / "asked", folder / "jug"
    (folder / "call.py").write_text(CALL.format(address=str(address)))
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{folder / "call.py"}" "$@"\n')
    command.chmod(0o755)
    words = [sys.executable, __file__, str(address)]
    with subprocess.Popen(words, env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()  # it listens
        try:
            yield command
        finally:
            process.stdin.close()
            process.terminate()


def _asked(connection: socket.socket) -> tuple[list[str], str, dict[str, str], list[int]]:
    fds = socket.recv_fds(connection, 1, 3)[1]
    with connection.makefile("rb") as words:
        return (*json.load(words), fds)


def _become(words: list[str], folder: str, environment: dict[str, str], fds: list[int]) -> None:
    """Give this process the arguments, folder, environment and streams, run jug in it, and end it."""
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = folder  # as python -m has it
    sys.argv = ["jug", *words]
    try:
        runpy.run_module("jug", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = int(end.code or 0)
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # Python would take every module down one by one


def _load() -> None:
    for name in LOADED:
        importlib.import_module(name)
    import jug

    for module in pkgutil.walk_packages(jug.__path__, "jug."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    gc.freeze()  # a process that is forked copies no page for a collection


def _serve(address: str) -> None:
    """Fork a process for each call; tell the caller the code with which it has ended."""
    callers: dict[int, socket.socket] = {}
    woken, wake = socket.socketpair()
    wake.setblocking(False)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake.fileno())
        sys.stdout.write("listening\n")
        sys.stdout.flush()
        while True:
            ready = select.select([listener, woken], [], [])[0]
            if woken in ready:
                woken.recv(64)
                while callers and (ended := os.waitpid(-1, os.WNOHANG))[0]:
                    with callers.pop(ended[0]) as caller, contextlib.suppress(BrokenPipeError):
                        caller.sendall(str(os.waitstatus_to_exitcode(ended[1]) % 256).encode())
            if listener in ready:
                caller = listener.accept()[0]
                asked = _asked(caller)
                if child := os.fork():
                    callers[child] = caller
                    for fd in asked[-1]:
                        os.close(fd)
                    continue
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for one in (listener, woken, wake, caller, *callers.values()):
                    one.close()
                _become(*asked)


if __name__ == "__main__":
    _load()
    _serve(sys.argv[1])
