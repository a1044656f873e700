"""The application as a part of MicroPython's image, read by MicroPython's own build: README.md, "One image"."""

package("teatable", base_path="../firmware")
for script in ("boot.py", "main.py", "rescue.py"):
    module(script, base_path="../firmware")
