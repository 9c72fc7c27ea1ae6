#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: parallel long=san
# pmc encode, pmc decode, pmc list --models and --model: any PMU, on any machine.
. "$(dirname "$0")/../tap.sh"

# Every model can be named, its events can be listed, and its generic events can be encoded.
models=$("$PMC" list --models | awk '{ print $1 }')
for name in p5 pentium-mmx 6x86mx winchip c3 tsc pentiumpro pentium2 pentium3 pentium-m core-duo \
	k7 k8 \
	fam10h fam11h fam12h fam14h fam15h fam16h zen1 zen2 zen3 zen4 zen5 pentium4 \
	pentium4-prescott \
	arch-v1 arch-v2 arch-v3 arch-v4 arch-v5 arch-v6 core2 nehalem skylake sapphirerapids \
	alderlake-p alderlake-e pantherlake; do
	grep -qx -- "$name" <<<"$models" || missing="$missing $name"
done
is "$missing" "" "list --models has every model"
bad=
for model in $models; do
	"$PMC" encode instructions --model "$model" -j >"$TMP/o" 2>"$TMP/e" ||
		grep -Eq 'has no (such event|counters)' "$TMP/e" || bad="$bad $model"
done
is "$bad" "" "instructions can be encoded on each, or there are no counters"
is "$("$PMC" list --model PENTIUM4 -n 'bsq_*')" \
	$'BSQ_cache_reference\nBSQ_allocation\nBSQ_active_entries' \
	"events of a model by a glob, without regard to case"
status 1 "no event matches: status 1" "$PMC" list --model p5 zzz
"$PMC" list --models -j | python3 -m json.tool >"$TMP/j" 2>&1 && pass=0 || pass=1
is "$pass" 0 "list --models -j is JSON"
"$PMC" list --model k8 -j | python3 -m json.tool >"$TMP/j" 2>&1 && pass=0 || pass=1
is "$pass" 0 "list --model -j is JSON"

# The manual's example, as one line of JSON.
is "$("$PMC" encode -j pentium4::BSQ_cache_reference:RD_2ndL_MISS:u | python3 -c '
import json, sys
e = json.load(sys.stdin)
print(e["model"], e["event"], e["counters"])
for r in e["registers"]:
    select = r["fields"].get("EVENT_SELECT"), r["fields"].get("ESCR_SELECT")
    print(r["name"], r["address"], r["value"], *select)
')" "pentium4 pentium4::BSQ_cache_reference:RD_2ndL_MISS:u [0, 1, 2, 3]
MSR_BSU_ESCR0 0x3a0 0x18020004 0xc None
MSR_BPU_CCCR0 0x360 0x3f000 None 0x7" "the Pentium 4 example as JSON"

# An event on each family: its registers in one line.
encodes() {
	is "$("$PMC" encode "$@" -j 2>&1 | python3 -c '
import json, sys
registers = json.load(sys.stdin)["registers"]
print(*(r["name"] + "=" + r["value"] for r in registers))')" "$want" "encode $*"
}
want="CESR=0x960000" encodes INSTRUCTIONS_EXECUTED:u --model p5 --counter 1
want="CESR=0x4c8" encodes INSTRUCTIONS_DECODED --model 6x86mx
want="CESR=0x630000" encodes INSTRUCTION_FETCH_CACHE_MISSES --model winchip --counter 1
want="EVNTSEL1=0x1c0" encodes INSTRUCTIONS_EXECUTED_AND_STRING_ITERATIONS --model c3
want="PerfEvtSel0=0x430f2e" encodes L2_RQSTS --model pentiumpro
want="PerfEvtSel1=0x1012e PerfEvtSel0=0x400000" encodes L2_RQSTS:I:u --model pentium3 --counter 1
want="PerfEvtSel0=0x430f29" encodes L2_LD --model pentium-m
want="PerfEvtSel0=0x431f29" encodes L2_LD:ONLY_HW_PREFETCH --model pentium-m
want="PerfEvtSel2=0x4300c0" encodes instructions --model k7 --counter 2
want="PERF_CTL5=0x4300c0" encodes instructions --model zen2 --counter 5
want="PERF_CTL0=0x100004300c0 PerfCntrGlobalCtl=0x1" encodes instructions:G --model zen5
want="IA32_PERFEVTSEL1=0x2c3003c" encodes cycles:i:c=2 --model core-duo --counter 1
want="IA32_FIXED_CTR_CTRL=0x20 IA32_PERF_GLOBAL_CTRL=0x200000000" encodes cycles:u --model skylake \
	--counter fixed1
