#!/bin/sh
# Installs Pleat into an empty folder and builds a program against it, by CMake and by pkg-config.
#   check.sh BUILD_FOLDER COMPILER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
compiler=$2
work=$build/package-test
rm -rf "$work"
cmake --install "$build" --prefix "$work/installed" >/dev/null

cmake -S "$here" -B "$work/by-cmake" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/installed" -DSOURCE="$here/../../examples/hello_cloth.cpp" >/dev/null
cmake --build "$work/by-cmake" >/dev/null
"$work/by-cmake/hello" | tail -n 1

PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name pleat.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
"$compiler" "$here/../../examples/hello_cloth.cpp" -o "$work/hello" $(pkg-config --cflags --libs pleat)
"$work/hello" | tail -n 1

"$work/installed/bin/pleat" --version
"$work/installed/bin/pleat" scenes
