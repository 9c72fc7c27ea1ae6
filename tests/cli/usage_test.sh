#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# Subcommands, help, version, and the parsing of options.
. "$(dirname "$0")/../tap.sh"

# said NAME WANT-STATUS REGEX COMMAND...: checks the status and standard error
said() {
	local name=$1 want=$2 regex=$3 err rc
	shift 3
	err=$("$@" 2>&1 >/dev/null)
	rc=$?
	is "$rc" "$want" "$name: status $want"
	like "$err" "$regex" "$name: says why"
}

like "$("$PMC" --version)" '^pmc [0-9]+\.[0-9]+\.[0-9]+$' "--version"
is "$("$PMC" --version)" "$("$PMC" -V)" "-V is --version"
status 0 "--help succeeds" "$PMC" --help
like "$("$PMC" --help)" 'pmc stat' "--help goes to standard output and names stat"
is "$("$PMC" help)" "$("$PMC" --help)" "help is --help"
for sub in stat summary list info who; do
	like "$("$PMC" help $sub)" "^usage: pmc $sub" "help $sub"
	is "$("$PMC" $sub --help)" "$("$PMC" help $sub)" "$sub --help is help $sub"
	is "$("$PMC" $sub -h)" "$("$PMC" help $sub)" "$sub -h too"
done
like "$("$PMC" script --help | grep -A1 -e --to)" '\|autofdo
 {33}the format' "help: the description of a long option is below it"
said "no subcommand" 125 '^usage: pmc' "$PMC"
said "a misspelled subcommand" 125 "'?pmc stat'?" "$PMC" stta -- true
said "an unknown subcommand" 125 'frobnicate: no such subcommand' "$PMC" frobnicate
said "help of an unknown subcommand" 125 'frobnicate: no such subcommand' "$PMC" help frobnicate
said "an option before the subcommand" 125 '^pmc: -e: options follow' "$PMC" -e cycles

# Options
said "unknown letter" 125 '^pmc: -Z: no such option' "$PMC" stat -Z -- true
said "unknown word" 125 '^pmc: --bogus: no such option' "$PMC" stat --bogus -- true
said "misspelled word" 125 'did you mean --deterministic' "$PMC" stat --determinstic -- true
said "abbreviation of two" 125 '^pmc: --per: is ambiguous' "$PMC" stat --per -- true
said "missing argument" 125 '^pmc: -e: needs an argument: EVENTS' "$PMC" stat -e
said "missing argument of a word" 125 '^pmc: --event: needs an argument' "$PMC" stat --event
said "argument of a flag" 125 '^pmc: --append: takes no argument' "$PMC" stat --append=x -- true
said "an argument of info" 125 'takes no arguments' "$PMC" info x
said "two formats of list" 125 'choose one' "$PMC" list -jn

# events OPTIONS...: prints the events of the report, without the :u that an ordinary user may get
events() {
	"$PMC" stat -x, --backend perf "$@" -- true 2>&1 >/dev/null | cut -d, -f3 | sed 's/:u$//' \
		| paste -sd' '
}
is "$(events -e page-faults)" page-faults "-e NAME"
is "$(events -epage-faults)" page-faults "-eNAME"
is "$(events --event page-faults)" page-faults "--event NAME"
is "$(events --event=page-faults)" page-faults "--event=NAME"
is "$(events --no-inh -e page-faults)" page-faults "an abbreviation"
is "$(events -e page-faults -e context-switches,task-clock)" \
	"page-faults context-switches task-clock" \
	"-e again and again"
is "$(events -ie page-faults)" page-faults "letters in a bundle, the last with an argument"
is "$("$PMC" stat -x: --backend perf -e page-faults true 2>&1 >/dev/null | cut -d: -f3)" \
	page-faults \
	"without --, the command begins at the first word"
is "$("$PMC" stat -o "$TMP/o" -e page-faults --backend perf echo -e x)" "$(echo -e x)" \
	"what follows the command is the command's"
is "$("$PMC" stat -o "$TMP/o" -e page-faults --backend perf -- printf '%s' -x)" -x "also after --"
status 0 "a flag taken back" "$PMC" stat --no-big-num --no-append -e page-faults -o "$TMP/o" -- true
finish
