"""Scripted scenes: the scenario file, its keys, the check of every value, and the doing of its steps."""
