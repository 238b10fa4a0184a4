# Builds Diglot for the processor of this machine. `cargo build --release` builds it for any.
#
#   make                  builds ./diglot
#   make EXE=path         builds the binary at that path
#   make bench | test | clean

EXE = diglot

ifeq ($(OS),Windows_NT)
    SUFFIX = .exe
endif
BINARY = target/native/release/diglot$(SUFFIX)
OUTPUT = $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)

FLAGS = -C target-cpu=native

# Zen 1 and 2 have PEXT and PDEP, but in microcode: the attack tables are faster without.
ifneq ($(wildcard /proc/cpuinfo),)
    ifneq ($(shell grep -m 1 -E '^cpu family[[:space:]]*: 23$$' /proc/cpuinfo),)
        FLAGS += --cfg slow_pext
    endif
endif

.PHONY: all native bench test clean

all: native
	cp -f "$(BINARY)" "$(OUTPUT)"

# The plus sign hands make's job server on to cargo.
native: export RUSTFLAGS := $(RUSTFLAGS) $(FLAGS)
native:
	+cargo build --release --bin diglot --target-dir target/native

bench: native
	$(BINARY) bench

test:
	cargo test

clean:
	cargo clean
	rm -f "$(OUTPUT)"
