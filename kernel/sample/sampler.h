/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Samplers: the counters of a CPU that interrupt when they overflow. The functions here do what
 * becomes of one counter; the NMI and the code that puts contexts on the CPU both call them.
 *
 * Unlike all others, such a counter is written: the module sets it as many events below its end as
 * are left until the next sample. sample.off remembers by how much writing lowered the value, so
 * that counting goes on by differences as everywhere (count/context.c): value + off never jumps.
 */
#ifndef PMC_KERNEL_SAMPLER_H
#define PMC_KERNEL_SAMPLER_H

#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>

#include "kernel/base/types.h"
#include "kernel/pmu/regs.h"
#include "kernel/sample/ring.h"

/*
 * How far one event of one context is from its next sample. Only the CPU where the context counts
 * changes it, in NMIs, too.
 */
struct sample {
	u64 left;	/* events until then, as of when the counter was last set … */
	u64 chunk;	/* … of which the counter counts so many before it overflows */
	u64 off;	/* by how much all writes together have lowered the counter */
	u64 period;	/* the current one: a frequency changes it */
	u64 last;	/* virtual time of the last sample */
	u64 stopped_at; /* value + off when an overflow stopped the context */
	u32 changes;	/* set->changes when the period was taken from the set */
	u64 left_out;	/* samples, since it was throttled */
};

/* A counter of this CPU that interrupts, with all that an NMI would otherwise have to look up. */
struct sampler {
	struct context *context;
	const struct planned_counter *counter;
	struct sample *sample;
	struct ring *ring;
	u64 ticks;	    /* between two samples of a frequency; 0: a fixed period */
	u64 tsc_in, ran_in; /* time stamp and virtual time when the context came here */
	u16 most;	    /* bytes of a record, without the stack … */
	u16 stack;	    /* … and of that */
	u16 number;	    /* of the event in records */
	u8 event;
	u8 what;     /* PMC_SAMPLE_… */
	bool kernel; /* it counts kernel mode */
	bool more;   /* its records are more than a head with the first namespace's numbers */
	bool busy;   /* it is being set up or put away, so an NMI leaves it alone … */
	bool left;   /* … and has left it so, although it had overflown */
	bool throttled;
};

#define SAMPLERS 64
/*
 * In sample_cpu.spent: sample_cpu.stops is not 0. So the NMI asks one question for what is rare.
 */
#define SAMPLE_STOPS (1ull << 63)
/* More events than there are between reading a counter and writing it */
#define SAMPLER_CLOSE 512

struct sample_cpu {
	struct sampler sampler[SAMPLERS];
	u64 live;	   /* bit i: sampler i is in use */
	u64 window, spent; /* the time stamp when this window began, and ticks of handling since */
	u64 took;	   /* what the last NMI took that found too much spent */
	u64 stops;	   /* bit i: the context of sampler i is to stop */
	/* ring_taken() when each sampler's context came here, or when the window began */
	u64 taken_in[SAMPLERS];
	bool begun;  /* NMIs are unmasked */
	u8 expected; /* so many NMIs may come for which nothing is left to do */
	u32 lvtpc;   /* what it held before */
	struct hrtimer unthrottle;
	struct irq_work start_timer;
};
/* Only the CPU itself changes its samplers, with interrupts off. */
DECLARE_PER_CPU(struct sample_cpu, sample_cpus);

/*
 * One more NMI of this CPU's own may come and find nothing to do. There are never more than two on
 * their way, a counter's and one that the CPU sends to itself; so, if the NMI comes together with
 * another one, no more than two of others are ever taken for it.
 */
static inline void sampler_expect_nmi(struct sample_cpu *cpu)
{
	/* One instruction, since an NMI may change it, too. */
	if (READ_ONCE(cpu->expected) < 2)
		this_cpu_inc(sample_cpus.expected);
}

