/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Overflow: the counter wraps, a status bit is set, an interrupt comes at the instruction, is
 * acknowledged, and comes again. The families differ in how they do each of these; acknowledge()
 * knows how.
 */
#include "tests/bare/bare.h"

#define LOOPS 100
#define PLAIN (LOOPS * 4) /* instructions of PROGRAM_PLAIN */

/* ---- What differs ---- */

static bool has_status(const struct pmu *pmu)
{
	return pmu->caps & PMU_GLOBAL || pmu->family == PMU_P4;
}

/*
 * Pentium 4 interrupts with the next count after the overflow. SDM volume 3, "Generating an
 * Interrupt on Overflow".
 */
static u32 late(const struct pmu *pmu)
{
	return pmu->family == PMU_P4 ? 1 : 0;
}

/* ---- The handler ---- */

#define LOG 128

static struct {
	/* What the handler does: */
	u32 lvtpc; /* put back into the LVT; 0: leave it as it is */
	bool keep_status;
	u32 n_counters; /* these start another period when they have overflowed */
	u32 counter[2];
	u64 period[2];
	/* What the handler saw: */
	u32 n;
	u32 at[LOG];
	u64 status[LOG];
	u8 vector, cpl;
	u32 lvtpc_then;
	u64 counts_then;  /* the first counter */
	u64 control_then; /* IA32_PERF_GLOBAL_CTRL */
} handler;

static void on_pmi(struct machine *m, const struct pmi *pmi)
{
	u64 all, value;
	u32 i;

	handler.lvtpc_then = m->lvtpc(m);
	handler.vector = pmi->vector;
	handler.cpl = pmi->cpl;
	if (handler.n_counters)
		handler.counts_then = read_counter(m, handler.counter[0]);
	if (m->pmu.family == PMU_ARCH && m->pmu.caps & PMU_GLOBAL)
		handler.control_then = msr(m, MSR_GLOBAL_CTRL);
	if (handler.n < LOG) {
		handler.at[handler.n] = pmi->at;
		handler.status[handler.n] = overflowed(m);
	}
	handler.n++;
	for (i = 0; i < handler.n_counters; i++) {
		all = counter_mask(&m->pmu, handler.counter[i]);
		value = read_counter(m, handler.counter[i]);
		/* The counter has counted on, and these counts belong to the next period. */
		if (handler.period[i] && !(value & ~(all >> 1)))
			write_counter(m, handler.counter[i], value - handler.period[i]);
	}
	if (!handler.keep_status)
		acknowledge(m, overflowed(m));
	if (handler.lvtpc)
		m->set_lvtpc(m, handler.lvtpc);
}

static void handler_begin(struct machine *m, u32 lvtpc)
{
	memset(&handler, 0, sizeof(handler));
	handler.lvtpc = lvtpc;
	acknowledge(m, overflowed(m));
	m->on_pmi = on_pmi;
	m->set_lvtpc(m, lvtpc);
}

static void handler_end(struct machine *m)
{
	m->set_lvtpc(m, LVT_MASKED | LVT_NMI);
	m->on_pmi = NULL;
	acknowledge(m, overflowed(m));
}

/* Counts an event in a program, from so far before an overflow on. */
static u64 run_program_from(struct machine *m, enum program program, const char *event, u32 counter,
			    u32 flags, u64 missing, unsigned cpl)
{
	struct setup s;

	setup_begin(&s, m);
	setup_add(&s, event, counter, flags);
	write_counter(m, counter, -missing);
	setup_start(&s);
	m->run(m, program, LOOPS, cpl);
	setup_stop(&s);
	return setup_read(&s, 0);
}

static u64 run_from(struct machine *m, const char *event, u32 counter, u32 flags, u64 missing,
		    unsigned cpl)
{
	return run_program_from(m, RUN_PLAIN, event, counter, flags, missing, cpl);
}

/* ---- Without interrupt ---- */

