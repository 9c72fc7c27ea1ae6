/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counting: on every counter, in each ring, each event that is counted at all, through each filter,
 * and on several counters at once.
 */
#include "tests/bare/bare.h"

#define LOOPS 100

/* ---- Each counter ---- */

static void check_each_counter(struct machine *m)
{
	u64 counters = event_counters(&m->pmu, "instructions");
	unsigned wrong = 0, n = 0, c;

	for (c = 0; c < 64; c++) {
		u64 got;

		if (!(counters >> c & 1))
			continue;
		n++;
		got = count_of(m, "instructions", c, RUN_PLAIN, 0, LOOPS);
		if (got == LOOPS * programs[RUN_PLAIN].n)
			continue;
		detail("counter %u: %llu", c, (unsigned long long)got);
		wrong++;
	}
	is(wrong, 0, "each of the %u counters that can count instructions does, to the unit", n);
}

/* Clears a counter's own enable bits, one register at a time. */
static void check_enables(struct machine *m)
{
	u64 counters = event_counters(&m->pmu, "instructions");
	unsigned wrong = 0, n = 0, c, i;
	struct setup s;

	for (c = 0; c < 64; c++) {
		if (!(counters >> c & 1))
			continue;
		setup_begin(&s, m);
		setup_add(&s, "instructions", c, 0);
		for (i = 0; i < s.n_regs; i++) {
			const struct reg_value *r = &s.regs[i];

			setup_zero(&s);
			setup_start(&s);
			set_msr(m, r->address, msr(m, r->address) & ~r->mask);
			setup_zero(&s);
			m->run(m, RUN_PLAIN, LOOPS, 0);
			wrong += setup_read(&s, 0) != 0;
			n++;
			setup_stop(&s);
		}
	}
	is(wrong, 0, "nothing is counted with any one of the registers cleared (%u ways)", n);
}

/* ---- Rings ---- */

static void check_rings(struct machine *m)
{
	static const char *const names[2] = { "instructions:k", "instructions:u" };
	u32 c = first_counter(m, names[0]);
	unsigned p, ring, cpl;

	if (c == NO_COUNTER) {
		skip("this PMU counts in all rings");
		return;
	}
	for (p = 0; p < PROGRAM_COUNT; p++) {
		for (cpl = 0; cpl <= 3; cpl += 3) {
			unsigned wrong = 0;

			if (cpl && p == RUN_EMULATED)
				continue;
			for (ring = 0; ring < 2; ring++) {
				u64 got = count_of(m, names[ring], c, (enum program)p, cpl, LOOPS);
				u64 want = LOOPS *
					   program_does((enum program)p, 0, 0, cpl, ring ? 3 : 0);

				if (got == want)
					continue;
				detail("%s: %llu, should be %llu", names[ring],
				       (unsigned long long)got, (unsigned long long)want);
				wrong++;
			}
			is(wrong, 0, "%s at CPL %u: instructions of the kernel and of the user",
			   programs[p].name, cpl);
		}
	}
}

/* Kernel and user mode together: the kernel starts and stops the counters. */
static void check_user_total(struct machine *m)
{
	u64 counters = event_counters(&m->pmu, "instructions:u");
	unsigned n = 0, wrong = 0, i;
	struct setup s;

	if (!counters) {
		skip("this PMU counts in all rings");
		return;
	}
	setup_begin(&s, m);
	for (i = 0; i < 64; i++)
		if (counters >> i & 1)
			setup_add(&s, "instructions:u", i, 0);
	setup_zero(&s);
	setup_start(&s);
	m->run(m, RUN_MEMORY, LOOPS, 3);
	setup_stop(&s);
	for (n = 0; n < s.n; n++) {
		u64 got = setup_read(&s, n);

		if (got == LOOPS * programs[RUN_MEMORY].n + PROGRAM_EXIT)
			continue;
		detail("counter %u: %llu", s.counter[n], (unsigned long long)got);
		wrong++;
	}
	is(wrong, 0, "%u counters at once, general and fixed, all count the user's %u instructions",
	   n, LOOPS * programs[RUN_MEMORY].n + PROGRAM_EXIT);
}

