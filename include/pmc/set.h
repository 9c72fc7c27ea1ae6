/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sets of events, and what they are attached to.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_SET_H
#define PMC_SET_H

#include <pmc/diag.h>
#include <pmc/event.h>
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc;
struct pmc_set;
struct pmc_command;

/*
 * The event string is perf's: a list of events and {groups}, separated by commas, each with
 * modifiers. Besides generic names, it may have the event names of this machine's model:
 * "L2_RQSTS:MISS:u".
 *	instructions,branches:u,{cycles,instructions}:k,r01c4,cpu/event=0xc4,umask=0x20,name=taken/u
 * Modifiers: u k h (rings), G H (guest, host), p pp ppp P (precise), D (pinned), I (not when idle),
 * W (weak group) as in perf; e (edge), i (invert), c=N (counter mask); counter=N, general, fixed
 * (which counter: with backends driver and msr). See EVENT STRINGS in
 * libpmc(3).
 */

/* Flags of pmc_set_create(). */
/* Also count threads and processes that the target makes later. */
#define PMC_SET_INHERIT 0x01u
/* emulated: the same run gives the same counts, to the unit. */
#define PMC_SET_DETERMINISTIC 0x02u
/* Allow pmc_set_read_rows() with PMC_BY_THREAD, PMC_BY_CPU, PMC_BY_PROCESS. */
#define PMC_SET_BY_THREAD  0x04u
#define PMC_SET_BY_CPU	   0x08u
#define PMC_SET_BY_PROCESS 0x10u
/*
 * Do not fail when an event cannot be counted here: its count is PMC_NOT_SUPPORTED, with a
 * reason. An event string that is wrong (-EINVAL) still fails.
 */
#define PMC_SET_TOLERANT 0x20u
/* Never read with RDPMC; always ask the kernel. */
#define PMC_SET_NO_FASTREAD 0x40u
/*
 * Count user mode only, as if every event without a ring among its modifiers had :u. Software
 * events stay as they are.
 */
#define PMC_SET_ALL_USER 0x80u
/*
 * emulated: also record which instructions the counts belong to, for pmc_set_profile() of
 * pmc/profile.h. The counts stay the same.
 */
#define PMC_SET_PROFILE 0x100u
/*
 * emulated: the event "cycles" is the estimate that "est-cycles" is, instead of being refused.
 * Other backends refuse the flag (-EINVAL).
 */
#define PMC_SET_ESTIMATE_CYCLES 0x200u
/*
 * emulated: begin with what earlier runs of the command and of others have translated, and keep
 * what this one translates, in the user's cache folder ($XDG_CACHE_HOME/pmc or ~/.cache/pmc): up to
 * 512 MiB. The counts stay the same, and so do profiles and samples. Without effect with other
 * backends, with PMC_SET_DETERMINISTIC, PMC_SET_CALL_TREE or models, without PMC_SET_INHERIT, and
 * where there is no such folder that only this user may use.
 */
#define PMC_SET_CACHE 0x800u

/*
 * Makes a set from an event string. It tries here whether each event can be counted, so that
 * nothing has been started when one cannot.
 * Errors: -EINVAL: the string is wrong, or flags exclude each other or do not suit the backend;
 * -EOPNOTSUPP, -ENODEV, -EACCES, -EPERM, -ENOSYS: an event cannot be counted, as in
 * pmc_event_check() (not with PMC_SET_TOLERANT). diag has column and token. The caller owns the
 * set: pmc_set_destroy().
 */
int pmc_set_create(struct pmc *pmc, const char *events, unsigned flags, struct pmc_set **set,
		   struct pmc_diag *diag);

/* Stops counting, detaches and frees. NULL is ignored. */
void pmc_set_destroy(struct pmc_set *set);

/* The number of events in the set, which is the length of every array of counts. */
size_t pmc_set_size(const struct pmc_set *set);

/* Flags of an event of a set. */
/* It counts user mode only, although the user did not ask for that. */
#define PMC_EVENT_USER_ONLY 0x1u
/*
 * It includes what the translator itself uses. If libpmc chose backend emulated by itself and the
 * set has only software events, the command runs natively and no event has this flag.
 */
#define PMC_EVENT_TRANSLATOR 0x2u
/* It comes from a model of a cache, predictor or pipeline. */
#define PMC_EVENT_MODELLED 0x4u
/* It comes from rusage and /proc, not from perf_event_open. */
#define PMC_EVENT_RUSAGE 0x8u
/* It is the highest value so far, not a sum: the difference of two readings means nothing. */
#define PMC_EVENT_PEAK 0x10u
/* It is an estimate of cycles: a sum of other counts, each times its weight. */
#define PMC_EVENT_ESTIMATE 0x20u

/* One event of a set. The strings belong to the set. */
struct pmc_set_event {
	const char *typed; /* as typed, with its modifiers: "branch-instructions:u" */
	/*
	 * What perf stat prints: name=… if given, else typed, with ":u" added for
	 * PMC_EVENT_USER_ONLY.
	 */
	const char *label;
	const char *name;      /* canonical, without modifiers: "branches" */
	const char *modifiers; /* canonical, without colon, with those of the group: "u"; or "" */
	const char *unit;      /* "", "msec", "ns" or "KiB" */
	double scale;	       /* value * scale is in `unit` (task-clock: 1e-6); else 1 */
	enum pmc_kind kind;
	unsigned flags;	    /* PMC_EVENT_… */
	unsigned column;    /* where it stands in the event string, counted from 1 */
	int group;	    /* number of its {group} in the set, from 0 on; -1: it is in none */
	const char *reason; /* why it cannot be counted (PMC_SET_TOLERANT); NULL when it can */
};

