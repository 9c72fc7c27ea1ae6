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

struct objects;

/* Code in a mapping, from the record on at position `at`. */
struct mapping {
	u64 start, end, at;
	u64 bias; /* pc less the object's address */
	unsigned object;
	bool anonymous; /* no file has it */
};
struct instruction {
	u64 address; /* the object's */
	unsigned object;
	u8 length, cls;
};
struct piece {	      /* a trace */
	u32 first, n; /* of the instructions */
};
struct way {	    /* an exit */
	u64 target; /* in the process; 0: unknown */
	u64 at;	    /* the log's position that the target goes by */
	u32 trace;
	u16 n;
	u8 last;
	bool only_target; /* it tells where the last instruction went, which is counted elsewhere */
};

struct space {
	struct mapping *mapping;
	struct instruction *instruction;
	struct piece *piece; /* by the trace's number */
	struct way *way;     /* by the counter */
	size_t n_mappings, n_instructions, n_pieces, n_ways;
	size_t max_mappings, max_instructions, max_pieces, max_ways;
	size_t last_mapping, last_count; /* where the last instruction was, among how many */
	unsigned anonymous;		 /* the last object without a file, if has_anonymous */
	bool has_anonymous;
	unsigned process; /* of the builder: whose anonymous code it is */
	unsigned unknown; /* the object of code that nobody knows the origin of */
	int err;	  /* -ENOMEM, or -EPROTO: the log is damaged */
};

void space_deinit(struct space *s);
/* A copy, for the child of a fork. */
void space_copy(struct space *to, const struct space *from);
/* Takes in one record of the log, which ends at the position. Counts are not its business. */
void space_read(struct space *s, const struct emu_log_head *record, u64 position,
		struct objects *objects);
/* Where a pc lies, as the log had it at the position. False: nobody knows. */
bool space_find(const struct space *s, u64 pc, u64 position, unsigned *object, u64 *address);
/* The same of a branch's target. If the log had no mapping there yet, the next one is meant. */
bool space_find_target(const struct space *s, u64 pc, u64 position, unsigned *object, u64 *address);

#endif
