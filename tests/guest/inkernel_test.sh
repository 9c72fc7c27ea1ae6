#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What pmc.ko exports to other kernel code: a module counts and samples CPUs and tasks, to the unit,
# while tasks end, CPUs go, and a user counts; chains of the kernel are those that Linux's unwinder
# finds in the same NMI, also while tracers replace return addresses; the example module counts by
# general and fixed counters alike; pmc.ko stays while either is loaded. A WARNING or BUG in the log
# fails the guest.
# tests/run: time=600 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig

# KERNEL PMU CPUS WAY, as in tests/guest/machines
rows=${ROWS:-$(machines_of inkernel)}
! has_checks || rows=$(grep '^6\.1 ' <<<"$rows")
if grep -q i386 <<<"$rows"; then
	if echo 'int main(void) { return 0; }' | ${CC:-gcc} -m32 -static -x c - -o "$TMP/probe" \
		2>/dev/null; then
		ok "pmc is built for 32 bits" make_i386
	else
		skip "32-bit kernels: no 32-bit programs can be made here (gcc-multilib)"
		rows=$(grep -v i386 <<<"$rows")
	fi
fi
modules_for_rows <<<"$rows"
for kernel in "${!module[@]}"; do
	[ "${module[$kernel]}" != none ] || continue
	KO=${module[$kernel]}
	need_beside tests/guest/inkernel "$kernel"
	need_beside examples/module "$kernel"
done

# Two counters that count instructions, by general ones alone where there are no fixed ones
twice=events=instructions:u:counter=0,instructions:u:counter=1
one() {
	local kernel pmu cpus way build=$BUILD side=$twice cpu perf=
	IFS=, read -r kernel pmu cpus way <<<"$1"
	cpu=$pmu
	# Cycles are not instructions there.
	[ $pmu != arch-v5 ] || cpu=$pmu,pmc-cycles=3 side=
	[ $pmu != pentium4 ] || side=events=instructions:u,instructions:u
	case $kernel in
	*i386) build=$BUILD/i386 ;;
	*) [ $pmu = pentium4 ] || perf=$(command -v perf) ;;
	esac
	guest "$1" --kernel "$kernel" --cpu "$cpu" --smp "$cpus" \
		--module "${module[$kernel]} switches=$way" ${perf:+--add "$perf"} \
		--add "$build/pmc" --add "$build/tests/guest/prog/gate" \
		--add "$build/tests/guest/prog/loop" --add "$build/tests/guest/prog/kernel_work" \
		--add "$TMP/$kernel/inkernel/inkernel.ko" \
		--add "$TMP/$kernel/module/sidebyside.ko" -- "$INSIDE/inkernel" "$side"
}
guests one "${names[@]}"

for m in "${names[@]}"; do
	came_back "$m" "the guest ended well" || continue
	said "$m"
	is "$(grep -c '^ok' "$TMP/$m.out")" "$(case $m in
		*,1,*) echo 35 ;; *i386*) echo 38 ;; *) echo 39 ;; esac)" "$m: all of it ran"
	like "$(got "$m" read)" '^,[0-9]+,0,instructions:u,0,,0,\[kernel\],root,idle$' \
		"$m: pmc read shows whose set it is"
	like "$(sed -n 's/^who //p' "$TMP/$m.out")" \
		'^0,[0-9]+,instructions:u,0,,\[kernel\],root,counts privileged' \
		"$m: and so does pmc who"
	is "$(got "$m" user)" "<not counted> 0.00" "$m: a user waits for the kernel's set"
	like "$(cat "$TMP/$m.out")" 'example unloaded' "$m: the example is unloaded"
	# Each line of an event, since the line before
	counts=$(sed -n 's/^sidebyside: CPU 0: \(.*\): \([0-9]*\)$/\1 \2/p' "$TMP/$m.out")
	case $m in
	*arch-v5*)
		is "$(awk '{ k = NR % 4; c[k] = $2 }
			k == 0 { rounds++; wrong += (c[1] != c[3] || c[2] != c[0] ||
				c[2] != 3 * c[1] || !c[1]) } END { print (rounds >= 10), wrong }' \
			<<<"$counts")" "1 0" "$m: general and fixed, and three cycles for each" ;;
	*)
		is "$(awk 'NR % 2 { c = $2 } NR % 2 == 0 { rounds++; wrong += (c != $2) }
			END { print (rounds >= 20), wrong }' <<<"$counts")" "1 0" \
			"$m: two counters count the same" ;;
	esac
	like "$(cat "$TMP/$m.out")" "sidebyside: nonesuch: unknown event 'nonesuch'" \
		"$m: the example says which event it does not know"
done
finish
