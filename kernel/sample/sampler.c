// SPDX-License-Identifier: GPL-2.0
/* What happens to one counter that interrupts, outside of its NMI's hot path. */
#include <linux/math64.h>
#include <asm/tsc.h>

#include "kernel/sample/record.h"
#include "kernel/sample/sampler.h"

DEFINE_PER_CPU(struct sample_cpu, sample_cpus);

/*
 * Finds the period that would have given the wanted time since the last sample, and goes half the
 * way there.
 */
void sampler_adapt(const struct sampler *sampler, u64 n, u64 tsc)
{
	struct sample *s = sampler->sample;
	u64 ticks = sampler->ticks, took, period, now = sampler->ran_in + (tsc - sampler->tsc_in);

	took = max_t(u64, div64_u64(now - s->last, n), 1);
	s->last = now;
	while (ticks > 0x7fffffff) {
		ticks >>= 1;
		took = max_t(u64, took >> 1, 1);
	}
	period = div64_u64(min_t(u64, s->period, 0x7fffffff) * ticks, took);
	period = clamp_t(u64, period, s->period / 8, s->period * 8);
	s->period = clamp_t(u64, (s->period + period) / 2, 1, 0x7fffffff);
}

void sampler_take_late(const struct sampler *sampler, u64 value)
{
	u64 period = sampler->sample->period, now = rdtsc();

	if (sampler_is_due(sampler, value, now))
		record_late(sampler, period, now);
}

void sampler_put_off(struct sample_cpu *cpu, struct sampler *sampler, u64 value)
{
	/* It has overflown again since it was served, and another NMI waits for this one's end. */
	if (sampler_has_overflown(sampler->counter, value))
		sampler_expect_nmi(cpu);
	sampler_take_late(sampler, value);
	WRITE_ONCE(sampler->left, false);
	sampler_expect_end(cpu, sampler, value);
	sampler_set(sampler->counter, sampler->sample, value, sampler->counter->most);
}
