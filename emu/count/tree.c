// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See tree.h. Translated code looks a callee up in a table of the thread, where all nodes are. What
 * it does not find is made here.
 */
#include "emu/count/tree.h"

#include "emu/base/arena.h"
#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/count/chunk.h"
#include "emu/count/due.h"
#include "emu/count/log.h"
#include "emu/count/passage.h"

#include <linux/mman.h>

#define MOST_NODES  (1u << 22) /* of a thread */
#define MAX_NODES   ((EMU_LOG_MAX - sizeof(struct emu_log_tree)) / sizeof(struct emu_log_node))
#define PART_NODES  EMU_TREE_PART_NODES
#define PART_SELF   (PART_NODES * sizeof(u64))
#define FIRST_TABLE 1024u	 /* entries */
#define BEHIND	    64u		 /* entries behind the last place; the last of them stays free */
#define WINDOW	    64u		 /* near places of a caller */
#define HUGE	    (2ull << 20) /* from this size on, a table has huge pages */

_Static_assert(sizeof(struct emu_tree_part) <= EMU_CHUNK_LEAST, "a part fits its chunk");
_Static_assert(PART_SELF % PAGE_SIZE == 0, "its counts are pages");
_Static_assert((TREE_DEPTH + 1) * sizeof(struct tree_call) <= T_TREE_CHAIN - T_TREE_CALLS,
	       "calls have room");
_Static_assert((TREE_DEPTH + 1) * 2 * sizeof(u64) <= T_TREE_PARTS - T_TREE_CHAIN,
	       "a chain has room");
_Static_assert(MOST_NODES / PART_NODES + 1 <= (T_TREE + T_TREE_SIZE - T_TREE_PARTS) / 8,
	       "parts have room");

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

static u64 current(const struct thread *t)
{
	return t->call_top->node;
}

static void set_current(struct thread *t, struct tree_call *call)
{
	t->call_top = call;
	t->shm->node = call->node;
}

static struct emu_tree_node *node_of(const struct thread *t, u64 number)
{
	return &parts_of(t)[number / PART_NODES]->node[number % PART_NODES];
}

/* ---- Parts ---- */

/* Maps the counts of one more part, in this chunk, behind the others. */
static bool map_self(struct thread *t, struct emu_tree_part *part, u32 chunk)
{
	u32 n = t->tree.n_parts, room = t->tree.room;
	u64 at, from = t->shm->tree;

	if (!n) {
		t->tree_self = part->self;
		return true;
	}
	if (n < room)
		return chunk_map_first(chunk, PART_SELF, (u64)t->tree_self + n * PART_SELF);
	at = (u64)arena_reserve(2 * n * PART_SELF);
	if (!at)
		return false;
	for (u32 i = 0; i <= n; i++) {
		u32 of = i < n ? (u32)from - 1 : chunk;

		if (!chunk_map_first(of, PART_SELF, at + i * PART_SELF)) {
			arena_release((void *)at, 2 * n * PART_SELF, 0);
			return false;
		}
		from = i < n ? parts_of(t)[i]->next : 0;
	}
	if (room)
		arena_release(t->tree_self, room * PART_SELF, 0);
	t->tree_self = (u64 *)at;
	t->tree.room = 2 * n;
	return true;
}

/* Maps another part. NULL: there is no room. */
static struct emu_tree_part *new_part(struct thread *t)
{
	u32 chunk = chunk_try(EMU_CHUNK_TREE, t->task);
	struct emu_tree_part *part, *last;

	if (chunk == CHUNK_NONE)
		return NULL;
	part = chunk_map(chunk, 0);
	if (!part || !map_self(t, part, chunk)) {
		if (part)
			chunk_unmap(part);
		chunk_free(chunk);
		return NULL;
	}
	if (t->tree.n_parts) {
		last = parts_of(t)[t->tree.n_parts - 1];
		__atomic_store_n(&last->next, chunk + 1, __ATOMIC_RELEASE);
	} else {
		t->shm->tree = chunk + 1ull;
	}
	parts_of(t)[t->tree.n_parts++] = part;
	return part;
}

