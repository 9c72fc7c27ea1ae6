/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The heritage of a process: what other processes of its tree have translated. Nearly all code that
 * a short program executes, or a compiler for a small file, is the same in every process.
 *
 * A process writes its code cache to a memfd when it has a child, calls exec, or ends, and if it
 * has translated much that is on no other one (bequeath.c). It seals the memfd, so that nobody can
 * change it any more, and lays it on the shelf of the tree (shelf.h). An image that begins maps
 * one: that of the same program, or another one for the libraries that it shares with it
 * (inherit.c).
 *
 * Code belongs to a *region*, which is a mapping of a file that nobody may write to. In a heritage
 * all traces sleep. Those of a region wake up when the program first comes there, if the region
 * lies where the code can serve, and if its pages with such code have the bytes that were
 * translated. So it does not matter which file that is, or what has become of it.
 *
 * What a program leaves has the traces of the other one that it began with, and those that never
 * woke up cost each process time and memory. So if most of a program's heritage is foreign, one
 * process of it begins with none, and leaves another.
 *
 * Where can it serve? Jumps within the cache and operands relative to RIP mean the same if region
 * and cache lie at the same distance, as they mostly do (emu/image/load.c). Some constants are made
 * from an address, and are written anew (emu/code/moves.c). A region below 4 GiB is too far from
 * any cache for such operands, so it must lie at the same address, and nothing changes.
 *
 * Code with pairs of calls and returns does not work with code without (emu/code/pair.h), so a
 * process takes only such code as it makes itself.
 *
 * With a profile, a log says which instructions each trace has (emu/profile.h). That of a process
 * that begins with a heritage says no more than whose log to look at. So files must be the same,
 * too, by path and offset, and a trace that leaves for another region does not serve. Entries that
 * indirect branches have to their targets (emu/code/target.h) are made anew.
 *
 * The engine believes what it finds in a sealed heritage of the same user, as it believes its own
 * memory. Programs with privileges run without the engine.
 *
 * How traces are cut decides nothing about counts, so these are the same with and without it.
 */
#ifndef PMC_EMU_HERITAGE_H
#define PMC_EMU_HERITAGE_H

#include "emu/code/index.h"
#include "emu/code/trace.h"

#define HERITAGE_MAGIC	 0x35656874u /* "the5" */
#define HERITAGE_REGIONS INDEX_RANGES
#define HERITAGE_MOST	 (256ull << 20) /* bytes */

struct heritage_region {
	u64 start, end;
	u64 file; /* with a profile: a number for the file and the offset, as the log has them */
	u32 first, n; /* its traces, in the list of those that wake up */
};

/* A page of a region that live traces were made from. */
struct heritage_page {
	u64 hash;
	u32 number; /* in the region */
	u16 region, pad;
	u32 n_uses, pad2; /* so many traces, behind those of the page before */
};

struct heritage_move {
	u64 address;
	u32 at, kind;
};

/* The memfd begins with this, and the parts follow. */
struct heritage {
	u32 magic, size; /* of all, in pages */
	u64 maker;	 /* that of emu/launch.h … */
	u64 sum;	 /* … and if it is not 0, that of all words, this one being 0 */
	u64 cache;	 /* cache.start there */
	u32 floor;	 /* offset in the cache of what is no trampoline */
	u32 max_traces;
	u32 n_hot, n_cold; /* bytes, from the cache's start and to its end */
	u32 n_traces, n_exits, n_irecs, n_vectors, n_moves, n_pages, n_uses, n_regions;
	u32 paired;    /* calls and returns are: pair.h */
	u32 n_foreign; /* traces that another program has left, the first ones */
	u32 n_hot_traces, n_branches, n_sites; /* emu/code/heat.h, guess.h */
	u32 n_heads;			       /* emu/code/heads.h */
	u32 rounds;			       /* so often it has grown by little: bequeath.c */
	u32 n_gathered; /* so many traces there were when hot ones were laid anew: gather.h */
	u32 log; /* of a profile: which log tells what the traces are, as its first chunk + 1 … */
	u32 is_huge; /* the memfd lies in large pages: heritage_use_huge_pages() */
	u64 log_at;  /* … and how far it had come */
	struct heritage_region region[HERITAGE_REGIONS];
};

/* Where the parts are, as offsets. From `hot` to `index` they are mapped or read to where they
 * belong, and begin in a page each.
 * Cold code ends where its last page does. */
struct heritage_parts {
	u64 hot, cold, traces, exits, irecs;
	u64 index; /* of the traces that wake up: emu/code/index.h */
	u64 vectors, moves, pages, uses;
	u64 sleepers;	/* the numbers of traces that wake up, by regions, in order */
	u64 hot_traces; /* where those begin that were made anew as they were hot */
	u64 branches, sites, heads;
	u64 size; /* of the whole heritage */
};

struct heritage_parts heritage_parts(const struct heritage *h);

/* Has the cache room for it, and for a third more? Of counters, which are what large programs run
 * out of first, for a seventh. */
bool heritage_fits(const struct heritage *h);

/* For so many traces it has an index. */
u32 heritage_indexed(const struct heritage *h);

/* The sum of all its words. The parts are those from `hot` to `index`, and the rest, each in whole
 * pages. */
#define HERITAGE_PARTS 7
u64 heritage_sum(const struct heritage *h, const void *const part[HERITAGE_PARTS]);
/* The same of one that is in memory as it is in a file. */
u64 heritage_sum_whole(const struct heritage *h);

/* Makes a memfd of that size, without memory. Returns the descriptor, or -errno. */
int heritage_create(u64 size);
/* Gives it its memory, and maps that to read and write it. NULL: there is no room. */
struct heritage *heritage_map(int fd, u64 size);
void heritage_unmap(struct heritage *h, u64 size);
/* Writes one without a mapping: the header, and the parts as they are for heritage_sum(). The
 * kernel has to make the memory, but not to clear it. False: there is no room. */
bool heritage_write(int fd, const struct heritage *h, const void *const part[HERITAGE_PARTS]);
/* Gives it large pages before it is written, but for records of instructions, which hardly anybody
 * reads. False: the kernel has none. */
bool heritage_use_huge_pages(int fd, const struct heritage *h);
/* Nobody can change it any more. False: it may not be used. */
bool heritage_seal(int fd);

/* A number for the program's file, as it is now, and for the process's role (role.h). */
u64 heritage_program(void);

/* May this process take and give? Not one whose user is another than the one that has started
 * it. */
bool heritage_user(u32 *uid);

#endif
