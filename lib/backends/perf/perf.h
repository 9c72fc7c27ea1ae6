/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the backend perf share. */
#ifndef PMC_LIB_PERF_H
#define PMC_LIB_PERF_H

#include <linux/perf_event.h>

#include "lib/base/internal.h"

/* ---- perf_attr.c: events in the kernel's terms ---- */

/*
 * The attributes of a parsed event. -EOPNOTSUPP with diag: not an event of this interface, or of no PMU
 * that the kernel has; -EINVAL with diag: a term that the PMU does not know. devices is
 * "/sys/bus/event_source/devices" (tests have another). text is what the event was parsed from.
 */
int perf_attr(const char *devices, const char *text, const struct event *ev,
	      struct perf_event_attr *attr, struct pmc_diag *diag);
/* An event of a model's catalogue. -EINVAL, -EOPNOTSUPP with diag. */
int perf_attr_model(const char *devices, const struct pmu *pmu, const char *text,
		    const struct event *ev, struct perf_event_attr *attr, struct pmc_diag *diag);
/* perf's number of a Pentium 4's event (perf_p4.c); -EOPNOTSUPP: it has none. */
struct encoding;
int perf_config_p4(const struct encoding *enc, u64 *config);
/* Is this a Pentium 4 under a Linux that miscounts on it? (perf_p4.c) */
#define P4_MOST_PER_NS 16 /* no event of it can count more in a nanosecond */
bool perf_p4_miscounts(void);
/* Is the event counted by hardware? */
bool perf_is_hardware(const struct perf_event_attr *attr);

/* ---- perf_why.c: what the kernel refuses, and why ---- */

/* perf_event_open(2) with close-on-exec: a descriptor or -errno. */
int perf_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int group);

enum perf_cause {
	CAUSE_NO_PMU,	/* there is no PMU in this machine */
	CAUSE_PARANOID, /* perf_event_paranoid */
	CAUSE_SECCOMP,	/* a filter refuses the system call */
	CAUSE_LSM,	/* a security module does */
	CAUSE_NO_PERF,	/* the kernel has no perf events */
	CAUSE_OWNER,	/* another user's task */
	CAUSE_GONE,	/* no such task */
	CAUSE_FILES,	/* out of descriptors */
	CAUSE_BUSY,	/* another driver has the counters */
	CAUSE_EVENT,	/* this event, on this PMU */
};
/* What the causes are decided from. */
struct perf_facts {
	int error;	 /* what perf_event_open answered, negative */
	bool hardware;	 /* the event is counted by hardware */
	bool cpu;	 /* a whole CPU was asked for */
	bool other_task; /* a task other than oneself was asked for */
	bool reaches;	 /* the system call reaches the kernel's code */
	bool exists;	 /* the kernel has /proc/sys/kernel/perf_event_paranoid */
	bool pmu;	 /* the kernel registered a PMU for the CPU's counters */
	int paranoid;	 /* perf_event_paranoid; INT_MIN: not readable */
	bool privileged; /* CAP_PERFMON or CAP_SYS_ADMIN */
};
void perf_gather(struct perf_facts *facts);
enum perf_cause perf_cause(const struct perf_facts *facts);
/* -errno that stands for a cause in the public interface. */
int perf_cause_error(enum perf_cause cause, int error);
/* The sentence, and what would help. */
void perf_sentence(enum perf_cause cause, const struct perf_facts *facts, char *reason, size_t size,
		   char *way_out, size_t way_size);

/* ---- perf_page.c: reading without a system call ---- */

struct perf_value {
	u64 value, enabled, running;
};
/* How the counter and the time stamp are read: RDPMC and RDTSC, or what a test gives. */
struct perf_instructions {
	u64 (*pmc)(u32 counter);
	u64 (*tsc)(void);
};
extern const struct perf_instructions perf_instructions;
/* False when the kernel must be asked: user mode may not, or the event is not on a counter now. */
bool perf_page_read(const struct perf_event_mmap_page *page, const struct perf_instructions *with,
		    struct perf_value *value);

#endif
