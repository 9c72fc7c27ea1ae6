#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc.ko is built without warnings for the kernels of the rig, and pmc for 32 bits. The tests that
# use them find them ready. It is also built for a current kernel that no test of CI boots, and uses
# only what that exports to every module: modpost looks.
# tests/run: parallel time=900
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
. "$TOP/tests/guest/driver.sh"
need_rig

# The kernels whose module a test asks for: with LONG=1 all, and ways that no other test has
kernels=$(for t in $(awk '!/^#/ && NF { print $1 }' tests/guest/machines | sort -u); do
	machines_of $t
done | awk '{ print $1 }' | sort -u)
for kernel in $kernels; do
	if why=$("$TOP/qemu/kernel" "$kernel" 2>&1) &&
		why=$("$TOP/qemu/kernel" --headers "$kernel" 2>&1); then
		need_module "$kernel"
		pass "pmc.ko is built for $kernel"
		need_beside examples/module "$kernel"
	else
		skip "$kernel: ${why##*$'\n'}"
	fi
done

[ -n "${LONG:-}" ] || finish
current=7.3
if folder=$("$TOP/qemu/kernel" --headers $current 2>&1); then
	folder=${folder##*$'\n'}
	release=${folder##*/linux-headers-}
	ko=$TMP/$current/module/$release/pmc.ko
	make -s -j2 BUILD="$TMP/$current" modules UNITED=1 KERNEL="$release" KDIR="$folder" \
		CC="${CC:-gcc}" KCFLAGS=-g0 CONFIG_DEBUG_INFO_BTF_MODULES= \
		>"$TMP/current.log" 2>&1
	is "$(head -n 20 "$TMP/current.log")" "" "pmc.ko is built for $release without a word"
	ok "and it is for that kernel" grep -qaF "vermagic=$release " "$ko"
	KO=$ko need_beside examples/module $current
else
	skip "$current: ${folder##*$'\n'}"
fi

need_module 6.1 "$BUILD/without" PMC_WITHOUT_NOTIFIERS=1
pass "pmc.ko is built without preemption notifiers"
unlike "$(cat kernel/dkms.conf)" CONFIG_PREEMPT_NOTIFIERS "so DKMS does not ask for them"
if echo 'int main(void) { return 0; }' | ${CC:-gcc} -m32 -static -x c - -o "$TMP/probe" \
	2>/dev/null; then
	ok "pmc is built for 32 bits" make_i386
else
	skip "no 32-bit programs can be made here (gcc-multilib)"
fi
finish
