#!/bin/sh
# Installs Pleat into an empty folder and builds programs against it, by CMake and by pkg-config.
#   check.sh BUILD_FOLDER COMPILER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
compiler=$2
work=$build/package-test
rm -rf "$work"
cmake --install "$build" --prefix "$work/installed" >/dev/null

# by_cmake NAME SOURCE COMPONENTS
by_cmake() {
    cmake -S "$here" -B "$work/$1" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
        -DCMAKE_PREFIX_PATH="$work/installed" -DSOURCE="$2" -DCOMPONENTS="$3" >/dev/null
    cmake --build "$work/$1" >/dev/null
    "$work/$1/hello" >"$work/$1/said"
    tail -n 1 "$work/$1/said"
}
by_cmake by-cmake "$here/../../examples/hello_cloth.cpp" ""
by_cmake pictures "$here/draw_cloth.cpp" render

PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name pleat.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
"$compiler" "$here/../../examples/hello_cloth.cpp" -o "$work/hello" $(pkg-config --cflags --libs pleat)
"$work/hello" | tail -n 1

"$work/installed/bin/pleat" --version
"$work/installed/bin/pleat" scenes
