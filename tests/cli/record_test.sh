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
mkdir spare goes
refused "-o /nonexistent/pmc.data: cannot write the file: No such file or directory" \
	"a folder that is not there" -o /nonexistent/pmc.data -- touch ran
refused "-o spare: cannot write the file: Is a directory" "a folder" -o spare -- touch ran
ok "the command does not run then" test ! -e ran
TMPDIR=$PWD/spare "$PMC" record -o goes/pmc.data -- rmdir goes >out 2>err
is "$?" 125 "a file that cannot be written"
like "$(cat err)" 'goes/pmc\.data' "is named"
like "$(cat err)" "; the whole profile is in $PWD/spare/pmc-[A-Za-z0-9]+/pmc\.data instead\$" \
	"and the profile is kept elsewhere"
ok "where it is whole" "$PMC" report -i spare/pmc-*/pmc.data --stdio
"$PMC" record -- ./nothing-here >out 2>err
is "$?" 127 "a command that is not found"
is "$(md5sum <pmc.data)" "$before" "leaves the earlier file alone"

# ---- A disk that is full ----

# usage: fill MOUNT OPTION...: records onto a full disk, in this name space or in one of its own
mkdir full
cat >fill <<'END'
mount -t tmpfs -o size=4k none full || exit 1
echo earlier >full/pmc.data
TMPDIR=$PWD/full "$PMC" record -o full/pmc.data "$@" -- ls / >out 2>err
echo "$? $(cat full/pmc.data)" >status
ls full >left
umount full
END
export PMC
by=(sh fill)
"${by[@]}" 2>/dev/null || by=(unshare -Urm sh fill)
full() {
	local what=$1
	shift
	if ! "${by[@]}" "$@" 2>/dev/null; then
		skip "a full disk: no file system can be mounted here" 4
		return
	fi
	is "$(cat status)" "125 earlier" "a full disk leaves the earlier file alone: $what"
	like "$(cat err)" 'full/pmc\.data.*No space left' "and is named"
	is "$(cat left)" pmc.data "nothing else is left there"
	kept=$(sed -n 's/.*; the whole profile is in \(.*\) instead$/\1/p' err)
	ok "the profile is kept on another one" "$PMC" report -i "$kept" --stdio
	[ -z "$kept" ] || rm -r "${kept%/pmc.data}"
}
full "an exact profile"
full "samples without a PMU" -e instructions:u -c 100
full "a call tree" --call-graph exact
if "$PMC" record -q -e cpu-clock:u -c 100000 -o some.data -- true 2>/dev/null; then
	full "samples of perf" -e cpu-clock:u -c 100000
	echo earlier >limited.data
	(ulimit -f 0 && TMPDIR=$TMP "$PMC" record -e cpu-clock:u -c 100000 -o limited.data -- \
		ls / >out 2>&3) 3>&1 | cat >err
	is "${PIPESTATUS[0]} $(cat limited.data)" "125 earlier" \
		"so does a limit on the sizes of files"
	like "$(cat err)" 'limited\.data: File too large.* so it is lost$' "which is named"
else
	skip "samples of perf on a full disk: perf does not sample here" 6
fi

if mknod null c 1 3 2>/dev/null; then
	"$PMC" record -q -o null -- true
	ok "a device stays a device" test "$?" = 0 -a -c null -a ! -e null.old
else
	skip "a device: none can be made here"
fi

# ---- Pipes ----

"$PMC" record -o - -- echo said 2>err | "$PMC" report -i - --stdio >out
like "$(cat out)" '^# exact profile of echo said, from /dev/stdin' "a report reads standard input"
is "$(head -n 1 err)" said "what the command prints goes to standard error"
like "$(tail -n 1 err)" '^\[ pmc record: standard output; [0-9]+ instructions' \
	"a line says where it went"
"$PMC" record -q -o - --deterministic -- true >piped.data
"$PMC" record -q -o true.data --deterministic -- true
for sub in annotate "script --to collapsed"; do
	is "$("$PMC" $sub -i - <piped.data | tail -n +2 | md5sum)" \
		"$("$PMC" $sub -i true.data | tail -n +2 | md5sum)" "$sub reads it, too"
done
mkdir pipe
TMPDIR=$PWD/pipe "$PMC" record -o - -- true 2>err | true
sleep 0.2
like "$(cat err)" \
	"^pmc: cannot write the profile: Broken pipe; the whole profile is in $PWD/pipe/" \
	"a reader that is gone costs no profile"
is "$(script -qec "'$PMC' record -o - -- touch ran" /dev/null | tr -d '\r')" \
	"pmc: -o -: this is a terminal; pipe the profile to a program that reads it, as in \
pmc record -o - COMMAND | pmc report -i -" "a terminal is no place for a profile"
ok "and the command does not run" test ! -e ran
like "$(script -qec "'$PMC' report -i -" /dev/null)" '^pmc: -: standard input is a terminal' \
	"nor does a profile come from there"

# ---- As perf has it ----

is "$("$PMC" report -q --stdio | grep -c '^#')" 0 "report -q leaves comments out"
is "$("$PMC" report -q -t, | grep -c '^#')" 0 "of lines of fields, too"
is "$("$PMC" report -q --stdio | md5sum)" "$("$PMC" report --stdio | grep -v '^#' | md5sum)" \
	"and nothing else"
is "$("$PMC" annotate -q | sed '/./,$!d' | md5sum)" \
	"$("$PMC" annotate | sed -n '/^# [^ ]* in [^ ]*: /,$p' | md5sum)" \
	"annotate -q begins with the first function"
is "$("$PMC" diff -q all.data one.data | grep -c '^#')" 0 "diff -q"
ok "which shows what changed" test "$("$PMC" diff -q all.data one.data | wc -l)" -gt 1
"$PMC" record -q --per-thread -o one.data -- sh -c 'ls / >/dev/null; :'
is "$(total one.data | grep -c '|ls')" 0 "--per-thread leaves out children"
spin='i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done'
"$PMC" record -q -e task-clock:u,cs -o sampled.data -- sh -c "$spin" 2>err
like "$("$PMC" report -i sampled.data --stdio)" '^# sampled profile of sh' \
	"-e samples what happens at no instruction"
finish
