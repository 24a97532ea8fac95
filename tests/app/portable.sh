#!/usr/bin/env bash
# Uses the folder that packages/portable makes: portable.sh TARBALL, here and in a bare Debian 12 that has none of its libraries, only
# OpenGL, as a desktop has. That one is made by debootstrap in build/bare, which only root may do.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tarball=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fails() { echo "$1" >&2; exit 1; }
mkdir "$scratch/moved to"
tar --extract --file="$tarball" --directory="$scratch/moved to"
folder=$(echo "$scratch/moved to"/sepax-*)

"$here/installed.sh" --at "$folder"
# Each library but the system's own is in the folder.
system='^(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|GL|GLX|GLdispatch|EGL|OpenGL|drm|gbm|X11|X11-xcb|xcb|wayland-client|wayland-server|expat)\.so.*)$'
find "$folder" -type f -print0 | while IFS= read -r -d '' file; do
  [ "$(head -c 4 "$file" | tail -c 3 | tr -d '\0')" = ELF ] || continue
  for library in $(objdump -p "$file" | sed -n 's/^ *NEEDED *//p' | grep -vE "$system"); do
    [ -e "$folder/lib/sepax/$library" ] || fails "$file needs $library, which is not in the folder"
  done
done

if [ "$(id -u)" -ne 0 ]; then
  echo "not tried in a bare Debian, which only root can make"
  exit 0
fi
bare=$root/build/bare
if [ ! -x "$bare/bin/sh" ]; then
  rm -rf "$bare" "$bare.part"
  mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -1)
  debootstrap --variant=minbase --include=libegl1,libgl1,libgl1-mesa-dri,libgbm1 bookworm "$bare.part" "$mirror" >"$root/build/bare.log" 2>&1 ||
    fails "debootstrap fails: build/bare.log"
  mv "$bare.part" "$bare"
fi
rm -rf "$bare/opt"/*
mv "$folder" "$bare/opt/"
# With /proc, by which programs know where they lie.
unshare --mount --fork sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" /bin/sh -eu -c "$2"' sh "$bare" '
  cd /opt/sepax-*
  export HOME=/tmp
  share=share/sepax/assets
  bin/sepax --version
  bin/sepax check --expect $share/cases/*.json $share/corpus/*.json >/dev/null
  bin/sepax bundle ls $share/bundle/*.obb | grep -q rock.obj
  bin/sepax fit "$(ls $share/bundle/*.obb):meshes/torus.obj" >/dev/null  # by an import program
  answers() { bin/sepax jury "$share/cases/$1.json" | grep -q "^ *$2 " || { echo "$2 does not answer" >&2; exit 1; }; }
  for engine in bullet fcl-indep libccd ode; do answers default $engine; done
  answers rectangle-triangle box2d
  bin/sepax render $share/cases/default.json -o /tmp/window.png --ui 2>/tmp/said || { cat /tmp/said >&2; exit 1; }
  ! grep "no font" /tmp/said'
[ "$(stat -c %s "$bare/tmp/window.png")" -gt 50000 ] || fails "the picture of the window is empty"
echo "the portable folder is fine: $(du -h "$tarball" | cut -f1)"
