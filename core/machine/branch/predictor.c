/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Predictors of branches. */
#include "core/machine/branch/predictor.h"
#include "core/machine/branch/counter.h"

#define CACHEGRIND_BITS 7 /* of the address, and of the history */

static size_t aligned(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

static size_t counters(const struct branch_desc *desc)
{
	switch (desc->direction) {
	case DIRECTION_BIMODAL:
	case DIRECTION_GSHARE:
		return (size_t)1 << desc->bits;
	case DIRECTION_CACHEGRIND:
		return (size_t)1 << 2 * CACHEGRIND_BITS;
	default:
		return 0;
	}
}

static size_t bytes_of_direction(const struct branch_desc *desc)
{
	if (desc->direction == DIRECTION_TAGE)
		return aligned(pmc_tage_bytes(desc));
	return aligned(counters(desc));
}

static size_t bytes_of_targets(const struct branch_desc *desc, size_t each)
{
	return desc->target == TARGET_NONE ? 0 : aligned(each << desc->target_bits);
}

static size_t bytes_of_paths(const struct branch_desc *desc)
{
	if (desc->target != TARGET_HISTORY)
		return 0;
	return bytes_of_targets(desc, sizeof(struct target_entry));
}

size_t pmc_branch_bytes(const struct branch_desc *desc)
{
	return bytes_of_direction(desc) + bytes_of_targets(desc, sizeof(u64)) +
	       bytes_of_paths(desc) + aligned(desc->returns * sizeof(u64));
}

void pmc_branch_init(struct branch_state *b, const struct branch_desc *desc, void *memory)
{
	u8 *at = memory;

	memset(b, 0, sizeof(*b));
	memset(memory, 0, pmc_branch_bytes(desc));
	b->direction = desc->direction;
	b->target = desc->target;
	if (desc->direction == DIRECTION_TAGE)
		pmc_tage_init(&b->tage, desc, at);
	b->counter = at;
	b->counter_mask = (u32)counters(desc) - 1;
	b->history_mask = desc->direction == DIRECTION_CACHEGRIND ?
				  (1u << CACHEGRIND_BITS) - 1 :
				  (u32)(((u64)1 << desc->history) - 1);
	at += bytes_of_direction(desc);
	b->last = (u64 *)at;
	b->target_mask = (1u << desc->target_bits) - 1;
	at += bytes_of_targets(desc, sizeof(u64));
	b->path_entry = (struct target_entry *)at;
	at += bytes_of_paths(desc);
	b->stack = (u64 *)at;
	b->stack_size = desc->returns;
}

static u32 counter_of(const struct branch_state *b, u64 ip)
{
	switch (b->direction) {
	case DIRECTION_GSHARE:
		return ((u32)ip ^ b->history) & b->counter_mask;
	case DIRECTION_CACHEGRIND:
		return b->history << CACHEGRIND_BITS | ((u32)ip & ((1u << CACHEGRIND_BITS) - 1));
	default:
		return (u32)ip & b->counter_mask;
	}
}

static bool by_counter(struct branch_state *b, u64 ip, bool taken)
{
	bool right;
	u8 *counter;

	counter = &b->counter[counter_of(b, ip)];
	right = counter_predicts(*counter) == taken;
	*counter = counter_moved(*counter, taken);
	b->history = (b->history << 1 | taken) & b->history_mask;
	return right;
}

u32 pmc_branch_conditionals(struct branch_state *b, const u64 *branches, u32 n)
{
	u32 i, wrong = 0;

	if (b->direction == DIRECTION_TAGE)
		return pmc_tage_branches(&b->tage, branches, n);
	if (b->direction == DIRECTION_NONE)
		return 0;
	for (i = 0; i < n; i++)
		wrong += !by_counter(b, branches[i], branches[i] >> BRANCH_TAKEN);
	return wrong;
}

bool pmc_branch_conditional(struct branch_state *b, u64 ip, bool taken)
{
	u64 branch = (ip & (((u64)1 << BRANCH_TAKEN) - 1)) | (u64)taken << BRANCH_TAKEN;

	return !pmc_branch_conditionals(b, &branch, 1);
}

bool pmc_branch_indirect(struct branch_state *b, u64 ip, u64 target)
{
	struct target_entry *e;
	u64 *last, predicted;
	u32 path;

	if (b->target == TARGET_NONE)
		return true;
	last = &b->last[(u32)ip & b->target_mask];
	predicted = *last;
	*last = target;
	if (b->target == TARGET_HISTORY) {
		path = b->path ^ b->path >> 8 ^ b->path >> 16;
		e = &b->path_entry[((u32)ip ^ path) & b->target_mask];
		if (e->ip == ip)
			predicted = e->target;
		e->ip = ip;
		e->target = target;
		b->path = b->path << 6 ^ (u32)target;
	}
	return predicted == target;
}

void pmc_branch_call(struct branch_state *b, u64 return_ip)
{
	if (!b->stack_size)
		return;
	b->stack[b->stack_top] = return_ip;
	b->stack_top = b->stack_top + 1 == b->stack_size ? 0 : b->stack_top + 1;
	if (b->stack_depth < b->stack_size)
		b->stack_depth++;
}

bool pmc_branch_return(struct branch_state *b, u64 target)
{
	if (!b->stack_size)
		return true;
	if (!b->stack_depth)
		return false;
	b->stack_depth--;
	b->stack_top = b->stack_top ? b->stack_top - 1 : b->stack_size - 1;
	return b->stack[b->stack_top] == target || b->stack[b->stack_top] == RETURN_UNKNOWN;
}

void pmc_branch_forget_returns(struct branch_state *b)
{
	u32 i;

	for (i = 0; i < b->stack_size; i++)
		b->stack[i] = RETURN_UNKNOWN;
	b->stack_depth = b->stack_size;
}

bool pmc_branch_is_unknown(const struct branch_state *b)
{
	u32 top = b->stack_top ? b->stack_top - 1 : b->stack_size - 1;

	return b->stack_depth && b->stack[top] == RETURN_UNKNOWN;
}
