/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How libpmc and the engine (pmc-emu) meet: a command line, and a layout of shared memory.
 *
 * The engine is an executable of its own. libpmc makes a memfd of EMU_SHM_SIZE bytes (sparse),
 * fills in struct emu_header, and starts the command as
 *
 *	execveat(engine_fd, "", { "pmc-emu", "SHMFD,ENGINEFD,TASK,LEVEL", PATH, "",
 *	                          argv[0], argv[1], ... }, envp, AT_EMPTY_PATH)
 *
 * SHMFD and ENGINEFD are descriptors (decimal, not close-on-exec) that the engine takes over and
 * hides from the program; TASK is the index of the task record that the first thread counts into
 * (libpmc allocates record 0 for the command: state EMU_TASK_LIVE); LEVEL is 0 here (the engine
 * uses it for #! scripts). PATH is the file to run, already looked up along $PATH. The four leading
 * arguments are an even number on purpose: the engine drops them in place and the stack keeps its
 * alignment. The engine follows every exec of the program by the same command line.
 *
 * Counting. Every edge between translated traces ("exit") has one 64-bit counter per thread and one
 * vector per process: how many of each signal happened on the way to that exit. Nothing is multiplied
 * out while the program runs. A thread's total of signal s is
 *
 *	task.done[s] + thread.base[s] + sum over i < vectors.n of thread.count[i] * vec(i, s)
 *
 * and a reader may compute it at any time from outside: the program need not stop, and a process
 * killed by SIGKILL has lost nothing. The counts are as of the thread's last trace exit.
 *
 * task.seq is a sequence lock: odd while the engine moves counts between the places of the sum
 * (thread exit, exec, cache flush). A reader retries while it is odd or has changed; after a second
 * without progress (the process was killed just then) it takes what there is.
 */
#ifndef PMC_EMU_LAUNCH_H
#define PMC_EMU_LAUNCH_H

#include <stdint.h>

#define EMU_MAGIC   0x756d6570u /* "pemu" */
#define EMU_VERSION 1u

/* What the engine counts. Everything that a user may ask for is a sum of these. */
enum emu_signal {
	EMU_INSTRUCTIONS,  /* retired instructions; one per REP instruction, whatever its count */
	EMU_LOADS,         /* instructions that read memory */
	EMU_STORES,        /* instructions that write memory */
	EMU_COND_TAKEN,    /* conditional branches (Jcc, LOOPcc, JrCXZ) that were taken */
	EMU_COND_NOT,      /* ... that were not */
	EMU_JUMP_DIRECT,   /* JMP rel */
	EMU_JUMP_INDIRECT, /* JMP r/m */
	EMU_CALL_DIRECT,   /* CALL rel */
	EMU_CALL_INDIRECT, /* CALL r/m */
	EMU_RETURNS,       /* RET */
	EMU_SYSCALLS,      /* SYSCALL */
	EMU_NSIGNALS
};

/*
 * A vector packs one count per signal into 64 bits. Traces are cut before a field could overflow.
 * X(signal, shift, bits)
 */
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

/* Flags of struct emu_header, set by libpmc before the start. */
#define EMU_F_DETERMINISTIC 0x1u /* same run, same counts: fixed random bytes, no RDRAND, … */
#define EMU_F_NATIVE        0x2u /* load as usual, then run natively: for the single-step oracle */
#define EMU_F_PTRACE        0x4u /* set by the engine: somebody in the tree uses ptrace */
#define EMU_F_NOINHERIT     0x8u /* children are not counted (they run natively) */

enum emu_task_state {
	EMU_TASK_FREE,
	EMU_TASK_LIVE, /* has a chunk, or is about to get one */
	EMU_TASK_DONE, /* thread has ended (or its process was replaced); done[] is final */
};

/* One record per thread that ever ran. Totals live on after the thread. */
struct emu_task {
	uint32_t state;   /* enum emu_task_state */
	uint32_t seq;     /* sequence lock, see above */
	int32_t pid, tid; /* as the process itself sees them */
	int32_t ppid;
	int32_t chunk;   /* index of the thread's chunk, -1: none */
	int32_t vectors; /* index of the process's vector chunk, -1: none */
	uint32_t image;  /* how many execs the process had gone through when the record was last used */
	char comm[16];
	uint64_t done[EMU_NSIGNALS];
};

enum emu_chunk_kind { EMU_CHUNK_FREE, EMU_CHUNK_THREAD, EMU_CHUNK_VECTORS };

struct emu_chunk {
	uint32_t kind; /* enum emu_chunk_kind */
	int32_t task;  /* the record that owns it (vectors: the record of the process's first thread) */
};

#define EMU_CHUNK_SIZE (2u << 20)
/* When all records were used, those of threads that ended are used again; what they had counted is in
 * the last record, which is named "(others)" and belongs to no process. */
#define EMU_MAX_TASKS  16384u
#define EMU_MAX_CHUNKS 16384u
#define EMU_MAX_NOTES  64u

/* A thread chunk; counts follow to the end of the chunk. */
#define EMU_MAX_EXITS ((EMU_CHUNK_SIZE - 4096u) / 8u)
struct emu_thread {
	uint64_t base[EMU_NSIGNALS];
	uint64_t pad[512 - EMU_NSIGNALS];
	uint64_t count[EMU_MAX_EXITS];
};

/* A vector chunk. n grows only; a vector is written before n passes it. */
struct emu_vectors {
	uint32_t n;
	uint32_t pad[1023];
	uint64_t vec[EMU_MAX_EXITS];
};

/* Things that the report must say. */
enum emu_note_kind {
	EMU_NOTE_NONE,
	EMU_NOTE_SETID,      /* exec of a set-id or file-capability target: ran natively, uncounted */
	EMU_NOTE_NOT_ELF64,  /* exec of something that is no x86-64 ELF file: the same */
	EMU_NOTE_UNREADABLE, /* exec of a file that may be run but not read: the same */
	EMU_NOTE_TRACED,     /* a process that is being traced, at exec or when it asks to be: the same */
	EMU_NOTE_SECCOMP,    /* exec under a seccomp filter that would end the engine: the same */
	EMU_NOTE_FATAL,      /* the engine gave up; text is the message that it printed */
	EMU_NOTE_TASKS,      /* no task record or chunk left: a process ran uncounted */
};
struct emu_note {
	uint32_t kind;
	int32_t pid;
	char text[248]; /* a sentence for the report, without the process */
};

struct emu_header {
	uint32_t magic, version; /* set by libpmc, checked by the engine */
	uint32_t flags;
	uint32_t lock;    /* futex: 0 free, 1 held; guards tasks, chunks and notes. Held for a few
	                   * instructions only; broken by force after a second (a killed holder). */
	uint32_t n_tasks; /* records ever used; indices below it are valid */
	uint32_t n_chunks;
	uint32_t n_notes; /* may exceed EMU_MAX_NOTES: then later ones were only counted */
	uint32_t max_chunks; /* that the file has room for, where RLIMIT_FSIZE forbids all; 0: all */
	uint64_t seed; /* of everything random under EMU_F_DETERMINISTIC */
	uint32_t cache_shift; /* the code cache is to be smaller by this power of two (tests: 0 to 7) */
	uint32_t next_recycled; /* the engine's, when records run out: see EMU_MAX_TASKS */
	uint64_t reserved[7];
	struct emu_note notes[EMU_MAX_NOTES];
	struct emu_task tasks[EMU_MAX_TASKS];
	struct emu_chunk chunks[EMU_MAX_CHUNKS];
};

/* Chunk i lies at this offset of the shared memory. */
#define EMU_CHUNK_AT(i) ((8ull << 20) + (uint64_t)(i) * EMU_CHUNK_SIZE)
#define EMU_SHM_SIZE    EMU_CHUNK_AT(EMU_MAX_CHUNKS)

/*
 * The private call. A program under the engine that issues this system call number gets
 *	arg0: EMU_CALL_READ, arg1: uint64_t[EMU_NSIGNALS]
 * the counts of the calling thread up to and including this SYSCALL instruction, and 0. Without the
 * engine the kernel answers ENOSYS: that is how libpmc tells where it runs.
 *	arg0: EMU_CALL_FLAGS: returns the header's flags.
 */
#define EMU_SYSCALL    0x706d63 /* "pmc"; no kernel has so many calls */
#define EMU_CALL_READ  1
#define EMU_CALL_FLAGS 2

#endif
