#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# `go tool pprof` (Debian's package golang-go) reads what `pmc script --to pprof` writes of real
# programs: an interpreter, a shell with children, a program with inlined functions. The totals of
# every event are equal, and so are the functions' counts.
# tests/run: time=600
. "$(dirname "$0")/../tap.sh"

command -v go >/dev/null || skip_all "go is missing (Debian's package golang-go)"
python=/usr/bin/python3
[ -x $python ] || python=$(command -v python3)
pprof() {
	HOME=$TMP PPROF_BINARY_PATH=$TMP go tool pprof "$@" 2>&1
}

cat >"$TMP/a.c" <<'END'
#include <stdio.h>
static int table[64];
static int twice(int x) { return 2 * x + table[x & 7]; }
static int step(int i)
{
	int s = 0;

	for (int k = 0; k < 10; k++) {
		s += twice(i + k);
		table[k] = s & 63;
	}
	return s;
}
int main(void)
{
	int s = 0;

	for (int i = 0; i < 1000; i++)
		s = s * 31 + step(i);
	printf("%d\n", s);
	return 0;
}
END
gcc -O2 -g -o "$TMP/a" "$TMP/a.c" || exit 1

# What `go tool pprof -raw` has of each event: its name and the sum over all samples.
sums() {
	pprof -raw "$1" | awk '
		/^Samples:/ {
			getline
			for (k = 1; k <= NF; k++) { sub(/\/.*/, "", $k); name[k] = $k }
			n = NF; inside = 1; next }
		/^Locations/ { exit }
		inside && /:/ { sub(/:.*/, ""); for (k = 1; k <= NF; k++) sum[k] += $k }
		END { for (k = 1; k <= n; k++) printf "%s %d\n", name[k], sum[k] }'
}

# What it has of each function with a plain name, by the innermost one of each location: count of
# the first event, name.
functions() {
	pprof -raw "$1" | awk '
		/^Samples:/ { part = 1; getline; next }
		/^Locations/ { part = 2; next }
		/^Mappings/ { part = 3 }
		part == 1 { n[$NF] += $1 }
		part == 2 && /^ *[0-9]+: 0x/ { id = $1; sub(/:/, "", id)
			if ($4 ~ /^[A-Za-z_0-9]+$/ && $6 ~ /^s=/) sum[$4] += n[id] }
		END { for (f in sum) printf "%d %s\n", sum[f], f }' | sort
}

# compare NAME COMMAND...: records the command, and compares pprof's sums with those of pmc.
compare() {
	local name=$1
	shift
	"$PMC" record -q -o "$TMP/$name.data" -- "$@" >/dev/null || exit 1
	"$PMC" script -i "$TMP/$name.data" --to pprof -o "$TMP/$name.pb.gz" || exit 1
	"$PMC" script -i "$TMP/$name.data" >"$TMP/text" || exit 1
	sums "$TMP/$name.pb.gz" >"$TMP/sums"
	is "$(cat "$TMP/sums")" "$(awk -F'\t' '$1 == "event" { print $3, $5 }' "$TMP/text")" \
		"$name: the sums of all events"
	like "$(pprof -top -sample_index=loads:u "$TMP/$name.pb.gz")" \
		"File: $(basename "$1").*of $(awk '/^loads:u/ { print $2 }' "$TMP/sums") total" \
		"$name: the name of the program, and the total of loads"
}

compare python3 "$(readlink -f "$python")" -S -c 'print(sorted(str(i) for i in range(2000))[7])'
compare dash "$(readlink -f /bin/sh)" -c 'for i in 1 2 3; do ls / >/dev/null; done'
compare a "$TMP/a"
"$PMC" report -i "$TMP/a.data" --stdio --inline -s function >"$TMP/report" || exit 1
awk '$1 ~ /%$/ && $3 ~ /^[A-Za-z_][A-Za-z_0-9]*$/ && (NF == 3 || $4 == "(inlined)") {
	gsub(",", "", $2); sum[$3] += $2 }
	END { for (f in sum) printf "%d %s\n", sum[f], f }' "$TMP/report" | sort >"$TMP/want"
is "$(functions "$TMP/a.pb.gz")" "$(cat "$TMP/want")" "a: every function, each with its count"
ok "these are many, and inlined ones are among them" \
	awk '/ (twice|step)$/ { n++ } END { exit !(n == 2 && NR > 20) }' "$TMP/want"
finish
