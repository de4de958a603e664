"""Engines that query the columns. Each is imported only when it is used."""
