/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How the engine tells libpmc which instructions the counters of emu/launch.h stand for, with
 * EMU_F_PROFILE.
 *
 * Each address space that a program has, from one exec to the next, writes a log into the shared
 * memory. It says which mappings have code, which instructions each trace has, and which of them
 * lie on the way to the exit that a counter belongs to. Whenever the engine moves counts (launch.h)
 * it writes them into the log first. So the executions of every instruction follow from the log
 * and, for threads that still have a chunk, from their counters.
 *
 * A reader may free the chunks of a log that has ended, if all that were forked from it have ended,
 * too, and those from them, and if none of them is bequeathed. The vector chunk of a child that has
 * no log yet names its parent's.
 *
 * The chain. A log is a chain of chunks of the kind EMU_CHUNK_LOG. Each begins with a struct
 * emu_log; records follow up to `used`, which is stored after them. The vector chunk names the
 * first chunk (plus 1). A forked child begins a log of its own, and what its parent's said up to
 * that point holds for it, too. Only tasks that share memory write to the same log, the next image
 * of a process among them; `lock` of the first chunk guards it, as that of launch.h guards its own.
 *
 * A process that is killed while it moves counts leaves task.seq odd, and the records of the move
 * have that number. Nothing is cleared before the last record of the move is there, the one without
 * `more`. So a reader that finds it does not read what the chunk has, and one that does not find it
 * forgets the records of the move. EMU_LOG_COUNTS moves the counters, EMU_LOG_PASSAGES the
 * passages, EMU_LOG_TOLD what a modelled machine has counted, EMU_LOG_TREE a call tree.
 */
#ifndef PMC_EMU_PROFILE_H
#define PMC_EMU_PROFILE_H

#include <stdint.h>

struct emu_log {
	uint64_t used;	    /* bytes of records behind this head */
	uint32_t next;	    /* the chunk that follows, plus 1; 0: none */
	uint32_t lock;	    /* of the first chunk: 0 free, 1 held; a futex */
	uint32_t last;	    /* of the first chunk: the last one, plus 1 */
	uint32_t ended;	    /* of the first chunk: nobody will write to the log any more */
	uint32_t parent;    /* of the first chunk: the log that a fork copied, 0: none */
	uint32_t pid;	    /* of the first chunk: of the process that began it */
	uint64_t parent_at; /* that log's position then */
	/* How many bytes of records stand before this chunk, in the chain and in what it goes on
	 * from. So positions in a log go on where its parent's were. */
	uint64_t before;
	uint64_t serial;     /* of the first chunk: logs are numbered from 1 as they begin */
	uint32_t ppid;	     /* of the first chunk: of that process's parent */
	uint32_t bequeathed; /* of the first chunk: EMU_LOG_HERITAGE of other logs may name it */
};

/* What a record is. Its size is a multiple of 8 and at most EMU_LOG_MAX. */
enum emu_log_kind {
	EMU_LOG_MAP = 1,
	EMU_LOG_TRACE,
	EMU_LOG_CODE,
	EMU_LOG_EXIT,
	EMU_LOG_COUNTS,
	EMU_LOG_PASSAGES,
	EMU_LOG_RESET, /* traces and counters begin anew; it has no more than its head */
	EMU_LOG_TOLD,
	EMU_LOG_MOSTLY,
	EMU_LOG_MANY,
	EMU_LOG_SAMPLE,
	EMU_LOG_TREE,
	EMU_LOG_HERITAGE,
};
#define EMU_LOG_MAX 69632u

struct emu_log_head {
	uint32_t kind, size; /* of the whole record in bytes */
};

/* The indirect jump that counter `id` counts goes to many places, of which the log tells some. */
struct emu_log_many {
	struct emu_log_head head;
	uint32_t id, pad;
};

/*
 * Traces and counters are, so far, those of another log (its first chunk plus 1) as it had them at
 * position `at`, with the same numbers. They may lie at other addresses here, in the same files;
 * the log tells of a mapping before one of them is executed. Where indirect branches go that log
 * does not tell, nor do counters that only tell targets count here.
 *
 * With EMU_LOG_KEPT in `log` it is a log of an earlier recording, in a file that libpmc has laid on
 * the shelf (launch.h): the last one of the struct emu_kept_logs that stands there at offset `at`.
 */
struct emu_log_heritage {
	struct emu_log_head head;
	uint32_t log, pad;
	uint64_t at;
};
#define EMU_LOG_KEPT 0x80000000u /* the rest is a number by which libpmc knows the file */

