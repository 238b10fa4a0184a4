#!/bin/bash
# Builds the packages of a release into target/release-packages: an archive with its SHA-256, and on Linux a Debian
# package if cargo-deb is installed (`cargo install cargo-deb`).
#
#   scripts/release.sh                    build the program first
#   scripts/release.sh --target TARGET    for another platform, such as x86_64-pc-windows-gnu
#   scripts/release.sh --no-build         take the program as it was built
#
# The program is the portable build, which selects its SIMD code at run time. The Debian package names as its maintainer
# whom the variables DEBFULLNAME and DEBEMAIL name.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc --print host-tuple)
target=$host
build=yes
while (($#)); do
    case "$1" in
        --target) target=${2:?}; shift 2 ;;
        --no-build) build=; shift ;;
        *) sed -n 's/^# \{0,1\}//p' "$0" | sed 1d; exit 2 ;;
    esac
done

version=$(sed -n '/^\[package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
suffix=
[[ $target == *windows* ]] && suffix=.exe
# The program that runs here writes manual pages and completions, also for a program that does not.
native=target/release/diglot
[[ $host == *windows* ]] && native+=.exe
program=$native
[[ $target == "$host" ]] || program=target/$target/release/diglot$suffix
packages=target/release-packages
# All files get the time of the commit, so that the same sources give the same archive.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

if [[ -n $build ]]; then
    cargo build --release --locked --bin diglot
    [[ $target == "$host" ]] || cargo build --release --locked --bin diglot --target "$target"
fi
[[ $("$native" --version | head -n 1) == "diglot $version" ]] || { echo "$native is not version $version" >&2; exit 1; }
[[ -f $program ]] || { echo "no $program" >&2; exit 1; }
mkdir -p "$packages"

archive() {
    local name=diglot-$version-$target
    local folder=target/$name
    rm -rf "$folder"
    mkdir -p "$folder"
    cp "$program" "$folder"
    # Without the symbols, which nobody needs to play.
    if command -v strip >/dev/null; then strip "$folder/diglot$suffix"; fi
    "$native" cpeini > "$folder/diglot.cpeini"
    cp LICENSE "$folder"
    cp -r docs "$folder"
    local file
    for file in README.md CHANGELOG.md docs/*.md; do
        sed -E -f scripts/installed_links.sed "$file" > "$folder/$file"
    done
    python3 scripts/licences.py --texts "$folder/THIRD-PARTY.txt" >/dev/null
    "$native" generate "$folder"
    if [[ $target == *windows* ]]; then
        # Manual pages and plugins of XBoard have no place there.
        rm -r "$folder/man"
    else
        cp -r share/xboard "$folder"
    fi
    find "$folder" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    if [[ $target == *windows* ]]; then
        rm -f "$packages/$name.zip"
        (cd target && find "$name" | LC_ALL=C sort | TZ=UTC zip -q -X "release-packages/$name.zip" -@)
        checksum "$name.zip"
    else
        tar -C target --sort=name --owner=0 --group=0 --numeric-owner -c "$name" | gzip -9n > "$packages/$name.tar.gz"
        checksum "$name.tar.gz"
    fi
    rm -rf "$folder"
}

debian_package() {
    # The tree of an installation, from which cargo-deb takes the files.
    local tree=target/release-tree maintainer
    rm -rf "$tree"
    mkdir -p "$tree"
    cp "$program" "$tree/program"
    if command -v strip >/dev/null; then strip "$tree/program"; fi
    make install EXE="$tree/program" PREFIX=/usr ZSHDIR=/usr/share/zsh/vendor-completions DESTDIR="$tree" >/dev/null
    rm "$tree/program"
    local documents=$tree/usr/share/doc/diglot
    python3 scripts/licences.py --texts "$documents/THIRD-PARTY.txt" >/dev/null
    mv "$tree/usr/games/diglot.cpeini" "$documents"
    gzip -9nc CHANGELOG.md > "$documents/changelog.gz"
    rm "$documents/CHANGELOG.md"
    sed -i 's/(CHANGELOG.md)/(changelog.gz)/' "$documents/README.md"
    maintainer=$(sed -n 's/^maintainer = "\(.*\)"/\1/p' Cargo.toml)
    [[ -z ${DEBEMAIL:-} ]] || maintainer="${DEBFULLNAME:-The Diglot developers} <$DEBEMAIL>"
    {
        printf 'diglot (%s-1) unstable; urgency=low\n\n  * Release %s; see CHANGELOG.md.\n\n' "${version/-/\~}" "$version"
        printf ' -- %s  %s\n' "$maintainer" "$(date -R -u -d "@$SOURCE_DATE_EPOCH")"
    } > "$tree/changelog"
    cargo deb --no-build --no-strip --maintainer "$maintainer" --output "$packages/"
    # Debian writes 0.2.0-dev as 0.2.0~dev.
    checksum "$(cd "$packages" && echo diglot_"${version/-/\~}"-1_*.deb)"
}

checksum() { # file
    (cd "$packages" && sha256sum "$1" > "$1.sha256" && ls -l "$1")
}

archive
if [[ $target != "$host" || $host != *linux* ]]; then
    :
elif cargo deb --version >/dev/null 2>&1; then
    debian_package
else
    echo "skipped: the Debian package, for want of cargo-deb"
fi
