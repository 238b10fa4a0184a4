# Builds Diglot for this machine's processor. `cargo build --release` builds a portable binary.
#
#   make                  build ./diglot
#   make pgo              build with profile-guided optimisation: some 3 % faster, takes three times as long. Needs
#                         `rustup component add llvm-tools`
#   make EXE=path         write the binary to this path
#   make EVALFILE=path    embed this network, relative to this folder
#   make FEATURES=train   enable features, see Cargo.toml
#   make install          install the binary, beside it its .cpeini file for ChessPartner, manual pages, shell
#                         completions, documentation, and the plugin file and logo for XBoard, as Debian does;
#                         PREFIX=/usr/local, BINDIR=PREFIX/games, ZSHDIR=PREFIX/share/zsh/site-functions, DESTDIR=
#   make uninstall        remove them
#   make bench | test | clean
#   make fuzz TARGET=fen SECONDS=60 | asan | tsan | miri | loom
#                         fuzzing, sanitizers and model tests, see CONTRIBUTING.md

EXE = diglot

ifeq ($(OS),Windows_NT)
    SUFFIX = .exe
endif
BINARY = target/native/release/diglot$(SUFFIX)
OUTPUT = $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)

# macOS ends a signed program whose file was overwritten.
copy = rm -f "$(OUTPUT)" && cp "$(1)" "$(OUTPUT)"
FLAGS = -C target-cpu=native
BUILD = cargo build --release --bin diglot $(if $(FEATURES),--features "$(FEATURES)")

# Zen 1 and 2 (family 23) and Hygon's Zen 1 (24) implement PEXT and PDEP in microcode; magic bitboards are faster there.
ifneq ($(wildcard /proc/cpuinfo),)
    ifneq ($(shell grep -m 1 -E '^cpu family[[:space:]]*: 2[34]$$' /proc/cpuinfo),)
        FLAGS += --cfg slow_pext
    endif
endif

# The folders of Debian's chess engines. XBoard looks for plugins below /usr/local and /usr.
PREFIX = /usr/local
BINDIR = $(PREFIX)/games
ZSHDIR = $(PREFIX)/share/zsh/site-functions
SHARE = $(DESTDIR)$(PREFIX)/share
PLUGINS = $(SHARE)/games/plugins
MANUAL = $(SHARE)/man/man6
BASH_COMPLETIONS = $(SHARE)/bash-completion/completions
FISH_COMPLETIONS = $(SHARE)/fish/vendor_completions.d
DOCUMENTS = $(SHARE)/doc/diglot
INSTALLED = $(DESTDIR)$(BINDIR)/diglot

.PHONY: all native pgo profile install uninstall bench test fuzz asan tsan miri loom clean

all: native
	$(call copy,$(BINARY))

# build.rs reads EVALFILE. OpenBench passes CC=cargo, which crates that compile C must not get.
export EVALFILE
unexport CC CXX

# The plus sign passes make's job server on to cargo. `make -n` runs these lines too.
native: export RUSTFLAGS := $(RUSTFLAGS) $(FLAGS)
native:
	+$(BUILD) --target-dir target/native

# Profile-guided optimisation, https://doc.rust-lang.org/rustc/profile-guided-optimization.html. The flags are
# passed in cargo's encoding, which allows spaces in paths. `--target` keeps them away from build scripts.
HOST = $(shell rustc --print host-tuple)
PROFDATA = $(shell rustc --print target-libdir)/../bin/llvm-profdata$(SUFFIX)
PROFILE = target/profile
INSTRUMENTED = target/instrumented/$(HOST)/release/diglot$(SUFFIX)
PROFILED = target/pgo/$(HOST)/release/diglot$(SUFFIX)
build_with = CARGO_ENCODED_RUSTFLAGS="$$(echo $(RUSTFLAGS) $(FLAGS) | tr ' ' '\037')$$(printf '\037-C%s' "$(1)")" \
	$(BUILD) --target $(HOST)

pgo: profile
	+$(call build_with,profile-use=$(CURDIR)/$(PROFILE)/diglot.profdata) --target-dir target/pgo
	$(call copy,$(PROFILED))

# The profile: the bench with the network and with the hand-crafted evaluation.
profile:
	@test -x "$(PROFDATA)" || { echo "No $(PROFDATA): rustup component add llvm-tools" >&2; exit 1; }
	rm -rf $(PROFILE)
	+$(call build_with,profile-generate=$(CURDIR)/$(PROFILE)) --target-dir target/instrumented
	$(INSTRUMENTED) bench >/dev/null
	$(INSTRUMENTED) bench --eval-file classical >/dev/null
	"$(PROFDATA)" merge -o $(PROFILE)/diglot.profdata $(PROFILE)

