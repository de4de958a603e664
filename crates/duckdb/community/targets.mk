# The targets that the build of DuckDB's community extensions calls. Makefile includes this file.

COMMUNITY := build/release/extension/scoresheet/scoresheet.duckdb_extension

.PHONY: set_duckdb_version configure_ci configure release test_release
set_duckdb_version configure_ci configure:

release:
	$(PYTHON) tools/build/scoresheet_build.py dist
	mkdir -p $(dir $(COMMUNITY))
	cp python/scoresheet/scoresheet.duckdb_extension $(COMMUNITY)

test_release:
	$(PYTHON) -m venv build/community
	build/community/bin/python -m pip install duckdb
	build/community/bin/python crates/duckdb/community/trial.py $(COMMUNITY)
