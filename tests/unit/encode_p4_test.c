/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What only Pentium 4 events have: tagging by a second ESCR, PEBS, forced overflow, PMIs of two
 * logical processors, cascades, raw events. The test checks the manual's own examples, the
 * sentences of refusals, and that any register values are the same after decoding and encoding.
 */
#include "core/assign/pmu.h"
#include "core/event/catalogue.h"
#include "core/pmu/regs.h"
#include "core/pmu/registers.h"
#include "core/models/model.h"
#include "core/encode/encode.h"
#include "core/pmu/p4.h"
#include "core/event/parse.h"
#include "core/event/spelling.h"
#include "tests/tap.h"
#include "tests/unit/state_random.h"

static struct diag diag;

static struct pmu pmu_of(const char *name, bool ht)
{
	struct pmu pmu;

	pmc_pmu_of_model(pmc_model_find(name, strlen(name), NULL), &pmu);
	if (!ht)
		pmu.caps &= ~PMU_HT;
	return pmu;
}

static int encode(const struct pmu *pmu, const char *text, u32 flags, struct event *ev,
		  struct encoding *enc)
{
	const struct catalogues cats = { &pmu->model->events, 1 };
	u32 n = 1;

	memset(&diag, 0, sizeof(diag));
	return pmc_event_parse(text, strlen(text), &cats, ev, &n, &diag) ||
	       pmc_encode(pmu, text, ev, flags, enc, &diag);
}

/* "3a4=1100003c …" of an event on a counter. */
static const char *registers_for(const struct pmu *pmu, const char *text, u32 counter, u32 flags)
{
	static char out[200];
	struct reg_value regs[ENCODE_REGS];
	struct encoding enc;
	struct event ev;
	size_t len = 0;
	u32 n = 0, i;

	if (encode(pmu, text, flags, &ev, &enc) ||
	    pmc_encode_on(pmu, &enc, counter, regs, &n, &diag))
		return diag.sentence;
	for (i = 0; i < n; i++)
		len += (size_t)snprintf(out + len, sizeof(out) - len, "%s%x=%" PRIx64, i ? " " : "",
					regs[i].address, regs[i].value);
	return out;
}
static const char *registers(const struct pmu *pmu, const char *text, u32 counter)
{
	return registers_for(pmu, text, counter, 0);
}

/* ---- The manual's examples ---- */

