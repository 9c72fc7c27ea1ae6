#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Samples of the library and of pmc record beside those of perf record, in the same guest: the same
# places, chains, numbers and mappings, by backends perf and driver. The programs' counts follow
# from arithmetic, and so do the numbers of samples.
# tests/run: time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_perf
need_module

models="arch-v4 amd-perfmon-v2"
one() {
	guest "$1" --cpu "$1" --module "$KO" --add "$(command -v perf)" --add "$PMC" \
		--add "$PROG/records" --add "$PROG/chained" $(with_programs) -- \
		"$INSIDE/sampled" instructions:u
}
guests one $models

for m in $models; do
	came_back $m "samples by perf, and by us" || continue
	is "$(grep '^differ' "$TMP/$m.out")" "" "$m: no difference to perf"
	for who in perf driver; do
		for what in chained:1001 forks:10007 loop:999983; do
			p=./${what%:*}
			n=$(($(expect ${what%:*} instructions) / ${what#*:}))
			if [ $p = ./forks ]; then
				# Each process may end within a period.
				between $((n - 8)) "$(got $m $who $p samples)" "$n" \
					"$m: $who: $p: as many samples as periods"
			else
				is "$(got $m $who $p samples)" "$n" \
					"$m: $who: $p: as many samples as periods"
				is "$(got $m $who $p places)" "$(got $m record $p places)" \
					"$m: $who: $p: at the places of perf's, with its chains"
			fi
			is "$(got $m $who $p maps)" "$(got $m record $p maps)" \
				"$m: $who: $p: the same maps"
			is "$(got $m $who $p late)" 0 "$m: $who: $p: in the order of time"
		done
		is "$(grep "^$who .*\(failed\|lost\)" "$TMP/$m.out")" "" \
			"$m: $who: nothing is lost"
		like "$(got $m $who says)" \
			"samples of instructions:u in 1 process, by backend $who" \
			"$m: $who: pmc record says what it did"
		is "$(awk -v w=$who '$1 == w && $2 == "id" && $4 ~ /libc|\/pmc$/ { print $3 }' \
			"$TMP/$m.out" | sort)" \
			"$(awk '$1 == "record" && $2 == "id" && $4 ~ /libc|\/pmc$/ { print $3 }' \
				"$TMP/$m.out" | sort)" "$m: $who: the build-ids of perf's"
		between $(($(got $m record whole) - 3)) "$(got $m $who whole)" \
			$(($(got $m record whole) + 3)) "$m: $who: a program with libraries"
		between $((20000004 - 100003)) "$(got $m $who all)" $((20000004 * 3)) \
			"$m: $who: -a samples the program"
		like "$(got $m $who attached)" 'samples of instructions:u in 1 process' \
			"$m: $who: -p"
		like "$(got $m $who frequency)" '[1-9][0-9]* samples of' "$m: $who: -F"
	done
done
finish
