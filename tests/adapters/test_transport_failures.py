import asyncio
import errno
import socket
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from studio.adapters.transport_failures import transport_failure
from studio.core.errors import Category, Diagnosis, RoundError
from tests.adapters.rig import KEY, heard_from, profile, rig
from tests.loopback import answer, loopback


@pytest.fixture
def own_certificate(tmp_path: Path) -> ssl.SSLContext:
    """A server's TLS context with a certificate that nobody but itself vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(address, critical=False)
        .sign(key, hashes.SHA256())
    )
    (tmp_path / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    (tmp_path / "own.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "own.pem", tmp_path / "key.pem")
    return context


async def test_an_unknown_certificate_is_a_tls_failure_and_nothing_is_sent(
    own_certificate: ssl.SSLContext,
) -> None:
    async with loopback(answer("{}"), context=own_certificate) as server:
        async with rig(profile(server.url)) as r:
            with pytest.raises(RoundError) as caught:
                await heard_from(await r.adapter())
        assert server.heard == []
    failure = caught.value.failure
    assert (failure.category, failure.code) == (Category.TLS, Diagnosis.SELF_SIGNED)
    assert failure.message == "127.0.0.1"
    assert r.waited == []


async def test_a_trusted_certificate_is_answered_and_the_connection_described(
    own_certificate: ssl.SSLContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "own.pem"))
    refused = answer("{}", 401)
    async with loopback(refused, context=own_certificate) as server, rig(profile(server.url)) as r:
        with pytest.raises(RoundError) as caught:
            await heard_from(await r.adapter())
        (kept,) = await r.settled()
    assert caught.value.failure.category is Category.AUTHENTICATION
    assert kept.connection.tls.startswith("TLSv1.3 ")
    assert kept.connection.http_version == "HTTP/1.1"
    assert server.url.endswith(kept.connection.address)


async def test_tls_spoken_to_a_plain_server_is_a_tls_failure() -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, rig(profile(f"https://127.0.0.1:{port}")) as r:
        with pytest.raises(RoundError) as caught:
            await heard_from(await r.adapter())
    assert caught.value.failure.category is Category.TLS


async def test_a_host_without_a_number_is_a_network_failure() -> None:
    async with rig(profile("http://nowhere.localhost:9")) as r:
        with pytest.raises(RoundError) as caught:
            await heard_from(await r.adapter())
    assert caught.value.failure.category is Category.NETWORK


def _caused_by(cause: BaseException, kind: type[httpx.TransportError]) -> httpx.TransportError:
    error = kind("words that may quote a key")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "category", "code"),
    [
        (httpx.ConnectTimeout(""), Category.NETWORK, "connect_timeout"),
        (httpx.ReadTimeout(""), Category.TIMEOUT, "idle_timeout"),
        (httpx.WriteTimeout(""), Category.TIMEOUT, "write_timeout"),
        (httpx.DecodingError(""), Category.UNREADABLE_REPLY, "content_encoding"),
        (httpx.LocalProtocolError(KEY), Category.BAD_REQUEST, "illegal_request"),
        (httpx.InvalidURL(KEY), Category.ADDRESS, "address"),
        (httpx.UnsupportedProtocol(""), Category.ADDRESS, "address"),
        (httpx.ProxyError(""), Category.NETWORK, "proxy_refused"),
        (httpx.ConnectError(""), Category.NETWORK, "no_connection"),
        (httpx.RemoteProtocolError(""), Category.NETWORK, "closed"),
        (httpx.ReadError(""), Category.NETWORK, "connection_lost"),
        (
            _caused_by(OSError(errno.EHOSTUNREACH, ""), httpx.ConnectError),
            Category.NETWORK,
            "unreachable",
        ),
        (
            _caused_by(OSError(errno.ENETUNREACH, ""), httpx.ConnectError),
            Category.NETWORK,
            "unreachable",
        ),
        (
            _caused_by(socket.gaierror(socket.EAI_AGAIN, ""), httpx.ConnectError),
            Category.NETWORK,
            "no_name_server",
        ),
        (UnicodeError(KEY), Category.NETWORK, "host_not_found"),
        (_caused_by(socket.gaierror(), httpx.ConnectError), Category.NETWORK, "host_not_found"),
        (_caused_by(ConnectionResetError(), httpx.ReadError), Category.NETWORK, "reset"),
        (
            _caused_by(ExceptionGroup("", [ConnectionRefusedError()]), httpx.ConnectError),
            Category.NETWORK,
            "refused",
        ),
        (_caused_by(ssl.SSLError(), httpx.ConnectError), Category.TLS, "tls"),
    ],
)
def test_each_failure_of_the_transport_has_one_category_and_no_foreign_words(
    error: Exception, category: Category, code: str
) -> None:
    failure = transport_failure(error, "https://h/v1", 300.0)
    assert (failure.category, failure.code) == (category, code)
    assert failure.message
    assert KEY not in failure.message
    assert "words" not in failure.message
