#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# The table of exit statuses in pmc(1): its numbers are those of cli/ui/status.h, and each row
# happens as it says. status_test.sh has the statuses of commands and signals in detail.
. "$(dirname "$0")/../tap.sh"

page=$(sed -n '/^\.SH EXIT STATUS/,/^\.SH COMPLETION/p' docs/man/pmc.1 |
	sed -n 's/^\.B \([0-9]*\).*/\1/p' | sort -nu | paste -sd' ')
code=$(sed -n 's/^\tSTATUS_[A-Z_]* = \([0-9]*\),.*/\1/p' cli/ui/status.h | sort -nu | paste -sd' ')
is "$page" "$code" "pmc(1) and status.h have the same numbers"
is "$code" "0 1 125 126 127 128" "and these are they"
pmc() { "$PMC" "$@" </dev/null; }
printf '#!%s/none\n' "$TMP" >"$TMP/script"
chmod +x "$TMP/script"

# n: the command's
for sub in stat summary; do
	status 0 "$sub: the command succeeds" pmc $sub -o "$TMP/o" -- true
	status 42 "$sub: the command's status" pmc $sub -o "$TMP/o" -- sh -c 'exit 42'
	status 1 "$sub: also a small one" pmc $sub -o "$TMP/o" -- false
	status 126 "$sub: a folder is no command" pmc $sub -- /etc
	status 126 "$sub: a file without permission" pmc $sub -- /etc/passwd
	status 127 "$sub: no such command" pmc $sub -- no-such-command
	status 127 "$sub: an interpreter that does not exist" pmc $sub -- "$TMP/script"
	status 143 "$sub: a signal" pmc $sub -o "$TMP/o" -- sh -c 'kill $$'
	status 125 "$sub: an unknown option" pmc $sub --nonesuch -- true
	status 125 "$sub: no command" pmc $sub
done
status 0 "stat: the command that --timeout ended" pmc stat -o "$TMP/o" --timeout 100 -- sleep 20
status 125 "stat: an unknown event" pmc stat -e nonesuch -- true

# Conditions and comparisons
for n in 1000 1200; do
	printf 'int main(void) { for (volatile int i = 0; i < %d; i++) ; return 0; }\n' $n |
		gcc -O1 -x c -o "$TMP/loop$n" -
	pmc stat --deterministic -e instructions:u --save "$TMP/$n.json" -o "$TMP/o" -- \
		"$TMP/loop$n"
done
small=$TMP/1000.json large=$TMP/1200.json condition='instructions:u > +0'
status 0 "compare" pmc compare "$small" "$large"
status 0 "compare: the condition does not hold" pmc compare --fail-if "$condition" "$large" "$small"
status 1 "compare: it holds" pmc compare --fail-if "$condition" "$small" "$large"
status 125 "compare: no such file" pmc compare "$small" "$TMP/none"
status 125 "compare: a condition that is none" pmc compare --fail-if 'much' "$small" "$large"
gate=(-o "$TMP/o" --deterministic -e instructions:u --baseline "$small" --fail-if "$condition")
status 0 "stat --fail-if: it does not hold" pmc stat "${gate[@]}" -- "$TMP/loop1000"
status 1 "stat --fail-if: it holds" pmc stat "${gate[@]}" -- "$TMP/loop1200"

# 0, 1 and 125 of the others
status 0 "list" pmc list
status 1 "list: nothing matches" pmc list zzzznothing
status 125 "list: an unknown model" pmc list --model nonesuch
fits=INST_RETIRED,L2_LINES_IN
status 0 "list --check: they fit" pmc list --model pentium3 --check $fits
status 1 "list --check: they do not" pmc list --model pentium3 --check $fits,L2_IFETCH
status 125 "list --check: an unknown event" pmc list --model pentium3 --check NONESUCH
status 0 "info" pmc info
status 125 "info: an unknown model" pmc info --model nonesuch
status 125 "who: an argument" pmc who nonesuch
status 125 "read: nothing to read" pmc read
status 0 "encode" pmc encode --model pentium3 L2_LINES_IN
status 125 "encode: an unknown event" pmc encode --model pentium3 NONESUCH
status 0 "decode" pmc decode --model pentium3 PerfEvtSel0=0x410024
status 125 "decode: an unknown register" pmc decode --model pentium3 Nonesuch=1
status 0 "stat: a condition does not hold" pmc stat -o "$TMP/o" --fail-if 'task-clock<0' -- true
status 1 "stat: a condition holds" pmc stat -o "$TMP/o" --fail-if 'task-clock>=0' -- true
status 42 "stat: the command failed" pmc stat -o "$TMP/o" --fail-if 'task-clock>=0' -- \
	sh -c 'exit 42'
pmc stat -o "$TMP/o" --save "$TMP/result" -- true
status 0 "compare" pmc compare "$TMP/result" "$TMP/result"
status 1 "compare: a condition holds" pmc compare "$TMP/result" "$TMP/result" \
	--fail-if 'task-clock>=0'
status 125 "compare: no file" pmc compare "$TMP/result" "$TMP/nothing"
status 42 "compare: the command's status" pmc compare -o "$TMP/o" -- true --vs sh -c 'exit 42'
status 0 "help" pmc help
status 125 "help: an unknown subcommand" pmc help nonesuch
status 125 "an unknown subcommand" pmc nonesuch
status 125 "no subcommand" pmc
status 0 "--version" pmc --version
finish
