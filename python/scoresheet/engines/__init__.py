"""Engines that answer questions over the columns; each is imported only when it is used."""
