/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libpmc counts the events of x86 processors.
 *
 * A handle (struct pmc) is one backend, opened for one use. A set (struct pmc_set) is a list of
 * events that are counted together and read at one instant. A command (struct pmc_command) is a
 * program to be started.
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
 * These rules hold for every function, unless its comment says otherwise:
 * - It returns 0 or -errno. It returns results through its last arguments, and leaves them alone
 *   when it fails. It prints nothing, installs no signal handler and keeps no global state.
 * - `diag` may be NULL. A function that takes it fills it in if, and only if, the function fails.
 * - Several threads may use one handle, and the sets and commands made from it, at the same time:
 *   the handle has a lock. Different handles are independent.
 * - Strings are UTF-8 and end with a zero byte. Strings in results belong to the library and live
 *   as long as the object that they came from. Static strings live for ever.
 * - Times are in nanoseconds.
 * - A function that allocates memory may return -ENOMEM, and one that calls the kernel may return
 *   the kernel's errors. The comments name only errors that have a meaning of their own.
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

/* What is wrong with an input, and what would be right. */
struct pmc_diag {
	/* Where the token begins in the event string: its byte, counted from 1; 0: no place. */
	unsigned column;
	/* The text that is wrong, cut when it is longer; "" when there is none. */
	char token[64];
	/* No capital at the start, no full stop and no line break: print it as "pmc: %s". */
	char sentence[640];
};

/* ---- Backends ---- */

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

/* A machine whose caches, TLBs and branch predictors are modelled: docs/machines.md. */
struct pmc_hardware_choice {
	const char *name;     /* "skylakex", "host"; NULL: that of the file, or "skylakex" */
	const char *file;     /* of settings, one on a line, perhaps after machine=NAME; or NULL */
	const char *settings; /* that change it: "L1d=32K,8,64,nru;LL=none"; or NULL */
};

/*
 * Chooses the machine that backend emulated models for the sets that are made from now on. Its
 * counts (PMC_EVENT_MODELLED, quality PMC_MODELLED) are perf's generic events of caches, TLBs and
 * branches, those of docs/machines.md by their own names ("l1d-read-misses"), and what the machine
 * answers of the events of its PMU, which can be named then. Without a choice generic and own names
 * are modelled on skylakex. The setting LL=private gives each thread a last level of its own.
 * pmc_set_fixed_at() tells the machine of a set as "machine".
 * Errors: -EOPNOTSUPP: another backend; -ENOENT: no machine has this name (diag suggests some);
 * -EINVAL: a setting is wrong (diag's column is that of the settings), or the file (diag says
 * where); -EBUSY: too late, a set has already named an event of a PMU; errors of open(2).
 */
int pmc_hardware_choose(struct pmc *pmc, const struct pmc_hardware_choice *choice,
			struct pmc_diag *diag);

/*
 * Changes the weights of the event "est-cycles", an estimate of cycles (PMC_EVENT_ESTIMATE), for
 * the sets that are made from now on. It is a sum of counts of the instruction stream and of the
 * models, each times its weight: what one of them costs, in cycles with at most three decimals. The
 * machine has weights of its own (pmc_hardware_weight_at()), so call this after
 * pmc_hardware_choose(), which puts them back. `weights` is "L1d=4,LL=40": it changes these, and 0
 * leaves one out. "iai" at its beginning replaces all by iai's formula, "none" by nothing.
 * docs/machines.md lists the names. pmc_set_fixed_at() tells the weights of a set as "weights".
 * Errors: -EOPNOTSUPP: another backend; -EINVAL: the text is wrong (diag has the column).
 */
int pmc_weights_choose(struct pmc *pmc, const char *weights, struct pmc_diag *diag);

/* Has the machine modelled in bursts only, in sets that are made from now on: "10%" or what else
 * pmc-stat(1) says of --machine-sample. Call it after pmc_hardware_choose(). Errors: as above. */
int pmc_hardware_sample(struct pmc *pmc, const char *bursts, struct pmc_diag *diag);

/* Closes the handle. Destroy its sets and commands first. NULL is ignored. */
void pmc_close(struct pmc *pmc);

/* The backend that was opened. */
enum pmc_backend pmc_backend(const struct pmc *pmc);

/* ---- The machine ---- */

