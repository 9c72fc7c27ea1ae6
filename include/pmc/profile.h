/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles and symbols: which instruction, line and function the counts of a program belong to.
 *
 * A profile (struct pmc_profile) is what `pmc record` wrote, or a file of another tool: perf.data,
 * callgrind.out, collapsed stacks. It is read only. It consists of objects (files that were mapped
 * as code), processes, threads, places (an instruction's address in an object, with its counts in
 * one thread), edges (branches from place to place) and notes.
 *
 * Addresses are the object's own: what `objdump -d` shows for a file (virtual addresses of its ELF
 * segments), and what the process saw for memory without a file.
 *
 * The rules at the top of pmc.h hold here, too.
 */
#ifndef PMC_PROFILE_H
#define PMC_PROFILE_H

#include <pmc/pmc.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc_profile;

enum pmc_profile_format {
	PMC_PROFILE_OWN,       /* pmc.data */
	PMC_PROFILE_PERF,      /* perf.data */
	PMC_PROFILE_CALLGRIND, /* callgrind.out.PID */
	PMC_PROFILE_COLLAPSED, /* "a;b;c 42" in each line */
};

/*
 * Opens a profile, whatever its format. Errors, each with a sentence in diag: -errno of open(2);
 * -EPROTO: no format that pmc knows, or the file contradicts itself (the sentence says where);
 * -ENODATA: it has neither places nor notes. A file that ends early is opened as far as it is
 * whole; pmc_profile_note_at() says what is missing.
 */
int pmc_profile_open(const char *path, struct pmc_profile **profile, struct pmc_diag *diag);
/* The same of bytes in memory, which must stay until the profile is closed. */
int pmc_profile_open_memory(const void *bytes, size_t n, const char *name,
			    struct pmc_profile **profile, struct pmc_diag *diag);
/* Closes a profile and frees every string and array that came from it. NULL: nothing. */
void pmc_profile_close(struct pmc_profile *profile);

struct pmc_profile_info {
	enum pmc_profile_format format;
	enum pmc_quality quality; /* the last one of its events': exact, modelled or sampled */
	const char *command;	  /* as the user typed it, quoted for a shell; "" when unknown */
	size_t events, objects, processes, threads, places, edges, stacks, symbols, notes;
};
void pmc_profile_info(const struct pmc_profile *profile, struct pmc_profile_info *info);

/*
 * An event: a column of counts. An exact profile has all events that follow from the instructions:
 * "instructions:u" first, then those that `pmc list` shows for the emulated backend. Behind these
 * stand the modelled events of the set (PMC_MODELLED), if it had any.
 */
#define PMC_PROFILE_EVENTS 32 /* a profile has no more of them */
struct pmc_profile_event {
	const char *name; /* "instructions:u" */
	enum pmc_quality quality;
	uint64_t period;  /* of samples: how many events one stands for; 0: it varies, or exact */
	uint64_t samples; /* how many there were; 0: exact */
	uint64_t total;	  /* the sum over all places */
};

enum pmc_object_kind {
	PMC_OBJECT_FILE,      /* an ELF file */
	PMC_OBJECT_VDSO,      /* "[vdso]" */
	PMC_OBJECT_ANONYMOUS, /* memory without a file: code that a JIT made */
	PMC_OBJECT_KERNEL,    /* the kernel and its modules */
	PMC_OBJECT_UNKNOWN,
};
struct pmc_profile_object {
	enum pmc_object_kind kind;
	const char *path;	 /* "[anon]", "[vdso]" … without a file; "" when unknown */
	const uint8_t *build_id; /* NULL: it has none */
	unsigned build_id_size;
	unsigned process; /* of anonymous memory: whose; otherwise UINT_MAX */
};
struct pmc_profile_process {
	pid_t pid, ppid;
	unsigned parent;  /* index of the parent process, UINT_MAX: not in the profile */
	const char *comm; /* its last name */
};
struct pmc_profile_thread {
	pid_t tid;
	unsigned process; /* index */
	const char *comm;
};

