/* SPDX-License-Identifier: BSD-2-Clause */
/* See perf_tasks.h. */
#include <limits.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/elf.h"
#include "lib/base/vector.h"
#include "lib/profile/import/perf_feature.h"
#include "lib/profile/import/perf_file.h"
#include "lib/profile/import/perf_tasks.h"
#include "lib/profile/import/segments.h"

/* The kernel's maps come with this pid. */
#define KERNEL_PID  UINT32_MAX
#define KERNEL_NAME "[kernel]"
/* So many ancestors without samples come into the profile with a process. */
#define ANCESTORS 64

static u32 failed(struct perf_tasks *t)
{
	t->failed = true;
	return PERF_NONE;
}

/* ---- Processes and threads ---- */

static u32 find_process(struct perf_tasks *t, u32 pid)
{
	struct table_probe probe = table_probe(table_mix(t->seed, pid, 1));
	u32 found = PERF_NONE;

	/* Numbers are used again; the process that was added last is the present one. */
	while (table_next(&t->processes, &probe))
		if (t->process[probe.index].pid == pid &&
		    (found == PERF_NONE || probe.index > found))
			found = probe.index;
	return found;
}

static u32 add_process(struct perf_tasks *t, u32 pid)
{
	if (t->n_process >= PERF_NONE - 1 ||
	    vector_reserve(&t->process, &t->process_room, t->n_process + 1, sizeof(*t->process)) ||
	    table_add(&t->processes, table_mix(t->seed, pid, 1), (u32)t->n_process))
		return failed(t);
	t->process[t->n_process] = (struct perf_process){ .pid = pid,
							  .ppid = 0,
							  .parent = PERF_NONE,
							  .comm = pid ? "" : "swapper",
							  .index = -1 };
	return (u32)t->n_process++;
}

u32 perf_tasks_process(struct perf_tasks *t, u32 pid)
{
	u32 process = t->last_process;

	if (process < t->n_process && t->process[process].pid == pid)
		return process;
	process = find_process(t, pid);
	if (process == PERF_NONE)
		process = add_process(t, pid);
	t->last_process = process;
	return process;
}

u32 perf_tasks_thread(struct perf_tasks *t, u32 pid, u32 tid)
{
	u32 process = perf_tasks_process(t, pid), thread = t->last_thread;
	struct table_probe probe;
	u64 hash;

	if (process == PERF_NONE)
		return PERF_NONE;
	if (thread < t->n_thread && t->thread[thread].process == process &&
	    t->thread[thread].tid == tid)
		return thread;
	hash = table_mix(t->seed, process, tid);
	for (probe = table_probe(hash); table_next(&t->threads, &probe);)
		if (t->thread[probe.index].process == process && t->thread[probe.index].tid == tid)
			return t->last_thread = probe.index;
	if (t->n_thread >= PERF_NONE - 1 ||
	    vector_reserve(&t->thread, &t->thread_room, t->n_thread + 1, sizeof(*t->thread)) ||
	    table_add(&t->threads, hash, (u32)t->n_thread))
		return failed(t);
	t->thread[t->n_thread] =
		(struct perf_thread){ .process = process, .tid = tid, .index = -1 };
	return t->last_thread = (u32)t->n_thread++;
}

void perf_tasks_fork(struct perf_tasks *t, u32 pid, u32 ppid)
{
	u32 parent, child;

	if (pid == ppid)
		return;
	parent = perf_tasks_process(t, ppid);
	child = find_process(t, pid);
	if (child == PERF_NONE || t->process[child].forked)
		child = add_process(t, pid);
	if (parent == PERF_NONE || child == PERF_NONE)
		return;
	t->last_process = child;
	t->process[child].forked = true;
	t->process[child].ppid = ppid;
	/* A parent stands before its child. */
	if (parent < child)
		t->process[child].parent = parent;
	if (!t->process[child].maps)
		t->process[child].maps = t->process[parent].maps;
	if (!t->process[child].comm[0])
		t->process[child].comm = t->process[parent].comm;
}

void perf_tasks_comm(struct perf_tasks *t, u32 pid, u32 tid, const char *comm, bool exec)
{
	u32 thread = perf_tasks_thread(t, pid, tid);
	const char *text = builder_text(t->b, comm, strlen(comm));

	if (thread == PERF_NONE)
		return;
	t->thread[thread].comm = text;
	if (pid == tid)
		t->process[t->thread[thread].process].comm = text;
	if (exec)
		t->process[t->thread[thread].process].maps = NULL;
}

/* ---- Into the profile ---- */

