/* SPDX-License-Identifier: BSD-2-Clause */
/* perf's numbers of its hardware and software events are in the order of linux/perf_event.h. */
#include <stdio.h>

#include "lib/profile/import/perf_file.h"
#include "lib/profile/import/perf_name.h"

static const char *const hardware[] = {
	[PERF_COUNT_HW_CPU_CYCLES] = "cycles",
	[PERF_COUNT_HW_INSTRUCTIONS] = "instructions",
	[PERF_COUNT_HW_CACHE_REFERENCES] = "cache-references",
	[PERF_COUNT_HW_CACHE_MISSES] = "cache-misses",
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = "branches",
	[PERF_COUNT_HW_BRANCH_MISSES] = "branch-misses",
	[PERF_COUNT_HW_BUS_CYCLES] = "bus-cycles",
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = "stalled-cycles-frontend",
	[PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = "stalled-cycles-backend",
	[PERF_COUNT_HW_REF_CPU_CYCLES] = "ref-cycles",
};
static const char *const software[] = {
	[PERF_COUNT_SW_CPU_CLOCK] = "cpu-clock",
	[PERF_COUNT_SW_TASK_CLOCK] = "task-clock",
	[PERF_COUNT_SW_PAGE_FAULTS] = "page-faults",
	[PERF_COUNT_SW_CONTEXT_SWITCHES] = "context-switches",
	[PERF_COUNT_SW_CPU_MIGRATIONS] = "cpu-migrations",
	[PERF_COUNT_SW_PAGE_FAULTS_MIN] = "minor-faults",
	[PERF_COUNT_SW_PAGE_FAULTS_MAJ] = "major-faults",
	[PERF_COUNT_SW_ALIGNMENT_FAULTS] = "alignment-faults",
	[PERF_COUNT_SW_EMULATION_FAULTS] = "emulation-faults",
	[PERF_COUNT_SW_DUMMY] = "dummy",
	[PERF_COUNT_SW_BPF_OUTPUT] = "bpf-output",
};
#define N(names) (sizeof(names) / sizeof((names)[0]))

void perf_name_event(struct perf_event *event)
{
	const char *ring = event->flags & PERF_EVENT_USER   ? ":u" :
			   event->flags & PERF_EVENT_KERNEL ? ":k" :
							      "";
	const char *name = NULL;

	if (event->name[0])
		return;
	if (event->type == PERF_TYPE_HARDWARE && event->config < N(hardware))
		name = hardware[event->config];
	else if (event->type == PERF_TYPE_SOFTWARE && event->config < N(software))
		name = software[event->config];
	if (name)
		snprintf(event->name, sizeof(event->name), "%s%s", name, ring);
	else if (event->type == PERF_TYPE_RAW)
		snprintf(event->name, sizeof(event->name), "r%llx%s",
			 (unsigned long long)event->config, ring);
	else
		snprintf(event->name, sizeof(event->name), "type%u/config=%#llx/%s", event->type,
			 (unsigned long long)event->config, ring);
}