static void examples(void)
{
	struct pmu pmu = pmu_of("pentium4", true);

	/* SDM volume 3, example "Scenario for Extended Cascading". */
	is_str(registers(&pmu, "instr_retired:NBOGUSNTAG:NBOGUSTAG:t1:ovf_pmi_t0:ext_cascade", 12),
	       "3b8=4000603 36c=4038800", "the manual's extended cascade");
	/*
	 * Tables "Metrics That Utilize the Front-end Tagging Mechanism" and "… the Execution
	 * Tagging …".
	 */
	is_str(registers(&pmu, "front_end_event:NBOGUS:from=uop_type+TAGLOADS", 12),
	       "3bc=400040c 3cc=1000020c 36c=3b000", "memory_loads");
	is_str(registers(&pmu, "front_end_event:NBOGUS:from=uop_type+TAGSTORES", 14),
	       "3bc=400080c 3cd=1000020c 36e=3b000", "memory_stores");
	is_str(registers(&pmu, "execution_event:NBOGUS0:from=packed_SP_uop", 13),
	       "3a4=1100003c 3cc=1800020c 36d=3b000", "packed_SP_retired");
	is_str(registers(&pmu, "execution_event:NBOGUS0:from=x87_SIMD_moves_uop+ALLP0+ALLP2", 12),
	       "3a4=5c00303c 3cc=1800020c 36c=3b000", "X87_SIMD_memory_moves_retired");
	is_str(registers(&pmu, "execution_event:NBOGUS0:NBOGUS1:from=scalar_DP_uop", 12),
	       "3a4=1d00007c 3cc=1800060c 36c=3b000",
	       "tag value 3 with NBOGUS0 and NBOGUS1, as the text has it");
	is_str(registers(&pmu, "execution_event:NBOGUS0:NBOGUS1:from=scalar_DP_uop+TAG1", 12),
	       "3a4=1d00005c 3cc=1800060c 36c=3b000", "a tag that is named stands");
	is_str(registers(&pmu, "execution_event:BOGUS3:u:from=packed_DP_uop", 12),
	       "3a4=19000114 3cc=18010004 36c=3b000",
	       "BOGUS3 is tag 3; the upstream ESCR has the rings too");
	/*
	 * Table "List of Metrics Available for Replay Tagging", with the column "Additional
	 * MSR/Event".
	 */
	is_str(registers(&pmu, "replay_event:NBOGUS:L1_LD_MISS", 12),
	       "3f1=3000001 3f2=1 3cc=1200020c 36c=3b000", "1stL_cache_load_miss_retired");
	is_str(registers(&pmu, "replay_event:NBOGUS:MOB_LD_REPLAY", 12),
	       "3f1=3000200 3f2=1 3aa=600600c 3cc=1200020c 36c=3b000", "MOB_load_replay_retired");
	is_str(registers(&pmu, "replay_event:NBOGUS:SP_LD_RET", 12),
	       "3f1=3000400 3f2=1 3af=800040c 3cc=1200020c 36c=3b000",
	       "split_load_retired, on SAAT_ESCR1");
	is_str(registers(&pmu, "replay_event:NBOGUS:SP_ST_RET", 12),
	       "3f1=3000400 3f2=2 3ae=a00040c 3cc=1200020c 36c=3b000",
	       "split_store_retired, on SAAT_ESCR0");
	is_str(registers(&pmu, "execution_event:NBOGUS0:p:from=packed_SP_uop", 16),
	       "3f1=3000000 3f2=0 3a4=1100003c 3cc=1800020c 370=3b000",
	       "PEBS of an execution event");
	is_str(registers(&pmu, "execution_event:NBOGUS0:p", 12),
	       "counter 12 cannot count this event; these can: 16", "PEBS has counter 16 alone");
	is_str(registers(&pmu, "replay_event:NBOGUS:BR_MSP:pt", 16),
	       "3f1=7018000 3f2=10 3cc=1200020f 370=3b000", "PEBS for both logical processors");

	is_str(registers(&pmu, "global_power_events:force_ovf:ovf_pmi_t0:ovf_pmi_t1", 0),
	       "3a2=2600020c 360=e03d000", "forced overflow, interrupts to both");
	is_str(registers(&pmu, "global_power_events:uc=3:t:active=both", 0),
	       "3a2=26000205 360=26d000",
	       "user mode of both threads while both are active, threshold 2");
	is_str(registers(&pmu, "global_power_events:cascade:k", 2), "3a3=26000208 362=4003c000",
	       "what cascades is not enabled");
	is_str(registers(&pmu, "global_power_events:active=none", 0), "3a2=2600020c 360=d000",
	       "active=none is 0");
	/*
	 * The fuzzer found this one: a raw event of logical processor 1 that interrupts processor
	 * 0.
	 */
	is_str(registers_for(&pmu, "replay_event:NBOGUS:L1_LD_MISS:k:t1", 12, ENCODE_PMI),
	       "3f1=3000001 3f2=1 3cc=12000202 36c=803b000",
	       "logical processor 1 is interrupted where it counts");
	is_str(registers_for(
		       &pmu,
		       "cpu/escr=CRU_ESCR2,value=0x12000202,cccr=0x3b000,pebs_enable=0x3000001,"
		       "pebs_vert=1/",
		       12, ENCODE_PMI),
	       "3f1=3000001 3f2=1 3cc=12000202 36c=803b000", "so it is when the number says that");
}

/* ---- Raw ---- */

