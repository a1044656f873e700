"""Names for annotations."""


class ReadableBuffer:
    pass


class WriteableBuffer:
    pass