static void check_wrap(struct machine *m)
{
	u64 counters = event_counters(&m->pmu, "instructions:u");
	unsigned wrong = 0, unset = 0, uncleared = 0, n = 0, c;

	for (c = 0; c < 64; c++) {
		u64 bit = (u64)1 << c, status;

		if (!(counters >> c & 1))
			continue;
		n++;
		acknowledge(m, overflowed(m));
		/* One less than the program has, so the counter stops at the highest value. */
		wrong += run_from(m, "instructions:u", c, 0, PLAIN + PROGRAM_EXIT + 1, 3) !=
			 counter_mask(&m->pmu, c);
		unset += overflowed(m) != 0;
		wrong += run_from(m, "instructions:u", c, 0, PLAIN + PROGRAM_EXIT, 3) != 0;
		status = overflowed(m);
		/* Pentium 4 has the bit in the CCCR, which is 0 again. */
		unset += has_status(&m->pmu) && m->pmu.family != PMU_P4 && status != bit;
		acknowledge(m, status);
		uncleared += overflowed(m) != 0;
		wrong += run_from(m, "instructions:u", c, 0, 100, 3) != PLAIN + PROGRAM_EXIT - 100;
		acknowledge(m, overflowed(m));
		write_counter(m, c, 0);
	}
	is(wrong, 0, "each of %u counters wraps from its highest value to 0", n);
	if (m->pmu.caps & PMU_GLOBAL) {
		is(unset, 0, "… which sets its bit of the status register, and no other");
		is(uncleared, 0, "… which is cleared by writing it to the register that clears");
	}
	if (m->apic) {
		handler_begin(m, LVT_NMI);
		for (c = 0; c < 64; c++)
			if (counters >> c & 1)
				run_from(m, "instructions:u", c, 0, 10, 3);
		is(handler.n, 0, "no interrupt comes where none was asked for");
		handler_end(m);
	}
}

/* Bits of the status register stay set until they are cleared, whatever else overflows. */
static void check_sticky(struct machine *m)
{
	u64 counters = event_counters(&m->pmu, "instructions:u"), bits = 0;
	u32 c;

	if (!(m->pmu.caps & PMU_GLOBAL))
		return;
	acknowledge(m, overflowed(m));
	for (c = 0; c < 64; c++)
		if (counters >> c & 1) {
			run_from(m, "instructions:u", c, 0, 10, 3);
			bits |= (u64)1 << c;
		}
	is(overflowed(m), bits, "status bits of earlier overflows stay");
	acknowledge(m, bits);
	is(overflowed(m), 0, "… and are cleared together");
}

static void check_status_set(struct machine *m)
{
	u64 bits = m->pmu.general | (u64)m->pmu.fixed << 32;
	bool amd = m->pmu.family == PMU_AMD;
	u32 set = amd ? MSR_AMD_GLOBAL_STATUS_SET : MSR_GLOBAL_STATUS_SET;

	if (!(m->pmu.caps & PMU_STATUS_SET) && !(amd && m->pmu.caps & PMU_GLOBAL))
		return;
	handler_begin(m, LVT_NMI);
	set_msr(m, set, bits);
	is(overflowed(m), bits, "STATUS_SET sets every counter's bit");
	acknowledge(m, 1);
	is(overflowed(m), bits & ~(u64)1, "… and each is cleared by itself");
	acknowledge(m, bits);
	is(handler.n, 0, "… and no interrupt comes of it");
	handler_end(m);
}

static void check_inuse(struct machine *m)
{
	struct setup s;
	u64 bits = 0;
	u32 i;

	if (m->pmu.family != PMU_ARCH || !(m->pmu.caps & PMU_STATUS_SET))
		return;
	is(msr(m, MSR_GLOBAL_INUSE), 0, "GLOBAL_INUSE is 0 when nothing is programmed");
	setup_begin(&s, m);
	setup_add(&s, "instructions", 0, 0);
	setup_add(&s, "instructions", FIXED_COUNTER(0), 0);
	setup_add(&s, "cycles", 1, ENCODE_PMI);
	for (i = 0; i < s.n; i++)
		bits |= (u64)1 << s.counter[i];
	setup_start(&s);
	is(msr(m, MSR_GLOBAL_INUSE), bits | INUSE_PMI,
	   "… and says which counters are, and that one interrupts");
	setup_stop(&s);
}

/* ---- With interrupt ---- */

