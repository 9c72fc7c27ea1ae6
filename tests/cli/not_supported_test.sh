#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# Events that cannot be counted here: they are <not supported> with a reason, the others are counted
# and the status is the command's; --strict fails before the start; a name that is no event stays an
# error. --all-user.
. "$(dirname "$0")/../tap.sh"

s() { "$PMC" stat "$@"; }
# no event of the instruction stream, so the emulator cannot count it on any machine
no=bus-cycles

out=$(s --backend emulated -e instructions,$no -- sh -c 'echo ran; exit 6' 2>&1)
is $? 6 "the status is the command's"
like "$out" $'(^|\n)ran\n' "the command ran"
like "$out" $'\n +[0-9]+ +instructions:u' "the other event is counted"
like "$out" $'\n +<not supported> +'$no "the event is <not supported>"
like "$out" $'\n <not supported>: .bus-cycles. does not show in the instruction stream' \
	"the reason stands below the table"
out=$(s --backend emulated -x, -e instructions,$no -- true 2>&1)
like "$out" '^[0-9]+,,instructions:u,' "-x: counted"
like "$out" $'\n<not supported>,,'$no',' "-x: not supported"
like "$out" $'\n# <not supported>: .bus-cycles. does not' "-x: the reason is in a comment"
out=$(s --backend emulated -j -e instructions,$no -- true 2>&1)
like "$out" '"counter-value" : "<not supported>"' "-j: not supported"
like "$out" '"reason" : ".bus-cycles. does not' "-j: the reason is in its object"
out=$(s --backend emulated -e "{instructions,$no}" -- true 2>&1)
like "$out" $'\n +[0-9]+ +instructions:u' "a group: its other event is counted"

# Nothing can be counted: the command runs all the same. Without one, there is nothing to do.
out=$(s --backend emulated -e $no -- sh -c 'echo ran; exit 6' 2>&1)
is $? 6 "nothing can be counted: the status is the command's"
like "$out" $'(^|\n)ran\n.*<not supported> +'$no "nothing can be counted: the command runs"
sleep 60 &
victim=$!
status 125 "nothing can be counted and there is no command: that is an error" s --backend perf \
	--timeout 100 -p $victim -e loads
like "$(s --backend perf --timeout 100 -p $victim -e loads 2>&1)" '^pmc: -e, column 1: .*loads' \
	"… with the reason"
kill $victim

# --strict
rm -f "$TMP/ran"
out=$(s --strict --backend emulated -e instructions,$no -- touch "$TMP/ran" 2>&1)
is $? 125 "--strict: status 125"
like "$out" '^pmc: -e, column 14: .bus-cycles. does not show' "--strict: the place and the reason"
ok "--strict: the command did not start" test ! -e "$TMP/ran"
status 0 "--strict: events that can be counted" s --strict --backend emulated -e instructions -- \
	true

# A typo stays an error, whatever else could be counted.
rm -f "$TMP/ran"
for e in instrucions instructions,cylces instructions:q '{instructions'; do
	status 125 "$e: an error" s -e "$e" -- touch "$TMP/ran"
done
ok "… and the command did not start" test ! -e "$TMP/ran"

# Without --backend, the one that can count most of the events counts.
backend() { s "$@" -- true 2>&1 | sed -n '3s/^ \([a-z]*\): .*/\1/p'; }
if "$PMC" info -j | grep -q '"name" : "perf", "hardware" : false'; then
	is "$(backend -e instructions,cycles)" emulated "no PMU: instructions need the emulator"
	out=$(s -e instructions,cycles -- true 2>&1)
	is $? 0 "no PMU: instructions,cycles succeeds"
	like "$out" '[0-9] +instructions:u.*<not supported> +cycles' \
		"no PMU: one is counted, one is not"
	is "$(backend -e task-clock,cycles)" perf \
		"no PMU: beside software events alone, cycles need no emulator"
	out=$(s -e cycles -- true 2>&1)
	is $? 0 "no PMU: cycles alone"
	unlike "$out" 'estimated' "no PMU: for cycles alone nothing is translated"
else
	skip "this machine has a PMU" 6
fi
is "$(backend -e calls,instructions)" emulated "calls need the emulator everywhere"

# --all-user
out=$(s --backend emulated --all-user -x, -e instructions,branches:u,page-faults -- true 2>&1)
like "$out" '^[0-9]+,,instructions:u,.*,,branches:u,.*,,page-faults,' \
	"--all-user: :u where there is no ring, and software events as they are"
out=$(s --backend emulated --all-user --strict -e instructions:k -- true 2>&1)
is "$(grep -c 'user mode' <<<"$out")" 1 "--all-user: an event with a ring keeps it"
finish
