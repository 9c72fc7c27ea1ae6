/* SPDX-License-Identifier: BSD-2-Clause */
/* links: tests/bare/check*.c tests/bare/setup.c tests/bare/report.c */
/*
 * The bare-metal checks against the register models of core/state/, for every model that has
 * counters. Arguments choose one: its name, and what may differ from the model's own, as the checks
 * print it (version, general counters, their width, fixed counters, their width, capabilities,
 * processors).
 *
 * A processor here: each instruction is one cycle; RDMSR and WRMSR are instructions of the kernel
 * that retire after their effect; a faulting instruction does not retire. The local APIC has only
 * its entry for the PMI.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/state/pmu.h"
#include "core/pmu/regs.h"
#include "core/models/model.h"
#include "tests/bare/bare.h"

enum {
	INSTRUCTIONS,
	CYCLES,
	LOADS,
	STORES,
	BRANCHES,
	TAKEN,
	NEAR_TAKEN,
	NOT_TAKEN,
	CONDITIONAL,
	CONDITIONAL_TAKEN,
	CALLS,
	CALLS_INDIRECT,
	RETURNS,
	JUMPS_INDIRECT,
	FAR
};

#define ANY true
#define EACH(escr0, escr1, event, unit, signal)            \
	{ P4_SELECT(escr0, event), unit, ANY, signal },    \
	{                                                  \
		P4_SELECT(escr1, event), unit, ANY, signal \
	}

/* SDM volume 3, tables of events; AMD: BKDG "Performance Monitor Events". */
#define ARCH_ROWS                                                                           \
	{ 0xc0, 0, false, INSTRUCTIONS }, { ARCH_SELECT_FIXED(0), 0, false, INSTRUCTIONS }, \
		{ 0x3c, 0, false, CYCLES }, { ARCH_SELECT_FIXED(1), 0, false, CYCLES },     \
		{ 0x3c, 1, false, CYCLES }, { ARCH_SELECT_FIXED(2), 0, false, CYCLES },     \
		{ 0xc4, 0, false, BRANCHES }, { 0xc4, 0x02, false, CALLS },                 \
		{ 0xc4, 0x02, false, CALLS_INDIRECT }, { 0xc4, 0x08, false, RETURNS },      \
		{ 0xc4, 0x10, false, NOT_TAKEN }, { 0xc4, 0x20, false, NEAR_TAKEN },        \
		{ 0xc4, 0x40, false, FAR }, { 0xd0, 0x81, false, LOADS },                   \
	{                                                                                   \
		0xd0, 0x82, false, STORES                                                   \
	}
