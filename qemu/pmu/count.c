/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counting: turns icount and the sums of translated code into runs of cycles for the register
 * model, and the distance to the next overflow into icount's budget.
 *
 * One instruction is one cycle of the model. Between two updates the ring is the same, and the code
 * does not know which of the instructions did what. That matters only to counters that compare what
 * happens in one cycle (counter mask, edge) and count more than instructions and cycles. While such
 * a counter runs, every instruction is counted by itself (step). Otherwise the model gets a run in
 * which the last instructions did everything. Then the sums are right, there are no more cycles
 * than instructions, and every signal occurs in the last cycle, where an overflow comes.
 */
#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "hw/i386/apic.h"
#include "pmc/pmu/pmu.h"

/* Every instruction adds the same number to each of these signals. */
#define EVERY ((u64)(1u << SIGNAL_INSN | 1u << SIGNAL_CYCLE | 1u << SIGNAL_REF))
/* An instruction adds at most one to each of these signals. */
#define AT_MOST_ONE ((2u << SIGNAL_NOT_TAKEN) - (1u << SIGNAL_LOAD))

/*
 * No translation block has so many instructions. icount's low half must have room to take them
 * back.
 */
#define TB_MAX 512

/* With several CPUs each runs so many instructions before the next one. */
#define QUANTUM 20000

static IcountDecr *decr(CPUState *cs)
{
	return &cpu_neg(cs)->icount_decr;
}

static s64 left(CPUState *cs)
{
	return decr(cs)->u16.low + cs->icount_extra;
}

bool pmc_alone(CPUState *cpu)
{
	return !CPU_NEXT(first_cpu);
}

bool pmc_others_run(CPUState *cpu)
{
	CPUState *other;

	/* clang-format off */
	CPU_FOREACH(other)
		if (other != cpu && (!other->halted || cpu_has_work(other)))
			return true;
	/* clang-format on */
	return false;
}

static s64 retired(CPUState *cs)
{
	return cs->pmc_icount + (cs->icount_budget - left(cs)) - cs->pmc_unretired;
}

void pmc_drain(CPUState *cpu)
{
	struct pmc_cpu *p = cpu->pmc;

	p->total[SIGNAL_LOAD] += (u32)cpu->pmc_mem;
	p->total[SIGNAL_STORE] += (u32)(cpu->pmc_mem >> 32);
	cpu->pmc_mem = 0;
}

void pmc_undo(CPUState *cpu, uint64_t mem, uint32_t done, int branch)
{
	struct pmc_cpu *p = cpu->pmc;

	/* Do not subtract from pmc_mem, which may have been emptied since the block was entered. */
	p->total[SIGNAL_LOAD] -= (u32)mem - (done & 0xffff);
	p->total[SIGNAL_STORE] -= (u32)(mem >> 32) - (done >> 16);
	if (branch)
		cpu->pmc_branch[branch]--;
}

static void branches(struct pmc_cpu *p)
{
	const u64 *by = CPU(p->cpu)->pmc_branch;
	s64 all = 0;
	unsigned i;

	for (i = PMC_BRANCH_COND; i <= PMC_BRANCH_FAR; i++) {
		p->total[SIGNAL_COND + i - PMC_BRANCH_COND] = (s64)by[i];
		all += (s64)by[i];
	}
	all -= (s64)by[PMC_BRANCH_COND_TAKEN];
	p->total[SIGNAL_BRANCH] = all;
	p->total[SIGNAL_NOT_TAKEN] = (s64)(by[PMC_BRANCH_COND] - by[PMC_BRANCH_COND_TAKEN]);
	p->total[SIGNAL_TAKEN] = all - p->total[SIGNAL_NOT_TAKEN];
	p->total[SIGNAL_NEAR_TAKEN] = p->total[SIGNAL_TAKEN] - (s64)by[PMC_BRANCH_FAR];
}

/* ---- Runs ---- */

/* Notes the ring and the side of the following instructions. */
static void where(struct pmc_cpu *p, int cpl)
{
	CPUX86State *env = &p->cpu->env;

	p->now.cpl = (u8)cpl;
	p->now.smm = env->hflags & HF_SMM_MASK;
	p->now.side = !(env->efer & MSR_EFER_SVME) ? PMC_SIDE_NONE :
		      env->hflags & HF_GUEST_MASK  ? PMC_SIDE_GUEST :
						     PMC_SIDE_HOST;
	p->refresh = false;
}

static struct pmc_run run_here(const struct pmc_cpu *p)
{
	struct pmc_run run = { .logical = p->logical, .self = p->now };

	return run;
}

