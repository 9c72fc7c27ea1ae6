/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The log of this process: what is told when PMCs are allocated, attached and detached, and the
 * processes that are watched meanwhile. Each function does nothing without a log.
 */
#ifndef COMPAT_FREEBSD_LOG_SESSION_H
#define COMPAT_FREEBSD_LOG_SESSION_H

#include "compat/freebsd/counter/counter.h"
#include "compat/freebsd/log/samples.h"
#include "compat/freebsd/log/watch.h"

struct session {
	struct record_log log;
	struct watch *watches;
	struct samples_state taken;
	unsigned samples, lost;
};

/* This processor as FreeBSD writes it, GenuineIntel-6-55-4: PMC_CPUID_LEN bytes. */
void session_cpuid(char *cpuid);

/* Begins a log with what there is already. 0 or an errno. */
int session_begin(struct session *s, int fd, const struct machine *m, struct counter *all);
int session_end(struct session *s);

void session_allocated(struct session *s, const struct counter *c);
void session_attached(struct session *s, const struct counter *c, pid_t pid);
void session_detached(struct session *s, const struct counter *c, pid_t pid);
/* Takes what a PMC's samplers have noted. */
void session_drain(struct session *s, const struct counter *c);
/* Looks at the processes; writes PROCEXIT for the PMCs that asked for it. */
void session_look(struct session *s, struct counter *all);

#endif
