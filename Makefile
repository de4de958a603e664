# `make help` lists the targets. Everything is built into .venv and target; nothing is installed elsewhere.

PYTHON ?= python3
CARGO  ?= cargo
VENV   := .venv
BIN    := $(VENV)/bin

# maturin sets these three for its own build. cargo's other commands get them too, and name the whole workspace: another
# value or another choice of crates (so, other features) would compile PyO3 or Arrow a second time.
export PYO3_BUILD_EXTENSION_MODULE := 1
export PYO3_PYTHON := $(abspath $(BIN)/python)
AS_MATURIN = PYO3_CONFIG_FILE="$$(ls -t $(CURDIR)/target/maturin/pyo3-config-*.txt | head -n 1)"

export PIP_QUIET := 1

RUST_SOURCES := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name 'Cargo.toml')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: demo
demo: ## build the package, convert the example games, run the castling question, show a board
	@sh tools/check_machine.sh $(PYTHON)
	@if [ -e $(VENV)/.built ]; then echo "Building what has changed ..."; else \
	    echo "The first build takes about 10 minutes on two cores. It needs 2 GB of disk space and access to"; \
	    echo "crates.io and PyPI, and downloads about 150 MB. Everything goes into .venv and target."; \
	    echo "Building (output: target/demo.log) ..."; fi
	@bash tools/build/quiet.sh target/demo.log $(MAKE) build
	@PATH="$(abspath $(BIN)):$$PATH" bash tools/demo.sh

.PHONY: build
build: $(VENV)/.built ## build the package into .venv; quick when nothing changed

.PHONY: build-dist
build-dist: $(VENV)/.built-dist ## build the package into .venv as it ships: slower to build, up to 10 % faster

# Three levels. Each includes the ones before it; CONTRIBUTING.md describes what each proves.

.PHONY: test
test: build $(VENV)/.checks ## run the tests for every change: minutes
	$(AS_MATURIN) $(CARGO) test --release --workspace --quiet
	$(BIN)/python -m pytest -m "not slow and not long"

.PHONY: test-all
test-all: build $(VENV)/.checks ## run those and the slow ones: the page, the wheel, killed processes (CI runs it)
	$(AS_MATURIN) $(CARGO) test --release --workspace --quiet
	$(BIN)/python -m pytest -m "not long"

.PHONY: test-page
test-page: build $(VENV)/.checks ## run the tests of the viewer in a browser (needs Chromium)
	$(BIN)/python -m pytest -m "not large" --dist loadfile tests/page # one worker for a file, whose tests share servers

.PHONY: test-spark
test-spark: build .venv-spark/.made ## run the tests of Spark (needs Java; installs PySpark into .venv-spark)
	PYTHONPATH=$(CURDIR)/python .venv-spark/bin/python -m pytest -n 0 --timeout 600 tests/spark # Spark itself uses all processors

.PHONY: test-long
test-long: build $(VENV)/.checks ## run every test, whole suites and all games of SCORESHEET_DATA included
	suites=$$($(BIN)/python tools/real_games.py positions/5-icn-fen-epd/perft) && export SCORESHEET_POSITIONS="$$suites"; \
	games=$$(for name in annotated historic lichess-other masters variants weird; do $(BIN)/python tools/real_games.py $$name; done | paste -sd:); \
	[ -z "$$games" ] || export SCORESHEET_PGN="$$games"; \
	$(AS_MATURIN) $(CARGO) test --release --workspace --quiet -- --include-ignored
	[ "$$(uname -m)" != x86_64 ] || RUSTFLAGS="-C target-cpu=$(NEWER)" $(CARGO) test --release --quiet --package scoresheet-archive --target-dir target/$(NEWER)
	$(BIN)/python -m pytest

# Archives must have the same bytes on every processor, so they are also tested with other instructions than usual.
NEWER := x86-64-v3

.PHONY: bench
bench: build-dist $(VENV)/.checks ## measure, print a table and keep it as JSON
	$(BIN)/python -m bench
	$(BIN)/python -m bench.transforms
	$(BIN)/python -m bench.positions
	$(BIN)/python -m bench.trees
	$(BIN)/python -m bench.variants
	$(BIN)/python -m bench.analysis
	$(BIN)/python -m bench.players
	$(BIN)/python -m bench.data_sets
	$(BIN)/python -m bench.tables
	$(BIN)/python -m bench.rust
	$(BIN)/python -m bench.infinite
	$(BIN)/python -m bench.stores
	$(BIN)/python -m bench.sizes
	$(BIN)/python -m bench.archive
	$(BIN)/python -m bench.notations
	$(BIN)/python -m bench.leniencies
	$(BIN)/python -m bench.viewer
	$(BIN)/python -m bench.viewer_page
	$(BIN)/python -m bench.standalone
	$(BIN)/python -m bench.synthetic --compare

.PHONY: bench-scale
bench-scale: build-dist $(VENV)/.checks ## measure with ten million games: hours, and 60 GB of disk
	$(BIN)/python -m bench.scale

.PHONY: bench-spark
bench-spark: build-dist .venv-spark/.made ## measure Spark beside one process
	PYTHONPATH=$(CURDIR)/python .venv-spark/bin/python -m bench.spark

.PHONY: lint
lint: build $(VENV)/.checks ## check format, warnings, types, generated files and licences
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(AS_MATURIN) $(CARGO) clippy --release --workspace --all-targets --quiet -- -D warnings
	$(AS_MATURIN) RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" $(CARGO) doc --release --workspace --no-deps --document-private-items --quiet
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --release --no-deps $(PACKAGES) --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest scoresheet._core --concise
	$(BIN)/python tools/gen_docs.py --check
	$(BIN)/python tools/third_party.py --check
	$(BIN)/python tools/check_licences.py
	$(BIN)/python tools/check_client.py
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/request.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff

