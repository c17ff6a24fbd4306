# `make run` shows the program, `make test` tests it, `make check` is what a build server runs.

SOURCES := Sources Tests examples Package.swift

.PHONY: build run test check lint format bench fuzz wayland docs clean setup setup-check

build: setup
	@.ci/build

run: setup
	@.ci/build --product drawbridge
	@.build/debug/drawbridge demo

test: setup
	@.ci/build --build-tests
	@status=0; \
	.ci/unit || status=1; \
	.ci/screen .build/debug/PageTests || status=1; \
	.ci/screen .build/debug/HarnessPages || status=1; \
	.ci/screen .build/debug/PayJourneys || status=1; \
	exit $$status

check: setup-check
	@.ci/check

lint:
	@swift format lint --strict --parallel --recursive $(wildcard $(SOURCES))

format:
	@swift format --in-place --parallel --recursive $(wildcard $(SOURCES))

bench: setup-check
	@.ci/bench

fuzz: setup
	@.ci/fuzz

wayland:
	@.ci/setup build display wayland
	@.ci/build --build-tests
	@.ci/wayland

docs: setup
	@.ci/docs

clean:
	@rm -rf .build examples/embed/.build

setup:
	@.ci/setup build display

setup-check:
	@.ci/setup build display check
