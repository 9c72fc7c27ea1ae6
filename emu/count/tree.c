// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See tree.h. Translated code looks a callee up in a table of the thread. What is not there is
 * found in the list of its caller's callees, or made, and entered.
 */
#include "emu/count/tree.h"

#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/count/chunk.h"
#include "emu/count/due.h"
#include "emu/count/log.h"
#include "emu/count/passage.h"

#define TABLE	   65536u
#define MOST_NODES (1u << 22) /* of a thread: 256 MiB */
#define MIX	   0x9e3779b1u
#define MAX_NODES  ((EMU_LOG_MAX - sizeof(struct emu_log_tree)) / sizeof(struct emu_log_node))

_Static_assert(sizeof(struct emu_tree_part) <= EMU_CHUNK_SIZE, "a part fits its chunk");
_Static_assert(EMU_TREE_PART_SIZE == EMU_CHUNK_SIZE, "and fills it");
_Static_assert(sizeof(struct emu_tree_node) == 64, "a node is a line of the cache");
_Static_assert((TREE_DEPTH + 1) * sizeof(struct tree_call) <= T_TREE_CHAIN - T_TREE_CALLS,
	       "calls have room");
_Static_assert((TREE_DEPTH + 1) * 2 * sizeof(u64) <= T_TREE_PARTS - T_TREE_CHAIN,
	       "a chain has room");
_Static_assert(MOST_NODES / EMU_TREE_PART_NODES + 1 <= (T_TREE + T_TREE_SIZE - T_TREE_PARTS) / 8,
	       "parts have room");

static struct emu_tree_node **table_of(struct thread *t)
{
	return (struct emu_tree_node **)((u64)t + T_TREE);
}

static struct tree_call *first_call(const struct thread *t)
{
	return (struct tree_call *)((u64)t + T_TREE_CALLS);
}

/* A chain: the stack pointers of calls, and what was called. */
static u64 *chain_of(struct thread *t)
{
	return (u64 *)((u64)t + T_TREE_CHAIN);
}

static struct emu_tree_part **parts_of(const struct thread *t)
{
	return (struct emu_tree_part **)((u64)t + T_TREE_PARTS);
}

static struct emu_tree_node *current(const struct thread *t)
{
	return t->call_top->node;
}

static void set_current(struct thread *t, struct tree_call *call)
{
	t->call_top = call;
	t->shm->node = (u64)call->node;
}

/* ---- Nodes ---- */

/* Maps another part. NULL: there is no room. */
static struct emu_tree_part *new_part(struct thread *t)
{
	u32 chunk = chunk_try(EMU_CHUNK_TREE, t->task);
	struct emu_tree_part *part, *last;

	if (chunk == CHUNK_NONE)
		return NULL;
	part = chunk_map(chunk, 0);
	if (!part) {
		chunk_free(chunk);
		return NULL;
	}
	part->base = (u64)part;
	if (t->tree.n_parts) {
		last = parts_of(t)[t->tree.n_parts - 1];
		__atomic_store_n(&last->next, chunk + 1, __ATOMIC_RELEASE);
	} else {
		t->shm->tree = chunk + 1ull;
	}
	parts_of(t)[t->tree.n_parts++] = part;
	return part;
}

/* The mix says which number a node has, too: MIX is odd. */
static u32 number_of(const struct emu_tree_node *node)
{
	u32 inverse = MIX;

	for (int i = 0; i < 4; i++)
		inverse *= 2 - MIX * inverse;
	return node->mix * inverse;
}

u32 tree_mix(u64 target)
{
	u64 h = target * 0x9e3779b97f4a7c15ull;

	return (u32)(h >> 40) & (TABLE - 1);
}

/* Copies code from pc on, or from behind an ENDBR64 there, whose end it returns. */
static u64 read_code(u64 pc, u8 *b, u32 n)
{
	static const u8 endbr[4] = { 0xf3, 0x0f, 0x1e, 0xfa };

	memset(b, 0, n);
	if (copy_from_user(b, pc, n) || memcmp(b, endbr, sizeof(endbr)))
		return pc;
	pc += sizeof(endbr);
	copy_from_user(b, pc, n);
	return pc;
}

