/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Event specifiers of pmc.k7(3), pmc.k8(3), pmc.p6(3), pmc.p5(3), pmc.p4(3), pmc.iaf(3) and IAP, on
 * each CPU type: which registers they mean. The values are those of the manual pages and of the
 * vendors' manuals, typed from there; libpmc's encoder says what the layer made of a specifier.
 * tests/run: parallel
 */
#include <errno.h>
#include <string.h>

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/machine/event.h"
#include "tests/tap.h"

/* The select of the first counter that can count the event: bits 31:0 without ENABLE and INT. */
static int encode(struct machine *m, const char *text, uint32_t *value, uint64_t *counters)
{
	struct pmc_encoding *e;
	struct pmc_diag diag;
	int err = pmc_encoding_create(m->model, text, -1, 0, &e, &diag);

	if (err) {
		note("%s: %s", text, diag.sentence);
		return err;
	}
	*value = (uint32_t)e->reg[0].value & ~0x500000u;
	*counters = e->counters;
	pmc_encoding_destroy(e);
	return 0;
}

/* PERFEVTSEL: event, unit mask, USR 16, OS 17, E 18, INV 23, CMASK 31:24. */
static void selects(void)
{
	static const struct {
		const char *model, *specifier;
		uint32_t value;
		uint64_t counters; /* 0: not looked at */
	} rows[] = {
		{ "k7", "k7-dc-misses", 0x30041, 0xf },
		{ "k7", "instructions", 0x300c0, 0xf },
		{ "k7", "branches,usr", 0x100c2, 0xf },
		{ "k7", "interrupts,os", 0x200cf, 0xf },
		{ "k7", "k7-dc-refills-from-l2", 0x31f42, 0 },
		{ "k7", "K7.DC.REFILLS.FROM.SYSTEM,unitmask=m+o,usr", 0x11843, 0 },
		{ "k7", "k7-dc-writebacks,unitmask=moe", 0x31c44, 0 },
		{ "k7", "k7-retired-ops,count=3,inv,edge,usr", 0x038500c1, 0 },
		{ "k8", "k8-dc-refill-from-l2,mask=exclusive+shared,usr,os", 0x30642, 0 },
		{ "k8", "k8-dc-copyback", 0x31f44, 0 },
		{ "k8", "k8-fp-dispatched-fpu-ops", 0x33f00, 0 },
		{ "k8", "k8-ls-segment-register-load,mask=fs", 0x31020, 0 },
		{ "k8", "k8-ls-locked-operation", 0x30124, 0 },
		{ "k8", "k8-bu-fill-request-l2-miss,mask=dc-fill+tlb-reload", 0x3067e, 0 },
		{ "k8", "k8-nb-probe-result,mask=probe-hit", 0x302ec, 0 },
		{ "k8", "k8-fr-retired-taken-hardware-interrupts", 0x300cf, 0 },
		{ "k8", "interrupts", 0x300cf, 0 },
		{ "k8", "branches", 0x300c4, 0xf },
		{ "k8", "unhalted-cycles,usr", 0x10076, 0 },
		{ "zen4", "instructions,usr", 0x100c0, 0x3f },
		{ "zen4", "retired-near-returns", 0x300c8, 0 },
		{ "pentium3", "p6-l2-ifetch", 0x30f28, 0x3 },
		{ "pentium3", "p6-l2-ld,umask=m+e,usr", 0x10c29, 0x3 },
		{ "pentium3", "p6-bus-tran-any,umask=any", 0x32070, 0x3 },
		{ "pentium3", "p6-bus-tran-any,umask=self", 0x30070, 0x3 },
		{ "pentium3", "p6-flops", 0x300c1, 0x1 },
		{ "pentium3", "p6-div", 0x30013, 0x2 },
		{ "pentium3", "p6-ifu-ifetch-miss", 0x30081, 0x3 },
		{ "pentium3", "ic-misses", 0x30081, 0x3 },
		{ "pentium3", "p6-emon-kni-pref-miss,umask=t2", 0x3024b, 0x3 },
		{ "pentium3", "p6-uops-retired,cmask=2,edge", 0x020700c2, 0x3 },
		{ "pentium3", "p6-mmx-instr-type-exec", 0x33fb3, 0x3 },
		{ "pentium-m", "p6-l2-ld", 0x32f29, 0x3 },
		{ "pentium-m", "p6-l2-ld,umask=m+hw", 0x31829, 0x3 },
		{ "pentium-m", "p6-l2-lines-in,umask=nonhw", 0x30f24, 0x3 },
		{ "nehalem", "branches,usr", 0x100c4, 0xf },
		{ "nehalem", "l1d.repl,usr", 0x10151, 0x3 },
		{ "haswell", "BR_INST_RETIRED.CONDITIONAL,cmask=1,inv", 0x018301c4, 0 },
	};
	struct machine_event e;
	struct machine m;
	uint64_t counters;
	uint32_t value;
	size_t i;
	int err;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		machine_init(&m, rows[i].model);
		err = machine_event(&m, rows[i].specifier, PMC_MODE_TC, &e);
		value = 0;
		if (!ok(!err && !encode(&m, e.text, &value, &counters), "%s: %s", rows[i].model,
			rows[i].specifier))
			note("  %s", strerror(err));
		is_u64(value, rows[i].value, "  its select");
		if (rows[i].counters)
			is_u64(counters, rows[i].counters, "  its counters");
		machine_deinit(&m);
	}
}

