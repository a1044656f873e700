"""CRC-24 (polynomial 0x864CFB, as in RFC 4880) for stored records: every value stays a small int on a 32-bit board.

In: bytes. Out: an int of 24 bits. Two table look-ups of four bits a byte; the table has 16 entries.
"""

from ..compat import const

_POLYNOMIAL = const(0x864CFB)
_START = const(0xB704CE)
_MASK = const(0xFFFFFF)


def _row(i):
    crc = i << 20
    for _ in range(4):
        crc = (crc << 1) ^ _POLYNOMIAL if crc & 0x800000 else crc << 1
        crc &= _MASK
    return crc


_TABLE = tuple([_row(i) for i in range(16)])


def crc24(data, crc=_START):
    """Return the CRC-24 of `data` (bytes, bytearray or memoryview), going on from `crc`."""
    for byte in data:
        crc = ((crc << 4) & _MASK) ^ _TABLE[(crc >> 20) ^ (byte >> 4)]
        crc = ((crc << 4) & _MASK) ^ _TABLE[(crc >> 20) ^ (byte & 15)]
    return crc
