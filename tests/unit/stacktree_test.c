/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call chains: what the builder makes of random chains and random call trees against plain arrays,
 * by number and in a walk; files that have whole stacks, as they were written before there were
 * nodes; and files whose nodes contradict themselves.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pmc/profile.h>

#include "lib/profile/build/builder.h"
#include "lib/profile/model/stacktree.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/crc.h"
#include "lib/profile/own/format.h"
#include "lib/profile/own/write.h"
#include "lib/profile/own/writer.h"
#include "tests/any.h"
#include "tests/tap.h"

#define DEPTH	9
#define THREADS 3

/* A stack of the naive model. Frames stand the outermost first, so memory's order is theirs. */
struct naive {
	unsigned thread;
	size_t n;
	u64 frame[DEPTH];
	u64 count[2];
};

static int compare(const void *a, const void *b)
{
	const struct naive *x = a, *y = b;
	size_t i;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	for (i = 0; i < x->n && i < y->n; i++)
		if (x->frame[i] != y->frame[i])
			return x->frame[i] < y->frame[i] ? -1 : 1;
	return x->n < y->n ? -1 : x->n > y->n;
}

/* Sorts and sums up. */
static size_t merge(struct naive *all, size_t n)
{
	size_t i, to = 0;

	qsort(all, n, sizeof(*all), compare);
	for (i = 0; i < n; i++) {
		if (to && !compare(&all[to - 1], &all[i])) {
			all[to - 1].count[0] += all[i].count[0];
			all[to - 1].count[1] += all[i].count[1];
		} else {
			all[to++] = all[i];
		}
	}
	return to;
}

static struct builder *begin(bool exact)
{
	struct builder *b;
	int process;

	builder_create(PMC_PROFILE_OWN, exact, &b);
	if (!exact) {
		builder_event(b, "cycles:u", PMC_SAMPLED);
		builder_event(b, "faults:u", PMC_SAMPLED);
	}
	process = builder_process(b, 1, 0, UINT_MAX);
	for (int i = 0; i < THREADS; i++)
		builder_thread(b, 1 + i, (unsigned)process);
	for (int i = 0; i < 2; i++)
		builder_object(b, PMC_OBJECT_FILE, i ? "/b" : "/a", NULL, 0, UINT_MAX);
	if (exact)
		builder_place(b, 0, 0, 0x1000, 1, 0, 1, 0);
	else
		builder_count(b, 0, 0, 0x1000, 0, 1);
	return b;
}

/* A number of a frame, by whose order frames are in order. */
static u64 any_frame(void)
{
	return any(2) << 32 | (0x1000 + 2 * any(4));
}

static struct pmc_frame frame_of(u64 number)
{
	return (struct pmc_frame){ (unsigned)(number >> 32), (u32)number, NULL };
}

static struct pmc_profile *sampled(struct naive *all, size_t n)
{
	struct builder *b = begin(false);
	struct pmc_frame frame[DEPTH];
	struct pmc_profile *p = NULL;
	size_t i, k;

	for (i = 0; i < n; i++) {
		unsigned event = (unsigned)any(2);

		all[i] = (struct naive){ .thread = (unsigned)any(THREADS), .n = 1 + any(DEPTH) };
		all[i].count[event] = any(3);
		for (k = 0; k < all[i].n; k++) {
			all[i].frame[k] = any_frame();
			frame[all[i].n - 1 - k] = frame_of(all[i].frame[k]);
		}
		builder_stack(b, all[i].thread, frame, all[i].n, event, all[i].count[event]);
	}
	return builder_finish(b, &p) ? NULL : p;
}

/* *n: how many nodes on the way in, how many stacks on the way out. */
static struct pmc_profile *called(struct naive *all, size_t *n, unsigned event)
{
	s64 *number = calloc(*n, sizeof(*number));
	struct naive *node = calloc(*n, sizeof(*node));
	struct builder *b = begin(true);
	struct pmc_profile *p = NULL;
	size_t i, above, kept = 0;

	builder_call_tree(b, event);
	for (i = 0; i < *n; i++) {
		struct naive *at = &node[i];
		struct pmc_frame function;

		above = i < THREADS ? i : any(i);
		if (i >= THREADS && node[above].n < DEPTH)
			*at = node[above];
		else
			*at = (struct naive){ .thread = (unsigned)any(THREADS) };
		if (at->n)
			at->frame[at->n - 1]++;
		at->frame[at->n++] = any_frame();
		at->count[0] = any(2) ? any(100) : 0;
		function = frame_of(at->frame[at->n - 1]);
		number[i] = builder_call(b, at->thread, at->n > 1 ? number[above] : -1, &function,
					 at->count[0]);
		if (at->count[0])
			all[kept++] = *at;
	}
	*n = kept;
	free(number);
	free(node);
	return builder_finish(b, &p) ? NULL : p;
}

