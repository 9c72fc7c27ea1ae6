/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processes, threads and mapped files of a perf.data file, or of a sampler. They become the
 * profile's when a sample needs them, so that a profile has only what has counts.
 */
#ifndef PMC_LIB_PROFILE_PERF_TASKS_H
#define PMC_LIB_PROFILE_PERF_TASKS_H

#include "lib/profile/build/builder.h"
#include "lib/profile/build/table.h"
#include "lib/profile/import/maps.h"
#include "lib/profile/model/arena.h"

struct perf_file;
struct segments;

#define PERF_NONE UINT32_MAX

struct perf_process {
	u32 pid, ppid, parent; /* parent: index or PERF_NONE */
	bool forked;	       /* its beginning was seen */
	const char *comm;
	const struct map_node *maps;
	int index; /* in the profile; -1: not yet */
};
struct perf_thread {
	u32 process, tid;
	const char *comm; /* NULL: the process's */
	int index;
};
/* A file that was mapped, or what stands for one. */
struct perf_dso {
	enum pmc_object_kind kind;
	const char *path;
	const u8 *build_id;
	unsigned build_id_size;
	u32 process; /* of anonymous memory */
	struct segments *segments;
	int index;
};

/*
 * Where addresses of a map are. Trees of maps never change, they are replaced: the root says which
 * maps these are.
 */
struct perf_mapped {
	const struct map_node *root; /* NULL: nothing is known */
	u64 start, end;
	u64 offset; /* from an address in memory to one in the file */
	const struct segments *segments;
	int index;
};

struct perf_tasks {
	const struct perf_file *f; /* NULL: no file, but what runs now */
	struct builder *b;
	struct arena arena;
	u64 seed, random;
	struct perf_process *process;
	size_t n_process, process_room;
	struct perf_thread *thread;
	size_t n_thread, thread_room;
	struct perf_dso *dso;
	size_t n_dso, dso_room;
	struct table processes, threads, dsos; /* processes: the last one of each pid */
	u32 last_process, last_thread;
	const struct map_node *kernel;
	struct perf_mapped last; /* where the last address was */
	bool failed;		 /* there is no memory */
};

/* The process of a pid, which is made when it is not known. PERF_NONE: no memory. */
u32 perf_tasks_process(struct perf_tasks *t, u32 pid);
u32 perf_tasks_thread(struct perf_tasks *t, u32 pid, u32 tid);
void perf_tasks_fork(struct perf_tasks *t, u32 pid, u32 ppid);
void perf_tasks_comm(struct perf_tasks *t, u32 pid, u32 tid, const char *comm, bool exec);
/* A file was mapped. build_id NULL: perf's file says it elsewhere, or not at all. */
void perf_tasks_map(struct perf_tasks *t, u32 pid, bool kernel, struct map *map, const char *path,
		    const u8 *build_id, unsigned build_id_size);
/* The profile's index of a thread. */
int perf_tasks_thread_index(struct perf_tasks *t, u32 thread);
/*
 * The object of an address and the object's own address. mode: PERF_RECORD_MISC_USER, _KERNEL, …
 * Returns the profile's index.
 */
int perf_tasks_resolve(struct perf_tasks *t, u32 process, unsigned mode, u64 ip, u64 *address);
/* Gives the names to the profile. */
void perf_tasks_finish(struct perf_tasks *t);
void perf_tasks_deinit(struct perf_tasks *t);

#endif
