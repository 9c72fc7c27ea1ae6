/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which events of a PMU a machine answers, and what the processor tells its models. The events are
 * found by name in core/quantities/, and by their encoding in the PMU.
 */
#include "qemu/osdep.h"
#include "qemu/memalign.h"
#include "pmc/pmu/pmu.h"
#include "pmc/core/encode/encode.h"
#include "pmc/core/event/catalogue.h"
#include "pmc/core/event/parse.h"
#include "pmc/core/machine/access.h"
#include "pmc/core/machine/describe/table.h"
#include "exec/exec-all.h"
#include "exec/helper-proto.h"
#include "exec/memopidx.h"

#define PARTS (MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB | MACHINE_BRANCH | MACHINE_DIRTY)

/* The models know addresses of 48 bits. */
#define ADDRESS_BITS 48
#define ADDRESS	     (((u64)1 << ADDRESS_BITS) - 1)

/* ---- Events ---- */

static bool only_counts(const struct machine_formula *f)
{
	unsigned i;

	for (i = 0; i < FORMULA_TERMS && f->term[i].kind != TERM_END; i++)
		if (f->term[i].kind != TERM_COUNT)
			return false;
	return i > 0;
}

/* The signal of the formula: one that has it already, or a new one. */
static unsigned signal_of(struct pmc_model *m, const struct machine_formula *f)
{
	unsigned i;

	for (i = 0; i < m->n; i++)
		if (!memcmp(&m->formula[i], f, sizeof(*f)))
			return SIGNALS_N + i;
	if (SIGNALS_N + m->n == PMC_SIGNALS)
		return PMC_SIGNALS;
	m->formula[m->n] = *f;
	return SIGNALS_N + m->n++;
}

/* Does the PMU count TLB misses by QEMU's own TLB? The machine's are meant then. */
static bool of_software_tlb(unsigned signal)
{
	return signal >= SIGNAL_DTLB_LOAD && signal <= SIGNAL_ITLB;
}

static void add_row(struct pmc_cpu *p, u16 select, u16 unit, const struct machine_formula *f)
{
	struct pmc_model *m = p->model;
	struct pmc_signal_row *row;
	unsigned signal, i;

	for (i = 0; i < p->signals.n; i++) {
		row = &m->row[i];
		if (row->select != select ||
		    (row->any ? (row->unit & unit) == 0 : row->unit != unit))
			continue;
		/* The first name of an event decides; what the PMU counts itself, it counts. */
		if (!of_software_tlb(row->signal))
			return;
		*row = m->row[--p->signals.n];
		i--;
	}
	signal = signal_of(m, f);
	if (signal == PMC_SIGNALS)
		return;
	m->row = g_renew(struct pmc_signal_row, m->row, p->signals.n + 1);
	m->row[p->signals.n++] = (struct pmc_signal_row){ select, unit, false, signal };
	p->signals.row = m->row;
}

static void add_select(struct pmc_cpu *p, u64 value, const struct machine_formula *f)
{
	u32 select = value & EVTSEL_EVENT;

	if (p->pmu.family == PMU_AMD)
		select |= (u32)((value & AMD_EVTSEL_EVENT_HI) >> 24);
	add_row(p, (u16)select, (u16)(value >> 8 & 0xff), f);
}

/* Can the counts of the models alone answer it, on this machine? */
static bool answers(const struct pmc_model *m, const struct machine_formula *f)
{
	const char *absent;

	pmc_formula_parts(m->machine, f, &absent);
	return !absent && only_counts(f);
}

/* An event by name, of the PMU's own catalogue. Those that need more than a select value, such as
 * the Pentium 4's replays, or another register, are left out. */