static void raw(void)
{
	/*
	 * Linux, arch/x86/include/asm/perf_event_p4.h, enum P4_EVENTS: the order is its interface.
	 */
	/* clang-format off */
	static const char *const perf[] = {
		"TC_deliver_mode", "BPU_fetch_request", "ITLB_reference", "memory_cancel",
		"memory_complete", "load_port_replay", "store_port_replay", "MOB_load_replay",
		"page_walk_type", "BSQ_cache_reference", "IOQ_allocation", "IOQ_active_entries",
		"FSB_data_activity", "BSQ_allocation", "BSQ_active_entries", "SSE_input_assist",
		"packed_SP_uop", "packed_DP_uop", "scalar_SP_uop", "scalar_DP_uop",
		"64bit_MMX_uop", "128bit_MMX_uop", "x87_FP_uop", "TC_misc",
		"global_power_events", "tc_ms_xfer", "uop_queue_writes",
		"retired_mispred_branch_type", "retired_branch_type", "resource_stall",
		"WC_Buffer", "b2b_cycles", "bnr", "snoop", "response", "front_end_event",
		"execution_event", "replay_event", "instr_retired", "uops_retired", "uop_type",
		"branch_retired", "mispred_branch_retired", "x87_assist", "machine_clear",
		"instr_completed",
	};
	/* clang-format on */
	struct pmu late = pmu_of("pentium4-prescott", true), early = pmu_of("pentium4", true);
	const struct catalogue *c = late.model->events;
	struct reg_value regs[ENCODE_REGS];
	struct encoding enc;
	struct event ev;
	char text[40];
	u32 i, k, n, wrong = 0;

	for (i = 0; i < sizeof(perf) / sizeof(perf[0]); i++) {
		/*
		 * One bit of the event mask that the event has: its first unit mask, of the row by
		 * its name.
		 */
		const struct model_event *row;

		for (k = 0; (row = pmc_list_row(c, k)) && strcmp(row->name, perf[i]); k++)
			;
		if (!row) {
			ok(false, "%s is an event", perf[i]);
			continue;
		}
		snprintf(text, sizeof(text), "r%" PRIx64,
			 (u64)(i << 25 | (u32)row->umask[0].bits << 9) << 32);
		if (encode(&late, text, 0, &ev, &enc)) {
			note("%s (%s): %s", text, perf[i], diag.sentence);
			wrong++;
			continue;
		}
		n = 0;
		for (k = 0; !(enc.counters >> k & 1); k++)
			;
		pmc_encode_on(&late, &enc, k, regs, &n, &diag);
		if (!pmc_decode(&late, regs, n, k, &ev) || ev.kind != EVENT_MODEL ||
		    strcmp(c->event(c, ev.id), perf[i])) {
			note("%s is not %s", text, perf[i]);
			wrong++;
		}
	}
	is_int(wrong, 0, "perf's numbers of %zu events", sizeof(perf) / sizeof(perf[0]));
	is_str(registers(&early, "r12020000010c0000", 0), "3a0=1802000c 360=10ff000",
	       "perf's number with threshold, complement and edge is that ESCR and CCCR");
	is_str(registers(&early, "r4a00020000000008", 12),
	       "3f1=3000400 3f2=1 3af=800040c 3cc=1200020c 36c=3b000",
	       "a replay metric in perf's number");
	is_str(registers(&early, "r1202000000000040", 0),
	       "'r1202000000000040' sets bits that are reserved on a Pentium 4 (rN is perf's "
	       "number there): 0x40",
	       "a reserved bit of the low half");
	is_str(registers(&early, "r1202000400000000", 0),
	       "'r1202000400000000' sets bits that are reserved on a Pentium 4 (rN is perf's "
	       "number there): 0x400000000",
	       "rings are no part of perf's number");
	is_str(registers(&early, "r1280000000000000", 0),
	       "'r1280000000000000' sets bits of the event mask that do not belong to "
	       "BSQ_cache_reference",
	       "a bit of the event mask that the event has not");
	is_str(registers(&early, "r5a00020000000000", 0),
	       "'r5a00020000000000': bits 62:57 are the number of an event that this processor "
	       "does not have",
	       "instr_completed on an early model");
	is_str(registers(&early, "r7e00020000000000", 0),
	       "'r7e00020000000000': bits 62:57 are the number of an event that this processor "
	       "does not have",
	       "no event");
	is_str(registers(&early, "r1202000000000001", 0),
	       "'r1202000000000001': bits 5:0 are not a replay metric of this event",
	       "a metric without replay_event");

	is_str(registers(&early, "cpu/escr=BSU,event=0xc,umask=0x100/", 0),
	       "3a0=1802000c 360=3f000", "by its unit");
	is_str(registers(&early, "cpu/escr=BSU,event=0xc,umask=0x100/", 2),
	       "3a1=1802000c 362=3f000", "by its unit, on the other ESCR's counter");
	is_str(registers(&early, "cpu/escr=MSR_BSU_ESCR1,event=0xc,umask=0x100/u", 2),
	       "3a1=18020004 362=3f000", "by its full name");
	is_str(registers(&early, "cpu/escr=0x3a1,event=0xc,umask=0x100/", 0),
	       "counter 0 cannot count this event; these can: 2, 3",
	       "by its address: the counters are that ESCR's");
	is_str(registers(&early, "cpu/escr=firm,event=8,umask=0x8000,tag=2/k", 8),
	       "3a4=11000058 368=33000", "with a tag");
	is_str(registers(&early, "cpu/escr=BSU_ESCR0,value=0x18020004,cccr=0x1f000/", 0),
	       "3a0=18020004 360=1f000", "whole registers");
	is_str(registers(&early,
			 "cpu/escr=BSU_ESCR0,value=0x18020004,cccr=0x11000/:kc=2:active=both", 0),
	       "3a0=18020008 360=16f000", "modifiers over whole registers");
	is_str(registers(&early, "cpu/event=0xc,umask=0x100/", 0),
	       "'cpu/event=0xc,umask=0x100/' names no ESCR; add one, as in "
	       "cpu/escr=BSU,event=0xc,umask=0x100/",
	       "no ESCR");
	is_str(registers(&early, "cpu/escr=CRU,event=2/", 12),
	       "the term 'escr' names more than one pair of ESCRs; write one of them, as in "
	       "escr=CRU_ESCR0",
	       "three pairs");
	is_str(registers(&early, "cpu/escr=BSQ,event=2/", 12),
	       "the term 'escr' names no ESCR; write escr=BSU_ESCR0, or escr=BSU for either of the "
	       "two",
	       "no such ESCR");
	is_str(registers(&late, "cpu/escr=IQ_ESCR0,event=2/", 12),
	       "the term 'escr' names an ESCR that this processor does not have",
	       "IQ_ESCR0 on a late model");
	is_str(registers(&early, "cpu/escr=IQ_ESCR0,event=2/", 12), "3ba=400000c 36c=31000",
	       "IQ_ESCR0 on an early one");
	is_str(registers(&early, "cpu/escr=BSU,event=0x40/", 0),
	       "the term 'event' takes a number that fits into its field",
	       "an event select of seven bits");
	is_str(registers(&early, "cpu/escr=BSU,edge=1/", 0),
	       "the term 'edge' is unknown on a Pentium 4; the terms are escr, value, event, "
	       "umask, tag, cccr, "
	       "pebs_enable and pebs_vert",
	       "another family's term");
	is_str(registers(&early, "cpu/escr=BSU,value=0x80000000/", 0),
	       "'cpu/escr=BSU,value=0x80000000/' sets bits that are reserved on an ESCR of this "
	       "processor: 0x80000000",
	       "a reserved bit of the ESCR");
	is_str(registers(&early, "cpu/escr=BSU,event=1,cccr=0x30000003/", 0),
	       "'cpu/escr=BSU,event=1,cccr=0x30000003/' sets bits that are reserved on a CCCR of "
	       "this processor: 0x30000003",
	       "reserved bits of the CCCR");
	is_str(registers(&early, "cpu/escr=BSU,event=1,cccr=0x35000/", 0),
	       "'cpu/escr=BSU,event=1,cccr=0x35000/': bits 15:13 of cccr= select another ESCR; "
	       "MSR_BSU_ESCR0 has number 7",
	       "another ESCR's number");
	is_str(registers(&early, "cpu/escr=BSU,value=1,event=1/", 0),
	       "'cpu/escr=BSU,value=1,event=1/': value= is the whole ESCR, and event=, umask= and "
	       "tag= are "
	       "its fields; give either value= or the fields",
	       "the whole and its parts");
	is_str(registers(&early, "cpu/escr=CRU_ESCR2,event=9,umask=1,pebs_enable=0x8000001/", 12),
	       "'cpu/escr=CRU_ESCR2,event=9,umask=1,pebs_enable=0x8000001/' sets bits that are "
	       "reserved on "
	       "IA32_PEBS_ENABLE: 0x8000000",
	       "a reserved bit of IA32_PEBS_ENABLE");
}

