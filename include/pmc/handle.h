/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backends, and handles: a backend that was opened.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_HANDLE_H
#define PMC_HANDLE_H

#include <pmc/diag.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc;

/* Who programs the counters, in the order of preference. */
enum pmc_backend {
	PMC_BACKEND_DRIVER,   /* "driver": /dev/pmc */
	PMC_BACKEND_PERF,     /* "perf": perf_event_open(2) */
	PMC_BACKEND_MSR,      /* "msr": /dev/cpu/N/msr */
	PMC_BACKEND_EMULATED, /* "emulated": the translator; user mode of a command or oneself */
	PMC_BACKENDS
};

/* What the sets of a handle will be attached to. The choice of a backend depends on it. */
enum pmc_use {
	PMC_USE_ANY,	 /* not known yet, as for a listing */
	PMC_USE_COMMAND, /* a command to be started */
	PMC_USE_SELF,	 /* the calling thread */
	PMC_USE_TASK,	 /* a running thread or process */
	PMC_USE_CPU,	 /* CPUs */
};

/* Whether a backend is available for one use. */
struct pmc_backend_status {
	enum pmc_backend id;
	const char *name; /* "perf" … */
	/* 0: it can count hardware events (emulated: its own events); or -errno. */
	int error;
	/* != 0: it can count software events (driver: at least tsc), even if error is set. */
	int software;
	/* Why it is unavailable: a sentence as in pmc_diag; "" when error is 0. */
	char reason[320];
	/* What would make it available: "run as root: modprobe pmc"; "" when nothing would. */
	char way_out[320];
	/* What it found when it is available: "4 counters of 48 bits"; or "". */
	char detail[160];
};

/*
 * Writes the state of every backend for `use`, best first: at most `n` rows. Returns the number of
 * backends (PMC_BACKENDS), never an error. Probing opens and closes events and changes nothing.
 *
 * For perf, `error` and `reason` tell four causes apart:
 *	-ENODEV: this machine has no PMU
 *	-EACCES: perf_event_paranoid (the sentence has its value)
 *	-EPERM:  a seccomp filter (container) or a security module refuses the system call
 *	-ENOSYS: the kernel was built without perf events
 * pmc_event_check() tells when only one event is refused.
 */
int pmc_backends(enum pmc_use use, struct pmc_backend_status *status, unsigned n);

/* "perf" for PMC_BACKEND_PERF; NULL: no backend has this number. */
const char *pmc_backend_name(enum pmc_backend backend);

/*
 * Opens a backend by its name, or chooses one when `backend` is NULL: the first that can count
 * hardware events for `use`. For a command, emulated is the last resort. For a thread of a program
 * that runs under the translator, it is the first choice, because hardware would count the
 * translator's work too. "driver", "perf" and "msr" can be opened by name on a machine without a
 * PMU; then they count software events only, of which the time-stamp counter (tsc) is one.
 * Errors: -EINVAL: no backend has this name (diag lists the names);
 *	-EOPNOTSUPP: the backend does not support `use` (diag says what would be needed);
 *	-ENODEV, -EACCES, -EPERM, -ENOSYS, -ENOENT: as in struct pmc_backend_status. When
 *	choosing, the sentence says why the best candidate is unavailable, and how to fix it.
 * The caller owns the handle: pmc_close().
 */
int pmc_open(const char *backend, enum pmc_use use, struct pmc **pmc, struct pmc_diag *diag);

/*
 * Adds the events of a file, as in pmc_model_open(), to the sets that are made from now on. The
 * file is read when a set first names an event that is not generic; an error in it is then an error
 * of pmc_set_create(). -EBUSY: too late, a set has already named such an event.
 */
int pmc_events_file(struct pmc *pmc, const char *path, struct pmc_diag *diag);

/* Closes the handle. Destroy its sets and commands first. NULL is ignored. */
void pmc_close(struct pmc *pmc);

/* The backend that was opened. */
enum pmc_backend pmc_backend(const struct pmc *pmc);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
