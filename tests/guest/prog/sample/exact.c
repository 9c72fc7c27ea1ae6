/* SPDX-License-Identifier: BSD-2-Clause */
/* Samples by arithmetic: how many, where, and with which counts. */
#include <inttypes.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

/* What the samples of a loop looked like. */
struct seen {
	uint64_t n, in, wrong, last;
	int phase;
};

/* Fields, place and count of one sample. */
static void look_at(struct seen *seen, const struct pmc_ioctl_sample *r, uint64_t period)
{
	int at = place(r->ip);
	uint64_t k;

	seen->n++;
	if (r->pid != (uint32_t)getpid() || r->tid != (uint32_t)getpid() || r->time <= seen->last ||
	    r->event || r->period != period || r->n_counts != 1 || r->n_user || r->n_kernel ||
	    !(r->flags & PMC_SAMPLE_USER))
		seen->wrong++;
	seen->last = r->time;
	if (at < 0)
		return;
	seen->in++;
	/* The next instruction is the one behind the one that was counted last. */
	k = (uint64_t)(at - (int)(r->word[0] % 16) + 16) % 16;
	if (seen->phase >= 0 && seen->phase != (int)k)
		seen->wrong++;
	seen->phase = (int)k;
	/* A Pentium 4 interrupts one count after the overflow. */
	if (r->word[0] % period != (info.family == PMU_P4))
		seen->wrong++;
}

static void exact(uint64_t period)
{
	struct pmc_ioctl_event e = instructions(0, period);
	struct seen seen = { .phase = -1 };
	struct sampling s;
	uint64_t count;

	e.sample = PMC_SAMPLE_COUNTS;
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 256);
	must(!ioctl(s.fd, PMC_IOC_START, 0), "starting");
	loop(200000);
	must(!ioctl(s.fd, PMC_IOC_STOP, 0), "stopping");
	count = value_of(&s, 1);
	result(count > 3200000 && count < 3210000, "period %" PRIu64 ": counted %" PRIu64, period,
	       count);
	result(total(&s) == count / period,
	       "period %" PRIu64 ": %" PRIu64 " samples, by arithmetic %" PRIu64 " (lost %" PRIu64
	       ", missed %" PRIu64 ", throttled %" PRIu64 ")",
	       period, total(&s), count / period, (uint64_t)ring(&s, 0)->lost,
	       (uint64_t)ring(&s, 0)->missed, (uint64_t)ring(&s, 0)->throttled);
	while (take(ring(&s, 0), &record, sizeof(record)))
		look_at(&seen, &record.head, period);
	result(seen.n == ring(&s, 0)->samples,
	       "period %" PRIu64 ": all %" PRIu64 " records are there", period, seen.n);
	result(seen.in + 2 >= seen.n && seen.n > 0,
	       "period %" PRIu64 ": %" PRIu64 " of them in the loop", period, seen.in);
	result(!seen.wrong, "period %" PRIu64 ": %" PRIu64 " with a wrong place, count or field",
	       period, seen.wrong);
	end(&s);
}

void mode_exact(unsigned n)
{
	(void)n;
	exact(1009);
	exact(10007);
	exact(100003);
}