/* ---- Refusals ---- */

static void refusals(void)
{
	struct pmu ht = pmu_of("pentium4", true), no_ht = pmu_of("pentium4", false),
		   p6 = pmu_of("pentium3", true);

#define NO_SIBLING                                                                           \
	"'global_power_events': this processor has no Hyper-Threading, so it has no second " \
	"logical processor"
	is_str(registers(&no_ht, "global_power_events:t1", 0), NO_SIBLING,
	       "t1 without Hyper-Threading");
	is_str(registers(&ht, "instr_retired:NBOGUSTAG:t:t1", 12),
	       "'instr_retired': t counts on both logical processors, and t1 on the "
	       "second one alone; leave one of them out",
	       "both logical processors, and one of them");
	is_str(registers(&no_ht, "global_power_events:t", 0), NO_SIBLING,
	       "t without Hyper-Threading");
	is_str(registers(&no_ht, "global_power_events:active=single", 0), NO_SIBLING,
	       "active= without Hyper-Threading");
	is_str(registers(&no_ht, "cpu/escr=FSB,event=1,value=0x1/", 0),
	       "'cpu/escr=FSB,event=1,value=0x1/': value= is the whole ESCR, and event=, umask= "
	       "and tag= are its "
	       "fields; give either value= or the fields",
	       "two ways to say it");
	is_str(registers(&no_ht, "cpu/escr=FSB,value=0x26000201/", 0),
	       "'cpu/escr=FSB,value=0x26000201/' sets bits that are reserved on an ESCR of this "
	       "processor: 0x1",
	       "the second logical processor's flags without Hyper-Threading");
	is_str(registers(&ht, "global_power_events:ext_cascade", 0),
	       "'global_power_events': extended cascading starts only counters 12 to 15, which "
	       "cannot count it",
	       "extended cascading of another block");
	is_str(registers(&ht, "instr_retired:NBOGUSTAG:p", 16),
	       "'instr_retired': only front_end_event, execution_event and replay_event have "
	       "precise sampling (:p)",
	       "an event without PEBS");
	is_str(registers(&ht, "replay_event:NBOGUS:L1_LD_MISS:pp", 16),
	       "'replay_event': a Pentium 4 has one level of precision; write :p", "pp");
	is_str(registers(&ht, "replay_event:NBOGUS:L1_LD_MISS:p:ext_cascade", 16),
	       "'replay_event': precise sampling needs counter 16, which extended cascading cannot "
	       "start",
	       "p and extended cascading");
	is_str(registers(&ht, "replay_event:NBOGUS:from=uop_type+TAGLOADS", 12),
	       "'replay_event' does not count the micro-ops that uop_type tags; front_end_event "
	       "counts those that "
	       "uop_type tags, execution_event those that an event with TAG0 to TAG3 tags, and "
	       "replay_event those "
	       "of its metric",
	       "from= of replay_event");
	is_str(registers(&ht, "execution_event:NBOGUS0:from=packed_SP_uop+TAG1", 12),
	       "'execution_event': its unit masks count none of the tags that from= sets; NBOGUS0 "
	       "and BOGUS0 count "
	       "tag 0, NBOGUS1 and BOGUS1 tag 1, and so on",
	       "another tag");
	is_str(registers(&ht, "front_end_event:NBOGUS:from=uop_type", 12),
	       "uop_type needs a unit mask: TAGLOADS, TAGSTORES, TAG0, TAG1, TAG2, TAG3",
	       "from= without the unit mask that it needs");
	is_str(registers(&ht, "front_end_event:NBOGUS:from=uop_type+LOADS", 12),
	       "'LOADS' is not a unit mask of uop_type", "from= with another unit mask");
	is_str(registers(&ht,
			 "front_end_event:NBOGUS:from=uop_type+TAGLOADS:from=uop_type+TAGSTORES",
			 12),
	       "'from=uop_type+TAGSTORES' is a second from=; give one", "from= twice");
	is_str(registers(&ht, "global_power_events:active=both:active=any", 0),
	       "'active=any' is a second active=; give one", "active= twice");
	is_str(registers(&ht, "global_power_events:c=17", 0),
	       "'global_power_events': the threshold of a CCCR has four bits, so c=N goes from 1 "
	       "to 16",
	       "a threshold of 16");
	is_str(registers(&p6, "cycles:cascade", 0),
	       "'cycles': this PMU's counters do not cascade, so :cascade is not possible",
	       "a cascade on a P6");
	is_str(registers(&p6, "cycles:t1", 0),
	       "'cycles': this PMU has no second logical processor, so :t1 is not possible",
	       "t1 on a P6");
}

