#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What a program writes of the engine's tables is filled in a few calls, not page by page.
# tests/run: parallel time=60
. "$(dirname "$0")/../tap.sh"
prog=$BUILD/tests/emu/prog

native=$("$prog/far_apart") || skip_all "the kernel does not tell how many page faults there are"
is "$native" 0 "calls of functions that lie far apart fault on no page natively"
emulated=$("$PMC" stat --backend emulated --no-cache -o "$TMP/report" -- "$prog/far_apart")
ok "and on few that the engine writes for them ($emulated)" test "$emulated" -le 40
recorded=$("$PMC" record -q --no-cache -o "$TMP/data" -- "$prog/far_apart")
ok "and on few that it writes for a profile ($recorded)" test "$recorded" -le 200

# Of 66 pages of counters a thread that does next to nothing passes a few. To add up all of them
# when it ends would make the others: 865 faults.
ended=$("$PMC" stat --backend emulated --no-cache -o "$TMP/report" -- "$prog/ending")
ok "threads end without a look at counters that they have not passed ($ended)" \
	test "$ended" -le 500

# Where the first touch of a filled page costs as much as a fault, what a small program has kept
# lies in large pages. `true` has 330 faults with small ones.
faults() {
	"$PMC" stat --backend emulated -x, -o "$TMP/report" -e page-faults -- /bin/true
	sed -n 's/,.*page-faults.*//p' "$TMP/report"
}
dear=$("$prog/dear") || dear=0
if [ "$dear" -lt 4000 ]; then
	skip "a filled page costs $dear ns here, which is little"
elif grep -q '\[never\]' /sys/kernel/mm/transparent_hugepage/enabled; then
	skip "the kernel has no large pages for programs"
else
	faults >"$TMP/first"
	kept=$(faults)
	ok "a program with kept translations faults on few pages ($kept)" test "$kept" -le 260
fi
finish
