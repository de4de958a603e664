"""Databases as inputs and outputs: DuckDB, SQLite, PostgreSQL and MongoDB, each through its own driver."""