/* Is it this one, of which `event` has the first count? */
static bool is_stack(const struct pmc_stack *stack, const struct naive *naive, unsigned event,
		     unsigned n_events)
{
	size_t i;

	if (stack->thread != naive->thread || stack->n != naive->n)
		return false;
	for (i = 0; i < stack->n; i++) {
		const struct pmc_frame *frame = &stack->frames[stack->n - 1 - i];

		if (((u64)frame->object << 32 | frame->address) != naive->frame[i] || frame->name)
			return false;
	}
	for (i = 0; i < n_events; i++)
		if (stack->counts[i] != (i - event < 2 ? naive->count[i - event] : 0))
			return false;
	return true;
}

/* What two stacks share, the innermost frame of each left out. */
static size_t shared(const struct naive *x, const struct naive *y)
{
	size_t i;

	if (x->thread != y->thread)
		return 0;
	for (i = 0; i + 1 < x->n && i + 1 < y->n && x->frame[i] == y->frame[i];)
		i++;
	return i;
}

static void is_tree(const char *what, const struct pmc_profile *p, const struct naive *all,
		    size_t n, unsigned event)
{
	struct pmc_profile_info info;
	struct pmc_stack_walk *walk;
	struct pmc_stack stack, again;
	size_t i, common, bad = 0, seen_twice = 0;

	pmc_profile_info(p, &info);
	is_u64(info.stacks, n, "%s: as many stacks as the naive model", what);
	for (i = 0; i < n && !pmc_profile_stack_at(p, n - 1 - i, &stack); i++) {
		bad += !is_stack(&stack, &all[n - 1 - i], event, (unsigned)info.events);
		bad += pmc_profile_stack_at(p, n - 1 - i, &again) || again.frames != stack.frames;
	}
	ok(i == n && !bad, "%s: the same ones in the same order", what);
	is_int(pmc_profile_stack_at(p, n, &stack), -ENOENT, "%s: none behind the last one", what);
	pmc_stack_walk_create(p, &walk);
	for (i = bad = 0; !pmc_stack_walk_next(walk, &stack, &common) && i < n; i++) {
		bad += !is_stack(&stack, &all[i], event, (unsigned)info.events);
		/* It may share more, but then says less. */
		bad += common > (i ? shared(&all[i - 1], &all[i]) : 0);
		seen_twice += i && shared(&all[i - 1], &all[i]) > common;
	}
	ok(i == n && !bad, "%s: a walk sees them, too", what);
	is_u64(seen_twice, 0, "%s: and says all that one has in common with the one before", what);
	is_int(pmc_stack_walk_next(walk, &stack, &common), -ENOENT, "%s: it ends", what);
	pmc_stack_walk_destroy(walk);
}

/* ---- Files ---- */

static void bytes_of(const struct pmc_profile *p, struct bytes *out)
{
	memset(out, 0, sizeof(*out));
	write_profile(p, out);
}

static void there_and_back(const char *what, const struct pmc_profile *p, const struct naive *all,
			   size_t n, unsigned event)
{
	struct pmc_profile *back = NULL;
	struct pmc_diag diag = { 0 };
	struct bytes out, again;

	bytes_of(p, &out);
	if (!ok(!pmc_profile_open_memory(out.data, out.n, "x", &back, &diag), "%s: read again",
		what))
		return;
	is_tree(what, back, all, n, event);
	bytes_of(back, &again);
	ok(out.n == again.n && !memcmp(out.data, again.data, out.n), "%s: the same bytes", what);
	pmc_profile_close(back);
	bytes_deinit(&out);
	bytes_deinit(&again);
}

/* The bytes of a profile with other sections instead of its frames and nodes. */
static void with_sections(const struct pmc_profile *p, const struct bytes *sections,
			  struct bytes *out)
{
	struct bytes all;
	size_t at;
	u32 kind;
	u64 n;
	bool put = false;

