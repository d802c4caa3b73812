.PHONY: help run tour test test-slow torture check coverage bench year docs screenshots pictures format lock clean

PYTHON ?= python3
BIN := .venv/bin
AXE := axe-core@4.14.0
JOBS ?= 3
# Every process would compile the tests and the package again.
unexport PYTHONDONTWRITEBYTECODE
LOCK := -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --upgrade

help:  ## this list
	@awk -F ':.*## *' '/^[a-z-]+:.*##/ { printf "%-12s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/.run  ## the card room in a browser, with a table of each game at play; Ctrl-C ends it
	@$(BIN)/fairdeal serve

tour: .venv/.run  ## without a browser: the games, a settled round, a par sheet, five tables at play
	@$(BIN)/fairdeal games
	@$(BIN)/fairdeal settle three-card-poker --dealer "Jc 9s 2h" \
	    --seat "Qs 7h 3d | ante=10 pair-plus=5 | play" \
	    --seat "6d 6c Kh | ante=10 pair-plus=10 | play"
	@$(BIN)/fairdeal par three-card-poker
	@$(BIN)/fairdeal demo --tables 5 --rounds 20 --room memory:

test: .venv/.test .venv/.browser  ## the tests of every day, a few minutes; BROWSER=no installs no browser
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not slow"

test-slow: .venv/.test .venv/.browser  ## every test, with five times the random hands, and kernels checked
	FAIRDEAL_TEST_SCALE=5 $(BIN)/pytest -n 2 --dist worksteal
	NUMBA_BOUNDSCHECK=1 FAIRDEAL_CACHE=.venv/checked $(BIN)/pytest -q -m "not exhaustive" \
	    tests/test_figures.py tests/test_combination.py tests/test_patterns.py tests/test_seven.py \
	    tests/test_blackjack_analysis.py tests/test_three_way_figures.py

torture: .venv/.test  ## kill the room at random moments, and count what was lost; KILLS=n sets how often
	$(BIN)/python -m tests.torture --part all --store all --cut --kills $(or $(KILLS),300)

check: .venv/.test  ## format, lint, types, layers and coverage
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(MAKE) --no-print-directory coverage

coverage: .venv/.test  ## every line of the package, with no compiler at work
	@rm -f .coverage*
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -n 2 --dist worksteal \
	    -m "not exhaustive and not compiled and not browser"
	@$(BIN)/coverage combine -q
	$(BIN)/coverage report

bench: .venv/.bench  ## how fast the figures, the rules and the referee are
	$(BIN)/python -m benchmarks

year: .venv/.test  ## play a year of a busy room and write its page; BETS=n sets how many bets
	$(BIN)/python -m benchmarks.year $(or $(BETS),1000000)

docs: .venv/.test  ## write the generated pages of docs/reference, wrap all others
	$(BIN)/python docs/generate.py

screenshots: .venv/.test .venv/.browser  ## a picture of every page, into build/screens
	$(BIN)/python -m docs.screenshots

pictures: .venv/.test .venv/.browser  ## the pictures of the README, taken anew
	$(BIN)/python -m docs.screenshots pictures

format: .venv/.test  ## put the code into the common form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

lock: .venv/.uv  ## pin every dependency with its hash
	$(BIN)/uv pip compile $(LOCK) requirements/bootstrap.in -o requirements/bootstrap.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml requirements/build.in --extra web --extra pdf \
	    -o requirements/run.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml requirements/build.in --extra all --extra test \
	    -c requirements/run.txt -o requirements/test.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml requirements/build.in --extra all --extra test \
	    --extra bench -c requirements/test.txt -o requirements/bench.txt
	$(BIN)/uv pip compile $(LOCK) pyproject.toml requirements/build.in --extra web --extra postgres \
	    -c requirements/test.txt -o requirements/container.txt
	! grep -nE ':/{2}' requirements/*.txt

clean:  ## remove what was installed and built
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage dist build

# uv installs several times faster than pip; where it cannot be had or fails, pip does the same
# work.  Stamps are written last, so that an interrupted install is taken up again; the first one
# names place and interpreter, because an environment can be neither moved nor changed.
export UV_SYSTEM_CERTS ?= 1
UV = VIRTUAL_ENV=.venv $(BIN)/uv pip install -q
PIP = $(BIN)/python -m pip install -q --disable-pip-version-check
EDITABLE := --no-deps --no-build-isolation -e .
MADE_FOR := $(CURDIR) $(PYTHON)
OLD_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11) and \
    "fairdeal needs Python 3.11 or newer, and this is " + sys.version.split()[0])

ifneq ($(shell cat .venv/.made 2>/dev/null),$(MADE_FOR))
.PHONY: .venv/.made
endif

.venv/.made:
	@$(PYTHON) -c '$(OLD_ENOUGH)'
	@uv venv -q --seed --clear --python $(PYTHON) .venv 2>/dev/null || $(PYTHON) -m venv --clear .venv
	@echo "$(MADE_FOR)" > $@

.venv/.uv: .venv/.made requirements/bootstrap.txt
	@$(PIP) --require-hashes -r requirements/bootstrap.txt || echo "no uv: pip will do"
	@touch $@

.venv/.run: .venv/.uv requirements/run.txt pyproject.toml
	@echo "installing fairdeal into .venv"
	@$(call install,run)
	@$(UV) $(EDITABLE) || $(PIP) $(EDITABLE)
	@touch $@

.venv/.test: .venv/.run requirements/test.txt
	@echo "installing the test tools into .venv"
	@$(call install,test)
	@touch $@

# Browser tests need Chromium from the system's packages and axe-core from npm.  BROWSER=no installs
# neither; the tests of what is missing are skipped.
BROWSER ?= yes
HAS_CHROMIUM := command -v chromium || command -v google-chrome

.venv/.browser: .venv/.test
ifeq ($(BROWSER),no)
	@echo "BROWSER=no: nothing is installed for browser tests"
else
	@{ $(HAS_CHROMIUM); } >/dev/null || { \
	    echo "installing Chromium with apt-get, for browser tests (BROWSER=no forbids it)"; \
	    { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium; } >/dev/null 2>&1 \
	    || echo "Chromium cannot be installed here: browser tests are skipped"; }
	@echo "installing $(AXE) with npm into .venv, for tests of accessibility (BROWSER=no forbids it)"
	@{ mkdir -p .venv/axe && npm pack --silent --pack-destination .venv/axe $(AXE) \
	    && tar -xzf .venv/axe/axe-core-*.tgz -C .venv/axe; } >/dev/null 2>&1 \
	    || echo "axe-core cannot be installed here: its tests are skipped"
	@if { $(HAS_CHROMIUM); } >/dev/null && [ -f .venv/axe/package/axe.min.js ]; then touch $@; fi
endif

.venv/.bench: .venv/.test requirements/bench.txt
	@echo "installing the evaluators to compare with into .venv"
	@$(call install,bench)
	@touch $@

install = $(UV) --compile-bytecode --require-hashes -r requirements/$(1).txt \
    || $(PIP) --require-hashes -r requirements/$(1).txt
