"""Recordings of real sensors and of whole tables: their files, and what the table makes of them."""
