/* SPDX-License-Identifier: BSD-2-Clause */
/* See present.h. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/proc.h"
#include "lib/sampling/present.h"
#include "lib/sampling/queue.h"

/* Threads of one process that are named at once. */
#define THREADS 4096

static void add_names(struct queue *queue, pid_t pid)
{
	struct pmc_record record = { .type = PMC_TYPE_COMM, .pid = pid, .cpu = -1 };
	pid_t *tids = calloc(THREADS, sizeof(*tids));
	int n = tids ? proc_threads(pid, tids, THREADS) : 0, i;
	char name[16];

	for (i = 0; i < n && i < THREADS; i++) {
		proc_name(tids[i], name);
		record.tid = tids[i];
		record.name = name;
		if (name[0])
			queue_add(queue, &record);
	}
	free(tids);
}

/* "7f00-7f10 r-xp 00001000 08:01 42    /usr/lib/libc.so.6" */
static void add_map(struct queue *queue, pid_t pid, char *line)
{
	struct pmc_record record = { .type = PMC_TYPE_MMAP, .pid = pid, .tid = pid, .cpu = -1 };
	unsigned long long start, end, offset;
	char rights[8];
	int name = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%llx-%llx %7s %llx %*s %*s %n", &start, &end, rights, &offset, &name) <
		    4 ||
	    !name || !strchr(rights, 'x'))
		return;
	record.start = start;
	record.size = end - start;
	record.offset = offset;
	record.name = line[name] ? line + name : "//anon";
	queue_add(queue, &record);
}

static void add_maps(struct queue *queue, pid_t pid)
{
	char path[64], *line = NULL;
	size_t room = 0;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	maps = fopen(path, "re");
	if (!maps)
		return;
	while (getline(&line, &room, maps) > 0)
		add_map(queue, pid, line);
	free(line);
	fclose(maps);
}

void present_process(struct queue *queue, pid_t pid)
{
	add_names(queue, pid);
	add_maps(queue, pid);
}

void present_all(struct queue *queue)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	while (proc && (entry = readdir(proc)))
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			present_process(queue, (pid_t)atoi(entry->d_name));
	if (proc)
		closedir(proc);
}
