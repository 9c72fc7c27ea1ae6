/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several processors: each has its own PMU and its own interrupt. check_threads.c has the
 * exception.
 */
#include "tests/bare/bare.h"

#define LOOPS 100

/* What the other processors do, and what they found: one at a time, except for count_alone(). */
static struct {
	u64 value;
	u32 arrived, counter;
} other;

/* Counts instructions at CPL 3 on a counter, and leaves the registers as they were. */
static u64 count_user(struct machine *m, u32 loops, u32 flags, u64 from)
{
	u32 c = first_counter(m, "instructions:u");
	struct setup s;

	setup_begin(&s, m);
	setup_add(&s, "instructions:u", c, flags);
	write_counter(m, c, from);
	setup_start(&s);
	m->run(m, RUN_PLAIN, loops, 3);
	setup_stop(&s);
	return setup_read(&s, 0);
}

static u64 user_total(u32 loops)
{
	return loops * programs[RUN_PLAIN].n + PROGRAM_EXIT;
}

static void check_there(struct machine *m)
{
	check_registers(m);
	check_counting(m);
	check_overflow(m);
}

static void read_there(struct machine *m)
{
	other.value = read_counter(m, other.counter);
	write_counter(m, other.counter, 1000);
}

/* A value that one processor writes stays on that processor. */
static void check_own_registers(struct machine *m, u32 cpu)
{
	other.counter = first_counter(m, "instructions:u");
	write_counter(m, other.counter, 77);
	m->start(m, cpu, read_there);
	m->wait(m, cpu);
	ok(other.value != 77 && read_counter(m, other.counter) == 77,
	   "CPU %u: its counters are its own", cpu);
}

static void on_pmi_there(struct machine *m, const struct pmi *pmi)
{
	other.arrived++;
}

static void on_pmi_here(struct machine *m, const struct pmi *pmi)
{
	other.arrived += 100;
}

static void overflow_there(struct machine *m)
{
	m->on_pmi = on_pmi_there;
	m->set_lvtpc(m, LVT_NMI);
	count_user(m, LOOPS, ENCODE_PMI, -(u64)50);
	m->set_lvtpc(m, LVT_NMI | LVT_MASKED);
	m->on_pmi = NULL;
	acknowledge(m, overflowed(m));
}

static void check_own_interrupt(struct machine *m, u32 cpu)
{
	other.arrived = 0;
	m->on_pmi = on_pmi_here;
	m->set_lvtpc(m, LVT_NMI);
	m->start(m, cpu, overflow_there);
	m->wait(m, cpu);
	m->set_lvtpc(m, LVT_NMI | LVT_MASKED);
	m->on_pmi = NULL;
	is(other.arrived, 1, "CPU %u: its overflow interrupts it, and nobody else", cpu);
}

#define LONG 20000

static void count_alone(struct machine *m)
{
	other.value = count_user(m, LONG, 0, 0);
}

/* Two processors at once */
static void check_at_once(struct machine *m, u32 cpu)
{
	u64 here;

	m->start(m, cpu, count_alone);
	here = count_user(m, LONG / 2, 0, 0);
	m->wait(m, cpu);
	is(other.value, user_total(LONG), "CPU %u: it counts what it runs, to the unit", cpu);
	is(here, user_total(LONG / 2), "… while this one counts what this one runs");
}

void check_cpus(struct machine *m)
{
	static const char *const names[] = { "", "CPU 1", "CPU 2", "CPU 3" };
	u32 cpu;

	if (first_counter(m, "instructions:u") == NO_COUNTER) {
		skip("this PMU counts in all rings");
		return;
	}
	for (cpu = 1; cpu < m->cpus; cpu++) {
		/* A processor begins with the state after a reset. */
		report_about(names[cpu]);
		m->start(m, cpu, check_there);
		m->wait(m, cpu);
		report_about(m->pmu.model->name);
		if (cpu == m->sibling) {
			check_threads(m);
			continue;
		}
		check_own_registers(m, cpu);
		if (m->apic && m->pmu.family != PMU_P5 && m->pmu.family != PMU_CYRIX)
			check_own_interrupt(m, cpu);
		check_at_once(m, cpu);
	}
}
