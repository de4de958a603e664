"""Measures Scoresheet beside other programs; `make bench` runs it. Nothing here is a test, no time decides one."""
