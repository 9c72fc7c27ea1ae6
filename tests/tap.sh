# SPDX-License-Identifier: BSD-2-Clause
# TAP for test scripts in bash. A test script looks like this:
#
#	#!/usr/bin/env bash
#	. "$(dirname "$0")/../tap.sh"
#	is "$("$PMC" --version)" "pmc 0.1.0" "it prints its version"
#	ok "true succeeds" "$PMC" stat -o "$TMP/out" -- true
#	status 127 "a command that does not exist" "$PMC" stat -- /nonexistent
#	like "$(cat "$TMP/out")" 'instructions' "the report names instructions"
#	finish
#
# Set for the script: TOP (the source tree), BUILD (its build folder), PMC (the command), all
# absolute, and TMP (an empty folder of its own, removed at the end). The locale is C. The script
# starts in TOP. A comment in it tells tests/run how to run it (time limit, in parallel); see there.

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=${BUILD:-$TOP/build}
case $BUILD in /*) ;; *) BUILD=$TOP/$BUILD ;; esac
PMC=$BUILD/pmc
TMP=$(mktemp -d "${TMPDIR:-/tmp}/pmc-test.XXXXXX") || exit 1
# pmc's cache of symbols is the test's own; that of the rig stays where it is.
PMC_RIG_CACHE=${PMC_RIG_CACHE:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/pmc}
XDG_CACHE_HOME=$TMP.cache
export TOP BUILD PMC TMP LC_ALL=C PMC_RIG_CACHE XDG_CACHE_HOME
tap_pid=$BASHPID tap_run=0 tap_failed=0
trap '[ "$BASHPID" != "$tap_pid" ] || rm -rf "$TMP" "$TMP.cache"' EXIT
cd "$TOP" || exit 1

# note TEXT: write lines for the reader of the log
note() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

# copy_build FOLDER: makes a copy of the build, so that another make finds nothing to compile, and
# the tests beside this one keep theirs
copy_build() {
	mkdir "$1"
	cp -a "$BUILD"/{flags,prefix,symbols,curses,obj,emu-core,pfm} "$1" 2>/dev/null
}

# pass NAME, fail NAME: print one result
pass() {
	tap_run=$((tap_run + 1))
	printf 'ok %d - %s\n' "$tap_run" "${1//\#/=}"
}
fail() {
	tap_run=$((tap_run + 1)) tap_failed=$((tap_failed + 1))
	printf 'not ok %d - %s\n' "$tap_run" "${1//\#/=}"
	note "  failed at ${BASH_SOURCE[-1]}:${BASH_LINENO[-2]}"
	return 1
}

# ok NAME COMMAND...: passes when the command succeeds; its output is shown when it does not
ok() {
	local name=$1 out rc
	shift
	out=$("$@" 2>&1)
	rc=$?
	if [ $rc = 0 ]; then
		pass "$name"
	else
		fail "$name"
		note "  exit status $rc: $*"
		note "$out"
		return 1
	fi
}

# status WANT NAME COMMAND...: passes when the command's exit status is WANT
status() {
	local want=$1 name=$2 out rc
	shift 2
	out=$("$@" 2>&1)
	rc=$?
	if [ "$rc" = "$want" ]; then
		pass "$name"
	else
		fail "$name"
		note "  exit status $rc, want $want: $*"
		note "$out"
		return 1
	fi
}

# is GOT WANT NAME: passes when both strings are equal
is() {
	if [ "$1" = "$2" ]; then
		pass "$3"
	else
		fail "$3"
		note "  got:  $1"
		note "  want: $2"
		return 1
	fi
}

# like TEXT REGEX NAME, unlike TEXT REGEX NAME: extended regular expression (bash's =~)
like() {
	if [[ $1 =~ $2 ]]; then
		pass "$3"
	else
		fail "$3"
		note "  does not match $2: $1"
		return 1
	fi
}
unlike() {
	if [[ $1 =~ $2 ]]; then
		fail "$3"
		note "  matches $2: $1"
		return 1
	else
		pass "$3"
	fi
}

# skip REASON [N]: skip N checks (1) that cannot run here
skip() {
	local n=${2:-1}
	while [ "$n" -gt 0 ]; do
		tap_run=$((tap_run + 1)) n=$((n - 1))
		printf 'ok %d # SKIP %s\n' "$tap_run" "$1"
	done
}

# skip_all REASON: end the script, none of whose checks can run here
skip_all() {
	printf '1..0 # SKIP %s\n' "$1"
	exit 0
}

# finish: print the plan and exit, with 0 when all checks passed, else 1
finish() {
	printf '1..%d\n' "$tap_run"
	[ "$tap_failed" = 0 ] && [ "$tap_run" -gt 0 ]
	exit
}
