# Sourced by tools/run and tools/test: installs what is missing, configures, builds. Says nothing when there is nothing to do.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1

# SEPAX_PACKAGES: lists of packages that are needed, tools/packages without it.
missing=""
for package in $(grep -hv '^#' ${SEPAX_PACKAGES:-tools/packages}); do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
if [ -n "$missing" ]; then
  echo "Installing:$missing"
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    as_root=sudo
    command -v sudo >/dev/null || { echo "sepax: these packages are missing and sudo is not there to install them:$missing" >&2; exit 1; }
  fi
  $as_root apt-get update -qq || exit 1
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null || exit 1
fi

# build_preset PRESET [TARGET…]: configures once and builds; the log appears only when something fails.
build_preset() {
  local preset=$1 log="build/$1.log"
  shift
  mkdir -p build
  if ! { [ -f "build/$preset/build.ninja" ] || cmake --preset "$preset"; } >"$log" 2>&1; then
    cat "$log" >&2
    return 1
  fi
  # Progress on a terminal, where somebody waits; silence in logs.
  if [ -t 1 ]; then
    cmake --build --preset "$preset" ${1:+--target "$@"}
  else
    cmake --build --preset "$preset" ${1:+--target "$@"} >>"$log" 2>&1 || { grep -E 'error|FAILED|warning:' -A 5 "$log" | head -60 >&2; return 1; }
  fi
}

# timed WHAT COMMAND…: runs it and says how long it took.
timed() {
  local what=$1 start=$SECONDS status
  shift
  "$@"
  status=$?
  echo "$what: $((SECONDS - start)) s"
  return $status
}