# Installs what `make` or `make pgo` has built. The plugin file names the whole path, since BINDIR need not be in
# the PATH of XBoard.
install:
	@test -x "$(OUTPUT)" || $(MAKE) all
	mkdir -p "$(DESTDIR)$(BINDIR)" "$(PLUGINS)/xboard" "$(PLUGINS)/logos"
	install -m 755 "$(OUTPUT)" "$(INSTALLED)$(SUFFIX)"
	"$(INSTALLED)$(SUFFIX)" cpeini > "$(INSTALLED).cpeini"
	sed 's|^diglot$$|$(BINDIR)/diglot|' share/xboard/diglot.eng > "$(PLUGINS)/xboard/diglot.eng"
	chmod 644 "$(INSTALLED).cpeini" "$(PLUGINS)/xboard/diglot.eng"
	install -m 644 share/xboard/diglot.png "$(PLUGINS)/logos"
	mkdir -p "$(MANUAL)" "$(BASH_COMPLETIONS)" "$(FISH_COMPLETIONS)" "$(DESTDIR)$(ZSHDIR)"
	mkdir -p "$(DOCUMENTS)/docs/images/variants"
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	"$(INSTALLED)$(SUFFIX)" generate "$$folder" && \
	install -m 644 "$$folder"/man/* "$(MANUAL)" && \
	install -m 644 "$$folder/completions/diglot.bash" "$(BASH_COMPLETIONS)/diglot" && \
	install -m 644 "$$folder/completions/diglot.fish" "$(FISH_COMPLETIONS)" && \
	install -m 644 "$$folder/completions/_diglot" "$(DESTDIR)$(ZSHDIR)"
	for file in README.md CHANGELOG.md docs/*.md; do \
		sed -E -f scripts/installed_links.sed "$$file" > "$(DOCUMENTS)/$$file" && chmod 644 "$(DOCUMENTS)/$$file" || exit; \
	done
	install -m 644 docs/images/*.png "$(DOCUMENTS)/docs/images"
	install -m 644 docs/images/variants/*.svg "$(DOCUMENTS)/docs/images/variants"

uninstall:
	rm -f "$(INSTALLED)$(SUFFIX)" "$(INSTALLED).cpeini" "$(PLUGINS)/xboard/diglot.eng" "$(PLUGINS)/logos/diglot.png"
	rm -f "$(MANUAL)/diglot.6" "$(MANUAL)"/diglot-*.6 "$(BASH_COMPLETIONS)/diglot" \
		"$(FISH_COMPLETIONS)/diglot.fish" "$(DESTDIR)$(ZSHDIR)/_diglot"
	rm -rf "$(DOCUMENTS)"

bench: native
	$(BINARY) bench

test:
	cargo test

# Fuzz targets: rustup toolchain install nightly; cargo install cargo-fuzz. A finding is a file in fuzz/artifacts;
# copied to the folder of its target in tests/data/fuzz it becomes a regression test.
TARGET = uci
SECONDS = 60
fuzz:
	mkdir -p fuzz/corpus/$(TARGET)
	cargo +nightly fuzz run $(TARGET) fuzz/corpus/$(TARGET) tests/data/fuzz/$(TARGET) -- \
		-max_total_time=$(SECONDS) -timeout=60 -dict=fuzz/dictionary.txt

# AddressSanitizer and ThreadSanitizer: rustup toolchain install nightly --component rust-src. TESTS selects tests. The
# standard library is built with the sanitizer too, without which ThreadSanitizer reports false races.
# Tests that measure or limit memory are left out, since a sanitizer needs much of its own.
TESTS =
sanitized = RUSTFLAGS="-Zsanitizer=$(1)" cargo +nightly $(2) -Zbuild-std --target $(HOST) --target-dir target/$(1)
measuring = scarce_memory little_memory constant_memory leaks_nothing a_big_table_takes_no_time
# ThreadSanitizer holds signals back while all threads wait.
signalling = sigint sigterm an_interrupt_from_the_keyboard
skipped = $(addprefix --skip ,$(1))
# Probes of tablebases measure the depth of the stack, which has no meaning on the heap, where one check would put the
# locals. The memory of a program that ends is left to the system: that is no leak.
asan: export ASAN_OPTIONS = detect_stack_use_after_return=0:detect_leaks=0
asan:
	+$(call sanitized,address,run --profile test) -- bench 8
	+$(call sanitized,address,test) --lib --test integration -- $(call skipped,$(measuring)) $(TESTS)
tsan:
	+$(call sanitized,thread,run --profile test) -- bench 6 2
	+$(call sanitized,thread,test) --lib --test integration -- $(call skipped,$(measuring) $(signalling)) $(TESTS)

# Miri interprets the tests of the rooms without SIMD and threads: rustup component add miri --toolchain nightly.
miri:
	MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --lib -- types:: board:: data:: search::tt --skip slow

# Model tests with every order of the threads (https://docs.rs/loom).
loom:
	RUSTFLAGS="--cfg loom" cargo test --lib --target-dir target/loom model

clean:
	cargo clean
	rm -f "$(OUTPUT)"
