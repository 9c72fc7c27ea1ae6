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

# A program whose mappings, names and processes change while it is sampled.
plugs() {
	local n
	${CC:-gcc} -O1 -o "$TMP/plugs" tests/guest/plugs/plugs.c -ldl || return 1
	for n in one two; do
		printf 'void work_%s(void) { for (int i = 0; i < 1000000; i++) %s }\n' $n \
			'__asm__ volatile("");' |
			${CC:-gcc} -O1 -shared -fPIC -x c -o "$TMP/$n.so" - || return 1
	done
}
ok "a program that loads libraries is built" plugs || finish
ok "one without frame pointers is built" ${CC:-gcc} -O2 -fomit-frame-pointer -fno-stack-protector \
	-static -nostdlib -Wl,--eh-frame-hdr -o "$TMP/unwound" tests/guest/unwound/unwound.c ||
	finish

models=${MODELS:-arch-v4${LONG:+ amd-perfmon-v2}}
# On AMD's guest the system's clock is not the time-stamp counter, and the driver's ticks must
# convert to it nevertheless.
one() {
	local clock=
	[ "$1" = arch-v4 ] || clock="clocksource=acpi_pm tsc=unstable"
	guest "$1" --cpu "$1" ${clock:+--append "$clock"} --module "$KO" \
		--add "$(command -v perf)" --add "$PMC" \
		--add "$PROG/records" --add "$PROG/chained" $(with_programs) \
		--add "$TMP/unwound" --add "$TMP/plugs" --add "$TMP/one.so" --add "$TMP/two.so" -- \
		"$INSIDE/sampled" instructions:u
}
guests one $models

for m in $models; do
	came_back $m "samples by perf, and by us" || continue
	like "$(got $m clock)" "^$([ $m = arch-v4 ] && echo tsc || echo acpi_pm)" "$m: its clock"
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
		for what in samples places maps late; do
			is "$(got $m $who ./unwound $what)" \
				"$([ $what = late ] && echo 0 || got $m record ./unwound $what)" \
				"$m: $who: chains by call frame information: $what as perf's"
		done
		like "$(got $m $who unwound)" "^samples of instructions:u in 1 process" \
			"$m: $who: pmc record --call-graph dwarf"
		is "$(got $m $who ways)" "$(got $m record ways)" \
			"$m: $who: the functions of perf's"
		is "$(grep "^$who .*\(failed\|lost\)" "$TMP/$m.out")" "" \
			"$m: $who: nothing is lost"
		like "$(got $m $who says)" \
			"samples of instructions:u in 1 process, by backend $who" \
			"$m: $who: pmc record says what it did"
		is "$(sed -n "s/^$who symbol //p" "$TMP/$m.out" | sort)" "$(printf '%s\n' \
			'plugs|one.so|work_one' 'plugs|plugs|work_again' \
			'plugs|two.so|work_two')" \
			"$m: $who: functions of libraries that came and went, and after an exec"
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
	n=$(sed -n 's/^perf told //p' "$TMP/$m.out")
	like "$n" 'comm the child 0' "$m: perf told of a child's name"
	is "$(sed -n 's/^driver told //p' "$TMP/$m.out")" "$n" \
		"$m: driver: mappings, names, forks and exits are those of perf, in their order"
	is "$(sed -n 's/^\(driver\|perf\) origin //p' "$TMP/$m.out")" \
		"the driver's own records tell what was mapped" \
		"$m: the report says where mappings come from"
done
finish
