#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# An exact profile against callgrind, instruction by instruction, of a static program without a C
# library. callgrind does not count the instructions behind the last jump, which end the program.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

command -v valgrind objdump >/dev/null || skip_all "there is no valgrind"
gcc -O2 -static -nostdlib -ffreestanding -fno-stack-protector \
	-fno-tree-loop-distribute-patterns -o "$TMP/own" tests/emu/callgrind/own.c || exit 1
valgrind -q --tool=callgrind --dump-instr=yes --skip-plt=no --compress-pos=no \
	--compress-strings=no --callgrind-out-file="$TMP/own.cg" "$TMP/own" 2>"$TMP/err" ||
	skip_all "callgrind does not run here: $(head -n 1 "$TMP/err")"
ok "the program is recorded" "$PMC" record -o "$TMP/own.data" -- "$TMP/own"
out=$(tests/emu/callgrind/compare.py "$PMC" "$TMP/own.data" "$TMP/own.cg" "$TMP/own" 2>&1)
like "$(head -n 1 <<<"$out")" '^1[0-9][0-9] [0-9]{6} [0-9]{6}$' \
	"more than a hundred instructions, executed more than 100,000 times" || note "$out"
is "$(sed 1d <<<"$out" | cut -d' ' -f2-)" "1 0 _start mov \$0x3c,%eax
1 0 _start xor %edi,%edi
1 0 _start syscall" "all were executed as often as callgrind says, but for the last three"
finish
