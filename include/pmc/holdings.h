/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who counts with /dev/pmc, and what.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_HOLDINGS_H
#define PMC_HOLDINGS_H

#include <pmc/diag.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc_model;

/* An event of a set of /dev/pmc: what it has counted on one CPU, or of one thread. */
struct pmc_holding {
	/*
	 * With its modifiers, as pmc_set_create() takes it on this machine: "branches:u". Registers
	 * that have no name are a raw event.
	 */
	char event[320];
	unsigned number; /* of the event in its set, from 0 on */
	int counter;	 /* -1: it is on none; fixed counters have the numbers from 32 on */
	int waits;	 /* != 0: it waits for a counter */
	int cpu;   /* where it counts, or waits; -1: nowhere: the thread sleeps, or it is stopped */
	pid_t pid; /* the process that opened the set; 0: it is in another PID namespace */
	pid_t tid; /* the thread that is counted; -1: the whole CPU; 0: as for pid */
	uid_t uid; /* the user who opened the set */
	int privileged; /* != 0: its set goes first where counters do not suffice */
	int samples;	/* != 0: it is sampled */
	char name[16];	/* of process pid; "[kernel]": the kernel\'s own; "": unknown */
	/*
	 * != 0: the caller may read what it has counted since it was last zeroed; else the rest is
	 * 0. Nothing is scaled: if running_ns is less than enabled_ns, the event had no counter for
	 * the rest of the time. The values of the events of one set are of one instant.
	 */
	int readable;
	uint64_t value;
	uint64_t enabled_ns, running_ns; /* as in struct pmc_count */
	uint64_t time_ns;		 /* CLOCK_MONOTONIC: when it was read */
};

struct pmc_holdings {
	size_t n;     /* the length of holding, at most 256 for a CPU and for a thread */
	size_t total; /* how many there are */
	/*
	 * != 0: they are those of all users; 0: the caller's own alone, as the caller has neither
	 * CAP_PERFMON nor CAP_SYS_ADMIN.
	 */
	int all_users;
	/*
	 * How many sets the driver has on this machine, whoever's they are: also those that are
	 * stopped, and those whose threads do not run now. A struct pmc_set is one for each thread
	 * or CPU that it is attached to. 0: nobody counts.
	 */
	size_t sets;
	struct pmc_holding *holding; /* the events of one set stand together */
};

/*
 * Tells who counts what with /dev/pmc on one CPU at this moment. What others count by perf is
 * unknown to it. No handle is needed, and nothing is taken from anybody: this also works while perf
 * has the counters. A set of a thread is on a CPU only while the thread runs there; so on the CPU
 * of the calling thread only what counts this thread, or the CPU, is found.
 *
 * `model` gives the events their names, and is the model of this machine, perhaps with a file of
 * events (pmc_model_open()). NULL, or another model: only pmc's own names are known.
 * Errors: -ENODEV, -EACCES, -EPERM: as in struct pmc_backend_status: there is no /dev/pmc, its
 * module is too old, or the caller may not open it; -ENOENT: there is no such CPU, or it is
 * offline. The caller owns the result: pmc_holdings_destroy(). It does not point into the model.
 */
int pmc_holdings_create(const struct pmc_model *model, unsigned cpu, struct pmc_holdings **holdings,
			struct pmc_diag *diag);

/*
 * The same for one thread, or all threads of a process: what each set of /dev/pmc has counted of
 * the thread, whoever opened it, also while the thread sleeps or the set is stopped. So another
 * process's counters are read, without a handle of one's own.
 *
 * A thread that sleeps is not disturbed, and neither is anybody else. If it runs on another CPU,
 * that CPU is interrupted to read its counters. With quiet != 0 it is not: the values are then of
 * the moment (time_ns) when it last read them by itself, at a switch or after some seconds.
 *
 * Root and CAP_PERFMON read everything. Others read the sets that they opened themselves, with the
 * rights that they have now, and of a thread that they may trace (ptrace(2)) those of other users
 * that were not attached by a privileged caller, kernel mode only if they may count it.
 * Errors, beside those of pmc_holdings_create(): -ESRCH: there is no such thread or process, or it
 * has ended; -EPERM: the caller may not trace the thread, and no set of his counts it.
 */
int pmc_holdings_thread(const struct pmc_model *model, pid_t tid, int quiet,
			struct pmc_holdings **holdings, struct pmc_diag *diag);
int pmc_holdings_process(const struct pmc_model *model, pid_t pid, int quiet,
			 struct pmc_holdings **holdings, struct pmc_diag *diag);
/* NULL is ignored. */
void pmc_holdings_destroy(struct pmc_holdings *holdings);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
