/* SPDX-License-Identifier: BSD-2-Clause */
/* See record.h. */
#include <string.h>

#include "lib/backends/driver/files.h"
#include "lib/backends/driver/record.h"
#include "lib/backends/driver/ring.h"
#include "lib/sampling/queue.h"
#include "lib/sampling/registers.h"
#include "pmc/pmc_ioctl.h"

/* The registers and the stack of 64-bit code. */
static void take_dump(const struct pmc_ioctl_sample *s, const __u64 *at, struct pmc_record *r)
{
	if (s->n_regs != REGISTERS)
		return;
	r->registers = (const uint64_t *)at;
	if (!s->n_stack)
		return;
	r->stack = (const uint8_t *)(at + REGISTERS);
	r->stack_size = s->n_stack * sizeof(u64);
}

static void take_sample(const struct driver_reading *in, const struct pmc_ioctl_sample *s)
{
	struct pmc_record r = { .type = PMC_TYPE_SAMPLE };
	size_t words;

	if (s->size < sizeof(*s) || s->event >= PMC_ABI_EVENTS)
		return;
	words = (s->size - sizeof(*s)) / sizeof(u64);
	r.pid = (pid_t)s->pid;
	r.tid = (pid_t)s->tid;
	r.cpu = (int)s->cpu;
	r.time = driver_clock_ns(in->clock, s->time);
	r.event = in->events[s->event];
	r.mode = s->flags & PMC_SAMPLE_USER ? PMC_MODE_USER : PMC_MODE_KERNEL;
	r.ip = s->ip;
	r.period = s->period;
	r.n_chain = (size_t)s->n_kernel + s->n_user;
	r.n_kernel = s->n_kernel;
	if (s->n_counts + r.n_chain + s->n_regs + s->n_stack > words)
		return;
	if (r.n_chain)
		r.chain = (const uint64_t *)(s->word + s->n_counts);
	take_dump(s, s->word + s->n_counts + r.n_chain, &r);
	queue_add(in->queue, &r);
}

/* The name behind the fixed part, which zeros close; NULL: there is none. */
static const char *name_of(const struct pmc_ioctl_record *record)
{
	const char *name = (const char *)record + record->fixed;

	return record->fixed < record->size && memchr(name, 0, record->size - record->fixed) ?
		       name :
		       NULL;
}

static void take_map(const struct driver_reading *in, const struct pmc_ioctl_record *record,
		     struct pmc_record *r)
{
	const struct pmc_ioctl_mmap *map = (const void *)record;

	if (record->fixed < sizeof(*map) || !r->name)
		return;
	r->type = PMC_TYPE_MMAP;
	r->start = record->value;
	r->size = map->length;
	r->offset = map->offset;
	mapped_files_identify(in->files, map, r);
	queue_add(in->queue, r);
}

static void take_name(const struct driver_reading *in, const struct pmc_ioctl_record *record,
		      struct pmc_record *r)
{
	if (!r->name)
		return;
	r->type = PMC_TYPE_COMM;
	r->exec = record->flags & PMC_COMM_EXEC;
	queue_add(in->queue, r);
}

static void take_task(const struct driver_reading *in, const struct pmc_ioctl_record *record,
		      struct pmc_record *r)
{
	r->type = record->type == PMC_RECORD_FORK ? PMC_TYPE_FORK : PMC_TYPE_EXIT;
	r->ppid = (pid_t)record->ppid;
	r->ptid = (pid_t)record->ptid;
	queue_add(in->queue, r);
}

void driver_record_take(const struct driver_reading *in, const struct pmc_ioctl_record *record)
{
	struct pmc_record r = { 0 };

	if (record->type == PMC_RECORD_SAMPLE) {
		take_sample(in, (const void *)record);
		return;
	}
	if (record->size < sizeof(*record) || record->fixed < sizeof(*record))
		return;
	r.pid = (pid_t)record->pid;
	r.tid = (pid_t)record->tid;
	r.cpu = (int)record->cpu;
	r.time = driver_clock_ns(in->clock, record->time);
	r.name = name_of(record);
	switch (record->type) {
	case PMC_RECORD_MMAP:
		take_map(in, record, &r);
		break;
	case PMC_RECORD_COMM:
		take_name(in, record, &r);
		break;
	case PMC_RECORD_FORK:
	case PMC_RECORD_EXIT:
		r.name = NULL;
		take_task(in, record, &r);
		break;
	}
}