/* Describes event `index` of the set; -ENOENT past its end. */
int pmc_set_event(const struct pmc_set *set, size_t index, struct pmc_set_event *event);

/*
 * What a set fixes, so that counts of two machines can be compared. With modelled events:
 *	"machine"	"skylakex, bit-plru": the machine, its policies, and what was changed
 * With an estimate of cycles:
 *	"weights"	"instructions=0.25,L1d=8": those that its sum has
 * With PMC_SET_DETERMINISTIC:
 *	"layout"	"3", if one was chosen: where the command's stack, heap and mappings lie
 *	"cpu-features"	"v1", "v2" or "v3": what CPUID, AT_HWCAP and /proc/cpuinfo show to the
 *			program is a fixed processor of this level of the x86-64 psABI, whatever
 *			the machine has; "host": the machine's own
 *	"cpus"		"1": how many CPUs the program sees
 *	"memory"	"4GiB": how much memory sysinfo(2) and /proc/meminfo show, half of it free
 *	"addresses"	"fixed", or "random" when the kernel refuses to fix them
 *	"random-numbers" "fixed": AT_RANDOM, getrandom(2), /dev/urandom, RDRAND
 *	"clock"		"virtual": it advances by what the program does; "real"; or "partly real"
 *			once that of some process followed the real one, as a note says
 *	"clock-start"	when the virtual clock begins: "2035-01-01T00:00:00Z"
 * Only presents: an instruction beyond the level still runs if the processor has it.
 */
struct pmc_fixed {
	const char *name, *value; /* static, or the set's */
};

/* What the set fixes, number `index` from 0 on; -ENOENT past the last, or if it fixes nothing. */
int pmc_set_fixed_at(const struct pmc_set *set, size_t index, struct pmc_fixed *fixed);

/*
 * Fixes something else than the default, before the set is attached. These can be chosen:
 * "cpu-features", whose default is "v2"; "clock", whose default is "virtual"; "clock-start", in
 * seconds since 1970; and "layout", from "0", the default, to "999999": where the command's stack,
 * heap and mappings lie, each time the same. A command whose layout was chosen cannot be attached
 * where personality(2) is forbidden (-EPERM).
 * -EINVAL: the set is not deterministic, or no such name or value;
 * -EBUSY: the set is attached. When the processor lacks what is to be shown,
 * pmc_set_attach_command() fails with -EOPNOTSUPP and says what to choose instead.
 */
int pmc_set_fix(struct pmc_set *set, const char *name, const char *value, struct pmc_diag *diag);

/* ---- Attaching ---- */

/*
 * The following functions attach a set to what it counts. It does not count before pmc_set_start().
 * A set may be attached several times to things of one sort, such as several processes or CPUs:
 * pmc_set_read() gives their sum, and pmc_set_read_rows() gives each one's counts.
 * Errors: -ESRCH: no such thread or process; -ENOENT: no such CPU; -EACCES, -EPERM: not allowed
 * (perf_event_paranoid, another user's process); -EOPNOTSUPP: the backend cannot (emulated: a
 * running process, a CPU); -EBUSY: the set is attached to something of another sort, or it is
 * counting; -EMFILE: no descriptors are left. If a task ends while the set is being attached to it,
 * so that its number may be another's, that is -ESRCH: a stranger is never counted. After a failure
 * the set is attached to what it was attached to before.
 */

/*
 * The calling thread. Where the kernel and the PMU allow RDPMC in user mode, reading needs no
 * system call; then only this thread may read.
 */
int pmc_set_attach_self(struct pmc_set *set, struct pmc_diag *diag);

/* One running thread, by its tid. */
int pmc_set_attach_thread(struct pmc_set *set, pid_t tid, struct pmc_diag *diag);

/*
 * All threads of a running process. With PMC_SET_INHERIT, also the threads and children that they
 * make later.
 */
int pmc_set_attach_process(struct pmc_set *set, pid_t pid, struct pmc_diag *diag);

/*
 * Everything that runs on one CPU. -ENOENT: it does not exist or is offline, which pmc_cpu_check()
 * tells beforehand; the set stays attached as it was. Each event takes a descriptor on each CPU:
 * where the soft limit on open files is too low, all functions that attach raise this process's.
 */
int pmc_set_attach_cpu(struct pmc_set *set, unsigned cpu, struct pmc_diag *diag);
int pmc_cpu_check(unsigned cpu, struct pmc_diag *diag);

/*
 * A command that has not been started yet. With backend emulated, this makes it run under the
 * translator; a command can have only one such set.
 */
int pmc_set_attach_command(struct pmc_set *set, struct pmc_command *command, struct pmc_diag *diag);

/* Detaches from everything. The counts are lost. */
void pmc_set_detach(struct pmc_set *set);

/*
 * Waits until everything that the set is attached to has ended: threads and processes; CPUs never
 * end. For a command with PMC_SET_INHERIT that includes all processes that it has started, also
 * those that run on when the command itself has ended; where neither the translator nor
 * perf_event_open(2) is available, those that have left its session are missed.
 * -ETIMEDOUT: after timeout_ms milliseconds (-1: no limit); -EINTR: a signal handler ran.
 */
int pmc_set_wait(struct pmc_set *set, int timeout_ms);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
