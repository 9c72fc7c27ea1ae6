#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# PMC_F_LOG_PROCCSW: the log has what an attached process counted from switch to switch. The child
# of logger -s does more page faults in each step than in the one before, and counts them itself.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
logger=$BUILD/tests/compat/prog/logger
read_log() { python3 tests/compat/pmclog_read.py "$TMP/log"; }

# check WHAT LATE: the log that logger -s has just written. A switch may come so many page faults
# after the child has asked getrusage().
check() {
	local pid pmc value faults sum
	read -r pid pmc value faults <"$TMP/said"
	read_log >"$TMP/read"
	awk '$4 == "csw" { print $5 }' "$TMP/read" >"$TMP/counts"
	is "$(awk '$4 == "csw" { print $6, $7, $8 }' "$TMP/read" | sort -u)" "$pmc $pid $pid" \
		"$1: every switch has the PMC, the process and its thread"
	# The first two steps do more under the translator: code is translated, for which the kernel
	# fills in memory; getrusage() counts that, and page-faults does not.
	is "$(python3 - "$TMP/counts" $2 ${faults#* * } <<-'P'
	import itertools, sys
	sums = set(itertools.accumulate(int(line) for line in open(sys.argv[1])))
	late = range(int(sys.argv[2]) + 1)
	faults = [int(f) for f in sys.argv[3:]]
	print(any(all(any(s + f - faults[0] + n in sums for n in late) for f in faults)
	          for s in sums))
	P
	)" True "$1: the sums are those of getrusage()"
	sum=$(awk '{ s += $1 } END { print s + 0 }' "$TMP/counts")
	ok "$1: $sum up to the last switch, of $value" test "$sum" -ge 868 -a "$sum" -le "$value"
	like "$(cut -d' ' -f4- "$TMP/read")" "(^|"$'\n'")exit $pmc $pid $value("$'\n'"|$)" \
		"$1: and at the end all of it"
	is "$($logger -p "$TMP/log")" "$(cat "$TMP/read")" "$1: pmclog(3) reads the same"
}

if ! $logger -s "$TMP/log" >"$TMP/said"; then
	skip "perf tells this user of no switches: $(cat "$TMP/said")" 13
	finish
	exit
fi
check "natively" 0
# Software events are the kernel's under the translator, too, whose tables get a page or two between
# the call and the switch.
"$PMC" stat --backend emulated -o "$TMP/report" -- $logger -s "$TMP/log" >"$TMP/said"
check "under the translator" 2
is "$("$PMC" stat --backend emulated -o "$TMP/report" -- $logger -s "$TMP/log" instructions)" \
	"pmc_allocate: Operation not supported" "what the translator counts has no switches"
"$BUILD/pmcstat" -W -p page_fault.all sleep 0.1 2>"$TMP/out"
like "$(cat "$TMP/out")" "cswval       0x[0-9a-f]* [0-9]+ [0-9]+ [0-9]+" "pmcstat -W"
"$BUILD/pmcstat" -d -W -p page_fault.all -o "$TMP/out" sh -c 'sleep 0.1; exit 1' 2>"$TMP/err"
if [ -s "$TMP/err" ]; then
	like "$(cat "$TMP/err")" "Operation not supported" "pmcstat -d -W: before Linux 6.13"
else
	ok "pmcstat -d -W: of a process and its child" test \
		"$(awk '$1 == "cswval" { print $4 }' "$TMP/out" | sort -u | wc -l)" -ge 2
fi
finish
