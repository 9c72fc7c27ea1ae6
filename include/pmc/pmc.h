/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libpmc: count the events of x86 processors.
 *
 * A handle (struct pmc) is one backend that was opened; a set (struct pmc_set) is a list of events
 * that are counted together and read at one instant; a command (struct pmc_command) is a program
 * that is going to be started.
 *
 *	struct pmc *pmc;
 *	struct pmc_set *set;
 *	struct pmc_count n[2];
 *
 *	pmc_open(NULL, PMC_USE_SELF, &pmc, &diag);
 *	pmc_set_create(pmc, "instructions:u,branches:u", 0, &set, &diag);
 *	pmc_set_attach_self(set, &diag);
 *	pmc_set_start(set);
 *	... the region ...
 *	pmc_set_stop(set);
 *	pmc_set_read(set, n, 2, NULL);
 *
 * Rules that hold for every function:
 * - It returns 0 or -errno, unless it says otherwise. Results come through the last arguments and
 *   are untouched on failure. Nothing is printed, no signal handler is installed, no global is
 *   kept.
 * - `diag` may be NULL. It is filled in when, and only when, the function fails and takes one.
 * - Calls on one handle, and on the sets and commands made from it, may come from several threads;
 *   the handle has a lock. Handles are independent of each other.
 * - Strings are UTF-8 and end with a zero byte. Pointers to strings inside results belong to the
 *   library and live as long as the object that they were asked from (static ones: for ever).
 * - Times are nanoseconds.
 * - -ENOMEM, and errors of the kernel that have no better name, may come from any function that
 *   allocates or asks the kernel.
 */
#ifndef PMC_PMC_H
#define PMC_PMC_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A handle, a set of events, a program to be started. */
struct pmc;
struct pmc_set;
struct pmc_command;

/* ---- Diagnostics ---- */

/* What was wrong with an input, and what would be right. */
struct pmc_diag {
	unsigned column; /* 1-based byte of the event string where token begins; 0: no place */
	char token[64];	 /* the offending text (cut when longer); "" when there is none */
	char sentence[640]; /* no capital at the start, no full stop, no line break: a caller prints
			     * "pmc: %s" */
};

/* ---- Backends ---- */

/* Who programs the counters, in the order of preference. */
enum pmc_backend {
	PMC_BACKEND_DRIVER,   /* "driver": /dev/pmc */
	PMC_BACKEND_PERF,     /* "perf": perf_event_open(2) */
	PMC_BACKEND_MSR,      /* "msr": /dev/cpu/N/msr */
	PMC_BACKEND_EMULATED, /* "emulated": the translator; user mode, a command or oneself */
	PMC_BACKENDS
};

/* What the sets of a handle are going to be attached to; the automatic choice depends on it. */
enum pmc_use {
	PMC_USE_ANY,	 /* not known yet: a listing */
	PMC_USE_COMMAND, /* a command that is going to be started */
	PMC_USE_SELF,	 /* the calling thread */
	PMC_USE_TASK,	 /* a running thread or process */
	PMC_USE_CPU,	 /* processors */
};

/* Whether a backend is there, for one use. */
struct pmc_backend_status {
	enum pmc_backend id;
	const char *name;  /* "perf" … */
	int error;	   /* 0: hardware events (emulated: its events) can be counted; or -errno */
	int software;	   /* != 0: software events can be counted by it, even if error is set */
	char reason[320];  /* why not: a sentence as in pmc_diag; "" when error is 0 */
	char way_out[320]; /* what would help: "load pmc.ko: modprobe pmc"; "" when nothing would */
	char detail[160];  /* when it is there: what it found ("4 counters of 48 bits"), or "" */
};

/*
 * The state of every backend for `use`, best first. `status` has room for `n` rows; at most that
 * many are written. Returns the number of backends (PMC_BACKENDS), never an error. Probing opens
 * and closes events and changes nothing.
 *
 * For perf, `error` and `reason` tell four causes apart:
 *	-ENODEV: there is no PMU in this machine
 *	-EACCES: perf_event_paranoid (the value is in the sentence)
 *	-EPERM:  a seccomp filter (container) or a security module refuses the system call
 *	-ENOSYS: the kernel was built without perf events
 * The fourth kind of refusal, "this event", is told per event: pmc_event_check().
 */