/* clang-format off */
static const struct pmc_signal_row arch_rows[] = { ARCH_ROWS, { 0xc4, 0x01, false, CONDITIONAL } };
static const struct pmc_signal_row arch5_rows[] = {
	ARCH_ROWS, { 0xc4, 0x01, false, CONDITIONAL_TAKEN }, { 0xc4, 0x11, false, CONDITIONAL },
	{ 0xc4, 0x80, false, JUMPS_INDIRECT }, { 0xc4, 0x80, false, CALLS_INDIRECT },
};
static const struct pmc_signal_row p6_rows[] = {
	{ 0xc0, 0, false, INSTRUCTIONS }, { 0x79, 0, false, CYCLES }, { 0xc4, 0, false, BRANCHES },
	{ 0xc9, 0, false, TAKEN },	  { 0x43, 0, false, LOADS },  { 0x43, 0, false, STORES },
};
static const struct pmc_signal_row amd_rows[] = {
	{ 0xc0, 0, false, INSTRUCTIONS }, { 0x76, 0, false, CYCLES },  { 0xc2, 0, false, BRANCHES },
	{ 0xc4, 0, false, TAKEN },	  { 0xc6, 0, false, FAR },     { 0xc8, 0, false, RETURNS },
	{ 0xd1, 0, false, CONDITIONAL }, /* Zen */
	{ 0x40, 0, false, LOADS },	  { 0x40, 0, false, STORES },
	{ 0x120, 1, false, CYCLES },	  /* Zen 4 on: reference cycles */
};
/* retired_branch_type: a branch that has two types counts once. */
static const struct pmc_signal_row p4_rows[] = {
	EACH(P4_CRU_ESCR0, P4_CRU_ESCR1, 0x02, 0x1, INSTRUCTIONS),
	EACH(P4_FSB_ESCR0, P4_FSB_ESCR1, 0x13, 0x1, CYCLES),
	EACH(P4_CRU_ESCR2, P4_CRU_ESCR3, 0x06, 0x1, NOT_TAKEN),
	EACH(P4_CRU_ESCR2, P4_CRU_ESCR3, 0x06, 0x4, TAKEN),
	EACH(P4_TBPU_ESCR0, P4_TBPU_ESCR1, 0x04, 0x2, CONDITIONAL),
	EACH(P4_TBPU_ESCR0, P4_TBPU_ESCR1, 0x04, 0x4, CALLS),
	EACH(P4_TBPU_ESCR0, P4_TBPU_ESCR1, 0x04, 0x14, CALLS_INDIRECT),
	EACH(P4_TBPU_ESCR0, P4_TBPU_ESCR1, 0x04, 0x18, RETURNS),
	EACH(P4_TBPU_ESCR0, P4_TBPU_ESCR1, 0x04, 0x10, JUMPS_INDIRECT),
};
static const struct pmc_signal_row p5_rows[] = {
	{ 0x16, 3, ANY, INSTRUCTIONS }, { 0x12, 3, ANY, BRANCHES }, { 0x30, 1, ANY, CYCLES },
	{ 0x00, 3, ANY, LOADS },	{ 0x01, 3, ANY, STORES },
};
static const struct pmc_signal_row c3_rows[] = {
	{ 0x79, 3, ANY, CYCLES }, { 0xc0, 3, ANY, INSTRUCTIONS },
};

#define TABLE(rows) { rows, N_OF(rows), 0 }
static const struct pmc_signals signals[PMU_FAMILIES] = {
	[PMU_ARCH] = TABLE(arch_rows), [PMU_P6] = TABLE(p6_rows),    [PMU_AMD] = TABLE(amd_rows),
	[PMU_P4] = TABLE(p4_rows),     [PMU_P5] = TABLE(p5_rows),    [PMU_CYRIX] = TABLE(p5_rows),
	[PMU_C3] = TABLE(c3_rows),
};

/* Versions 5 and 6. */
static const struct pmc_signals arch5 = TABLE(arch5_rows);
/* clang-format on */

struct host {
	struct machine m; /* first */
	struct pmc_state *state, own;
	struct host *sibling; /* has the same state; or NULL */
	u8 logical;
	u64 debugctl;
	u32 lvtpc;
	bool pce, in_handler, pending;
	u32 at; /* instructions of PROGRAM_PLAIN so far; NOWHERE outside */
	unsigned cpl;
};

static struct host *host_of(struct machine *m)
{
	return (struct host *)m;
}

void report_char(char c)
{
	putchar(c);
}

/* ---- The local APIC ---- */

static void deliver(struct host *h)
{
	struct pmi pmi = { EXC_NMI, (u8)h->cpl, h->at };

	if (h->lvtpc & LVT_MASKED)
		return;
	if (h->in_handler) {
		h->pending = true;
		return;
	}
	if (!(h->lvtpc & LVT_NMI))
		pmi.vector = (u8)h->lvtpc;
	if (h->m.pmu.family != PMU_AMD)
		h->lvtpc |= LVT_MASKED;
	if (!h->m.on_pmi)
		return;
	h->in_handler = true;
	h->at = NOWHERE;
	h->cpl = 0;
	h->m.on_pmi(&h->m, &pmi);
	h->at = pmi.at;
	h->cpl = pmi.cpl;
	h->in_handler = false;
}

static u32 lvtpc(struct machine *m)
{
	return host_of(m)->lvtpc;
}