/* ---- The table ---- */

static u32 mix(u64 target)
{
	return (u32)(target * 0x9e3779b97f4a7c15ull >> 32);
}

u32 tree_near(u64 target)
{
	return mix(target) / (0x100000000ull / WINDOW);
}

u32 tree_far(u64 target)
{
	return mix(target);
}

static struct tree_entry *near_place(const struct thread *t, u32 caller, u64 target)
{
	return &t->tree_table[(caller * TREE_NEAR + tree_near(target)) & t->tree_mask];
}

static struct tree_entry *far_place(const struct thread *t, u32 caller, u64 target)
{
	return &t->tree_table[(caller * TREE_FAR + tree_far(target)) & t->tree_mask];
}

static u64 target_of(const struct tree_entry *e)
{
	return ~(e->target[0] | (u64)e->target[1] << 32);
}

static bool is_of(const struct tree_entry *e, u32 caller, u64 target)
{
	return e->node && (e->caller & ~TREE_UNBOUND) == caller && target_of(e) == target;
}

/* NULL: there is none. */
static struct tree_entry *find(const struct thread *t, u32 caller, u64 target)
{
	struct tree_entry *e = near_place(t, caller, target);

	if (is_of(e, caller, target))
		return e;
	if (is_of(e + 1, caller, target))
		return e + 1;
	for (e = far_place(t, caller, target); e->node; e++)
		if (is_of(e, caller, target))
			return e;
	return NULL;
}

/* A free entry. NULL: the table must grow. */
static struct tree_entry *find_free(const struct thread *t, u32 caller, u64 target)
{
	const struct tree_entry *last = &t->tree_table[t->tree_mask + BEHIND];
	struct tree_entry *e = near_place(t, caller, target);

	if (!e->node)
		return e;
	if (!e[1].node && e + 1 != last)
		return e + 1;
	for (e = far_place(t, caller, target); e->node; e++)
		;
	return e == last ? NULL : e;
}

static u64 size_of_table(u32 mask)
{
	return (mask + 1ull + BEHIND) * sizeof(struct tree_entry);
}

static bool make_table(struct thread *t, u32 mask)
{
	u64 size = size_of_table(mask);

	t->tree_table = arena_alloc(size);
	t->tree_mask = mask;
	if (t->tree_table && size >= HUGE)
		sys3(__NR_madvise, t->tree_table, size, MADV_HUGEPAGE);
	return t->tree_table;
}

static void free_table(struct thread *t)
{
	arena_free(t->tree_table, size_of_table(t->tree_mask));
	t->tree_table = NULL;
}

/* Copies all entries of another table. */
static bool copy_table(struct thread *t, const struct tree_entry *from, u32 n)
{
	for (u32 i = 0; i < n; i++) {
		struct tree_entry *e;

		if (!from[i].node)
			continue;
		e = find_free(t, from[i].caller & ~TREE_UNBOUND, target_of(&from[i]));
		if (!e)
			return false;
		*e = from[i];
	}
	return true;
}

/* Makes the table larger. False: there is no room. */
static bool grow(struct thread *t)
{
	struct tree_entry *from = t->tree_table;
	u32 mask = t->tree_mask, larger = mask;

	while ((larger = 2 * larger + 1) < 8 * MOST_NODES && make_table(t, larger)) {
		if (copy_table(t, from, mask + BEHIND)) {
			arena_free(from, size_of_table(mask));
			return true;
		}
		free_table(t);
	}
	t->tree_table = from;
	t->tree_mask = mask;
	return false;
}

/* An entry for another node. NULL: there is no room. */
static struct tree_entry *new_entry(struct thread *t, u32 caller, u64 target)
{
	struct tree_entry *e;

	if (t->tree.n > t->tree_mask / 2 && !grow(t))
		return NULL;
	while (!(e = find_free(t, caller, target)))
		if (!grow(t))
			return NULL;
	return e;
}