/* ---- Any registers, there and back ---- */

static struct {
	u32 on, model, raw, upstream, precise, replay;
} seen;

/* The register values of an event on a counter; false if it cannot be there. */
static bool again(const struct pmu *pmu, const struct event *ev, const char *text, u32 counter,
		  struct reg_value *regs, u32 *n)
{
	struct encoding enc;

	memset(&diag, 0, sizeof(diag));
	return !pmc_encode(pmu, text, ev, 0, &enc, &diag) &&
	       !pmc_encode_on(pmu, &enc, counter, regs, n, &diag);
}

static u64 find(const struct reg_value *regs, u32 n, u32 address)
{
	while (n--)
		if (regs[n].address == address)
			return regs[n].value;
	return 0;
}

/*
 * Does the event encode to the counter's own registers? It may tag with the other upstream ESCR of
 * the pair.
 */
static bool says_again(const struct pmu *pmu, const struct event *ev, const char *text, u32 counter,
		       const struct reg_value *had, u32 n_had)
{
	struct reg_value regs[ENCODE_REGS];
	u64 cccr = find(had, n_had, MSR_P4_CCCR0 + counter) & ~(u64)P4_CCCR_OVF;
	enum p4_escr escr = pmc_p4_escr_selected(counter, cccr >> 13 & 7);
	u32 n = 0;

	if (!again(pmu, ev, text, counter, regs, &n) ||
	    find(regs, n, MSR_P4_CCCR0 + counter) != cccr ||
	    find(regs, n, pmc_p4_escr[escr].address) != find(had, n_had, pmc_p4_escr[escr].address))
		return false;
	if (find(regs, n, MSR_P4_PEBS_ENABLE) &&
	    (find(regs, n, MSR_P4_PEBS_ENABLE) != find(had, n_had, MSR_P4_PEBS_ENABLE) ||
	     find(regs, n, MSR_P4_PEBS_MATRIX_VERT) != find(had, n_had, MSR_P4_PEBS_MATRIX_VERT)))
		return false;
	/* A replay event sets both PEBS registers. */
	return escr != P4_CRU_ESCR2 || find(regs, n, pmc_p4_escr[escr].address) >> 25 != 9 ||
	       find(regs, n, MSR_P4_PEBS_ENABLE) == find(had, n_had, MSR_P4_PEBS_ENABLE);
}

