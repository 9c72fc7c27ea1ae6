#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# pmc record: its file, its status, and its sentences for bad input.
# tests/run: parallel
. "$(dirname "$0")/../tap.sh"
cd "$TMP" || exit 1

"$PMC" record -- sh -c 'exit 3' >out 2>err
is "$?" 3 "the status is the command's"
like "$(cat err)" \
	'^\[ pmc record: pmc\.data: [0-9.]+ KiB; [0-9]+ instructions of 1 process, exact \]$' \
	"a line says what was written"
first=$(md5sum <pmc.data)
"$PMC" record -q -- true >out 2>err
is "$? $(cat out err)" "0 " "-q prints nothing"
is "$(md5sum <pmc.data.old)" "$first" "the earlier file is kept"
"$PMC" record -q -o other.data -- true && ok "-o names the file" test -s other.data
"$PMC" record -q -- sh -c 'kill -9 $$' 2>/dev/null
is "$?" 137 "a command that is killed has its status"
ok "and a profile" "$PMC" report -i pmc.data --stdio

total() {
	"$PMC" report -i "$1" --stdio --sort comm -t '|' 2>/dev/null
}
"$PMC" record -q -o all.data -- sh -c 'ls / >/dev/null; :'
"$PMC" record -q -i -o one.data -- sh -c 'ls / >/dev/null; :'
like "$(total all.data)" 'ls' "children are recorded"
is "$(total one.data | grep -c '|ls')" 0 "but not with -i"

refused() {
	local want=$1 what=$2
	shift 2
	"$PMC" record "$@" >out 2>err
	is "$? $(head -n 1 err)" "125 pmc: $want" "$what"
}
refused "nothing to record: give a command (pmc record -- COMMAND) or one of -p, -t, -a, -C" \
	"no command"
needs="--cpu-features, --clock, --env and --env-all: say what --deterministic fixes, so they"
refused "$needs need it" "what --deterministic fixes needs it" --env HOME -- true
before=$(md5sum <pmc.data)
mkdir spare
TMPDIR=$PWD/spare "$PMC" record -o /nonexistent/pmc.data -- true >out 2>err
is "$?" 125 "a file that cannot be written"
like "$(cat err)" '/nonexistent/pmc\.data' "is named"
like "$(cat err)" "; the whole profile is in $PWD/spare/pmc-[A-Za-z0-9]+/pmc\.data instead\$" \
	"and the profile is kept elsewhere"
ok "where it is whole" "$PMC" report -i spare/pmc-*/pmc.data --stdio
"$PMC" record -- ./nothing-here >out 2>err
is "$?" 127 "a command that is not found"
is "$(md5sum <pmc.data)" "$before" "leaves the earlier file alone"
if mkdir full && mount -t tmpfs -o size=8k none full 2>/dev/null; then
	echo earlier >full/pmc.data
	TMPDIR=$PWD/full "$PMC" record -o full/pmc.data -- true >out 2>err
	is "$? $(cat full/pmc.data)" "125 earlier" "a full disk leaves the earlier file alone"
	like "$(cat err)" 'full/pmc\.data.*No space left' "and is named"
	kept=$(sed -n 's/.*; the whole profile is in \(.*\) instead$/\1/p' err)
	is "$(ls full)" pmc.data "nothing else is left there"
	ok "the profile is kept on another one" "$PMC" report -i "$kept" --stdio
	[ -z "$kept" ] || rm -r "${kept%/pmc.data}"
	umount full
else
	skip "a full disk: no file system can be mounted here" 4
fi
finish
