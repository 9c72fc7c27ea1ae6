#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Counts stay right to the unit while the machine sleeps, or turns back on the way, and while CPUs
# go offline and online under load: threads by arithmetic, CPUs against all threads, with general,
# fixed and sampling counters. Linux 5.10 lets programs run on a CPU until it is offline, later
# kernels do not.
# tests/run: time=500 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig
GUEST_TIME=240

# KERNEL PMU CPUS WAY [mem], as in tests/guest/machines; mem: the machine really sleeps
rows=${ROWS:-$(machines_of driver_sleep)}

# packaged NAME: prints a folder with the kernel as it was packaged, compressed. QEMU loads an
# unpacked kernel into memory itself, and would load it again when the machine wakes up.
packaged() {
	local file from
	from=$("$TOP/qemu/kernel" "$1")
	mkdir -p "$TMP/$1"
	for file in "$from"/*; do
		[ "${file##*/}" = vmlinux ] || ln -sf "$file" "$TMP/$1/"
	done
	echo "$TMP/$1"
}
modules_for_rows <<<"$rows"

one() {
	local kernel pmu cpus way mem image
	IFS=, read -r kernel pmu cpus way mem <<<"$1"
	image=$kernel
	[ -z "$mem" ] || image=$(packaged "$kernel")
	guest "$1" --alone --kernel "$image" --cpu "$pmu" --smp "${cpus/t/,threads=2}" \
		--module "${module[$kernel]} switches=$way" --add "$PROG/sleep" -- \
			"$INSIDE/asleep" $mem
}
guests one "${names[@]}"

for m in "${names[@]}"; do
	came_back "$m" "the guest ended well" || continue
	said "$m"
	is "$(grep -c 'samples, by arithmetic' "$TMP/$m.out")" \
		"$(case $m in *,mem) echo 7 ;; *,1,*) echo 4 ;; *) echo 6 ;; esac)" \
		"$m: all of it ran"
	is "$(got "$m" users)" 0 "$m: nobody holds the module at the end"
done
finish
