"""Framed records: what is stored can be told from what was cut short, damaged, or written by another version.

A record is: length of the payload (2 bytes, little endian), the payload (JSON), its CRC-24 (3 bytes) which also covers
the length and the seal, a word that names file and version. So a journal's record is never taken for settings, and
nothing of another version is taken for this one's. In: values that JSON can hold (dict, list, str, int, bool, None).
Out: bytes, and back again. A file begins with a line of text, e.g. b"teatable settings 1\\n".
"""

import json

from .crc import crc24

OK = 0
TORN = 1  # the data end before the record does
DAMAGED = 2  # checksum or JSON wrong
MOST = 8_000  # bytes of one payload


def head(name, version):
    """Return the first line of file `name` in format `version`, as bytes."""
    return ("teatable %s %d\n" % (name, version)).encode()


def pack(value, seal):
    """Return `value` as one record sealed with `seal` (bytes). Raises ValueError when it is larger than MOST bytes."""
    payload = json.dumps(value).encode()
    size = len(payload)
    if size > MOST:
        raise ValueError("a record of %d bytes; at most %d fit" % (size, MOST))
    front = bytes((size & 255, size >> 8))
    crc = crc24(payload, crc24(front, crc24(seal)))
    return front + payload + bytes((crc & 255, crc >> 8 & 255, crc >> 16))


def unpack(data, start, seal):
    """Return (state, value, next start) of the record at `start` of `data`; state is OK, TORN or DAMAGED."""
    if start + 2 > len(data):
        return TORN, None, start
    size = data[start] | data[start + 1] << 8
    body = start + 2
    end = body + size
    if size > MOST:
        return DAMAGED, None, start
    if end + 3 > len(data):
        return TORN, None, start
    crc = data[end] | data[end + 1] << 8 | data[end + 2] << 16
    if crc24(data[start:end], crc24(seal)) != crc:
        return DAMAGED, None, start
    try:
        return OK, json.loads(bytes(data[body:end]).decode()), end + 3
    except (ValueError, UnicodeError):
        return DAMAGED, None, start


def whole(data, name, version):
    """Return (complaint, value) of a file that holds one record; the complaint is "" or says what is wrong with it."""
    if data is None:
        return name + ": missing", None
    line = head(name, version)
    complaint = wrong_head(data, name, line)
    if complaint:
        return complaint, None
    state, value, end = unpack(data, len(line), line)
    if state == TORN:
        return name + ": cut short", None
    if state == DAMAGED or end != len(data):
        return name + ": damaged", None
    return "", value


def wrong_head(data, name, line):
    """Return "" if `data` begins with `line`, or what is wrong: empty, cut short, another version, no such file."""
    if len(data) == 0:
        return name + ": empty"
    if data[: len(line)] == line:
        return ""
    if line[: len(data)] == data:
        return name + ": cut short"
    stem = ("teatable %s " % name).encode()
    if data[: len(stem)] == stem:
        return name + ": written by another version"
    return name + ": not a file of this table"