/* What an instruction is. A place of a sampled profile has none of these. */
#define PMC_PLACE_LOAD	   0x01u /* it reads memory */
#define PMC_PLACE_STORE	   0x02u /* it writes memory */
#define PMC_PLACE_COND	   0x04u /* a conditional branch */
#define PMC_PLACE_JUMP	   0x08u /* JMP */
#define PMC_PLACE_CALL	   0x10u /* CALL */
#define PMC_PLACE_RETURN   0x20u /* RET */
#define PMC_PLACE_INDIRECT 0x40u /* with JUMP or CALL: the target is in a register or in memory */
#define PMC_PLACE_SYSCALL  0x80u /* SYSCALL */

/*
 * An instruction in one thread, with its own counts: those of functions that it calls are not in
 * them. Places are sorted by object, address, thread. Code that changes while it runs can have
 * several places with the same three, of different length or flags.
 */
struct pmc_place {
	unsigned object, thread;	     /* indices */
	uint64_t address;		     /* the object's own */
	unsigned length;		     /* of the instruction in bytes; 0: unknown */
	unsigned flags;			     /* PMC_PLACE_ */
	uint64_t executions;		     /* in an exact profile; otherwise 0 */
	uint64_t taken;			     /* of a conditional branch in an exact profile */
	uint64_t counts[PMC_PROFILE_EVENTS]; /* one for each event; those behind them are not set */
};

enum pmc_edge_kind {
	PMC_EDGE_JUMP, /* a branch that was taken, conditional or not */
	PMC_EDGE_CALL,
	PMC_EDGE_RETURN,
};
/*
 * Branches from one place to another in one thread. Sorted by from (object and address), to,
 * thread, kind. An exact profile has the conditional branches that were taken, jumps, calls and
 * returns. Where returns went is not recorded, nor where an indirect jump went that has gone to
 * more than two places.
 */
struct pmc_edge {
	enum pmc_edge_kind kind;
	unsigned thread;
	unsigned from_object, to_object; /* to_object UINT_MAX: the targets were not recorded */
	uint64_t from, to;
	uint64_t count;
	/* Events (one for each of the profile's) that passed while the call was under way, callees
	 * included; NULL: unknown. callgrind's files have them. */
	const uint64_t *inclusive;
};

/*
 * A call chain of samples: frames[0] is where the sample was taken. Further frames have the address
 * to which the function returns. A frame of user mode that the kernel interrupted has the address
 * one byte on from where it goes on. Sorted by thread, then by frames from the outermost on. What a
 * stack counts is in the place of its first frame, too.
 *
 * With PMC_SET_CALL_TREE it is a node of the call tree. Its frames are functions: frames[0] has the
 * function's address, further ones the address one byte on, since readers look one byte before
 * it.
 */
struct pmc_frame {
	unsigned object; /* UINT_MAX: the frame has only a name */
	uint64_t address;
	const char *name; /* of collapsed stacks, with object and address; otherwise NULL */
};
struct pmc_stack {
	unsigned thread;
	const struct pmc_frame *frames;
	size_t n;
	const uint64_t *counts; /* one for each event */
};

/* A name for code without a file, from the JIT's own list (perf-PID.map, jitdump), or a function's
 * name that an imported file gives. Sorted by object and address. A function of a callgrind file
 * may be several in a row, one for each of its lines; pmc_symbols_profile_object() takes them for
 * one. */
struct pmc_profile_symbol {
	unsigned object;
	uint64_t address, size; /* size 0: up to the next one */
	const char *name;
	const char *file; /* of its source; NULL: unknown */
	unsigned line;	  /* 0: unknown */
};

/* Entry i; -ENOENT behind the last one. The indices of objects, processes and threads are these. */
int pmc_profile_event_at(const struct pmc_profile *p, size_t i, struct pmc_profile_event *event);
int pmc_profile_object_at(const struct pmc_profile *p, size_t i, struct pmc_profile_object *object);
int pmc_profile_process_at(const struct pmc_profile *p, size_t i,
			   struct pmc_profile_process *process);
int pmc_profile_thread_at(const struct pmc_profile *p, size_t i, struct pmc_profile_thread *thread);
int pmc_profile_place_at(const struct pmc_profile *p, size_t i, struct pmc_place *place);
/* The same for who needs no counts, which take longer to make: executions, taken and counts stay as
 * they were. */
