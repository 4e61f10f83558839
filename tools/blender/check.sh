#!/bin/sh
# Tries the add-on in Blender without windows: check.sh PLEAT FOLDER. Ends with 77 if Blender is not installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v blender >/dev/null || { echo "skipped: Blender is not installed; ./do test --all installs it"; exit 77; }
rm -rf "$2"
mkdir -p "$2"
HOME=$2 blender -b --factory-startup --python-exit-code 1 --python "$here/check.py" -- "$1" "$2"
