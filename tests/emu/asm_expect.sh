# SPDX-License-Identifier: BSD-2-Clause
# Reads what an assembly program says of itself (tests/emu/asm/asm.h explains). Tests source this
# file.

asm_keys=(i ld st t n j ji c ci r sys)
# The events, in the same order.
asm_names=(instructions loads stores branches-conditional-taken branches-not-taken jumps-direct
	jumps-indirect calls-direct calls-indirect returns syscalls)

# asm_expect FILE [T]: sets asm_counts (name -> number), asm_exit, asm_needs, asm_unstepped,
# asm_uncounted, asm_reports. T: the number that the program wrote, for a program that reports one.
asm_expect() {
	local line times rest word key name i T=${2:-0} header files=("$1")
	local counts='(count [^:;*/.][^:]*:( +[a-z]+=[0-9a-zA-Z+*()-]+)+)'
	local others='/\* (where( [A-Z]+=[0-9]+)+|exit [0-9]+|needs [a-z0-9_ ]+|unstepped|uncounted'
	others+='|reports T)( |:)'
	declare -gA asm_counts=()
	for i in "${!asm_keys[@]}"; do asm_counts[${asm_names[i]}]=0; done
	asm_exit=0 asm_needs= asm_unstepped= asm_uncounted= asm_reports=
	for header in $(sed -n 's/^#include "\(.*\.h\)"$/\1/p' "$1"); do
		[ "$header" = asm.h ] || files+=("${1%/*}/$header")
	done
	while IFS= read -r line; do
		case $line in
		where\ *) for word in ${line#where }; do local "$word"; done ;;
		count\ *)
			times=${line#count } times=${times%%:*} rest=${line#*:}
			for word in $rest; do
				key=${word%%=*}
				for i in "${!asm_keys[@]}"; do
					[ "${asm_keys[i]}" != "$key" ] || break
				done
				if [ "${asm_keys[i]}" != "$key" ] || [ "$word" = "$key" ]; then
					echo "$1: cannot read '$word' in '$line'" >&2
					return 1
				fi
				name=${asm_names[i]}
				asm_counts[$name]=$((asm_counts[$name] + (times) * (${word#*=})))
			done ;;
		exit\ *) asm_exit=${line#exit } ;;
		needs\ *) asm_needs=${line#needs } ;;
		unstepped*) asm_unstepped=1 ;;
		uncounted*) asm_uncounted=1 ;;
		reports*) asm_reports=1 ;;
		esac
	done < <(grep -ohE "$counts|$others" "${files[@]}" | sed 's/^\/\* //; s/ *:$//; s/ $//')
}

# asm_supported: the CPU has what asm_needs names.
asm_supported() {
	local flag
	for flag in $asm_needs; do
		grep -qwm1 "$flag" /proc/cpuinfo || return 1
	done
}

# asm_repeats FILE: can it run here, and does it count the same each time? If not, says why, as a
# result of the test.
asm_repeats() {
	local name=${1##*/}
	name=${name%.S}
	if ! asm_expect "$1"; then
		fail "$name: what is expected can be read"
		return 1
	fi
	asm_supported && [ -z "$asm_uncounted$asm_reports" ] && return
	skip "$name: this CPU lacks something, or it counts differently each time"
	return 1
}

# asm_in_turn NAME: is this program one that the test looks at? With LONG=1 (make check-long) all
# are; else some that do most, and of the others each test takes other ones, one of eight.
asm_in_turn() {
	case $1 in
	calls | returns | jcc | threads | beside | selfmod* | rep) return 0 ;;
	esac
	[ -n "${LONG:-}" ] || [ $(($(cksum <<<"$(basename "$0") $1" | cut -d ' ' -f 1) % 8)) = 0 ]
}

# asm_compare FILE: prints what differs between "name number" lines and what is expected.
asm_compare() {
	local name value differs=0
	declare -A seen=()
	while read -r name value; do
		[ -n "${asm_counts[$name]+x}" ] || continue
		seen[$name]=$value
	done <"$1"
	for name in "${asm_names[@]}"; do
		if [ "${seen[$name]-none}" != "${asm_counts[$name]}" ]; then
			echo "$name: counted ${seen[$name]-none}," \
				"by arithmetic ${asm_counts[$name]}"
			differs=1
		fi
	done
	return $differs
}

# asm_sums: prints the expected count of each event that is a sum of others, as "name number" lines.
asm_sums() {
	local t=${asm_counts[branches-conditional-taken]} n=${asm_counts[branches-not-taken]}
	local j=${asm_counts[jumps-direct]} ji=${asm_counts[jumps-indirect]}
	local c=${asm_counts[calls-direct]} ci=${asm_counts[calls-indirect]}
	local r=${asm_counts[returns]}
	echo "branches $((t + n + j + ji + c + ci + r))"
	echo "branches-taken $((t + j + ji + c + ci + r))"
	echo "branches-conditional $((t + n))"
	echo "branches-unconditional $((j + ji + c + ci + r))"
	echo "branches-indirect $((ji + ci))"
	echo "jumps $((j + ji))"
	echo "calls $((c + ci))"
}

# json_counts FILE: "name number" lines from what pmc stat -j wrote.
json_counts() {
	sed -nE 's/.*"counter-value" : "([0-9]+)\.0*", .*"event" : "([^":]+)(:u)?".*/\2 \1/p' "$1"
}