/* An ESCR's value: any, or an event of the catalogue with some of its masks. */
static u32 random_escr(const struct pmu *pmu, enum p4_escr escr, u32 bits)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	u32 i, v, from = rng_below(60),
		  rings = rng_one_in(3) ? (u32)any_bits() & 0xf : (rng_one_in(2) ? 0xc : 0x4);

	if (rng_one_in(4))
		return (u32)any_bits() & bits;
	for (i = 0; i < 120; i++) {
		row = pmc_list_row(c, (from + i) % 60);
		if (row && c->event(c, (from + i) % 60)[0] &&
		    (row->escr[0] == escr || row->escr[1] == escr))
			break;
	}
	if (i == 120)
		return (u32)any_bits() & bits;
	v = row->plain;
	if (row->n_umasks && !(v && rng_one_in(2)))
		v = row->umask[rng_below(row->n_umasks)].bits & 0xffff;
	return ((u32)row->code << 25 | v << 9 | (rng_one_in(2) ? 0x10u | rng_below(16) << 5 : 0) |
		rings) &
	       bits;
}

static void random_registers(const char *name, bool ht)
{
	static const u32 pebs[] = { 0x3000001, 0x3000002, 0x3000004, 0x3018000,
				    0x3000400, 0x3000000, 0x7000000, 0x7000001 };
	struct pmu pmu = pmu_of(name, ht);
	struct pmu_reg_at at;
	u32 i, bad = 0;

	memset(&seen, 0, sizeof(seen));
	for (i = 0; i < 100000; i++) {
		u32 counter = rng_below(18), select, n = 0, k;
		struct reg_value regs[5] = { { 0 } };
		char text[300], mods[200];
		struct event ev, parsed;
		struct catalogues cats = { &pmu.model->events, 1 };
		enum p4_escr escr;
		u64 cccr;

		pmc_pmu_reg_at(&pmu, MSR_P4_CCCR0 + counter, &at);
		cccr = any_bits() & pmc_pmu_reg_bits(&pmu, &at);
		if (rng_one_in(2))
			cccr = (cccr & 0x0f00f000) | 0x31000 |
			       (rng_one_in(2) ? cccr & 0x00fc0000 : 0);
		if (counter >= 12 && !rng_one_in(3))
			cccr = (cccr & ~0xe000ull) | 5 << 13;
		if (counter == 16 && !rng_one_in(3))
			cccr = 0x3b000;
		cccr &= pmc_pmu_reg_bits(&pmu, &at);
		select = cccr >> 13 & 7;
		escr = pmc_p4_escr_selected(counter, select);
		if (escr == P4_NO_ESCR || !pmc_pmu_reg_at(&pmu, pmc_p4_escr[escr].address, &at))
			continue;
		regs[n++] = (struct reg_value){ MSR_P4_CCCR0 + counter, cccr, ~0ull };
		regs[n++] = (struct reg_value){
			pmc_p4_escr[escr].address,
			random_escr(&pmu, escr, (u32)pmc_pmu_reg_bits(&pmu, &at)), ~0ull
		};
		if (rng_one_in(2)) {
			regs[n++] = (struct reg_value){
				MSR_P4_PEBS_ENABLE,
				(ht ? ~0u : ~(1u << 26)) &
					(rng_one_in(8) ? (u32)any_bits() & 0x7019fff :
							 pebs[rng_below(8)]),
				~0ull
			};
			regs[n++] = (struct reg_value){ MSR_P4_PEBS_MATRIX_VERT, rng_below(3),
							~0ull };
		}
		if (rng_one_in(2)) {
			static const u8 up[] = { P4_FIRM_ESCR0, P4_FIRM_ESCR1, P4_RAT_ESCR0,
						 P4_RAT_ESCR1 };
			u32 which = up[rng_below(4)];

			if (which != escr)
				regs[n++] = (struct reg_value){
					pmc_p4_escr[which].address,
					(random_escr(&pmu, which, 0x7fffffff) & ~0xfu) |
						(regs[1].value & 0xf),
					~0ull
				};
		}
		if (!pmc_decode(&pmu, regs, n, counter, &ev)) {
			bad += cccr & (P4_CCCR_ENABLE | P4_CCCR_CASCADE | P4_CCCR_EXT_CASCADE) &&
			       regs[1].value & 0xf;
			continue;
		}
		seen.on++;
		seen.model += ev.kind == EVENT_MODEL;
		seen.raw += ev.kind == EVENT_RAW;
		seen.upstream += ev.has_from;
		seen.precise += !!(ev.mods & MOD_PRECISE);
		seen.replay += ev.kind == EVENT_MODEL &&
			       pmc_list_row(ev.catalogue, ev.id)->code == 9;
		if (!says_again(&pmu, &ev, "", counter, regs, n) && bad++ < 5) {
			pmc_event_name("", &ev, text, sizeof(text));
			pmc_event_modifiers(&ev, mods, sizeof(mods));
			for (k = 0; k < n; k++)
				note("%x=%" PRIx64, regs[k].address, regs[k].value);
			note("counter %u: %s:%s; %s", counter, text, mods, diag.sentence);
		}
		/* And as text. */
		pmc_event_name("", &ev, text, sizeof(text));
		if (pmc_event_modifiers(&ev, mods, sizeof(mods)))
			strcat(strcat(text, ":"), mods);
		k = 1;
		if ((pmc_event_parse(text, strlen(text), &cats, &parsed, &k, &diag) ||
		     !says_again(&pmu, &parsed, text, counter, regs, n)) &&
		    bad++ < 5)
			note("%s: %s", text, diag.sentence);
	}
	is_int(bad, 0,
	       "%s %s Hyper-Threading: registers, decoded and encoded, are the same registers",
	       name, ht ? "with" : "without");
	note("%u events of the catalogue and %u raw ones; %u with from=, %u precise, %u replay",
	     seen.model, seen.raw, seen.upstream, seen.precise, seen.replay);
	ok(seen.model > 4000 && seen.raw > 10000 && seen.upstream > 200 && seen.precise > 8 &&
		   seen.replay > 8,
	   "all kinds came up");
}