int pmc_profile_where_at(const struct pmc_profile *p, size_t i, struct pmc_place *place);
int pmc_profile_edge_at(const struct pmc_profile *p, size_t i, struct pmc_edge *edge);
/* A stack is made when it is first asked for, and kept. Who needs all of them walks (below). */
int pmc_profile_stack_at(const struct pmc_profile *p, size_t i, struct pmc_stack *stack);
int pmc_profile_symbol_at(const struct pmc_profile *p, size_t i, struct pmc_profile_symbol *symbol);
/* A sentence on what the profile does not have, as pmc_set_note() gives it, and whose: pid -1: of
 * all of it. */
int pmc_profile_note_at(const struct pmc_profile *p, size_t i, struct pmc_note *note);
/*
 * Adds counts of places up: of place `first` and those behind it, as long as they are of the same
 * object, their addresses are at most `last` and, if same_thread, they are of the same thread.
 * sums[k] grows by the counts of event events[k], of n. Returns the index of the place behind them;
 * `first`: none was added; SIZE_MAX: the profile is a summary (below) that is too coarse. Quicker
 * than to ask for each place, which makes all its counts.
 */
size_t pmc_profile_sum(const struct pmc_profile *p, size_t first, uint64_t last, int same_thread,
		       const unsigned *events, size_t n, uint64_t *sums);

/*
 * A summary of an exact profile, in the user's cache: who sums up the places of whole functions
 * need not read a million of them each time. Make one while you sum up:
 *
 *	pmc_profile_summary_create(path, kind, &summary);
 *	pmc_profile_open(path, &profile, &diag);
 *	each piece of code, for all threads at once: pmc_profile_summary_add(...);
 *	pmc_profile_summary_keep(summary, profile);
 *	pmc_profile_summary_destroy(summary);
 *
 * pmc_profile_summary_open() then opens it, as long as the profile's file is the same and was not
 * written since. It is a profile with places that stand for all those of a piece, with the first
 * one's address, and with a call for each address that is called, but without other edges and
 * without code. If pieces have become smaller since, of a debug file that was not there before,
 * pmc_profile_sum() returns SIZE_MAX, and the profile itself has to be opened.
 *
 * kind: any number, for programs that sum up pieces of several kinds.
 */
struct pmc_profile_summary;
/* 0, -ENOENT: the path names no regular file, or -ENOMEM. */
int pmc_profile_summary_create(const char *path, unsigned kind,
			       struct pmc_profile_summary **summary);
void pmc_profile_summary_destroy(struct pmc_profile_summary *summary);
/*
 * Adds place `first` and those behind it in its object up to the address `last`. All places have to
 * be added in their order; who adds one again that a piece before had does nothing.
 */
void pmc_profile_summary_add(struct pmc_profile_summary *summary, const struct pmc_profile *profile,
			     size_t first, uint64_t last);
/* Keeps it, if it saves much. A cache may always fail: nobody is told. */
void pmc_profile_summary_keep(struct pmc_profile_summary *summary,
			      const struct pmc_profile *profile);
/* Opens what was kept; pmc_profile_close() closes it. -ENOENT: nothing was. */
int pmc_profile_summary_open(const char *path, unsigned kind, struct pmc_profile **profile);
/* The bytes of code without a file at the address, as they were when it ran. Returns how many there
 * are (0: none are known), at most n, and copies them. */
size_t pmc_profile_code(const struct pmc_profile *p, unsigned object, uint64_t address, void *bytes,
			size_t n);

/*
 * A walk over all stacks in their order, which needs no memory for those behind and before. A call
 * tree of a million nodes has a thousand million frames if it is deep.
 *
 *	pmc_stack_walk_create(profile, &walk);
 *	while (!pmc_stack_walk_next(walk, &stack, &common))
 *		...
 *	pmc_stack_walk_destroy(walk);
 */
struct pmc_stack_walk;
/* The profile must stay until the walk is destroyed. */
int pmc_stack_walk_create(const struct pmc_profile *profile, struct pmc_stack_walk **walk);
void pmc_stack_walk_destroy(struct pmc_stack_walk *walk);
/*
 * The next stack, the first one at first; its frames and counts live until the next call. *common:
 * how many frames, counted from the outermost one, it shares with the stack before, the innermost
 * of either left out. So frames[n - 1 - common] is the first one that was not seen just before.
 * -ENOENT: that was the last one.
 */
