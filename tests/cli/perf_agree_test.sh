#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san time=300
# -x and -j with --as-perf agree with perf stat field by field: both run with the same options on
# software events, and the parts that must differ (the digits of numbers, the K and M of rates) are
# masked. Where perf 6.1 has no rate it writes "(null)", or 0 of a unit; pmc writes 0 and "".
. "$(dirname "$0")/../tap.sh"

perf stat -x, -e page-faults true 2>&1 | grep -qE '^[0-9]*,,page-faults(:u)?,' || skip_all \
	"perf stat does not run here"
case $(perf --version) in
"perf version 6.1"*) ;;
*) note "$(perf --version); the formats are those of 6.1" ;;
esac

# Digits before a point become one N; each digit after it becomes one.
shape() {
	sed -E 's/CPU[0-9]+/CPUn/; s/[KMG]\/sec/\/sec/; s/\b[0-9]+\b/N/g; s/N\.N/N/g'
}
# The same, and keeps the number of digits after the point: only for numbers that no rate scales.
digits() {
	sed -E 's/[KMG]\/sec/\/sec/; :a; s/(\.N*)[0-9]/\1N/; ta; s/[0-9]+/N/g'
}

# A rate that does not exist; rates of 0 per second and 0 CPUs do.
no_rate() {
	local exists='"metric-unit" : "([KMG]?\/sec|CPUs utilized)"'
	sed -E "/$exists/!s/(\"metric-value\" : 0\.000000, \"metric-unit\" : )\"[^\"]*\"/\1\"\"/"
}

# agree NAME OPTIONS...: compares standard error (or the file of -o OUT) of both; $lines: how many
agree() {
	local name=$1 p q
	shift
	perf stat "${@/OUT/$TMP/perf}" 2>"$TMP/perf.err"
	"$PMC" stat --as-perf --backend perf "${@/OUT/$TMP/pmc}" 2>"$TMP/pmc.err"
	if [ -e "$TMP/perf" ]; then
		p=$(sed -E '1s/on .*/on DATE/' "$TMP/perf") q=$(sed -E '1s/on .*/on DATE/' \
			"$TMP/pmc")
	else
		p=$(grep -v '^Events disabled' "$TMP/perf.err") q=$(cat "$TMP/pmc.err")
	fi
	p=$(head -n "${lines:-1000}" <<<"$p") q=$(head -n "${lines:-1000}" <<<"$q")
	rm -f "$TMP/perf" "$TMP/pmc"
	p=$(no_rate <<<"$p") q=$(no_rate <<<"$q")
	# perf begins files of JSON with its comment, too, which no JSON reader reads.
	[ "$1" != -j ] || p=$(grep -v -e '^# started' -e '^$' <<<"$p")
	is "$(shape <<<"$q")" "$(shape <<<"$p")" "$name: fields"
	is "$(digits <<<"$q")" "$(digits <<<"$p")" "$name: digits after the point"
	[ "$q" ] || fail "$name: there is output"
}

# asleep PID NAME: waits until the process has executed the program and sleeps
asleep() {
	local i
	for i in {1..2000}; do
		[[ $(cat "/proc/$1/stat") != "$1 ($2) S "* ]] || return 0
		sleep 0.01
	done
	return 1
}

soft=task-clock,page-faults,context-switches,cpu-migrations some=cs,faults,migrations,cpu-clock
if ! "$PMC" stat --backend perf -e cpu-migrations -o "$TMP/o" -- true 2>/dev/null; then
	note "the kernel's part is closed to this user: without context-switches and cpu-migrations"
	soft=task-clock,page-faults,minor-faults some=faults,cpu-clock
fi
for f in -x, '-x;' -j; do
	agree "$f" $f -e $soft -- true
	agree "$f, aliases" $f \
		-e $some,minor-faults,major-faults,alignment-faults,emulation-faults -- true
	agree "$f, the clock last" $f -e page-faults,task-clock -- true
	agree "$f, no clock" $f -e page-faults,minor-faults -- true
	agree "$f, a group" $f -e "{task-clock,page-faults},minor-faults" -- true
	agree "$f, -e twice" $f -e minor-faults -e task-clock -- true
	agree "$f -r" $f -r 3 -e $soft -- true
	# Runs long enough to be scheduled in each interval on a busy machine.
	lines=8 agree "$f -I" $f -I 300 -e $soft -- timeout 0.7 sh -c 'while :; do :; done'
	agree "$f -i" $f -i -e page-faults,task-clock -- sh -c 'true; true'
	agree "$f -o" $f -o OUT -e $soft -- true
	if [ "$(id -u)" != 0 ]; then
		skip "not root: perf counts user mode only, and says so of every event" 6
	elif "$PMC" info -j | grep -q '"name" : "perf", "hardware" : false'; then
		agree "$f, the default events" $f -- true
		agree "$f -d" $f -d -- true
		agree "$f -d -d -d" $f -d -d -d -- true
	else
		skip "with a PMU the values decide about the rates" 6
	fi
	if perf stat -x, -a -e cpu-clock -- true >"$TMP/all" 2>&1 && ! grep -qE \
		'^[A-Z]|not supported' "$TMP/all"; then
		agree "$f -a" $f -a -e cpu-clock,cs -- sleep 0.05
		agree "$f -a -A" $f -a -A -e cpu-clock,cs -- sleep 0.05
		agree "$f -C 0" $f -C 0 -e cpu-clock,cs -- sleep 0.05
		agree "$f -A -C 0" $f -A -C 0 -e cpu-clock,cs -- sleep 0.05
		lines=4 agree "$f -a -A -I" $f -a -A -I 50 -e cpu-clock,cs -- sleep 0.07
	else
		skip "perf cannot count on CPUs here: $(head -n 1 "$TMP/all")" 10
	fi
	sleep 600 &
	victim=$!
	asleep $victim sleep
	agree "$f -p" $f -p $victim -e $soft -- sleep 0.05
	agree "$f -t" $f -t $victim -e $soft -- sleep 0.05
	agree "$f --per-thread" $f --per-thread -p $victim -e task-clock -- sleep 0.05
	kill $victim
	wait $victim 2>/dev/null
	agree "$f -D -1" $f -D -1 -e $soft -- true
done
agree "-x tab" -x '\t' -e $soft -- true
agree "-x::" -x:: -e $soft -- true

# --append: two reports in one file
for who in perf "$PMC"; do
	as=(stat)
	[ "$who" = perf ] || as+=(--as-perf)
	"$who" "${as[@]}" -x, -e page-faults -o "$TMP/app" -- true
	"$who" "${as[@]}" -x, -e page-faults -o "$TMP/app" --append -- true
	sed -E 's/on .*/on DATE/' "$TMP/app" | shape >"$TMP/app.$(basename "$who")"
	rm "$TMP/app"
done
is "$(cat "$TMP/app.pmc")" "$(cat "$TMP/app.perf")" "--append"
finish
