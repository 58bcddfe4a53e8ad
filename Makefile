# `make run` and `make test` do all set-up themselves; nothing is installed twice.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
NODE_TESTS := $(wildcard tests/*/*.test.mjs)

# The tests start hundreds of Python processes: what one has compiled, the others read, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run teach dev test lint style types modules compiled format docs pictures notebooks ready system browser engines help \
	locked lock audit

help:
	@echo "make run     open the app at http://localhost:8501, for this computer alone"
	@echo "make teach   open it to everybody in this network, and say at which address"
	@echo "make dev     the same as run, and pages follow changes of the code"
	@echo "make test    lint, types, layers and every test"
	@echo "make format  put the code into its shape"
	@echo "make notebooks  the widgets, in JupyterLab and marimo themselves, and Lightning's and Keras's trainings"
	@echo "make locked  install for run what requirements.lock has, each file by its hash; but for torch"
	@echo "make engines  Firefox and WebKit, in which a few tests look at the stage where they are"
	@echo "make docs    the pages and the reference of the Python interface, in build/docs"
	@echo "make pictures  the pictures in docs anew, of the app as it is"

run: $(VENV)/.run
	$(BIN)/streamlit run app.py

teach: $(VENV)/.run
	$(BIN)/streamlit run app.py --server.address 0.0.0.0

dev: $(VENV)/.run
	$(BIN)/streamlit run app.py --server.fileWatcherType auto

# The types take as long as all else that needs no worker, so that they have a core for themselves. Tests often wait
# for a server or a browser: four of them keep two cores busy. Each computes in one thread: threads that wait for one
# another on a core that a neighbour has take seven times as long.
test: export OMP_NUM_THREADS = 1
test: export MKL_NUM_THREADS = 1
test: export OPENBLAS_NUM_THREADS = 1
test: ready
	$(MAKE) --jobs 2 types style modules compiled
	$(BIN)/python -m pytest --numprocesses 4 --dist worksteal

lint: ready
	$(MAKE) --jobs 2 types style

# TypeScript reads the JavaScript's types and builds nothing; it is done long before mypy.
types:
	@node_modules/.bin/tsc --project jsconfig.json & javascript=$$!; \
	$(BIN)/mypy; python=$$?; \
	wait $$javascript && exit $$python

style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	node_modules/.bin/biome ci --error-on-warnings .
	$(BIN)/lint-imports --no-cache

modules:
ifneq ($(NODE_TESTS),)
	node --test $(NODE_TESTS)
endif

# Of a fresh clone, each of the four workers would compile every file of tests for itself.
compiled:
	@told=$$($(BIN)/python -m pytest --collect-only --quiet --quiet) || { echo "$$told"; exit 1; }

ready: $(VENV)/.dev system browser node_modules/.package-lock.json

format: $(VENV)/.dev node_modules/.package-lock.json
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	node_modules/.bin/biome check --write .

docs: $(VENV)/.docs
	$(BIN)/mkdocs build --strict --quiet

pictures: ready
	$(BIN)/python -m benchmarks.pictures

# Apart from the other tests: JupyterLab and marimo are 400 MB.
notebooks: ready $(VENV)-notebooks/.done
	RNNVIZ_NOTEBOOKS=$(CURDIR)/$(VENV)-notebooks/bin $(BIN)/python -m pytest \
		tests/notebook/test_programs.py tests/notebook/test_callbacks.py

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "rnnviz needs Python 3.11 or newer; set PYTHON=… to one."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements.txt requirements-dev.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.run

$(VENV)/.docs: requirements-docs.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-docs.txt
	@touch $@

# PyPI's torch and the processor's own have other hashes under one version, and Linux's brings CUDA beside it: which one
# a reader has, their settings say. All else is installed by its hash, and then found there by what `run` asks for.
locked: requirements.lock | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock

# For every system and Python: a package that one of them lacks has its condition beside it.
lock: $(VENV)-lock/.done
	$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --output-file $(VENV)-lock/whole requirements.txt
	awk '/^[a-z]/ { apart = /^(torch|triton|nvidia-|cuda-)/ } !apart' $(VENV)-lock/whole > requirements.lock

# Which of the pinned packages have a known weakness; a service on the Internet is asked.
audit: $(VENV)-lock/.done
	$(VENV)-lock/bin/pip-audit --disable-pip --require-hashes -r requirements.lock
	$(VENV)-lock/bin/pip-audit --disable-pip --no-deps -r requirements.txt

$(VENV)-lock/.done: requirements-lock.txt | $(BIN)/python
	$(BIN)/python -m venv --clear $(VENV)-lock
	$(VENV)-lock/bin/pip install --quiet --disable-pip-version-check -r requirements-lock.txt
	@touch $@

# What rnnviz itself needs is found in .venv.
$(VENV)-notebooks/.done: requirements-notebooks.txt $(VENV)/.dev
	$(BIN)/python -m venv --clear $(VENV)-notebooks
	$(VENV)-notebooks/bin/pip install --quiet --disable-pip-version-check -r requirements-notebooks.txt
	where="import sysconfig; print(sysconfig.get_path('purelib'))"; \
	$(BIN)/python -c "$$where" > "$$($(VENV)-notebooks/bin/python -c "$$where")/rnnviz.pth"
	@touch $@

# What the tests need beside Python: node, fonts with Chinese and emoji for the pictures, those of three systems on
# which the stage is looked at, and the programs that readers on several servers come through. Debian's own services of these are not started: nobody asked for them.
system:
	@missing=""; \
	command -v node >/dev/null || missing="$$missing nodejs"; \
	command -v npm >/dev/null || missing="$$missing npm"; \
	if command -v apt-get >/dev/null; then \
		command -v fc-list >/dev/null || missing="$$missing fontconfig"; \
		[ -n "$$(fc-list :lang=zh-cn 2>/dev/null)" ] || missing="$$missing fonts-noto-cjk"; \
		[ -n "$$(fc-list 2>/dev/null | grep -i emoji)" ] || missing="$$missing fonts-noto-color-emoji"; \
		for fonts in "DejaVu Serif:fonts-dejavu-core" "Liberation Serif:fonts-liberation" \
				"Noto Serif:fonts-noto-core"; do \
			[ -n "$$(fc-list "$${fonts%:*}" 2>/dev/null)" ] || missing="$$missing $${fonts#*:}"; \
		done; \
		[ -n "$(BROWSER)" ] || missing="$$missing chromium"; \
		for program in haproxy redis-server; do \
			PATH="$$PATH:/usr/sbin" command -v $$program >/dev/null || missing="$$missing $$program"; \
		done; \
	fi; \
	[ -z "$$missing" ] && exit 0; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		export DEBIAN_FRONTEND=noninteractive policy=/usr/sbin/policy-rc.d; \
		[ -e $$policy ] || { trap 'rm -f $$policy' EXIT; \
			printf '#!/bin/sh\nexit 101\n' >$$policy; chmod +x $$policy; }; \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	else \
		echo "The tests also need:$$missing. Please install them."; \
		command -v npm >/dev/null; \
	fi

# axe-core, which the browser tests hold against the pages; Biome and TypeScript for the JavaScript. npm writes this file
# last.
node_modules/.package-lock.json: package.json package-lock.json | system
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

BROWSER := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

# Where the system has no Chromium and apt could not bring one, Playwright's own. Chromium's headless shell is not
# needed: it shows the tests the same pages in half the processor time.
browser: $(VENV)/.dev system
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
		|| command -v google-chrome >/dev/null || $(BIN)/playwright install chromium
	@command -v chromium-headless-shell >/dev/null && exit 0; \
		command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] || exit 0; \
		install="apt-get install -y -qq --no-remove --no-install-recommends chromium-headless-shell"; \
		export DEBIAN_FRONTEND=noninteractive; \
		{ $$install || { apt-get update -qq && $$install; }; } >/dev/null 2>&1 || true

# Apart from what every test needs: 100 MB to fetch and 400 on the disk, for two tests. Where they are, `make test` runs
# these.
engines:
	@if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		export DEBIAN_FRONTEND=noninteractive; needed="firefox-esr webkit2gtk-driver xvfb"; \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends $$needed >/dev/null; \
	else \
		echo "Please install firefox-esr, webkit2gtk-driver and xvfb."; \
	fi
