import pytest

from studio.core.safe_addresses import is_metadata, is_public

PUBLIC = (
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "100.63.255.255",
    "223.255.255.254",
    "2606:4700:4700::1111",
    "2a00:1450:4001:829::200e",
)
REFUSED = (
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",  # noqa: S104  # this computer, to most systems
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.1.1",
    "169.254.169.254",  # metadata of most clouds
    "168.63.129.16",  # of Azure
    "100.64.0.1",
    "100.100.100.200",  # metadata of Alibaba
    "192.0.0.192",  # of Oracle
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "fc00::1",
    "fd00:ec2::254",  # metadata of Amazon
    "fe80::1",
    "fe80::1%1",
    "2606:4700:4700::1111%1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
    "100::1",
    "2606:4700:4700::5efe:127.0.0.1",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f000001",
    "",
)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_public_internet_is_taken(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", REFUSED)
def test_what_leads_inside_or_nowhere_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "168.63.129.16",
        "100.100.100.200",
        "fd00:ec2::254",
        "::ffff:a9fe:a9fe",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a9fe:a9fe",
        "::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
        "fe80::5efe:a9fe:a9fe",
    ],
)
def test_the_services_of_clouds_are_known_by_their_addresses(address: str) -> None:
    assert is_metadata(address)
    assert not is_public(address)


@pytest.mark.parametrize("address", ["10.0.0.1", "169.254.1.1", "::1", "8.8.8.8", "localhost", ""])
def test_other_addresses_are_no_services_of_clouds(address: str) -> None:
    assert not is_metadata(address)
