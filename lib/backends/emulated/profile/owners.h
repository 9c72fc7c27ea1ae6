/* SPDX-License-Identifier: BSD-2-Clause */
/* The processes and threads of a recording. */
#ifndef PMC_LIB_EMULATED_OWNERS_H
#define PMC_LIB_EMULATED_OWNERS_H

#include <stddef.h>
#include <sys/types.h>

#include "core/base/types.h"
#include "emu/launch.h"

struct builder;
struct history;

struct owner_thread {
	s32 pid, tid;
	unsigned thread; /* of the builder */
};
struct owner_process {
	s32 pid;
	unsigned process; /* of the builder */
};
struct owners {
	struct builder *builder;
	struct history *history; /* hears of each use, and gives the names and parents */
	struct owner_process *process;
	struct owner_thread *thread;
	size_t n_processes, n_threads, max_processes, max_threads;
	size_t last; /* the thread that was asked for last */
};

void owners_deinit(struct owners *o);
/* The builder's index of a process, or -errno. */
int owners_process(struct owners *o, s32 pid, s32 ppid);
/* The builder's index of a thread, or -errno. */
int owners_thread(struct owners *o, const struct emu_log_who *who);

#endif
