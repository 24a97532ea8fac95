#!/usr/bin/env bash
# Installs the build tree given as $1 into a fresh folder and uses the program from there: commands, samples, a picture of the window.
set -eu
build=$1
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix" >/dev/null

cd /
export HOME="$prefix/home" XDG_CONFIG_HOME="$prefix/config"
"$prefix/bin/sepax" --version | grep -q '^sepax [0-9]'
"$prefix/bin/sepax" check --expect "$prefix"/share/sepax/assets/cases/*.json >/dev/null
"$prefix/bin/sepax" check --expect "$prefix"/share/sepax/assets/corpus/*.json >/dev/null
"$prefix/bin/sepax" bundle ls "$prefix"/share/sepax/assets/bundle/*.obb | grep -q 'rock.obj'
"$prefix/bin/sepax" check --expect "$prefix"/share/sepax/assets/bundle/*.obb >/dev/null
"$prefix/bin/sepax" render "$prefix/share/sepax/assets/cases/default.json" -o "$prefix/window.png" --ui
[ "$(stat -c %s "$prefix/window.png")" -gt 50000 ]
"$prefix/bin/sepax" jury "$prefix/share/sepax/assets/cases/default.json" | grep -q ' bullet .*separated'
# A catalogue that cannot be read is named with the line, and the window stays English.
catalogue=$prefix/share/sepax/assets/languages/zh_CN.po
picture() { "$prefix/bin/sepax" render "$prefix/share/sepax/assets/cases/default.json" -o "$prefix/$1.png" --ui --script "$prefix/words"; }
echo 'language zh' >"$prefix/words"
picture chinese
echo 'msgid "one more' >>"$catalogue"
! picture broken 2>"$prefix/complaint" || { echo "a broken catalogue was taken" >&2; exit 1; }
grep -q "zh_CN.po:$(wc -l <"$catalogue"): no closing quote" "$prefix/complaint"
for file in share/sepax/imgui.ini share/sepax/shaders share/applications/sepax.desktop share/icons/hicolor/scalable/apps/sepax.svg \
            share/mime/packages/sepax.xml; do
  [ -e "$prefix/$file" ] || { echo "not installed: $file" >&2; exit 1; }
done
# Nothing of the commands needs a window system: SDL, OpenGL, X11 and the mesh importer are not among what the loader wants.
if ldd "$prefix/bin/sepax" | grep -E 'SDL|libGL|libEGL|libX11|assimp'; then exit 1; fi