/* ---- Nodes ---- */

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

/* Where the next node will be. NULL: there is no room. */
static struct emu_tree_part *next_part(struct thread *t)
{
	struct emu_tree_part *part = t->tree.n_parts ? parts_of(t)[t->tree.n_parts - 1] : NULL;

	if (t->tree.n == MOST_NODES)
		return NULL;
	return part && part->n < PART_NODES ? part : new_part(t);
}

static struct emu_tree_node *new_node(struct thread *t, struct emu_tree_part *part, u32 above,
				      u64 target)
{
	struct emu_tree_node *node = &part->node[part->n];

	*node = (struct emu_tree_node){
		.target = target,
		.as_of = log_position(),
		.above = above,
	};
	name(node);
	__atomic_store_n(&part->n, part->n + 1, __ATOMIC_RELEASE);
	t->tree.n++;
	return node;
}

/* The caller's node for the function; 0: there is no room for one. */
static u32 callee_of(struct thread *t, u32 caller, u64 target)
{
	struct tree_entry *e = find(t, caller, target);
	struct emu_tree_part *part;
	struct emu_tree_node *node;

	if (e) {
		node = node_of(t, e->node);
		if (is_open(node))
			name(node);
	} else {
		part = next_part(t);
		e = part ? new_entry(t, caller, target) : NULL;
		if (!e)
			return 0;
		*e = (struct tree_entry){
			.target = { (u32)~target, (u32)(~target >> 32) },
			.node = t->tree.n,
		};
		node = new_node(t, part, caller, target);
	}
	e->caller = caller | (is_open(node) ? TREE_UNBOUND : 0);
	return e->node;
}

/* ---- Calls ---- */

/* Gives the current node what the cells have counted for it. */
static void settle(struct thread *t)
{
	for (u32 i = 0; i < TREE_CELLS; i++) {
		t->tree_self[current(t)] += (u64)t->due[i];
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
	u32 node = is_full(t) ? 0 : callee_of(t, (u32)current(t), target);

	if (!node)
		return false;
	t->call_top[1] = (struct tree_call){ .gone = -sp, .node = node };
	set_current(t, t->call_top + 1);
	return true;
}

void tree_begin(struct thread *t)
{
	const u64 *chain = chain_of(t);
	u32 n = t->tree.begins;
	struct emu_tree_part *part;

	t->tree = (struct tree){ 0 };
	memset(t->due, 0, sizeof(t->due));
	part = new_part(t);
	if (!part || !make_table(t, FIRST_TABLE - 1))
		chunk_shortage();
	new_node(t, part, 0, n ? chain[1] : t->cpu.rip);
	*first_call(t) = (struct tree_call){ .gone = 1ull << 63 };
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
	t->tree_self[current(t)] += n;
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
		chain[2 * i + 1] = node_of(t, first[i].node)->target;
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
		sum += part->self[i];
	return sum;
}

/* The current node gets what nodes have not got yet. */
static void complete(struct emu_thread *c, u64 total)
{
	struct emu_tree_part *part, *at;
	u64 next, number = c->node;

	for (part = map(c->tree); part; part = map(next)) {
		total -= sum_of(part);
		next = part->next;
		chunk_unmap(part);
	}
	for (at = map(c->tree); at; at = map(next), number -= PART_NODES) {
		if (number < PART_NODES)
			at->self[number] += total;
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
				.self = part->self[i],
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
		memset(part->self, 0, part->n * sizeof(part->self[0]));
		memset(part->node, 0, part->n * sizeof(part->node[0]));
		part->next = part->n = 0;
		part->merged = 0;
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
	if (!t->call_top)
		return;
	for (u32 i = 0; i < t->tree.n_parts; i++)
		chunk_unmap(parts_of(t)[i]);
	if (t->tree.room)
		arena_release(t->tree_self, t->tree.room * PART_SELF, 0);
	free_table(t);
	t->call_top = NULL;
}
