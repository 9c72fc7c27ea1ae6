/* SPDX-License-Identifier: BSD-2-Clause */
/* See live.h. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/import/perf_tasks.h"
#include "lib/profile/live/addresses.h"
#include "lib/profile/jit/names.h"
#include "lib/profile/live/kernel.h"
#include "lib/profile/live/live.h"

struct live {
	struct perf_tasks tasks;
	struct builder *builder;
	struct {
		u64 period, samples;
	} event[PMC_PROFILE_EVENTS];
	unsigned n_events;
	int kernel;		      /* its object in the profile; -1: it has no samples */
	struct addresses named_later; /* of the kernel, and of code without files */
	struct pmc_frame *frames;
	size_t frames_room;
	u64 lost, throttled;
	bool failed;
};

int live_create(struct live **out)
{
	struct live *live = calloc(1, sizeof(*live));
	int err = live ? builder_create(PMC_PROFILE_OWN, false, &live->builder) : -ENOMEM;

	if (err) {
		free(live);
		return err;
	}
	live->tasks.b = live->builder;
	live->tasks.seed = live->tasks.random = table_seed();
	live->tasks.last_process = live->tasks.last_thread = PERF_NONE;
	live->kernel = -1;
	*out = live;
	return 0;
}

static void deinit(struct live *live)
{
	perf_tasks_deinit(&live->tasks);
	addresses_deinit(&live->named_later);
	free(live->frames);
	free(live);
}

void live_destroy(struct live *live)
{
	if (!live)
		return;
	builder_destroy(live->builder);
	deinit(live);
}

int live_event(struct live *live, const char *name, u64 period)
{
	int index = builder_event(live->builder, name, PMC_SAMPLED);

	if (index < 0)
		return index;
	live->event[index].period = period;
	live->n_events = (unsigned)index + 1;
	return 0;
}

struct builder *live_builder(struct live *live)
{
	return live->builder;
}

/* ---- Records ---- */

static unsigned misc_of(enum pmc_sample_mode mode)
{
	switch (mode) {
	case PMC_MODE_USER:
		return PERF_RECORD_MISC_USER;
	case PMC_MODE_KERNEL:
		return PERF_RECORD_MISC_KERNEL;
	case PMC_MODE_OTHER:
		break;
	}
	return PERF_RECORD_MISC_HYPERVISOR;
}

/* The object of an address, or -1: no memory. */
static int resolve(struct live *live, u32 process, enum pmc_sample_mode mode, u64 ip, u64 *address)
{
	int object = perf_tasks_resolve(&live->tasks, process, misc_of(mode), ip, address);

	if (object >= 0 && mode == PMC_MODE_KERNEL)
		live->kernel = object;
	/* Memory without a file has no addresses but the process's. */
	if (object >= 0 && *address == ip)
		addresses_add(&live->named_later, (unsigned)object, *address);
	return object;
}

static size_t take_chain(struct live *live, const struct pmc_record *r, u32 process,
			 const struct pmc_frame *leaf)
{
	size_t i;
	int object;

	if (vector_reserve(&live->frames, &live->frames_room, r->n_chain + 1,
			   sizeof(*live->frames))) {
		live->failed = true;
		return 0;
	}
	live->frames[0] = *leaf;
	for (i = 0; i < r->n_chain; i++) {
		struct pmc_frame *frame = &live->frames[i + 1];

		object = resolve(live, process, i < r->n_kernel ? PMC_MODE_KERNEL : PMC_MODE_USER,
				 r->chain[i], &frame->address);
		if (object < 0)
			return 0;
		frame->object = (unsigned)object;
		/* Where the kernel was entered is no return address: see `struct pmc_frame`. */
		frame->address += i == r->n_kernel && r->mode == PMC_MODE_KERNEL;
		frame->name = NULL;
	}
	return i + 1;
}

