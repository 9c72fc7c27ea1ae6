# SPDX-License-Identifier: BSD-2-Clause
# For the tests of the kernel module; sourced after tests/guest/guest.sh.

# need_module [KERNEL]: builds pmc.ko for the guests' kernel, or skips the test with the reason. Sets KO.
need_module() {
	local release
	release=$(cat "$("$TOP/qemu/kernel" "${1:-6.1}")/release")
	[ -e "/lib/modules/$release/build/Makefile" ] ||
		skip_all "the headers of the guests' kernel are not installed (linux-headers-$release)"
	# Several tests may want it at the same time.
	flock "$BUILD" make -s -C "$TOP" BUILD="$BUILD" modules KERNEL="$release" >"$TMP/module.log" 2>&1
	KO=$BUILD/module/$release/pmc.ko
	[ -e "$KO" ] && ! grep -qi 'error\|warning' "$TMP/module.log" && return
	fail "pmc.ko is built for $release without warnings"
	note "$(tail -n 20 "$TMP/module.log")"
	finish
}