int pmc_stack_walk_next(struct pmc_stack_walk *walk, struct pmc_stack *stack, size_t *common);

struct pmc_segment {
	uint64_t offset, size, address; /* in the file; bytes; where it is loaded */
};
/*
 * The loaded segments of an ELF file, in the order of its program headers: at most n. They relate
 * an object's own addresses to offsets in its file. Returns how many it wrote; 0: there is no such
 * file, or it is no ELF file.
 */
int pmc_profile_segments(const char *path, struct pmc_segment *segments, size_t n);

/*
 * A flag of pmc_set_create(), with PMC_SET_PROFILE: the profile also has the exact call tree of the
 * set's first event, which must be one of those that the translator counts, and no event may be
 * modelled. Each stack then is a node of the tree: counts has what its function counted without its
 * callees, when it was called by way of the others. Of the other events it has 0.
 */
#define PMC_SET_CALL_TREE 0x400u
/*
 * The exact profile of the command that a set with PMC_SET_PROFILE (pmc_set_create()) was attached
 * to. Call it once, when the command has ended; what it has left behind may go on, and is recorded
 * as far as it has come. The caller closes the profile, which does not need the set any more.
 * Errors: -EINVAL: the set has recorded nothing, or was asked before; -EPROTO: the translator's
 * record is damaged.
 */
int pmc_set_profile(struct pmc_set *set, struct pmc_profile **profile, struct pmc_diag *diag);

/*
 * While the command runs: takes in what processes that have ended executed, and gives back the
 * memory that this needed. A command of thousands of processes needs a call every few seconds. A
 * failure shows in pmc_set_profile(). Does nothing for a set that records no profile.
 */
void pmc_set_collect(struct pmc_set *set);

/* Writes a profile in pmc's own format (docs/profile.md). The file appears whole or not at all. */
int pmc_profile_write(const struct pmc_profile *profile, const char *path, struct pmc_diag *diag);
/* The same to a descriptor that is open for writing, as a pipe. It stays the caller's. */
int pmc_profile_write_fd(const struct pmc_profile *profile, int fd, struct pmc_diag *diag);

/* ---- Sampling ---- */

/*
 * A sampler makes the events of a set interrupt each time they have counted a period, and notes
 * where the program was. Backends driver and perf need a PMU, or one of the kernel's clocks
 * (cpu-clock). Backend emulated needs neither: it takes every Nth of one event of a command that
 * happens in the stream of instructions, at the very instruction, in each thread and image anew. It
 * has a period and no frequency, and its samples come as a profile, not as records:
 * pmc_sampler_next() and pmc_sampler_wait() return -EOPNOTSUPP.
 *
 *	pmc_set_create(pmc, "cycles:u", PMC_SET_INHERIT, &set, &diag);
 *	pmc_sampler_create(set, &(struct pmc_sampling){ .frequency = 1000 }, &sampler, &diag);
 *	pmc_set_attach_command(set, command, &diag);
 *	pmc_sampler_start(sampler);
 *	pmc_command_start(command, &diag);
 *	while (pmc_command_wait(command, 50, &status) == -ETIMEDOUT)
 *		pmc_sampler_collect(sampler);
 *	pmc_sampler_stop(sampler);
 *	pmc_sampler_profile(sampler, &profile, &diag);
 */
struct pmc_sampler;

#define PMC_SAMPLER_CHAINS 0x1u /* also note call chains, by frame pointers */
/*
 * No samples: the sampler notes each time that a thread is switched out, and what each event
 * counted in it since the switch before (PMC_TYPE_SWITCH). period and frequency must be 0. For
 * events that perf counts, in threads and processes; the kernel shows switches only to those who
 * may count it (kernel.perf_event_paranoid 1, or root), and those of inherited threads from Linux
 * 6.13 on.
 */
#define PMC_SAMPLER_SWITCHES 0x2u
/*
 * Also note call chains, by the call frame information of the program's files (.eh_frame), so that
 * functions need no frame pointers. For this each sample brings a copy of the top of the stack,
 * stack_bytes of it: a chain that needs more is cut off. x86-64 programs only. It needs elfutils'
 * libdw.
 */
#define PMC_SAMPLER_DWARF 0x4u

