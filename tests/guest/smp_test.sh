#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Two and four CPUs: counts follow a task from CPU to CPU, and each CPU has its own counts.
# tests/run: time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig
need_perf

one() {
	local n=${1##*-}
	guest "$1" --cpu "${1%-*}" --smp $n --memory 768 --add "$(command -v perf)" --add "$PMC" \
		$(with_programs) -- \
		"$INSIDE/smp"
}
# The machines of other tests; with LONG=1 (make check-long) two more, with ALL_MACHINES=1 (make
# check-outside) two others.
runs="arch-v4-2${LONG:+ arch-v5-4 amd-perfmon-v2-4}${ALL_MACHINES:+ arch-v2-4 amd-perfmon-v2-2}"
guests one $runs

for r in $runs; do
	cpus=${r##*-}
	came_back $r "it runs" || continue
	is "$(got $r cpus)" $cpus "$r: all CPUs are there"
	for tool in pmc perf; do
		is "$(got $r $tool forks instructions:u) $(got $r $tool forks branches:u)" \
			"$(both $r forks)" "$r: $tool: a process and its children"
		for i in 1 2 3 4; do
			n=$(got $r $tool beside $i instructions:u)
			is "$n $(got $r $tool beside $i branches:u)" \
				"$(both $r loop)" "$r: $tool: four at once, number $i"
		done
		is "$(got $r $tool moved instructions:u) $(got $r $tool moved branches:u)" \
			"$(both $r long)" \
			"$r: $tool: moved from CPU to CPU"
		moves=$(got $r $tool moves)
		ok "$r: $tool: it was moved ($moves times)" [ "${moves:-0}" -ge 5 ]
		last=$(got $r $tool percpu CPU$((cpus - 1))) first=$(got $r $tool percpu CPU0)
		ok "$r: $tool: the loop is on its CPU ($last)" [ "${last:-0}" -ge 20000004 ]
		ok "$r: $tool: not on another ($first)" [ "${first:-99999999}" -lt 10000000 ]
	done
	is "$(got $r records)" 20 "$r: perf record takes 20 samples of the loop"
	# Each of the five tasks has a remainder on each CPU that it ran on.
	n=$(got $r record-forks) all=$(expect forks instructions)
	ok "$r: samples of a tree, $n of $((all / 100003))" \
		[ "${n:-0}" -le $((all / 100003)) -a "${n:-0}" -ge $((all / 100003 - 5 * cpus)) ]
done
finish