/* ---- Events ---- */

/* The events whose counts are known. Any other event may count nothing. */
static const struct live {
	u8 family;
	const char *event;
	u16 does, not ; /* the rows that do all of the first and nothing of the second … */
	u16 or ;	/* … and the rows that do this */
	u8 from, to;	/* architectural versions */
} live[] = {
	{ PMU_ARCH, "branches", DOES_BRANCH, 0, 0, 1, 6 },
	/*
	 * BR_INST_RETIRED of the cores since Nehalem: CONDITIONAL (since Ice Lake COND), NEAR_CALL,
	 * NEAR_RETURN, NOT_TAKEN, NEAR_TAKEN, FAR_BRANCH; since Ice Lake COND_TAKEN and INDIRECT
	 */
	{ PMU_ARCH, "r01c4", DOES_COND, 0, 0, 3, 4 },
	{ PMU_ARCH, "r11c4", DOES_COND, 0, 0, 5, 6 },
	{ PMU_ARCH, "r02c4", DOES_CALL, 0, 0, 3, 6 },
	{ PMU_ARCH, "r08c4", DOES_RETURN, 0, 0, 3, 6 },
	{ PMU_ARCH, "r10c4", DOES_BRANCH, DOES_TAKE, 0, 3, 6 },
	{ PMU_ARCH, "r20c4", DOES_TAKE, DOES_FAR, 0, 3, 6 },
	{ PMU_ARCH, "r40c4", DOES_FAR, 0, 0, 3, 6 },
	{ PMU_ARCH, "r01c4", DOES_COND | DOES_TAKE, 0, 0, 5, 6 },
	{ PMU_ARCH, "r80c4", DOES_INDIRECT, 0, 0, 5, 6 },
	/* MEM_INST_RETIRED.ALL_LOADS, ALL_STORES since Skylake */
	{ PMU_ARCH, "r81d0", DOES_LOAD, 0, 0, 4, 6 },
	{ PMU_ARCH, "r82d0", DOES_STORE, 0, 0, 4, 6 },
	{ PMU_P5, "BRANCHES", DOES_BRANCH },
	{ PMU_P5, "DATA_READ", DOES_LOAD },
	{ PMU_P5, "DATA_WRITE", DOES_STORE },
	{ PMU_P6, "BR_INST_RETIRED", DOES_BRANCH },
	{ PMU_P6, "BR_TAKEN_RETIRED", DOES_TAKE },
	{ PMU_P6, "DATA_MEM_REFS", DOES_LOAD, 0, DOES_STORE },
	{ PMU_AMD, "RETIRED_BRANCH_INSTRUCTIONS", DOES_BRANCH },
	{ PMU_AMD, "RETIRED_TAKEN_BRANCH_INSTRUCTIONS", DOES_TAKE },
	{ PMU_AMD, "RETIRED_FAR_CONTROL_TRANSFERS", DOES_FAR },
	{ PMU_AMD, "RETIRED_NEAR_RETURNS", DOES_RETURN },
	{ PMU_AMD, "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS", DOES_COND },
	{ PMU_AMD, "DATA_CACHE_ACCESSES", DOES_LOAD, 0, DOES_STORE },
	{ PMU_P4, "branches", DOES_BRANCH },
	{ PMU_P4, "branch_retired:MMTP:MMTM", DOES_TAKE },
	{ PMU_P4, "branch_retired:MMNP:MMNM", DOES_BRANCH, DOES_TAKE },
	{ PMU_P4, "retired_branch_type:CONDITIONAL", DOES_COND },
	{ PMU_P4, "retired_branch_type:CALL", DOES_CALL },
	{ PMU_P4, "retired_branch_type:RETURN", DOES_RETURN },
	{ PMU_P4, "retired_branch_type:INDIRECT", DOES_INDIRECT, 0, DOES_RETURN },
};

