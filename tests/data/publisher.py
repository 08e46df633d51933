"""A real HTTP server on the loopback, which publishes clock files and ephemerides, well or badly."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = bytes | Callable[[BaseHTTPRequestHandler], None]


class Publisher:
    """What is published, by path, and what was asked for."""

    def __init__(self) -> None:
        self.files: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.base = ""
        self.closing = threading.Event()

    def publish_clocks(self, files: dict[str, bytes], interval: str = "7.0", invalid: str = "---") -> None:
        """Publish clock files and the index of them."""
        rows = ["# File   Update (days)   Invalid if older than"]
        for name, content in files.items():
            path = f"{'tempo' if name.endswith('.dat') else 'T2runtime'}/clock/{name}"
            self.files[f"/clocks/{path}"] = content
            rows.append(f"{path}   {interval}   {invalid}")
        self.files["/clocks/index.txt"] = "\n".join(rows).encode() + b"\n"

    @property
    def bases(self) -> dict[str, str]:
        """Base addresses, as `jug.data.catalogue.BASES`."""
        return {name: f"{self.base}/{name if name != 'clock' else 'clocks'}/" for name in BASE_NAMES}


BASE_NAMES = ("clock", "naif", "naif-old", "ssd", "imcce")


@contextmanager
def publishing() -> Iterator[Publisher]:
    """Run the server on a free port."""
    publisher = Publisher()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            publisher.asked.append(self.path)
            answer = publisher.files.get(self.path)
            if answer is None:
                self.send_error(404, "Not Found")
            elif isinstance(answer, bytes):
                send(self, answer)
            else:
                answer(self)

        do_CONNECT = do_GET  # as a proxy for https is asked

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Clients go away in these tests."""

    server = Server(("127.0.0.1", 0), Handler)
    publisher.base = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield publisher
    finally:
        publisher.closing.set()
        server.shutdown()
        server.server_close()
        thread.join(60)


def send(handler: BaseHTTPRequestHandler, content: bytes, *, length: int | None = None, stated: bool = True) -> None:
    """Answer with a content, and a length that may be another one or none."""
    handler.send_response(200)
    if stated:
        handler.send_header("Content-Length", str(len(content) if length is None else length))
    handler.end_headers()
    handler.wfile.write(content)


def broken_off(content: bytes) -> Answer:
    """Send half of it, then hang up."""
    return lambda handler: send(handler, content[: len(content) // 2], length=len(content))


def reset(content: bytes) -> Answer:
    """Send half of it, then cut the connection hard."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        import socket
        import struct

        send(handler, content[: len(content) // 2], length=len(content))
        handler.wfile.flush()
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        handler.connection.close()

    return answer


def redirected(url: str, code: int = 302) -> Answer:
    """Send elsewhere."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        handler.send_header("Location", url)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def refused(code: int) -> Answer:
    """Answer with an error."""
    return lambda handler: handler.send_error(code)


def silent(publisher: Publisher) -> Answer:
    """Say nothing until the test is over."""
    return lambda handler: publisher.closing.wait(20) and None


def dripping(publisher: Publisher, content: bytes) -> Answer:
    """A byte now and then, never so seldom that a read times out."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        for byte in content:
            if publisher.closing.wait(0.05):
                return
            handler.wfile.write(bytes([byte]))
            handler.wfile.flush()

    return answer