/* libpmc's names on the processors whose events are not selected by one code. */
static void texts(void)
{
	static const struct {
		const char *model, *specifier, *text;
	} rows[] = {
		{ "pentium4", "p4-instr-retired,mask=nbogusntag+nbogustag,usr",
		  "instr_retired:NBOGUSNTAG:NBOGUSTAG:u" },
		{ "pentium4", "instructions", "instr_retired:NBOGUSNTAG:NBOGUSTAG" },
		{ "pentium4", "branches,usr", "branch_retired:MMTP:MMTM:u" },
		{ "pentium4", "p4-branch-retired", "branch_retired:MMNP:MMNM:MMTP:MMTM" },
		{ "pentium4", "p4-machine-clear,edge", "machine_clear:CLEAR:e" },
		{ "pentium4", "p4-fsb-data-activity",
		  "FSB_data_activity:DRDY_DRV:DRDY_OWN:DBSY_DRV:DBSY_OWN" },
		{ "pentium4", "p4-tc-deliver-mode,mask=DD+DI", "TC_deliver_mode:DD:DI" },
		{ "pentium4", "p4-replay-event", "replay_event:NBOGUS:BOGUS" },
		{ "pentium4", "p4-packed-sp-uop,tag=4", "packed_SP_uop:ALL:TAG2" },
		{ "pentium4", "p4-bsq-allocation,mask=req-lock-cache",
		  "BSQ_allocation:REQ_CACHE_TYPE" },
		{ "pentium4", "p4-ioq-allocation,mask=all-read+own,busreqtype=5",
		  "IOQ_allocation:ALL_READ:OWN:TYPE_BIT0:TYPE_BIT2" },
		{ "pentium4", "p4-uops-retired,threshold=2,complement,usr",
		  "uops_retired:NBOGUS:BOGUS:u:i:c=3" },
		{ "pentium4", "p4-global-power-events,active=single,os",
		  "global_power_events:RUNNING:k:active=single" },
		{ "pentium4", "p4-bnr", "bnr:BIT0:BIT1:BIT2" },
		{ "p5", "p5-data-read,usr", "DATA_READ:u" },
		{ "p5", "instructions", "INSTRUCTIONS_EXECUTED" },
		{ "p5", "p5-misaligned-data-memory-or-io-references",
		  "MISALIGNED_DATA_MEMORY_OR_IO_REFERENCES" },
		{ "pentium-mmx", "branches", "TAKEN_BRANCHES" },
		{ "arch-v4", "iaf-instr-retired.any,usr", "instructions:u" },
		{ "arch-v4", "iaf-cpu-clk-unhalted.core", "cycles" },
		{ "arch-v4", "instructions", "instructions" },
		{ "arch-v4", "iaf-cpu-clk-unhalted.ref,usr,anythread", "ref-cycles:u:t" },
	};
	struct machine_event e;
	struct machine m;
	size_t i;
	int err;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		machine_init(&m, rows[i].model);
		err = machine_event(&m, rows[i].specifier, PMC_MODE_TC, &e);
		is_str(err ? strerror(err) : e.text, rows[i].text, "%s: %s", rows[i].model,
		       rows[i].specifier);
		machine_deinit(&m);
	}
}