/* The overflow after k instructions is reported when the k-th has retired, before the next one. */
static void check_position(struct machine *m, u32 c)
{
	unsigned wrong = 0;
	u32 k, first = 0;

	for (k = 1; k <= 40; k++) {
		handler_begin(m, LVT_NMI);
		run_from(m, "instructions:u", c, ENCODE_PMI, k, 3);
		handler_end(m);
		if (handler.n == 1 && handler.at[0] == k + late(&m->pmu) &&
		    handler.vector == EXC_NMI && handler.cpl == 3)
			continue;
		detail("%u: %u interrupts, vector %u, CPL %u, after %u instructions", k, handler.n,
		       handler.vector, handler.cpl, handler.at[0]);
		wrong++;
	}
	is(wrong, 0, "an NMI comes %s the instruction with which the counter overflows",
	   late(&m->pmu) ? "one count after" : "right after");

	/*
	 * In the kernel the counter also counts what comes before the program, which is always the
	 * same.
	 */
	for (k = 200, wrong = 0; k < 230; k++) {
		handler_begin(m, LVT_NMI);
		run_from(m, "instructions:k", c, ENCODE_PMI, k, 0);
		handler_end(m);
		if (k == 200)
			first = handler.at[0];
		if (handler.n == 1 && handler.at[0] == first + (k - 200) && handler.cpl == 0)
			continue;
		detail("%u: %u interrupts, CPL %u, after %u instructions", k, handler.n,
		       handler.cpl, handler.at[0]);
		wrong++;
	}
	is(wrong, 0, "… also in the kernel");
}

/* Every counter's overflow interrupts. */
static void check_each_interrupts(struct machine *m)
{
	u64 counters = event_counters(&m->pmu, "instructions:u");
	unsigned wrong = 0, n = 0, c;

	for (c = 0; c < 64; c++) {
		u64 bit = has_status(&m->pmu) ? (u64)1 << c : 0;

		if (!(counters >> c & 1))
			continue;
		n++;
		handler_begin(m, LVT_NMI);
		run_from(m, "instructions:u", c, ENCODE_PMI, 100, 3);
		handler_end(m);
		if (handler.n == 1 && handler.at[0] == 100 + late(&m->pmu) &&
		    handler.status[0] == bit)
			continue;
		detail("counter %u: %u interrupts, after %u, status %llx", c, handler.n,
		       handler.at[0], (unsigned long long)handler.status[0]);
		wrong++;
	}
	is(wrong, 0, "each of %u counters interrupts%s", n,
	   has_status(&m->pmu) ? ", and its status bit says so" : "");
}

static void check_lvt(struct machine *m, u32 c)
{
	bool masks = m->pmu.family != PMU_AMD;

	handler_begin(m, LVT_NMI);
	run_from(m, "instructions:u", c, ENCODE_PMI, 100, 3);
	is(handler.lvtpc_then, masks ? LVT_NMI | LVT_MASKED : LVT_NMI,
	   masks ? "the LVT's entry masks itself when the interrupt is delivered" :
		   "the LVT's entry stays unmasked when the interrupt is delivered");
	handler_end(m);

	handler_begin(m, LVT_NMI);
	m->set_lvtpc(m, LVT_NMI | LVT_MASKED);
	run_from(m, "instructions:u", c, ENCODE_PMI, 100, 3);
	m->set_lvtpc(m, LVT_NMI);
	is(handler.n, 0, "while it is masked no interrupt comes, nor later");
	handler_end(m);

	handler_begin(m, LVT_FIXED);
	run_from(m, "instructions:u", c, ENCODE_PMI, 100, 3);
	ok(handler.n == 1 && handler.vector == LVT_FIXED && handler.at[0] == 100 + late(&m->pmu),
	   "with delivery mode fixed the vector comes, at the same instruction");
	handler_end(m);
}

/* An interrupt after each `period` user instructions, without the handler's */
static void check_sampling(struct machine *m, u32 c, u32 period)
{
	u32 total = PLAIN + PROGRAM_EXIT - late(&m->pmu), i;
	unsigned wrong = 0;

	handler_begin(m, LVT_NMI);
	handler.n_counters = 1;
	handler.counter[0] = c;
	handler.period[0] = period;
	run_from(m, "instructions:u", c, ENCODE_PMI, period, 3);
	handler_end(m);
	is(handler.n, total / period,
	   "a period of %u: as many interrupts as %u instructions have periods", period, total);
	/* Instructions after the loop are not in PROGRAM_PLAIN. */
	for (i = 0; i < handler.n && i < LOG; i++)
		if (handler.at[i] != (i + 1) * period + late(&m->pmu) && handler.at[i] != NOWHERE)
			wrong++;
	is(wrong, 0, "… each at its instruction");
}