static void create_process(struct perf_tasks *t, u32 process)
{
	struct perf_process *p = &t->process[process];
	unsigned parent = UINT_MAX;

	if (p->parent != PERF_NONE && t->process[p->parent].index >= 0)
		parent = (unsigned)t->process[p->parent].index;
	p->index = builder_process(t->b, (pid_t)p->pid, (pid_t)p->ppid, parent);
}

static int process_index(struct perf_tasks *t, u32 process)
{
	u32 line[ANCESTORS], n = 0;

	while (process != PERF_NONE && t->process[process].index < 0 && n < ANCESTORS) {
		line[n++] = process;
		process = t->process[process].parent;
	}
	if (!n)
		return t->process[process].index;
	for (process = n; process; process--)
		create_process(t, line[process - 1]);
	return t->process[line[0]].index;
}

int perf_tasks_thread_index(struct perf_tasks *t, u32 thread)
{
	struct perf_thread *at = &t->thread[thread];
	int process;

	if (at->index >= 0)
		return at->index;
	process = process_index(t, at->process);
	at->index = process < 0 ? process : builder_thread(t->b, (pid_t)at->tid, (unsigned)process);
	return at->index;
}

void perf_tasks_finish(struct perf_tasks *t)
{
	size_t i;

	for (i = 0; i < t->n_process; i++)
		if (t->process[i].index >= 0)
			builder_process_comm(t->b, (unsigned)t->process[i].index,
					     t->process[i].comm);
	for (i = 0; i < t->n_thread; i++) {
		const struct perf_thread *at = &t->thread[i];

		if (at->index >= 0)
			builder_thread_comm(t->b, (unsigned)at->index,
					    at->comm ? at->comm : t->process[at->process].comm);
	}
}

/* ---- Objects ---- */

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static enum pmc_object_kind kind_of(const char *path, bool kernel)
{
	static const char *const memory[] = { "//anon", "[heap]",	  "[stack",  "[anon",
					      "/SYSV",	"/anon_hugepage", "/memfd:", "/dev/zero" };
	size_t i;

	if (kernel)
		return PMC_OBJECT_KERNEL;
	if (!strcmp(path, "[vdso]"))
		return PMC_OBJECT_VDSO;
	for (i = 0; i < sizeof(memory) / sizeof(memory[0]); i++)
		if (begins(path, memory[i]))
			return PMC_OBJECT_ANONYMOUS;
	return path[0] == '/' ? PMC_OBJECT_FILE : PMC_OBJECT_UNKNOWN;
}

/* The object of a path. process: of anonymous memory, otherwise PERF_NONE. */
static u32 find_dso(struct perf_tasks *t, const struct perf_dso *as)
{
	u64 hash = table_mix(t->seed, (uintptr_t)as->path, as->process);
	struct table_probe probe;
	const struct perf_dso *d;
	char *build_id = NULL;

	hash = table_mix_bytes(hash, as->build_id, as->build_id_size);
	for (probe = table_probe(hash); table_next(&t->dsos, &probe);) {
		d = &t->dso[probe.index];
		if (d->path == as->path && d->process == as->process && d->kind == as->kind &&
		    d->build_id_size == as->build_id_size &&
		    (!d->build_id_size || !memcmp(d->build_id, as->build_id, d->build_id_size)))
			return probe.index;
	}
	if (as->build_id_size)
		build_id = arena_copy(&t->arena, as->build_id, as->build_id_size);
	if ((as->build_id_size && !build_id) || t->n_dso >= PERF_NONE - 1 ||
	    vector_reserve(&t->dso, &t->dso_room, t->n_dso + 1, sizeof(*t->dso)) ||
	    table_add(&t->dsos, hash, (u32)t->n_dso))
		return failed(t);
	t->dso[t->n_dso] = *as;
	t->dso[t->n_dso].build_id = (u8 *)build_id;
	t->dso[t->n_dso].index = -1;
	return (u32)t->n_dso++;
}

static u32 named_dso(struct perf_tasks *t, enum pmc_object_kind kind, const char *path, u32 process)
{
	struct perf_dso as = { .kind = kind,
			       .path = builder_text(t->b, path, strlen(path)),
			       .process = process };

	return find_dso(t, &as);
}

