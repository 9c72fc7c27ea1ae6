/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counting: start, stop and read a set.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_COUNT_H
#define PMC_COUNT_H

#include <pmc/diag.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc_set;

/*
 * Start and stop counting. Counts continue from where they stood. A set that is started before its
 * command begins to count at the command's exec, so that nothing of the launcher is counted.
 * -EINVAL: the set is not attached. -EBUSY: Linux's perf holds the counters now (driver); a note
 * says more. Starting a running set or stopping a stopped one does nothing.
 */
int pmc_set_start(struct pmc_set *set);
int pmc_set_stop(struct pmc_set *set);

/* Sets all counts and their times to zero, whether the set is running or not. */
int pmc_set_reset(struct pmc_set *set);

/*
 * A signal at overflow (perfctr's i-mode counters). From the next start on, each time this event
 * has happened `period` times, all events of the set stop at that instant, and the thread that
 * attached the set gets the signal. pmc_set_resume() makes the set go on, so there is one signal
 * for each overflow. Signals from SIGRTMIN on are queued; others may be merged. Choose the signal
 * before the set is attached, to one thread.
 *
 * Backends driver and perf do this. With perf the event must be the first one, and all others in
 * its group. The translator has no signals: nothing interrupts a program that counts itself there;
 * it notes samples at the very instruction instead (pmc_sampler_create()).
 * -EINVAL: no such event or signal, a period of 0 or above 2^62, or the set inherits; -EBUSY: the
 * set is attached or has a sampler; -EOPNOTSUPP: the event does not interrupt, or not all would
 * stop. What the PMU refuses, as a Pentium's does, the functions that attach say.
 */
int pmc_set_signal(struct pmc_set *set, size_t event, uint64_t period, int signal,
		   struct pmc_diag *diag);
/*
 * These two are for handlers of signals, whatever they interrupt. Is the signal one of this set's?
 * siginfo is the handler's siginfo_t (strict C has no such name). Then *value is the event's count
 * at the overflow; else -ENOENT. Call it before pmc_set_resume().
 */
int pmc_set_signalled(const struct pmc_set *set, const void *siginfo, uint64_t *value);
/* The set goes on; the next signal comes a full period later. -EALREADY: no overflow stopped it. */
int pmc_set_resume(struct pmc_set *set);
/*
 * Gives an event that sends signals, or any event of a set whose sampler has a fixed period,
 * another period, also while it counts: the next overflow comes so many events after the call.
 * -EINVAL: it is neither, or a period of 0 or above 2^62, or the set is not attached.
 */
int pmc_set_period(struct pmc_set *set, size_t event, uint64_t period);

enum pmc_count_state {
	PMC_COUNTED,	   /* value is a count */
	PMC_NOT_COUNTED,   /* the counter has not run (yet); value is 0 and means nothing */
	PMC_NOT_SUPPORTED, /* it cannot be counted here; pmc_set_event() has the reason */
};

/* How far a count can be trusted. A count that is several of these has the last one. */
enum pmc_quality {
	PMC_EXACT,    /* from a counter that ran all the time, or from the instruction stream */
	PMC_SCALED,   /* multiplexed: value = seen * enabled_ns / running_ns */
	PMC_MODELLED, /* from a model of a cache, predictor or pipeline */
	PMC_PARTIAL,  /* a process that the command has left behind still ran when it was taken */
	PMC_SAMPLED,  /* from samples, or from bursts of a model (pmc_hardware_sample()) */
	/*
	 * It includes what is not the target's: the translator's work (PMC_EVENT_TRANSLATOR), the
	 * rest of a clock's tick, or memory of the process that started the command. Or it is a
	 * sum that stands for something else (PMC_EVENT_ESTIMATE).
	 */
	PMC_ESTIMATED,
};

/* "exact" for PMC_EXACT, and so on; NULL: no quality has this number. Static. */
const char *pmc_quality_name(enum pmc_quality quality);

struct pmc_count {
	uint64_t value;	     /* scaled when events were multiplexed; clocks: nanoseconds */
	uint64_t seen;	     /* what the counter counted, before scaling */
	uint64_t enabled_ns; /* how long the event should have counted */
	uint64_t running_ns; /* how long it did */
	enum pmc_count_state state;
	enum pmc_quality quality;
	uint64_t error; /* by bursts: half its 95 % interval; UINT64_MAX: too few. Else 0 */
};

/*
 * Reads the whole set, whether it is running or not. n must be pmc_set_size() (-EINVAL). *time_ns
 * (may be NULL) is the CLOCK_MONOTONIC time of the reading. The kernel reads a group at one
 * instant. Emulated: the counts of each thread are those of its last safe point; they are complete
 * once the command has ended.
 */
int pmc_set_read(struct pmc_set *set, struct pmc_count *counts, size_t n, uint64_t *time_ns);

enum pmc_by { PMC_BY_THREAD, PMC_BY_PROCESS, PMC_BY_CPU };

/* The counts of one thread, process or CPU. */
struct pmc_row {
	pid_t pid, tid, ppid;	  /* -1: does not apply */
	int cpu;		  /* -1: does not apply */
	char name[16];		  /* name of the thread or process; "" when unknown */
	struct pmc_count *counts; /* one per event of the set */
};

struct pmc_rows {
	size_t n_rows, n_counts; /* n_counts: per row */
	uint64_t time_ns;
	struct pmc_row *row; /* in the order in which they began */
};

/*
 * Reads the set in parts. -EINVAL: the set was created without the matching PMC_SET_BY_… flag;
 * -EOPNOTSUPP: what it is attached to cannot be split this way. The caller owns *rows:
 * pmc_rows_destroy().
 */
int pmc_set_read_rows(struct pmc_set *set, enum pmc_by by, struct pmc_rows **rows);
void pmc_rows_destroy(struct pmc_rows *rows);

/* What a report of this set must mention. */
enum pmc_note_kind {
	PMC_NOTE_UNCOUNTED, /* a process, or for a while a CPU, was not counted */
	PMC_NOTE_FATAL,	    /* the translator gave up; the counts end there */
	PMC_NOTE_WARNING,   /* anything else */
	PMC_NOTE_SURVIVOR,  /* a process still ran when the command that started it had ended */
	PMC_NOTE_REFUSED,   /* why the last pmc_set_start() failed */
	PMC_NOTE_ORIGIN,    /* where something comes from that can come from several places */
};
struct pmc_note {
	enum pmc_note_kind kind;
	pid_t pid;	/* -1: it is about no process */
	char text[320]; /* a sentence as in pmc_diag */
};
/*
 * Note number `index`, from 0 on; -ENOENT past the last. There may be more while the command
 * runs.
 */
int pmc_set_note(struct pmc_set *set, size_t index, struct pmc_note *note);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
