/* SPDX-License-Identifier: BSD-2-Clause */
/* Why perf_event_open(2) refuses, and what would help. */
#ifndef PMC_LIB_PERF_WHY_H
#define PMC_LIB_PERF_WHY_H

#include <stdbool.h>
#include <stddef.h>

enum perf_cause {
	CAUSE_NO_PMU,	/* the machine has no PMU */
	CAUSE_PARANOID, /* perf_event_paranoid */
	CAUSE_SECCOMP,	/* a filter refuses the system call */
	CAUSE_LSM,	/* a security module does */
	CAUSE_NO_PERF,	/* the kernel has no perf events */
	CAUSE_OWNER,	/* the task is another user's */
	CAUSE_GONE,	/* the task has ended */
	CAUSE_FILES,	/* no descriptors are left */
	CAUSE_BUSY,	/* another driver holds the counters */
	CAUSE_EVENT,	/* this PMU does not count this event */
};

/* What the cause is decided from. */
struct perf_facts {
	int error;	 /* what perf_event_open returned, negative */
	bool hardware;	 /* hardware counts the event */
	bool cpu;	 /* the event is to count on a whole CPU */
	bool other_task; /* … or on a task other than the caller */
	bool reaches;	 /* the system call reaches the kernel's code */
	bool exists;	 /* the kernel has /proc/sys/kernel/perf_event_paranoid */
	bool pmu;	 /* the kernel registered a PMU for the CPU's counters */
	int paranoid;	 /* perf_event_paranoid; INT_MIN: not readable */
	bool privileged; /* CAP_PERFMON or CAP_SYS_ADMIN */
};

/* Fills in the facts that do not depend on the call. */
void perf_gather(struct perf_facts *facts);
enum perf_cause perf_cause(const struct perf_facts *facts);
/* The -errno of the public interface for a cause. */
int perf_cause_error(enum perf_cause cause, int error);
/* Writes the reason, and what would help ("" when nothing would). */
void perf_sentence(enum perf_cause cause, const struct perf_facts *facts, char *reason, size_t size,
		   char *way_out, size_t way_size);

#endif
