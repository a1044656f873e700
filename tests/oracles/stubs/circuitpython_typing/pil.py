"""Names for annotations."""


class Image:
    pass
