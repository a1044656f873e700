"""Framed records: what is stored can be told from what was cut short, damaged, or written by another version.

A record is: length of the payload (1 byte, or 2 from 128 on), the payload, its CRC-24 (3 bytes). The CRC begins from a
seed, that of the line which names file and version: so a journal's record is never taken for settings, and nothing of
another version is taken for this one's. A file begins with that line, e.g. b"teatable settings 1\\n". In: bytes, or
values that JSON can hold. Out: bytes, and back again.
"""

import json

from .crc import crc24

OK = 0
TORN = 1  # the data end before the record does
DAMAGED = 2  # checksum or content wrong
MOST = 8_000  # bytes of one payload


def head(name, version):
    """Return the first line of file `name` in format `version`, as bytes."""
    return ("teatable %s %d\n" % (name, version)).encode()


def frame(payload, seed):
    """Return `payload` (bytes, at most MOST) as one record, its CRC begun from `seed`. Raises ValueError beyond."""
    size = len(payload)
    if size > MOST:
        raise ValueError("a record of %d bytes; at most %d fit" % (size, MOST))
    front = bytes((size,)) if size < 128 else bytes((128 | size >> 8, size & 255))
    crc = crc24(payload, crc24(front, seed))
    return front + payload + bytes((crc & 255, crc >> 8 & 255, crc >> 16))


def unframe(data, start, seed):
    """Return (state, payload, next start) of the record at `start` of `data`; state is OK, TORN or DAMAGED."""
    body = start + 1
    if body > len(data):
        return TORN, None, start
    size = data[start]
    if size >= 128:
        body += 1
        if body > len(data):
            return TORN, None, start
        size = (size & 127) << 8 | data[start + 1]
    end = body + size
    if size > MOST:
        return DAMAGED, None, start
    if end + 3 > len(data):
        return TORN, None, start
    if crc24(data[start:end], seed) != checksum(data, end + 3):
        return DAMAGED, None, start
    return OK, bytes(data[body:end]), end + 3


def checksum(data, end):
    """Return the CRC of the record that ends at `end` of `data`."""
    return data[end - 3] | data[end - 2] << 8 | data[end - 1] << 16


def pack(value, line):
    """Return `value` (JSON) as one record of the file whose first line is `line`."""
    return frame(json.dumps(value).encode(), crc24(line))


def unpack(data, start, line):
    """Return (state, value, next start) of the JSON record at `start`."""
    state, payload, end = unframe(data, start, crc24(line))
    if payload is not None:
        try:
            return OK, json.loads(payload.decode()), end
        except (ValueError, UnicodeError):
            return DAMAGED, None, start
    return state, None, start


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