/*
 * Other events, and instructions that do much: as many interrupts as periods. The branches of
 * PROGRAM_PLAIN are those of its loop, so each of these interrupts has a known instruction too.
 */
static void check_sampling_others(struct machine *m)
{
	static const struct {
		enum program program;
		const char *event;
		u8 does, each; /* what the event counts; whether at[] is known */
	} tried[] = {
		{ RUN_STRINGS, "instructions:u", 0 },
		{ RUN_INTERRUPTS, "instructions:u", 0 },
		{ RUN_PLAIN, "branches:u", DOES_BRANCH, 1 },
		{ RUN_BRANCHES, "branches:u", DOES_BRANCH },
	};
	unsigned k, i, wrong;

	for (k = 0; k < N_OF(tried); k++) {
		u32 c = first_counter(m, tried[k].event), period = 7, total;

		if (c == NO_COUNTER)
			continue;
		total = LOOPS * program_does(tried[k].program, tried[k].does, 0, 3, 3) -
			late(&m->pmu);
		handler_begin(m, LVT_NMI);
		handler.n_counters = 1;
		handler.counter[0] = c;
		handler.period[0] = period;
		run_program_from(m, tried[k].program, tried[k].event, c, ENCODE_PMI, period, 3);
		handler_end(m);
		for (i = 0, wrong = 0; tried[k].each && i < handler.n && i < LOG; i++)
			wrong += handler.at[i] !=
				 ((i + 1) * period + late(&m->pmu)) * programs[RUN_PLAIN].n;
		for (i = 0; wrong && i < 8; i++)
			detail("after %u instructions", handler.at[i]);
		/* The two instructions that return to the kernel may add one. */
		ok(!wrong && handler.n >= total / period &&
			   handler.n <= (total + PROGRAM_EXIT) / period,
		   "a period of %u %s in %s: %u interrupts%s", period, tried[k].event,
		   programs[tried[k].program].name, total / period,
		   tried[k].each ? ", each at its branch" : "");
	}
}

/* Returns the second counter that can count instructions, or NO_COUNTER. */
static u32 second_counter(struct machine *m)
{
	u64 counters = event_counters(&m->pmu, "instructions:u");
	u32 c;

	for (c = first_counter(m, "instructions:u") + 1; c < 64; c++)
		if (counters >> c & 1)
			return c;
	return NO_COUNTER;
}

/* Returns how many interrupts two counters give that overflow after so many instructions. */
static u32 interrupts_of_two(struct machine *m, u64 missing_a, u32 flags_a, u64 missing_b,
			     u32 flags_b)
{
	u32 a = first_counter(m, "instructions:u"), b = second_counter(m);
	struct setup s;

	handler_begin(m, LVT_NMI);
	setup_begin(&s, m);
	setup_add(&s, "instructions:u", a, flags_a);
	setup_add(&s, "instructions:u", b, flags_b);
	write_counter(m, a, -missing_a);
	write_counter(m, b, -missing_b);
	setup_start(&s);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	setup_stop(&s);
	handler_end(m);
	return handler.n;
}

static void check_whose(struct machine *m)
{
	if (second_counter(m) == NO_COUNTER)
		return;
	is(interrupts_of_two(m, 50, ENCODE_PMI, 50, 0), 1,
	   "of two that overflow at once the first one's interrupt");
	is(interrupts_of_two(m, 50, 0, 50, ENCODE_PMI), 1, "… or the second one's");
	is(interrupts_of_two(m, 50, 0, 10000, ENCODE_PMI), 0,
	   "an overflow without interrupt, beside a counter with one");
	is(interrupts_of_two(m, 10000, ENCODE_PMI, 50, 0), 0, "… or before it");
}