static void set_lvtpc(struct machine *m, u32 value)
{
	host_of(m)->lvtpc = value;
}

/* ---- The processor ---- */

static void branch(u8 *count, unsigned does)
{
	bool taken = does & DOES_TAKE, call = does & DOES_CALL, indirect = does & DOES_INDIRECT;

	count[BRANCHES] = 1;
	count[TAKEN] = taken;
	count[NEAR_TAKEN] = taken && !(does & DOES_FAR);
	count[NOT_TAKEN] = !taken;
	count[CONDITIONAL] = !!(does & DOES_COND);
	count[CONDITIONAL_TAKEN] = does & DOES_COND && taken;
	count[CALLS] = call && !indirect;
	count[CALLS_INDIRECT] = call && indirect;
	count[RETURNS] = !!(does & DOES_RETURN);
	count[JUMPS_INDIRECT] = !call && indirect;
	count[FAR] = !!(does & DOES_FAR);
}

/* Runs n instructions that all do the same. */
static void retire(struct host *h, unsigned cpl, unsigned does, u64 n)
{
	struct pmc_run run = { .logical = h->logical, .self.cpl = (u8)cpl };

	run.self.count[INSTRUCTIONS] = 1;
	run.self.count[CYCLES] = 1;
	run.self.count[LOADS] = !!(does & DOES_LOAD);
	run.self.count[STORES] = !!(does & DOES_STORE);
	if (does & DOES_BRANCH)
		branch(run.self.count, does);
	h->cpl = cpl;
	while (n) {
		u64 next = pmc_state_next(h->state, &run);

		run.cycles = next < n ? next : n;
		pmc_state_advance(h->state, &run);
		n -= run.cycles;
		if (h->at != NOWHERE)
			h->at += (u32)run.cycles;
		if (pmc_state_take_pmi(h->state, h->logical))
			deliver(h);
		if (h->sibling && pmc_state_take_pmi(h->state, h->sibling->logical))
			deliver(h->sibling);
		while (h->pending && !h->in_handler) {
			h->pending = false;
			deliver(h);
		}
	}
}

static unsigned done(struct host *h, unsigned cpl, int access)
{
	if (access == PMC_ACCESS_DONE)
		retire(h, cpl, 0, 1);
	return access == PMC_ACCESS_ELSEWHERE ? EXC_GP : (unsigned)access;
}

static unsigned rdmsr(struct machine *m, u32 address, u64 *value)
{
	struct host *h = host_of(m);

	if (address == MSR_DEBUGCTL) {
		*value = h->debugctl;
		return done(h, 0, PMC_ACCESS_DONE);
	}
	return done(h, 0, pmc_state_rdmsr(h->state, 0, address, value));
}

static unsigned wrmsr(struct machine *m, u32 address, u64 value)
{
	struct host *h = host_of(m);

	if (address == MSR_DEBUGCTL) {
		h->debugctl = value;
		pmc_state_debugctl(h->state, value);
		return done(h, 0, PMC_ACCESS_DONE);
	}
	return done(h, 0, pmc_state_wrmsr(h->state, 0, address, value));
}

static unsigned rdpmc(struct machine *m, unsigned cpl, u32 ecx, u64 *value)
{
	struct host *h = host_of(m);

	return done(h, cpl, pmc_state_rdpmc(h->state, cpl, h->pce, ecx, value));
}

static void set_pce(struct machine *m, bool on)
{
	host_of(m)->pce = on;
}

