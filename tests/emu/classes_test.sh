#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Programs of classes of instructions (classes/*.S) that count what V. Weaver's benchmark
# "retired_instr" is published to count (Weaver, Terpstra, Moore: "Non-Determinism and Overcount on
# Modern Hardware Performance Counter Implementations", ISPASS 2013, and the tables beside its
# source). The programs are our own; only what a class consists of, and its counts, are his.
#
# Three sources must agree to the unit with what pmc counts: the arithmetic beside the instructions,
# the published constants, and single-stepping (which runs programs with shorter loops). Three
# definitions differ; docs/counts.md explains them. So the constants are adjusted by exactly these:
# system calls are no branches, prefetches and FBSTP are no loads.
# tests/run: parallel time=300
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
bin=$BUILD/tests/emu/classes
step=$BUILD/tests/emu/prog/step
sums=(branches branches-taken branches-conditional branches-unconditional branches-indirect
	jumps calls)
events=$(IFS=,; echo "${asm_names[*]},${sums[*]}")
classes=(arith logic moves nops flags branches stack cmov string cpuid x87 mmx sse1 sse2 sse3 os)

# Published: class, instructions, branches with the class's system calls, conditional branches,
# loads, stores, each of 100,000 turns (string, os: of 10,000). Ours: loads that the definitions
# take away, per turn.
published='
arith     13000000  100000  100000  4400000 1800000  0
logic     22200000  100000  100000  4700000 2800000  0
moves     12600000  100000  100000  5200000 4000000  0
nops       2600000  100000  100000        0       0  0
flags      4300000  100000  100000   100000 1700000  0
branches  16700000 7700000 6700000   200000  200000  0
stack      5100000  100000  100000  2500000 2500000  0
cmov      24200000  100000  100000  7200000       0  0
string     1700000  210000  210000   270000  120000  0
cpuid      4800000  100000  100000  1500000 1500000  0
x87       29500000  100000  100000  6100000 2900000  1
mmx       15200000  100000  100000  6800000 2100000  0
sse1      30800000  100000  100000 16900000 1700000  8
sse2      40500000  100000  100000 22000000 2400000  0
sse3       3600000  100000  100000  1700000  300000  0
os          190000   30000   10000    20000   40000  0'
# The frame of a program: its instructions, the last of which is a system call.
FRAME=30

# expect NAME: what the comments of a class say, or of all of them, and the frame
expect() {
	local class name
	declare -A total=()
	for class in "${classes[@]}"; do
		[ "$1" = all ] || [ "$1" = "$class" ] || continue
		asm_expect "tests/emu/classes/$class.S" || return 1
		for name in "${asm_names[@]}"; do
			total[$name]=$((${total[$name]:-0} + asm_counts[$name]))
		done
	done
	for name in "${asm_names[@]}"; do asm_counts[$name]=${total[$name]}; done
	asm_counts[instructions]=$((asm_counts[instructions] + FRAME))
	asm_counts[syscalls]=$((asm_counts[syscalls] + 1))
}

# by_arithmetic COUNTS: what differs from what the comments say
by_arithmetic() {
	asm_compare "$1"
	asm_sums | while read -r event want; do
		got=$(sed -n "s/^$event //p" "$1")
		[ "$got" = "$want" ] || echo "$event: counted $got, by arithmetic $want"
	done
}

# by_publication NAME COUNTS: what differs from the constants
by_publication() {
	local name=$1 i b cnd ld st less
	read -r i b cnd ld st less < <(awk -v name="$name" '
		$1 == name || name == "all" && NF {
			for (f = 2; f <= 7; f++) s[f] += $f * (f == 7 ? 100000 : 1) }
		END { printf "%d %d %d %d %d %d\n", s[2], s[3], s[4], s[5], s[6], s[7] }' \
		<<<"$published")
	awk -v frame=$FRAME -v i="$i" -v b="$b" -v cnd="$cnd" -v ld="$ld" -v st="$st" \
		-v less="$less" '
		function is(what, got, want) {
			if (got != want) print what ": counted " got ", published " want }
		{ n[$1] = $2 }
		END {
			is("instructions", n["instructions"], i + frame)
			is("branches and system calls", n["branches"] + n["syscalls"], b + 1)
			is("conditional branches", n["branches-conditional"], cnd)
			is("loads, prefetches and FBSTP", n["loads"] + less, ld)
			is("stores", n["stores"], st)
		}' "$2"
}

# counted NAME: runs a program natively and under the engine
counted() {
	local status
	"$bin/$1" >"$TMP/native.out" </dev/null
	status=$?
	timeout 120 "$PMC" stat -j --backend emulated -e "$events" -o "$TMP/json" -- "$bin/$1" \
		>"$TMP/out" 2>"$TMP/err" </dev/null
	is "$? $(md5sum <"$TMP/out") $(cat "$TMP/err")" "$status $(md5sum <"$TMP/native.out") " \
		"$1: ends as natively, with the same output"
	json_counts "$TMP/json" >"$TMP/counts"
}

N=100000
for name in "${classes[@]}" all; do
	expect "$name" || { fail "$name: what is expected can be read"; continue; }
	counted "$name"
	is "$(by_arithmetic "$TMP/counts")" "" "$name: each count is as by arithmetic"
	is "$(by_publication "$name" "$TMP/counts")" "" "$name: and as published"
	# The totals once more, as the paper and the tables give them.
	[ "$name" != all ] ||
		is "$(awk '{ n[$1] = $2 } END { print n["instructions"], n["branches"] + \
			n["syscalls"], n["branches-conditional"], n["loads"] + 900000, \
			n["stores"] }' \
			"$TMP/counts")" "226990030 9240001 8220000 79590000 24060000" \
			"the published totals"
done

[ -x "$step" ] || { skip "the oracle is not built (it needs Zydis)" 32; finish; }
N=20
for name in "${classes[@]}"; do
	expect "$name"
	counted "$name-short"
	timeout 300 "$step" -o "$TMP/stepped" "$bin/$name-short" >/dev/null
	is "$(asm_compare "$TMP/stepped")$(diff <(grep -wFf <(printf '%s\n' "${asm_names[@]}") \
		"$TMP/counts" | sort) <(sort "$TMP/stepped"))" "" \
		"$name: single-stepping, arithmetic and pmc agree"
done
finish
