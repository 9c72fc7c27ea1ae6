#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What is kept of a program that says by its first argument what a process of it is there for
# (emu/heritage/role.h), and of processes that are told to end while they leave it.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/emu/kept.sh"
prog=$BUILD/tests/emu/prog

run() {
	"$PMC" stat --backend emulated -o "$TMP/report" -- "$@"
}
# has: how many traces are kept of each process that was not of before, in hundreds
has() {
	local file
	for file in "$folder"/*-*; do
		echo $((0x$(echo "${file##*/}" | cut -d- -f5) / 100))
	done | sort -n | tr '\n' ' '
}

run "$prog/some_of" 1000
plain=$(has)
run "$prog/some_of" --type=one 2000
run "$prog/some_of" --type=other 3000
run "$prog/some_of" -contentproc 4000
set -- $(has)
is $# 4 "each role has a file of its own"
is "$1 " "$plain" "… beside that of the program without"
ok "… which has nothing of the others ($*)" \
	test $(($2 - $1)) -lt 20 -a $(($3 - $2)) -lt 20 -a $(($4 - $3)) -lt 20
before=$(has)
run "$prog/some_of" --type=one 2000
run "$prog/some_of" --type=other 3000
run "$prog/some_of" -contentproc 4000
is "$(has)" "$before" "… and each process begins with its own"
is "$(kept_took run "$prog/some_of" --other 1000)" took "other arguments name no role"
is "$(has)" "$before" "… and leave nothing"

rm -rf "$folder"
for i in 1 2 3 4 5; do
	run "$prog/killed_late"
	echo $?
done >"$TMP/statuses"
is "$(sort -u "$TMP/statuses")" 3 "SIGTERM does not end a process that has begun to end"
finish
