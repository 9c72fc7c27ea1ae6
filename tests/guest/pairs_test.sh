#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# A test of the driver covers every pair of settings: tests/guest/machines lists the guests that the
# tests start, and this test lists the values. It starts no guest.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"

declare -A values=(
	[pmu]="arch-v2 arch-v4 arch-v5 pentium3 pentium4 k7 amd-perfmon-v2"
	[bits]="64 32"
	[cpus]="1 2 4"
	[series]="5.10 6.1 6.12"
	[kernel]="5.10 5.10-i386 6.1 6.1-i386 6.12"
	[real-time]="6.12-rt" # in no pair
	[way]="notifier tracepoint"
	[backend]="driver msr perf"
)
pairs="pmu:bits pmu:cpus bits:cpus series:bits kernel:pmu kernel:cpus kernel:way pmu:way cpus:way
	bits:way backend:pmu backend:bits backend:cpus backend:series"
# Pairs that no machine can have, and why. (One case has three settings: 32-bit kernels take no K7
# with more than one CPU.)
impossible() {
	case $1=$2,$3=$4 in
	series=6.12,bits=32) echo "Debian has no 32-bit Linux 6.12" ;;
	*) return 1 ;;
	esac
}

# Each row covers backend driver. driver_kernels tests perf and msr in the same guests
# (inside/kernels): perf on Pentium 4 only in 5.10, where it counts right, and msr only where
# logical processors share no registers. A module that was built without notifiers uses the
# tracepoint.
rows=$(awk '!/^#/ && NF {
	series = $2; sub(/-(i386|rt)$/, "", series)
	line = " kernel=" $2 " series=" series " bits=" ($2 ~ /i386/ ? 32 : 64) " pmu=" $3 \
		" cpus=" $4 + 0
	if ($1 != "msr")
		print line " backend=driver way=" ($5 == "without" ? "tracepoint" : $5) " "
	if ($1 == "msr" || $1 == "driver_kernels" && $4 !~ /t/)
		print line " backend=msr "
	if ($1 == "driver_kernels" && !($3 ~ /^pentium4/ && series != "5.10"))
		print line " backend=perf "
}' tests/guest/machines)

for pair in $pairs; do
	a=${pair%:*} b=${pair#*:} missing= n=0
	# Pairs without the backend are about the module.
	case $pair in
	backend:*) those=$rows ;;
	*) those=$(grep 'backend=driver ' <<<"$rows") ;;
	esac
	for x in ${values[$a]}; do
		for y in ${values[$b]}; do
			if grep -F " $a=$x " <<<"$those" | grep -qF " $b=$y "; then
				n=$((n + 1))
				why=$(impossible $a $x $b $y) && \
					missing="$missing $x,$y (impossible: $why)"
			elif why=$(impossible $a $x $b $y); then
				note "$a $x with $b $y is impossible: $why"
			else
				missing="$missing $x,$y"
			fi
		done
	done
	is "$missing" "" "each $a with each $b: $n pairs"
done

# The table has no other values than those above, so a misspelled one is found.
known=" ${values[*]} "
odd=$(tr ' ' '\n' <<<"$rows" | sed -n 's/.*=//p' | sort -u | while read -r v; do
	case $known in *" $v "*) ;; *) echo "$v" ;; esac
done)
is "$odd" "" "all values of the table are known"
# All tests read the table. driver_cost measures on one machine, and needs none.
for t in $(awk '!/^#/ && NF { print $1 }' tests/guest/machines | sort -u); do
	ok "$t: its guests are those of the table" grep -q "\$(machines_of $t\b" \
		"tests/guest/${t}_test.sh"
	case $t in
	driver_kernels | driver_late | driver_sample | driver_sleep | inkernel) ;;
	*) is "$(awk -v t="$t" '$1 == t && $2 != "6.1"' tests/guest/machines)" "" \
		"$t: with the one kernel that it takes" ;;
	esac
done
for f in tests/guest/driver_*test.sh; do
	t=${f##*/} t=${t%_test.sh}
	[ $t = driver_cost ] || ok "$t: has machines in the table" grep -q "^$t " \
		tests/guest/machines
done
finish