.PHONY: docs
docs: build ## write what is made from the registries: docs/reference, types, notices
	$(BIN)/python tools/gen_docs.py
	$(BIN)/python tools/third_party.py

.PHONY: site
site: build $(VENV)/.docs ## build the documentation site into build/site; every warning is an error
	$(BIN)/python tools/site_pages.py
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=tools $(BIN)/python -m mkdocs build --strict --quiet

.PHONY: screenshots
screenshots: build $(VENV)/.checks ## take the screenshots in docs/pictures again, and every screen into build/screenshots (needs Chromium)
	$(BIN)/python tools/screenshots.py --every build/screenshots

.PHONY: bless
bless: build $(VENV)/.checks ## rewrite the expected reports of the tests; read the diff before you commit it
	SCORESHEET_BLESS=1 $(AS_MATURIN) $(CARGO) test --release --workspace --quiet
	SCORESHEET_BLESS=1 $(BIN)/python -m pytest -m "not long" --quiet

.PHONY: fuzz
fuzz: ## feed the readers inputs found by coverage, 30 s a target (needs a C++ compiler; SECONDS_EACH=N)
	bash tools/fuzz.sh $(SECONDS_EACH)

# The oldest glibc that the wheel runs with is the one that its symbols need; maturin finds it.
TAG := $(if $(filter Linux,$(shell uname -s)),--compatibility pypi)

.PHONY: wheel
wheel: $(VENV)/.checks ## build the wheel into dist and try it in an empty environment
	rm -rf dist
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pip wheel --no-deps --no-build-isolation --wheel-dir dist \
		--config-settings "maturin.build-args=--strip $(TAG)" .
	SCORESHEET_WHEEL="$$(echo dist/*.whl)" $(BIN)/python -m pytest tests/test_wheel.py

.PHONY: sdist
sdist: $(VENV)/.checks ## pack the sources into dist, install them into an empty environment and try that: many minutes
	rm -f dist/*.tar.gz
	PATH="$(abspath $(BIN)):$$PATH" PYTHONPATH=tools/build $(BIN)/python -c "import scoresheet_build; scoresheet_build.build_sdist('dist')"
	SCORESHEET_SOURCES="$$(echo dist/*.tar.gz)" $(BIN)/python -m pytest tests/test_source_distribution.py

# What crates.io gets. cargo orders them by their dependencies, and builds each package from what it contains.
PUBLISHED := core parallel spill archive columns
PACKAGES  := $(PUBLISHED:%=--package scoresheet-%)
CRATES    := package

.PHONY: crates
crates: ## pack the crates for Rust into target/package and build each from its package: minutes
	$(CARGO) $(CRATES) --locked $(PACKAGES)

.PHONY: semver
semver: ## compare what the crates offer with the last release (needs cargo-semver-checks; BASELINE=REVISION)
	@last="$(BASELINE)"; [ -n "$$last" ] || last=$$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null) \
		|| { echo "there is no release to compare with; BASELINE=REVISION names another commit"; exit 0; }; \
	echo "comparing with $$last"; $(CARGO) semver-checks --baseline-rev "$$last" $(PACKAGES)

.PHONY: standalone
standalone: $(VENV)/.checks ## build the wheel in dist as one executable with the Python in EMBED=FOLDER, and try it
	$(BIN)/python tools/standalone.py dist/*.whl --python "$(EMBED)"
	SCORESHEET_STANDALONE="$$(ls -t dist/scoresheet-*-*-* | grep -v whl | head -n 1)" $(BIN)/python -m pytest -n 0 tests/test_standalone.py

.PHONY: clean
clean: ## remove what was built
	rm -rf $(VENV) .venv-spark target dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find python tests tools bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
	rm -f python/scoresheet/_core*.so python/scoresheet/*.duckdb_extension

# The stamps: each records that its task was done after its prerequisites last changed.

$(VENV)/.tools: pyproject.toml
	@sh tools/check_machine.sh $(PYTHON)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --group build
	@touch $@

# Only one of the two builds is in .venv, so each removes the other's stamp.
$(VENV)/.built: $(VENV)/.tools $(RUST_SOURCES)
	VIRTUAL_ENV="$(abspath $(VENV))" $(BIN)/maturin develop --profile release --quiet
	$(AS_MATURIN) $(BIN)/python tools/build/scoresheet_build.py release
	@rm -f $(VENV)/.built-dist
	@touch $@

$(VENV)/.built-dist: $(VENV)/.tools $(RUST_SOURCES)
	VIRTUAL_ENV="$(abspath $(VENV))" $(BIN)/maturin develop --profile dist --quiet
	$(AS_MATURIN) $(BIN)/python tools/build/scoresheet_build.py dist
	@rm -f $(VENV)/.built
	@touch $@

$(VENV)/.checks: $(VENV)/.tools pyproject.toml
	$(BIN)/python -m pip install --group checks
	@touch $@

.venv-spark/.made: pyproject.toml
	$(PYTHON) -m venv .venv-spark
	.venv-spark/bin/python -m pip install --upgrade "pip>=25.1"
	.venv-spark/bin/python -m pip install --group spark
	@touch $@

$(VENV)/.docs: $(VENV)/.tools pyproject.toml
	$(BIN)/python -m pip install --group docs
	@touch $@

include crates/duckdb/community/targets.mk