int pmc_backends(enum pmc_use use, struct pmc_backend_status *status, unsigned n);

/* "perf" for PMC_BACKEND_PERF; NULL for a number that is no backend. */
const char *pmc_backend_name(enum pmc_backend backend);

/*
 * Open a backend. `backend` is its name, or NULL: choose (the first whose hardware events can be
 * counted for `use`; for a command, and inside a program that the emulator runs, emulated is the
 * last resort). "perf" by name opens without a PMU too: then it counts software events only.
 * Errors: -EINVAL: no backend of that name (diag: the names);
 *	-EOPNOTSUPP: the backend cannot serve `use` (diag: what would be needed);
 *	-ENODEV, -EACCES, -EPERM, -ENOSYS, -ENOENT: as in struct pmc_backend_status; when choosing,
 *	the sentence names the cause for the best candidate and the way out.
 * The handle is the caller's: pmc_close().
 */
int pmc_open(const char *backend, enum pmc_use use, struct pmc **pmc, struct pmc_diag *diag);

/*
 * Know the events of a file too (as in pmc_model_open()), in the sets that are made from now on. The file is
 * read when a set names an event that is not generic; what is wrong with it is then pmc_set_create()'s error.
 * -EBUSY: too late, a set did.
 */
int pmc_events_file(struct pmc *pmc, const char *path, struct pmc_diag *diag);

/* Closes the handle. Its sets and commands must be destroyed before. NULL is ignored. */
void pmc_close(struct pmc *pmc);

/* The backend that was opened. */
enum pmc_backend pmc_backend(const struct pmc *pmc);

/* ---- The machine ---- */

struct pmc_machine {
	char vendor[16];      /* "GenuineIntel" */
	char brand[64];	      /* CPUID's brand string, blanks trimmed */
	unsigned family, model, stepping; /* as displayed: extended fields added in */
	char hypervisor[16];  /* CPUID 40000000H's name ("KVMKVMKVM"); "" on bare metal */
	unsigned pmu_version; /* CPUID 0AH (Intel) or perfmon v2 (AMD); 0: none announced */
	unsigned general, general_width; /* counters and their bits; 0 when not announced */
	unsigned fixed, fixed_width;
	unsigned cpus;	      /* processors online */
};

/* What CPUID says of this processor. It is what the (virtual) machine announces; whether the kernel
 * offers its PMU is pmc_backends()'s answer. */
int pmc_machine(struct pmc_machine *machine);

/* ---- Events that are known ---- */

enum pmc_kind {
	PMC_KIND_HARDWARE, /* generic, perf's names: cycles, instructions, branches, … */
	PMC_KIND_CACHE,	   /* generic caches, perf's names: L1-dcache-load-misses, … */
	PMC_KIND_SOFTWARE, /* counted by the kernel: task-clock, page-faults, … */
	PMC_KIND_STREAM,   /* ours, from the instruction stream: calls, returns, loads, … */
	PMC_KIND_MODEL,	   /* from the catalogue of a PMU model */
	PMC_KIND_RAW,	   /* rXXXX, cpu/event=…/ */
};

/* One event of the list. All strings are static. */
struct pmc_event_info {
	const char *name;	 /* canonical: "branches" */
	const char *alias;	 /* other spellings, separated by blanks; or "" */
	const char *description; /* one sentence without full stop */
	const char *unit;	 /* "" or "msec", as perf prints it */
	enum pmc_kind kind;
	unsigned backends;	 /* bit (1u << enum pmc_backend): could count it in principle, given
				  * what it needs (a PMU, the module …) */
};

/* The event number `index` of the list, from 0 on; -ENOENT past its end. The order is: hardware,
 * cache, software, stream; it is the same in every call. */
int pmc_event_at(size_t index, struct pmc_event_info *info);

/* The event of this name or alias (no modifiers); -ENOENT. */
int pmc_event_find(const char *name, struct pmc_event_info *info);

/*
 * The event that a generic event is a part of: "branches" for "branch-misses". Reports relate the two.
 * NULL: it is a part of no other event, or the name is not a canonical generic name.
 */
const char *pmc_event_whole(const char *name);

/*
 * Can this handle's backend count `event` (one event, with its modifiers) here and now?
 * 0: yes. -EINVAL: it cannot be parsed. -EOPNOTSUPP: not by this backend, or not by this PMU.
 * -ENODEV,
 * -EACCES, -EPERM, -ENOSYS: as in struct pmc_backend_status. `diag` has the sentence, which names
 * the backend that could.
 */
