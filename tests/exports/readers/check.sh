#!/bin/sh
# Reads the exports of a run with other programs.
#   check.sh READER FOLDER MODULES
# READER: blender, vtk, gltf or usd. FOLDER holds a run with all its exports. MODULES is a folder of npm packages.
# Ends with 77 and a word if the reader is not installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
reader=$1
folder=$2
modules=$3

skip() {
    echo "skipped: $1 is not installed; ./do test --all installs it"
    exit 77
}

case $reader in
blender)
    command -v blender >/dev/null || skip Blender
    HOME=$folder blender -b --factory-startup --python-exit-code 1 --python "$here/in_blender.py" -- "$folder"
    ;;
vtk)
    /usr/bin/python3 -c 'import vtkmodules, numpy' 2>/dev/null || skip python3-vtk9
    /usr/bin/python3 -B "$here/in_vtk.py" "$folder"
    ;;
gltf)
    [ -d "$modules/gltf-validator" ] || skip gltf-validator
    node "$here/gltf.mjs" "$modules" "$folder/cloth.glb"
    ;;
usd)
    [ -d "$modules/tinyusdz" ] || skip tinyusdz
    node "$here/usd.mjs" "$modules" "$folder"
    ;;
esac
