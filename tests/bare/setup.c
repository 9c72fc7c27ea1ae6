/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From the name of an event to a counter that counts it, in a kernel: everything that a driver of a
 * PMU asks core/. The same few calls serve every family:
 *
 *	pmc_event_parse, pmc_encode	"instructions:u" -> register contents, possible counters
 *	pmc_assign			several events -> a counter each
 *	pmc_encode_on			event and counter -> addresses, values and masks
 *
 * The driver then writes the registers in that order, and keeps the bits that a mask leaves out,
 * because they belong to other counters.
 */
#include "tests/bare/bare.h"
#include "core/pmu/regs.h"
#include "core/pmu/registers.h"
#include "core/pmu/p4.h"
#include "core/event/parse.h"
#include "core/event/catalogue.h"

/* ---- Counters ---- */

u32 counter_msr(const struct pmu *pmu, u32 counter)
{
	u8 kind = counter < 32 ? REG_COUNTER : REG_FIXED;
	struct pmu_reg_at at;
	u32 i;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++)
		if (at.reg->kind == kind && at.index == (counter & 31) && at.address != MSR_TSC)
			return at.address;
	return NO_MSR;
}

u32 counter_ecx(u32 counter)
{
	return pmc_rdpmc_index(counter);
}

u64 counter_mask(const struct pmu *pmu, u32 counter)
{
	return ((u64)1 << (counter < 32 ? pmu->general_width : pmu->fixed_width)) - 1;
}

void write_counter(struct machine *m, u32 counter, u64 value)
{
	set_msr(m, counter_msr(&m->pmu, counter), value & counter_mask(&m->pmu, counter));
}

u64 read_counter(struct machine *m, u32 counter)
{
	return msr(m, counter_msr(&m->pmu, counter));
}

u64 msr(struct machine *m, u32 address)
{
	u64 value = 0;

	if (m->rdmsr(m, address, &value))
		ok(false, "MSR %x can be read", address);
	return value;
}

void set_msr(struct machine *m, u32 address, u64 value)
{
	if (m->wrmsr(m, address, value))
		ok(false, "%llx can be written to MSR %x", (unsigned long long)value, address);
}

/* ---- Events ---- */

static u32 length(const char *s)
{
	u32 n = 0;

	while (s[n])
		n++;
	return n;
}

static bool encode(const struct pmu *pmu, const char *text, u32 flags, struct event *event,
		   struct encoding *enc, bool why)
{
	const struct catalogue *own = pmu->model->events;
	const struct catalogues cats = { &own, 1 };
	struct diag diag;
	u32 n = 1;

	if (!pmc_event_parse(text, length(text), &cats, event, &n, &diag) &&
	    !pmc_encode(pmu, text, event, flags, enc, &diag))
		return true;
	if (why)
		detail("%s", diag.sentence);
	return false;
}

bool event_encode(const struct pmu *pmu, const char *text, u32 flags, struct encoding *enc,
		  bool why)
{
	struct event event;

	return encode(pmu, text, flags, &event, enc, why);
}

u64 event_counters(const struct pmu *pmu, const char *text)
{
	struct encoding enc;

	return event_encode(pmu, text, 0, &enc, false) ? enc.counters : 0;
}

u32 first_counter(struct machine *m, const char *event)
{
	u64 counters = event_counters(&m->pmu, event);
	u32 i;

	for (i = 0; i < 64; i++)
		if (counters >> i & 1)
			return i;
	return NO_COUNTER;
}

/* ---- Setups ---- */

void setup_begin(struct setup *s, struct machine *m)
{
	s->m = m;
	s->n = 0;
	s->n_regs = 0;
}

/*
 * Merges a register of one more event with those of the others. One that has more to hold than
 * before goes to the end: it switches counting on, and must come after the registers that it
 * switches on.
 */
static void join(struct setup *s, const struct reg_value *reg)
{
	struct reg_value sum = *reg;
	u32 i;

	for (i = 0; i < s->n_regs && s->regs[i].address != reg->address; i++)
		;
	if (i < s->n_regs) {
		sum.value |= s->regs[i].value;
		sum.mask |= s->regs[i].mask;
		if (sum.value == s->regs[i].value && sum.mask == s->regs[i].mask)
			return;
		for (s->n_regs--; i < s->n_regs; i++)
			s->regs[i] = s->regs[i + 1];
	}
	if (s->n_regs < SETUP_REGS)
		s->regs[s->n_regs++] = sum;
}

