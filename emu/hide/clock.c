// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Each process has a clock of its own. A child's begins where its parent's stands at the fork, and
 * a parent takes over the clock of a child that it has waited for, if that is later. So what a
 * process sees does not depend on which of two processes is faster.
 *
 * The clock advances by what the program does: looks at it, instructions, forks, execs, and what
 * was asked for by calls that wait (waiting.c). It must pass while a program computes, since
 * programs repeat a measurement until it has taken long enough. The sum of instructions is dear:
 * when there were few at many looks, it is taken at every eighth look only. The clock runs slower
 * than the real one, so that timers, which are the kernel's, are not late (timers.c).
 *
 * In two cases the clock follows the real one, from where it stands: when the program does what
 * leaves no one order of events, such as starting a second thread, and when it waits for something
 * in a way that the engine does not know, so that its clock falls behind. The report says so.
 */
#include "emu/hide/clock.h"

#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/nanoseconds.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/count/count.h"
#include "emu/hide/timers.h"
#include "emu/launch.h"

#include <linux/resource.h>
#include <linux/time.h>
#include <linux/time_types.h>

/* What things take. */
#define LOOK	  200ull
#define FORK	  1000000ull
#define EXEC	  10000000ull
#define STEP	  1000ull /* of 2^STEP_BITS instructions */
#define STEP_BITS 13

#define FEW   8	 /* steps */
#define MANY  32 /* sums in a row with few steps */
#define EVERY 8	 /* looks, then, between two sums */

/* The clock falls behind where the process has slept between two looks, and the real one has run
 * more than LAG_TIMES as fast. Such times add up, no single one to more than LAG_ONE, until they
 * are LAG_MAX; where the clock runs, it catches up. What a busy machine takes from a process is not
 * counted: the process does not sleep then. */
#define LAG_TIMES 100
#define LAG_LEAST 1000000ull
#define LAG_ONE	  (10 * CLOCK_SECOND)
#define LAG_MAX	  (60 * CLOCK_SECOND)

/* As of the parent's fork; the child has a copy of this memory. */
static struct emu_clock at_fork;
static u32 looks, light; /* looks since the last sum, and sums in a row with few steps */
static u64 lag;
/* As of the last look; 0: there was none. */
static u64 last_real, last_now;

u64 clock_real(void)
{
	return nanoseconds_of(CLOCK_MONOTONIC);
}

void clock_sleep_until(u64 real)
{
	struct __kernel_timespec ts = { (s64)(real / CLOCK_SECOND), (s64)(real % CLOCK_SECOND) };

	sys4(__NR_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, 0);
}

bool clock_follows(void)
{
	return engine.clock->since;
}

u64 clock_now(void)
{
	const struct emu_clock *c = engine.clock;

	return c->since ? c->now + clock_real() - c->since : c->now;
}

void clock_reach(u64 time)
{
	struct emu_clock *c = engine.clock;

	if (!c->since && c->now < time)
		c->now = time;
}

static void compute(u64 time)
{
	struct emu_clock *c = engine.clock;

	if (c->since)
		return;
	c->now += time;
	c->cpu += time;
}

void clock_follow(const char *why)
{
	struct emu_clock *c = engine.clock;
	u64 ms = c->now / 1000000;
	u32 no = 0;

	if (c->since)
		return;
	c->cpu_since = nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
	c->since = clock_real();
	if (__atomic_compare_exchange_n(&engine.shm->clock_follows, &no, 1, false, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST))
		emu_note(EMU_NOTE_CLOCK,
			 "its clock, and that of its children, follows the real one from second "
			 "%lu.%lu%lu%lu on, since it has %s; counts of programs that look at the "
			 "clock may differ from run to run",
			 ms / 1000, ms / 100 % 10, ms / 10 % 10, ms % 10, why);
}

