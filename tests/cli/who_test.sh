#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc who where there is no driver: what it says then, and to wrong options. What it shows with a
# driver is tested in guests (tests/guest/driver_test.sh, stat_test.sh).
. "$(dirname "$0")/../tap.sh"

# said NAME REGEX OPTION...: status 125, a sentence on standard error, and nothing else
said() {
	local name=$1 regex=$2 out rc
	shift 2
	out=$("$PMC" who "$@" 2>"$TMP/err")
	rc=$?
	is "$rc|$out" "125|" "$name: status 125, and no list"
	like "$(cat "$TMP/err")" "^pmc: $regex" "$name: says why"
	is "$(grep -c ^pmc: "$TMP/err")" 1 "$name: once"
}

said "a word" "cpu0: 'pmc who' takes no arguments; -C names CPUs" cpu0
said "two formats" '-x and -j: a report has one format; choose one' -x, -j
said "an empty separator" '-x: the separator is empty; give one' -x ''
said "no number" "-C, column 3: 'x': expects CPU numbers and ranges, as in 0,2-5" -C 0,x
said "half a range" "-C, column 1: '0-': expects CPU numbers" -C 0-
said "an unknown option" '--all: no such option' --all
# Another maker's processor has no such files.
no_file="$TMP/none: (.*No such file|files of events are for Intel's cores only)"
said "no file of events" "$no_file" --events-file "$TMP/none"
PMC_EVENTS=$TMP/none said "no file of events in the environment" "$no_file"
like "$("$PMC" help who)" '-C, --cpu CPUS .*-x, --field-separator SEP .*-j, --json-output .*' \
	"help lists the options"

driver='backend driver: there is no /dev/pmc: the module is not loaded; to fix this, run as root: '
if [ -e /dev/pmc ]; then
	skip "this machine has a driver" 15
else
	said "no driver" "${driver}modprobe pmc"
	said "no driver, lines of fields" "$driver" -x,
	said "no driver, JSON" "$driver" -j
	said "no driver, CPU 0" "$driver" -C 0
	said "no driver, no such CPU" '-C, column 1: there is no CPU 65000' -C 65000
fi
finish