struct pmc_sampling {
	uint64_t period; /* a sample each time an event has counted so many; 0: by frequency */
	/* Samples per second of running time; both 0: 4000, or what the kernel allows if that is
	 * less. */
	uint64_t frequency;
	unsigned flags; /* PMC_SAMPLER_… */
	/* KiB for what nobody has taken yet, for each CPU: a power of two; 0: 512 (with
	 * PMC_SAMPLER_DWARF 4096), or what the kernel allows if that is less. */
	unsigned ring_kb;
	uint64_t most; /* take so many samples, the first ones; 0: no limit */
	/*
	 * When pmc_sampler_wait() returns: as soon as some memory holds so many bytes of records
	 * that nobody has taken, or so many more samples; half of the memory at most, which is also
	 * what it is when both are 0. Not both.
	 */
	unsigned wakeup_bytes, wakeup_samples;
	unsigned stack_bytes; /* of PMC_SAMPLER_DWARF: a multiple of 8, up to 65528; 0: 8192 */
};

enum pmc_record_type {
	PMC_TYPE_SAMPLE,
	PMC_TYPE_MMAP,	   /* a file, or memory, was mapped as code */
	PMC_TYPE_COMM,	   /* a thread has a new name */
	PMC_TYPE_FORK,	   /* a thread was made; of a new process, pid is not ppid */
	PMC_TYPE_EXIT,	   /* it ended */
	PMC_TYPE_LOST,	   /* records are missing: nobody took them in time */
	PMC_TYPE_THROTTLE, /* the kernel held an event back, which interrupted too often */
	PMC_TYPE_SWITCH,   /* a thread was switched out */
};
enum pmc_sample_mode { PMC_MODE_USER, PMC_MODE_KERNEL, PMC_MODE_OTHER };

/* What a sampler has noted. Fields that the type does not have are 0. */
struct pmc_record {
	enum pmc_record_type type;
	pid_t pid, tid; /* whose; 0: the idle task, or a task of another PID namespace */
	int cpu;	/* -1: unknown */
	uint64_t time;	/* CLOCK_MONOTONIC; 0: it was so when sampling began */
	/* PMC_TYPE_SAMPLE: its number in the set; PMC_TYPE_SWITCH: the number of the first one */
	unsigned event;
	/* PMC_TYPE_SAMPLE */
	enum pmc_sample_mode mode; /* of ip */
	uint64_t ip;		   /* where the program goes on, as the process sees it */
	uint64_t period;	   /* how many events the sample stands for */
	/* The addresses to which functions return, the innermost first; those of the kernel, and
	 * where it was entered, come before those in user mode. */
	const uint64_t *chain;
	size_t n_chain, n_kernel;
	/* With PMC_SAMPLER_DWARF, what the chain was found by; NULL: the thread has no user mode.
	 * The registers are those of user mode by DWARF's numbers: RAX, RDX, RCX, RBX, RSI, RDI,
	 * RBP, RSP, R8 to R15, RIP. The stack begins at RSP. */
	const uint64_t *registers;
	const uint8_t *stack;
	size_t stack_size;
	/* PMC_TYPE_MMAP */
	uint64_t start, size, offset; /* addresses, bytes, where in the file */
	const uint8_t *build_id;      /* NULL: unknown */
	unsigned build_id_size;
	/* PMC_TYPE_MMAP: the path, "[vdso]", "//anon" …; PMC_TYPE_COMM */
	const char *name;
	int exec;	  /* PMC_TYPE_COMM: a program was executed, and what was mapped is gone */
	pid_t ppid, ptid; /* PMC_TYPE_FORK, PMC_TYPE_EXIT */
	/* PMC_TYPE_LOST: how many; PMC_TYPE_THROTTLE: how many samples were left out; 0: unknown */
	uint64_t count;
	/*
	 * PMC_TYPE_SWITCH: what each event of the group that begins with `event` (or that event
	 * alone) counted in this thread since the switch before, or since counting began. What is
	 * counted after the last switch is in pmc_set_read() only, and so is what follows when the
	 * thread ends. Where a switch was lost, the next one has its counts.
	 */
	const uint64_t *counts;
	size_t n_counts;
};