static bool add(struct setup *s, const struct encoding *enc, u32 counter)
{
	struct reg_value regs[ENCODE_REGS];
	u32 n = 0, i;

	if (s->n == SETUP_EVENTS || pmc_encode_on(&s->m->pmu, enc, counter, regs, &n, NULL))
		return false;
	for (i = 0; i < n; i++)
		join(s, &regs[i]);
	s->counter[s->n++] = counter;
	return true;
}

bool setup_add(struct setup *s, const char *event, u32 counter, u32 flags)
{
	struct encoding enc;

	return event_encode(&s->m->pmu, event, flags | s->m->flags, &enc, true) &&
	       add(s, &enc, counter);
}

bool setup_assign(struct setup *s, const char *const *events, u32 n, u32 flags)
{
	static struct assign_event wanted[SETUP_EVENTS];
	static struct encoding enc[SETUP_EVENTS];
	static struct assign_work work;
	static struct assign_plan plan;
	const struct pmu *pmu = &s->m->pmu;
	struct event event;
	u32 i;

	for (i = 0; i < n; i++) {
		if (!encode(pmu, events[i], flags | s->m->flags, &event, &enc[i], true))
			return false;
		pmc_assign_event(pmu, &enc[i], &event, &wanted[i]);
	}
	if (pmc_assign(&work, wanted, n, pmc_assign_counters(pmu), &plan)) {
		struct diag diag;

		pmc_assign_explain(pmu, &plan, events, &diag);
		detail("%s", diag.sentence);
		return false;
	}
	for (i = 0; i < n; i++) {
		pmc_assign_taken(pmu, &plan, i, &enc[i]);
		if (!add(s, &enc[i], plan.counter[i]))
			return false;
	}
	return true;
}

void setup_also(struct setup *s, u32 address, u64 value)
{
	u32 i;

	for (i = 0; i < s->n_regs; i++)
		if (s->regs[i].address == address)
			s->regs[i].value |= value;
}

void setup_zero(struct setup *s)
{
	u32 i;

	for (i = 0; i < s->n; i++)
		write_counter(s->m, s->counter[i], 0);
}

void setup_start(struct setup *s)
{
	u32 i;

	for (i = 0; i < s->n_regs; i++) {
		const struct reg_value *r = &s->regs[i];
		u64 others = ~r->mask ? msr(s->m, r->address) & ~r->mask : 0;

		set_msr(s->m, r->address, others | r->value);
	}
}

void setup_stop(struct setup *s)
{
	u32 i;

	for (i = s->n_regs; i--;) {
		const struct reg_value *r = &s->regs[i];

		set_msr(s->m, r->address, ~r->mask ? msr(s->m, r->address) & ~r->mask : 0);
	}
}

u64 setup_read(struct setup *s, u32 i)
{
	return read_counter(s->m, s->counter[i]);
}

/* ---- Overflow ---- */

u64 overflowed(struct machine *m)
{
	u64 status = 0;
	u32 c;

	if (m->pmu.family == PMU_P4) {
		for (c = 0; c < P4_COUNTERS; c++)
			status |= (msr(m, MSR_P4_CCCR0 + c) >> 31 & 1) << c;
		return status;
	}
	return pmc_pmu_global_status(&m->pmu) ? msr(m, pmc_pmu_global_status(&m->pmu)) : 0;
}

void acknowledge(struct machine *m, u64 status)
{
	u32 c;

	if (m->pmu.family == PMU_P4) {
		for (c = 0; c < P4_COUNTERS; c++)
			if (status >> c & 1)
				set_msr(m, MSR_P4_CCCR0 + c,
					msr(m, MSR_P4_CCCR0 + c) & ~(u64)P4_CCCR_OVF);
		return;
	}
	if (pmc_pmu_global_clear(&m->pmu) && status)
		set_msr(m, pmc_pmu_global_clear(&m->pmu), status);
}

/* ---- Counts ---- */

static __attribute__((noinline)) u64 count_once(struct setup *s, enum program program, unsigned cpl,
						u32 loops)
{
	setup_zero(s);
	setup_start(s);
	s->m->run(s->m, program, loops, cpl);
	setup_stop(s);
	return setup_read(s, 0);
}

u64 count_of(struct machine *m, const char *event, u32 counter, enum program program, unsigned cpl,
	     u32 loops)
{
	struct setup s;
	u64 once;

	setup_begin(&s, m);
	if (!setup_add(&s, event, counter, 0))
		return NOWHERE64;
	once = count_once(&s, program, cpl, loops);
	return count_once(&s, program, cpl, 2 * loops) - once;
}