/* Feeds n instructions to the model, in which signal i happened happened[i] times. */
static void feed(struct pmc_cpu *p, u64 n, const u64 *happened)
{
	struct pmc_run run = run_here(p);
	u64 at = 0;

	while (at < n) {
		u64 next = n;
		unsigned i;

		for (i = SIGNAL_LOAD; i < p->n_signals; i++) {
			u64 each, from;

			if (!happened[i])
				continue;
			/*
			 * Only what translated code does not count comes more than once for an
			 * instruction.
			 */
			each = happened[i] >= n ? happened[i] / n : 0;
			from = n - (happened[i] - each * n);
			if (at < from && from < next)
				next = from;
			run.self.count[i] = (u8)MIN(each + (at >= from), 255);
		}
		run.cycles = next - at;
		pmc_fault_before(p);
		pmc_state_advance(p->state, &run);
		pmc_fault_after(p);
		at = next;
	}
}

static bool pending(const struct pmc_cpu *p)
{
	return p->pmi || (p->sibling && p->sibling->pmi);
}

static void deliver(struct pmc_cpu *p)
{
	if (!p || !p->pmi)
		return;
	p->pmi = false;
	qemu_mutex_lock_iothread();
	apic_deliver_pmi(p->cpu->apic_state, p->pmu.family != PMU_AMD);
	qemu_mutex_unlock_iothread();
}

void pmc_count(struct pmc_cpu *p, unsigned behind)
{
	CPUState *cs = CPU(p->cpu);
	u64 happened[PMC_SIGNALS] = { 0 };
	s64 n;
	unsigned i;

	pmc_drain(cs);
	branches(p);
	pmc_model_sum(p, p->watched);
	n = retired(cs) - behind - p->insns;
	p->waits = false;
	if (n <= 0) {
		/* The next instruction that retires counts it. */
		for (i = SIGNAL_LOAD; i < p->n_signals; i++)
			if (p->watched >> i & 1 && p->total[i] > p->known[i])
				p->waits = true;
		return;
	}
	p->insns += n;
	for (i = SIGNAL_LOAD; i < p->n_signals; i++) {
		if (p->total[i] <= p->known[i])
			continue;
		if (p->watched >> i & 1)
			happened[i] = (u64)(p->total[i] - p->known[i]);
		p->known[i] = p->total[i];
	}
	if (!p->counting)
		return;
	feed(p, (u64)n, happened);
	p->pmi |= pmc_state_take_pmi(p->state, p->logical);
	if (p->sibling)
		p->sibling->pmi |= pmc_state_take_pmi(p->state, p->sibling->logical);
	if (pmc_fault_loses(p))
		p->pmi = false;
	/* Leave the chain of translation blocks, so that the PMI is delivered. */
	if (pending(p))
		qatomic_set(&decr(cs)->u16.high, -1);
}

/* ---- The budget ---- */

/* Returns how many instructions can retire until the earliest possible overflow. */
static u64 distance(struct pmc_cpu *p)
{
	struct pmc_run run = run_here(p);
	unsigned i;

	if (!p->counting)
		return PMC_NEVER;
	if (p->waits || p->step >> (p->now.cpl != 0) & 1)
		return 1;
	for (i = SIGNAL_LOAD; i < SIGNALS_N; i++)
		run.self.count[i] = AT_MOST_ONE >> i & 1;
	return pmc_state_next(p->state, &run);
}

/* Ends the budget at the next overflow, and gives back what was held before. */
static void clip(struct pmc_cpu *p)
{
	CPUState *cs = CPU(p->cpu);
	s64 all = left(cs) + p->held, executed = cs->icount_budget - left(cs);
	s64 behind = retired(cs) - p->insns, now = all;
	u64 next = distance(p);

	if (next < (u64)INT64_MAX) {
		now = (s64)next - MAX(behind, 0);
		now = MAX(MIN(now, all), 0);
	}
	p->held = all - now;
	cs->icount_budget = executed + now;
	decr(cs)->u16.low = MIN(now, 0xffff - TB_MAX);
	cs->icount_extra = now - decr(cs)->u16.low;
}

void pmc_prepare_for_run(CPUState *cpu)
{
	struct pmc_cpu *p = cpu->pmc;

	if (p->refresh)
		where(p, p->now.cpl);
	if (!pmc_alone(cpu) && cpu->icount_budget > QUANTUM) {
		cpu->icount_budget = QUANTUM;
		decr(cpu)->u16.low = QUANTUM;
		cpu->icount_extra = 0;
	}
	p->held = 0;
	clip(p);
}

void pmc_after_run(CPUState *cpu)
{
	struct pmc_cpu *p = cpu->pmc;

	pmc_count(p, 0);
	deliver(p);
	deliver(p->sibling);
}