int pmc_event_check(struct pmc *pmc, const char *event, struct pmc_diag *diag);

/*
 * Up to `n` event names that are spelled most like `name`, nearest first. Returns how many were
 * written; 0 when nothing is near. The strings are static.
 */
int pmc_event_suggest(const char *name, const char **names, unsigned n);

/* ---- Models of PMUs ---- */

/*
 * Every PMU that the library knows, this machine's or not: its events, and what an event is in its
 * registers. Nothing here touches hardware. A model is named as `pmc list --models` lists it, without
 * regard to case.
 *
 * Counters are numbered 0 to 31 general and 32 on fixed; on Pentium 4 0 to 17.
 */
struct pmc_model_info {
	const char *name;   /* "pentium4" */
	const char *title;  /* "Pentium 4, models 0 to 2" */
	unsigned version;   /* architectural version; AMD: 2 is PerfMonV2; else 0 */
	uint64_t counters;  /* bit i: counter i is there */
	unsigned general_width, fixed_width; /* bits; 0 when there are none */
	size_t events;	    /* in its catalogue */
	const char *family; /* "architectural", "AMD", "Pentium 4", "P6", "P5" … */
	const char *rules;  /* which counters and registers events share, in a sentence; or "" */
	const char *libpfm4; /* what libpfm4 calls its PMU, when events come from there; or NULL */
};

/* Model number `index`, from 0 on, oldest first; -ENOENT past the last. */
int pmc_model_at(size_t index, struct pmc_model_info *info);

/* A model that was opened: its own events, those of a file if there is one, and of newer processors those
 * that libpfm4 knew when libpmc was built with it. */
struct pmc_model;

/*
 * Open a model by name; an event that carries its model ("pentium4::bnr") will do as a name. NULL: this
 * machine's, by CPUID. `events_file` (may be NULL) is a file of Intel's perfmon collection
 * (github.com/intel/perfmon, *_core.json): its events join those of the model, which must be one of
 * Intel's cores.
 * Errors: -ENOENT: no such model (diag: names that are near); -EINVAL: what is wrong with the file, and
 * in which line; errors of open(2) and read(2). The handle is the caller's: pmc_model_close().
 */
int pmc_model_open(const char *name, const char *events_file, struct pmc_model **model,
		   struct pmc_diag *diag);
/* NULL is ignored. Strings of its events are gone with it. */
void pmc_model_close(struct pmc_model *model);

/* What it is. This machine's has the counters that CPUID announces: under a hypervisor maybe none. */
void pmc_model_info(const struct pmc_model *model, struct pmc_model_info *info);

/* An event of a model, or one of its unit masks. The strings live as long as the model. */
struct pmc_model_event {
	const char *name;
	const char *description; /* one sentence without full stop */
	uint64_t counters;	 /* that can count it; 0 for a unit mask */
	unsigned umasks;	 /* how many it has; 0 for a unit mask */
	const char *source;	 /* who knows it: "pmc", "libpfm4" (taken while libpmc was built) or "file" */
};

/* Event number `index` of a model; unit mask number `umask` of it. -ENOENT: no such number. */
int pmc_model_event_at(const struct pmc_model *model, size_t index, struct pmc_model_event *event);
int pmc_model_umask_at(const struct pmc_model *model, size_t index, unsigned umask,
		       struct pmc_model_event *event);

/* A register of a model. */
struct pmc_model_register {
	char name[40];
	uint32_t address;
	uint64_t bits;	  /* those that are not reserved */
	const char *kind; /* "select", "escr", "counter", "alias" (a counter at full width), "fixed",
			   * "control", "status", "clear"; static */
};

/* Register number `index` of a model, from 0 on; -ENOENT past the last. */
int pmc_model_register_at(const struct pmc_model *model, size_t index, struct pmc_model_register *reg);

/* A generic event that a PMU counts, and what it is on a model. Strings are static. */
struct pmc_model_generic {
	const char *name;  /* "cache-misses" */
	const char *event; /* of the model's catalogue; NULL: it has no such event */
};

/* Number `index` of the generic hardware and cache events, from 0 on; -ENOENT past the last. */
int pmc_model_generic_at(const struct pmc_model *model, size_t index, struct pmc_model_generic *generic);

