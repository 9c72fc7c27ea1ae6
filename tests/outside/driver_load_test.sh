#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Everything that the driver does, at once, on four CPUs for SECONDS_OF_LOAD of the guest's time
# (600, which take half an hour or more): nothing is lost, and what counts exactly does so to the
# unit. With GUEST_CLOCK=3 the guest's processor is four times as slow, and an hour of its time
# takes little more.
# tests/run: time=14400
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
need_module
GUEST_TIME=14000
seconds=${SECONDS_OF_LOAD:-600}

one() {
	guest "$1" --cpu "$1" --smp 4 --memory 1024 --clock "${GUEST_CLOCK:-1}" \
		--module "$KO" --add "$PMC" --add "$PROG/driver" --add "$PROG/sample" \
		--add "$PROG/fuzz" $(with_programs) -- \
		"$INSIDE/load" "$seconds" 20000004 "$(expect forks instructions)"
}
machines=${MACHINES:-arch-v5}
guests one $machines

for m in $machines; do
	came_back "$m" "the guest ended well" || continue
	said "$m"
	is "$(got "$m" users)" 0 "$m: nobody holds the module at the end"
	while read -r _ worker rounds; do
		ok "$m: $worker: $rounds rounds" test "$rounds" -gt 0
	done < <(grep '^rounds ' "$TMP/$m.out")
	is "$(grep -c '^rounds ' "$TMP/$m.out")" 11 "$m: all of it ran"
done
finish
