# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts share: the root of the tree, messages, usage. To be sourced after `set -euo pipefail`.

# The root of the source tree, absolute.
# shellcheck disable=SC2034 # used by the scripts that source this file
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The name of the script that runs, for messages.
program=$(basename "$0")

# The program's name on the bus, of its desktop entry and its icon.
# shellcheck disable=SC2034 # used by the scripts that source this file
id=io.github.jarvis_assistant.Jarvis

# Says what is being done; on stderr, so that stdout stays the script's result.
say() { printf '%s: %s\n' "$program" "$*" >&2; }

# fail STATUS MESSAGE…: ends the script.
fail() {
    local status=$1
    shift
    say "$*"
    exit "$status"
}

# Prints the script's header comment (from its third line on) as its usage.
usage() { sed -n '3,/^[^#]/{/^#/s/^# \{0,1\}//p;}' "$0"; }

# Ends the script with the usage and status 2.
usage_error() {
    say "$*"
    usage >&2
    exit 2
}

# True when a program of this name can be run.
has() { command -v "$1" >/dev/null 2>&1; }

# need PROGRAM PACKAGE: ends the script when PROGRAM is missing.
need() {
    has "$1" || fail 125 "\"$1\" is missing (Debian package $2); scripts/setup installs it"
}

# Prints the languages of the window, one a line.
languages() { sed '/^#/d' "$root/po/LINGUAS"; }

# metadata HOMEPAGE PICTURES: prints AppStream's metadata in every language, with these addresses, and without the elements of
# an empty one.
metadata() {
    local drop=()
    [[ -n $1 ]] || drop+=(-e '/@homepage@/d')
    [[ -n $2 ]] || drop+=(-e '/<screenshots>/,/<\/screenshots>/d')
    "$root/scripts/translations" file "$root/data/$id.metainfo.xml" |
        sed "${drop[@]}" -e '/<!-- scripts\/install/d' -e "s|@homepage@|$1|; s|@pictures@|${2%/}|"
}

# python_packages FOLDER ARGUMENT…: makes a Python environment in FOLDER, once, with what `pip install ARGUMENT…` installs.
# Its Python is FOLDER/bin/python. Several scripts may want it at once.
python_packages() {
    local folder=$1 lock
    shift
    mkdir -p "${folder%/*}"
    exec {lock}>"$folder.lock"
    flock "$lock"
    if [[ ! -e $folder/complete ]]; then
        rm -rf "${folder:?}"
        python3 -m venv "$folder" >&2 || fail 1 "python3 cannot make a virtual environment (package python3-venv)"
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@" >&2 ||
            fail 1 "pip could not install from PyPI: $*"
        touch "$folder/complete"
    fi
    exec {lock}>&-
}

# Ends the script when there is no Swift toolchain that can build JARVIS, and says how to get one.
need_swift() {
    local output version archive
    archive=swiftly-$(uname -m).tar.gz
    if ! has swift; then
        say "no Swift toolchain on the PATH; 6.1 or later is needed. This installs one (it needs curl and gnupg):"
        printf '\n    %s \\\n        %s\n\n' \
            "curl -fO https://download.swift.org/swiftly/linux/$archive && tar zxf $archive" \
            "&& ./swiftly init && . ~/.local/share/swiftly/env.sh" >&2
        fail 1 "then run this again. https://www.swift.org/install tells of other ways."
    fi
    output=$(swift --version 2>&1) || fail 1 "the Swift toolchain does not run: $output"
    version=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$output" | head -n 1)
    [[ $(printf '6.1\n%s\n' "$version" | sort -V | head -n 1) == 6.1 ]] ||
        fail 1 "Swift $version is too old; 6.1 or later is needed: https://www.swift.org/install"
}

# The flags of a release build. The standard library is linked in, so that the program runs without the toolchain, and
# the toolchain's path stays out of the binary. So do the paths of the tree, which would tell of the builder and make
# every folder's program another one: "breadcrumbs" name the compiler's cache by them, and what is kept for a later
# incremental build is a sum over them.
# shellcheck disable=SC2034 # used by the scripts that source this file
release_flags=(
    -c release --static-swift-stdlib -Xswiftc -no-toolchain-stdlib-rpath
    -Xswiftc -file-prefix-map -Xswiftc "$root=." -Xswiftc -file-compilation-dir -Xswiftc .
    -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
    -Xcc "-ffile-prefix-map=$root=." -Xcc -ffile-compilation-dir=.
)