struct pmc_machine {
	char vendor[16];		  /* "GenuineIntel" */
	char brand[64];			  /* CPUID's brand string without needless blanks */
	unsigned family, model, stepping; /* as displayed: with the extended fields added */
	char hypervisor[16];		  /* "KVMKVMKVM", from CPUID 40000000H; "" on bare metal */
	unsigned pmu_version; /* from CPUID 0AH (Intel) or perfmon v2 (AMD); 0: none announced */
	unsigned general, general_width; /* counters and their bits; 0 when not announced */
	unsigned fixed, fixed_width;
	unsigned cpus; /* CPUs that are online */
};

/*
 * What CPUID says about this processor. That is what the machine, perhaps a virtual one, announces;
 * pmc_backends() tells whether the kernel offers its PMU.
 */
int pmc_machine(struct pmc_machine *machine);

/* ---- Known events ---- */

enum pmc_kind {
	PMC_KIND_HARDWARE, /* generic, with perf's names: cycles, instructions, branches, … */
	PMC_KIND_CACHE,	   /* generic caches, with perf's names: L1-dcache-load-misses, … */
	PMC_KIND_SOFTWARE, /* counted by the kernel: task-clock, page-faults, max_rss, … */
	PMC_KIND_STREAM,   /* our own, from the instruction stream: calls, returns, loads, … */
	PMC_KIND_MODEL,	   /* from the catalogue of a PMU model */
	PMC_KIND_RAW,	   /* rXXXX, cpu/event=…/ */
	PMC_KIND_PRESET,   /* PAPI's names: PAPI_L2_DCM, … */
};

/* One event of the list. All strings are static. */
struct pmc_event_info {
	const char *name;	 /* canonical: "branches" */
	const char *alias;	 /* other spellings, separated by blanks; or "" */
	const char *description; /* one sentence without full stop */
	const char *unit;	 /* "", "msec" or "ns", as perf prints it; "KiB" */
	enum pmc_kind kind;
	/*
	 * Bit (1u << enum pmc_backend): could count it, given a PMU, the module or what else it
	 * needs.
	 */
	unsigned backends;
};

/*
 * Event number `index` of the list, from 0 on; -ENOENT past its end. The order is always the same:
 * hardware, cache, software, stream.
 */
int pmc_event_at(size_t index, struct pmc_event_info *info);

/* The event with this name or alias, without modifiers; -ENOENT. */
int pmc_event_find(const char *name, struct pmc_event_info *info);

/*
 * The event that a generic event is a part of: "branches" for "branch-misses". Reports relate the
 * two. NULL: it is a part of no other event, or the name is not a canonical generic name.
 */
const char *pmc_event_whole(const char *name);

/*
 * Can this handle's backend count `event` (one event, with its modifiers) here and now?
 * 0: yes. -EINVAL: it is no valid event. -EOPNOTSUPP: this backend or this PMU cannot count it.
 * -ENODEV, -EACCES, -EPERM, -ENOSYS: as in struct pmc_backend_status. The sentence in `diag` names
 * the backend that could count it.
 */
int pmc_event_check(struct pmc *pmc, const char *event, struct pmc_diag *diag);

/*
 * Writes up to `n` event names that are spelled most like `name`, nearest first. Returns how many
 * it wrote; 0 when none is near. The strings are static.
 */
int pmc_event_suggest(const char *name, const char **names, unsigned n);

/* ---- Models of PMUs ---- */

/*
 * Every PMU that the library knows, whether this machine has it or not: its events, and how its
 * registers encode them. These functions touch no hardware. Names of models are those that
 * `pmc list --models` prints; case does not matter.
 *
 * Counters are numbered from 0 (general) and from 32 (fixed); on the Pentium 4 from 0 to 17.
 */
struct pmc_model_info {
	const char *name;  /* "pentium4" */
	const char *title; /* "Pentium 4, models 0 to 2" */
	unsigned version;  /* architectural version; AMD: 2 is PerfMonV2; else 0 */
	uint64_t counters; /* bit i: the model has counter i */
	unsigned general_width, fixed_width; /* bits; 0 when it has none */
	size_t events;			     /* in its catalogue */
	const char *family;  /* "architectural", "AMD", "Pentium 4", "P6", "P5" … */
	const char *rules;   /* which counters and registers events share, in a sentence; or "" */
	const char *libpfm4; /* libpfm4's name of its PMU, when events come from there; or NULL */
};

/* Model number `index`, from 0 on, oldest first; -ENOENT past the last. */
int pmc_model_at(size_t index, struct pmc_model_info *info);

/*
 * A machine whose caches, TLBs, prefetchers and branch predictors the library describes as data:
 * docs/machines.md. Strings are static.
 */
struct pmc_hardware {
	const char *name;  /* "skylakex" */
	const char *title; /* "Skylake server, 16 cores with 22 MiB of L3" */
	const char *model; /* the PMU whose event names it has; NULL: none */
};

