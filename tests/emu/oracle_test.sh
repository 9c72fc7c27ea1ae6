#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Single-stepping is the oracle. A program runs under ptrace, one instruction at a time
# (prog/step.c), and under the engine with --deterministic, which shows it the same processor and
# environment; every count, the output and the exit status must be the same. First the test
# compares the oracle itself with arithmetic. A step takes some 30 microseconds, so LONG=1 adds
# programs with more instructions, and ORACLE=all, for tests/outside/oracle_test.sh, still more.
# tests/run: parallel time=900
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
. "$TOP/tests/emu/numbers.sh"
step=$BUILD/tests/emu/prog/step
[ -x "$step" ] || skip_all "the oracle is not built (it needs Zydis)"

# The environment is part of what a program does, so both runs get the same.
clean=("${namespace[@]}" env -i PATH=/usr/bin:/bin LC_ALL=C HOME=/)
events=$(IFS=,; echo "${asm_names[*]}")

# At most two run at a time, alternating between CPUs 0 and 1.
jobs=0 cpu=0
in_parallel() {
	[ $jobs -lt 2 ] || { wait -n; jobs=$((jobs - 1)); }
	cpu=$(((cpu + 1) % 2))
	"$@" &
	jobs=$((jobs + 1))
}

# ---- the oracle against arithmetic ----

[ "${ORACLE:-}" != all ] || LONG=1
most=${LONG:+40000}
[ "${ORACLE:-}" != all ] || most=120000

step_asm() {
	timeout 300 "$step" -c $cpu -o "$TMP/asm.$1" "$BUILD/tests/emu/asm/$1" \
		>"$TMP/asm.$1.out" 2>&1
	echo $? >"$TMP/asm.$1.status"
}
asm=()
for source in tests/emu/asm/*.S; do
	name=$(basename "$source" .S)
	asm_expect "$source" && asm_supported && [ -z "$asm_unstepped$asm_uncounted" ] || continue
	[ $((asm_counts[instructions])) -lt ${most:-3000} ] || continue
	asm+=("$name")
	in_parallel step_asm "$name"
done
wait
jobs=0
for name in "${asm[@]}"; do
	asm_expect "tests/emu/asm/$name.S"
	is "$(cat "$TMP/asm.$name.status"; asm_compare "$TMP/asm.$name")" "$asm_exit" \
		"the oracle counts $name.S"
done

# ---- programs ----

perl "$TOP/bench/work/text.pl" 1 >"$TMP/text"
printf '%s\n' pear apple fig apple "a b c" 10 9 8 >"$TMP/lines"
cc=${CC:-gcc}
"$cc" -O2 -o "$TMP/jumps" tests/emu/real/jumps.c || exit 1
"$cc" -O2 -static -no-pie -o "$TMP/jumps-static" tests/emu/real/jumps.c || exit 1
"$cc" -O2 -static -no-pie -o "$TMP/reads" tests/emu/real/reads.c || exit 1
"$cc" -O2 -static-pie -o "$TMP/placed" tests/emu/real/placed.c || exit 1
g++ -O2 -o "$TMP/exceptions" tests/emu/real/exceptions.cc || rm -f "$TMP/exceptions"

# The seed is the one that libpmc sets.
both() {
	local n=$1
	shift
	(cd "$TMP" && timeout 600 "${clean[@]}" "$step" -n -c $cpu -s 0x706d632d73656564 \
		-o "$n.step" "$@" >"$n.step.out" 2>"$n.step.err" </dev/null
	echo "status $?" >>"$n.step.out"
	timeout 60 "${clean[@]}" "$PMC" stat -j --backend emulated --deterministic \
		--env-all --cpu-features host --clock real -e "$events" -o "$n.json" -- "$@" \
		>"$n.emu.out" 2>"$n.emu.err" </dev/null
	echo "status $?" >>"$n.emu.out")
}
names=()
program() {
	local n=$1
	shift
	if ! command -v "$1" >/dev/null; then
		skip "$1 is not installed" 3
		return
	fi
	names+=("$n")
	in_parallel both "$n" "$@"
}

if [ "${ORACLE:-}" = all ]; then
	program sqlite3 sqlite3 :memory: 'create table t(a, b);
		insert into t values (1, 2.5), (3, 4); select sum(a * b), count(*) from t'
	program perl perl -e 'my %h = map { $_ => length } qw(one two three four);
		print join(",", sort keys %h), "\n"'
	program sed sed -n -E 's/([a-z]+) ([a-z]+)/\2 \1/gp;5q' text
	program exceptions "$TMP/exceptions"
	program find find /usr/lib/sasl2 /etc/apt -name "*.list"
	program bash bash -c 'f() { local i; for i in 1 2 3; do a[i]=$((i * i)); done; }
		trap "echo bye" EXIT; f; echo "${a[@]}" "${PATH//:/ }"'
	program sort sort -u lines
	program xz xz -1 -c lines
	program od od -c lines
	program date date -u -d @1000000000 +%c
	program tr tr a-m N-Z
	program ls ls -a /usr
	program factor factor 600851475143 1000000007
	program sha256sum sha256sum lines
	program jumps "$TMP/jumps"
fi
if [ -n "${LONG:-}" ]; then
	program dash dash -c 'trap "echo got it; x=1" USR1; kill -USR1 $$
		while [ ${#x} -lt 5 ]; do x=$x$x; done; echo $x; exit 7'
	# Leave out grep and gawk: they read /proc/self/maps, which shows the engine.
	program mawk mawk '{ n[$1] += NF }
		END { for (k in n) if (n[k] > 10) s += n[k]; printf "%d %.3f\n", s, s / 7 }' text
	program gzip gzip -c lines
	program reads "$TMP/reads"
fi
program true /bin/true
program jumps-static "$TMP/jumps-static"
# String functions align addresses, so counts depend on them.
program placed "$TMP/placed"
wait

for n in "${names[@]}"; do
	is "$(cat "$TMP/$n.emu.out" | md5sum)" "$(cat "$TMP/$n.step.out" | md5sum)" \
		"$n: the same output and status"
	is "$(cat "$TMP/$n.emu.err")" "$(cat "$TMP/$n.step.err")" "$n: the same messages"
	json_counts "$TMP/$n.json" >"$TMP/$n.counts"
	if [ ${#namespace[@]} = 0 ] && [[ $n = bash || $n = dash ]]; then
		skip "$n: counts depend on the process number, and a namespace of these is refused"
		continue
	fi
	instructions=$(sed -n 's/^instructions //p' "$TMP/$n.step")
	is "$(diff "$TMP/$n.step" "$TMP/$n.counts")" "" \
		"$n: $instructions instructions, and every other count, equal"
done
finish