want="IA32_FIXED_CTR_CTRL=0xb00 IA32_PERF_GLOBAL_CTRL=0x400000000" encodes ref-cycles --model \
	icelake --pmi
want="IA32_PERFEVTSEL0=0x43412e IA32_PERF_GLOBAL_CTRL=0x1" encodes cache-misses --model pantherlake
want="IA32_PERFEVTSEL3=0x4301b7 IA32_PERF_GLOBAL_CTRL=0x8" encodes r1b7 --model westmere --counter 3
# Additional registers of events, under perf's names; constraints of raw events.
want="MSR_OFFCORE_RSP1=0x4001 IA32_PERFEVTSEL1=0x4301bb IA32_PERF_GLOBAL_CTRL=0x2" \
	encodes cpu/event=0xbb,umask=1,offcore_rsp=0x4001/ --model westmere --counter 1
want="MSR_PEBS_LD_LAT_THRESHOLD=0x20 IA32_PERFEVTSEL3=0x4301cd IA32_PERF_GLOBAL_CTRL=0x8" \
	encodes cpu/event=0xcd,umask=1,ldlat=32/ --model haswell
want="IA32_PERFEVTSEL2=0x3004300c0 IA32_PERF_GLOBAL_CTRL=0x4" \
	encodes cpu/event=0xc0,in_tx,in_tx_cp/ --model haswell
want="PERF_CTL3=0x430003" encodes r003 --model fam15h
out=$("$PMC" encode cpu/event=0xc0,offcore_rsp=1/ --model skylake 2>&1)
like "$out" "the term 'offcore_rsp' sets a register that this event does not use" \
	"a term of another event"
out=$("$PMC" encode cpu/event=0xb7,umask=1,offcore_rsp=0x7000/ --model skylake 2>&1)
like "$out" "the term 'offcore_rsp' sets reserved bits of its register" \
	"reserved bits of OFFCORE_RSP0"
out=$("$PMC" encode rb7 --model fam15h 2>&1)
like "$out" "'rb7': this processor has no counter that can count it" \
	"an event that no counter counts"
out=$("$PMC" encode r148 --model haswell --counter 1 2>&1)
like "$out" "counter 1 cannot count this event; these can: 2" "a raw event on a counter that cannot"
out=$("$PMC" encode cpu/event=0xd1,eq/ --model nehalem 2>&1)
like "$out" "the term 'eq' is unknown on this PMU" "a field that the version has not"
# The 16 bits of a unit mask go to bits 8 and 40.
want="IA32_PERFEVTSEL0=0x4110004308d1 IA32_PERF_GLOBAL_CTRL=0x1" encodes \
	cpu/event=0xd1,umask=0x4108,eq/ --model arch-v6
want="IA32_PEBS_ENABLE=0x3000001 MSR_PEBS_MATRIX_VERT=0x1 MSR_CRU_ESCR2=0x1200020c"\
" MSR_IQ_CCCR0=0x3b000" \
	encodes replay_event:NBOGUS:L1_LD_MISS --model pentium4
want="MSR_CRU_ESCR1=0x4000604 MSR_IQ_CCCR5=0x1279000" encodes instructions:u:e:c=3 --model \
	pentium4 --counter 17
want="MSR_FIRM_ESCR0=0x1100003c MSR_FLAME_CCCR0=0x33000" encodes packed_SP_uop:TAG0 --model pentium4
want="MSR_FSB_ESCR1=0x26000203 MSR_BPU_CCCR2=0x803d000" encodes cycles --model pentium4-prescott \
	--counter 2 --t1 --pmi

# The reverse: pmc decode.
decodes() {
	like "$("$PMC" decode "$@" 2>&1)" "$want" "decode $*"
}
want="counter 1 counts pentium3::L2_RQSTS:I:u" decodes PerfEvtSel1=0x1012e PerfEvtSel0=0x400000 \
	--model pentium3
want="no counter counts" decodes PerfEvtSel1=0x1012e PerfEvtSel0=0 --model pentium3
want="counter 17 counts pentium4::instr_retired:NBOGUSNTAG:NBOGUSTAG:ue:c=3" \
	decodes MSR_CRU_ESCR1=0x4000604 MSR_IQ_CCCR5=0x1279000 --model pentium4
