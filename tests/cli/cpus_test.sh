#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Machines of up to 256 CPUs, with holes in their numbers, by simulation: tests/cli/cpus/shim.c
# lists the CPUs and gives each event on each of them a count of its own, so all sums are
# arithmetic.
# tests/run: parallel time=120
. "$(dirname "$0")/../tap.sh"
# A sanitizer's runtime must be loaded before anything else.
runtime=$(ldd "$PMC" | awk '/libasan/ { print $3 }')
gcc -shared -fPIC -O1 -Wall -Wextra -Werror -o "$TMP/shim.so" tests/cli/cpus/shim.c -ldl || exit 1
cd "$TMP" || exit 1

# on CPUS COMMAND...
on() {
	local cpus=$1
	shift
	SHIM_CPUS=$cpus SHIM_CONFIGS=${CONFIGS:-3,2} \
		LD_PRELOAD="$runtime $TMP/shim.so" "$@"
}
two=context-switches,page-faults
# sum K FIRST LAST...: what event number K counts on the CPUs of these ranges
sum() {
	local k=$1 total=0 c
	shift
	for ((; $#; )); do
		for ((c = $1; c <= $2; c++)); do total=$((total + 1000000 * (k + 1) + c)); done
		shift 2
	done
	echo $total
}
counts() {
	"$@" 2>&1 | awk -F, '/context-switches|page-faults/ { printf "%s ", $1 }'
}

# ---- Sums ----

stat=("$PMC" stat --backend perf -x, -e $two)
is "$(counts on 0-255 "${stat[@]}" -a -- true)" "$(sum 0 0 255) $(sum 1 0 255) " "-a on 256 CPUs"
is "$(counts on 0-63,128-191,255 "${stat[@]}" -a -- true)" \
	"$(sum 0 0 63 128 191 255 255) $(sum 1 0 63 128 191 255 255) " "-a with holes"
is "$(counts on 0-255 "${stat[@]}" -C 3,100-110,255 -- true)" \
	"$(sum 0 3 3 100 110 255 255) $(sum 1 3 3 100 110 255 255) " "-C: a list"
is "$(counts on 0-1023 "${stat[@]}" -a -- true)" "$(sum 0 0 1023) $(sum 1 0 1023) " \
	"and on 1,024 CPUs"
like "$(on 0-63,128-191 "${stat[@]}" -C 60-70 -- true 2>&1)" "pmc: -C, column 1: .*CPU 64" \
	"-C: one that is offline is named"
like "$(on 0-63,128-191,255 "${stat[@]}" -C 256 -- true 2>&1)" \
	"pmc: -C, column 1: there is no CPU 256; this machine has CPUs 0-63,128-191,255" \
	"… or missing"

# ---- Each CPU by itself ----

on 0-63,128-191 "${stat[@]}" -a -A -- true 2>each
is "$(grep -c context-switches each) $(grep -c page-faults each)" "128 128" "-A: a row for each CPU"
is "$(awk -F, '/context-switches/ { c = substr($1, 4) + 0; if ($2 != 1000000 + c) print }
	/page-faults/ { c = substr($1, 4) + 0; if ($2 != 2000000 + c) print }' each)" "" \
	"… with its count"
is "$(grep -c '^CPU64,\|^CPU127,' each)" 0 "… and none for those that are offline"
on 0-255 "$PMC" stat --backend perf -j -a -A -e $two -- true 2>each.json
is "$(python3 -c '
import json, sys
rows = [json.loads(l) for l in open(sys.argv[1]) if l.startswith("{")]
own = {(r["event"], int(r["cpu"])): float(r["counter-value"]) for r in rows if "cpu" in r}
print(len(own), sum(own.values()) == sum((k + 1) * 10**6 + c for k in (0, 1) for c in range(256)))
' each.json)" "512 True" "-j: all rows, and their sum"

# ---- What each event and CPU costs ----

eight=$two,$two,$two,$two
# cost CPUS: instructions of pmc (under itself), and its peak memory in KiB
cost() {
	local many=("$PMC" stat --backend perf -x, -e $eight -a -A -o /dev/null -- true)
	on "0-$(($1 - 1))" "$PMC" stat --backend emulated -x, -o in -e instructions:u -- \
		"${many[@]}"
	"$PMC" stat -o mem -e page-faults:u -- env SHIM_CPUS="0-$(($1 - 1))" SHIM_CONFIGS=3,2 \
		LD_PRELOAD="$TMP/shim.so" "${many[@]}"
	awk -F, '/instructions/ { printf "%s ", $1 }' in
	awk '/KiB peak memory/ { print $1 }' mem
}
case $BUILD in
*/san) skip "the sanitizers' own memory and code are not pmc's" 2 ;;
*)
	read -r in2 mem2 <<<"$(cost 2)"
	read -r in256 mem256 <<<"$(cost 256)"
	read -r in1024 mem1024 <<<"$(cost 1024)"
	note "2 CPUs: $in2 instructions, $mem2 KiB; 256: $in256, $mem256; 1,024: $in1024, $mem1024"
	ok "instructions grow with the number of CPUs and no faster" \
		test $((in1024 - in2)) -gt $((in256 - in2)) -a \
		$((in1024 - in2)) -lt $(((in256 - in2) * 5))
	ok "memory: less than 1 KiB for each event and CPU" \
		test $((mem256 - mem2)) -lt $((8 * 254)) -a $((mem1024 - mem2)) -lt $((8 * 1022))
	;;
esac

# ---- Descriptors: one for each event and CPU ----

(ulimit -S -n 256 && on 0-255 "${stat[@]}" -a -o many -- sh -c 'ulimit -S -n' >limit) 2>err
is "$? $(cat limit)" "0 256" \
	"the soft limit on open files is raised for pmc, and the command has the old one"
is "$(awk -F, '/page-faults/ { print $1 }' many)" "$(sum 1 0 255)" "… with the whole count"
(ulimit -n 256 && on 0-255 "${stat[@]}" -a -- true) 2>err
like "$? $(cat err)" "^125 .*no file descriptors are left; to fix this, raise the limit" \
	"the hard limit is not, and a sentence says so"

# ---- Rings: the kernel's own, by several for each of its CPUs ----

n=$(getconf _NPROCESSORS_ONLN)
each=$((256 / n > 0 ? 256 / n : 1))
cp "$TOP/tests/cli/record/faults.c" . && gcc -O0 -o faults faults.c
if [ "$(id -u)" != 0 ]; then
	skip "only root may lock so much memory"
elif SHIM_REAL=$n on 0-$((each * n - 1)) "$PMC" record -q -m 64 -e page-faults:u -c 1 \
	-o rings.data -- ./faults 2>err; then
	is "$("$PMC" report -i rings.data --stdio --comm faults -S touch -t '|' |
		awk -F'|' '/touch/ { gsub(/[^0-9]/, "", $3); n += $3 } END { print n / 900 }')" \
		"$each" "record: a ring for each CPU; all samples are there"
else
	skip "the kernel lets nobody sample with 256 rings: $(head -n 1 err)"
fi
finish