static inline void sampler_set(const struct planned_counter *c, struct sample *s, u64 value,
			       u64 chunk)
{
	u64 new = (0 - chunk) & c->mask;

	s->chunk = chunk;
	hw_write_counter(c, new);
	s->off += value - new;
}

/*
 * Sets the counter, which holds `value`, so that it overflows at the next sample, or as late as it
 * can.
 */
static inline void sampler_arm(const struct planned_counter *c, struct sample *s, u64 value)
{
	sampler_set(c, s, value, min(s->left, c->most));
}

/* The highest bit of a counter is set until it overflows. */
static inline bool sampler_has_overflown(const struct planned_counter *c, u64 value)
{
	return !(value & c->top);
}

/*
 * Until sampler_unmark() an NMI leaves the sampler to the caller, who also takes the samples that
 * are due.
 */
static inline void sampler_mark(struct sampler *sampler)
{
	WRITE_ONCE(sampler->left, false);
	barrier();
	WRITE_ONCE(sampler->busy, true);
	barrier();
}

static inline void sampler_unmark(struct sampler *sampler)
{
	barrier();
	WRITE_ONCE(sampler->busy, false);
}

/*
 * The counter of a marked sampler holds `value`, by which the caller is about to take samples. If
 * it has overflown and no NMI has come for that, one may still be on its way. Returns whether it
 * has overflown.
 */
static inline bool sampler_expect(struct sample_cpu *cpu, const struct sampler *sampler, u64 value)
{
	if (!sampler_has_overflown(sampler->counter, value))
		return false;
	if (!READ_ONCE(sampler->left))
		sampler_expect_nmi(cpu);
	return true;
}

/*
 * A counter of kernel mode goes on while its sampler is looked after, so it may come to its end
 * between the moment when it held `value` and the one, right after this call, when it is set anew.
 * Its NMI, if it has not come by then, will find nothing. So it may, too, if the counter is now so
 * close to its end that the few events until it is written suffice.
 */
static inline void sampler_expect_end(struct sample_cpu *cpu, const struct sampler *sampler,
				      u64 value)
{
	const struct planned_counter *c = sampler->counter;
	u64 now;

	if (!sampler->kernel || sampler_has_overflown(c, value))
		return;
	now = hw_rdpmc(c);
	if ((sampler_has_overflown(c, now) || ((0 - now) & c->mask) < SAMPLER_CLOSE) &&
	    !READ_ONCE(sampler->left))
		sampler_expect_nmi(cpu);
}

/* Events were counted: how many samples are due for them? */
static inline u64 sampler_settle(struct sample *s, u64 events)
{
	u64 n = 1, over = events - s->left;

	if (unlikely(events < s->left)) {
		s->left -= events;
		return 0;
	}
	if (unlikely(over >= s->period))
		n += div64_u64_rem(over, s->period, &over);
	s->left = s->period - over;
	return n;
}

/* Adapts the period to a frequency, when n samples are due. */
void sampler_adapt(const struct sampler *sampler, u64 n, u64 tsc);

/* Settles what the counter has counted until it held `value`. Must a record be made? */
static __always_inline bool sampler_is_due(const struct sampler *sampler, u64 value, u64 now)
{
	struct sample *s = sampler->sample;
	u64 n = sampler_settle(s, (value + s->chunk) & sampler->counter->mask);

	if (unlikely(!n))
		return false;
	if (sampler->ticks)
		sampler_adapt(sampler, n, now);
	if (unlikely(sampler->throttled)) {
		s->left_out += n;
		ring_throttled(sampler->ring, n);
		return false;
	}
	if (unlikely(n > 1))
		ring_missed(sampler->ring, n - 1);
	return true;
}

/* The counter holds `value`, outside of its NMI: takes the sample if one is due. */
void sampler_take_late(const struct sampler *sampler, u64 value);
/* In an NMI: takes the sample if one is due; the counter then overflows as late as it can. */
void sampler_put_off(struct sample_cpu *cpu, struct sampler *sampler, u64 value);

#endif