static void check_events(struct machine *m)
{
	/* Not every machine counts the memory accesses of INT and IRET as loads and stores. */
	static const enum program tried[] = { RUN_PLAIN, RUN_BRANCHES, RUN_MEMORY, RUN_INTERRUPTS };
	unsigned i, p, n, wrong;

	for (i = 0; i < N_OF(live); i++) {
		const struct live *l = &live[i];
		u32 c;

		if (l->family != m->pmu.family ||
		    (l->family == PMU_ARCH && (m->pmu.version < l->from || m->pmu.version > l->to)))
			continue;
		c = first_counter(m, l->event);
		if (c == NO_COUNTER)
			continue;
		n = (l->does | l->or) & (DOES_LOAD | DOES_STORE) ? 3 : 4;
		for (p = 0, wrong = 0; p < n; p++) {
			u64 got = count_of(m, l->event, c, tried[p], 0, LOOPS);
			u64 want = program_does(tried[p], l->does, l->not, 0, 0);

			if (l->or)
				want += program_does(tried[p], l->or, 0, 0, 0);
			if (got == LOOPS * want)
				continue;
			detail("%s: %llu, should be %llu", programs[tried[p]].name,
			       (unsigned long long)got, (unsigned long long)(LOOPS * want));
			wrong++;
		}
		is(wrong, 0, "%s in %u programs", l->event, n);
	}
}

static void check_cycles(struct machine *m)
{
	u64 counters = event_counters(&m->pmu, "cycles");
	u64 plain, got;
	unsigned wrong = 0, c;

	if (!counters) {
		skip("no event for cycles");
		return;
	}
	plain = count_of(m, "cycles", first_counter(m, "cycles"), RUN_PLAIN, 0, LOOPS);
	ok(plain > 0 && plain != NOWHERE64, "cycles are counted");
	for (c = 0; c < 64; c++) {
		if (!(counters >> c & 1))
			continue;
		got = count_of(m, "cycles", c, RUN_PLAIN, 0, LOOPS);
		if (got == plain)
			continue;
		detail("counter %u: %llu, another one %llu", c, (unsigned long long)got,
		       (unsigned long long)plain);
		wrong++;
	}
	is(wrong, 0, "all counters that can agree on the cycles of a program");
}

/*
 * Cycles come at a constant rate, which in a model of a processor is a multiple of that of
 * instructions.
 */
static void check_reference_cycles(struct machine *m)
{
	u32 c = first_counter(m, "ref-cycles");
	u64 got;

	if (c == NO_COUNTER)
		return;
	got = count_of(m, "ref-cycles", c, RUN_PLAIN, 0, LOOPS);
	ok(got > 0 && count_of(m, "ref-cycles", c, RUN_PLAIN, 0, 3 * LOOPS) == 3 * got,
	   "reference cycles are counted, in three times the loops three times as many");
}

/* Returns what a halt of so many ticks counts. */
static u64 count_halt(struct machine *m, struct setup *s, u32 ticks, u64 *tsc)
{
	setup_zero(s);
	setup_start(s);
	*tsc = m->halt(m, ticks);
	setup_stop(s);
	return setup_read(s, 0);
}

static void check_halted(struct machine *m)
{
	u64 brief, lasting, once, again;
	struct setup s;

	if (!m->apic || !event_counters(&m->pmu, "cycles"))
		return;
	setup_begin(&s, m);
	setup_add(&s, "cycles", first_counter(m, "cycles"), 0);
	once = count_halt(m, &s, 10000, &brief);
	again = count_halt(m, &s, 1000000, &lasting);
	ok(lasting > 10 * brief, "a halt that lasts, by the time stamp counter");
	is(again, once, "… has no more cycles than a brief one");
}

/* ---- A counter that is written while it counts ---- */

