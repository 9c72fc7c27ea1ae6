#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Linux's perf counts events of a PMU by name. A name counts exactly what the generic event counts
# for which it stands on this PMU. The names are those of our catalogues and, where they are built
# in, of libpfm4.
# tests/run: time=400 share=tests/guest/share
. "$(dirname "$0")/../tap.sh"
. "$TOP/tests/guest/guest.sh"
need_rig
need_perf

# The driver for Pentium 4 counts right in Linux 5.10, but not in later kernels (docs/rig.md).
models="zen4${LONG:+ skylake}"
older=${LONG:+pentium4}
if why=$("$TOP/qemu/kernel" 5.10 2>&1); then
	models="$models $older"
else
	skip "no kernel 5.10, so no Pentium 4 either: ${why##*$'\n'}"
fi
one() {
	local instructions branches extra= kernel=6.1
	case $1 in
	skylake)
		instructions=INSTRUCTION_RETIRED branches=skylake::BRANCH_INSTRUCTIONS_RETIRED
		"$PMC" list --model skylake -j INST_RETIRED | grep -q libpfm4 && \
			extra=INST_RETIRED:ANY_P ;;
	zen4) instructions=RETIRED_INSTRUCTIONS branches=zen4::RETIRED_BRANCH_INSTRUCTIONS ;;
	pentium4)
		kernel=5.10
		instructions=instr_retired:NBOGUSNTAG \
			branches=pentium4::branch_retired:MMTP:MMTM:MMNP:MMNM ;;
	esac
	guest "$1" --kernel $kernel --cpu "$1" --add "$PMC" --add "$PROG/loop" --add \
		"$INSIDE/names" -- "$INSIDE/names" \
		"$instructions" "$branches" $extra
}
guests one $models

for m in $models; do
	came_back $m "events by name" || continue
	is "$(got $m model)" "$m" "$m: pmc info knows the processor"
	want=$(expect loop instructions)
	is "$(got $m instructions)" "$want" "$m: instructions by name"
	[ -z "$(got $m extra)" ] || is "$(got $m extra)" "$want" \
		"$m: instructions by a name of libpfm4's"
	branches=$(got $m branches)
	ok "$m: branches by name ($branches)" test "${branches:-0}" -ge "$(expect loop branches)" \
		-a "${branches:-0}" -le $(($(expect loop branches) + 2))
done
finish