static void take_sample(struct live *live, const struct pmc_record *r)
{
	u32 thread = perf_tasks_thread(&live->tasks, (u32)r->pid, (u32)r->tid), process;
	struct pmc_frame leaf = { 0 };
	int index, object;
	size_t n;

	if (thread == PERF_NONE || r->event >= live->n_events)
		return;
	process = live->tasks.thread[thread].process;
	index = perf_tasks_thread_index(&live->tasks, thread);
	object = resolve(live, process, r->mode, r->ip, &leaf.address);
	if (index < 0 || object < 0)
		return;
	leaf.object = (unsigned)object;
	live->event[r->event].samples++;
	builder_count(live->builder, (unsigned)index, leaf.object, leaf.address, r->event,
		      r->period);
	if (!r->chain)
		return;
	n = take_chain(live, r, process, &leaf);
	if (n)
		builder_stack(live->builder, (unsigned)index, live->frames, n, r->event, r->period);
}

static void take_map(struct live *live, const struct pmc_record *r)
{
	struct map map = { .start = r->start, .end = r->start + r->size, .offset = r->offset };
	const u8 *build_id = NULL;

	if (map.end < map.start)
		return;
	if (r->build_id_size)
		build_id = (u8 *)arena_copy(&live->tasks.arena, r->build_id, r->build_id_size);
	perf_tasks_map(&live->tasks, (u32)r->pid, r->mode == PMC_MODE_KERNEL, &map, r->name,
		       build_id, build_id ? r->build_id_size : 0);
}

void live_take(struct live *live, const struct pmc_record *r)
{
	switch (r->type) {
	case PMC_TYPE_SAMPLE:
		take_sample(live, r);
		break;
	case PMC_TYPE_MMAP:
		take_map(live, r);
		break;
	case PMC_TYPE_COMM:
		perf_tasks_comm(&live->tasks, (u32)r->pid, (u32)r->tid, r->name, r->exec);
		break;
	case PMC_TYPE_FORK:
		perf_tasks_fork(&live->tasks, (u32)r->pid, (u32)r->ppid);
		break;
	case PMC_TYPE_LOST:
		live->lost += r->count;
		break;
	case PMC_TYPE_THROTTLE:
		live->throttled += r->count ? r->count : 1;
		break;
	case PMC_TYPE_EXIT:
	case PMC_TYPE_SWITCH:
		break;
	}
}

/* ---- The end ---- */

struct naming {
	struct live *live;
	unsigned object;
};

static void name_function(void *data, const struct jit_function *f)
{
	struct naming *to = data;

	if (!addresses_any(&to->live->named_later, to->object, f->address, f->address + f->size))
		return;
	builder_symbol(to->live->builder, to->object, f->address, f->size, f->name, f->file,
		       f->line);
	if (f->code)
		builder_code(to->live->builder, to->object, f->address, f->code, f->size);
}

/* Code without a file, of which JITs say what it is. */
static void name_jits(struct live *live)
{
	const struct perf_tasks *t = &live->tasks;
	size_t i;

	for (i = 0; i < t->n_dso; i++) {
		const struct perf_dso *d = &t->dso[i];
		struct naming to = { live, (unsigned)d->index };

		if (d->kind == PMC_OBJECT_ANONYMOUS && d->index >= 0)
			jit_names((s32)t->process[d->process].pid, name_function, &to);
	}
}

static void add_notes(struct live *live)
{
	struct builder *b = live->builder;
	u64 samples = 0;
	unsigned i;

	for (i = 0; i < live->n_events; i++)
		samples += live->event[i].samples;
	if (!samples)
		builder_warn(
			b, "no sample was taken: nothing that was watched ran for a whole period");
	if (live->lost)
		builder_warn(
			b,
			"%llu samples or other records were lost, because nobody took them in time",
			(unsigned long long)live->lost);
	if (live->throttled)
		builder_warn(b,
			     "the kernel held events back %llu times, because they interrupted too "
			     "often: there are fewer samples than periods",
			     (unsigned long long)live->throttled);
}

int live_finish(struct live *live, struct pmc_profile **profile)
{
	struct builder *builder = live->builder;
	unsigned i;
	int err;

	for (i = 0; i < live->n_events; i++)
		builder_event_samples(builder, i, live->event[i].period, live->event[i].samples);
	kernel_names(&live->named_later, live->kernel, builder);
	name_jits(live);
	perf_tasks_finish(&live->tasks);
	add_notes(live);
	err = live->failed || live->tasks.failed || live->named_later.failed ? -ENOMEM : 0;
	deinit(live);
	if (!err)
		return builder_finish(builder, profile);
	builder_destroy(builder);
	return err;
}
