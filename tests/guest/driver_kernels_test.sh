#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The kernel module in every kernel of the rig, 64 and 32 bits and real-time, with 32-bit callers of
# 64-bit kernels, and with both ways to hear of switches; then backends perf and msr in the same
# guests. tests/guest/pairs_test.sh says which pairs of settings this covers.
# tests/run: long time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
GUEST_TIME=150

# KERNEL PMU CPUS WAY, as in tests/guest/machines
rows=${ROWS:-$(machines_of driver_kernels)}

has32=
if echo 'int main(void) { return 0; }' | ${CC:-gcc} -m32 -static -x c - -o "$TMP/probe" \
	2>/dev/null; then
	has32=1
	! grep -q i386 <<<"$rows" || ok "pmc is built for 32 bits" make_i386
	ok "a 32-bit caller is built" ${CC:-gcc} -m32 -march=i686 -static -O1 -pthread -I. \
		-Iinclude -o "$TMP/driver32" \
		tests/guest/prog/{driver,dev}/*.c
else
	skip "32-bit kernels and callers: no 32-bit programs can be made here (gcc-multilib)"
fi
[ -n "$has32" ] || rows=$(grep -v i386 <<<"$rows")
modules_for_rows <<<"$rows"
case ${names[*]} in
*without*)
	need_module 6.1 "$BUILD/without" PMC_WITHOUT_NOTIFIERS=1
	without=$KO ;;
esac

one() {
	local kernel pmu cpus way what build=$BUILD abi=() add=()
	IFS=, read -r kernel pmu cpus way <<<"$1"
	case $pmu in arch*) abi=(abi memory rules hog) ;; esac
	# They permit RDPMC in another way.
	case $kernel in 7*) abi+=("leak 1" "linger 2") ;; esac
	case $kernel in
	*i386) build=$BUILD/i386 ;;
	*) [ -z "$has32" ] || add=(--add "$TMP/driver32") ;;
	esac
	local ko="${module[$kernel]} switches=$way"
	[ $way != without ] || ko="$without"
	guest "$1" --kernel "$kernel" --cpu "$pmu" --smp "${cpus/t/,threads=2}" --module "$ko" \
		--module msr \
		--add "$build/pmc" --add "$build/tests/guest/prog/driver" "${add[@]}" \
		$(with_programs "$build/tests/guest/prog") -- \
		"$INSIDE/kernels" "${abi[@]}" tsc wrap "tree 20" exec "self 3000" "beside 20" \
			"storm 40" "fuzz 3000" -- loop syscalls forks
}
guests one "${names[@]}"

for m in "${names[@]}"; do
	IFS=, read -r kernel pmu cpus way <<<"$m"
	name="$kernel $pmu $cpus $way"
	came_back "$m" "the guest ended well" || continue
	said "$m" "$name"
	for p in loop syscalls forks; do
		is "$(got "$m" count $p)" "$(expect $p instructions) " "$name: $p"
	done
	is "$(got "$m" loops)" "20000004 20000004 20000004 20000004 " "$name: four at once"
	between 80000000 "$(got "$m" all | tr -d ' ')" 100000000 "$name: and all CPUs beside them"
	[ "$pmu" = pentium4 ] || is "$(got "$m" turns)" 20 "$name: events in turns"
	[ "$cpus" = 1 ] || is "$(got "$m" moved)" "$(expect long instructions) " \
		"$name: moved while a CPU goes and comes"
	is "$(got "$m" users)" 0 "$name: nobody holds the module at the end"
	# The logical processors of a core share one set of registers: backend msr finds those of
	# the sibling in use.
	case $cpus in
	*t) ;;
	*) between 20000004 "$(got "$m" msr | tr -d ' ')" 20300000 \
		"$name: backend msr: all CPUs, user mode" ;;
	esac
	# After 5.10 Linux's driver of the Pentium 4 loses counts (docs/rig.md).
	[[ $pmu == pentium4 && $kernel != 5.10* ]] ||
		is "$(got "$m" perf)" "$(expect loop instructions) " "$name: backend perf: loop"
done
finish