static void add_event(struct pmc_cpu *p, const char *name, const struct machine_formula *f)
{
	const struct catalogue *list = p->pmu.model->events;
	const struct catalogues cats = { .list = &list, .n = 1 };
	struct encoding enc;
	struct event event;
	u32 n = 1, i;

	if (!answers(p->model, f) || pmc_event_parse(name, strlen(name), &cats, &event, &n, NULL))
		return;
	event.mods = MOD_USER;
	if (pmc_encode(&p->pmu, name, &event, 0, &enc, NULL) || enc.msr || enc.pebs_enable ||
	    enc.n_upstream || enc.tags)
		return;
	if (p->pmu.family == PMU_P4) {
		for (i = 0; i < enc.n_escrs; i++)
			add_row(p,
				P4_SELECT(enc.escr_of[i],
					  (enc.escr & P4_ESCR_EVENT) >> P4_ESCR_EVENT_SHIFT),
				(u16)((enc.escr & P4_ESCR_MASK) >> P4_ESCR_MASK_SHIFT), f);
		return;
	}
	if (enc.select & (EVTSEL_EDGE | EVTSEL_INV | EVTSEL_CMASK) || !(enc.counters & 0xffffffff))
		return;
	add_select(p, enc.select, f);
}

static void add_events(struct pmc_cpu *p)
{
	const struct machine *machine = p->model->machine;
	const struct pmu_model *model = p->pmu.model;
	const struct machine_events *events = NULL;
	const struct generic_map *map = model->generic;
	struct machine_formula f;
	u32 bit, i;

	if (machine->pmu && !strcmp(machine->pmu, model->name))
		events = pmc_machine_events(model->name, &bit);
	for (i = 0; events && i < events->n; i++) {
		const struct machine_event *row = &events->row[i];

		if (row->only && !(row->only >> bit & 1))
			continue;
		if (!row->code)
			add_event(p, row->name, &row->formula);
		else if (answers(p->model, &row->formula))
			add_select(p, row->code, &row->formula);
	}
	for (; map && map->event; map++)
		if (pmc_machine_generic(machine, map->kind, map->id, &f))
			add_event(p, map->event, &f);
}

bool pmc_model_init(struct pmc_cpu *p, const char *name, char **why)
{
	struct diag diag = { 0 };
	const struct machine *machine = pmc_machine_find(name, strlen(name), &diag);
	struct pmc_model *m;

	if (!machine) {
		*why = g_strdup(diag.sentence[0] ? diag.sentence :
						   "'host' is no machine of a guest; name one");
		return false;
	}
	m = g_new0(struct pmc_model, 1);
	m->machine = machine;
	m->row = g_memdup2(p->signals.row, p->signals.n * sizeof(*m->row));
	p->model = m;
	p->signals.row = m->row;
	p->n_signals = SIGNALS_N;
	add_events(p);
	p->n_signals += m->n;
	return true;
}

void pmc_model_free(struct pmc_cpu *p)
{
	if (!p->model)
		return;
	g_free(p->model->row);
	g_free(p->model);
}

/* ---- Beginning ---- */

static void begin(struct pmc_cpu *p, struct pmc_cpu *first)
{
	struct pmc_model *m = p->model;
	bool shares = p != first && m->machine->cache[LEVEL_LL].ways;

	m->desc = *m->machine;
	memset(m->desc.prefetch, 0, sizeof(m->desc.prefetch));
	if (shares)
		m->desc.cache[LEVEL_LL].ways = 0;
	m->state = qemu_memalign(64, ROUND_UP(sizeof(*m->state), 64));
	memset(m->state, 0, sizeof(*m->state));
	pmc_machine_init(m->state, &m->desc, PARTS,
			 qemu_memalign(64, pmc_machine_bytes(&m->desc, PARTS)));
	if (shares)
		pmc_machine_share(m->state, first->model->state);
	CPU(p->cpu)->pmc_models = true;
}

void pmc_model_begin(struct pmc_cpu *p)
{
	struct pmc_cpu *first = NULL;
	CPUState *cs;

	if (p->model->state || !(p->watched >> SIGNALS_N))
		return;
	/* clang-format off */
	CPU_FOREACH(cs) {
		/* clang-format on */
		if (!cs->pmc->model)
			continue;
		if (!first)
			first = cs->pmc;
		begin(cs->pmc, first);
	}
	/* What is translated already tells the models nothing. */
	tb_flush(CPU(p->cpu));
}

