#!/usr/bin/env bash
# Builds MicroPython for 32 bits and single precision on Debian's source package, and prints the path of the interpreter:
# the closest to an ESP32 that a computer can run. Small ints end at 2^30, floats have 24 bits, stack and path buffers
# are as small as on the device.
#
#   tests/build_32bit.sh              build, or find what was built before
#   tests/build_32bit.sh --built-in   the same with the application of firmware/ in it, by hardware/manifest.py
#
# The result is kept in $CACHE_32BIT (default: build/ of this checkout), by version and options, with what it was built
# from (80 MB): the application then takes some seconds.
# MICROPYSTACK (bytes) gives the interpreter another limit of its stack.
# Exit status: 0 there it is; 3 it cannot be built on this machine, and why; 1 the build itself failed, with its log.
set -euo pipefail

VERSION='1.25.0+ds-1' # of Debian's package; the suite below has it
SUITE=trixie
STACK=15360 # bytes: the task of an ESP32 has 16 KB, of which 1 KB is held back for the check
PATH_MOST=256
OPTIONS=(
  MICROPY_FORCE_32BIT=1 MICROPY_PY_FFI=0 MICROPY_PY_SSL=0 MICROPY_PY_BTREE=0
  CFLAGS_EXTRA='-DMICROPY_FLOAT_IMPL=MICROPY_FLOAT_IMPL_FLOAT -DMICROPY_FLOAT_USE_NATIVE_FLT16=0 -Wno-error'
)

root=$(cd "$(dirname "$0")/.." && pwd)
cache=$(realpath -m "${CACHE_32BIT:-$root/build}")
key=$(sha256sum <"$0" | cut -c1-12)
made=$cache/micropython-32bit-$VERSION-$key
wanted=$made/micropython
if [ "${1:-}" = --built-in ]; then
  cd "$root"
  wanted=$made/built-in-$(find firmware hardware/manifest.py -name '*.py' | sort | xargs sha256sum | sha256sum | cut -c1-12)/micropython
elif [ $# -gt 0 ]; then
  echo "tests/build_32bit.sh: $1 is unknown, allowed: --built-in" >&2
  exit 2
fi

cannot() { echo "MicroPython for 32 bits cannot be built here: $*" >&2; exit 3; }
if [ -x "$wanted" ]; then
  echo "$wanted"
  exit
fi

# Builds in the source's folder, which is the one that we are in, with the manifest $1; prints the log if it fails.
build() {
  make -C mpy-cross -j"$jobs" >"$work/build.log" 2>&1 &&
    make -C ports/unix -j"$jobs" BUILD=build-32f "${OPTIONS[@]}" MPY_CROSS_FLAGS=-march=x86 FROZEN_MANIFEST="$1" \
      >>"$work/build.log" 2>&1 || { tail -n 30 "$work/build.log" >&2; exit 1; }
}

# Adds the application to what was built in $made/source, and prints where the interpreter is.
add_application() {
  cd "$made/source"
  echo "include(\"$made/source/debian/config/manifest.py\"); include(\"$root/hardware/manifest.py\")" >"$work/manifest.py"
  build "$work/manifest.py"
  rm -rf "$made"/built-in-*
  keep ports/unix/build-32f/micropython "$wanted"
  MICROPYPATH=.frozen "$wanted" -c 'import teatable.app' ||
    { echo "tests/build_32bit.sh: the application is not in what was built" >&2; exit 1; }
}

keep() { mkdir -p "$(dirname "$2")" && cp "$1" "$2.new" && mv "$2.new" "$2"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jobs=$(nproc 2>/dev/null || echo 1)
if [ -x "$made/micropython" ] && [ -d "$made/source" ]; then
  add_application
  echo "$wanted"
  exit
fi

command -v apt-get >/dev/null || cannot "there is no apt-get, and its source comes from Debian's package"

# What the compiler needs: asked for by compiling something, for its packages have more than one name.
compiles() {
  echo '#include <math.h>
int main(void) { return sizeof(void *) == 4 ? (int)expf(0) - 1 : 1; }' >"$work/try.c"
  gcc -m32 -o "$work/try" "$work/try.c" -lm 2>/dev/null && "$work/try"
}
if ! { compiles && command -v make && command -v dpkg-source && command -v python3; } >/dev/null; then
  [ "$(id -u)" = 0 ] || cannot "gcc-multilib, make, python3 or dpkg-dev is missing, and only root can install them"
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    gcc gcc-multilib make python3-minimal dpkg-dev; } >"$work/install.log" 2>&1 ||
    cannot "gcc-multilib, make, python3 and dpkg-dev cannot be installed ($(tail -n 1 "$work/install.log"))"
  compiles || cannot "gcc -m32 does not compile, although gcc-multilib is installed"
fi

# The source, by a list of package sources of our own: the machine's own mirror, another suite. Nothing of the machine's
# is changed.
# (Without downloaded lists the origin is not known: then the first source that has a component "main".)
sources=$(apt-get indextargets --format '$(REPO_URI) $(COMPONENT) $(ORIGIN)' 'Identifier: Packages' 2>/dev/null) || sources=
mirror=$(awk '$2 == "main" && $3 == "Debian" { print $1; exit }' <<<"$sources")
[ -n "$mirror" ] || mirror=$(awk '$2 == "main" { print $1; exit }' <<<"$sources")
[ -n "$mirror" ] || cannot "apt knows no mirror of Debian"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -e $keys ] && signed="[signed-by=$keys] " || signed=
echo "deb-src $signed$mirror $SUITE main" >"$work/sources.list"
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
apt=(apt-get -qq -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=- -o APT::Sandbox::User=
  -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache")
cd "$work"
{ "${apt[@]}" update && "${apt[@]}" source --download-only "micropython=$VERSION"; } >fetch.log 2>&1 ||
  cannot "its source (micropython $VERSION of Debian's $SUITE) cannot be fetched ($(tail -n 1 fetch.log))"
dpkg-source --no-check -x micropython_*.dsc source >unpack.log 2>&1 ||
  cannot "its source cannot be unpacked ($(tail -n 1 unpack.log))"

# Stack and path buffer as on the device; the limit of the stack can be given at the start, to find out what is needed.
cd source
sed -i "s/mp_uint_t stack_size = 40000 .*/const char *stack_given = getenv(\"MICROPYSTACK\");\n    \
mp_uint_t stack_size = stack_given ? atoi(stack_given) : $STACK;/" ports/unix/main.c
sed -i "s/(PATH_MAX)/($PATH_MOST)/" ports/unix/mpconfigport.h
grep -q MICROPYSTACK ports/unix/main.c && grep -q "PATH_MAX *($PATH_MOST)" ports/unix/mpconfigport.h ||
  { echo "tests/build_32bit.sh: this source has its limits elsewhere" >&2; exit 1; }

echo "building MicroPython $VERSION for 32 bits: a minute or two" >&2
build "$PWD/debian/config/manifest.py"
built=ports/unix/build-32f/micropython
[ "$($built -c 'print(16777217.0 == 16777216.0, __import__("sys").maxsize)')" = "True 2147483647" ] ||
  { echo "tests/build_32bit.sh: what was built has not 32 bits and single precision" >&2; exit 1; }
find ports -mindepth 1 -maxdepth 1 ! -name unix -exec rm -r {} +
rm -rf docs tests examples "$made/source"
mkdir -p "$made"
cp -a . "$made/source.new" && mv "$made/source.new" "$made/source"
keep "$built" "$made/micropython"
[ "$wanted" = "$made/micropython" ] || add_application
echo "$wanted"