static void check_running(struct machine *m)
{
	u64 total = LOOPS * programs[RUN_PLAIN].n + PROGRAM_EXIT;
	u32 c = first_counter(m, "instructions:u");
	struct setup s;

	if (c == NO_COUNTER)
		return;
	setup_begin(&s, m);
	setup_add(&s, "instructions:u", c, 0);
	setup_zero(&s);
	setup_start(&s);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	is(read_counter(m, c), total, "a counter is read while it counts");
	write_counter(m, c, 5);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	is(read_counter(m, c), total + 5, "… and written: it counts on from there");
	write_counter(m, c, -total - 1);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	is(read_counter(m, c), counter_mask(&m->pmu, c), "… also just below an overflow");
	setup_stop(&s);
	is(overflowed(m), 0, "… which has not come");
	acknowledge(m, overflowed(m));
}

/* ---- Counter mask, inversion, edge ---- */

static void check_filters(struct machine *m)
{
	u32 c = first_counter(m, "branches:c=1");
	u64 with, without, cycles;

	if (c == NO_COUNTER) {
		skip("this PMU has no counter masks");
		return;
	}
	/* One branch in each loop of four instructions. */
	is(count_of(m, "branches:c=1", c, RUN_PLAIN, 0, LOOPS), LOOPS, "c=1: cycles with a branch");
	is(count_of(m, "branches:c=2", c, RUN_PLAIN, 0, LOOPS), 0, "c=2: cycles with two branches");
	if (m->flags || m->sibling) {
		/*
		 * To the detector, each of the cycles that are not counted here is one without a
		 * branch.
		 */
		skip("edges depend on when the other logical processor has its turn");
	} else {
		is(count_of(m, "branches:c=1:e", c, RUN_PLAIN, 0, LOOPS), LOOPS,
		   "e: a cycle with a branch after one without");
		/* … and three cycles without a branch, of which the first counts. */
		is(count_of(m, "branches:c=1:i:e", c, RUN_PLAIN, 0, LOOPS), LOOPS,
		   "i, e: the first one without");
		is(count_of(m, "branches:c=1:i:e", c, RUN_MEMORY, 0, LOOPS), LOOPS,
		   "… whatever else happens in those");
	}
	is(count_of(m, "branches:c=1:i", c, RUN_PLAIN, 0, LOOPS), 3 * LOOPS, "i: all of those");
	with = count_of(m, "branches:c=1", c, RUN_BRANCHES, 0, LOOPS);
	without = count_of(m, "branches:c=1:i", c, RUN_BRANCHES, 0, LOOPS);
	cycles = count_of(m, "cycles", first_counter(m, "cycles"), RUN_BRANCHES, 0, LOOPS);
	is(with + without, cycles, "i: cycles with a branch and cycles without are all cycles");
	is(count_of(m, "branches:c=2:i", c, RUN_PLAIN, 0, LOOPS),
	   count_of(m, "cycles", first_counter(m, "cycles"), RUN_PLAIN, 0, LOOPS),
	   "c=2:i: all cycles have fewer than two branches");
}

/* Bits of single families that change the count */
static void check_conditions(struct machine *m)
{
	const struct pmu *pmu = &m->pmu;
	u32 c = first_counter(m, "instructions") & 31;

	if (pmu->caps & PMU_EQ) {
		is(count_of(m, "cpu/event=0xc4,cmask=1,eq/", c, RUN_PLAIN, 0, LOOPS), LOOPS,
		   "EQ: cycles with just one branch");
		is(count_of(m, "cpu/event=0xc4,cmask=2,eq/", c, RUN_PLAIN, 0, LOOPS), 0,
		   "… with just two");
		is(count_of(m, "cpu/event=0xc4,cmask=1,eq,inv/", c, RUN_PLAIN, 0, LOOPS),
		   count_of(m, "cycles", c, RUN_PLAIN, 0, LOOPS) - LOOPS,
		   "… inverted: with any other number");
	}
	if (pmu->caps & PMU_UMASK2)
		is(count_of(m, "cpu/event=0xc0,umask=0x100/", c, RUN_PLAIN, 0, LOOPS), 0,
		   "UMASK2 is of the unit mask: another event");
	if (pmu->caps & PMU_ANY_THREAD)
		is(count_of(m, "cpu/event=0xc0,any/", c, RUN_PLAIN, 0, LOOPS),
		   LOOPS * programs[RUN_PLAIN].n, "AnyThread, with one thread: that thread");
	if (pmu->caps & PMU_TSX)
		is(count_of(m, "cpu/event=0xc0,in_tx/", c, RUN_PLAIN, 0, LOOPS), 0,
		   "IN_TX: nothing outside a transaction");
	if (pmu->caps & PMU_GUEST_HOST) {
		is(count_of(m, "instructions:G", c, RUN_PLAIN, 0, LOOPS), 0,
		   "GuestOnly: nothing without a guest");
		is(count_of(m, "instructions:H", c, RUN_PLAIN, 0, LOOPS), 0,
		   "HostOnly: nothing while EFER.SVME is clear");
	}
}

