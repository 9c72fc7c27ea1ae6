#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# An engine of more than 2 MiB, which Linux maps at a multiple of that and so leaves a hole beside
# it (emu/base/arena.c): it counts the same, and takes translations that another run has left.
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/kept.sh"

# The last part of the image, its variables, is as much larger as it takes.
mkdir "$TMP/bin"
cp "$PMC" "$TMP/bin/pmc"
python3 - "$BUILD/pmc-emu" "$TMP/bin/pmc-emu" <<'P'
import struct
import sys

image = bytearray(open(sys.argv[1], "rb").read())
at, = struct.unpack_from("<Q", image, 32)
n, = struct.unpack_from("<H", image, 56)
last = max(at + 56 * i for i in range(n) if struct.unpack_from("<I", image, at + 56 * i)[0] == 1)
address, = struct.unpack_from("<Q", image, last + 16)
size, = struct.unpack_from("<Q", image, last + 40)
struct.pack_into("<Q", image, last + 40, max(size, (5 << 19) - address))
open(sys.argv[2], "wb").write(image)
P
chmod +x "$TMP/bin/pmc-emu"

counted() { # PMC: how many instructions
	"$1" stat --backend emulated --deterministic -x, -e instructions -o "$TMP/counts" -- \
		sh -c 'echo ran' >"$TMP/out"
	cut -d, -f1 "$TMP/counts" | grep -m1 '^[0-9]'
}
n=$(counted "$PMC")
is "$(counted "$TMP/bin/pmc")" "${n:-a count}" "a large engine counts the same"
is "$(cat "$TMP/out")" ran "… and its program runs"

rm -rf "$folder"
# Where addresses are random, so is the size of the hole, and whether libraries fit in it. Then they
# lie at another distance from the code cache than in the run that left something: one run in seven
# translates anew.
took() { # [COMMAND that runs pmc]
	kept_took "$@" "$TMP/bin/pmc" stat --backend emulated -o "$TMP/counts" -- sh -c :
}
if setarch -R true 2>/dev/null; then
	is "$(took setarch -R) $(took setarch -R) $(took setarch -R)" "new took took" \
		"and takes kept translations"
else
	skip "takes kept translations: addresses are random here, personality(2) is forbidden"
fi
is "$(for run in 1 2 3 4 5 6 7 8; do took; done | sort -u | tail -n 1)" took \
	"… and mostly where addresses are random"
finish