/* One field of a register. */
struct pmc_field {
	char name[24];		 /* as the manual names it: "CMASK" */
	const char *description;
	unsigned low, width;	 /* its lowest bit, and how many */
	uint64_t value;
};

struct pmc_register {
	char name[40];		 /* "MSR_BSU_ESCR0", "IA32_PERFEVTSEL3" */
	uint32_t address;
	uint64_t value;
	uint64_t mask;		 /* bits that are this event's; the others are other events' */
	uint64_t reserved;	 /* bits of value that are reserved */
	size_t n_fields;
	struct pmc_field *field; /* those that the PMU has, lowest first */
};

/* What an event is in registers, or registers in events. */
struct pmc_encoding {
	const char *model, *title;
	uint64_t counters;	 /* encoded: counters that can count the event */
	size_t n_registers;
	struct pmc_register *reg;
	size_t n_events;	 /* encoded: 1 */
	struct {
		int counter;	 /* that the registers are for, or that counts it */
		char name[320];	 /* canonical, with the model and modifiers:
				  * "pentium3::L2_RQSTS:I:u" */
	} *event;
};

#define PMC_ENCODE_PMI 0x1u /* with the interrupt at overflow */
#define PMC_ENCODE_T1  0x2u /* Pentium 4: for the second logical processor */

/*
 * Encode one event for a model: `event` is as in pmc_set_create(); it may carry the model's name, and
 * generic names are mapped. `counter` -1: the first that can count it.
 * Errors: -EINVAL: diag says what is wrong with the event, which models have an event that this one has
 * not, or which counters can. The result is the caller's: pmc_encoding_destroy(); it holds no pointer
 * into the model.
 */
int pmc_encoding_create(const struct pmc_model *model, const char *event, int counter,
			unsigned flags, struct pmc_encoding **encoding, struct pmc_diag *diag);

/*
 * The reverse: n texts "REGISTER=VALUE", a register by its name in this model or its address, numbers
 * decimal or 0x. Every counter that these registers make count is one event. -EINVAL: diag's token is
 * the text that is wrong.
 */
int pmc_decoding_create(const struct pmc_model *model, const char *const *texts, size_t n,
			struct pmc_encoding **encoding, struct pmc_diag *diag);

/* Frees either. NULL is ignored. */
void pmc_encoding_destroy(struct pmc_encoding *encoding);

/* Which counters a list of events gets. */
struct pmc_plan {
	const char *model, *title;
	size_t n_events;
	struct {
		char name[320];	 /* as typed */
	} *event;
	size_t n_slices;	 /* 1: all fit at once; else they are counted in turn */
	int *counter;		 /* [slice * n_events + event]; -1: not in this slice */
	char reason[640];	 /* with more than one slice: a smallest set that does not fit, and why */
};

/*
 * Find a plan for a list of events, as in pmc_set_create(), on a model's counters: one whenever there is
 * one. Pinned events (:D) are in every slice, groups stay together.
 * Errors: -EINVAL: as pmc_encoding_create(); -ENOSPC: a group, with what is pinned, that does not fit by
 * itself (diag: which events, and why). The plan is the caller's: pmc_plan_destroy(); it holds no pointer
 * into the model.
 */
int pmc_plan_create(const struct pmc_model *model, const char *events, struct pmc_plan **plan,
		    struct pmc_diag *diag);
/* NULL is ignored. */
void pmc_plan_destroy(struct pmc_plan *plan);

/* ---- Metrics ---- */

/*
 * The classic metrics: a quotient of two sums of events, which one run has to count together. All strings are
 * static.
 */
#define PMC_METRIC_TERMS 2
struct pmc_metric {
	const char *name;  /* "l1d-misses" */
	const char *title; /* "L1 data cache miss rate" */
	const char *unit;  /* "", "%", "per 1000 instr" … */
	double scale;	   /* value in `unit` = scale * sum of above / sum of below */
	const char *above[PMC_METRIC_TERMS]; /* events with their modifiers; NULL: no more */
	const char *below[PMC_METRIC_TERMS];
	const char *source;  /* the manual that tells what the events count */
	const char *missing; /* why there is no formula, as a clause; then above and below are empty. Or NULL */
};