/* Where the jump of a stub for calls of another object (PLT) leads; 0: there is no such stub. */
static u64 behind_stub(u64 pc)
{
	u8 b[8];
	u64 to = 0;
	u32 bnd;
	s32 rel;

	pc = read_code(pc, b, sizeof(b));
	bnd = b[0] == 0xf2;
	if (b[bnd] != 0xff || b[bnd + 1] != 0x25) /* jmp [rip+rel] */
		return 0;
	memcpy(&rel, b + bnd + 2, sizeof(rel));
	if (copy_from_user(&to, pc + bnd + 6 + (u64)(s64)rel, sizeof(to)))
		return 0;
	return to;
}

/* Does the stub lead to the linker yet? Then it goes on with a push of its number. */
static bool is_unbound(u64 to)
{
	u8 b[5];

	read_code(to, b, sizeof(b));
	return b[0] == 0x68;
}

/* Names a node by the function behind its stub, once that is bound. */
static void name(struct emu_tree_node *node)
{
	u64 to = behind_stub(node->target);

	node->as_of &= ~(u64)EMU_TREE_OPEN;
	node->name = to ? to : node->target;
	if (!to || !is_unbound(to))
		return;
	node->as_of |= EMU_TREE_OPEN;
	node->name = node->target;
}

static bool is_open(const struct emu_tree_node *node)
{
	return node->as_of & EMU_TREE_OPEN;
}

static struct emu_tree_node *new_node(struct thread *t, struct emu_tree_node *caller, u64 target)
{
	struct emu_tree_part *part;
	struct emu_tree_node *node;

	if (t->tree.n == MOST_NODES)
		return NULL;
	part = t->tree.n_parts ? parts_of(t)[t->tree.n_parts - 1] : new_part(t);
	if (part && part->n == EMU_TREE_PART_NODES)
		part = new_part(t);
	if (!part)
		return NULL;
	node = &part->node[part->n];
	node->caller = (u64)caller;
	node->target = target;
	node->mix = t->tree.n++ * MIX;
	node->above = caller ? number_of(caller) : 0;
	node->as_of = log_position();
	name(node);
	if (caller) {
		node->next = caller->callee;
		caller->callee = (u64)node;
	}
	__atomic_store_n(&part->n, part->n + 1, __ATOMIC_RELEASE);
	return node;
}

/* The caller's node for the function; NULL: there is no room for one. */
static struct emu_tree_node *callee_of(struct thread *t, struct emu_tree_node *caller, u64 target)
{
	u64 *link = &caller->callee;
	struct emu_tree_node *node;

	for (; *link; link = &node->next) {
		node = (struct emu_tree_node *)*link;
		if (node->target != target)
			continue;
		if (link != &caller->callee) { /* next time it is found first */
			*link = node->next;
			node->next = caller->callee;
			caller->callee = (u64)node;
		}
		if (is_open(node))
			name(node);
		return node;
	}
	return new_node(t, caller, target);
}

/* ---- Calls ---- */

/* Gives the current node what the cells have counted for it. */
static void settle(struct thread *t)
{
	for (u32 i = 0; i < TREE_CELLS; i++) {
		current(t)->self += (u64)t->due[i];
		t->due[i] = 0;
	}
}

static bool is_full(const struct thread *t)
{
	return t->call_top == first_call(t) + TREE_DEPTH;
}

/* Goes into a function. False: it has no node of its own. */
static bool enter(struct thread *t, u64 target, u64 sp)
{
	struct emu_tree_node *caller = current(t);
	struct emu_tree_node *node = is_full(t) ? NULL : callee_of(t, caller, target);

	if (!node)
		return false;
	t->call_top[1] = (struct tree_call){ .gone = -sp, .node = node };
	set_current(t, t->call_top + 1);
	if (!is_open(node))
		table_of(t)[(caller->mix + tree_mix(target)) % TABLE] = node;
	return true;
}

