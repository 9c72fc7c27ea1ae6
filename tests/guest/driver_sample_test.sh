#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Sampling by /dev/pmc, on every family of PMUs: the number of samples by arithmetic, at known
# addresses and with known counts; call chains; rings that are full, spoilt, or waited for;
# throttling; frequencies; threads, children and CPUs; refusals; processes that are killed
# meanwhile. A WARNING or BUG in the kernel's log fails the guest.
# tests/run: time=400 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
GUEST_TIME=200

# KERNEL PMU CPUS [WAY], as in tests/guest/machines
rows=${ROWS:-$(machines_of driver_sample)}
# With checks only 6.1 runs, because the kernel with checks takes its place.
! has_checks || rows=$(grep '^6\.1 ' <<<"$rows")

add32=
world32=
if ${CC:-gcc} -m32 -march=i686 -static -O1 -pthread -I. -Iinclude -o "$TMP/sample32" \
	tests/guest/prog/{sample,dev}/*.c 2>"$TMP/why"; then
	add32="--add $TMP/sample32"
	world32=1
else
	skip "no compiler for 32 bits (gcc-multilib)"
fi
[ -n "$world32" ] || rows=$(grep -v i386 <<<"$rows")
modules_for_rows <<<"$rows"

# A module that sends NMIs from elsewhere, for 6.1
mkdir "$TMP/foreign"
cp tests/guest/foreign/foreign.c "$TMP/foreign"
echo 'obj-m := foreign.o' >"$TMP/foreign/Kbuild"
ok "the module with NMIs from elsewhere is built" make -s -C "$("$TOP/qemu/kernel" --headers 6.1)" \
	M="$TMP/foreign" CC="${CC:-gcc}" CONFIG_DEBUG_INFO_BTF_MODULES= modules || finish

# 100,000 samples a second are a matter of the family, not of the kernel.
drains() {
	case $1 in 6.1,arch-v5,* | 6.1,pentium4,* | 6.1,amd*) return 0 ;; esac
	return 1
}
one() {
	local kernel pmu cpus way prog=$PROG/sample also=$add32 drain=
	IFS=, read -r kernel pmu cpus way <<<"$1"
	case $kernel in *i386) cp "$TMP/sample32" "$TMP/sample" && prog=$TMP/sample also= ;; esac
	! drains "$1" || drain="drain 20000"
	[ "$kernel" != 6.1 ] || also="$also --module $TMP/foreign/foreign.ko"
	guest "$1" --kernel "$kernel" --cpu "$pmu" --smp "${cpus/t/,threads=2}" --module \
		"${module[$kernel]} switches=${way:-notifier}" --add "$prog" $also -- \
		"$INSIDE/samples" refused exact chain left stack output payer full often tell \
			"two 20" signal beside rate tree cpu wait wakeup "storm 40" \
			${drain:+"$drain"}
}
guests one "${names[@]}"

for m in "${names[@]}"; do
	came_back "$m" "the guest ended well" || continue
	said "$m"
	is "$(grep -c 'samples, by arithmetic' "$TMP/$m.out")" \
		"$(case $m in *i386*) echo 7 ;; *) echo $((7 + ${world32:+3} + 0)) ;; esac)" \
		"$m: all of it ran"
	# A kernel with checks is too slow for that.
	if drains "$m" && ! has_checks; then
		like "$(cat "$TMP/$m.out")" 'one reader: [0-9]* samples a second' \
			"$m: it keeps up with 100,000 samples a second"
	fi
done
finish