void perf_tasks_map(struct perf_tasks *t, u32 pid, bool kernel, struct map *map, const char *path,
		    const u8 *build_id, unsigned build_id_size)
{
	const struct perf_build_id *known = build_id || !t->f ? NULL :
								perf_feature_find(t->f, path);
	u32 process = kernel || pid == KERNEL_PID ? PERF_NONE : perf_tasks_process(t, pid);
	struct perf_dso as = { .build_id = known ? known->bytes : build_id,
			       .build_id_size = known ? known->n : build_id_size };
	const struct map_node **root = &t->kernel, *changed;

	if (process != PERF_NONE)
		root = &t->process[process].maps;
	as.kind = kind_of(path, process == PERF_NONE);
	as.process = as.kind == PMC_OBJECT_ANONYMOUS ? process : PERF_NONE;
	if (as.kind == PMC_OBJECT_ANONYMOUS) {
		path = "[anon]";
		as.build_id_size = 0;
	}
	if (as.kind == PMC_OBJECT_KERNEL && begins(path, "[kernel."))
		path = KERNEL_NAME;
	as.path = builder_text(t->b, path, strlen(path));
	map->object = find_dso(t, &as);
	changed = maps_add(&t->arena, *root, &t->random, map);
	if (map->object == PERF_NONE || (!changed && map->start < map->end))
		t->failed = true;
	else
		*root = changed;
}

/* The file as it is now: the kernel did not say its build-id when it was mapped. */
static void read_build_id(struct perf_tasks *t, struct perf_dso *d)
{
	struct elf_file elf;
	u8 *bytes;

	if (elf_read(d->path, &elf) || !elf.build_id_size)
		return;
	bytes = arena_alloc(&t->arena, elf.build_id_size);
	if (!bytes) {
		t->failed = true;
		return;
	}
	d->build_id = memcpy(bytes, elf.build_id, elf.build_id_size);
	d->build_id_size = elf.build_id_size;
}

static int dso_index(struct perf_tasks *t, u32 dso)
{
	struct perf_dso *d = &t->dso[dso];
	int process = -1;

	if (d->index >= 0)
		return d->index;
	if (d->kind == PMC_OBJECT_ANONYMOUS)
		process = process_index(t, d->process);
	if (d->kind == PMC_OBJECT_FILE) {
		d->segments = arena_alloc(&t->arena, sizeof(*d->segments));
		if (!d->segments)
			t->failed = true;
		else
			segments_read(d->segments, d->path);
		if (!t->f && !d->build_id_size)
			read_build_id(t, d);
	}
	d->index = builder_object(t->b, d->kind, d->path, d->build_id, d->build_id_size,
				  process < 0 ? UINT_MAX : (unsigned)process);
	return d->index;
}

/* The object for an address that no map has. */
static u32 dso_without_map(struct perf_tasks *t, unsigned mode)
{
	switch (mode) {
	case PERF_RECORD_MISC_KERNEL:
		return named_dso(t, PMC_OBJECT_KERNEL, KERNEL_NAME, PERF_NONE);
	case PERF_RECORD_MISC_HYPERVISOR:
		return named_dso(t, PMC_OBJECT_UNKNOWN, "[hypervisor]", PERF_NONE);
	case PERF_RECORD_MISC_GUEST_KERNEL:
	case PERF_RECORD_MISC_GUEST_USER:
		return named_dso(t, PMC_OBJECT_UNKNOWN, "[guest]", PERF_NONE);
	}
	return named_dso(t, PMC_OBJECT_UNKNOWN, "", PERF_NONE);
}

/* Goes by a map to its object, or to what stands for one (map NULL). -1: there is no memory. */
static int look_up(struct perf_tasks *t, const struct map *map, unsigned mode,
		   struct perf_mapped *to)
{
	u32 dso = map ? map->object : dso_without_map(t, mode);
	const struct perf_dso *d;

	if (dso == PERF_NONE)
		return -1;
	to->index = dso_index(t, dso);
	d = &t->dso[dso];
	to->segments = d->segments;
	to->offset = 0;
	if (map && d->kind != PMC_OBJECT_ANONYMOUS && strcmp(d->path, KERNEL_NAME))
		to->offset = map->offset - map->start;
	return to->index;
}

int perf_tasks_resolve(struct perf_tasks *t, u32 process, unsigned mode, u64 ip, u64 *address)
{
	const struct map_node *root = NULL;
	const struct map *map;
	struct perf_mapped *at = &t->last, unmapped;

	if (mode == PERF_RECORD_MISC_KERNEL)
		root = t->kernel;
	else if (mode == PERF_RECORD_MISC_USER)
		root = t->process[process].maps;
	if (!root || root != at->root || ip < at->start || ip >= at->end) {
		map = maps_find(root, ip);
		at = map ? at : &unmapped;
		at->root = NULL;
		if (look_up(t, map, mode, at) < 0)
			return -1;
		if (map) {
			at->root = root;
			at->start = map->start;
			at->end = map->end;
		}
	}
	*address = ip + at->offset;
	if (at->segments)
		*address = segments_address(at->segments, *address);
	return at->index;
}

void perf_tasks_deinit(struct perf_tasks *t)
{
	arena_deinit(&t->arena);
	free(t->process);
	free(t->thread);
	free(t->dso);
	table_deinit(&t->processes);
	table_deinit(&t->threads);
	table_deinit(&t->dsos);
}