/* Takes in what the program has computed. */
static void take_in(struct thread *t)
{
	u64 insns, steps;

	if (++looks < (light < MANY ? 1 : EVERY))
		return;
	looks = 0;
	insns = count_instructions(t);
	if (insns < t->clock_insns) /* the counts began anew after an exec that failed */
		t->clock_insns = 0;
	steps = (insns - t->clock_insns) >> STEP_BITS;
	t->clock_insns += steps << STEP_BITS;
	compute(steps * STEP);
	light = steps < FEW ? light + 1 : 0;
}

/* Has the process slept since the last call? */
static bool has_slept(void)
{
	static long before;
	struct rusage usage;

	if (sys2(__NR_getrusage, RUSAGE_THREAD, &usage) || usage.ru_nvcsw == before)
		return false;
	before = usage.ru_nvcsw;
	return true;
}

static void check_lag(void)
{
	u64 real = clock_real(), now = engine.clock->now, passed = real - last_real;
	u64 allowed = LAG_TIMES * (now - last_now);

	if (passed <= allowed)
		lag -= lag < allowed - passed ? lag : allowed - passed;
	else if (last_real && passed >= LAG_LEAST && has_slept())
		lag += passed < LAG_ONE ? passed : LAG_ONE;
	last_real = real;
	last_now = now;
	if (lag > LAG_MAX)
		clock_follow("waited for something that its clock does not know");
}

void clock_waited(u64 began)
{
	u64 real = clock_real();

	if (last_real)
		last_real += real - (began > last_real ? began : last_real);
}

/* The program looks at the clock. */
static void look(struct thread *t)
{
	if (clock_follows())
		return;
	take_in(t);
	compute(LOOK);
	timers_pass(t);
	check_lag();
}

u64 clock_look(struct thread *t)
{
	look(t);
	return clock_now();
}

u64 clock_look_cpu(struct thread *t)
{
	const struct emu_clock *c = engine.clock;

	look(t);
	return c->since ? c->cpu + nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID) - c->cpu_since : c->cpu;
}

void clock_forking(void)
{
	compute(FORK);
	at_fork = *engine.clock;
}

void clock_forked(struct thread *t)
{
	struct emu_clock *c = &engine.shm->tasks[t->task].clock;

	*c = at_fork;
	c->cpu = c->children = c->cpu_since = 0;
	engine.clock = c;
	t->clock_insns = 0;
	looks = light = 0;
	timers_forked();
}

void clock_before_exec(const struct thread *t)
{
	struct emu_clock *c = &engine.shm->tasks[t->task].clock;

	timers_before_exec(t->vfork_child);
	if (c == engine.clock)
		return;
	*c = *engine.clock;
	if (t->vfork_child)
		c->cpu = c->children = c->cpu_since = c->alarm = 0;
}

void clock_init(u32 task, bool first)
{
	if (!(engine.shm->flags & EMU_F_CLOCK))
		return;
	engine.clock = &engine.shm->tasks[task].clock;
	if (!first)
		compute(EXEC);
	timers_init();
}

/* The child's record, if the child has counted. */
static const struct emu_task *find_child(s32 pid)
{
	u32 i = __atomic_load_n(&engine.shm->n_tasks, __ATOMIC_ACQUIRE);

	while (i-- > 0) {
		const struct emu_task *k = &engine.shm->tasks[i];

		if (k->pid == pid && k->tid == pid && k->ppid == engine.pid)
			return k;
	}
	return NULL;
}

void clock_take_child(s32 pid, u64 real_cpu)
{
	const struct emu_task *k = find_child(pid);
	struct emu_clock *c = engine.clock;

	if (!k) { /* it ran natively */
		c->children += real_cpu;
	} else if (k->clock.since) {
		clock_reach(k->clock.now + clock_real() - k->clock.since);
		c->children += k->clock.cpu + real_cpu - k->clock.cpu_since;
	} else {
		clock_reach(k->clock.now);
		c->children += k->clock.cpu + k->clock.children;
	}
}
