# Everything runs from .venv, which `make setup` builds; only python3.11, make and git are needed.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
OLDEST := .venv-oldest
COMPAT := .venv-compat
RLLIB := .venv-rllib
FUZZ := .venv-fuzz
COVERAGE := .venv-coverage
BROWSER := .venv-browser
DOCS := .venv-docs
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check

# Two test processes, one thread each: more threads on the same cores only slow each other down.
TEST_WORKERS ?= 2
TEST_ENV := OMP_NUM_THREADS=1
PYTEST := $(TEST_ENV) $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help setup setup-bench demo test check-long check-compat coverage browser screenshots fuzz distil leaderboard web-load notebooks lint format types bench compat-oldest docs wheel-test clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

setup: $(VENV)/.installed ## make .venv with everything for playing, training and developing

$(VENV)/.installed: pyproject.toml
	@echo "setup: virtual environment $(VENV) from $(PYTHON)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "thousand-env needs Python 3.11 or newer: make setup PYTHON=...")'
	@$(PYTHON) -m venv $(VENV)
	@echo "setup: installing thousand-env with the extras agents, train, render, web and dev (a minute or more)"
	@$(BIN)/python $(PIP_INSTALL) --editable '.[agents,train,render,web,dev]'
	@echo "setup: compiling the rules and the players, once (a minute or two); later starts take a second"
	@$(BIN)/python -m thousand_agents.precompile
	@touch $@
	@echo "setup: done; the command is $(BIN)/thousand"

setup-bench: $(VENV)/.installed-bench ## add the peers that `make bench` compares with

$(VENV)/.installed-bench: $(VENV)/.installed
	@echo "setup-bench: installing the extra bench (OpenSpiel, RLCard, pygame)"
	@$(BIN)/python $(PIP_INSTALL) --editable '.[bench]'
	@touch $@

demo: setup ## train a policy for three minutes, measure it, show a deal it plays
	$(BIN)/python -m thousand_training.demo

test: setup ## the tests, without the slow ones and those of other libraries
	$(PYTEST) -m "not slow" --ignore tests/compat --ignore tests/browser -n $(TEST_WORKERS) --dist loadscope

web-load: setup ## many tables at once in the browser's server: how quick, how much memory
	$(TEST_ENV) $(BIN)/python -m tests.web_load --think 1
	$(TEST_ENV) $(BIN)/python -m tests.web_load --think 0 --matches 1000

check-long: setup ## the slow tests (pytest's exit code 5, no such test, is no failure here)
	$(PYTEST) -m slow --ignore tests/compat --ignore tests/browser -n $(TEST_WORKERS) --timeout 3600 || [ $$? -eq 5 ]

coverage: $(COVERAGE)/.installed ## branch coverage of the rules, run as plain Python
	$(TEST_ENV) NUMBA_DISABLE_JIT=1 $(COVERAGE)/bin/coverage run -m pytest -q @tests/coverage/tests.txt
	$(COVERAGE)/bin/coverage report

$(COVERAGE)/.installed: pyproject.toml
	@echo "coverage: virtual environment $(COVERAGE)"
	@$(PYTHON) -m venv $(COVERAGE)
	@$(COVERAGE)/bin/python $(PIP_INSTALL) --editable '.[test]' 'coverage>=7.17'
	@touch $@

# The system's Chromium (Debian: apt-get install chromium): none is downloaded.
browser: $(BROWSER)/.installed ## the pages in a real Chromium
	$(TEST_ENV) $(BROWSER)/bin/python -m pytest -q tests/browser $(BROWSER_TESTS)

screenshots: $(BROWSER)/.installed ## write docs/pictures/web-*.png
	$(BROWSER)/bin/python -m docs.screenshots

$(BROWSER)/.installed: pyproject.toml
	@echo "browser: virtual environment $(BROWSER)"
	@$(PYTHON) -m venv $(BROWSER)
	@$(BROWSER)/bin/python $(PIP_INSTALL) --editable '.[agents,web,test]' 'pytest-playwright>=0.7' 'axe-playwright-python>=0.1.8' 'pillow>=12'
	@$(BROWSER)/bin/python -m thousand_agents.precompile
	@touch $@

MINUTES ?= 2
FUZZ_TARGETS ?= record seat_record king_record bochki_record rules_file rules_option table config net checkpoint actions state

fuzz: $(FUZZ)/.installed ## attack every reader for MINUTES (2) each; findings in runs/fuzz
	@set -e; for target in $(FUZZ_TARGETS); do echo "fuzz: $$target"; \
	$(TEST_ENV) $(FUZZ)/bin/python -m tests.fuzz.run $$target --seconds $$(( $(MINUTES) * 60 )); done

$(FUZZ)/.installed: pyproject.toml
	@echo "fuzz: virtual environment $(FUZZ)"
	@$(PYTHON) -m venv $(FUZZ)
	@$(FUZZ)/bin/python $(PIP_INSTALL) --editable '.[agents,train,test]' 'atheris>=3'
	@touch $@