/*
 * Makes a sampler of a set, before the set is attached. While the sampler exists, the set samples
 * in whatever it is attached to, and counts as always. Destroy the sampler before the set.
 * Errors: -EBUSY: the set is attached, or has a sampler; -EOPNOTSUPP: the backend cannot sample,
 * or one of the events cannot (diag says which); -EINVAL: a flag, or ring_kb, or a frequency above
 * what the kernel allows, or a period with PMC_SAMPLER_SWITCHES, or stack_bytes; -ENOSYS:
 * PMC_SAMPLER_DWARF, and there is no libdw.
 */
int pmc_sampler_create(struct pmc_set *set, const struct pmc_sampling *how,
		       struct pmc_sampler **sampler, struct pmc_diag *diag);
/* Frees it with what nobody has taken. Detaches the set. NULL is ignored. */
void pmc_sampler_destroy(struct pmc_sampler *sampler);
/*
 * pmc_set_start() and pmc_set_stop() of its set. The first start notes which files running
 * processes have mapped, if the set is attached to some, or to CPUs.
 */
int pmc_sampler_start(struct pmc_sampler *sampler);
int pmc_sampler_stop(struct pmc_sampler *sampler);
/*
 * Waits until some memory for records is half full, or as full as was asked for. 0; -ETIMEDOUT:
 * after timeout_ms milliseconds, also when everything has ended; -EINTR: a signal handler ran.
 */
int pmc_sampler_wait(struct pmc_sampler *sampler, int timeout_ms);
/*
 * Takes the next record, in the order of time through all CPUs. What *record points to lives until
 * the next call. -EAGAIN: there is none yet; while events are sampled, what came in the last ten
 * milliseconds or more is held back, until nothing can come before it. -ENOENT: the sampler was
 * stopped, and all is taken; or it has given as many samples as it was to take.
 */
int pmc_sampler_next(struct pmc_sampler *sampler, struct pmc_record *record);
/*
 * The other way to take records: collects them for a profile. Call it every 50 milliseconds or so,
 * or when pmc_sampler_wait() says so. What pmc_sampler_next() has taken is not in the profile.
 * -ENOENT: there are as many samples as it was to take, so stop it.
 */
int pmc_sampler_collect(struct pmc_sampler *sampler);
/*
 * Stops the sampler and makes the profile of what was collected, once. The caller closes it; it
 * does not need the sampler any more. -EALREADY: it was asked for before; -EINVAL: the sampler
 * notes switches, of which no profile can be made.
 */
int pmc_sampler_profile(struct pmc_sampler *sampler, struct pmc_profile **profile,
			struct pmc_diag *diag);

/* ---- Symbols ---- */

/* Symbols and lines of objects. They are read when they are first asked for, and kept. */
struct pmc_symbols;

#define PMC_SYMBOLS_LINKAGE  0x1u /* names as the linker knows them, not demangled */
#define PMC_SYMBOLS_NO_DEBUG 0x2u /* symbol tables only: no lines, no inlines */
/* Keep what is found out in the user's cache folder ($XDG_CACHE_HOME/pmc or ~/.cache/pmc), and use
 * what other programs found out: up to 256 MiB, as long as the files are the same. */
#define PMC_SYMBOLS_CACHE 0x4u

/* symfs: a folder in which the paths are looked up ("" or NULL: /). */
int pmc_symbols_create(unsigned flags, const char *symfs, struct pmc_symbols **symbols);
void pmc_symbols_destroy(struct pmc_symbols *symbols);
/*
 * Opens an object by its path, and finds its separate debug file by build-id or debug link. Returns
 * an index from 0 on; the same object gives the same index. -ENOENT, -ENOEXEC: diag says why there
 * are no symbols; -ESTALE: the file's build-id is another one (build_id NULL: not compared).
 */
int pmc_symbols_object(struct pmc_symbols *symbols, const char *path, const uint8_t *build_id,
		       size_t build_id_size, struct pmc_diag *diag);
/*
 * The same of an object of a profile. When the profile has names for it (code that a JIT made,
 * imported files), these are its functions; otherwise they are those of the file.
 */
int pmc_symbols_profile_object(struct pmc_symbols *symbols, const struct pmc_profile *profile,
			       unsigned object, struct pmc_diag *diag);