static void run(struct machine *m, enum program program, u32 loops, unsigned cpl)
{
	struct host *h = host_of(m);
	const struct program_rows *p = &programs[program];
	unsigned i, n;

	retire(h, 0, 0, 20);
	h->at = program == RUN_PLAIN ? 0 : NOWHERE;
	for (; loops; loops--)
		for (i = 0; i < p->n; i += n) {
			unsigned does = p->does[i];

			/* Equal rows that follow each other are one run. */
			for (n = 1; i + n < p->n && p->does[i + n] == does; n++)
				;
			/* The last jump back is not taken. In no program another row equals it. */
			if (loops == 1 && i == p->n - 1)
				does &= ~(unsigned)DOES_TAKE;
			retire(h, does & DOES_OS ? 0 : cpl, does, n);
		}
	retire(h, cpl, DOES_JUMP | DOES_RETURN | DOES_LOAD, 1);
	h->at = NOWHERE;
	if (cpl)
		retire(h, cpl, DOES_JUMP | DOES_FAR, PROGRAM_EXIT - 1);
	retire(h, 0, 0, 20);
}

/* A halted processor does nothing, and time passes. */
static u64 halt(struct machine *m, u32 ticks)
{
	retire(host_of(m), 0, 0, 10);
	return ticks;
}

/* ---- Several of them ---- */

#define CPUS 4

static struct host hosts[CPUS];

/* The other processor does its work at once. */
static void start(struct machine *m, u32 cpu, void (*work)(struct machine *m))
{
	work(&hosts[cpu].m);
}

static void wait(struct machine *m, u32 cpu)
{
}

static void check_pmu(const struct pmu *pmu, u32 cpus)
{
	const struct machine machine = {
		.pmu = *pmu,
		.apic = true,
		.cpus = cpus,
		.rdmsr = rdmsr,
		.wrmsr = wrmsr,
		.rdpmc = rdpmc,
		.set_pce = set_pce,
		.run = run,
		.halt = halt,
		.start = start,
		.wait = wait,
		.lvtpc = lvtpc,
		.set_lvtpc = set_lvtpc,
	};
	u32 i;

	for (i = 0; i < cpus; i++) {
		hosts[i] = (struct host){ .m = machine, .lvtpc = LVT_MASKED, .at = NOWHERE };
		hosts[i].state = &hosts[i].own;
		if (pmc_state_init(hosts[i].state, pmu, 0,
				   pmu->version >= 5 ? &arch5 : &signals[pmu->family])) {
			ok(false, "%s has a register model", pmu->model->name);
			return;
		}
	}
	/* Two processors with Hyper-Threading are one core. */
	if (cpus == 2 && pmu->caps & PMU_HT) {
		hosts[0].sibling = &hosts[1];
		hosts[0].m.sibling = 1;
		hosts[1].sibling = &hosts[0];
		hosts[1].m.flags = ENCODE_SIBLING;
		hosts[1].state = hosts[0].state;
		hosts[1].logical = 1;
	}
	check_all(&hosts[0].m);
}

static void check_one(int argc, char **argv)
{
	const struct pmu_model *model = pmc_model_find(argv[1], strlen(argv[1]), NULL);
	struct pmu pmu;
	u32 cpus = 1;

	if (!ok(model && (argc == 2 || argc == 9), "a model, and seven numbers or none"))
		return;
	pmc_pmu_of_model(model, &pmu);
	if (argc == 9) {
		pmu.version = (u8)strtoul(argv[2], NULL, 0);
		pmu.general = (u32)strtoul(argv[3], NULL, 0);
		pmu.general_width = (u8)strtoul(argv[4], NULL, 0);
		pmu.fixed = (u32)strtoul(argv[5], NULL, 0);
		pmu.fixed_width = (u8)strtoul(argv[6], NULL, 0);
		pmu.caps = (u32)strtoul(argv[7], NULL, 0);
		cpus = (u32)strtoul(argv[8], NULL, 0);
	}
	if (cpus <= CPUS)
		check_pmu(&pmu, cpus);
}

int main(int argc, char **argv)
{
	const struct pmu_model *model;
	struct pmu pmu;
	u32 i;

	if (argc > 1) {
		check_one(argc, argv);
		return report_done();
	}
	for (i = 0; (model = pmc_model_row(i)); i++) {
		pmc_pmu_of_model(model, &pmu);
		if (pmu.general)
			check_pmu(&pmu, 2);
	}
	return report_done();
}