/* Machine number `index`, from 0 on, oldest first; -ENOENT past the last. */
int pmc_hardware_at(size_t index, struct pmc_hardware *hardware);
/*
 * A machine by its name; case does not matter. "host" is the one that CPUID of this processor
 * describes. -ENOENT: no machine has this name (diag suggests some), or CPUID says too little.
 */
int pmc_hardware_find(const char *name, struct pmc_hardware *hardware, struct pmc_diag *diag);

/* A part of a machine. */
struct pmc_hardware_part {
	char setting[128]; /* "L1d=32K,8,64,bit-plru"; an absent part is "L2=none" */
	char source[320];  /* where its numbers come from; "": it is absent */
};

/* Part number `index` of a machine, from 0 on; -ENOENT past the last, or if the name is unknown. */
int pmc_hardware_part_at(const char *name, size_t index, struct pmc_hardware_part *part);

/*
 * Weight number `index` of a machine's estimate of cycles: the setting "L1d=8" and its source;
 * -ENOENT past the last, or if the name is unknown.
 */
int pmc_hardware_weight_at(const char *name, size_t index, struct pmc_hardware_part *part);

/*
 * A model that was opened. Its events are its own, those of a file if there is one, and for newer
 * processors those that libpfm4 knew when libpmc was built with it.
 */
struct pmc_model;

/*
 * Opens a model by its name, or by the name of an event that carries its model ("pentium4::bnr").
 * NULL: the model of this machine, by CPUID. `events_file` (may be NULL) is a file of Intel's
 * perfmon collection (github.com/intel/perfmon, *_core.json): its events are added to those of the
 * model, which must be one of Intel's cores.
 * Errors: -ENOENT: no model has this name (diag suggests some); -EINVAL: the file is wrong (diag
 * says where and why); errors of open(2) and read(2). The caller owns the model: pmc_model_close().
 */
int pmc_model_open(const char *name, const char *events_file, struct pmc_model **model,
		   struct pmc_diag *diag);
/* Also frees the strings of its events. NULL is ignored. */
void pmc_model_close(struct pmc_model *model);

/*
 * Describes a model. The model of this machine has the counters that CPUID announces, which may be
 * none under a hypervisor.
 */
void pmc_model_info(const struct pmc_model *model, struct pmc_model_info *info);

/* An event of a model, or one of its unit masks. The strings live as long as the model. */
struct pmc_model_event {
	const char *name;
	const char *description; /* one sentence without full stop */
	uint64_t counters;	 /* that can count it; 0 for a unit mask */
	unsigned umasks;	 /* how many it has; 0 for a unit mask */
	const char *source;	 /* where it comes from: "pmc", "libpfm4" or "file" */
	const char *note;	 /* what the manual warns of, without full stop; or NULL. Static */
	/* What produces it, as in the manual's table of the P6 family: "L2 cache"; NULL: the manual
	 * does not say. Static */
	const char *unit;
};

/* Event number `index` of a model; unit mask number `umask` of it. -ENOENT: it has fewer. */
int pmc_model_event_at(const struct pmc_model *model, size_t index, struct pmc_model_event *event);
int pmc_model_umask_at(const struct pmc_model *model, size_t index, unsigned umask,
		       struct pmc_model_event *event);

/* A register of a model. */
struct pmc_model_register {
	char name[40];
	uint32_t address;
	uint64_t bits; /* those that are not reserved */
	/*
	 * "select", "escr", "counter", "alias" (a counter at full width), "fixed", "control",
	 * "status", "clear"; static.
	 */
	const char *kind;
};

/* Register number `index` of a model, from 0 on; -ENOENT past the last. */
int pmc_model_register_at(const struct pmc_model *model, size_t index,
			  struct pmc_model_register *reg);

/* An ESCR of a Pentium 4, and which counters it feeds. */
struct pmc_model_wire {
	char escr[40]; /* "MSR_BSU_ESCR0" */
	uint32_t address;
	uint64_t counters;
	unsigned select; /* its number in their CCCRs */
};

/* ESCR number `index`, from 0 on; -ENOENT past the last, or if the model is no Pentium 4. */
int pmc_model_wire_at(const struct pmc_model *model, size_t index, struct pmc_model_wire *wire);

/* A generic event, and the model's event that counts it. The strings are static. */
struct pmc_model_generic {
	const char *name;  /* "cache-misses" */
	const char *event; /* in the model's catalogue; NULL: the model cannot count it */
};