void pmc_poll(CPUState *cpu)
{
	struct pmc_cpu *p = cpu->pmc;

	if (left(cpu) > 0 && !p->look && !pending(p))
		return;
	p->look = false;
	pmc_count(p, 0);
	if (p->refresh)
		where(p, p->now.cpl);
	deliver(p);
	deliver(p->sibling);
	clip(p);
}

void pmc_ring(CPUX86State *env, int cpl)
{
	struct pmc_cpu *p = env_cpu(env)->pmc;
	struct pmc_cycle old, new;

	if (!p)
		return;
	old = p->now;
	where(p, cpl);
	new = p->now;
	if (!memcmp(&old, &new, sizeof(old)))
		return;
	/* The instructions so far belong to the old ring. */
	p->now = old;
	pmc_count(p, 0);
	p->now = new;
	if (p->counting)
		clip(p);
}

/* ---- Which signals are looked at ---- */

/*
 * Notes an enabled counter: its signals, whether it compares what single instructions do, and its
 * rings.
 */
static void watch(struct pmc_cpu *p, u64 signals, bool compares, bool os, bool usr)
{
	p->counting = true;
	p->watched |= signals;
	if (compares && signals & ~EVERY)
		p->step |= (u8)(os | usr << 1);
}

static void watch_arch(struct pmc_cpu *p, const struct pmc_arch *pmu)
{
	bool on = pmu->config.version || pmu->evtsel[0] & EVTSEL_EN;
	unsigned i;

	for (i = 0; i < ARCH_GENERAL_MAX; i++)
		if (on && pmu->evtsel[i] & (EVTSEL_USR | EVTSEL_OS) &&
		    (!pmu->config.version || pmu->evtsel[i] & EVTSEL_EN))
			watch(p, pmu->counts[i], pmu->evtsel[i] & (EVTSEL_EDGE | EVTSEL_CMASK),
			      pmu->evtsel[i] & EVTSEL_OS, pmu->evtsel[i] & EVTSEL_USR);
	for (i = 0; i < ARCH_FIXED_MAX; i++)
		if (pmu->fixed_ctrl >> 4 * i & (FIXED_CTRL_OS | FIXED_CTRL_USR))
			watch(p, pmu->fixed_counts[i], false, true, true);
}

static void watch_amd(struct pmc_cpu *p, const struct pmc_amd *pmu)
{
	unsigned i;

	for (i = 0; i < pmu->config.counters; i++)
		if (pmu->evtsel[i] & EVTSEL_EN)
			watch(p, pmu->counts[i], pmu->evtsel[i] & (EVTSEL_EDGE | EVTSEL_CMASK),
			      pmu->evtsel[i] & EVTSEL_OS, pmu->evtsel[i] & EVTSEL_USR);
}

static void watch_p4(struct pmc_cpu *p, const struct pmc_p4 *pmu)
{
	unsigned i;

	for (i = 0; i < P4_COUNTERS; i++)
		if (pmu->cccr[i] & (P4_CCCR_ENABLE | P4_CCCR_CASCADE | P4_CCCR_EXT_CASCADE))
			watch(p, pmu->counts[i], pmu->cccr[i] & P4_CCCR_COMPARE, true, true);
}

static void watch_p5(struct pmc_cpu *p, const struct pmc_p5 *pmu)
{
	/* Without an interrupt no overflow must be met exactly. */
	watch(p, ~(u64)0 >> (PMC_SIGNALS - p->n_signals), false, true, true);
}

static void watch_enabled(struct pmc_cpu *p)
{
	p->counting = false;
	p->step = 0;
	p->watched = 0;
	switch (p->pmu.family) {
	case PMU_ARCH:
	case PMU_P6:
		watch_arch(p, &p->state->arch);
		break;
	case PMU_AMD:
		watch_amd(p, &p->state->amd);
		break;
	case PMU_P4:
		watch_p4(p, &p->state->p4);
		break;
	default:
		watch_p5(p, &p->state->p5);
		break;
	}
}

static void watch_all(struct pmc_cpu *p)
{
	u64 before = p->watched, new;
	unsigned i;

	watch_enabled(p);
	if (!p->model)
		return;
	pmc_model_begin(p);
	/* Only what is watched is summed, so what was not counts from here on. */
	new = p->watched & ~before;
	pmc_model_sum(p, new);
	for (i = SIGNALS_N; i < p->n_signals; i++)
		if (new >> i & 1)
			p->known[i] = p->total[i];
}

void pmc_changed(struct pmc_cpu *p)
{
	pmc_fault_changed(p);
	watch_all(p);
	if (p->sibling)
		watch_all(p->sibling);
	clip(p);
}
