#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel
# A mistake in an event, a register, a model or a file of events: every subcommand reports it in one
# sentence with its place, prints nothing on standard output, and returns 125.
. "$(dirname "$0")/../tap.sh"

# refused REGEX ARGUMENTS...: pmc ARGUMENTS fails with a message that matches
refused() {
	local regex=$1 err rc
	shift
	err=$("$PMC" "$@" 2>&1 >"$TMP/out")
	rc=$?
	is "$rc" 125 "pmc $*: status 125"
	like "$err" "$regex" "pmc $*: the sentence"
	like "$err" '^pmc: [^[:cntrl:]]*[^.[:cntrl:]]($|'$'\n'')' \
		"pmc $*: one line, without a full stop"
	is "$(cat "$TMP/out")" "" "pmc $*: nothing is printed"
}

# A unit mask of another event, and one of no event.
refused "column 31: 'NBOGUS' is neither a unit mask of 'pentium4::BSQ_cache_reference' nor.*"\
"; it is a unit mask of .*and others; this event has the unit masks RD_2ndL_HITS.* and 1 more" \
	encode pentium4::BSQ_cache_reference:NBOGUS
refused "column 15: 'RD_2ndL_MISS' is neither.*; it is a unit mask of BSQ_cache_reference"\
"; this event has the unit masks BIT0, BIT1, BIT2" \
	encode pentium4::bnr:RD_2ndL_MISS
refused "column 28: 'RD_2ndL_MIS' is neither.*; did you mean 'RD_2ndL_MISS'" \
	list --check cycles,bsq_cache_reference:RD_2ndL_MIS --model pentium4
refused "column 23: 'M' is neither.*; this event has no unit masks" encode pentium2::L2_LINES_IN:M
refused "column 16: 'q' is neither.*; the modifiers are u k h" encode --model pentium4 \
	BSQ_allocation:q
refused "column 5: 'NOSUCH' is neither.*BIT0" list --check bnr:NOSUCH --model pentium4
# Two unit masks that exclude each other; a missing one.
refused "the unit masks ALL and LD_OP of EMON_FUSED_UOPS_RET exclude each other" \
	encode pentium-m::EMON_FUSED_UOPS_RET:ALL:LD_OP
refused "column 8: .*exclude each other" list --check 'cycles,EMON_FUSED_UOPS_RET:LD_OP:ALL' \
	--model pentium-m
refused "column 1: [A-Za-z_0-9]* needs a unit mask: " encode pentium4::uops_retired
# An event that the model does not have: the message names models that do.
refused "column 1: 'BSQ_cache_reference' is not an event of Athlon 64, Opteron \(K8\)"\
"; these have it: pentium4, pentium4-prescott" \
	encode BSQ_cache_reference:RD_2ndL_MISS --model k8
refused "'L2_RQSTS' is not an event of AMD Zen 3; these have it: pentiumpro, .*, pentium-m" \
	encode L2_RQSTS:MISS --model zen3
refused "column 1: unknown event 'NOT_AN_EVENT'; 'pmc list' shows" encode NOT_AN_EVENT --model zen3
refused "--check, column 8: unknown event 'bnrr'; did you mean 'bnr'" \
	list --check cycles,bnrr --model pentium4
refused "column 1: only events of skylake are possible here, not those of 'pentium4'" \
	list --check pentium4::bnr --model skylake
refused "'L1-dcache-loads': Pentium 4, models 0 to 2 has no such event" encode L1-dcache-loads \
	--model pentium4
refused "'page-faults' is counted by the kernel, not by a PMU" encode page-faults --model skylake
# A counter that cannot count the event.
refused "counter 1 cannot count this event; these can: 0" encode pentium3::FLOPS --counter 1
refused "counter 0 cannot count this event; these can: fixed 2" encode \
	skylake::UNHALTED_REFERENCE_TSC --counter 0
refused "fixed counter 5 cannot count this event; these can: 0, 1, 2, 3" encode \
	skylake::LLC_MISSES --counter fixed5
refused "counter 4 cannot count this event; these can: 0, 1, 2, 3" \
	encode pentium4::BSQ_cache_reference:RD_2ndL_MISS --counter 4
refused "--counter x: no such counter" encode skylake::LLC_MISSES --counter x
# Reserved bits in raw values.
refused "column 1: 'r10000000000c0' sets bits"\
" that are reserved on Skylake to Comet Lake: 0x1000000000000" \
	encode r10000000000c0 --model skylake
refused "column 5: the term 'event' takes a number of at most 8 bits on Skylake" encode \
	cpu/event=0x1c0/ --model skylake
refused "column 16: the term 'umask' takes a number of at most 8 bits" \
	encode cpu/event=0xc0,umask=0x100/ --model skylake
refused "column 16: the term 'foo' is unknown on this PMU; the terms are" \
	encode cpu/event=0xc0,foo=1/ --model skylake
like "$("$PMC" decode IA32_PERFEVTSEL0=0x8000000000 --model skylake)" \
	'sets reserved bits: 0x8000000000' \
	"decode tells reserved bits"
# Registers.
refused "'IA32_PERFEVTSEL9=1': this is no register of the PMU of Skylake to Comet Lake" decode \
	IA32_PERFEVTSEL9=1 --model skylake
refused "'IA32_PERFEVTSEL0=abc': the value is not a number of at most 64 bits" \
	decode IA32_PERFEVTSEL0=abc --model skylake
refused "'0x186': write a register and its value as REGISTER=VALUE" decode 0x186 --model skylake
# Models.
for sub in "encode cycles" "decode 0x186=1" list info "list --check cycles"; do
	# shellcheck disable=SC2086
	refused "no model is named 'skylark'; did you mean 'skylake'" $sub --model skylark
done
refused "no model is named 'foo'; 'pmc list --models' shows them" encode foo::cycles

# A file of events that is truncated or wrong: the message has its name and the line.
event() {
	printf '[\n { "EventName": "A.B", "EventCode": "%s",\n   "UMask": "0x1", '\
'"Counter": "%s", "CounterMask": "%s" }\n]\n' "$@" >"$TMP/e.json"
}
file() { # REGEX: every subcommand refuses the file
	refused "$1" list --model skylake --events-file "$TMP/e.json"
	refused "$1" encode skylake::A.B --events-file "$TMP/e.json"
	refused "$1" info --model skylake --events-file "$TMP/e.json"
	refused "$1" list --check A.B --model skylake --events-file "$TMP/e.json"
}
event 0xd1 0,1 0
ok "a good file" "$PMC" encode skylake::A.B --events-file "$TMP/e.json"
event 0xd1 0,1,7 0
file "e\.json:2: A\.B: counter list '0,1,7': skylake has only 4 counters"
event 0x1d1 0,1 0
file "e\.json:2: A\.B: EventCode is '0x1d1', which is invalid here"
event 0xd1 0,1 256
file "e\.json:2: A\.B: CounterMask is '256', which is invalid here"
event 0xd1 "Fixed counter 9" 0
file "e\.json: A\.B: skylake has no fixed counter"
event 0xd1 0,1 0
head -c 60 "$TMP/e.json" >"$TMP/cut" && mv "$TMP/cut" "$TMP/e.json"
file "e\.json:[0-9]: the file ends"
rm "$TMP/e.json"
file "e\.json: No such file or directory"
finish