/* Number `index` of the generic hardware and cache events, from 0 on; -ENOENT past the last. */
int pmc_model_generic_at(const struct pmc_model *model, size_t index,
			 struct pmc_model_generic *generic);

/* One field of a register. */
struct pmc_field {
	char name[24]; /* the manual's: "CMASK" */
	const char *description;
	unsigned low, width; /* its lowest bit, and how many bits it has */
	uint64_t value;
};

struct pmc_register {
	char name[40]; /* "MSR_BSU_ESCR0", "IA32_PERFEVTSEL3" */
	uint32_t address;
	uint64_t value;
	uint64_t mask; /* the bits that belong to this event; the others belong to other events */
	uint64_t reserved; /* bits of value that are reserved */
	size_t n_fields;
	struct pmc_field *field; /* those that the PMU has, lowest first */
};

struct pmc_encoded_event {
	/* The counter that the registers are for, or that counts the event. */
	int counter;
	/* Canonical, with the model and modifiers: "pentium3::L2_RQSTS:I:u". */
	char name[320];
};

/* The registers of an event, or the events of registers. */
struct pmc_encoding {
	const char *model, *title;
	uint64_t counters; /* encoded: the counters that can count the event */
	size_t n_registers;
	struct pmc_register *reg;
	size_t n_events; /* encoded: 1 */
	struct pmc_encoded_event *event;
};

#define PMC_ENCODE_PMI 0x1u /* with the interrupt on overflow */
#define PMC_ENCODE_T1  0x2u /* Pentium 4: for the second logical processor of a core */

/*
 * Encodes one event for a model. `event` is written as for pmc_set_create(); it may carry the
 * model's name, and generic names are mapped. `counter` -1: the first that can count it.
 * Errors: -EINVAL: diag says what is wrong with the event, which models have it if this one does
 * not, or which counters can count it. The caller owns the result: pmc_encoding_destroy(). It does
 * not point into the model.
 */
int pmc_encoding_create(const struct pmc_model *model, const char *event, int counter,
			unsigned flags, struct pmc_encoding **encoding, struct pmc_diag *diag);

/*
 * The reverse. Each of the n texts is "REGISTER=VALUE": a register by its name in this model or by
 * its address, and numbers in decimal or with 0x. The result has one event for each counter that
 * these registers make count. -EINVAL: diag's token is the text that is wrong.
 */
int pmc_decoding_create(const struct pmc_model *model, const char *const *texts, size_t n,
			struct pmc_encoding **encoding, struct pmc_diag *diag);

/* Frees either. NULL is ignored. */
void pmc_encoding_destroy(struct pmc_encoding *encoding);

struct pmc_plan_event {
	char name[320]; /* as typed */
};

/* Which counter each of a list of events gets. */
struct pmc_plan {
	const char *model, *title;
	size_t n_events;
	struct pmc_plan_event *event;
	size_t n_slices; /* 1: all events fit at once; else the groups of a rotation */
	int *counter; /* [slice * n_events + event]; -1: the event does not count in this slice */
	/* With several slices: a smallest part of the list that does not fit at once, and why. */
	char reason[640];
};

/*
 * Finds a plan for a list of events, written as for pmc_set_create(), on a model's counters. It
 * finds one whenever there is one. Pinned events (:D) are in every slice, and groups stay together.
 * Errors: -EINVAL: as pmc_encoding_create(); -ENOSPC: a group does not fit together with the pinned
 * events (diag: which events, and why). The caller owns the plan: pmc_plan_destroy(). It does not
 * point into the model.
 */
int pmc_plan_create(const struct pmc_model *model, const char *events, struct pmc_plan **plan,
		    struct pmc_diag *diag);
/* NULL is ignored. */
void pmc_plan_destroy(struct pmc_plan *plan);

/* ---- Who counts ---- */

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

/* ---- Registers ---- */

/*
 * Read or write one register of one CPU's PMU, by its name or its address as a number ("0x186"). No
 * other registers of the processor can be reached. The driver does it if it is there; it needs
 * CAP_SYS_ADMIN, and refuses a write that would disturb who counts. Else it goes by /dev/cpu/N/msr,
 * for root, where nobody guards the registers.
 * Errors: -EINVAL: this PMU has no such register; -ENOENT: there is no such CPU, or it is offline;
 * -EPERM: the caller may not, or the kernel is locked down; -ENODEV: neither the driver nor
 * /dev/cpu/N/msr is there; -ERANGE: the value sets reserved bits; -EROFS: the register cannot be
 * written; -EBUSY: somebody counts; -EIO: the processor refuses. diag says which, and what would
 * help.
 */
