/* SPDX-License-Identifier: BSD-2-Clause */
/* See sampling.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/event/event.h"
#include "lib/backends/driver/sampling.h"
#include "lib/base/clock.h"
#include "lib/base/proc.h"
#include "lib/sampling/present.h"
#include "lib/sampling/sampling.h"
#include "lib/set/command.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"
#include "pmc/pmc_ioctl.h"

/* How often /proc is looked at where the kernel tells of nothing. */
#define LOOK_NS 100000000u

void driver_sampling_event(const struct sampling *sampling, const struct set_event *e,
			   struct pmc_ioctl_event *to)
{
	bool user = e->info.flags & PMC_EVENT_USER_ONLY || (e->parsed.mods & MOD_RINGS) == MOD_USER;

	to->period = sampling->how.period ? sampling->how.period : sampling->how.frequency;
	if (!sampling->how.period)
		to->flags |= PMC_EVENT_FREQUENCY;
	/* The module refuses it, rather than to sample with a skid. */
	to->precise = !!(e->parsed.mods & (MOD_PRECISE | MOD_PRECISE_MAX));
	if (sampling_dumps(sampling)) {
		to->sample = PMC_SAMPLE_USER_REGS;
		to->stack = sampling->how.stack_bytes;
	} else if (sampling_chains(sampling)) {
		to->sample = PMC_SAMPLE_USER_CHAIN;
	} else {
		return;
	}
	/* Whoever may not count the kernel may not see its chain. */
	if (!user)
		to->sample |= PMC_SAMPLE_KERNEL_CHAIN;
}

struct opening {
	struct driver_sampling *s;
	struct pmc_set *set;
	pid_t tid;
};

static int open_side_on(void *data, int cpu)
{
	struct opening *o = data;

	return perf_rings_side(&o->s->side, o->set->sampling, o->tid, cpu, true);
}

static int open_side(struct driver_sampling *s, struct pmc_set *set, pid_t tid, int cpu)
{
	struct opening o = { s, set, tid };

	if (!(set->flags & PMC_SET_INHERIT) || tid < 0)
		return perf_rings_side(&s->side, set->sampling, tid, cpu, false);
	/* Linux allows inherited events to write into memory by CPU only. */
	return proc_each_cpu(open_side_on, &o);
}

bool driver_sampling_wants_records(const struct pmc_set *set)
{
	/* Events of perf in the same set bring the side band. */
	return set->sampling && set->sampling->side == SOURCE_DRIVER && set->pmc->records;
}

int driver_sampling_open(struct driver_sampling *s, struct pmc_set *set, pid_t tid, int cpu)
{
	int err;

	if (!s->scratch) {
		s->scratch = malloc(DRIVER_RECORD_MOST);
		if (!s->scratch)
			return -ENOMEM;
		driver_clock_init(&s->clock, set->pmc->tsc_khz);
	}
	if (driver_sampling_wants_records(set)) {
		set->sampling->records = true;
		return 0;
	}
	if (set->sampling->side != SOURCE_DRIVER || set->sampling->no_side)
		return 0;
	err = open_side(s, set, tid, cpu);
	if (!err || err == -ESRCH || err == -EMFILE || err == -ENOMEM)
		return err;
	set->sampling->no_side = true;
	return 0;
}

/* The targets as they are now, and for a command what /proc shows of its process. */
static void look_at_proc(struct driver_sampling *s, struct pmc_set *set)
{
	struct queue *queue = &set->sampling->queue;
	u64 now = clock_now();
	size_t i;

	if (now - s->looked < LOOK_NS)
		return;
	s->looked = now;
	for (i = 0; i < set->n_targets; i++) {
		const struct target *t = &set->target[i];

		if (t->sort == TARGET_CPU)
			present_all(queue);
		else if (t->sort == TARGET_COMMAND)
			present_process(queue, t->command->pid);
		else
			present_process(queue,
					t->sort == TARGET_PROCESS ? t->id : proc_tgid(t->id));
		if (t->sort == TARGET_CPU)
			break;
	}
}

int driver_sampling_begin(struct driver_sampling *s, struct pmc_set *set)
{
	if (!s->scratch)
		return 0; /* the command has no process yet */
	driver_clock_look(&s->clock);
	if (set->sampling->no_side)
		look_at_proc(s, set);
	return perf_rings_drain(&s->side, set->sampling);
}

void driver_sampling_deinit(struct driver_sampling *s)
{
	perf_rings_deinit(&s->side);
	mapped_files_deinit(&s->files);
	free(s->scratch);
	memset(s, 0, sizeof(*s));
}
