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

# Without --deterministic, random numbers differ, so it is the seed that makes them equal.
a=$("$PMC" stat --backend emulated -o /dev/null -- python3 -c 'import os; print(os.urandom(16))')
b=$("$PMC" stat --backend emulated -o /dev/null -- python3 -c 'import os; print(os.urandom(16))')
if [ "$a" != "$b" ] && [ -n "$a" ]; then
	pass "random numbers differ without --deterministic"
else
	fail "random numbers differ without --deterministic"
fi
finish
