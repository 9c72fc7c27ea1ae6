# SPDX-License-Identifier: BSD-2-Clause
# Functions for the tests of the kernel module; sourced after tests/guest/guest.sh.

# machines_of TEST: prints its rows of tests/guest/machines: KERNEL PMU CPUS WAY, and further words;
# rows that end in `outside` only with ALL_MACHINES=1, in `long` with that or LONG=1
machines_of() {
	awk -v test="$1" -v all="${ALL_MACHINES:-}" -v long="${LONG:-}" '
		$1 == test && ($NF != "outside" || all) && ($NF != "long" || all || long) {
		$1 = ""; sub(/ (outside|long)$/, ""); print substr($0, 2) }' \
		"$TOP/tests/guest/machines"
}

# module_is_current: is $KO newer than everything that it is made of?
module_is_current() {
	: >"$TMP/module.log"
	[ -e "$KO" ] || return 1
	[ -z "$(cd "$TOP" && find core abi kernel include mk/module.mk -type f -newer "$KO" \
		-print -quit)" ]
}

# need_module [KERNEL [BUILD VARIABLE=VALUE...]]: builds pmc.ko for the guests' kernel and sets KO,
# or skips the test with the reason. Only that of 6.1 is built file by file, as `make modules` does,
# and as scripts/check-headers wants it.
need_module() {
	local release folder build=${2:-$BUILD} united=
	[ "${1:-6.1}$build" = "6.1$BUILD" ] || united=UNITED=1
	release=$(cat "$("$TOP/qemu/kernel" "${1:-6.1}")/release")
	folder=$("$TOP/qemu/kernel" --headers "${1:-6.1}" 2>&1) ||
		skip_all "no linux-headers-$release for the guests' kernel: ${folder##*$'\n'}"
	folder=${folder##*$'\n'}
	KO=$build/module/$release/pmc.ko
	# Several tests may want it at the same time.
	{
		flock 9
		module_is_current || make -s -j2 -C "$TOP" BUILD="$build" modules \
			KERNEL="$release" KDIR="$folder" CC="${CC:-gcc}" \
			KCFLAGS=-g0 CONFIG_DEBUG_INFO_BTF_MODULES= $united "${@:3}" \
			>"$TMP/module.log" 2>&1
	} 9<"$BUILD"
	[ -e "$KO" ] && ! grep -qi 'error\|warning' "$TMP/module.log" && return
	rm -f "$KO"
	fail "pmc.ko is built for $release without warnings"
	note "$(tail -n 20 "$TMP/module.log")"
	finish
}

# need_beside FOLDER KERNEL: builds the module in the folder, which uses what pmc.ko exports, in
# $TMP/KERNEL, for the kernel for which need_module has just built pmc.ko
need_beside() {
	local to=$TMP/$2/$(basename "$1") folder
	folder=$("$TOP/qemu/kernel" --headers "$2" 2>&1)
	folder=${folder##*$'\n'}
	mkdir -p "$to"
	cp "$TOP/$1"/* "$to"
	make -s -C "$folder" M="$to" PMC="$TOP" CC="${CC:-gcc}" KCFLAGS=-g0 \
		KBUILD_EXTRA_SYMBOLS="$(dirname "$KO")/Module.symvers" \
		CONFIG_DEBUG_INFO_BTF_MODULES= modules >"$to/log" 2>&1
	is "$? $(head -n 20 "$to/log")" "0 " "$1 is built for $2 without a word"
}

# modules_for_rows: reads rows KERNEL PMU CPUS..., as in tests/guest/machines. Builds the module of
# each kernel into module[KERNEL], and puts the rows that can run into names, with their words
# joined by commas. Skips the others with the reason.
modules_for_rows() {
	local kernel rest why
	declare -gA module=()
	names=()
	while read -r kernel rest; do
		if [ -z "${module[$kernel]:-}" ]; then
			if why=$("$TOP/qemu/kernel" "$kernel" 2>&1) && \
				why=$("$TOP/qemu/kernel" --headers "$kernel" 2>&1); then
				need_module "$kernel"
				module[$kernel]=$KO
			else
				module[$kernel]=none
				skip "$kernel: ${why##*$'\n'}"
			fi
		fi
		[ "${module[$kernel]}" = none ] || names+=("$kernel,${rest// /,}")
	done
}

# judge NAME [CALLED]: takes over the results that a program printed in this guest, "ok WHAT" or
# "not ok WHAT"
judge() {
	local line called=${2:-$1}
	while read -r line; do
		case $line in
		"ok "*) pass "$called: ${line#ok }" ;;
		"not ok "*) fail "$called: ${line#not ok }" ;;
		esac
	done <"$TMP/$1.out"
}

# said NAME [CALLED]: the same, and checks that the module was unloaded there in the end
said() {
	judge "$@"
	like "$(cat "$TMP/$1.out")" 'unloaded well' "${2:-$1}: it unloads"
}
