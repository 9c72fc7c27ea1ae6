#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc msr, and pmc_msr_read() and pmc_msr_write(), by the driver and by /dev/cpu/0/msr: registers
# are what was written, also for another reader of them; an event that was written by hand counts a
# loop to the unit; and each refusal has its own sentence.
# tests/run: time=200 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

# The last general counter of each, and whether there are fixed ones
declare -A last=([arch-v4]="3 fixed" [pentium3]=1 [pentium4]=17 [k7]=3 [amd-perfmon-v2]=5)
models=${MODELS:-arch-v4 pentium3 pentium4 k7 amd-perfmon-v2}
one() {
	local perf="--add $(command -v perf)" arg=perf
	# Linux's driver for Pentium 4 loses counts.
	[ "$1" != pentium4 ] || perf="--add $PROG/p4pc" arg=-
	guest "$1" --cpu "$1" --module msr --add "$KO" $perf --add "$PMC" --add "$PROG/registers" \
		--add "$PROG/loop" -- "$INSIDE/by_hand" $arg ${last[$1]}
}
guests one $models

# way MODEL WAY: judges what it printed
way() {
	local m="$1: $2" word n=0 event absent=
	# The rig's Pentium 4 has no PEBS, and says so in MISC_ENABLE.
	[ $1 = pentium4 ] && absent=2
	is "$(got $1 $2 refused)" ${absent:-0} "$m: every register can be read"
	event=$(got $1 $2 event)
	is "$(got $1 $2 counts)" "$event" "$m: the counter counts what was written"
	while read -r word brief by_address raw; do
		n=$((n + 1))
		is "$brief $by_address" "$word $word" "$m: $word is read as it was written"
		is "$((16#$raw))" "$((${word#*=}))" "$m: another reader finds it there"
	done < <(sed -n "s/^$2 word //p" "$TMP/$1.out")
	ok "$m: there were registers" test $n -ge 1
	is "$(got $1 $2 loop)" "200000 2000002" "$m: it counts a loop to the unit"
	ok "$m: JSON" python3 -c 'import json, sys
o = json.loads(sys.argv[1])
assert o["cpu"] == 0 and len(o["registers"]) == 1 and o["refused"] == {}, o' "$(got $1 $2 json)"
	is "$(got $1 $2 off)" "with these registers alone, no counter counts" "$m: switched off"
	like "$(got $1 $2 written)" '=0x1234$' "$m: a counter is written"
	like "$(got $1 $2 reserved)" 'the value 0xffffffffffffffff sets reserved bits: 0x' \
		"$m: reserved bits are refused"
	is "$(sed -n "s/^$2 untouched .*=//p" "$TMP/$1.out" | paste -sd' ')" "0x0 0x0" \
		"$m: and nothing was written before"
	[ -z "$(got $1 $2 status)" ] || like "$(got $1 $2 status)" \
		' can only be read: the processor sets it; to clear its bits, write [A-Z]' \
		"$m: a status register is not written"
	like "$(got $1 $2 absent)" 'of CPU 63: there is no CPU 63; this machine has CPU 0$' \
		"$m: a CPU that is missing"
	like "$(got $1 $2 foreign)" "'0x1b' is no register of the PMU of .* lists them" \
		"$m: no other register of the processor"
	like "$(got $1 $2 user)" "to fix this, run as root$|needs CAP_SYS_RAWIO" \
		"$m: not for users"
}
# chosen MODEL: what events counted that chose their counters, and where they were
chosen() {
	local n=${last[$1]% *} want
	want=$(expect loop instructions)
	is "$(sed -n 's/^driver chosen //p' "$TMP/$1.out" | sort | uniq)" "$want" \
		"$1: driver: the same on every counter"
	is "$(sed -n 's/^msr chosen //p' "$TMP/$1.out" | sort | uniq | wc -l)" 1 \
		"$1: msr: the same on every counter"
	is "$(sed -n 's/^driver place //p' "$TMP/$1.out" | grep -cx $n)" 1 \
		"$1: driver: one of them is on counter $n"
	is "$(sed -n 's/^msr place //p' "$TMP/$1.out" | grep -cx "counter $n")" 1 \
		"$1: msr: one of them is on counter $n"
	is "$(got $1 driver counted instructions:u)" "$want exact" "$1: pmc count"
	is "$(got $1 driver pmcCount)" "$want" "$1: pmcCount"
	[ $1 != pentium3 ] || ok "$1: pmcCount SUM divides counts of different runs" \
		test "$(got $1 driver sum)" -ge 1
	[ $1 != pentium4 ] || is "$(got $1 driver p4pc)" "1 1 1 0 200000" \
		"$1: a program for p4pc counts its loop to the unit"
	[ "$n" != "${last[$1]}" ] || return
	is "$(sed -n 's/^driver place //p' "$TMP/$1.out" | sort -n | paste -sd' ')" "0 $n 32" \
		"$1: driver: fixed, general and chosen"
	is "$(sed -n 's/^msr place //p' "$TMP/$1.out" | sort | paste -sd,)" \
		"counter 0,counter $n,fixed counter 0" "$1: msr: fixed, general and chosen"
}
for m in $models; do
	came_back $m "all was tried" || continue
	way $m msr
	way $m driver
	chosen $m
	like "$(got $m driver busy)" "somebody counts with the driver, so only.*'pmc who'" \
		"$m: no select register while a set counts"
	is "$(got $m driver counter)" written "$m: but a counter"
	[ $m = pentium4 ] && continue
	like "$(got $m driver perf)" "Linux's perf holds the counters; to fix this, end what uses" \
		"$m: none while perf counts"
	unlike "$(got $m driver reads)" 'pmc:' "$m: which disturbs no reading"
done
finish
