#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# Where stack, heap and mappings lie under --deterministic and --layouts: neither the engine's size
# nor arguments, environment or limits move them; layouts do, and a layout is the same each time.
# What a cache misses by it is foretold.
. "$(dirname "$0")/../tap.sh"
where=$BUILD/tests/emu/prog/where

det() { "$PMC" stat --deterministic -e instructions:u -o /dev/null "$@"; }
# In layout 0 the stack begins at a multiple of 64 KiB, and mappings end at one of 64 MiB.
base=$(det -- "$where")
like "$base" '^stack 0x[0-9a-f]*0000 heap 0x[0-9a-f]*000 map 0x[0-9a-f]*000 ' "a program tells"
if "$PMC" stat --deterministic -e instructions:u -- "$where" 2>&1 | grep -q 'addresses=random'; then
	skip "addresses are random here: personality(2) is forbidden"
	finish
fi

# ---- What does not move it ----

stays() { is "$("${@:2}" | head -1)" "$base" "$1"; }
for n in 1 15 16 100 3000 50000; do
	stays "an environment of $n bytes more" det --env "X=$(printf %0${n}d 0)" -- "$where"
done
stays "another PATH" env PATH="$PATH:$(printf %0900d 0)" "$PMC" stat --deterministic \
	-e instructions:u -o /dev/null -- "$where"
stays "another name of the program" det -- "$(dirname "$where")/../prog/./where"
stays "an image behind another one" det -- sh -c "exec $where"
stays "the model of a machine" "$PMC" stat --deterministic -o /dev/null -e l1d-read-misses -- \
	"$where"
is "$(det -- "$where" "$where" | sort -u)" "$base" "exec keeps the layout"
big=$(det --env "X=$(printf %0100000d 0)" -- "$where")
is "${big#* heap}" "${base#* heap}" "a large environment moves no mapping"
like "$big" "^stack 0x[0-9a-f]*0000 " "… and the stack by multiples of 64 KiB"
(
	ulimit -Sv $((8 << 20))
	det -- "$where"
) >"$TMP/limited"
is "$(cat "$TMP/limited")" "$base" "a soft limit on addresses moves nothing"
(
	ulimit -Ss 512
	det -- "$where"
	det -- "$where"
) >"$TMP/limited"
is "$(sort -u "$TMP/limited" | wc -l) $(wc -l <"$TMP/limited")" "1 2" \
	"a small stack: the program runs, at the same addresses each time"
(
	ulimit -v $((1 << 20))
	det -- "$where"
	det -- "$where"
) >"$TMP/limited"
is "$(sort -u "$TMP/limited" | wc -l) $(wc -l <"$TMP/limited")" "1 2" \
	"a hard limit on addresses: the same"

# An engine whose .bss is 3 MiB larger
if command -v python3 >/dev/null; then
	python3 - "$BUILD/pmc-emu" "$TMP/large-emu" <<'P'
import struct, sys
image = bytearray(open(sys.argv[1], "rb").read())
phoff, = struct.unpack_from("<Q", image, 32)
size, n = struct.unpack_from("<HH", image, 54)
loads = [o for o in range(phoff, phoff + n * size, size)
         if struct.unpack_from("<I", image, o)[0] == 1]
memsz, = struct.unpack_from("<Q", image, loads[-1] + 40)
struct.pack_into("<Q", image, loads[-1] + 40, memsz + (3 << 20))
open(sys.argv[2], "wb").write(image)
P
	chmod +x "$TMP/large-emu"
	stays "a larger engine" env PMC_EMU="$TMP/large-emu" "$PMC" stat --deterministic \
		-e instructions:u -o /dev/null -- "$where"
else
	skip "python3 is not here"
fi

# ---- What moves it ----

layouts() { "$PMC" stat --layouts "$@" -e instructions:u -o /dev/null -- "$where"; }
layouts 8 >"$TMP/8"
is "$(head -1 "$TMP/8")" "$base" "layout 0 is that of --deterministic"
for what in stack heap map program libc; do
	is "$(grep -o "$what [^ ]*" "$TMP/8" | sort -u | wc -l)" 8 "8 layouts: 8 places of $what"
done
is "$(layouts 8)" "$(cat "$TMP/8")" "they are the same in the next call"
is "$(layouts 3)" "$(head -3 "$TMP/8")" "… and with fewer of them"
is "$(X=$(printf %0500d 0) layouts 3 --env-all)" "$(head -3 "$TMP/8")" \
	"… and with another environment"
# at WHAT: the distances of each layout from layout 0, in hexadecimal
at() {
	grep -o "$1 0x[^ ]*" "$TMP/8" | while read -r _ x; do
		[ -n "${first:-}" ] || first=$x
		printf '%x ' $(($2 * (x - first)))
	done
}
# The numbers are those of tests/unit/layout_test.c.
like "$(at stack -1)" '^0 daf0 5f40 54f0 1ec0 ' "stacks lie as far below as the layouts say"
like "$(at heap 1)" '^0 11dc000 1b96000 94000 4c8000 ' "… heaps as far above"
like "$(at map -1)" '^0 1cbd000 1550000 c40000 1439000 ' "… and mappings as far below"

(
	ulimit -Sv $((64 << 10))
	layouts 5
) >"$TMP/limited"
is "$(cat "$TMP/limited")" "$(head -5 "$TMP/8")" "a soft limit of 64 MiB changes no layout"

# ---- What it changes ----

# Reads eight lines of one set of L1D, and one at the beginning of the stack, 1,000 times.
cat >"$TMP/conflict.s" <<'S'
	.bss
	.balign 4096
m:	.skip 8 * 4096
	.text
	.globl _start
_start:	mov $1000, %ecx
1:	lea m(%rip), %rsi
	mov $8, %edx
2:	mov (%rsi), %eax
	add $4096, %rsi
	dec %edx
	jnz 2b
	mov (%rsp), %rax
	dec %ecx
	jnz 1b
	mov $60, %eax
	xor %edi, %edi
	syscall
S
if ! gcc -nostdlib -static -o "$TMP/conflict" "$TMP/conflict.s" 2>/dev/null; then
	skip "no compiler"
	finish
fi
misses() {
	"$PMC" stat "$@" --cache 'L1d=32K,8,64,lru;walks=unseen' -e l1d-read-misses -- \
		"$TMP/conflict" 2>&1
}
is "$(misses --layouts 5 -j --table | grep -o '"values" : [^]]*]')" \
	'"values" : [9000, 9, 9, 9, 9]' \
	"in layout 0 the ninth line has no way left, elsewhere it is in another set"
for n in 0 8 40 1000; do
	like "$(misses --deterministic -x, --env "X=$(printf %0${n}d 0)")" '^9000,' \
		"$n bytes of the environment change nothing"
done
finish
