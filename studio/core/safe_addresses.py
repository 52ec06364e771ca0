"""Which addresses may be fetched from when somebody else chose the address: public ones only.

What a model writes must not reach this computer, its network, or the services that hosts of
virtual machines offer to those inside.
"""

import ipaddress
from collections.abc import Iterator

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# Public as numbers go, and answered by the host of a virtual machine all the same.
_OF_HOSTS = frozenset({ipaddress.ip_address("168.63.129.16")})
# Where those hosts tell whoever asks from inside which keys and passwords the machine has.
_METADATA = frozenset(
    ipaddress.ip_address(each)
    for each in (
        "169.254.169.254",
        "169.254.170.2",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
    )
)
_REFUSED_4 = tuple(
    ipaddress.IPv4Network(each)
    for each in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
# Of IPv6 only what is given out to networks is public, without what carries IPv4 inside.
_GIVEN_OUT = ipaddress.IPv6Network("2000::/3")
_REFUSED_6 = tuple(
    ipaddress.IPv6Network(each)
    for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "3ffe::/16")
)


def is_public(address: str) -> bool:
    """Whether an address in numbers is one of the public internet. False for what is none."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return all(_is_public(each) for each in _with_inner(parsed))


def is_metadata(address: str) -> bool:
    """Whether the host of a virtual machine answers there, also where IPv6 carries the number."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(each in _METADATA for each in (parsed, *_carried(parsed)))


def _carried(address: IPAddress) -> Iterator[IPAddress]:
    """What of IPv4 an address of IPv6 may be led on to, by whatever translates the one."""
    if isinstance(address, ipaddress.IPv6Address):
        yield ipaddress.IPv4Address(address.packed[12:])
        if address.sixtofour is not None:
            yield address.sixtofour


def _is_public(address: IPAddress) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        is_refused = address in _OF_HOSTS or any(address in each for each in _REFUSED_4)
        return address.is_global and not is_refused
    if address.scope_id is not None or address not in _GIVEN_OUT:
        return False
    return address.is_global and not any(address in each for each in _REFUSED_6)


def _with_inner(address: IPAddress) -> Iterator[IPAddress]:
    """The address, and the one of IPv4 that its last bits would be to a translator (ISATAP)."""
    yield address
    if isinstance(address, ipaddress.IPv6Address):
        packed = address.packed
        if packed[8:12] in (b"\x00\x00\x5e\xfe", b"\x02\x00\x5e\xfe"):
            yield ipaddress.IPv4Address(packed[12:])