/* ---- Sets ---- */

/* The registers that were read back decode to the same events. */
static unsigned wrongly_decoded(struct setup *s, const char *const *events)
{
	u32 t1 = s->m->flags & ENCODE_SIBLING ? MOD_T1 : 0;
	struct reg_value regs[SETUP_REGS];
	unsigned wrong = 0, i;

	for (i = 0; i < s->n_regs; i++) {
		regs[i] = s->regs[i];
		regs[i].value = msr(s->m, regs[i].address);
	}
	for (i = 0; i < s->n; i++) {
		struct encoding enc;
		struct event event;

		event_encode(&s->m->pmu, events[i], 0, &enc, true);
		if (!pmc_decode(&s->m->pmu, regs, s->n_regs, s->counter[i], &event) ||
		    event.kind != EVENT_MODEL || event.id != enc.row ||
		    event.mods != (enc.mods | t1)) {
			detail("counter %u does not say %s", s->counter[i], events[i]);
			wrong++;
		}
	}
	return wrong;
}

static void check_set(struct machine *m)
{
	static const char *const events[] = { "instructions:u", "branches:u", "instructions:k",
					      "cycles:u" };
	u64 count[2][N_OF(events)];
	unsigned general = 0, n, i, c, wrong = 0;
	struct setup s;

	for (c = 0; c < 32; c++)
		general += m->pmu.general >> c & 1;
	n = general < N_OF(events) ? general : N_OF(events);
	if (first_counter(m, "branches:u") == NO_COUNTER) {
		skip("this PMU has no event for branches, or no rings");
		return;
	}
	setup_begin(&s, m);
	if (!ok(setup_assign(&s, events, n, 0), "assignment finds counters for %u events", n))
		return;
	for (i = 0; i < 2; i++) {
		setup_zero(&s);
		setup_start(&s);
		m->run(m, RUN_BRANCHES, LOOPS << i, 3);
		setup_stop(&s);
		for (c = 0; c < n; c++)
			count[i][c] = setup_read(&s, c);
	}
	setup_start(&s);
	wrong = wrongly_decoded(&s, events);
	setup_stop(&s);
	is(wrong, 0, "the registers, read back and decoded, say the events that were asked for");
	is(count[1][0] - count[0][0], LOOPS * programs[RUN_BRANCHES].n, "… of them instructions:u");
	is(count[1][1] - count[0][1], LOOPS * program_does(RUN_BRANCHES, DOES_BRANCH, 0, 3, 3),
	   "… and branches:u");
	if (n > 2)
		is(count[1][2] - count[0][2], 0,
		   "… and instructions:k, the same for more loops of the user's");
}

void check_counting(struct machine *m)
{
	check_each_counter(m);
	check_enables(m);
	check_rings(m);
	check_user_total(m);
	check_events(m);
	check_cycles(m);
	check_reference_cycles(m);
	check_halted(m);
	check_running(m);
	check_filters(m);
	check_conditions(m);
	check_set(m);
}
