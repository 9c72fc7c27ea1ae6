#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Sixteen CPUs with the driver, and with ALL_MACHINES=1 (make check-outside) 64: each CPU has its
# own counts, sums are theirs, a program is counted to the unit wherever it is moved, and every CPU
# has a ring of samples. tests/cli/cpus_test.sh has the library on up to 1,024 CPUs by simulation.
# tests/run: long parallel time=400
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module

one() {
	guest "$1" --cpu arch-v4 --smp "$1" --memory 1024 --module "$KO" --add "$PMC" \
		$(with_programs) -- "$INSIDE/many"
}
runs="16${ALL_MACHINES:+ 64}"
guests one $runs

loop=$(expect loop instructions)
for n in $runs; do
	came_back $n "it runs on $n CPUs" || continue
	last=$((n - 1)) out=$TMP/$n.out
	is "$(got $n cpus)" $n "$n: all CPUs are there"
	is "$(awk '$1 == "each" { print $2 }' "$out" | sort -V | tr '\n' ' ')" \
		"$(seq -f 'CPU%g' 0 $last | tr '\n' ' ')" "$n: each has a row"
	between $loop "$(got $n each CPU$last)" $((loop + 100000)) \
		"$n: the loop is in the last one's"
	between 0 "$(awk -v last=CPU$last '$1 == "each" && $2 != last { n += $3 }
		END { print n }' "$out")" $((loop / 2)) "$n: … and in no other"
	between $loop "$(got $n all)" $((loop * 3 / 2)) "$n: the sum has it once"
	is "$(awk '$1 == "some" { print $2 }' "$out" | sort -V | tr '\n' ' ')" \
		"CPU0 $(seq -f 'CPU%g' $((n / 2)) $last | tr '\n' ' ')" \
		"$n: -C counts those it names"
	between $n "$(got $n who)" $n "$n: pmc who lists a set for each CPU"
	is "$(got $n registers)" $n "$n: pmc msr reads a register of each"
	is "$(got $n samples)" $((loop / 1000000)) "$n: a sample for each million of the loop's"
	is "$(got $n moved instructions:u) $(got $n moved branches:u)" "$(both arch-v4 long)" \
		"$n: a program that is moved from CPU to CPU"
	moves=$(got $n moves)
	ok "$n: it was moved ($moves times)" [ "${moves:-0}" -ge 5 ]
done
finish