	bytes_of(p, &all);
	memset(out, 0, sizeof(*out));
	bytes_add(out, all.data, FORMAT_HEADER);
	for (at = FORMAT_HEADER; at < all.n; at += FORMAT_SECTION + n) {
		memcpy(&kind, all.data + at, 4);
		memcpy(&n, all.data + at + 4, 8);
		if (kind == FORMAT_FRAMES || kind == FORMAT_NODES) {
			if (!put)
				bytes_append(out, sections);
			put = true;
			continue;
		}
		bytes_add(out, all.data + at, FORMAT_SECTION + n);
	}
	bytes_deinit(&all);
}

/* A section, of numbers that end with END_OF. */
#define END_OF UINT64_MAX
static void section(struct bytes *out, u32 kind, const u64 *numbers)
{
	static struct crc crc;
	struct writer w = { .out = out, .crc = &crc };

	crc_init(&crc);
	writer_begin(&w, kind);
	for (; *numbers != END_OF; numbers++)
		bytes_varint(out, *numbers);
	writer_end(&w);
}

/* The file as it was written before there were nodes: each stack has a frame for itself. */
static void old_file(const char *what, struct pmc_profile *p, const struct naive *all, size_t n,
		     unsigned event)
{
	struct bytes sections = { 0 }, out;
	struct pmc_profile *back = NULL;
	struct pmc_diag diag = { 0 };
	struct pmc_profile_info info;
	struct pmc_stack stack;
	size_t i, k, at = 0;
	u64 *number = calloc(n * (DEPTH * 3 + 40) + 2, sizeof(*number));
	size_t frames = 1;

	pmc_profile_info(p, &info);
	for (i = 0; !pmc_profile_stack_at(p, i, &stack); i++) {
		number[0] += stack.n;
		for (k = 0; k < stack.n; k++) {
			number[frames++] = 0;
			number[frames++] = stack.frames[k].object + 1;
			number[frames++] = stack.frames[k].address;
		}
	}
	number[frames] = END_OF;
	section(&sections, FORMAT_FRAMES, number);
	number[at++] = n;
	/* The last one comes first: readers never asked for an order. */
	for (i = n, frames = 0; !pmc_profile_stack_at(p, n - i, &stack); i--)
		frames += stack.n;
	for (i = n; i--;) {
		pmc_profile_stack_at(p, i, &stack);
		frames -= stack.n;
		number[at++] = stack.thread;
		number[at++] = stack.n;
		for (k = 0; k < stack.n; k++)
			number[at++] = frames + k;
		for (k = 0; k < info.events; k++)
			number[at++] = stack.counts[k];
	}
	number[at] = END_OF;
	section(&sections, FORMAT_STACKS, number);
	with_sections(p, &sections, &out);
	if (ok(!pmc_profile_open_memory(out.data, out.n, "x", &back, &diag), "%s: it is read",
	       what))
		is_tree(what, back, all, n, event);
	else
		note("%s", diag.sentence);
	pmc_profile_close(back);
	bytes_deinit(&out);
	bytes_deinit(&sections);
	free(number);
}

static void random_chains(void)
{
	enum { N = 5000 };
	struct naive *all = calloc(N, sizeof(*all));
	struct pmc_profile *p = sampled(all, N);
	size_t n = merge(all, N);

	is_tree("chains", p, all, n, 0);
	there_and_back("chains in a file", p, all, n, 0);
	old_file("chains in an old file", p, all, n, 0);
	pmc_profile_close(p);
	free(all);
}

static void random_calls(unsigned event)
{
	size_t n = 5000;
	struct naive *all = calloc(n, sizeof(*all));
	struct pmc_profile *p = called(all, &n, event);

	n = merge(all, n);
	is_tree("calls", p, all, n, event);
	there_and_back("calls in a file", p, all, n, event);
	old_file("calls in an old file", p, all, n, event);
	pmc_profile_close(p);
	free(all);
}

/* ---- Contradictions ---- */

/* Two stacks: a; a, b. Of the second event of two. */
static struct pmc_profile *small(void)
{
	const struct pmc_frame frame[] = { { 0, 2, NULL }, { 0, 1, NULL } };
	struct builder *b = begin(false);
	struct pmc_profile *p = NULL;

	builder_stack(b, 1, frame, 2, 1, 5);
	builder_stack(b, 1, frame + 1, 1, 1, 7);
	builder_finish(b, &p);
	return p;
}

#define FRAMES 2, 0, 1, 1, 0, 1, 2

