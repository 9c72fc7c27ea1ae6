#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# With --deterministic, equal runs give equal counts of every event, to the unit.
# tests/run: parallel time=180
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/asm_expect.sh"
events=$(IFS=,; echo "${asm_names[*]}")
clean=(env -i PATH=/usr/bin:/bin LC_ALL=C HOME=/)

# repeat NAME COMMAND...: five times
repeat() {
	local name=$1 i
	shift
	command -v "$1" >/dev/null || { skip "$1 is not installed" 2; return; }
	for i in 1 2 3 4 5; do
		timeout 60 "${clean[@]}" "$PMC" stat -j --backend emulated --deterministic \
			-e "$events" -o "$TMP/json" -- "$@" >"$TMP/out.$i" 2>&1
		echo "status $?" >>"$TMP/out.$i"
		json_counts "$TMP/json" >"$TMP/counts.$i"
	done
	is "$(md5sum <"$TMP/out.5")" "$(md5sum <"$TMP/out.1")" "$name: the same output"
	is "$(sort "$TMP"/counts.? | uniq -c | awk '$1 != 5')" "" \
		"$name: $(sed -n 's/^instructions //p' "$TMP/counts.1") instructions, five times"
}

repeat true true
repeat ls ls -l /usr/bin
repeat sort sort -R "$TOP/Makefile"
repeat python3 python3 -c 'import random, os
print(random.random(), hash("text"), os.urandom(8), {*"sets have an order"})'
repeat perl perl -e 'my %h = (1 .. 20); print join(",", %h), rand(), "\n"'
repeat sqlite3 sqlite3 :memory: 'select hex(randomblob(8)), random()'
repeat openssl openssl rand -hex 16
repeat git git --version
repeat awk awk 'BEGIN { srand(5); print rand() }'

# Guesses, and hot traces that are made anew all the time, change no count of a large program.
# It gets on, too: in 16 seconds of a processor it once had done a third of this.
cat >"$TMP/many.pl" <<'P'
my %count;
for my $i (1 .. 4000) {
	my $line = sprintf("%s=%d", chr(97 + $i % 26) x ($i % 5 + 1), $i * 7 % 9973);
	$count{$1} += $2 if $line =~ /^([a-m]+)=(\d+)$/;
}
print map { "$_ $count{$_}\n" } sort keys %count;
P
# hastily N: its counts, output and status
hastily() {
	(ulimit -t 60 && "${clean[@]}" PMC_EMU_HASTY=$1 "$PMC" stat -j --backend emulated \
		--deterministic -e "$events" -o "$TMP/json" -- perl "$TMP/many.pl" 2>&1)
	echo "status $?"
	json_counts "$TMP/json"
}
is "$(hastily 1)" "$(hastily 0)" "perl with traces that are made anew all the time counts the same"

# Without --deterministic, random numbers differ, so it is the seed that makes them equal.
a=$("$PMC" stat --backend emulated -o /dev/null -- python3 -c 'import os; print(os.urandom(16))')
b=$("$PMC" stat --backend emulated -o /dev/null -- python3 -c 'import os; print(os.urandom(16))')
if [ "$a" != "$b" ] && [ -n "$a" ]; then
	pass "random numbers differ without --deterministic"
else
	fail "random numbers differ without --deterministic"
fi
finish