/*
 * Metric number `index`, from 0 on, as a model counts it; -ENOENT past the last. Every model has the same
 * numbers: what it cannot count has a reason instead of a formula.
 */
int pmc_model_metric_at(const struct pmc_model *model, size_t index, struct pmc_metric *metric);

/* The same as the handle's backend counts it on this machine. Errors of pmc_model_open() besides. */
int pmc_metric_at(struct pmc *pmc, size_t index, struct pmc_metric *metric);

/* ---- Sets ---- */

/*
 * The event string is perf's: a comma-separated list of events and {groups}, each with modifiers.
 * Beside generic names it may have those of this machine's model: "L2_RQSTS:MISS:u".
 *	instructions,branches:u,{cycles,instructions}:k,r01c4,cpu/event=0xc4,umask=0x20,name=taken/u
 * Modifiers: u k h (rings), G H (guest, host), p pp ppp P (precise), D (pinned), I (not when idle),
 * W (weak group) as in perf; e (edge), i (invert), c=N (counter mask). See EVENT STRINGS in
 * libpmc(3).
 */

/* Flags of pmc_set_create. */
#define PMC_SET_INHERIT	      0x01u /* threads and processes made later by the target count too */
#define PMC_SET_DETERMINISTIC 0x02u /* emulated: the same run gives the same counts, to the unit */
#define PMC_SET_BY_THREAD     0x04u /* pmc_set_read_rows(PMC_BY_THREAD) is going to be asked for */
#define PMC_SET_BY_CPU	      0x08u /* … PMC_BY_CPU */
#define PMC_SET_BY_PROCESS    0x10u /* … PMC_BY_PROCESS */
#define PMC_SET_TOLERANT      0x20u /* an event that cannot be counted here does not fail the set:
				     * it is PMC_NOT_SUPPORTED with a reason */
#define PMC_SET_NO_FASTREAD   0x40u /* never read by RDPMC: always ask the kernel */

/*
 * Make a set from an event string. Whether each event can be counted is tried out here, so that
 * nothing has been started when the answer is no.
 * Errors: -EINVAL: cannot be parsed, or flags that do not go together or with this backend;
 * -EOPNOTSUPP, -ENODEV, -EACCES, -EPERM, -ENOSYS: an event cannot be counted (see pmc_event_check;
 * not with PMC_SET_TOLERANT). diag has column and token.
 * The set is the caller's: pmc_set_destroy().
 */
int pmc_set_create(struct pmc *pmc, const char *events, unsigned flags, struct pmc_set **set,
		   struct pmc_diag *diag);

/* Stops counting, detaches and frees. NULL is ignored. */
void pmc_set_destroy(struct pmc_set *set);

/* Number of events in the set: the length of every array of counts. */
size_t pmc_set_size(const struct pmc_set *set);

#define PMC_EVENT_USER_ONLY  0x1u /* counts user mode only although that was not asked for */
/* Includes what the translator itself spends. Where backend emulated was chosen, not named, a
 * command whose set has software events only runs untranslated, and nothing has this flag. */
#define PMC_EVENT_TRANSLATOR 0x2u
#define PMC_EVENT_MODELLED   0x4u /* comes from a model of a cache, predictor or pipeline */
#define PMC_EVENT_RUSAGE     0x8u /* taken from rusage and /proc, not from perf_event_open */

/* One event of a set. Strings belong to the set. */
struct pmc_set_event {
	const char *typed;     /* as the user typed it, modifiers too: "branch-instructions:u" */
	const char *label;     /* what perf stat prints: name=… if given, else typed; ":u" added
				* when PMC_EVENT_USER_ONLY is set */
	const char *name;      /* canonical, without modifiers: "branches" */
	const char *modifiers; /* canonical modifiers without colon, of the group too: "u"; or "" */
	const char *unit;      /* "" or "msec"… */
	double scale;	       /* value * scale is in `unit` (task-clock: 1e-6); else 1 */
	enum pmc_kind kind;
	unsigned flags;	       /* PMC_EVENT_… */
	unsigned column;       /* where it stands in the event string, 1-based */
	int group;	       /* number of its {group} in the set, from 0 on; -1: in none */
	const char *reason;    /* why it cannot be counted (PMC_SET_TOLERANT); NULL when it can */
};

/* Describes event `index` of the set; -ENOENT past its end. */
int pmc_set_event(const struct pmc_set *set, size_t index, struct pmc_set_event *event);

