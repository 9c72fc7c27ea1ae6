#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Programs call /dev/pmc directly, on 1, 2 and 4 CPUs: refusals, self-reading, overflows, trees,
# credentials, storms of forks and kills, odd arguments; CPUs that go offline, many counted
# processes at once, migrations. A WARNING or BUG in the kernel's log fails the guest.
# tests/run: time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module
GUEST_TIME=300

# The same program as a 32-bit one.
add32=
if gcc -m32 -march=i686 -static -O1 -pthread -I. -Iinclude -o "$TMP/driver32" \
	tests/guest/prog/{driver,dev}/*.c 2>/dev/null; then
	add32="--add $TMP/driver32"
else
	skip "no compiler for 32 bits (gcc-multilib)"
fi
one() {
	local cpu smp how
	IFS=. read -r cpu smp how <<<"$1"
	guest "$1" --cpu "$cpu" --smp "$smp" --module "$KO switches=${how:-notifier}" --add "$PMC" \
		--add "$PROG/driver" $add32 $(with_programs) -- \
		"$INSIDE/abi" abi contract selftest memory tsc wrap "tree 200" "ending 300" exec \
			"leak 2" idle "linger 3" hog "quiet 40" "writes 500" turns list reading \
			"self 3400000" "beside 100" "storm 150" "fuzz 30000"
}
# MODEL.CPUS[.WAY]; WAY: how the module hears of switches
machines=${MACHINES:-$(machines_of driver_abi |
	awk '{ print $2 "." $3 ($4 == "notifier" ? "" : "." $4) }')}
guests one $machines
moves='([3-9]|[1-9][0-9]+)'
! has_checks || moves='[0-9]+'

for m in $machines; do
	came_back $m "the guest ended well" || continue
	said "$m"
	smp=${m#*.}
	if [ "${smp%.*}" -gt 1 ]; then
		like "$(got $m hotplug)" "^cpus 9[0-5][0-9]{6} process 90[0-9]{6}\$" \
			"$m: a CPU goes and comes: $(got $m hotplug)"
	fi
	is "$(got $m loops)" " 25 20000004 " "$m: 50 at once: each loop"
	is "$(got $m trees)" " 25 $(expect forks instructions) " "$m: each tree"
	# The kernel with checks is too slow to move the program while it runs.
	like "$(got $m moved)" "^$(expect long instructions) $moves times\$" \
		"$m: moved: $(got $m moved)"
	is "$(got $m users)" 0 "$m: nobody holds the module at the end"
done
finish
