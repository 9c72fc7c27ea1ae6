#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc selftest where there is neither a driver nor /dev/cpu/0/msr, and wrong options. What it tests
# is tested in guests (tests/guest/selftest_test.sh).
. "$(dirname "$0")/../tap.sh"

# said NAME REGEX OPTION...: status 125, a sentence on standard error, and nothing else
said() {
	local name=$1 regex=$2 out rc
	shift 2
	out=$("$PMC" selftest "$@" 2>"$TMP/err")
	rc=$?
	is "$rc|$out" "125|" "$name: status 125, and no output"
	like "$(cat "$TMP/err")" "^pmc: $regex" "$name: says why"
}
said "a word" "all: 'pmc selftest' takes no arguments; -C names a CPU" all
said "no CPU" ".*-C.*: expects a CPU|.*a CPU" -C x
said "a CPU that there is not" "there is no CPU 60000" -C 60000
like "$("$PMC" help selftest)" '-C, --cpu CPU ' "help lists the option"
if [ -e /dev/pmc ] || [ -e /dev/cpu/0/msr ]; then
	skip "this machine has a driver or /dev/cpu/0/msr" 2
else
	said "no way to the registers" '.*(neither the driver|CPUID announces no counters)'
fi
finish