int pmc_msr_read(unsigned cpu, const char *name, uint64_t *value, struct pmc_diag *diag);
int pmc_msr_write(unsigned cpu, const char *name, uint64_t value, struct pmc_diag *diag);

/* ---- Metrics ---- */

/*
 * The classic metrics. Each is a quotient of two sums of events that must be counted in one run.
 * All strings are static.
 */
#define PMC_METRIC_TERMS 4
struct pmc_metric {
	const char *name;  /* "l1d-misses" */
	const char *title; /* "L1 data cache miss rate" */
	const char *unit;  /* "", "%", "per 1000 instr" … */
	double scale;	   /* value in `unit` = scale * sum of above / sum of below */
	const char *above[PMC_METRIC_TERMS]; /* events with their modifiers; NULL: no more */
	const char *below[PMC_METRIC_TERMS];
	const char *source; /* the manual that says what the events count */
	/* Why there is no formula, as a clause; above and below are empty then. Else NULL. */
	const char *missing;
};

/*
 * Metric number `index`, from 0 on, as a model counts it; -ENOENT past the last. The numbers are
 * the same for every model: a metric that a model cannot count has a reason instead of a formula.
 */
int pmc_model_metric_at(const struct pmc_model *model, size_t index, struct pmc_metric *metric);

/*
 * The same, as the handle's backend counts it on this machine; backend emulated has formulas of
 * modelled events after pmc_hardware_choose(). It may also fail as pmc_model_open().
 */
int pmc_metric_at(struct pmc *pmc, size_t index, struct pmc_metric *metric);

/* ---- Sets ---- */

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

/* ---- Counting ---- */

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

/* ---- Commands ---- */

/*
 * Makes a command: a program to be started. It looks argv[0] up along the PATH of envp, unless it
 * has a slash. A file that is neither ELF nor #! runs under /bin/sh, as from a shell. envp NULL:
 * the caller's environment. The arrays are copied. The program gets the caller's descriptors
 * (unless close-on-exec), directory and signal dispositions, and the signal mask of the thread that
 * calls this function.
 * Errors: -ENOENT: not found (a shell would exit with 127); -EACCES, -EISDIR, -ENOEXEC, -ELOOP,
 * -ENOTDIR…: found, but it cannot be executed (126). pmc_command_status() gives that number. The
 * caller owns the command: pmc_command_destroy().
 */
int pmc_command_create(struct pmc *pmc, char *const argv[], char *const envp[],
		       struct pmc_command **command, struct pmc_diag *diag);

/*
 * Frees a command. If it was not started, it never runs; if it runs, it goes on, and nobody waits
 * for it. Destroy the sets that are attached to it first. NULL is ignored.
 */
void pmc_command_destroy(struct pmc_command *command);

/*
 * Starts a command. Usually, attach a set and call pmc_set_start() first; to count only later,
 * start the command first and the set later. A command without a set just runs.
 * Errors: those of exec, as above; -EALREADY: it has already been started; -ENOSPC, -EFBIG,
 * -EMFILE: there is no room for the shared memory (emulated).
 */
int pmc_command_start(struct pmc_command *command, struct pmc_diag *diag);

/* Its process; -1 before the start. */
pid_t pmc_command_pid(const struct pmc_command *command);

/*
 * Waits until the command has ended, at most timeout_ms milliseconds (-1: no limit; 0: look and
 * return). *status is as from waitpid(2). -ETIMEDOUT; -EINTR: a signal handler ran; -EINVAL: it was
 * not started; -ECHILD: it has ended, but its status is lost (SIGCHLD is ignored, or somebody else
 * waited). Once it has returned 0, further calls give the same status.
 */
int pmc_command_wait(struct pmc_command *command, int timeout_ms, int *status);

/* Sends a signal; -ESRCH: the command has ended, or it was not started. */
int pmc_command_kill(struct pmc_command *command, int signal);

struct pmc_times {
	uint64_t start_ns;	     /* CLOCK_MONOTONIC at the start */
	uint64_t elapsed_ns;	     /* from the start until its end was noticed, or until now */
	uint64_t user_ns, system_ns; /* with the children that it waited for; 0 before its end */
	uint64_t max_rss_kb;
};
/* -EINVAL: the command was not started. */
int pmc_command_times(struct pmc_command *command, struct pmc_times *times);

/*
 * The exit status of a launcher when a function of this section has returned `error` (-errno): 127
 * for -ENOENT, 126 for what cannot be executed, 125 for the rest.
 */
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
