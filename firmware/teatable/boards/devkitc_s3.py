"""Wiring of revision A: ESP32-S3-DevKitC-1 with a CST816S touch panel.

Data only. GPIO 0, 3, 45, 46 (strapping), 19, 20 (USB), 43, 44 (the UART socket), 26-32 (flash) and 33-37 (octal PSRAM
modules) stay free. The board's own coloured LED hangs on GPIO 38 of board version 1.1, which therefore stays free too,
and on GPIO 48 of version 1.0: there it may flicker with the motor's steps, which harms nothing. Modules whose
name ends in V (R8V, R16V) run GPIO 47 and 48 at 1.8 V and cannot be used.
Each row of PINS: name, GPIO, what it does there, the part and its pin. IN and OUT are plain pins, PWM a pulse output;
the other kinds belong to a bus.
"""

NAME = "devkitc_s3"
DESCRIPTION = "ESP32-S3-DevKitC, display with CST816S touch"

PINS = (
    ("cell_clock", 4, "OUT", "4 x HX711", "PD_SCK, all four"),
    ("cell_north", 5, "IN", "HX711 north", "DOUT"),
    ("cell_east", 6, "IN", "HX711 east", "DOUT"),
    ("cell_south", 7, "IN", "HX711 south", "DOUT"),
    ("cell_west", 15, "IN", "HX711 west", "DOUT"),
    ("imu_sda", 8, "I2C", "LSM6DSOX", "SDA"),
    ("imu_scl", 9, "I2C", "LSM6DSOX", "SCL"),
    ("touch_sda", 18, "I2C", "CST816S", "SDA"),
    ("touch_scl", 17, "I2C", "CST816S", "SCL"),
    ("touch_reset", 16, "OUT", "CST816S", "RST"),
    ("touch_irq", 1, "IN", "CST816S", "INT"),
    ("display_clock", 12, "SPI", "ST7789", "SCL"),
    ("display_data", 11, "SPI", "ST7789", "SDA"),
    ("display_cs", 10, "OUT", "ST7789", "CS"),
    ("display_dc", 13, "OUT", "ST7789", "DC"),
    ("display_reset", 14, "OUT", "ST7789", "RES"),
    ("display_backlight", 21, "PWM", "ST7789 module", "BLK"),
    ("motor_step", 48, "PWM", "TMC2209", "STEP"),
    ("motor_dir", 39, "OUT", "TMC2209", "DIR"),
    ("motor_enable", 40, "OUT", "one-shot, then TMC2209", "EN gate"),
    ("motor_heartbeat", 41, "OUT", "one-shot", "trigger"),
    ("motor_home", 42, "IN", "hall sensor", "OUT (low at the magnet)"),
    ("buzzer", 47, "PWM", "passive buzzer", "+"),
    ("lights", 2, "PIXELS", "24 x WS2812", "DIN"),
)

# name: (peripheral number, clock pin, data pin, hertz)
I2C_BUSES = {
    "imu": (0, "imu_scl", "imu_sda", 400_000),
    "touch": (1, "touch_scl", "touch_sda", 400_000),
}
SPI_BUSES = {"display": (1, "display_clock", "display_data", 40_000_000)}

IMU_ADDRESS = 0x6A
TOUCH_CHIP = "cst816s"
TOUCH_ADDRESS = 0x15
