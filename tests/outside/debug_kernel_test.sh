#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The driver's guest tests on kernels with KASAN, lockdep and kmemleak, one of them real-time. The
# first run builds each kernel (half an hour, 5 GB while building).
# tests/run: time=14400
. "$(dirname "$0")/../tap.sh"

qemu/build --path >/dev/null 2>&1 || skip_all "no QEMU with a PMU is built (make rig)"
for kernel in debug debug-rt; do
	if ! out=$(qemu/debug-kernel "$kernel" 2>&1); then
		skip "the kernel $kernel cannot be built: $(tail -n 1 <<<"$out")"
		continue
	fi
	out=$(make -s guest-check-debug DEBUG_KERNEL="$kernel" BUILD="$BUILD" 2>&1)
	is "$?" 0 "the driver's tests on $kernel: $(tail -n 1 <<<"$out")" || note "$out"
done
finish