void tree_begin(struct thread *t)
{
	const u64 *chain = chain_of(t);
	u32 n = t->tree.begins;
	struct emu_tree_node *root;

	t->tree = (struct tree){ 0 };
	memset(t->due, 0, sizeof(t->due));
	root = new_node(t, NULL, n ? chain[1] : t->cpu.rip);
	if (!root)
		chunk_shortage();
	for (u32 i = 0; i < TABLE; i++) /* whose caller is nobody */
		table_of(t)[i] = root;
	*first_call(t) = (struct tree_call){ .gone = 1ull << 63, .node = root };
	set_current(t, first_call(t));
	for (u32 i = 1; i < n; i++)
		enter(t, chain[2 * i + 1], chain[2 * i]);
}

static void need(struct thread *t)
{
	if (!t->call_top)
		tree_begin(t);
}

void tree_enter(struct thread *t, u64 target, u64 sp)
{
	need(t);
	settle(t);
	if (!enter(t, target, sp))
		parts_of(t)[0]->merged++;
}

/* The innermost call has ended, and those in it. */
static void leave(struct thread *t, struct tree_call *call)
{
	set_current(t, call - 1);
	if (t->call_top < first_call(t) + t->tree.alt)
		t->tree.alt = 0;
}

static bool is_gone(const struct thread *t, u64 sp)
{
	return t->call_top != first_call(t) && -t->call_top->gone <= sp;
}

void tree_unwind(struct thread *t, u64 sp)
{
	struct tree_call *handler;

	need(t);
	settle(t);
	handler = first_call(t) + t->tree.alt;
	if (t->call_top != first_call(t) && -t->call_top->gone == sp) {
		leave(t, t->call_top);
		return;
	}
	/* A handler's stack may lie above or below the one that it interrupted. */
	if (t->tree.alt && sp > t->tree.alt_stack.start && sp <= t->tree.alt_stack.end) {
		while (t->call_top >= handler && is_gone(t, sp))
			leave(t, t->call_top);
		return;
	}
	if (t->tree.alt)
		leave(t, handler);
	while (is_gone(t, sp))
		leave(t, t->call_top);
}

void tree_unreturn(struct thread *t)
{
	need(t);
	if (!is_full(t) && -t->call_top[1].gone == t->cpu.r[RSP] && t->call_top[1].node) {
		settle(t);
		set_current(t, t->call_top + 1);
	}
}

/* Nobody has called the two. The restorer is what the handler returns to. */
void tree_signal(struct thread *t, u64 handler, u64 restorer, u64 frame)
{
	u64 low = t->alt.sp, high = low + t->alt.size;

	need(t);
	tree_enter(t, restorer, frame + 16);
	if (!t->tree.alt && !(t->alt.flags & 2 /* SS_DISABLE */) && frame >= low && frame < high) {
		t->tree.alt = (u32)(t->call_top - first_call(t));
		t->tree.alt_stack = (struct span){ low, high };
	}
	tree_enter(t, handler, frame + 8);
}

void tree_sigreturn(struct thread *t, u64 frame)
{
	struct tree_call *call;

	need(t);
	settle(t);
	for (call = t->call_top; call > first_call(t); call--)
		if (-call->gone == frame + 16) {
			leave(t, call);
			return;
		}
}

void tree_add(struct thread *t, u64 n)
{
	need(t);
	current(t)->self += n;
}

void tree_keep(struct thread *t, struct thread *to)
{
	const struct tree_call *first = first_call(t);
	u64 *chain = chain_of(to);
	u32 i;

	need(t);
	settle(t);
	for (i = 0; first + i <= t->call_top; i++) {
		chain[2 * i] = -first[i].gone;
		chain[2 * i + 1] = first[i].node->target;
	}
	to->tree.begins = i;
}

/* ---- The log ---- */

