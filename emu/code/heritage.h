/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The heritage of a process: what its ancestor translated of the program interpreter (ld.so) before
 * that went over to the program. Nine tenths of the code that a short program executes for the
 * first time lie there, and are the same in every process.
 *
 * The first process of a tree that has a child, or executes another program, writes it to a memfd,
 * and seals that: nobody can change it any more. Descendants get the descriptor as they get the
 * engine's others, by fork and by the command line of exec (start.c). A process whose interpreter
 * has the same bytes, at the same distance from the code cache, begins with a copy of it
 * (inherit.c); any other one translates as ever, and may write one of its own (bequeath.c).
 *
 * The engine believes what it finds in a sealed heritage, as it believes its own memory: a process
 * gets it from its ancestors only, who could also give it another program. What a descendant
 * does, or becomes, never reaches its ancestors or their other children. Programs with privileges
 * run without the engine.
 *
 * How traces are cut decides nothing about counts, so these are the same with and without it.
 */
#ifndef PMC_EMU_HERITAGE_H
#define PMC_EMU_HERITAGE_H

#include "emu/code/trace.h"

#define HERITAGE_MAGIC 0x72656874u /* "ther" */

struct heritage_move {
	s32 address; /* less the interpreter's base */
	u32 at, kind;
};

/* A trace was made from code in this page of the interpreter. */
struct heritage_page {
	u32 trace, page;
};

/* The memfd begins with this, and the parts follow in the order of their sizes here. */
struct heritage {
	u32 magic, size; /* of all */
	u64 base;	 /* the interpreter's, where it was translated */
	u64 cache;	 /* cache.start there */
	u64 text, text_size;
	u32 floor; /* offset in the cache of the hot code */
	u32 max_traces;
	u32 n_hot, n_cold; /* bytes */
	u32 n_traces, n_exits, n_irecs, n_vectors, n_moves, n_pages;
};

/* The parts of a heritage that is mapped. */
struct heritage_parts {
	u8 *hot, *cold;
	struct trace *traces;
	struct exit *exits;
	struct irec *irecs;
	u64 *vectors;
	struct heritage_move *moves;
	struct heritage_page *pages;
	u8 *text;
	u64 size; /* of the whole heritage */
};

/* Finds the parts. */
struct heritage_parts heritage_parts(const struct heritage *h, void *at);

/* The program interpreter. */
struct heritage_of {
	u64 base, entry;    /* the program's entry, where the interpreter ends */
	u64 text, text_end; /* its code */
};

#endif
