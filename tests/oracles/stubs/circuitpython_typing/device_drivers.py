"""Names for annotations."""


class I2CDeviceDriver:
    pass
