#!/bin/bash
# Builds the packages of a release into target/release-packages: an archive for this platform, with its SHA-256, and
# a Debian package if cargo-deb is installed (`cargo install cargo-deb`).
#
#   scripts/release.sh               build the program first
#   scripts/release.sh --no-build    take target/release/diglot as it is
#
# The program is the portable build, which selects its SIMD code at run time.
set -euo pipefail
cd "$(dirname "$0")/.."

case "$*" in
    "") cargo build --release --locked --bin diglot ;;
    --no-build) ;;
    *) sed -n 's/^# \{0,1\}//p' "$0" | sed 1d; exit 2 ;;
esac

version=$(sed -n '/^\[package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
target=$(rustc --print host-tuple)
suffix=
[[ $target == *windows* ]] && suffix=.exe
program=target/release/diglot$suffix
packages=target/release-packages
# The tree of an installation, from which cargo-deb takes the files.
tree=target/release-tree
# All files get the time of the commit, so that the same sources give the same archive.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

[[ $("$program" --version | head -n 1) == "diglot $version" ]] || { echo "$program is not version $version" >&2; exit 1; }
rm -rf "$packages" "$tree"
mkdir -p "$packages"

# The program without its symbols, which nobody needs to play.
mkdir -p "$tree"
cp "$program" "$tree/program$suffix"
if command -v strip >/dev/null; then strip "$tree/program$suffix"; fi
make install EXE="$tree/program$suffix" PREFIX=/usr ZSHDIR=/usr/share/zsh/vendor-completions DESTDIR="$tree" >/dev/null
rm "$tree/program$suffix"
documents=$tree/usr/share/doc/diglot
python3 scripts/licences.py --texts "$documents/THIRD-PARTY.txt" >/dev/null

archive() {
    local name=diglot-$version-$target
    local folder=target/$name
    rm -rf "$folder"
    mkdir -p "$folder/man" "$folder/completions"
    cp "$tree/usr/games/diglot"* "$folder"
    cp LICENSE README.md CHANGELOG.md "$documents/THIRD-PARTY.txt" "$folder"
    cp -r docs "$folder"
    cp "$tree/usr/share/man/man6/"* "$folder/man"
    "$program" generate "$folder" # the completions of all shells
    cp -r share/xboard "$folder"
    find "$folder" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    if [[ $target == *windows* ]]; then
        (cd target && zip -q -r -X "release-packages/$name.zip" "$name")
    else
        tar -C target --sort=name --owner=0 --group=0 --numeric-owner -c "$name" | gzip -9n > "$packages/$name.tar.gz"
    fi
    rm -rf "$folder"
}

debian_package() {
    mv "$tree/usr/games/diglot.cpeini" "$documents"
    gzip -9nc CHANGELOG.md > "$documents/changelog.gz"
    rm "$documents/CHANGELOG.md"
    {
        printf 'diglot (%s-1) unstable; urgency=low\n\n  * Release %s; see CHANGELOG.md.\n\n' "$version" "$version"
        printf ' -- The Diglot developers <>  %s\n' "$(date -R -u -d "@$SOURCE_DATE_EPOCH")"
    } > target/release-tree/changelog
    cargo deb --no-build --no-strip --output "$packages/"
}

archive
if cargo deb --version >/dev/null 2>&1; then
    debian_package
else
    echo "skipped: the Debian package, for want of cargo-deb"
fi
(cd "$packages" && for file in *; do sha256sum "$file" > "$file.sha256"; done)
ls -l "$packages"
