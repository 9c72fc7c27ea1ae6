/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An address space of the program, as its log describes it up to some record: which mappings have
 * code, which instructions each trace has, and which exits the counters belong to.
 */
#ifndef PMC_LIB_EMULATED_SPACE_H
#define PMC_LIB_EMULATED_SPACE_H

#include <stddef.h>

#include "emu/launch.h"
#include "core/base/types.h"
#include "lib/unwind/space.h"

struct builder;
struct counts;
struct objects;
struct sites;

/* Code in a mapping, from the record on at position `at`. */
struct mapping {
	u64 start, end, at;
	u64 bias; /* pc less the object's address */
	unsigned object;
	bool anonymous; /* no file has it */
	bool covered;	/* a later one has some of its addresses */
};

/* An instruction of a trace: its site in the builder, and on the way through the trace: */
#define SPACE_SITE  0x3fffffffu
#define SPACE_TAKEN 0x40000000u /* it is a conditional branch, and taken */
#define SPACE_APART 0x80000000u /* the rest is an index of `through` instead */

/*
 * A trace. Those of a digest have no instructions until somebody wants one, but ranges: numbers
 * that its passages count, in the order of the trace. A conditional branch that is taken ends a
 * range with its second number.
 */
struct piece {
	u32 first, n; /* of the instructions; SPACE_RANGES: they are not there yet */
	u32 range;    /* the first one */
	u32 ranges;   /* 0: it has none */
};
#define SPACE_RANGES UINT32_MAX
/* A range: its first number, and above that how many there are, less one. All are in one block. */
#define SPACE_RANGE_BITS 26
static inline u32 space_range_first(u32 range)
{
	return range & ((1u << SPACE_RANGE_BITS) - 1);
}
static inline u32 space_range_end(u32 range)
{
	return space_range_first(range) + (range >> SPACE_RANGE_BITS) + 1;
}

struct through {    /* an instruction whose edge to the next one does not follow */
	u32 site;   /* with SPACE_TAKEN */
	u32 branch; /* the edge's number (builder_branch()) */
};
struct way {	  /* an exit */
	u32 site; /* its last instruction on this way, with SPACE_TAKEN; 0: not known */
	u32 end;  /* how many instructions of the trace come before, or the range that it is in */
	u32 trace : 30;
	u32 indirect : 1; /* it is an indirect branch: counts need not look at the site for that */
	u32 ranges : 1;	  /* `end` is a range, in which `site` counts, too */
	u32 apart;	  /* what is to be known of its edge, + 1; 0: it follows from the counts */
};
struct apart {
	u64 target;	  /* in the process; 0: unknown. If settled: in the object */
	u64 at;		  /* the log's position that the target goes by */
	u32 branch;	  /* the edge's number, or 0: not yet known */
	u32 of;		  /* only_target: the counter of the instruction */
	unsigned object;  /* if settled: the target's, or UINT_MAX: unknown */
	bool settled;	  /* it is known where the target is, at whatever address */
	bool only_target; /* the last instruction is counted elsewhere */
};
struct waiting { /* passages of an indirect branch, until it is known where it mostly goes */
	u32 id;	 /* of its counter */
	unsigned thread;
	u64 n;
};
struct early { /* an exit as it comes, until its trace has so many instructions */
	u64 target, at;
	u32 id, trace, of;
	u16 n;
	u8 last;
	bool only_target;
};

struct changed { /* an exit of lent traces, as it was */
	struct way was;
	u32 id;
};

