#!/usr/bin/env bash
# Uses Sepax from where it was installed: commands, samples, jurors, completions, manual pages, pictures and a real window.
#   installed.sh BUILD        installs the build tree into a fresh folder and moves that first
#   installed.sh --at PREFIX  of an installation that is there
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ "$1" = --at ]; then
  prefix=$(cd "$2" && pwd)
else
  cmake --install "$1" --prefix "$scratch/first" >/dev/null
  prefix="$scratch/moved to"
  mv "$scratch/first" "$prefix"
fi

cd /
export HOME="$scratch/home" XDG_CONFIG_HOME="$scratch/config"
sepax=$prefix/bin/sepax
share=$prefix/share/sepax
case=$share/assets/cases/default.json
fails() { echo "$1" >&2; exit 1; }

for file in share/sepax/imgui.ini share/sepax/shaders share/applications/sepax.desktop share/icons/hicolor/scalable/apps/sepax.svg \
            share/mime/packages/sepax.xml share/metainfo/org.sepax.sepax.metainfo.xml share/doc/sepax/docs/user-guide.md \
            share/man/man1 libexec/sepax/sepax-import; do
  [ -e "$prefix/$file" ] || fails "not installed: $file"
done
[ "$(ls "$prefix/bin")" = sepax ] || fails "more than sepax in bin: $(ls "$prefix/bin")"
# Nothing of the commands needs a window system: SDL, OpenGL, X11 and the mesh importer are not among what the loader wants.
! ldd "$sepax" | grep -E 'SDL|libGL|libEGL|libX11|assimp' || fails "sepax needs a window system"

"$sepax" --version | grep -q '^sepax [0-9]'
"$sepax" check --expect "$share"/assets/cases/*.json >/dev/null
"$sepax" check --expect "$share"/assets/corpus/*.json >/dev/null
"$sepax" check --expect assets/corpus/crossed-beams.json >/dev/null || fails "a sample by the name that docs have"
"$sepax" bundle ls "$share"/assets/bundle/*.obb | grep -q 'rock.obj'
"$sepax" check --expect "$share"/assets/bundle/*.obb >/dev/null
"$sepax" fit "$(ls "$share"/assets/bundle/*.obb):meshes/torus.obj" >/dev/null  # by an import program
"$sepax" jury "$case" | grep -q ' bullet .*separated'
status=0
"$sepax" bench 2>"$scratch/complaint" || status=$?
[ "$status" = 2 ] && grep -q 'not installed' "$scratch/complaint" || fails "bench, which is not installed: status $status"

# Completions of commands, of options, of what an option accepts, and of options that sepax-window declares; every command has a page.
compopt() { :; }  # bash has it while a person completes
. "$prefix/share/bash-completion/completions/sepax"
offered() { COMP_WORDS=(sepax "$@"); COMP_CWORD=$#; COMPREPLY=(); _sepax; echo "${COMPREPLY[*]}"; }
offers() {
  local wanted=$1
  shift
  [ "$(offered "$@")" = "$wanted" ] || fails "completion of \"$*\": expected \"$wanted\", found \"$(offered "$@")\""
}
offers 'selfcheck' sel
offers 'verify' bundle ver
offers '--algorithm' check --algo
offers '2d 3d' generate --space ''
offers '2d 3d' generate --space = ''
offers '--transparent' render --trans
offers 'schema' help sch
page() { cat "$prefix/share/man/man1/$1.1" 2>/dev/null || zcat "$prefix/share/man/man1/$1.1.gz"; }
for command in sepax sepax-check sepax-render sepax-bundle-verify; do
  page $command | grep -q '^\.SH SYNOPSIS' || fails "no manual page: $command"
done
page sepax-check | grep -q 'hexadecimal floats\|Hexadecimal floats' || fails "sepax-check.1 lacks what the help says"

"$sepax" render "$case" -o "$scratch/window.png" --ui
[ "$(stat -c %s "$scratch/window.png")" -gt 50000 ] || fails "the picture of the window is empty"
# The window says what it shows, and its class is the one that the .desktop file names.
timeout 300 xvfb-run -a bash -c '
  "$1" "$2" --log-state >"$3/state" &
  window=$!
  until [ -s "$3/state" ]; do kill -0 $window && sleep 0.1 || exit 1; done
  xdotool search --sync --onlyvisible --class "^$(sed -n s/StartupWMClass=//p "$4")\$" >/dev/null
  kill $window' window "$sepax" "$case" "$scratch" "$prefix/share/applications/sepax.desktop" || fails "the window does not open"

# A catalogue that cannot be read is named with the line, and the window stays English.
if [ "$1" != --at ]; then
  catalogue=$share/assets/languages/zh_CN.po
  picture() { "$sepax" render "$case" -o "$scratch/$1.png" --ui --script "$scratch/words"; }
  echo 'language zh' >"$scratch/words"
  picture chinese
  echo 'msgid "one more' >>"$catalogue"
  ! picture broken 2>"$scratch/complaint" || fails "a broken catalogue was taken"
  grep -q "zh_CN.po:$(wc -l <"$catalogue"): no closing quote" "$scratch/complaint"
fi