/* ---- What is counted ---- */

/*
 * Attach a set to what it counts. Counting is off until pmc_set_start(). A set may be attached more
 * than once to things of one sort (several pids, several CPUs): pmc_set_read() gives the sum,
 * pmc_set_read_rows() the parts.
 * Errors: -ESRCH: no such thread or process; -ENOENT: no such CPU (in attach_cpu); -EACCES, -EPERM:
 * not allowed (perf_event_paranoid, another user's process); -EOPNOTSUPP: this backend cannot
 * (emulated: a running process, a CPU); -EBUSY: attached to something of another sort, or counting;
 * -EMFILE: out of descriptors. After a failure other than -EBUSY the set is attached to nothing.
 */
/* The thread that calls. Reading needs no system call where the kernel and the PMU allow RDPMC in
 * user mode; then only that thread may read. */
int pmc_set_attach_self(struct pmc_set *set, struct pmc_diag *diag);
/* One running thread, by its tid. */
int pmc_set_attach_thread(struct pmc_set *set, pid_t tid, struct pmc_diag *diag);
/* All threads of a running process, and with PMC_SET_INHERIT those that they make from now on and
 * their children. */
int pmc_set_attach_process(struct pmc_set *set, pid_t pid, struct pmc_diag *diag);
/* Everything that runs on one CPU. -ENOENT: there is no such CPU, or it is offline; then the set stays attached to
 * what it was attached to. */
int pmc_set_attach_cpu(struct pmc_set *set, unsigned cpu, struct pmc_diag *diag);
/* A command that has not been started yet. Under emulated this is what makes it run translated; the
 * command can have one such set. */
int pmc_set_attach_command(struct pmc_set *set, struct pmc_command *command,
			   struct pmc_diag *diag);

/* Detach from everything; counts are lost. */
void pmc_set_detach(struct pmc_set *set);

/*
 * 0 when everything that the set is attached to has ended (threads and processes; CPUs never do),
 * -ETIMEDOUT after timeout_ms milliseconds (-1: no limit), -EINTR when a signal handler ran.
 */
int pmc_set_wait(struct pmc_set *set, int timeout_ms);

/* ---- Counting ---- */

/*
 * Begin to count, and leave off. Counts go on from where they stood. Started before its command
 * was, a set begins at the command's exec: nothing of the launcher is counted.
 * -EINVAL: not attached. Starting what runs, and stopping what stands, does nothing.
 */
int pmc_set_start(struct pmc_set *set);
int pmc_set_stop(struct pmc_set *set);

/* All counts, and their times, to zero; running or not. */
int pmc_set_reset(struct pmc_set *set);

enum pmc_count_state {
	PMC_COUNTED,	   /* value is a count */
	PMC_NOT_COUNTED,   /* the counter has not run (yet): value is 0 and says nothing */
	PMC_NOT_SUPPORTED, /* cannot be counted here; pmc_set_event() has the reason */
};

enum pmc_quality {
	PMC_EXACT,    /* a counter that ran all the time, or the instruction stream itself */
	PMC_SCALED,   /* multiplexed: value = what was seen * enabled / running */
	PMC_MODELLED, /* from a model */
};

struct pmc_count {
	uint64_t value;	     /* scaled when quality says so; clocks: nanoseconds */
	uint64_t seen;	     /* what the counter itself saw, before scaling */
	uint64_t enabled_ns; /* how long it was meant to count … */
	uint64_t running_ns; /* … and did */
	enum pmc_count_state state;
	enum pmc_quality quality;
};

/*
 * Read the whole set, running or not: n must be pmc_set_size() (-EINVAL). *time_ns (may be NULL) is
 * the CLOCK_MONOTONIC time of the reading. Groups are read at one instant by the kernel. Emulated:
 * the counts of each thread as of its last safe point, complete once the command has ended.
 */
int pmc_set_read(struct pmc_set *set, struct pmc_count *counts, size_t n, uint64_t *time_ns);

enum pmc_by { PMC_BY_THREAD, PMC_BY_PROCESS, PMC_BY_CPU };

/* The part of one thread, process or CPU. */
struct pmc_row {
	pid_t pid, tid, ppid; /* -1: does not apply */
	int cpu;	      /* -1: does not apply */
	char name[16];	      /* command name of the thread or process; "" when not known */
	struct pmc_count *counts; /* one per event of the set */
};