/* Two counters with periods that sometimes meet: then one interrupt comes, with both bits. */
static void check_two(struct machine *m)
{
	u32 a = first_counter(m, "instructions:u"), b = second_counter(m), t, want = 0, both = 0;
	unsigned wrong = 0, i;
	struct setup s;

	if (b == NO_COUNTER)
		return;
	handler_begin(m, LVT_NMI);
	handler.n_counters = 2;
	handler.counter[0] = a;
	handler.period[0] = 20;
	handler.counter[1] = b;
	handler.period[1] = 30;
	setup_begin(&s, m);
	setup_add(&s, "instructions:u", a, ENCODE_PMI);
	setup_add(&s, "instructions:u", b, ENCODE_PMI);
	write_counter(m, a, -(u64)20);
	write_counter(m, b, -(u64)30);
	setup_start(&s);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	setup_stop(&s);
	handler_end(m);
	for (t = 1; t + late(&m->pmu) <= PLAIN + PROGRAM_EXIT; t++) {
		u64 bits = (t % 20 ? 0 : (u64)1 << a) | (t % 30 ? 0 : (u64)1 << b);

		if (!bits)
			continue;
		if (want < handler.n && want < LOG && has_status(&m->pmu) &&
		    handler.status[want] != bits)
			wrong++;
		want++;
		both += t % 60 == 0;
	}
	is(handler.n, want, "two counters: one interrupt where both overflow at once (%u times)",
	   both);
	if (!has_status(&m->pmu))
		return;
	for (i = 0; wrong && i < handler.n && i < 8; i++)
		detail("after %u: status %llx", handler.at[i],
		       (unsigned long long)handler.status[i]);
	is(wrong, 0, "… and the status bits of those that did");
}

/* ---- Freezing ---- */

static void check_freeze(struct machine *m, u32 c)
{
	const struct pmu *pmu = &m->pmu;
	bool v4 = pmu->caps & PMU_STATUS_SET, amd = pmu->family == PMU_AMD;
	u64 total, frozen = amd ? AMD_GLOBAL_PMC_FREEZE : STATUS_CTR_FRZ;

	if (amd ? !(pmu->caps & PMU_GLOBAL) : !(pmu->caps & PMU_FREEZE))
		return;
	if (m->wrmsr(m, MSR_DEBUGCTL, DEBUGCTL_FREEZE_PERFMON_ON_PMI)) {
		skip("IA32_DEBUGCTL takes no FREEZE_PERFMON_ON_PMI");
		return;
	}
	handler_begin(m, LVT_NMI);
	handler.n_counters = 1;
	handler.counter[0] = c;
	handler.keep_status = true;
	if (!amd)
		set_msr(m, MSR_GLOBAL_CTRL, pmu->general | (u64)pmu->fixed << GLOBAL_FIXED_SHIFT);
	total = run_from(m, "instructions", c, ENCODE_PMI, 300, 0);
	is(handler.n, 1, "freezing on a PMI: the PMI comes");
	is(handler.counts_then, 0, "… the counters stand still in the handler");
	is(total, 0, "… and after it, until they are set free");
	if (v4 || amd) {
		ok(handler.status[0] & frozen, "… the status register says that they are frozen");
		acknowledge(m, frozen);
		is(overflowed(m) & frozen, 0, "… until that is cleared");
		handler.keep_status = false;
		handler.period[0] = 300;
		handler.n = 0;
		run_from(m, "instructions:u", c, ENCODE_PMI, 100, 3);
		is(handler.n, 2, "… which the handler does, and they count on");
	} else {
		is(handler.control_then, 0,
		   "… because the enable bits of GLOBAL_CTRL were cleared");
	}
	handler_end(m);
	set_msr(m, MSR_DEBUGCTL, 0);
	if (!amd)
		set_msr(m, MSR_GLOBAL_CTRL, 0);
	/* Without freezing the counters count on. */
	handler_begin(m, LVT_NMI);
	total = run_from(m, "instructions", c, ENCODE_PMI, 300, 0);
	ok(handler.n == 1 && total > 0, "without freezing they count on");
	handler_end(m);
}

void check_overflow(struct machine *m)
{
	u32 c = first_counter(m, "instructions:u");

	if (c == NO_COUNTER) {
		skip("this PMU counts in all rings");
		return;
	}
	check_wrap(m);
	check_sticky(m);
	check_status_set(m);
	check_inuse(m);
	if (m->pmu.family == PMU_P5 || m->pmu.family == PMU_CYRIX)
		return; /* they have no interrupt */
	if (!m->apic) {
		skip("no local APIC, so no PMI");
		return;
	}
	check_position(m, c);
	check_each_interrupts(m);
	check_lvt(m, c);
	check_sampling(m, c, 7);
	check_sampling(m, c, 100);
	check_sampling_others(m);
	check_whose(m);
	check_two(m);
	check_freeze(m, c);
}