static void refused(const char *what, bool good, const u64 *nodes, const u64 *more, u32 kind)
{
	struct pmc_profile *p = small(), *got = NULL;
	struct bytes sections = { 0 }, out;
	struct pmc_diag diag = { 0 };
	int err;

	section(&sections, FORMAT_FRAMES, (const u64[]){ FRAMES, END_OF });
	section(&sections, FORMAT_NODES, nodes);
	if (more)
		section(&sections, kind, more);
	with_sections(p, &sections, &out);
	err = pmc_profile_open_memory(out.data, out.n, "x", &got, &diag);
	if (good)
		ok(!err, "%s is read", what);
	else
		ok(err == -EPROTO && diag.sentence[0], "%s is refused", what);
	note("%s", diag.sentence);
	pmc_profile_close(got);
	pmc_profile_close(p);
	bytes_deinit(&sections);
	bytes_deinit(&out);
}

/* thread, how many nodes, functions, the first event, how many; nodes: 2 * up + 1, frame, counts */
#define NODES(...) ((const u64[]){ __VA_ARGS__, END_OF })

static void contradictions(void)
{
	const u64 good[] = { 1, 2, 0, 1, 1, 1, 0, 7, 1, 1, 5, END_OF };

	refused("what is right", true, good, NULL, 0);
	refused("two sections", true, NODES(1, 1, 0, 1, 1, 1, 0, 7), NODES(1, 1, 0, 1, 1, 1, 1, 5),
		FORMAT_NODES);
	refused("another thread's section", true, NODES(1, 1, 0, 1, 1, 1, 0, 7),
		NODES(2, 1, 0, 1, 1, 1, 1, 5), FORMAT_NODES);
	refused("a root behind a root", true, NODES(1, 2, 0, 1, 1, 1, 0, 7, 3, 1, 5), NULL, 0);
	refused("a caller above the first node", false, NODES(1, 2, 0, 1, 1, 3, 0, 7, 1, 1, 5),
		NULL, 0);
	refused("a caller above the root", false, NODES(1, 2, 0, 1, 1, 1, 0, 7, 5, 1, 5), NULL, 0);
	refused("a caller far above", false, NODES(1, 2, 0, 1, 1, 1, 0, 7, UINT64_MAX - 1, 1, 5),
		NULL, 0);
	refused("a caller in another thread", false, NODES(1, 1, 0, 1, 1, 1, 0, 7),
		NODES(2, 1, 0, 1, 1, 3, 1, 5), FORMAT_NODES);
	refused("a frame that is none", false, NODES(1, 2, 0, 1, 1, 1, 0, 7, 1, 2, 5), NULL, 0);
	refused("a thread that is none", false, NODES(3, 2, 0, 1, 1, 1, 0, 7, 1, 1, 5), NULL, 0);
	refused("a third kind", false, NODES(1, 2, 2, 1, 1, 1, 0, 7, 1, 1, 5), NULL, 0);
	refused("a third event", false, NODES(1, 2, 0, 2, 1, 1, 0, 7, 1, 1, 5), NULL, 0);
	refused("two events from the second on", false, NODES(1, 1, 0, 1, 2, 1, 0, 7, 7), NULL, 0);
	refused("more events than there can be", false, NODES(1, 1, 0, 1, UINT64_MAX - 1, 1, 0, 7),
		NULL, 0);
	refused("sections of different events", false, NODES(1, 1, 0, 1, 1, 1, 0, 7),
		NODES(1, 1, 0, 0, 1, 1, 1, 5), FORMAT_NODES);
	refused("sections of different kinds", false, NODES(1, 1, 0, 1, 1, 1, 0, 7),
		NODES(1, 1, 1, 1, 1, 1, 1, 5), FORMAT_NODES);
	refused("a node too few", false, NODES(1, 2, 0, 1, 1, 1, 0, 7), NULL, 0);
	refused("a node too many", false, NODES(1, 1, 0, 1, 1, 1, 0, 7, 1, 1, 5), NULL, 0);
	refused("a thousand million nodes", false, NODES(1, 1000000000, 0, 1, 1, 1, 0, 7), NULL, 0);
	refused("a stack less than was said", false, NODES(1, 2, 0, 1, 1, 1, 0, 7, 0, 1), NULL, 0);
	refused("whole stacks beside nodes", false, NODES(1, 1, 0, 1, 1, 1, 0, 7),
		NODES(1, 1, 2, 1, 0, 0, 5), FORMAT_STACKS);
	refused("frames behind nodes", false, good, NODES(FRAMES), FORMAT_FRAMES);
}

