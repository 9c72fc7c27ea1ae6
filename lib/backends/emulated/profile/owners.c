/* SPDX-License-Identifier: BSD-2-Clause */
/* See owners.h. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/history.h"
#include "lib/backends/emulated/profile/owners.h"
#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"

void owners_deinit(struct owners *o)
{
	free(o->process);
	free(o->thread);
}

static unsigned find_process(const struct owners *o, s32 pid)
{
	size_t i;

	for (i = o->n_processes; i--;)
		if (o->process[i].pid == pid)
			return o->process[i].process;
	return UINT_MAX;
}

int owners_process(struct owners *o, s32 pid, s32 ppid)
{
	unsigned known = find_process(o, pid);
	int process;

	if (known != UINT_MAX) {
		history_add(o->history, HISTORY_PROCESS, known, NULL);
		return (int)known;
	}
	if (vector_reserve(&o->process, &o->max_processes, o->n_processes + 1, sizeof(*o->process)))
		return -ENOMEM;
	process = builder_process(o->builder, pid, ppid, UINT_MAX);
	if (process < 0)
		return process;
	history_add(o->history, HISTORY_PROCESS, (unsigned)process, NULL);
	o->process[o->n_processes++] = (struct owner_process){
		.pid = pid,
		.process = (unsigned)process,
	};
	return process;
}

static bool is(const struct owner_thread *t, const struct emu_log_who *who)
{
	return t->tid == who->tid && t->pid == who->pid;
}

static int find_thread(struct owners *o, const struct emu_log_who *who)
{
	int process, thread;

	if (o->last < o->n_threads && is(&o->thread[o->last], who))
		return (int)o->thread[o->last].thread;
	for (o->last = o->n_threads; o->last--;)
		if (is(&o->thread[o->last], who))
			return (int)o->thread[o->last].thread;
	if (vector_reserve(&o->thread, &o->max_threads, o->n_threads + 1, sizeof(*o->thread)))
		return -ENOMEM;
	process = owners_process(o, who->pid, who->ppid);
	if (process < 0)
		return process;
	thread = builder_thread(o->builder, who->tid, (unsigned)process);
	if (thread < 0)
		return thread;
	o->last = o->n_threads++;
	o->thread[o->last] = (struct owner_thread){
		.pid = who->pid,
		.tid = who->tid,
		.thread = (unsigned)thread,
	};
	return thread;
}

int owners_thread(struct owners *o, const struct emu_log_who *who)
{
	int thread = find_thread(o, who);
	unsigned process = thread < 0 ? UINT_MAX : find_process(o, who->pid);

	if (thread < 0)
		return thread;
	history_add(o->history, HISTORY_PROCESS, process, who->pid == who->tid ? who->comm : NULL);
	history_add(o->history, HISTORY_THREAD, (unsigned)thread, who->comm);
	return thread;
}
