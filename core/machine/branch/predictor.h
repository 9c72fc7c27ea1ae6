/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Predictors of branches: the direction of conditional ones, the targets of indirect ones, and
 * where returns go. Each function takes what the branch did, and tells whether that was predicted.
 *
 * Targets by history have two tables. Both learn every target. The first is indexed by
 * ip ^ path ^ path >> 8 ^ path >> 16; if its entry is another branch's, the second, which is
 * indexed by ip, says where the branch went last. path = path << 6 ^ target, in 32 bits, of all
 * indirect branches.
 *
 * The return stack keeps the newest entries when it overflows. A return from an empty one is
 * mispredicted.
 */
#ifndef PMC_CORE_MACHINE_PREDICTOR_H
#define PMC_CORE_MACHINE_PREDICTOR_H

#include "core/machine/branch/tage.h"

struct target_entry {
	u64 ip; /* all of it, instead of a tag; 0: none */
	u64 target;
};

struct branch_state {
	u8 direction, target;	   /* enum direction_kind, enum target_kind */
	u8 *counter;		   /* two-bit counters: those of all kinds but TAGE */
	u32 counter_mask;	   /* how many there are, less one */
	u32 history, history_mask; /* outcomes, the newest in bit 0 */
	struct tage tage;
	u64 *last; /* targets by address */
	struct target_entry *path_entry;
	u32 target_mask;
	u32 path;
	u64 *stack;
	u32 stack_size, stack_top, stack_depth;
};

size_t pmc_branch_bytes(const struct branch_desc *desc);
void pmc_branch_init(struct branch_state *b, const struct branch_desc *desc, void *memory);

bool pmc_branch_conditional(struct branch_state *b, u64 ip, bool taken);
/* Many of them, one after the other: each is its address, and 1 from bit BRANCH_TAKEN on if it was
 * taken. Returns how many were mispredicted. */
#define BRANCH_TAKEN TAGE_TAKEN
u32 pmc_branch_conditionals(struct branch_state *b, const u64 *branches, u32 n);
bool pmc_branch_indirect(struct branch_state *b, u64 ip, u64 target);
void pmc_branch_call(struct branch_state *b, u64 return_ip);
bool pmc_branch_return(struct branch_state *b, u64 target);

/* Calls and returns went by unseen: the stack is full, and each of its entries counts as right,
 * since it holds what a processor's would and nobody knows. */
void pmc_branch_forget_returns(struct branch_state *b);
#define RETURN_UNKNOWN 0 /* an entry; no call returns there */
/* Is the next return foretold by such an entry? */
bool pmc_branch_is_unknown(const struct branch_state *b);

#endif