/* ---- Plans ---- */

static struct assign_work work;

/* The counters that the events of a list get, such as "12 14", or the reason why they get none. */
static const char *plan_of(const struct pmu *pmu, const char *text, struct encoding *enc)
{
	static char out[200];
	struct assign_event wanted[18];
	struct assign_plan plan;
	struct catalogues cats = { &pmu->model->events, 1 };
	struct event ev[18];
	const char *name[18];
	static char names[18][100];
	size_t len = 0;
	u32 n = 18, i;

	if (pmc_event_parse(text, strlen(text), &cats, ev, &n, &diag))
		return diag.sentence;
	for (i = 0; i < n; i++) {
		if (pmc_encode(pmu, text, &ev[i], 0, &enc[i], &diag))
			return diag.sentence;
		pmc_assign_event(pmu, &enc[i], &ev[i], &wanted[i]);
		wanted[i].after = enc[i].cascade ? (u8)i : 0;
		snprintf(names[i], sizeof(names[i]), "%.*s", (int)ev[i].typed.len,
			 text + ev[i].typed.at);
		name[i] = names[i];
	}
	if (pmc_assign(&work, wanted, n, pmc_assign_counters(pmu), &plan)) {
		pmc_assign_explain(pmu, &plan, name, &diag);
		return diag.sentence;
	}
	for (i = 0; i < n; i++) {
		pmc_assign_taken(pmu, &plan, i, &enc[i]);
		/* Planning changes nothing in the set: it can be planned again. */
		{
			struct assign_event again;

			pmc_assign_event(pmu, &enc[i], &ev[i], &again);
			again.after = wanted[i].after;
			if (memcmp(&again, &wanted[i], sizeof(again)))
				return "another event";
		}
		len += (size_t)snprintf(out + len, sizeof(out) - len, "%s%u", i ? " " : "",
					plan.counter[i]);
	}
	return out;
}

