#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every pair of settings is met by a test of the driver: tests/guest/machines has the guests that the tests start,
# and here is what there is to be met. No guest is started.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

declare -A values=(
	[pmu]="arch-v2 arch-v4 arch-v5 pentium3 pentium4 k7 amd-perfmon-v2"
	[bits]="64 32"
	[cpus]="1 2 4"
	[series]="5.10 6.1 6.12"
	[kernel]="5.10 5.10-i386 6.1 6.1-i386 6.12"
	[real-time]="6.12-rt" # of these no pairs are asked
	[way]="notifier tracepoint"
	[backend]="driver msr perf"
)
pairs="pmu:bits pmu:cpus bits:cpus series:bits kernel:pmu kernel:cpus kernel:way pmu:way cpus:way bits:way
	backend:pmu backend:bits backend:cpus backend:series"
# Pairs that no machine can have, and why. (Of three: 32-bit kernels take no K7 with more than one CPU.)
impossible() {
	case $1=$2,$3=$4 in
	series=6.12,bits=32) echo "Debian has no 32-bit Linux 6.12" ;;
	*) return 1 ;;
	esac
}

# The driver's tests, the module itself, and after it in the same guests (inside/kernels) perf and msr: perf's counts on
# Pentium 4 in 5.10 alone, msr where CPUs have registers of their own. A module built without notifiers has the tracepoint.
rows=$(awk '!/^#/ && NF {
	series = $2; sub(/-(i386|rt)$/, "", series)
	line = " kernel=" $2 " series=" series " bits=" ($2 ~ /i386/ ? 32 : 64) " pmu=" $3 " cpus=" $4 + 0
	if ($1 != "msr")
		print line " backend=driver way=" ($5 == "without" ? "tracepoint" : $5) " "
	if ($1 == "msr" || $1 == "driver_kernels" && $4 !~ /t/)
		print line " backend=msr "
	if ($1 == "driver_kernels" && !($3 ~ /^pentium4/ && series != "5.10"))
		print line " backend=perf "
}' tests/guest/machines)

for pair in $pairs; do
	a=${pair%:*} b=${pair#*:} missing= n=0
	# What is not asked about a backend is the module's.
	case $pair in
	backend:*) those=$rows ;;
	*) those=$(grep 'backend=driver ' <<<"$rows") ;;
	esac
	for x in ${values[$a]}; do
		for y in ${values[$b]}; do
			if grep -F " $a=$x " <<<"$those" | grep -qF " $b=$y "; then
				n=$((n + 1))
				why=$(impossible $a $x $b $y) && missing="$missing $x,$y (impossible: $why)"
			elif why=$(impossible $a $x $b $y); then
				note "$a $x with $b $y is impossible: $why"
			else
				missing="$missing $x,$y"
			fi
		done
	done
	is "$missing" "" "each $a with each $b: $n pairs"
done

# The table has no other values than those above, so that none is left out by a mistake in writing.
known=" ${values[*]} "
odd=$(tr ' ' '\n' <<<"$rows" | sed -n 's/.*=//p' | sort -u | while read -r v; do
	case $known in *" $v "*) ;; *) echo "$v" ;; esac
done)
is "$odd" "" "all values of the table are known"
# It is what the tests read, and all of them do. What the module costs is measured on one machine.
for t in $(awk '!/^#/ && NF { print $1 }' tests/guest/machines | sort -u); do
	ok "$t: its guests are those of the table" grep -q "\$(machines_of $t\b" "tests/guest/${t}_test.sh"
	case $t in
	driver_kernels | driver_sample | driver_sleep) ;;
	*) is "$(awk -v t="$t" '$1 == t && $2 != "6.1"' tests/guest/machines)" "" "$t: with the one kernel that it takes" ;;
	esac
done
for f in tests/guest/driver_*test.sh; do
	t=${f##*/} t=${t%_test.sh}
	[ $t = driver_cost ] || ok "$t: has machines in the table" grep -q "^$t " tests/guest/machines
done
finish