struct pmc_rows {
	size_t n_rows, n_counts; /* n_counts: per row */
	uint64_t time_ns;
	struct pmc_row *row;	 /* in the order in which they began */
};

/*
 * The set in parts. -EINVAL: the set was not created with the matching PMC_SET_BY_… flag;
 * -EOPNOTSUPP: not for what it is attached to. *rows is the caller's: pmc_rows_destroy().
 */
int pmc_set_read_rows(struct pmc_set *set, enum pmc_by by, struct pmc_rows **rows);
void pmc_rows_destroy(struct pmc_rows *rows);

/* Things that a report of this set must say. */
enum pmc_note_kind {
	PMC_NOTE_UNCOUNTED, /* a process, or a CPU for a while, was not counted */
	PMC_NOTE_FATAL,	    /* the translator gave up; the counts end there */
	PMC_NOTE_WARNING,   /* anything else */
};
struct pmc_note {
	enum pmc_note_kind kind;
	pid_t pid;	/* -1: of no process */
	char text[320]; /* a sentence as in pmc_diag */
};
/* Note number `index`, from 0 on; -ENOENT past the last. More may come while the command runs. */
int pmc_set_note(struct pmc_set *set, size_t index, struct pmc_note *note);

/* ---- Commands ---- */

/*
 * A program to be started. argv[0] is looked up along $PATH of envp unless it has a slash; a file
 * that is neither ELF nor #! runs under /bin/sh, as from a shell. envp NULL: the caller's
 * environment. The arrays are copied. The command gets the caller's descriptors (those not
 * close-on-exec), directory and signal dispositions, and the signal mask of the thread that calls
 * pmc_command_create.
 * Errors: -ENOENT: not found (a shell's status would be 127); -EACCES, -EISDIR, -ENOEXEC, -ELOOP,
 * -ENOTDIR…: found, but cannot be executed (126). pmc_command_status() makes that number.
 * The command is the caller's: pmc_command_destroy().
 */
int pmc_command_create(struct pmc *pmc, char *const argv[], char *const envp[],
		       struct pmc_command **command, struct pmc_diag *diag);

/* Frees. A command that was not started never runs; one that runs is left alone (and is not waited
 * for). NULL is ignored. Destroy the sets that are attached to it first. */
void pmc_command_destroy(struct pmc_command *command);

/*
 * Let it run. The usual order is: attach, pmc_set_start(), pmc_command_start(); for a delay start
 * the command first and the set later. A command without a set just runs.
 * Errors: of exec, as above; -EALREADY: was started before; -ENOSPC, -EFBIG, -EMFILE: no room for
 * the shared memory (emulated).
 */
int pmc_command_start(struct pmc_command *command, struct pmc_diag *diag);

/* Its process; -1 before the start. */
pid_t pmc_command_pid(const struct pmc_command *command);

/*
 * Wait until it has ended, at most timeout_ms milliseconds (-1: no limit, 0: look and return).
 * *status is a status as of waitpid(2). -ETIMEDOUT; -EINTR: a signal handler ran; -EINVAL: not
 * started; -ECHILD: it has ended, but its status is lost (SIGCHLD is ignored, or somebody else
 * waited). After 0 it may be called again and gives the same.
 */
int pmc_command_wait(struct pmc_command *command, int timeout_ms, int *status);

/* Send a signal; -ESRCH when it has ended or was not started. */
int pmc_command_kill(struct pmc_command *command, int signal);

struct pmc_times {
	uint64_t start_ns;   /* CLOCK_MONOTONIC at the start */
	uint64_t elapsed_ns; /* from the start until its end was seen (or until now) */
	uint64_t user_ns, system_ns; /* with the children it waited for; 0 before its end */
	uint64_t max_rss_kb;
};
/* -EINVAL: not started. */
int pmc_command_times(struct pmc_command *command, struct pmc_times *times);

/* The exit status with which a launcher should end when a call of this section returned `error`
 * (-errno): 127 for -ENOENT, 126 for what cannot be executed, 125 for the rest. */
int pmc_command_status(int error);

/* ---- Version ---- */

#define PMC_VERSION_MAJOR 0
#define PMC_VERSION_MINOR 1

/* The library's version: "0.1.0". Static. */
const char *pmc_version(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
