/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of a job's set at one instant. */
#ifndef PMC_CLI_STAT_READING_H
#define PMC_CLI_STAT_READING_H

#include <stddef.h>
#include <sys/types.h>

struct pmc_count;
struct stat_job;

#define ROW_NAME 48

struct reading_row {
	int cpu;       /* of a part of the topology: its first */
	unsigned cpus; /* of how many CPUs the counts are the sum; 0: of no CPU */
	pid_t pid, tid;
	char name[ROW_NAME];	 /* of the task, or of the part of the topology */
	struct pmc_count *count; /* one per event */
};

struct reading {
	size_t n_rows;
	struct reading_row *row;
};

/* Reads the job's set. Returns 0 or -errno. */
int reading_init(struct reading *reading, const struct stat_job *job);
void reading_deinit(struct reading *reading);

#endif
