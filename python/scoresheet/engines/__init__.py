"""Engines that answer questions about the columns. Each is imported only when it is used."""
