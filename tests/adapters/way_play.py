"""Ways to a host, on this computer: certificates made for a test, and proxies of both kinds.

The proxies lead every name to one server, so that a test can speak to `https://api.example.test`.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "api.example.test"


@dataclass(frozen=True)
class Authority:
    """One that nobody trusts, unless its file is chosen."""

    folder: Path
    name: str = "Zscaler Root"

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", ec.generate_private_key(ec.SECP256R1()))

    @property
    def file(self) -> Path:
        path = self.folder / "authority.pem"
        if not path.exists():
            path.write_bytes(
                self._signed(self._subject, self.key.public_key(), is_authority=True)  # type: ignore[attr-defined]
            )
        return path

    def server(self, host: str = HOST, *, from_day: int = -1, days: int = 2) -> ssl.SSLContext:
        """A server's side of TLS, with a certificate for that host."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        start = datetime.now(UTC) + timedelta(days=from_day)
        pem = self._signed(subject, key.public_key(), host, start, start + timedelta(days=days))
        chain, private = self.folder / "server.pem", self.folder / "server.key"
        chain.write_bytes(pem)
        private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain, private)
        return context

    @property
    def _subject(self) -> x509.Name:
        return x509.Name(
            [
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example GmbH"),
                x509.NameAttribute(NameOID.COMMON_NAME, self.name),
            ]
        )

    def _signed(
        self,
        subject: x509.Name,
        public: ec.EllipticCurvePublicKey,
        host: str = "",
        start: datetime | None = None,
        end: datetime | None = None,
        *,
        is_authority: bool = False,
    ) -> bytes:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._subject)
            .public_key(public)
            .serial_number(x509.random_serial_number())
            .not_valid_before(start or now - timedelta(days=1))
            .not_valid_after(end or now + timedelta(days=1))
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
        )
        if host:
            names = x509.SubjectAlternativeName([x509.DNSName(host)])
            builder = builder.add_extension(names, critical=False)
        certificate = builder.sign(self.key, hashes.SHA256())  # type: ignore[attr-defined]
        return certificate.public_bytes(serialization.Encoding.PEM)


@dataclass
class Proxy:
    """`asked` are the places that it was asked to lead to, `logins` what came with that."""

    port: int = 0
    asked: list[str] = field(default_factory=list)
    logins: list[str] = field(default_factory=list)


@asynccontextmanager
async def connect_proxy(target: int, answer: str = "200 OK") -> AsyncIterator[Proxy]:
    """An HTTP proxy that knows CONNECT alone, and leads to that port of this computer."""
    proxy = Proxy()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        start, *lines = head.split("\r\n")
        proxy.asked.append(start.split(" ")[1])
        proxy.logins += [line for line in lines if line.lower().startswith("proxy-auth")]
        writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n".encode())
        if answer.startswith("200"):
            await _lead(reader, writer, target)

    async with _listening(serve, proxy):
        yield proxy


@asynccontextmanager
async def socks_proxy(target: int, login: str = "") -> AsyncIterator[Proxy]:
    """A SOCKS5 proxy (RFC 1928 and 1929); with a login it wants just that one."""
    proxy = Proxy()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, count = await reader.readexactly(2)
        await reader.readexactly(count)
        writer.write(b"\x05\x02" if login else b"\x05\x00")
        if login:
            words = []
            await reader.readexactly(1)
            for _ in range(2):
                (length,) = await reader.readexactly(1)
                words.append((await reader.readexactly(length)).decode())
            proxy.logins.append(":".join(words))
            is_known = proxy.logins[-1] == login
            writer.write(b"\x01\x00" if is_known else b"\x01\x01")
            if not is_known:
                return
        _, _, _, kind = await reader.readexactly(4)
        length = (await reader.readexactly(1))[0] if kind == 3 else 4 if kind == 1 else 16
        name = await reader.readexactly(length)
        port = int.from_bytes(await reader.readexactly(2), "big")
        proxy.asked.append(f"{name.decode() if kind == 3 else name.hex()}:{port}")
        writer.write(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        await _lead(reader, writer, target)

    async with _listening(serve, proxy):
        yield proxy


@asynccontextmanager
async def _listening(serve: object, proxy: Proxy) -> AsyncIterator[None]:
    tasks: set[asyncio.Task[None]] = set()

    async def guarded(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await serve(reader, writer)  # type: ignore[operator]
        finally:
            writer.close()
            tasks.discard(task)

    server = await asyncio.start_server(guarded, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tuple(tasks))
        await server.wait_closed()


async def _lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: int) -> None:
    there, back = await asyncio.open_connection("127.0.0.1", target)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_copy(reader, back))
            group.create_task(_copy(there, writer))
    finally:
        back.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.close()
