#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Interrupts are never off for more than 50 microseconds of the rig's time, however many threads and
# events a user has: a timer of the module tests/guest/late says how late it came.
# tests/run: long time=300 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
GUEST_TIME=150

# A kernel with checks takes much longer for everything.
! has_checks || skip_all "the guests' kernel has checks"

# KERNEL PMU CPUS [WAY], as in tests/guest/machines
rows=${ROWS:-$(machines_of driver_late)}
threads=${THREADS:-2000}
modules_for_rows <<<"$rows"

one() {
	local kernel pmu cpus way late
	IFS=, read -r kernel pmu cpus way <<<"$1"
	late=$TMP/$kernel/late
	[ -e "$late/late.ko" ] || {
		mkdir -p "$late"
		cp tests/guest/late/late.c "$late"
		echo 'obj-m := late.o' >"$late/Kbuild"
		make -s -C "$("$TOP/qemu/kernel" --headers "$kernel")" M="$late" CC="${CC:-gcc}" \
			CONFIG_DEBUG_INFO_BTF_MODULES= modules >"$late/log" 2>&1
	}
	guest "$1" --kernel "$kernel" --cpu "$pmu" --smp "$cpus" --module \
		"${module[$kernel]} switches=${way:-notifier}" --module "$late/late.ko" \
		-- "$PROG/driver" late "$threads"
}
guests one "${names[@]}"

for m in "${names[@]}"; do
	came_back "$m" "the guest ended well" || continue
	judge "$m"
done
finish
