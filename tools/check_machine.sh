#!/bin/sh
# Says what a build needs and this machine lacks. Takes the Python to use, and reads the oldest Rust from Cargo.toml.
python=${1:-python3}
oldest_rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
missing=0

lacks() {
    echo "missing: $1" >&2
    echo "   hint: $2" >&2
    missing=1
}

# Whether version $1 is at least version $2, compared number by number.
at_least() {
    awk -v found="$1" -v wanted="$2" 'BEGIN {
        split(found, f, "."); split(wanted, w, ".")
        for (i = 1; i <= 3; i++) if (f[i] + 0 != w[i] + 0) exit !(f[i] + 0 > w[i] + 0)
    }'
}

if ! command -v "$python" >/dev/null; then
    lacks "Python 3.10 or newer" "Debian and Ubuntu: apt install python3 python3-venv; elsewhere: python.org; or make PYTHON=/path/to/python3"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))'; then
    lacks "Python 3.10 or newer ($("$python" --version) is too old)" "name a newer one: make PYTHON=python3.12"
elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    lacks "Python's venv module" "Debian and Ubuntu: apt install python3-venv"
fi
if ! command -v cargo >/dev/null; then
    lacks "cargo, Rust $oldest_rust or newer" "install Rust with rustup: rustup.rs"
elif ! at_least "$(rustc --version | cut -d ' ' -f 2)" "$oldest_rust"; then
    lacks "Rust $oldest_rust or newer ($(rustc --version) is too old)" "rustup update stable"
fi
if ! command -v cc >/dev/null; then
    lacks "a C compiler, as cc" "Debian and Ubuntu: apt install gcc libc6-dev; macOS: xcode-select --install"
fi
exit $missing
