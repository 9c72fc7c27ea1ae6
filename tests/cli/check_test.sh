#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# pmc list --check: plans, multiplexing, and sets that cannot be counted.
. "$(dirname "$0")/../tap.sh"

check() { "$PMC" list --model "$1" --check "$2" "${@:3}" 2>&1; }

is "$(check pentium3 cycles,instructions)" "Pentium III: all events fit at once.
  counter 0   cycles
  counter 1   instructions" "two events on two counters"
status 0 "they fit: status 0" "$PMC" list --model pentium3 --check cycles,instructions

out=$(check pentium3 CPU_CLK_UNHALTED,INST_RETIRED,FLOPS)
like "$out" \
	'CPU_CLK_UNHALTED, INST_RETIRED and FLOPS cannot be counted together:'\
' they need 3 counters' \
	"three do not fit"
like "$out" $'in 2 time slices:' "in turn"
like "$out" $'slice 2\n.*counter 0   FLOPS' "FLOPS in its turn, on the counter that can"
status 1 "they do not: status 1" "$PMC" list --model pentium3 --check \
	CPU_CLK_UNHALTED,INST_RETIRED,FLOPS

# Pentium 4: a unit has two ESCRs, so two of its events fit and a third does not.
bsq=BSQ_cache_reference
out=$(check pentium4 "$bsq:RD_2ndL_MISS,$bsq:RD_2ndL_HITS")
like "$out" 'all events fit at once' "two ESCRs"
out=$(check pentium4 "$bsq:RD_2ndL_MISS,$bsq:RD_2ndL_HITS,$bsq:RD_3rdL_MISS")
like "$out" 'different values in MSR_BSU_ESCR0 and MSR_BSU_ESCR1' "three: which ESCRs"
is "$(check pentium4 branch_retired:MMNP,instr_retired:NBOGUSTAG:ext_cascade,uops_retired:NBOGUS)" \
	"Pentium 4, models 0 to 2: all events fit at once.
  counter 16  branch_retired:MMNP
  counter 12  instr_retired:NBOGUSTAG:ext_cascade
  counter 14  uops_retired:NBOGUS" \
	"a cascade: 16 starts 12; the other event of that unit is on the other ESCR"
like "$(check pentium4 uops_retired:NBOGUS:cascade)" \
	'there is no event before it whose overflow could start it' \
	"nothing starts it"
like "$(check pentium4 \
	execution_event:NBOGUS0:from=packed_SP_uop,execution_event:NBOGUS0:from=scalar_SP_uop)" \
	'different values in MSR_FIRM_ESCR0, MSR_FIRM_ESCR1,'\
' MSR_CRU_ESCR2, MSR_CRU_ESCR3 and tag 0' \
	"one tag for two things"
out=$(check pentium4 "pentium4::$bsq:RD_2ndL_MISS,instructions")
like "$out" 'fit at once' "an event that carries its model"

# Events that have a fixed counter use it.
is "$(check skylake '{cycles,instructions},branches' -j)" \
	'{"model": "skylake", "fits": true, "slices": [[{"event": "cycles", "counter": 33},'\
' {"event": "instructions", "counter": 32},'\
' {"event": "branches", "counter": 0}]], "reason": ""}' \
	"JSON, and fixed counters"
like "$(check pentium3 cycles,instructions,branches -j)" '"fits": false.*"reason": "cycles' \
	"JSON of a set in turns"

# Counters that the user chooses, general beside fixed.
is "$(check skylake instructions,cycles,r00c0:counter=2,r003c:general)" \
	"Skylake to Comet Lake: all events fit at once.
  fixed 0     instructions
  fixed 1     cycles
  counter 2   r00c0:counter=2
  counter 0   r003c:general" "an event on the counter that was chosen"
like "$(check skylake '{instructions,cycles:counter=33}:general')" \
	$'counter 0   instructions\n  fixed 1     cycles' "a group's choice, and one of its own"
like "$(check skylake instructions:counter=1,cycles:counter=1)" 'need 2 counters' \
	"two events on one counter"
like "$(check skylake branches:fixed)" 'no fixed counter can count it; these can: 0, 1, 2, 3' \
	"none that can"
like "$(check pentium3 FLOPS:counter=1)" 'the chosen counter cannot count it; these can: 0' \
	"another than the one that can"
like "$(check pentium4 instr_retired:NBOGUSTAG:counter=17)" 'counter 17  instr' \
	"Pentium 4: the last counter"
for n in 33 fixed1; do
	like "$("$PMC" encode cycles --model skylake --counter $n)" 'encoded for counter fixed 1' \
		"encode --counter $n"
done
status 125 "encode --counter 64" "$PMC" encode cycles --model skylake --counter 64

# Sets that cannot be counted at all
like "$(check pentium3 '{CPU_CLK_UNHALTED,INST_RETIRED,FLOPS}')" 'cannot be counted together' \
	"a group of three"
status 125 "a group that does not fit: status 125" "$PMC" list --model pentium3 --check \
	'{CPU_CLK_UNHALTED,INST_RETIRED,FLOPS}'
like "$(check pentium3 CPU_CLK_UNHALTED,nonsense)" "column 18: unknown event 'nonsense'" \
	"an unknown event"
like "$(check pentium9 cycles)" 'pentium9' "an unknown model"
like "$(check tsc cycles)" "." "a PMU without counters"
status 125 "a PMU without counters: status 125" "$PMC" list --model tsc --check cycles
finish
