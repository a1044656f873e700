"""Wiring of revision B: as revision A, with an FT6336 touch panel in place of the CST816S."""

from . import devkitc_s3 as a

NAME = "devkitc_s3_ft6336"
DESCRIPTION = "ESP32-S3-DevKitC, display with FT6336 touch"

PINS = tuple([(n, g, k, "FT6336" if p == "CST816S" else p, w) for n, g, k, p, w in a.PINS])
I2C_BUSES = a.I2C_BUSES
SPI_BUSES = a.SPI_BUSES
IMU_ADDRESS = a.IMU_ADDRESS
TOUCH_CHIP = "ft6336"
TOUCH_ADDRESS = 0x38