struct pmc_symbol {
	const char *name;     /* demangled unless PMC_SYMBOLS_LINKAGE; "foo@plt" in a PLT */
	uint64_t start, size; /* of the function */
};
/*
 * The function at the address. O(log n). -ENOENT: no function is known there; then name is NULL,
 * and start and size are those of the gap between functions, or of a part of it.
 */
int pmc_symbols_find(struct pmc_symbols *symbols, int object, uint64_t address,
		     struct pmc_symbol *symbol);

struct pmc_line {
	const char *function; /* the inlined function, at last the one that has the code; or NULL */
	const char *file;     /* NULL: unknown */
	unsigned line, column; /* 0: unknown */
};
/* The source line of the address and, behind it, where its function was inlined: at most n, the
 * innermost first. Returns how many there are (0: no debug information), or -errno. */
int pmc_symbols_lines(struct pmc_symbols *symbols, int object, uint64_t address,
		      struct pmc_line *lines, size_t n);
/*
 * The functions at the address, as pmc_symbols_lines() gives them, but without reading lines, which
 * takes several times as long: at most n, the innermost first. Returns how many there are (0: none
 * in debug information), or -errno. A name may be NULL.
 */
int pmc_symbols_functions(struct pmc_symbols *symbols, int object, uint64_t address,
			  const char **names, size_t n);
/*
 * The innermost of the functions that were inlined at the address: the first one that
 * pmc_symbols_functions() gives, if there are several, but without looking for the others. 1; 0:
 * nothing was inlined there that has a name; -ENODATA: the object has no debug information; -errno.
 * *last, unless last is NULL or it fails: up to this address the answer is the same.
 */
int pmc_symbols_inlined(struct pmc_symbols *symbols, int object, uint64_t address,
			const char **name, uint64_t *last);
/*
 * Finds out what pmc_symbols_inlined() will say of all places of a profile, in as many threads as
 * there are CPUs for the caller, at most four. They block all signals, and have ended when it
 * returns. objects: for each object of the profile its index, or -1. 0 or -ENOMEM; whatever it
 * returns, pmc_symbols_inlined() answers as without.
 */
int pmc_symbols_prepare_inlined(struct pmc_symbols *symbols, const struct pmc_profile *profile,
				const int *objects);
/*
 * Whether there are lines: 0; -ENODATA: the object has no debug information; -ENOSYS: pmc was built
 * without libdw, or libdw is not installed. diag says what is missing.
 */
int pmc_symbols_check_lines(struct pmc_symbols *symbols, int object, struct pmc_diag *diag);
/* The functions of the object by address: entry i, or -ENOENT. */
int pmc_symbols_at(struct pmc_symbols *symbols, int object, size_t i, struct pmc_symbol *symbol);
/* The bytes of the object's code at the address: how many there are, at most n. */
size_t pmc_symbols_code(struct pmc_symbols *symbols, int object, uint64_t address, void *bytes,
			size_t n);

/* ---- Histograms ---- */

/* The functions of a profile, those with the most counts of an event first. */
struct pmc_histogram;
struct pmc_histogram_row {
	const char *function; /* as long as the symbols live; NULL: unknown code of the object */
	const char *object;   /* its path, as long as the profile lives */
	uint64_t count;	      /* of the event, without the functions that it calls */
	double percent;	      /* of all counts of the event */
};
/*
 * Adds up the places of each function by event number `event`, in all processes and threads. An
 * object whose symbols cannot be read has one row without a name. -ENOENT: no such event.
 */
int pmc_histogram_create(const struct pmc_profile *profile, struct pmc_symbols *symbols,
			 size_t event, struct pmc_histogram **histogram);
void pmc_histogram_destroy(struct pmc_histogram *histogram);
/* Row i; -ENOENT behind the last one. */
int pmc_histogram_at(const struct pmc_histogram *histogram, size_t i,
		     struct pmc_histogram_row *row);

/* One instruction as text, in AT&T's syntax or Intel's. */
struct pmc_instruction {
	char text[160];	 /* "mov    %rax,(%rdi)" */
	unsigned length; /* in bytes */
	uint64_t target; /* of a direct branch or call; 0: none */
};
/* -ENOSYS: pmc was built without Zydis, or it is not installed; -EINVAL: no instruction. */
int pmc_disassemble(const void *bytes, size_t n, uint64_t address, int intel,
		    struct pmc_instruction *instruction);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