static void plans(void)
{
	struct pmu pmu = pmu_of("pentium4", true);
	struct encoding enc[18];

	is_str(plan_of(&pmu, "instr_retired:NBOGUSTAG,uops_retired:NBOGUS:cascade", enc), "12 14",
	       "a cascade takes the other counter of the pair");
	is_str(plan_of(&pmu, "branch_retired:MMNP,instr_retired:NBOGUSTAG:ext_cascade", enc),
	       "16 12", "extended cascading begins on 16");
	is_str(plan_of(&pmu,
		       "instr_retired:NBOGUSTAG,uops_retired:NBOGUS:cascade,branch_retired:MMNP:"
		       "cascade",
		       enc),
	       "12 14 16", "a chain of three");
	is_str(plan_of(&pmu, "global_power_events,instr_retired:NBOGUSTAG:cascade", enc),
	       "global_power_events and instr_retired:NBOGUSTAG:cascade cannot be counted "
	       "together: no free counter is "
	       "left that starts another free one",
	       "no cascade between blocks");
	is_str(plan_of(&pmu, "machine_clear:CLEAR:cascade", enc), "12",
	       "a cascade by itself: somebody else's overflow");
	plan_of(&pmu,
		"execution_event:NBOGUS0:from=packed_SP_uop,execution_event:NBOGUS1:"
		"from=scalar_SP_uop",
		enc);
	ok(enc[0].upstream_of[0] != enc[1].upstream_of[0], "two upstream events are on two ESCRs");
	is_str(plan_of(&pmu,
		       "execution_event:NBOGUS0:from=packed_SP_uop,execution_event:NBOGUS0:"
		       "from=packed_SP_uop",
		       enc),
	       "12 13", "one upstream event serves two");
	ok(enc[0].upstream_of[0] == enc[1].upstream_of[0], "on one ESCR");
	is_str(plan_of(&pmu,
		       "execution_event:NBOGUS0:from=packed_SP_uop,execution_event:NBOGUS0:u:"
		       "from=packed_SP_uop",
		       enc),
	       "execution_event:NBOGUS0:from=packed_SP_uop and "
	       "execution_event:NBOGUS0:u:from=packed_SP_uop cannot be "
	       "counted together: they need different values in MSR_FIRM_ESCR0, MSR_FIRM_ESCR1, "
	       "MSR_CRU_ESCR2, "
	       "MSR_CRU_ESCR3 and tag 0",
	       "one tag means one thing");
	is_str(plan_of(&pmu,
		       "front_end_event:NBOGUS:from=uop_type+TAGLOADS,front_end_event:NBOGUS:"
		       "from=uop_type+TAGSTORES",
		       enc),
	       "front_end_event:NBOGUS:from=uop_type+TAGLOADS and "
	       "front_end_event:NBOGUS:from=uop_type+TAGSTORES cannot "
	       "be counted together: they need different values in MSR_RAT_ESCR0, MSR_RAT_ESCR1, "
	       "MSR_CRU_ESCR2, "
	       "MSR_CRU_ESCR3 and the front end's tags",
	       "the front end has one tag");
	is_str(plan_of(&pmu, "load_port_replay:k,load_port_replay:u,replay_event:NBOGUS:SP_LD_RET",
		       enc),
	       "load_port_replay:k, load_port_replay:u and replay_event:NBOGUS:SP_LD_RET cannot be "
	       "counted together: they "
	       "need different values in MSR_SAAT_ESCR0 and MSR_SAAT_ESCR1",
	       "a metric's ESCR is not free for others");
	is_str(plan_of(&pmu, "replay_event:NBOGUS:L1_LD_MISS,execution_event:NBOGUS0:p", enc),
	       "replay_event:NBOGUS:L1_LD_MISS and execution_event:NBOGUS0:p cannot be counted "
	       "together: they need "
	       "different values in MSR_CRU_ESCR2 and the PEBS registers",
	       "PEBS registers have one value");
}

int main(void)
{
	examples();
	raw();
	refusals();
	plans();
	random_registers("pentium4", true);
	random_registers("pentium4-prescott", true);
	random_registers("pentium4", false);
	return done();
}