# The newest versions that install together.  RLlib pins gymnasium and so has an environment of its
# own; the executor on Ray is tested there, too.  The imports make a missing library fail, not skip.
COMPAT_LIBRARIES := sb3-contrib==2.9.2 torchrl==0.14.1 tianshou==2.0.1 supersuit==3.11.0 \
	array-api-compat==1.16.0 open-spiel==2.0.2 gymnasium==1.4.0 pettingzoo==1.27.0
COMPAT_TESTS := $(addprefix tests/compat/test_,sb3.py torchrl.py tianshou.py wrappers.py open_spiel.py)

check-compat: $(COMPAT)/.installed $(RLLIB)/.installed ## other people's libraries on this environment
	@$(COMPAT)/bin/python -c 'import sb3_contrib, torchrl, tianshou, supersuit, array_api_compat, pyspiel'
	$(TEST_ENV) $(COMPAT)/bin/python -m pytest $(COMPAT_TESTS)
	@$(RLLIB)/bin/python -c 'import ray.rllib'
	$(TEST_ENV) $(RLLIB)/bin/python -m pytest tests/compat/test_rllib.py tests/compat/test_executors_ray.py

$(COMPAT)/.installed: pyproject.toml
	@echo "check-compat: virtual environment $(COMPAT) (some minutes)"
	@$(PYTHON) -m venv $(COMPAT)
	@$(COMPAT)/bin/python $(PIP_INSTALL) --editable '.[agents,test]' $(COMPAT_LIBRARIES)
	@touch $@

$(RLLIB)/.installed: pyproject.toml
	@echo "check-compat: virtual environment $(RLLIB) (some minutes)"
	@$(PYTHON) -m venv $(RLLIB)
	@$(RLLIB)/bin/python $(PIP_INSTALL) --editable '.[agents,train,test]' 'ray[rllib]==2.60.0'
	@touch $@

notebooks: setup ## run the notebooks and write them (half an hour; MINUTES=3 DEALS=500 for less)
	$(BIN)/python -m notebooks.build

lint: setup ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## ruff: repair what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup ## mypy
	$(BIN)/mypy

bench: setup-bench ## speed, beside OpenSpiel and PettingZoo
	$(BIN)/thousand bench speed

# Stopped, it goes on; of a step that is done only the fit is done again.
distil: setup ## train net:base-v4 and from there net:base-v5 again, step by step: some four hours on two cores
	for config in classic classic-match online-match classic-belief online-belief; do $(BIN)/python -m thousand_training.distil $$config || exit; done

# A folder with other agents' results is refused, so it starts anew.
leaderboard: setup ## play the leaderboard's tournament and write docs/leaderboard.md
	rm -rf runs/leaderboard
	$(BIN)/thousand arena run pimc:worlds=5 net:base-v5 greedy timid maniac dark-always random --sets 100 --out runs/leaderboard
	$(BIN)/thousand arena report runs/leaderboard --leaderboard docs/leaderboard.md

compat-oldest: $(OLDEST)/.installed ## the PettingZoo tests with the oldest supported versions
	$(TEST_ENV) $(OLDEST)/bin/python -m pytest tests/test_pettingzoo.py

$(OLDEST)/.installed: pyproject.toml
	@echo "compat-oldest: virtual environment $(OLDEST) with pettingzoo 1.25.0 and gymnasium 1.1.1"
	@$(PYTHON) -m venv $(OLDEST)
	@$(OLDEST)/bin/python $(PIP_INSTALL) --editable '.[test]' pettingzoo==1.25.0 gymnasium==1.1.1
	@touch $@

# Read from the sources, so that nothing of the project itself is installed.  The theme's developers
# go on with Zensical, which reads mkdocs.yml, too, and keep this one up until May 2027.  (--quiet would
# hide the warnings from --strict as well.)
docs: $(DOCS)/.installed ## the documentation site, in build/site; opens without a server
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict
	@echo "docs: written to build/site, open build/site/index.html"

$(DOCS)/.installed: pyproject.toml
	@echo "docs: virtual environment $(DOCS) with the extra docs"
	@$(PYTHON) -m venv $(DOCS)
	@$(DOCS)/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"], sep="\n")' > $(DOCS)/extra.txt
	@$(DOCS)/bin/python $(PIP_INSTALL) -r $(DOCS)/extra.txt
	@touch $@

# Outside the repository and with the base dependencies only, so that a module or a file that the
# wheel lacks, or an extra that the environment needs by accident, shows.
wheel-test: setup ## build the wheel, install it alone and play with it
	@rm -rf dist
	$(BIN)/python -m build --outdir dist .
	@set -e; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	$(PYTHON) -m venv "$$folder/venv"; \
	"$$folder/venv/bin/python" $(PIP_INSTALL) dist/*.whl; \
	cp tests/wheel_smoke.py "$$folder"; \
	cd "$$folder"; \
	venv/bin/python -I -c 'import thousand_env; print("wheel-test: imported", thousand_env.__file__)'; \
	venv/bin/python -I wheel_smoke.py; \
	echo "wheel-test: passed"

clean: ## remove environments, caches and build output
	rm -rf $(VENV) $(OLDEST) $(COMPAT) $(RLLIB) $(FUZZ) $(COVERAGE) $(BROWSER) $(DOCS) .coverage build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
