#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The build option PFM: libpfm4's events are in the tables of libpmc, the library itself is not
# needed; and a build without them lacks them alone. tests/run: parallel time=200
. "$(dirname "$0")/../tap.sh"

if "$PMC" info --model skylake -j | grep -q '"libpfm4_pmu": "skl"'; then
	is "$(readelf -d "$PMC" | grep -c 'NEEDED.*pfm')" "0" "the command does not need libpfm4"
	like "$("$PMC" list --model skylake -j l2_rqsts)" \
		'"name": "L2_RQSTS".*"source": "libpfm4"' \
		"an event of libpfm4, and that it is one"
	like "$("$PMC" list --model skylake unhalted_core)" '^Skylake to Comet Lake:' \
		"one of our own"
	like "$("$PMC" list --model skylake l2_rqsts)" '^Skylake to Comet Lake, from libpfm4:' \
		"the heading says whose they are"
	like "$("$PMC" encode skylake::idq:ms_switches:u)" 'IA32_PERFEVTSEL0 0x186 = 0x1453079' \
		"a unit mask that sets edge and counter mask"
	like "$("$PMC" encode skylake::OFFCORE_RESPONSE_0:dmnd_rfo:l3_miss:snp_hitm)" \
		'MSR_OFFCORE_RSP0 0x1a6 = 0x1004000002' \
		"unit masks of a second register"
	like "$("$PMC" decode 0x1a6=0x1004000002 0x186=0x4301b7 --model skylake)" \
		'OFFCORE_RESPONSE_0:DMND_RFO:L3_MISS.*:SNP_HITM' "and back"
	like "$("$PMC" encode skylake::OFFCORE_RESPONSE_0:ANY_RESPONSE:L3_MISS 2>&1)" \
		'exclude each other' \
		"two that exclude each other"
	list='.pmc list --model skylake CYCLE_ACTIVITY'
	like "$("$PMC" encode skylake::CYCLE_ACTIVITY 2>&1)" \
		"needs a unit mask: CYCLES_L2_MISS.* more; $list. shows them all" \
		"one that needs a unit mask, of many"
	events=L2_RQSTS:MISS,INST_RETIRED:ANY_P,IDQ:MS_SWITCHES
	like "$("$PMC" list --check $events --model skylake)" 'all events fit' "a plan for them"
	like "$("$PMC" encode skylake::inst_retired:any_p)" \
		'possible counters: 0, 1, 2, 3, fixed 0' \
		"the bits of an architectural event: its fixed counter too"
else
	skip "pmc was built without libpfm4's events (make PFM=0, or no libpfm4-dev)" 11
fi

# A copy of the build, in which PFM=0 compiles one file again.
copy_build "$TMP/without"
ok "make PFM=0" make -s BUILD="$TMP/without" PFM=0 SAN=0 "$TMP/without/pmc"
PMC=$TMP/without/pmc
like "$("$PMC" encode skylake::ICACHE_64B:IFTAG_MISS 2>&1)" "unknown event 'ICACHE_64B'" \
	"without: the event is not known"
like "$("$PMC" list --model skylake)" 'UNHALTED_CORE_CYCLES' "our own are"
is "$("$PMC" list --model skylake -j | grep -c libpfm4)" 0 "and no other"
like "$("$PMC" encode pentium4::BSQ_cache_reference:RD_2ndL_MISS)" 'MSR_BSU_ESCR0' \
	"nor does anything else lack"
finish