/*
 * In a file of the user's cache (launch.h) this stands behind a heritage: what logs of the
 * recording that has left it said of its traces. `n` times the size of a log in bytes, and its
 * records follow. Each is EMU_LOG_MAP, _TRACE, _EXIT, _MANY, or, as the first one, _HERITAGE, which
 * names an earlier one of these logs by its number, from 1 on. The last log is the heritage's. What
 * stands behind it is libpmc's own: what came of reading it. The engine looks at this head alone.
 * libpmc reads one or the other when the program has ended, and compares its sum then.
 */
struct emu_kept_logs {
	uint64_t head; /* the sum of the words that follow here: sum_words() */
	uint64_t size; /* of all this, in bytes; zeros follow to the end of the page */
	uint64_t logs; /* of this head and the logs */
	uint64_t sum;  /* of the words of the logs: sum_add() */
	uint64_t n;
};
#define EMU_KEPT_WORDS	  (sizeof(struct emu_kept_logs) / sizeof(uint64_t) - 1) /* behind `head` */
#define EMU_MAX_KEPT_LOGS 64u

/* From now on code at [start, end) comes from this mapping. The name follows, without a zero byte:
 * as in /proc/PID/maps; "" when the engine may not look there. */
struct emu_log_map {
	struct emu_log_head head;
	uint64_t start, end, offset;
	uint32_t name_size, pad;
};

/*
 * Instructions of a trace, which follow the `first` ones that it has already. For each there is a
 * uint16_t: its length (EMU_LOG_LENGTH), what it counts (EMU_LOG_COUNTED, a class as described
 * below), and EMU_LOG_FAR: a distance follows, an int32_t in two halves, the lower one first; the
 * instruction lies that far behind the end of the one before it (of the first one: pc).
 */
struct emu_log_trace {
	struct emu_log_head head;
	uint32_t trace; /* number */
	uint16_t first, n;
	uint8_t last; /* with first > 0: the class that the instruction before has from now on */
	uint8_t pad[7];
	uint64_t pc;
};
#define EMU_LOG_LENGTH	0x000fu
#define EMU_LOG_COUNTED 0x03f0u
#define EMU_LOG_FAR	0x0400u

/*
 * A class is what one instruction counts: bit 0, it reads memory; bit 1, it writes memory; from bit
 * 2 on: 0, no branch, or a branch's signal of emu/launch.h less EMU_COND_TAKEN - 1.
 */
#define EMU_CLASS_LOAD	    1u
#define EMU_CLASS_STORE	    2u
#define EMU_CLASS_SIGNAL(c) (((c) >> 2) + EMU_COND_TAKEN - 1) /* when (c) >> 2 is not 0 */

/* Bytes of code in memory that no file backs. They follow. */
struct emu_log_code {
	struct emu_log_head head;
	uint64_t pc;
	uint32_t n, pad;
};

/* Counter `id` counts passages through the first n instructions of a trace, the last of which
 * counts as class `last`. Control then goes to target; 0: to wherever an indirect branch leads. */
struct emu_log_exit {
	struct emu_log_head head;
	uint32_t id, trace;
	uint64_t target;
	uint16_t n;
	uint8_t last;
	uint8_t only_target; /* the instructions are counted elsewhere: by counter `of` */
	uint32_t of;
};

/* An indirect branch, which counter `id` counts, goes to target unless others say that it went
 * elsewhere: counters with `of` = id, and passages EMU_PASSAGE_TARGET. */
struct emu_log_mostly {
	struct emu_log_head head;
	uint32_t id, pad;
	uint64_t target;
};

/* Who has counted. */
struct emu_log_who {
	int32_t pid, tid, ppid;
	uint32_t task, seq; /* its record, and the record's sequence number */
	char comm[16];
};

/* Counts that the engine takes out of a thread's chunk. n of these follow. */
struct emu_log_counts {
	struct emu_log_head head;
	struct emu_log_who who;
	uint32_t n;
	uint32_t more, pad; /* more != 0: other records of this move follow */
};
struct emu_log_count {
	uint64_t id, count;
};

/*
 * Passages that have no counter: through traces that were left in their middle, or for the first
 * time; and single instructions. A thread gathers them in its chunk (launch.h), and they are
 * counted nowhere else, so that the process may be killed at any time: an entry counts from the
 * store of its weight on.
 */
