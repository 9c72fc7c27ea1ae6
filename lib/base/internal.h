/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of libpmc share. A set's events come from one or more sources; the set asks each
 * source for the events that are its own. Which source an event has is decided by the backend when the
 * set is made.
 *
 *	backend     driver                perf           msr         emulated
 *	sources     driver, perf, usage   perf, usage    msr, perf   emulated, usage
 *
 * Locks: every public function that takes a handle, or what was made from one, holds handle->lock;
 * functions declared here are called with it held, unless they say otherwise. It is not held while
 * waiting for a process.
 */
#ifndef PMC_LIB_INTERNAL_H
#define PMC_LIB_INTERNAL_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>

#include "core/event/event.h"
#include "pmc/pmc.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* ---- Diagnostics (diag.c) ---- */

/* Fills diag (may be NULL) without a place in the event string, and returns error. */
int diag_say(struct pmc_diag *diag, int error, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* ---- Events of a set ---- */

enum source_id {
	SOURCE_DRIVER,
	SOURCE_PERF,
	SOURCE_MSR,
	SOURCE_EMULATED,
	SOURCE_USAGE,
	SOURCES,
	SOURCE_NONE = SOURCES
};

struct set_event {
	struct event parsed;
	struct pmc_set_event info; /* what pmc_set_event() gives; owns its strings */
	enum source_id source;
	void *attr; /* perf: struct perf_event_attr; driver: struct encoding; freed with the set */
};

/* ---- What a set is attached to ---- */

enum target_sort { TARGET_SELF, TARGET_THREAD, TARGET_PROCESS, TARGET_CPU, TARGET_COMMAND };

struct target {
	enum target_sort sort;
	pid_t id; /* thread or process; self: the tid */
	int cpu;
	struct pmc_command *command;
};

struct pmu;

struct pmc {
	pthread_mutex_t lock;
	const struct backend *backend;
	enum pmc_use use;
	bool automatic; /* the backend was chosen, not named */
	bool inside;	/* emulated: this process runs under the engine */
	struct pmc_model *
		model; /* whose events are known by name; NULL: no set has asked (handle_events.c) */
	char *events_file; /* that it is opened with; or NULL */
	const struct pmu *
		pmu; /* driver, msr: what the events are encoded for, freed with the handle; else NULL */
	u64 tsc_khz; /* driver */
};

struct pmc_set {
	struct pmc *pmc;
	char *text; /* the event string */
	unsigned flags;
	size_t n_events;
	struct set_event *event;
	struct target *target;
	size_t n_targets;
	bool running;
	bool native;	      /* emulated: nothing in the set needs the translator */
	void *state[SOURCES]; /* each source's own; NULL until it is attached */
	struct pmc_set *next_of_command;
};

/* The diagnostic is about this event of the set: its place in the event string. */
void set_blame(const struct pmc_set *set, size_t index, struct pmc_diag *diag);

/* Opens pmc->model if it is not. -errno with diag. Called with the lock held. */
int handle_model(struct pmc *pmc, struct pmc_diag *diag);

/* ---- Rows (rows.c) ---- */

/* The row of this key, made if there is none; NULL without memory. All counts of a new row are
 * PMC_NOT_COUNTED. */
struct pmc_row *rows_get(struct pmc_rows *rows, pid_t pid, pid_t tid, int cpu);

/* ---- Sources ---- */

struct source {
	/* The set got one more target (the last of set->target). */
	int (*attach)(struct pmc_set *set, struct pmc_diag *diag);
	/* Lets go of every target. */
	void (*detach)(struct pmc_set *set);
	/* The command's process exists and waits; set->running says whether counting begins at its
	 * exec. May be NULL. */
	int (*command)(struct pmc_set *set, struct pmc_command *command, struct pmc_diag *diag);
	int (*start)(struct pmc_set *set);
	int (*stop)(struct pmc_set *set);
	int (*reset)(struct pmc_set *set);
	/* Fill in the counts of this source's events. */
	int (*read)(struct pmc_set *set, struct pmc_count *counts);
	/* Add to the rows; -EOPNOTSUPP. */
	int (*rows)(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows);
	/* Note number *index of this source; lowers *index by what it has otherwise. May be NULL. */
	int (*note)(struct pmc_set *set, size_t *index, struct pmc_note *note);
};
extern const struct source source_driver, source_perf, source_msr, source_emulated, source_usage;
const struct source *set_source(int id);
/* Does any event of the set come from this source? */
bool set_uses(const struct pmc_set *set, int id);

/* ---- Backends ---- */

struct backend {
	enum pmc_backend id;
	const char *name;
	/* Fills in everything but id and name. */
	void (*status)(enum pmc_use use, struct pmc_backend_status *status);
	/* Can a handle be opened for this use? Sets what is the backend's in *pmc. */
	int (*open)(struct pmc *pmc, struct pmc_diag *diag);
	/* Whether an event can be counted: decides its source and flags, or says why not. diag's column
	 * and token are the caller's. inherit and the like are in set->flags. */
	int (*check)(struct pmc_set *set, struct set_event *event, struct pmc_diag *diag);
	/* Whether the set's flags go together with this backend. */
	int (*flags)(struct pmc *pmc, unsigned flags, struct pmc_diag *diag);
	/* In principle, on a machine that has all that it needs. */
	bool (*knows)(const struct event_row *row);
};
extern const struct backend backend_driver, backend_perf, backend_msr, backend_emulated;

/* ---- All threads of a process (threads.c) ---- */

/*
 * Calls `open` for each thread of the process that the set has not yet (`has`); with `again`, until there are no
 * new ones. `open` returns 0 or -errno, and takes back what it began when the thread has ended (-ESRCH), which
 * is no error but for the first thread. 0 or -errno.
 */
int open_threads(struct pmc_set *set, pid_t pid, bool again,
		 bool (*has)(const struct pmc_set *set, pid_t tid),
		 int (*open)(struct pmc_set *set, pid_t pid, pid_t tid, struct pmc_diag *diag),
		 struct pmc_diag *diag);

/* ---- Time and arithmetic (clock.c) ---- */

u64 clock_now(void); /* CLOCK_MONOTONIC, nanoseconds */
/* a * b / c without overflow in between; c is not 0. Saturates. */
u64 mul_div(u64 a, u64 b, u64 c);

/* ---- What the kernel says that tasks used (usage.c) ---- */

struct usage {
	u64 cpu_ns, minor, major, switches, migrations;
};
/* Can the usage source count this software event for such a target? 0 or -EOPNOTSUPP with diag. */
int usage_check(const struct pmc_set *set, const struct set_event *event, struct pmc_diag *diag);
/* The CPU time of everything that the set is attached to, while it was running. */
u64 usage_cpu_ns(struct pmc_set *set);

/* ---- Commands (command.c) ---- */

struct pmc_command {
	struct pmc *pmc;
	char **argv, **envp;
	char *path;	      /* the file to run */
	sigset_t mask;	      /* blocked signals of its maker */
	struct pmc_set *sets; /* attached, by next_of_command */
	pid_t pid;	      /* 0: no process yet */
	int pidfd;	      /* -1 */
	bool started, ended;
	int status;
	int lost; /* -ECHILD: somebody else reaped it, and nothing is known of its end */
	struct rusage rusage;
	u64 start_ns, end_ns;
	struct usage own; /* what its process alone used, taken when it had ended */
};

/* Replaces the exec of a command that is started by an engine. */
struct launch {
	int fd, other_fd; /* fd is what is executed; both stay open across the exec */
	char **argv;
	bool no_randomize; /* with ADDR_NO_RANDOMIZE, where personality(2) may be called */
};
/* Bit per signal of the engine whose sum is the event (emulated_event.c); 0: it cannot count it. */
u32 event_signals(enum event_kind kind, u32 id);
/* Makes the launch of a command that the set is attached to: lives until launch_free(). */
int emulated_launch(struct pmc_set *set, const struct pmc_command *command, struct launch *launch,
		    struct pmc_diag *diag);
void launch_free(struct launch *launch);

/* The file that a command's name means (find.c); the caller's. *shell: it must be run by /bin/sh. */
int command_find(const char *name, char *const envp[], char **found, bool *shell,
		 struct pmc_diag *diag);
/* Looks whether the command has ended, without waiting; notes status and times. */
void command_look(struct pmc_command *command);

#endif
