#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: time=300
# With --as-perf the checks of `perf stat -x` and `perf stat -j` that come with Linux's perf pass;
# and the parts of the topology have the names and the sums that perf gives them.
. "$(dirname "$0")/../tap.sh"

# The checks call perf; here is one that calls pmc.
mkdir "$TMP/bin"
cat >"$TMP/bin/perf" <<W
#!/bin/sh
[ "\$1" = stat ] || exit 99
shift
exec "$PMC" stat --as-perf "\$@"
W
chmod +x "$TMP/bin/perf"

for name in stat+csv_output.sh stat+json_output.sh; do
	lint=
	for folder in /usr/lib/perf-core /usr/libexec/perf-core /usr/lib/linux-tools/*/perf-core; do
		[ ! -e "$folder/tests/shell/$name" ] || lint=$folder/tests/shell/$name
	done
	if [ -z "$lint" ]; then
		skip "perf's $name is not installed" 3
		continue
	fi
	out=$(PATH=$TMP/bin:$PATH bash "$lint" 2>&1)
	is $? 0 "perf's $name passes" || note "$out"
	n=$(grep -c '\[Success\]' <<<"$out")
	if [ "$(id -u)" = 0 ]; then
		is "$n" 10 "… all ten parts of it" || note "$out"
	else
		skip "not root: perf's checks leave out CPUs"
	fi
	# The checks see a wrong line: ours without --as-perf has one more field.
	sed -i 's/ --as-perf//' "$TMP/bin/perf"
	PATH=$TMP/bin:$PATH bash "$lint" >/dev/null 2>&1
	is "$([ $? != 0 ] && echo fails)" fails "… and would fail on other lines"
	sed -i 's/ stat "/ stat --as-perf "/' "$TMP/bin/perf"
done

if ! "$PMC" stat -a -x, -e cpu-clock -o "$TMP/o" -- true 2>/dev/null; then
	skip "CPUs cannot be counted here" 14
	finish
fi
names() {
	"$PMC" stat -a -x, "$@" -e cpu-clock,context-switches -- sleep 0.1 2>&1 | cut -d, -f1 | uniq
}
cpus=$(getconf _NPROCESSORS_ONLN)
for o in core die socket node; do
	out=$("$PMC" stat -a -x, --per-$o -e cpu-clock,context-switches -- sleep 0.1 2>&1)
	is "$(awk -F, '/context-switches/ { n += $2 } END { print n }' <<<"$out")" "$cpus" \
		"--per-$o: each CPU is in one part"
	# cpu-clock of a part runs on each of its CPUs.
	ok "--per-$o: the counts of a part are the sum of its CPUs" awk -F, '
		/cpu-clock/ { ms = $3 / $2; if (ms < 90 || ms > 2000) bad = 1; n++ }
		END { exit bad || !n }' <<<"$out"
	if perf stat -a -x, --per-$o -e cs -- true >"$TMP/perf" 2>&1; then
		is "$(names --per-$o)" "$(cut -d, -f1 "$TMP/perf")" "--per-$o: the names of perf"
	else
		skip "perf cannot count CPUs here"
	fi
done
like "$("$PMC" stat -a --per-socket -e context-switches -- true 2>&1)" \
	$'\nS0 +'"[0-9]+"' +[0-9]+ +context-switches' "the table has them, too"
like "$("$PMC" stat -a -j --per-core -e context-switches -- true 2>&1)" \
	'^\{"core" : "S[0-9]+-D[0-9]+-C[0-9]+", "aggregate-number" : [0-9]+, "counter-value"' \
	"-j: the keys of perf"
finish
