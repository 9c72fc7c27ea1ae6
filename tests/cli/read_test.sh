#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc read where there is no driver: what it says then, and to wrong options. What it reads with a
# driver is tested in guests (tests/guest/driver_test.sh).
. "$(dirname "$0")/../tap.sh"

# said NAME REGEX OPTION...: status 125, a sentence on standard error, and nothing else
said() {
	local name=$1 regex=$2 out rc
	shift 2
	out=$("$PMC" read "$@" 2>"$TMP/err")
	rc=$?
	is "$rc|$out" "125|" "$name: status 125, and no rows"
	like "$(cat "$TMP/err")" "^pmc: $regex" "$name: says why"
	is "$(grep -c ^pmc: "$TMP/err")" 1 "$name: once"
}

said "nothing to read" 'what is to be read: -p PIDS, -t TIDS, or CPUs by -a or -C'
said "a word" "1: 'pmc read' takes no arguments; -p names processes" 1
said "processes and CPUs" \
	'-p and -t read processes and threads, -a and -C whole CPUs; choose one' -p 1 -a
said "threads and a CPU" '-p and -t read processes and threads' -t 1 -C 0
said "all CPUs and one" '-a and -C: -a reads all CPUs; choose one' -a -C 0
said "a CPU, quietly" "--quiet: a CPU's counters are read by that CPU alone" -q -a
said "two formats" '-x and -j: a report has one format; choose one' -p 1 -x, -j
said "an empty separator" '-x: the separator is empty; give one' -p 1 -x ''
if [ -e /dev/pmc ]; then
	skip "this machine has a driver" 21
else
	driver='backend driver: there is no /dev/pmc: the module is not loaded; to fix this, run'
	said "no number" "-p, column 3: 'x'" -p 1,x
	said "no CPU number" "-C, column 1: '0-'" -C 0-
	said "no driver, a process" "$driver" -p $$
	said "no driver, a thread" "$driver" -t $$ -q
	said "no driver, all CPUs" "$driver" -a -x,
	said "no driver, a CPU" "$driver" -C 0 -j
	said "no such process" 'backend driver|-p, column 1: there is no process 999999999' \
		-p 999999999
fi
finish