/* The part that a chunk has; NULL: none. */
static struct emu_tree_part *map(u64 chunk_plus_1)
{
	struct emu_tree_part *part = chunk_plus_1 ? chunk_map((u32)chunk_plus_1 - 1, 0) : NULL;

	if (chunk_plus_1 && !part)
		emu_fatal("cannot map a thread's call tree");
	return part;
}

static u64 event_of(const u64 total[EMU_NSIGNALS])
{
	u64 sum = 0;

	for (int s = 0; s < EMU_NSIGNALS; s++)
		if (engine.due >> s & 1)
			sum += total[s];
	return sum;
}

static u64 sum_of(const struct emu_tree_part *part)
{
	u64 sum = 0;

	for (u32 i = 0; i < part->n; i++)
		sum += part->node[i].self;
	return sum;
}

/* The current node gets what nodes have not got yet. */
static void complete(struct emu_thread *c, u64 total)
{
	struct emu_tree_part *part, *at;
	u64 next;

	for (part = map(c->tree); part; part = map(next)) {
		total -= sum_of(part);
		next = part->next;
		chunk_unmap(part);
	}
	for (at = map(c->tree); at; at = map(next)) {
		if (c->node - at->base < EMU_CHUNK_SIZE)
			((struct emu_tree_node *)((u64)at + (c->node - at->base)))->self += total;
		next = at->next;
		chunk_unmap(at);
	}
}

static void log_part(struct log *l, const struct emu_task *k, const struct emu_tree_part *part,
		     u32 before, u64 merged)
{
	u32 i = 0;

	do {
		u32 n = part->n - i < MAX_NODES ? part->n - i : (u32)MAX_NODES;
		struct emu_log_tree *r;
		struct emu_log_node *to;

		r = log_begin_in(l, EMU_LOG_TREE, (u32)(sizeof(*r) + n * sizeof(*to)));
		r->who = log_who(k);
		r->n = n;
		r->more = i + n < part->n || part->next;
		r->first = before + i;
		r->merged = merged;
		to = (struct emu_log_node *)(r + 1);
		for (; n; n--, i++) {
			const struct emu_tree_node *node = &part->node[i];

			*to++ = (struct emu_log_node){
				.name = node->name,
				.self = node->self,
				.as_of = node->as_of & ~(u64)EMU_TREE_OPEN,
				.above = node->above,
			};
		}
		log_commit_in(l);
	} while (i < part->n);
}

void tree_log(struct log *l, const struct emu_task *k, struct emu_thread *c,
	      const u64 total[EMU_NSIGNALS])
{
	struct emu_tree_part *part;
	u32 before = 0;
	u64 next, merged = 0;

	if (!c->tree)
		return;
	complete(c, event_of(total));
	for (part = map(c->tree); part; part = map(next)) {
		merged += part->merged;
		log_part(l, k, part, before, merged);
		before += part->n;
		next = part->next;
		chunk_unmap(part);
	}
}

void tree_free(struct emu_thread *c)
{
	u64 chunk = c->tree, next;

	c->tree = c->node = 0;
	for (; chunk; chunk = next) {
		struct emu_tree_part *part = map(chunk);

		next = part->next;
		memset(part, 0, (u64)&part->node[part->n] - (u64)part);
		chunk_unmap(part);
		chunk_free((u32)chunk - 1);
	}
}

void tree_end(struct thread *t)
{
	if (!t->call_top)
		return;
	for (u32 i = 0; i < t->tree.n_parts; i++) {
		struct emu_tree_part *part = parts_of(t)[i];

		/* A stub that was called once has been bound meanwhile. */
		for (u32 k = 0; k < part->n; k++)
			if (is_open(&part->node[k]))
				name(&part->node[k]);
	}
	tree_forget(t);
}

void tree_forget(struct thread *t)
{
	for (u32 i = 0; t->call_top && i < t->tree.n_parts; i++)
		chunk_unmap(parts_of(t)[i]);
	t->call_top = NULL;
}