void pmc_model_sum(struct pmc_cpu *p, u64 signals)
{
	const struct pmc_model *m = p->model;
	unsigned i, k;

	if (!m || !m->state)
		return;
	for (signals >>= SIGNALS_N; signals; signals &= signals - 1) {
		const struct machine_term *t;
		s64 sum = 0;

		i = ctz64(signals);
		t = m->formula[i].term;
		for (k = 0; k < FORMULA_TERMS && t[k].kind != TERM_END; k++) {
			s64 n = *(const s64 *)((const char *)m->state->counts + t[k].what);

			sum += t[k].minus ? -n : n;
		}
		p->total[SIGNALS_N + i] = sum;
	}
}

/* ---- What the processor does ---- */

/*
 * Where the models see an address. Those of different processes are told apart by where the page
 * table lies, as if tagged with it; the kernel's are the same in all. The sets of caches and TLBs
 * follow from the lower bits alone.
 */
static u64 place(const CPUX86State *env, u64 address)
{
	bool kernel = env->efer & MSR_EFER_LMA ? address >> 63 : address >= 0xc0000000;
	/* The tables for the kernel and for programs are neighbours (page-table isolation). */
	u64 space = env->cr[3] >> 13;

	if (kernel || !(env->cr[0] & CR0_PG_MASK))
		return address;
	space = (space ^ space >> 14) & 0x3fff;
	return (address & ADDRESS) | (space | 0x4000) << ADDRESS_BITS;
}

/* A call has changed counts that are watched: they are looked at when this block of code ends. */
static void look(CPUState *cs, struct pmc_cpu *p)
{
	if (p->watched >> SIGNALS_N) {
		p->look = true;
		qatomic_set(&cpu_neg(cs)->icount_decr.u16.high, -1);
	}
}

static void one_access(CPUX86State *env, u64 address, unsigned size, bool store)
{
	CPUState *cs = env_cpu(env);
	struct machine_state *s = cs->pmc->model->state;
	const struct filter *f = store && !s->stores_like_loads ? &s->stores : &s->loads;
	u64 at = place(env, address), line = at >> s->load_bits;

	if ((at + size - 1) >> s->load_bits == line && filter_pass(f, line))
		return;
	if (store)
		pmc_machine_write(s, at, size, env->eip);
	else
		pmc_machine_read(s, at, size, env->eip);
	look(cs, cs->pmc);
}

void helper_pmc_access(CPUX86State *env, target_ulong address, uint32_t what)
{
	one_access(env, address, what & 0xff, what >> 8);
}

void pmc_helper_access(CPUState *cs, uint64_t address, uint32_t oi, bool store)
{
	CPUX86State *env = cs->env_ptr;

	/* What a processor does by itself on the way into the kernel is nobody's instruction. */
	if ((env->hflags & HF_CPL_MASK) == 3 && !is_mmu_index_user(get_mmuidx(oi)))
		return;
	one_access(env, address, memop_size(get_memop(oi)), store);
}

void helper_pmc_fetch(CPUX86State *env, target_ulong address, uint32_t size)
{
	CPUState *cs = env_cpu(env);
	struct machine_state *s = cs->pmc->model->state;
	u64 at = place(env, address), line = at >> s->fetch_bits;

	if ((at + size - 1) >> s->fetch_bits == line && filter_pass(&s->fetches, line))
		return;
	pmc_machine_fetch(s, at, size);
	look(cs, cs->pmc);
}

void helper_pmc_branch(CPUX86State *env, target_ulong ip, target_ulong target, uint32_t kind)
{
	CPUState *cs = env_cpu(env);
	struct machine_state *s = cs->pmc->model->state;

	ip &= ADDRESS;
	target &= ADDRESS;
	switch (kind) {
	case PMC_BRANCH_COND:
	case PMC_BRANCH_COND_TAKEN:
		pmc_machine_conditional(s, ip, kind == PMC_BRANCH_COND_TAKEN);
		break;
	case PMC_BRANCH_CALL: /* target: where it returns to */
		pmc_machine_call(s, target);
		return;
	case PMC_BRANCH_RETURN:
		pmc_machine_return(s, target);
		break;
	default:
		pmc_machine_indirect(s, ip, target);
		break;
	}
	look(cs, cs->pmc);
}
