#!/bin/sh
# Makes the Debian package and uses what is in it.
#   deb.sh BUILD_FOLDER
set -eu
build=$1
work=$build/deb-test
rm -rf "$work"
mkdir -p "$work"
cpack --config "$build/CPackConfig.cmake" -B "$work" >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; exit 1; }
package=$(echo "$work"/pleat_*.deb)
dpkg-deb --field "$package" Package Version Depends | tee "$work/fields"
grep -q '^Depends: .*libembree' "$work/fields"
dpkg-deb --extract "$package" "$work/root"
pleat=$work/root/usr/bin/pleat
"$pleat" --version
cmp "$work/root/usr/share/pleat/scenes/flag.toml" "$(dirname "$0")/../../scenes/flag.toml"
"$pleat" scenes >"$work/scenes"
"$pleat" run flag --frames 1 --out "$work/flag" --export abc --quiet
test -s "$work/flag/cloth.abc"
test -s "$work/root/usr/include/pleat/pleat.hpp"
test -s "$work/root/usr/share/doc/pleat/LICENSE"
find "$work/root/usr" -name 'pleat-config.cmake' | grep -q .
rm -rf "$work"