struct space {
	struct builder *builder;
	struct sites *sites;   /* the builder's */
	struct counts *counts; /* the same */
	struct mapping *mapping;
	u32 *instruction;
	u32 *range;
	struct piece *piece; /* by the trace's number */
	struct way *way;     /* by the counter */
	struct apart *apart;
	struct through *through;
	struct early *early;
	struct waiting *waiting;
	struct changed *changed;
	size_t n_mappings, n_instructions, n_pieces, n_ways, n_aparts, n_throughs, n_earlys,
		n_waitings, n_changeds, n_ranges;
	size_t max_mappings, max_instructions, max_pieces, max_ways, max_aparts, max_throughs,
		max_earlys, max_waitings, max_changeds, max_ranges;
	size_t last_mapping; /* where the last pc was */
	u32 edges;	     /* of a digest: the number of the first through's edge */
	unsigned anonymous;  /* the last object without a file, if has_anonymous */
	bool has_anonymous;
	bool is_heritage;	    /* no process's: only traces in files matter */
	struct space *lender;	    /* the heritage that gets its traces back; or NULL */
	bool lent;		    /* of a heritage: another space has its traces */
	bool spoiled;		    /* the traces are not what they were when they were lent */
	unsigned process;	    /* of the builder: whose anonymous code it is */
	unsigned unknown;	    /* the object of code that nobody knows the origin of */
	struct unwind_space unwind; /* with dumps of stacks: its libdw is not NULL */
	int err;		    /* -ENOMEM, or -EPROTO: the log is damaged */
};

void space_deinit(struct space *s);
/* A copy, for the child of a fork. */
void space_copy(struct space *to, const struct space *from);
/*
 * The traces that other spaces begin with: an empty space of the same builder, which takes in the
 * records that tell of them; when it has, its code may lie at any address.
 */
void space_begin_heritage(struct space *s, const struct space *like);
void space_end_heritage(struct space *s);
/* Makes room for so much in a space that has nothing. A failure stays in err. */
void space_expect(struct space *s, size_t ranges, size_t pieces, size_t ways, size_t aparts,
		  size_t throughs);
/* Begins with such traces. */
void space_inherit(struct space *s, const struct space *heritage);
/* The same, and the heritage has none any more. */
void space_inherit_whole(struct space *s, struct space *heritage);
/*
 * The same, until space_deinit() of s gives them back as they were: to copy them takes longer than
 * most processes' counts. If that is not possible, the heritage is spoiled, and must be read anew.
 */
void space_borrow(struct space *s, struct space *heritage);
/* Takes in one record of the log, which ends at the position. Counts are not its business. */
void space_read(struct space *s, const struct emu_log_head *record, u64 position,
		struct objects *objects);
/* An indirect branch has got a target that it mostly goes to. */
void space_mostly(struct space *s, const struct emu_log_mostly *r, u64 position);
/* Notes passages of such a branch that has none yet. */
void space_wait(struct space *s, u32 id, unsigned thread, u64 n);
/* An instruction of a trace: its site with SPACE_TAKEN. */
static inline u32 space_at(const struct space *s, u32 instruction)
{
	u32 in = s->instruction[instruction];

	return in & SPACE_APART ? s->through[in & ~SPACE_APART].site : in;
}

/* Does an instruction that counts as the class leave the straight line? */
bool space_goes(u8 cls);
/* SPACE_TAKEN if it is a conditional branch that is taken, otherwise 0. */
u32 space_taken(u8 cls);
/* An instruction that counts as the class: its site. 0: there is no memory. */
u32 space_site(struct space *s, unsigned object, u64 address, unsigned length, u8 cls);
/*
 * The last one of the first n instructions of a trace, which counts as the class: its site, with
 * SPACE_TAKEN. 0: the trace does not have it.
 */
u32 space_end(struct space *s, u32 trace, unsigned n, u8 cls);
/* Has the instructions of a trace, not its ranges alone. False: there is no memory, or these have
 * others than the trace. */
bool space_instructions(struct space *s, u32 trace);
/* Does the edge to the target (0: unknown), as the log had it at the position, follow from what the
 * instruction counts as the class? */
bool space_follows(struct space *s, u32 site, u8 cls, u64 target, u64 position);
/* Where a pc lies, as the log had it at the position. False: nobody knows. */
bool space_find(const struct space *s, u64 pc, u64 position, unsigned *object, u64 *address);
/* The same of a branch's target. If the log had no mapping there yet, the next one is meant. */
bool space_find_target(const struct space *s, u64 pc, u64 position, unsigned *object, u64 *address);

#endif
