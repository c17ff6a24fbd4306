# `make run` shows the demo, `make test` tests it, `make check` is what a build server runs.

SOURCES := Sources Tests examples Package.swift relay/Package.swift relay/Sources relay/Tests relay/Fuzz

PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: build practise release install uninstall deb run link test check lint format bench fuzz wayland docs messages clean setup setup-check

build: setup
	@scripts/build

run: setup
	@scripts/build --product drawbridge-dev --product drawbridge
	@.build/debug/drawbridge-dev demo
	@echo 'To try the wallet yourself, with coins that have no value: make practise'

practise: setup
	@scripts/build --product drawbridge-practice --product drawbridge
	@.build/debug/drawbridge practise

link: setup
	@scripts/build --product drawbridge --product drawbridge-practice --product drawbridge-dev
	@mkdir -p ~/.local/bin
	@ln -sfn "$(CURDIR)/.build/debug/drawbridge" "$(CURDIR)/.build/debug/drawbridge-dev" ~/.local/bin/
	@echo 'Linked in ~/.local/bin: drawbridge, drawbridge-dev.'
	@case ":$$PATH:" in *":$$HOME/.local/bin:"*) ;; \
		*) echo 'Log in again, or run: export PATH="$$HOME/.local/bin:$$PATH"' ;; esac

# The programs as users get them; then `sudo make install`, which builds nothing.
release: setup
	@scripts/release

install:
	@[ -x .build/release/drawbridge ] || { echo 'First run: make release' >&2; exit 1; }
	@scripts/install "$(PREFIX)" "$(DESTDIR)"

uninstall:
	@scripts/install --uninstall "$(PREFIX)" "$(DESTDIR)"

deb: setup
	@scripts/setup package
	@scripts/deb

test: setup
	@scripts/build --build-tests
	@scripts/test

check: setup-check
	@scripts/check

lint:
	@swift format lint --strict --parallel --recursive $(wildcard $(SOURCES))
	@scripts/messages --check
	@scripts/modules --check

format:
	@swift format --in-place --parallel --recursive $(wildcard $(SOURCES))

bench: setup-check
	@scripts/bench

fuzz: setup
	@scripts/fuzz
	@scripts/fuzz-relay

wayland:
	@scripts/setup build display wayland
	@scripts/build --build-tests
	@scripts/wayland

messages:
	@scripts/messages

docs: setup
	@scripts/build
	@scripts/docs

clean:
	@rm -rf .build examples/*/.build relay/.build

setup:
	@scripts/setup build display

setup-check:
	@scripts/setup build display check
