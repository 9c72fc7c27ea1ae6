/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How libpmc and the engine (pmc-emu) meet: a command line, and a layout of shared memory.
 *
 * The engine is an executable of its own. libpmc makes a sparse memfd of EMU_SHM_SIZE bytes, fills
 * in struct emu_header, and starts the command as
 *
 *	execveat(engine_fd, "", { "pmc-emu", "SHMFD,ENGINEFD,TASK,LEVEL,-,SHELFFD", PATH,
 *	                          "", argv[0], argv[1], ... }, envp, AT_EMPTY_PATH)
 *
 * SHMFD and ENGINEFD are descriptors (decimal, not close-on-exec) that the engine takes over and
 * hides from the program. TASK is the index of the task record that the first thread counts into;
 * libpmc allocates record 0 for the command, with the state EMU_TASK_LIVE. LEVEL is 0 here; the
 * engine uses it for #! scripts. SHELFFD is a shelf (below), or -. PATH is the file to run, already
 * looked up along $PATH. The leading arguments are four, an even number, so that the engine can
 * drop them in place and the stack keeps its alignment. The engine follows every exec of the
 * program by the same command line.
 *
 * Counting. Every edge between translated traces ("exit") has one 64-bit counter per thread, and
 * one vector per process that tells how many of each signal happened on the way to that exit.
 * Nothing is multiplied while the program runs. A thread's total of signal s is
 *
 *	task.done[s] + thread.base[s] + sum over i < vectors.n of thread.count[i] * vec(i, s)
 *		     + sum over thread.passage, if as_of is not 0, of weight * vec(s)
 *
 * A reader may compute it from outside at any time: the program need not stop, and a process killed
 * by SIGKILL has lost nothing. The counts are as of the thread's last trace exit.
 *
 * task.seq is a sequence lock: it is odd while the engine moves counts between the places of the
 * sum (at a thread's exit, exec, or a flush of the cache). A reader retries while it is odd or has
 * changed. After a second without progress the process must have been killed just then. The sum is
 * right then, too: before anything is changed, thread.moved says what some of its places will hold
 * together when the move is over, and thread.moving which ones these are.
 */
#ifndef PMC_EMU_LAUNCH_H
#define PMC_EMU_LAUNCH_H

#include <stdint.h>

#include "core/machine/counts.h"
#include "emu/profile.h"

#define EMU_MAGIC   0x756d6570u /* "pemu" */
#define EMU_VERSION 16u

/* clang-format off */
/* What the engine counts. Everything that a user may ask for is a sum of these. */
enum emu_signal {
	EMU_INSTRUCTIONS,  /* retired instructions; one per REP instruction, whatever its count */
	EMU_LOADS,	   /* instructions that read memory */
	EMU_STORES,	   /* instructions that write memory */
	EMU_COND_TAKEN,	   /* conditional branches (Jcc, LOOPcc, JrCXZ) that were taken */
	EMU_COND_NOT,	   /* conditional branches that were not taken */
	EMU_JUMP_DIRECT,   /* JMP rel */
	EMU_JUMP_INDIRECT, /* JMP r/m */
	EMU_CALL_DIRECT,   /* CALL rel */
	EMU_CALL_INDIRECT, /* CALL r/m */
	EMU_RETURNS,	   /* RET */
	EMU_SYSCALLS,	   /* SYSCALL */
	EMU_NSIGNALS
};
/* clang-format on */

/*
 * A vector packs one count per signal into 64 bits. Traces end before a field could overflow.
 * X(signal, shift, bits)
 */
/* clang-format off */
#define EMU_VECTOR_FIELDS(X)                                                                       \
	X(EMU_INSTRUCTIONS, 0, 8)                                                                  \
	X(EMU_LOADS, 8, 8)                                                                         \
	X(EMU_STORES, 16, 8)                                                                       \
	X(EMU_COND_TAKEN, 24, 5)                                                                   \
	X(EMU_COND_NOT, 29, 6)                                                                     \
	X(EMU_JUMP_DIRECT, 35, 5)                                                                  \
	X(EMU_CALL_DIRECT, 40, 5)                                                                  \
	X(EMU_RETURNS, 45, 5)                                                                      \
	X(EMU_JUMP_INDIRECT, 50, 3)                                                                \
	X(EMU_CALL_INDIRECT, 53, 3)                                                                \
	X(EMU_SYSCALLS, 56, 1)
/* clang-format on */

/* Flags of struct emu_header, which libpmc sets before the start. */
#define EMU_F_DETERMINISTIC 0x1u  /* same run, same counts: fixed random bytes, no RDRAND, … */
#define EMU_F_NATIVE	    0x2u  /* load as usual, then run natively: for the single-step oracle */
#define EMU_F_PTRACE	    0x4u  /* the engine sets it: somebody in the tree uses ptrace */
#define EMU_F_NOINHERIT	    0x8u  /* children are not counted (they run natively) */
#define EMU_F_CLOCK	    0x10u /* with EMU_F_DETERMINISTIC: the program's clock is virtual */
#define EMU_F_PROFILE	    0x20u /* log which instructions the counters stand for: emu/profile.h */
#define EMU_F_MODEL	    0x40u /* model a machine: header.model */
#define EMU_F_SAMPLE	    0x80u /* with EMU_F_PROFILE: log samples of header.sampled, too */
#define EMU_F_CHAINS	    0x100u  /* … with their call chains */
#define EMU_F_DUMPS	    0x200u  /* … with registers, and header.dump bytes of the stack */
#define EMU_F_COLD	    0x400u  /* every image translates anew: emu/heritage/heritage.h */
#define EMU_F_TREE	    0x800u  /* with EMU_F_PROFILE: log a call tree of header.sampled */
#define EMU_F_PAIRS	    0x1000u /* in every image, also small ones: emu/code/pair.h */
#define EMU_F_LEAVE	    0x2000u /* heritages, however little is new in them */
#define EMU_F_HASTY	    0x4000u /* guess at once, drop hot traces often: emu/code/heat.h */
/* For tests: code as on processors of Intel's, of AMD's, without BMI2: emu/code/cache.c. */
#define EMU_F_INTEL 0x8000u
#define EMU_F_AMD   0x10000u
#define EMU_F_OLD   0x20000u
#define EMU_F_WIDE  0x40000u /* chunks are of EMU_CHUNK_WIDE; not with EMU_F_MODEL, EMU_F_TREE */

/* The processor that the program is shown: levels of the x86-64 psABI. */
enum emu_cpu {
	EMU_CPU_HOST, /* the processor that it runs on */
	EMU_CPU_V1,
	EMU_CPU_V2,
	EMU_CPU_V3,
};

/*
 * For tests only: what engine and libpmc pretend of the processor that they run on, before they
 * look at it for the program. libpmc sets it from the environment variable PMC_EMU_HOST, a list of
 * the words in quotes. The engine's own use of the processor does not change.
 */
#define EMU_HOST_NO_AVX2 0x1u /* "no-avx2": neither AVX nor BMI, as on a processor of level v2 */
#define EMU_HOST_OLD	 0x2u /* "old": nothing beyond SSE2, as on one of level v1 */
#define EMU_HOST_CACHES	 0x4u /* "caches": caches of four times the size */
#define EMU_HOST_CPUS	 0x8u /* "cpus": EMU_HOST_N_CPUS CPUs */
#define EMU_HOST_N_CPUS	 64u

enum emu_task_state {
	EMU_TASK_FREE,
	EMU_TASK_LIVE, /* has a chunk, or is about to get one */
	EMU_TASK_DONE, /* the thread has ended, or exec replaced it; done[] is final */
};

/*
 * A process's clock under EMU_F_CLOCK, in nanoseconds since header.clock_start. The record of the
 * process's first thread has it. emu/hide/clock.c says how it advances.
 */
struct emu_clock {
	uint64_t now;
	uint64_t cpu;	   /* of these, in which the process has computed */
	uint64_t children; /* the same of the children that it has waited for, with theirs */
	/* From then on it follows the real clock: the real clock then (CLOCK_MONOTONIC), and the
	 * real time that the process had computed. 0: it is virtual. */
	uint64_t since, cpu_since;
	uint64_t alarm, alarm_interval; /* ITIMER_REAL for the next image: when, or 0 */
};

/* One record per thread that ever ran. Its totals stay after the thread has ended. */
struct emu_task {
	uint32_t state;	  /* enum emu_task_state */
	uint32_t seq;	  /* sequence lock, see above */
	int32_t pid, tid; /* as the process itself sees them */
	int32_t ppid;
	int32_t chunk;	 /* index of the thread's chunk, -1: none */
	int32_t vectors; /* index of the process's vector chunk, -1: none */
	uint32_t image;	 /* how many execs the process had gone through when this was last used */
	char comm[16];
	uint64_t done[EMU_NSIGNALS];
	struct emu_clock clock;
};

enum emu_chunk_kind {
	EMU_CHUNK_FREE,
	EMU_CHUNK_THREAD,
	EMU_CHUNK_VECTORS,
	EMU_CHUNK_LOG,
	EMU_CHUNK_TOLD, /* struct emu_told_table */
	EMU_CHUNK_TREE, /* struct emu_tree_part */
};

struct emu_chunk {
	uint32_t kind; /* enum emu_chunk_kind */
	int32_t task;  /* the record that owns it; of vectors, that of the process's first thread */
};

/*
 * Large programs want many counters, but each chunk takes addresses of the process and of the file,
 * and both may be limited. So libpmc decides for a tree how far its chunks lie apart, and a process
 * with few addresses uses no more of each than the least.
 */
#define EMU_CHUNK_LEAST	  (2u << 20)
#define EMU_CHUNK_WIDE	  (4u << 20)
#define EMU_CHUNK_SIZE(h) ((h)->flags & EMU_F_WIDE ? EMU_CHUNK_WIDE : EMU_CHUNK_LEAST)
/* When all records have been used, those of ended threads are used again. What these had counted is
 * then in the last record, which is named "(others)" and belongs to no process. */
#define EMU_MAX_TASKS  16384u
#define EMU_MAX_CHUNKS 16384u
#define EMU_MAX_NOTES  64u

/* A thread chunk; counts follow to the end of what is used of the chunk. */
#define EMU_MAX_PASSAGES   120u
#define EMU_EXITS_IN(size) (((size)-4096u) / 8u)
#define EMU_MAX_EXITS	   EMU_EXITS_IN(EMU_CHUNK_WIDE)
struct emu_thread {
	uint64_t base[EMU_NSIGNALS];
	/* With EMU_F_PROFILE: passages without a counter, and the log's position that they go by.
	 */
	uint64_t as_of;
	struct emu_passage passage[EMU_MAX_PASSAGES];
	uint64_t told;	  /* the chunk of what its machine counted, plus 1; 0: none */
	uint64_t cleared; /* the engine's: how often the counts were moved elsewhere */
	uint64_t tree;	  /* the first chunk of its call tree, plus 1; 0: none */
	uint64_t node;	  /* of the tree: the number of what it counts for */
	/* While task.seq is odd: moved[] stands for base[] and for these, EMU_MOVE_. 0: for
	 * nothing. */
	uint64_t moving;
	uint64_t moved[EMU_NSIGNALS];
	uint64_t pad[512 - 2 * EMU_NSIGNALS - 6 - 4 * EMU_MAX_PASSAGES];
	uint64_t count[EMU_MAX_EXITS];
};

#define EMU_MOVE_PASSAGES 0x1u
#define EMU_MOVE_COUNTS	  0x2u
#define EMU_MOVE_DONE	  0x4u

/* A vector chunk. n only grows, and a vector is written before n passes it. */
struct emu_vectors {
	uint32_t n;
	uint32_t log; /* with EMU_F_PROFILE: the first chunk of the process's log, plus 1 */
	uint32_t pad[1022];
	uint64_t vec[EMU_MAX_EXITS];
};

/* clang-format off */
/* What the report must tell. After all but the last four the process ran natively, uncounted. */
enum emu_note_kind {
	EMU_NOTE_NONE,
	EMU_NOTE_SETID,      /* exec of a set-id or file-capability target */
	EMU_NOTE_NOT_ELF64,  /* exec of something that is no x86-64 ELF file */
	EMU_NOTE_UNREADABLE, /* exec of a file that may be run but not read */
	EMU_NOTE_TRACED,     /* the process is being traced, at exec or when it asks to be */
	EMU_NOTE_SECCOMP,    /* exec under a seccomp filter that would end the engine */
	EMU_NOTE_SANDBOX,    /* exec where the engine may not be executed, or may make no code */
	EMU_NOTE_FATAL,      /* the engine gave up; text is the message that it printed */
	EMU_NOTE_TASKS,      /* no task record or chunk was left: a process ran uncounted */
	EMU_NOTE_CLOCK,	     /* the process's clock follows the real one from now on */
	EMU_NOTE_LIMIT,      /* a limit has no room for program and engine; counts are whole */
};
/* clang-format on */

struct emu_note {
	uint32_t kind;
	int32_t pid;
	char text[248]; /* a sentence for the report, without the process */
};

/*
 * The machine that the engine models under EMU_F_MODEL. Each thread has its own caches, TLBs and
 * predictors, but threads of a process share the last level. A fork copies all, an exec and a new
 * thread begin with empty ones. The name and the sources in the description point nowhere.
 */
#define EMU_MAX_TOLD 128u /* more than there are */
/*
 * Models in bursts only: emu/count/burst.h. Numbers of instructions of each thread. count = 0: no
 * bursts, all is modelled.
 */
struct emu_sampling {
	uint64_t first;	      /* so many are modelled at the beginning */
	uint64_t warm, count; /* a burst: first so many warm the machine up, then so many count */
	uint64_t times;	      /* there is a burst in `times * count` instructions */
	uint64_t seed;
};
struct emu_model {
	uint32_t parts; /* enum machine_part */
	uint32_t flags; /* EMU_MODEL_ */
	/* With EMU_F_PROFILE: the counts that instructions are told, as offsets in struct
	 * machine_counts. */
	uint32_t n_told;
	uint16_t told[EMU_MAX_TOLD];
	struct emu_sampling sampling;
	struct machine machine;
};
#define EMU_MODEL_PRIVATE_LL 0x1u /* the last level is not shared either */
#define EMU_MODEL_NO_FILTER  0x2u /* every access goes to the model (for tests) */
#define EMU_MODEL_RAN	     0x4u /* the engine's: a process was modelled */

/*
 * What CPUID has said, for all processes: in a virtual machine each one takes a microsecond or
 * more, and a program begins with a hundred. The engine's.
 */
#define EMU_MAX_CPUID 64u
struct emu_cpuid {
	uint32_t state; /* 0: free; 1: being written; 2: it stays as it is */
	uint32_t leaf, sub, r[4], pad;
};

/* What processes have compared with the code that another one translated (the engine's:
 * emu/heritage/compared.h). */
#define EMU_MAX_COMPARED 128u

struct emu_header {
	uint32_t magic, version; /* libpmc sets them, the engine checks them */
	uint32_t flags;
	/* A futex, 0 free, 1 held, that guards tasks, chunks and notes. It is held for a few
	 * instructions only; after a second others take it by force: the holder
	 * was killed. */
	uint32_t lock;
	uint32_t n_tasks; /* records ever used; indices below it are valid */
	uint32_t n_chunks;
	uint32_t n_notes; /* above EMU_MAX_NOTES the later ones were only counted */
	/* How many chunks the file has room for, where RLIMIT_FSIZE forbids all; 0: all. */
	uint32_t max_chunks;
	uint64_t seed; /* of everything random under EMU_F_DETERMINISTIC */
	/* Makes the code cache smaller by this power of two (tests: 0 to 7). */
	uint32_t cache_shift;
	uint32_t next_recycled; /* the engine's, when records run out: see EMU_MAX_TASKS */
	uint32_t cpu;		/* enum emu_cpu */
	uint32_t cpus;		/* how many CPUs the program sees; 0: those of the host */
	uint32_t host;		/* EMU_HOST_ flags */
	uint32_t clock_follows; /* the engine's: the clock of some process follows the real one */
	uint64_t clock_start;	/* under EMU_F_CLOCK: where clocks begin, in seconds since 1970 */
	uint64_t logs;		/* the engine's: how many logs have begun */
	/* Where stack, heap and mappings lie: 1 plus the number of a layout (emu/image/layout.h);
	 * 0: where the kernel puts them. */
	uint32_t layout;
	/* With EMU_F_SAMPLE and EMU_F_TREE: a bit for each signal whose sum is the event; with
	 * EMU_F_SAMPLE: how often it happens in a thread from one sample to the next. */
	uint32_t sampled;
	uint64_t period;
	uint32_t dump;	     /* with EMU_F_DUMPS: a multiple of 8, EMU_DUMP_MOST at most */
	uint32_t bequeathed; /* the engine's: how many logs of a profile heritages may name */
	uint32_t shelf_lock; /* the engine's, as lock: it guards the message of the shelf */
	/* Heritages are kept in the user's cache, for this engine and processor: a number that says
	 * which they are. 0: they are not kept. */
	uint64_t maker;
	struct emu_cpuid cpuid[EMU_MAX_CPUID];
	uint64_t compared[EMU_MAX_COMPARED];
	struct emu_model model;
	struct emu_note notes[EMU_MAX_NOTES];
	struct emu_task tasks[EMU_MAX_TASKS];
	struct emu_chunk chunks[EMU_MAX_CHUNKS];
};

/* The offset of what the models have counted for task record i, a struct machine_counts. Nobody
 * moves it: it stays where the thread counts it. */
#define EMU_COUNTS_AT(i) ((8ull << 20) + EMU_COUNTS_SIZE * (uint64_t)(i))
#define EMU_COUNTS_SIZE	 1024u
/* What bursts have counted for a task record. The counts of the first phase stand at
 * EMU_COUNTS_AT(). */
#define EMU_BURST_PAIRS	 8u
#define EMU_BURST_GROUPS (2 * EMU_BURST_PAIRS) /* of what counts, then of what came before that */
struct emu_bursts {
	uint64_t first;			/* instructions of first phases */
	uint64_t begun;			/* how many of these have begun … */
	uint64_t over;			/* … and ended */
	struct machine_unknown unknown; /* in them, after a fork between bursts */
	struct {
		uint64_t instructions;
		struct machine_counts counts;
		struct machine_unknown unknown;
	} group[EMU_BURST_GROUPS];
};

/* Where the chunks begin in the shared memory, and chunk i of what h is the header of. */
#define EMU_CHUNKS	   (24ull << 20)
#define EMU_CHUNK_AT(h, i) (EMU_CHUNKS + EMU_CHUNK_SIZE(h) * (uint64_t)(i))
/* Behind the chunks, the offset of the struct emu_bursts of task record i. */
#define EMU_BURSTS_AT(i) \
	(EMU_CHUNKS + EMU_CHUNK_WIDE * (uint64_t)EMU_MAX_CHUNKS + EMU_BURSTS_SIZE * (uint64_t)(i))
#define EMU_BURSTS_SIZE 20480u
#define EMU_SHM_SIZE	EMU_BURSTS_AT(EMU_MAX_TASKS)

/*
 * The shelf, on which the processes of a tree leave translations for one another, called heritages
 * (emu/heritage/heritage.h), is a datagram socket of AF_UNIX that is connected to itself. One
 * message lies in it: an array of these, the oldest first, with as many descriptors. Who adds
 * something takes the message and sends a longer one.
 */
#define EMU_SHELF_MOST	24u
#define EMU_SHELF_PAGES (128u << 10) /* of all heritages on it: 512 MiB */
struct emu_shelf_entry {
	uint64_t program;  /* which one wrote it: a sum of what fstat(2) says of its file */
	uint32_t size;	   /* of its memory, in pages */
	uint32_t n_traces; /* as many as it has: the more, the better */
	uint32_t paired;
	uint32_t kept; /* enum emu_kept */
	/*
	 * With EMU_F_PROFILE: which log says what its traces are, and up to where, as in struct
	 * emu_log_heritage (profile.h). libpmc gives a file EMU_LOG_KEPT and a number of its own,
	 * and log_at 0: nobody has looked yet whether its logs are there.
	 */
	uint32_t log;
	uint32_t replaced; /* a process translates anew, to leave one without foreign traces */
	uint32_t many;	   /* it took the place of EMU_KEPT_SHARED, or of such a one */
	uint32_t pad;
	uint64_t log_at;
};
enum emu_kept {
	EMU_KEPT_NOT,
	EMU_KEPT_FILE, /* libpmc has laid down a file of the cache; who takes it has to check it */
	EMU_KEPT_MANY, /* … and will not be the only one, as in an earlier run */
	EMU_KEPT_USED, /* … and a process has done so */
	EMU_KEPT_SHARED, /* a sealed copy of such a file, which a second process has made, or of
			    EMU_KEPT_MANY the first one */
};

/*
 * The private call. A program under the engine that issues this system call number with
 *	arg0: EMU_CALL_READ, arg1: uint64_t[EMU_NSIGNALS]
 * gets the counts of the calling thread up to and including this SYSCALL instruction, and 0; with
 *	arg0: EMU_CALL_FLAGS
 * the header's flags. While samples are taken, not all is counted before the first such call, so
 * only differences mean something. Without the engine the kernel answers ENOSYS, which tells libpmc
 * where it runs.
 */
#define EMU_SYSCALL    0x706d63 /* "pmc"; no kernel has so many calls */
#define EMU_CALL_READ  1
#define EMU_CALL_FLAGS 2

#endif