struct emu_passage {
	uint64_t where;	 /* a trace's number, a counter's, or an instruction's address */
	uint64_t target; /* as in struct emu_log_exit */
	int32_t weight;	 /* how many; corrections are negative; 0: the entry is free */
	uint16_t n;	 /* instructions; the last one counts as class `last` */
	uint8_t last;
	uint8_t kind; /* enum emu_passage_kind */
	uint64_t vec; /* what one counts: a vector as in launch.h */
};
enum emu_passage_kind {
	EMU_PASSAGE_TRACE,
	EMU_PASSAGE_ALONE, /* a single instruction; n is its length, 0: unknown */
	/* The indirect branch that this counter counts went to the target. */
	EMU_PASSAGE_TARGET,
};
/* n of these follow. What the log said of mappings and traces up to position `as_of` holds. */
struct emu_log_passages {
	struct emu_log_head head;
	struct emu_log_who who;
	uint32_t n;
	uint64_t as_of;
};

/*
 * With EMU_F_SAMPLE: so many periods of the event have ended with an instruction. n addresses
 * follow: that instruction's, and those to which its function and the callers return. They go by
 * the log as it is here.
 */
#define EMU_MAX_CHAIN 128u
struct emu_log_sample {
	struct emu_log_head head;
	struct emu_log_who who;
	uint32_t n, periods;
	uint32_t dump; /* bytes of the dump that follows; 0: none */
};
/*
 * With EMU_F_DUMPS: the registers before the instruction, by their numbers in instructions, and the
 * stack from EMU_DUMP_BELOW bytes below RSP on: there is what a function that is about to return
 * has popped, and its call frame information goes by that. The stack is as the instruction has left
 * it, which writes no frame of a caller.
 */
struct emu_log_dump {
	uint64_t registers[16], rip;
};
#define EMU_DUMP_BELOW 128u
#define EMU_DUMP_MOST  65528u /* bytes of stack above */

/*
 * What a modelled machine has counted (launch.h), instruction by instruction: a table for each
 * thread, in a chunk of its own. The thread writes it to the log when it is full. An access counts
 * where its instruction is; the fetch of a line of code, and a branch, likewise.
 */
struct emu_told {
	uint64_t pc; /* of the instruction */
	uint64_t count;
	uint32_t what; /* an offset in struct machine_counts */
	uint32_t used; /* 0: the entry is free */
};
#define EMU_TOLD_BITS 16
struct emu_told_table {
	uint64_t as_of; /* the log's position that the addresses go by; 0: the table is empty */
	uint64_t n;	/* entries that are used */
	struct emu_told entry[1u << EMU_TOLD_BITS];
};
/* n entries follow. What the log said of mappings up to position `as_of` holds. */
struct emu_log_told {
	struct emu_log_head head;
	struct emu_log_who who;
	uint32_t n;
	uint32_t more, pad; /* as in struct emu_log_counts */
	uint64_t as_of;
};

/*
 * With EMU_F_TREE: a thread's call tree. A node is a function that was called by way of the nodes
 * above it. Node 0 is where the thread began; others have larger numbers than their callers.
 */
struct emu_tree_node {
	uint64_t target; /* what was called */
	uint64_t name;	 /* the function's address; target may be a stub that jumps to it */
	/* The log's position that the addresses go by, and bit 0: the stub may yet be bound to
	 * another function. */
	uint64_t as_of;
	uint32_t above; /* the caller's number */
	uint32_t pad;
};
#define EMU_TREE_OPEN 1u
/*
 * Nodes are numbered through a chain of chunks, each of which is such a part. What they count comes
 * first, in whole pages: the engine maps those of all parts one behind another.
 */
#define EMU_TREE_PART_NODES 52224u
struct emu_tree_part {
	uint64_t self[EMU_TREE_PART_NODES]; /* how often the event happened, callees left out */
	uint32_t next;			    /* chunk + 1; 0: none */
	uint32_t n;			    /* nodes here; a node is written before n passes it */
	uint64_t merged;		    /* of the first: calls without a node of their own */
	uint64_t pad[510];
	struct emu_tree_node node[EMU_TREE_PART_NODES];
};
/* n nodes from number `first` on follow; a tree's records come in order. */
struct emu_log_tree {
	struct emu_log_head head;
	struct emu_log_who who;
	uint32_t n;
	uint32_t more, first; /* more: as in struct emu_log_counts */
	uint64_t merged;
};
struct emu_log_node {
	uint64_t name, self, as_of;
	uint32_t above, pad;
};

#endif
