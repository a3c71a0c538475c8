#!/bin/sh
# Creates $VENV unless a working one is there: with uv, or with Python's own venv and a pinned uv inside.
set -eu

recent_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

if ! recent_enough "$VENV/bin/python"; then
    found=
    for python in "$PYTHON" python3.13 python3.12 python3.11 python3 python; do
        if recent_enough "$python"; then
            found=$("$python" -c 'import sys; print(sys.executable)')
            break
        fi
    done
    if [ -z "$found" ]; then
        echo "splendor needs Python 3.11 or newer, and none was found." >&2
        echo "'$PYTHON' is: $("$PYTHON" --version 2>&1 || true)" >&2
        echo "Install one, or name it: make setup PYTHON=/path/to/python3.13" >&2
        exit 1
    fi
    if command -v uv >/dev/null; then
        uv venv -q --clear --python "$found" "$VENV"
    elif ! message=$("$found" -m venv --clear "$VENV" 2>&1); then
        echo "$message" >&2
        echo "'$found -m venv' failed, see above. On Debian or Ubuntu: apt install python3-venv" >&2
        exit 1
    fi
fi

if ! command -v uv >/dev/null && ! "$VENV/bin/python" -m uv --version >/dev/null 2>&1; then
    "$VENV/bin/python" -m ensurepip >/dev/null 2>&1 || true
    "$VENV/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/uv.txt
fi
