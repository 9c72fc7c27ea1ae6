# SPDX-License-Identifier: BSD-2-Clause
# For the tests of the kernel module; sourced after tests/guest/guest.sh.

# machines_of TEST: its rows of tests/guest/machines: KERNEL PMU CPUS WAY, and what else is there
machines_of() {
	awk -v test="$1" '$1 == test { $1 = ""; print substr($0, 2) }' "$TOP/tests/guest/machines"
}

# need_module [KERNEL [BUILD VARIABLE=VALUE...]]: builds pmc.ko for the guests' kernel, or skips the test with the
# reason. Sets KO.
need_module() {
	local release folder build=${2:-$BUILD}
	release=$(cat "$("$TOP/qemu/kernel" "${1:-6.1}")/release")
	folder=$("$TOP/qemu/kernel" --headers "${1:-6.1}" 2>&1) ||
		skip_all "the headers of the guests' kernel are neither installed nor to be had (linux-headers-$release): ${folder##*$'\n'}"
	folder=${folder##*$'\n'}
	# Several tests may want it at the same time.
	flock "$BUILD" make -s -C "$TOP" BUILD="$build" modules KERNEL="$release" \
		KDIR="$folder" CC="${CC:-gcc}" CONFIG_DEBUG_INFO_BTF_MODULES= "${@:3}" >"$TMP/module.log" 2>&1
	KO=$build/module/$release/pmc.ko
	[ -e "$KO" ] && ! grep -qi 'error\|warning' "$TMP/module.log" && return
	fail "pmc.ko is built for $release without warnings"
	note "$(tail -n 20 "$TMP/module.log")"
	finish
}
