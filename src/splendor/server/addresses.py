"""Addresses: of pages and services as people write them, of this server, and of those who come."""

from ipaddress import AddressValueError, IPv6Address
from urllib.parse import SplitResult, urlsplit

NETWORK = 64  # bits of an IPv6 address that say whose it is; a household chooses the others as it likes


def parts(address: str) -> SplitResult:
    """The parts of an address from outside; of one that is none, all are empty.

    >>> parts("https://club.example:8443").netloc
    'club.example:8443'
    >>> [parts(address).netloc for address in ("http://[", "redis://host:99999")]
    ['', '']
    """
    try:
        found = urlsplit(address)
        _ = found.port  # looked at only when somebody asks for it
    except ValueError:
        return urlsplit("")
    return found


def place(host: str, port: int) -> str:
    """Host and port as they stand in an address.

    >>> place("127.0.0.1", 8000), place("::1", 8000)
    ('127.0.0.1:8000', '[::1]:8000')
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def household(host: str) -> str:
    """What is counted as one address: with IPv6 the network, of which everybody has a whole one.

    A proxy may name whoever it likes; what is no address is counted by its name.

    >>> household("192.0.2.7"), household("::ffff:192.0.2.7"), household("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    >>> household("someone:else")
    'someone:else'
    """
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host)
    except AddressValueError:
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    rest = 128 - NETWORK
    return f"{IPv6Address(int(address) >> rest << rest)}/{NETWORK}"