/* One chain of n frames, of which every second one is a stack, in several threads. */
static struct pmc_profile *chain_of(size_t n, unsigned threads)
{
	struct builder *b = begin(true);
	struct pmc_profile *p = NULL;
	size_t i;

	builder_call_tree(b, 0);
	for (unsigned t = 0; t < threads; t++) {
		s64 node = -1;

		for (i = 0; i < n; i++)
			node = builder_call(b, t, node,
					    &(struct pmc_frame){ 0, 0x1000 + i % 100, NULL },
					    i % 2 ? 0 : 1);
	}
	return builder_finish(b, &p) ? NULL : p;
}

static void is_chain(const struct pmc_profile *p, size_t n)
{
	struct pmc_stack_walk *walk;
	struct pmc_stack stack = { 0 };
	size_t i, common = 0;

	pmc_stack_walk_create(p, &walk);
	for (i = 0; !pmc_stack_walk_next(walk, &stack, &common) && stack.n == 2 * i + 1;)
		i++;
	is_u64(i, n / 2, "each is two frames longer than the one before");
	is_u64(common, n - 4, "and shares all but the innermost ones");
	pmc_stack_walk_destroy(walk);
}

/* What a file with such chains is refused for, or "". */
static const char *refusal_of(size_t n, unsigned threads)
{
	struct pmc_profile *p = chain_of(n, threads), *back = NULL;
	static struct pmc_diag diag;
	struct bytes out;

	diag = (struct pmc_diag){ 0 };
	bytes_of(p, &out);
	if (!pmc_profile_open_memory(out.data, out.n, "x", &back, &diag) && threads == 1)
		is_chain(back, n);
	pmc_profile_close(back);
	pmc_profile_close(p);
	bytes_deinit(&out);
	return diag.sentence;
}

/*
 * A chain of a million frames is walked over without a million bytes of stack. In a file it would
 * be a million chains, of half a billion frames together, so that a file of some megabytes could
 * make whoever prints it fill a disk.
 */
static void deep(void)
{
	struct pmc_profile *p = chain_of(1000000, 1);
	const char *sentence;

	is_chain(p, 1000000);
	pmc_profile_close(p);
	is_str(refusal_of(STACK_DEEPEST, 1), "", "a file with the deepest chain");
	is_str(refusal_of(STACK_DEEPEST, THREADS), "", "one of each thread");
	sentence = refusal_of(STACK_DEEPEST + 1, 1);
	ok(strstr(sentence, "a call chain has more than 8192 frames in the section at byte "),
	   "a deeper one: %s", sentence);
	/* Sections have 65,536 nodes. */
	ok(refusal_of(70000, 1)[0], "one that would go on in the next section");
}

/* The chains that a file may not have do not get into one. */
static void too_deep(void)
{
	struct pmc_frame *frames = calloc(STACK_DEEPEST + 1, sizeof(*frames));
	struct pmc_profile *p = NULL, *back = NULL;
	struct builder *b = begin(false);
	struct pmc_diag diag = { 0 };
	struct pmc_stack stack;
	struct bytes out, text = { 0 };

	for (size_t i = 0; i <= STACK_DEEPEST; i++)
		frames[i].address = 0x1000 + i;
	builder_stack(b, 0, frames, STACK_DEEPEST + 1, 0, 1);
	builder_finish(b, &p);
	bytes_of(p, &out);
	ok(!pmc_profile_open_memory(out.data, out.n, "x", &back, &diag) &&
		   !pmc_profile_stack_at(back, 0, &stack) && stack.n == STACK_DEEPEST &&
		   stack.frames[0].address == 0x1000,
	   "a sample keeps the innermost frames");
	pmc_profile_close(back);
	pmc_profile_close(p);
	bytes_deinit(&out);
	for (size_t i = 0; i < STACK_DEEPEST; i++)
		bytes_add(&text, "a;", 2);
	bytes_add(&text, "a 1\n", 4);
	ok(pmc_profile_open_memory(text.data, text.n, "x", &back, &diag) == -EPROTO,
	   "collapsed: %s", diag.sentence);
	is_str(diag.sentence, "x:1: the stack has more than 8192 frames", "which says so");
	back = NULL;
	ok(!pmc_profile_open_memory(text.data + 2, text.n - 2, "x", &back, &diag),
	   "one frame less is read");
	pmc_profile_close(back);
	bytes_deinit(&text);
	free(frames);
}

int main(void)
{
	random_chains();
	random_calls(0);
	random_calls(3);
	contradictions();
	deep();
	too_deep();
	return done();
}