static void refusals(void)
{
	static const struct {
		const char *model, *specifier;
		int error;
	} rows[] = {
		{ "k7", "k8-dc-miss", EINVAL },
		{ "k7", "unhalted-cycles", EINVAL }, /* unsupported, says pmc.k7(3) */
		{ "k7", "k7-dc-misses,unitmask=m", EINVAL },
		{ "k7", "k7-dc-writebacks,unitmask=x", EINVAL },
		{ "k7", "k7-dc-writebacks,unitmask=", EINVAL },
		{ "k7", "k7-dc-misses,count=256", EINVAL },
		{ "k7", "k7-dc-misses,count=", EINVAL },
		{ "k7", "k7-dc-misses,cmask=1", EINVAL },
		{ "k7", "k7-dc-misses,,usr", EINVAL },
		{ "pentium3", "p6-bus-tran-any,umask=self+any", EINVAL },
		{ "pentium4", "dc-misses", EINVAL },
		{ "pentium4", "p4-uops-retired,threshold=16", EINVAL },
		{ "pentium4", "p4-uops-retired,active=two", EINVAL },
		{ "pentium4", "p4-bnr,mask=x", EINVAL },
		{ "pentium4", "p4-instr-retired,tag=1", EINVAL },
		{ "pentium4", "p4-replay-event,precise", EOPNOTSUPP },
		{ "p5", "p5-returns", EINVAL }, /* Pentium MMX's */
		{ "p5", "p5-data-read,edge", EINVAL },
		{ "p5", "p5-data-read,overflow", EOPNOTSUPP },
		{ "arch-v4", "iaf-instr-retired.any,edge", EINVAL },
		{ "zen4", "k8-ls-buffer2-full", EINVAL },
	};
	struct machine_event e;
	struct machine m;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		machine_init(&m, rows[i].model);
		is_str(strerror(machine_event(&m, rows[i].specifier, PMC_MODE_TC, &e)),
		       strerror(rows[i].error), "%s: %s", rows[i].model, rows[i].specifier);
		machine_deinit(&m);
	}
}

/* Every event of a class encodes on a processor of the class, and its number has its name. */
static void all_events(void)
{
	static const struct {
		const char *model, *other; /* a second processor, with the events of which */
		const char *prefix;
		enum pmc_class class;
	} classes[] = {
		{ "k7", "k7", "k7", PMC_CLASS_K7 },
		{ "k8", "k8", "k8", PMC_CLASS_K8 },
		{ "pentium3", "pentium-m", "p6", PMC_CLASS_P6 },
		{ "pentium4", "pentium4", "p4", PMC_CLASS_P4 },
		{ "p5", "pentium-mmx", "p5", PMC_CLASS_P5 },
	};
	const struct event_class *class;
	struct machine m[2];
	struct machine_event e;
	uint64_t counters;
	uint32_t value;
	char name[128];
	size_t i, k, n;
	int bad;

	for (i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		class = event_class(classes[i].class);
		machine_init(&m[0], classes[i].model);
		machine_init(&m[1], classes[i].other);
		for (n = 0, bad = 0; n < class->n; n++) {
			snprintf(name, sizeof(name), "%s-%s", classes[i].prefix,
				 class->row[n].name);
			for (k = 0; k < 2 && machine_event(&m[k], name, PMC_MODE_TC, &e); k++)
				;
			if (k == 2 || encode(&m[k], e.text, &value, &counters) ||
			    e.number != class->first + n ||
			    strcmp(machine_event_name(&m[k], e.number), class->row[n].name)) {
				note("%s", name);
				bad++;
			}
		}
		is_u64((uint64_t)bad, 0, "%s: all %zu events", classes[i].prefix, class->n);
		machine_deinit(&m[0]);
		machine_deinit(&m[1]);
	}
}

/* Every alias of a class means an event of the class, with qualifiers or without. */
static void all_aliases(void)
{
	static const struct {
		const char *model;
		enum pmc_class class;
		unsigned aliases;
	} classes[] = {
		{ "k7", PMC_CLASS_K7, 6 },	    { "k8", PMC_CLASS_K8, 8 },
		{ "zen4", PMC_CLASS_K8, 5 }, /* three have other codes since then */
		{ "p5", PMC_CLASS_P5, 4 },   /* three need the events of Pentium MMX */
		{ "pentium-mmx", PMC_CLASS_P5, 7 }, { "pentium3", PMC_CLASS_P6, 8 },
		{ "pentium4", PMC_CLASS_P4, 5 },
	};
	const struct event_alias *a;
	struct machine_event e, with;
	uint64_t counters;
	uint32_t value;
	struct machine m;
	unsigned right;
	char text[64];
	size_t i;

	for (i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		machine_init(&m, classes[i].model);
		for (right = 0, a = event_class(classes[i].class)->aliases; a->alias; a++) {
			snprintf(text, sizeof(text), "%s,usr", a->alias);
			if (!machine_event(&m, a->alias, PMC_MODE_TC, &e) &&
			    !machine_event(&m, text, PMC_MODE_TC, &with) &&
			    e.class->id == classes[i].class && with.number == e.number &&
			    !encode(&m, with.text, &value, &counters))
				right++;
			else
				note("%s: %s", classes[i].model, a->alias);
		}
		is_u64(right, classes[i].aliases, "%s: aliases", classes[i].model);
		machine_deinit(&m);
	}
}

int main(void)
{
	selects();
	texts();
	refusals();
	all_events();
	all_aliases();
	return done();
}