want="counter 1 counts skylake::UNHALTED_CORE_CYCLES:u" decodes 0x38d=0x20 --model skylake
want="sets reserved bits: 0x400000" decodes 0x187=0x400000 --model pentium2
want="EVENT_SELECT +0xc " decodes msr_bsu_escr0=0x18020004 --model pentium4
want="counter 12 counts pentium4::execution_event:NBOGUS0:from=packed_SP_uop" \
	decodes MSR_FIRM_ESCR0=0x1100003c MSR_CRU_ESCR2=0x1800020c MSR_IQ_CCCR0=0x3b000 --model \
	pentium4
want="counter 12 counts pentium4::instr_retired:NBOGUSNTAG:NBOGUSTAG:t1:ovf_pmi_t0:ext_cascade" \
	decodes MSR_CRU_ESCR0=0x4000603 MSR_IQ_CCCR0=0x4038800 --model pentium4
want="counter 0 counts cpu/escr=BSU_ESCR0,value=0x1802000d,cccr=0x31000/" \
	decodes MSR_BSU_ESCR0=0x1802000d MSR_BPU_CCCR0=0x3f000 --model pentium4
want="counter 2 counts haswell::UNHALTED_CORE_CYCLES:ut:intxcp" \
	decodes IA32_PERFEVTSEL2=0x20061003c --model haswell
want="no register of the PMU of Pentium" decodes PERFEVTSEL9=1 --model p5
want="not a number" decodes CESR=zebra --model p5
want="REGISTER=VALUE" decodes CESR --model p5

# Bad input: one sentence per mistake.
refuses() {
	err=$("$PMC" encode "$@" 2>&1 >/dev/null)
	like "$err" "$want" "refused: $*"
	status 125 "… with status 125" "$PMC" encode "$@"
}
want="no model is named 'skylark'; did you mean 'skylake'" refuses cycles --model skylark
want="'BSQ_cache_reference' is not an event of Nehalem; these have it: pentium4,"\
" pentium4-prescott" \
	refuses BSQ_cache_reference:RD_2ndL_MISS --model nehalem
want="'RD_2ndL_MISS' is neither a unit mask of 'ITLB_reference'" refuses \
	ITLB_reference:RD_2ndL_MISS --model pentium4
want="BSQ_cache_reference needs a unit mask: RD_2ndL_HITS" refuses BSQ_cache_reference --model \
	pentium4
want="SELF and ANY of BUS_TRAN_MEM exclude each other" refuses BUS_TRAN_MEM:SELF:ANY --model \
	pentium2
want="counter 1 cannot count this event; these can: 0" refuses FLOPS --model pentium3 --counter 1
want="fixed counter 0 cannot count this event" refuses cycles --model skylake --counter fixed0
want="sets bits that are reserved on Core Solo, Core Duo: 0x100000000" refuses r1000000c0 --model \
	core-duo
want="sets bits that are reserved on Pentium: 0x400" refuses r400 --model p5
want="Pentium has no such event" refuses cycles --model p5
want="has no counters for events" refuses cycles --model tsc
want="no counter mask" refuses DATA_READ:c=2 --model p5
want="cannot count by ring, so :u is not possible" refuses X86_INSTRUCTIONS:u --model winchip
want="c=N goes from 1 to 16" refuses cycles:c=17 --model pentium4
want="no edge detection, inversion or counter mask" refuses ref-cycles:e --model skylake
want="counted by the kernel" refuses task-clock --model skylake
want="only one event can be encoded at a time" refuses cycles,instructions --model skylake
want="cannot count guests apart, so :G is not possible" refuses cycles:G --model k8
want="unknown event 'L2_RQSTZ'.*did you mean 'L2_RQSTS'" refuses L2_RQSTZ --model pentium3
want="column 15: 'from=uop_type' is possible only with an event of a Pentium 4's catalogue" \
	refuses branch-misses:from=uop_type --model pentium4
want="does not tag micro-ops" refuses FLOPS:from=FLOPS --model pentium3
want="tags; front_end_event counts those that uop_type tags" refuses \
	instr_retired:NBOGUSTAG:from=uop_type+TAGLOADS --model pentium4
want="rN is perf's number there): 0x400000000" refuses r1202000400000000 --model pentium4
want="bits 15:13 of cccr= select another ESCR; MSR_BSU_ESCR0 has number 7" refuses \
	cpu/escr=BSU,event=1,cccr=0x35000/ --model pentium4
want="cannot count by transaction, so :intx is not possible" refuses cycles:intx --model sandybridge
want="cannot count both threads" refuses cycles:t --model icelake
want="no such counter; expects" refuses cycles --model k7 --counter nine
finish
