#!/bin/sh
# The manifests of package managers tell the version that CMake does.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^project(pleat VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
grep -q "\"version\": \"$version\"" vcpkg.json
grep -q "version = \"$version\"" conanfile.py
grep -q "^version: $version\$" CITATION.cff
test "$(grep -c '^    title: ' CITATION.cff)" = 5
