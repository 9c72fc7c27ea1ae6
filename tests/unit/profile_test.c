/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles: what the builder makes of random pieces against plain arrays that are sorted and summed
 * up here, the events of an exact profile, pmc's own format there and back, and what becomes of a
 * file that was cut anywhere or in which any byte was changed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pmc/profile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/event/generic.h"
#include "emu/launch.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/counts.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/crc.h"
#include "lib/profile/own/write.h"
#include "lib/set/signals.h"
#include "tests/any.h"
#include "tests/tap.h"

static const char command[] = "prog 'with blanks'";

/* Numbers as they come: mostly small, sometimes as large as they can be. */
static u64 number(void)
{
	return any(8) ? any(300) : any(2) ? any(1u << 20) : any(UINT64_MAX >> 3);
}

static void add_heads(struct builder *b, pid_t pid)
{
	static const u8 id[20] = { 1, 2, 3, 0, 255 };
	int first, second;

	builder_command(b, command);
	first = builder_process(b, pid, 1, UINT_MAX);
	second = builder_process(b, pid + 3, pid, (unsigned)first);
	builder_process_comm(b, (unsigned)first, "prog");
	builder_process_comm(b, (unsigned)second, "child");
	builder_thread(b, pid, (unsigned)first);
	builder_thread(b, pid + 1, (unsigned)first);
	builder_thread(b, pid + 3, (unsigned)second);
	builder_thread_comm(b, 1, "worker");
	builder_object(b, PMC_OBJECT_FILE, "/usr/bin/prog", id, sizeof(id), UINT_MAX);
	builder_object(b, PMC_OBJECT_VDSO, "[vdso]", NULL, 0, UINT_MAX);
	builder_object(b, PMC_OBJECT_ANONYMOUS, "[anon]", NULL, 0, 1);
}

/* A place of the naive model. */
struct naive {
	unsigned object, thread;
	u64 address;
	unsigned length, flags;
	u64 executions, taken;
};

static int compare_naive(const void *a, const void *b)
{
	const struct naive *x = a, *y = b;

#define ORDER(f)          \
	if (x->f != y->f) \
	return x->f < y->f ? -1 : 1
	ORDER(object);
	ORDER(address);
	ORDER(thread);
	ORDER(length);
	ORDER(flags);
	return 0;
}

static unsigned any_flags(void)
{
	static const unsigned kinds[] = { 0,
					  0,
					  0,
					  PMC_PLACE_COND,
					  PMC_PLACE_COND,
					  PMC_PLACE_JUMP,
					  PMC_PLACE_JUMP | PMC_PLACE_INDIRECT,
					  PMC_PLACE_CALL,
					  PMC_PLACE_CALL | PMC_PLACE_INDIRECT,
					  PMC_PLACE_RETURN,
					  PMC_PLACE_SYSCALL };

	return kinds[any(sizeof(kinds) / sizeof(kinds[0]))] | (any(3) ? 0 : PMC_PLACE_LOAD) |
	       (any(4) ? 0 : PMC_PLACE_STORE);
}

/* Adds n random places to both. Addresses come close to each other, and again. */
static void add_places(struct builder *b, struct naive *all, size_t n)
{
	static const u64 bases[] = { 0x401000, 0x7fff0000000, 0xffffffffffff0000ull };
	size_t i;

	for (i = 0; i < n; i++) {
		struct naive *at = &all[i];

		if (i && any(4) == 0) {
			*at = all[any(i)];
			at->thread = (unsigned)any(3);
		} else {
			at->object = (unsigned)any(3);
			at->thread = any(2) ? 0 : (unsigned)any(3);
			at->address = i && any(3) ? all[i - 1].address + all[i - 1].length :
						    bases[at->object] + any(5000);
			at->length = (unsigned)any(16);
			at->flags = any_flags();
		}
		at->executions = i && any(2) ? all[i - 1].executions : number();
		at->taken = at->flags & PMC_PLACE_COND ? any(at->executions + 1) : 0;
		builder_place(b, at->thread, at->object, at->address, at->length, at->flags,
			      at->executions, at->taken);
	}
}

/* Sorts, sums up, drops what was never executed. */
static size_t merge(struct naive *all, size_t n)
{
	size_t i, to = 0, kept = 0;

	qsort(all, n, sizeof(*all), compare_naive);
	for (i = 0; i < n; i++) {
		if (to && !compare_naive(&all[to - 1], &all[i])) {
			all[to - 1].executions += all[i].executions;
			all[to - 1].taken += all[i].taken;
		} else {
			all[to++] = all[i];
		}
	}
	for (i = 0; i < to; i++)
		if (all[i].executions)
			all[kept++] = all[i];
	return kept;
}

static void add_rest(struct builder *b)
{
	struct pmc_edge edge;
	char name[32];
	u8 code[40];
	size_t i;

	for (i = 0; i < 300; i++) {
		edge = (struct pmc_edge){ .kind = (enum pmc_edge_kind)any(3),
					  .thread = (unsigned)any(3),
					  .from_object = (unsigned)any(3),
					  .to_object = any(9) ? (unsigned)any(3) : UINT_MAX,
					  .from = 0x401000 + any(100),
					  .to = 0x401000 + any(100),
					  .count = number() };
		if (edge.to_object == UINT_MAX)
			edge.to = 0;
		builder_edge(b, &edge);
	}
	for (i = 0; i < sizeof(code); i++)
		code[i] = (u8)i;
	builder_code(b, 2, 0x1000, code, 20);
	builder_code(b, 2, 0x1010, code, 20);
	builder_code(b, 2, 0x1024, code, 4);
	builder_code(b, 2, 0x2000, code, 40);
	for (i = 0; i < 50; i++) {
		snprintf(name, sizeof(name), "function%u", (unsigned)any(40));
		builder_symbol(b, 2, 0x1000 + any(4000), any(100), name, any(2) ? "file.c" : NULL,
			       (unsigned)any(1000));
	}
	builder_note(b, PMC_NOTE_WARNING, -1, "the clock was real");
	builder_note(b, PMC_NOTE_UNCOUNTED, 4711, "a process was not counted");
}

/* ---- Comparing ---- */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_heads(const struct pmc_profile *a, const struct pmc_profile *b)
{
	struct pmc_profile_object o, p;
	struct pmc_profile_process q, r;
	struct pmc_profile_thread t, u;
	struct pmc_profile_event e, f;
	struct pmc_note n, m;
	size_t i;

	for (i = 0; !pmc_profile_event_at(a, i, &e); i++)
		if (pmc_profile_event_at(b, i, &f) || strcmp(e.name, f.name) ||
		    e.quality != f.quality || e.period != f.period || e.samples != f.samples ||
		    e.total != f.total)
			return false;
	for (i = 0; !pmc_profile_object_at(a, i, &o); i++)
		if (pmc_profile_object_at(b, i, &p) || o.kind != p.kind || strcmp(o.path, p.path) ||
		    o.process != p.process || !o.build_id != !p.build_id ||
		    o.build_id_size != p.build_id_size ||
		    (o.build_id && memcmp(o.build_id, p.build_id, o.build_id_size)))
			return false;
	for (i = 0; !pmc_profile_process_at(a, i, &q); i++)
		if (pmc_profile_process_at(b, i, &r) || q.pid != r.pid || q.ppid != r.ppid ||
		    q.parent != r.parent || strcmp(q.comm, r.comm))
			return false;
	for (i = 0; !pmc_profile_thread_at(a, i, &t); i++)
		if (pmc_profile_thread_at(b, i, &u) || t.tid != u.tid || t.process != u.process ||
		    strcmp(t.comm, u.comm))
			return false;
	for (i = 0; !pmc_profile_note_at(a, i, &n); i++)
		if (pmc_profile_note_at(b, i, &m) || n.kind != m.kind || n.pid != m.pid ||
		    strcmp(n.text, m.text))
			return false;
	return true;
}

static bool same_stack(const struct pmc_stack *a, const struct pmc_stack *b, size_t events)
{
	size_t i;

	if (a->thread != b->thread || a->n != b->n || memcmp(a->counts, b->counts, events * 8))
		return false;
	for (i = 0; i < a->n; i++)
		if (a->frames[i].object != b->frames[i].object ||
		    a->frames[i].address != b->frames[i].address ||
		    !same_text(a->frames[i].name, b->frames[i].name))
			return false;
	return true;
}

static bool same_bodies(const struct pmc_profile *a, const struct pmc_profile *b, size_t events)
{
	struct pmc_place p, q;
	struct pmc_edge e, f;
	struct pmc_profile_symbol s, t;
	struct pmc_stack x, y;
	size_t i;

	for (i = 0; !pmc_profile_place_at(a, i, &p); i++)
		if (pmc_profile_place_at(b, i, &q) || p.object != q.object ||
		    p.thread != q.thread || p.address != q.address || p.length != q.length ||
		    p.flags != q.flags || p.executions != q.executions || p.taken != q.taken ||
		    memcmp(p.counts, q.counts, events * sizeof(*p.counts)))
			return false;
	for (i = 0; !pmc_profile_edge_at(a, i, &e); i++)
		if (pmc_profile_edge_at(b, i, &f) || e.kind != f.kind || e.thread != f.thread ||
		    e.from_object != f.from_object || e.to_object != f.to_object ||
		    e.from != f.from || e.to != f.to || e.count != f.count ||
		    !e.inclusive != !f.inclusive ||
		    (e.inclusive && memcmp(e.inclusive, f.inclusive, events * 8)))
			return false;
	for (i = 0; !pmc_profile_symbol_at(a, i, &s); i++)
		if (pmc_profile_symbol_at(b, i, &t) || s.object != t.object ||
		    s.address != t.address || s.size != t.size || s.line != t.line ||
		    !same_text(s.name, t.name) || !same_text(s.file, t.file))
			return false;
	for (i = 0; !pmc_profile_stack_at(a, i, &x); i++)
		if (pmc_profile_stack_at(b, i, &y) || !same_stack(&x, &y, events))
			return false;
	return true;
}

/* Walks over all of it; the sum of what it saw, so that nothing is left out. */
static u64 walk(const struct pmc_profile *p)
{
	struct pmc_profile_info info;
	struct pmc_place place;
	u8 code[64];
	u64 sum = 0;
	size_t i;

	pmc_profile_info(p, &info);
	same_heads(p, p);
	same_bodies(p, p, info.events);
	for (i = 0; !pmc_profile_place_at(p, i, &place); i++) {
		sum += pmc_profile_code(p, place.object, place.address, code, sizeof(code));
		sum += place.counts[0];
	}
	return sum + strlen(info.command);
}

static bool same(const struct pmc_profile *a, const struct pmc_profile *b)
{
	struct pmc_profile_info x, y;

	pmc_profile_info(a, &x);
	pmc_profile_info(b, &y);
	return x.quality == y.quality && !strcmp(x.command, y.command) && x.events == y.events &&
	       x.objects == y.objects && x.processes == y.processes && x.threads == y.threads &&
	       x.places == y.places && x.edges == y.edges && x.stacks == y.stacks &&
	       x.symbols == y.symbols && x.notes == y.notes && same_heads(a, b) &&
	       same_bodies(a, b, x.events);
}

/* ---- Profiles to test with ---- */

static struct pmc_profile *exact_profile(pid_t pid, struct naive *all, size_t n)
{
	struct pmc_profile *p = NULL;
	struct builder *b;

	builder_create(PMC_PROFILE_OWN, true, &b);
	add_heads(b, pid);
	add_places(b, all, n);
	add_rest(b);
	if (builder_finish(b, &p))
		return NULL;
	return p;
}

/*
 * As a recording makes it: straight lines between branches, which threads execute as often or not.
 * Some of them share their counts, and count again afterwards.
 */
static struct pmc_profile *recorded_profile(size_t n, u64 *executed)
{
	u64 count[3] = { 1, 1, 0 }, address = 0x1000;
	struct pmc_profile *p = NULL;
	struct builder *b;
	size_t i;

	builder_create(PMC_PROFILE_OWN, true, &b);
	add_heads(b, 7);
	builder_sites(b);
	*executed = 0;
	for (i = 0; i < n; i++) {
		unsigned length = 1 + any(8), flags = any(8) ? any(4) : any_flags(), thread;
		unsigned object = i > n / 2;

		for (thread = 0; thread < 3; thread++) {
			builder_place(b, thread, object, address, length, flags, count[thread],
				      any(2) ? count[thread] : any(count[thread] + 1));
			*executed += count[thread];
		}
		if (!any(200)) {
			builder_place(b, 1, object, address, length, any(4), 3, 0);
			*executed += 3;
		}
		address += length;
		if (!any(50))
			address += any(100);
		for (thread = 0; !any(6) && thread < 3; thread++)
			count[thread] = any(3) ? count[0] : any(8) ? any(1u << 20) : 0;
		if (!any(50))
			counts_settle(builder_counts(b), 0);
	}
	counts_settle(builder_counts(b), 0);
	if (builder_finish(b, &p))
		return NULL;
	return p;
}

static struct pmc_profile *sampled_profile(size_t n)
{
	struct pmc_frame frames[20];
	struct pmc_edge edge = { 0 };
	u64 inclusive[2];
	struct pmc_profile *p = NULL;
	struct builder *b;
	size_t i, k, depth;

	builder_create(PMC_PROFILE_PERF, false, &b);
	builder_event(b, "cycles:u", PMC_SAMPLED);
	builder_event(b, "faults", PMC_EXACT);
	builder_event_samples(b, 0, 4000, n);
	add_heads(b, 100);
	for (i = 0; i < n; i++) {
		unsigned thread = (unsigned)any(3), event = (unsigned)any(2);

		depth = 1 + any(20);
		for (k = 0; k < depth; k++)
			frames[k] = (struct pmc_frame){ (unsigned)any(3), 0x1000 + any(30), NULL };
		if (any(4) == 0) {
			frames[depth - 1].name = builder_text(b, "main", 4);
			frames[depth - 1].object = UINT_MAX;
		}
		builder_stack(b, thread, frames, depth, event, 4000);
		builder_count(b, thread, 0, frames[0].address, event, 4000);
		inclusive[0] = any(100);
		inclusive[1] = 0;
		edge = (struct pmc_edge){ .kind = PMC_EDGE_CALL,
					  .from = 0x1000 + any(30),
					  .to = 0x1000,
					  .count = any(3),
					  .inclusive = inclusive };
		builder_edge(b, &edge);
	}
	add_rest(b);
	return builder_finish(b, &p) ? NULL : p;
}

/* What a machine is said to have counted at an address, in a thread. */
struct told {
	unsigned thread, object;
	u64 address, counts[2];
};

/* An exact profile with two modelled events, counted at instructions and where none ran. */
static struct pmc_profile *modelled_profile(struct naive *all, size_t n, struct told *told,
					    size_t n_told)
{
	struct pmc_profile *p = NULL;
	struct builder *b;
	size_t i;

	builder_create(PMC_PROFILE_OWN, true, &b);
	builder_event(b, "misses:u", PMC_MODELLED);
	builder_event(b, "walks:u", PMC_MODELLED);
	add_heads(b, 50);
	add_places(b, all, n);
	for (i = 0; i < n_told; i++) {
		const struct naive *at = &all[any(n)];

		told[i] =
			(struct told){ .thread = any(2) ? at->thread : (unsigned)any(3),
				       .object = at->object,
				       .address = at->address + (any(3) ? 0 : any(9)),
				       .counts = { any(3) ? number() : 0, any(3) ? 0 : number() } };
		builder_modelled(b, told[i].thread, told[i].object, told[i].address, 0,
				 told[i].counts[0]);
		builder_modelled(b, told[i].thread, told[i].object, told[i].address, 1,
				 told[i].counts[1]);
	}
	add_rest(b);
	return builder_finish(b, &p) ? NULL : p;
}

static void bytes_of(const struct pmc_profile *p, struct bytes *out)
{
	memset(out, 0, sizeof(*out));
	write_profile(p, out);
}

/* ---- The tests ---- */

static void sorted_and_summed(void)
{
	struct naive *all = calloc(20000, sizeof(*all));
	struct pmc_profile *p = exact_profile(50, all, 20000);
	size_t n = merge(all, 20000), i, bad = 0;
	struct pmc_profile_info info;
	struct pmc_place at;

	if (!ok(p, "a profile of 20,000 random pieces is built"))
		return;
	pmc_profile_info(p, &info);
	is_u64(info.places, n, "it has as many places as the naive model");
	for (i = 0; i < n && !pmc_profile_place_at(p, i, &at); i++)
		bad += at.object != all[i].object || at.thread != all[i].thread ||
		       at.address != all[i].address || at.length != all[i].length ||
		       at.flags != all[i].flags || at.executions != all[i].executions ||
		       at.taken != all[i].taken;
	is_u64(bad, 0, "in the same order and with the same numbers");
	is_int(pmc_profile_place_at(p, n, &at), -ENOENT, "none behind the last one");
	for (i = 0; i < n && !pmc_profile_where_at(p, i, &at); i++)
		bad += at.object != all[i].object || at.thread != all[i].thread ||
		       at.address != all[i].address || at.length != all[i].length ||
		       at.flags != all[i].flags;
	ok(i == n && !bad && pmc_profile_where_at(p, n, &at) == -ENOENT,
	   "pmc_profile_where_at() says the same");
	is_str(info.command, command, "the command");
	ok(info.quality == PMC_EXACT && info.objects == 3 && info.processes == 2 &&
		   info.threads == 3 && info.notes == 2,
	   "what else it has");
	pmc_profile_close(p);
	free(all);
}

static bool is_told_at(const struct told *told, const struct pmc_place *at)
{
	return told->thread == at->thread && told->object == at->object &&
	       told->address == at->address;
}

/* Modelled counts stand at one place of their address and thread, and change nothing else. */
static void modelled_counts(void)
{
	enum { N = 3000, TOLD = 1500 };
	struct naive *all = calloc(N, sizeof(*all));
	struct told *told = calloc(TOLD, sizeof(*told));
	struct pmc_profile *p = modelled_profile(all, N, told, TOLD);
	struct pmc_place at, before = { 0 };
	struct pmc_profile_event event;
	size_t i, k, e, first = 0, bad = 0, n = merge(all, N), counted = 0;
	u64 sum[2] = { 0 }, total[2] = { 0 };

	while (!pmc_profile_event_at(p, first, &event) && event.quality == PMC_EXACT)
		first++;
	is_str(event.name, "misses:u", "modelled events stand behind the exact ones");
	for (i = 0; !pmc_profile_place_at(p, i, &at); i++) {
		u64 want[2] = { 0 };
		bool again = i && before.object == at.object && before.address == at.address &&
			     before.thread == at.thread;

		counted += at.executions != 0;
		for (k = 0; k < TOLD; k++)
			for (e = 0; e < 2 && is_told_at(&told[k], &at); e++)
				want[e] += told[k].counts[e];
		for (e = 0; e < 2; e++) {
			total[e] += at.counts[first + e];
			/* Of several instructions at the address any one has them. */
			sum[e] = at.counts[first + e] + (again ? sum[e] : 0);
		}
		before = at;
		if (pmc_profile_place_at(p, i + 1, &at) || at.object != before.object ||
		    at.address != before.address || at.thread != before.thread)
			bad += sum[0] != want[0] || sum[1] != want[1];
	}
	is_u64(bad, 0, "each address and thread has what it was told");
	is_u64(counted, n, "and places with executions are as many as without models");
	for (e = 0; e < 2; e++) {
		for (k = 0; k < TOLD; k++)
			total[e] -= told[k].counts[e];
		is_u64(total[e], 0, "nothing is lost");
		pmc_profile_event_at(p, first + e, &event);
		for (k = 0; k < TOLD; k++)
			event.total -= told[k].counts[e];
		is_u64(event.total, 0, "the total is the sum");
	}
	pmc_profile_close(p);
	free(told);
	free(all);
}

/* What pmc_profile_sum() has to do, place by place. */
static size_t naive_sum(const struct pmc_profile *p, size_t first, u64 last, bool same_thread,
			const unsigned *events, size_t n, u64 *sums)
{
	struct pmc_place from, at;
	size_t i, k;

	pmc_profile_place_at(p, first, &from);
	for (i = first; !pmc_profile_place_at(p, i, &at); i++) {
		if (at.object != from.object || at.address > last ||
		    (same_thread && at.thread != from.thread))
			break;
		for (k = 0; k < n; k++)
			sums[k] += at.counts[events[k]];
	}
	return i;
}

/* Sums up runs of places of a profile. */
static void sums(const char *what, struct pmc_profile *p)
{
	struct pmc_profile_info info;
	size_t run, bad = 0, long_runs = 0;

	pmc_profile_info(p, &info);
	for (run = 0; run < 2000; run++) {
		const unsigned events[] = { (unsigned)any(info.events), (unsigned)info.events - 1,
					    0 };
		size_t first = any(info.places + 2), n = any(4), end, want = first;
		u64 sum[3] = { 1, 2, 3 }, wanted[3] = { 1, 2, 3 }, last;
		bool same_thread = any(2);
		struct pmc_place at = { 0 };

		pmc_profile_place_at(p, first, &at);
		last = any(20) ? at.address + any(200) : any(2) ? UINT64_MAX : 0;
		if (first < info.places)
			want = naive_sum(p, first, last, same_thread, events, n, wanted);
		end = pmc_profile_sum(p, first, last, same_thread, events, n, sum);
		bad += end != want || memcmp(sum, wanted, sizeof(sum)) != 0;
		long_runs += end > first + 5;
	}
	is_u64(bad, 0, "%s: places are summed up as one by one", what);
	ok(long_runs > 20, "some of them many at once");
	pmc_profile_close(p);
}

/* How often a place gives one of the engine's signals: emu/launch.h in other words. */
static u64 signal_count(const struct pmc_place *at, unsigned signal)
{
	bool indirect = at->flags & PMC_PLACE_INDIRECT;
	unsigned kind = at->flags &
			~(unsigned)(PMC_PLACE_LOAD | PMC_PLACE_STORE | PMC_PLACE_INDIRECT);

	switch (signal) {
	case EMU_INSTRUCTIONS:
		return at->executions;
	case EMU_LOADS:
		return at->flags & PMC_PLACE_LOAD ? at->executions : 0;
	case EMU_STORES:
		return at->flags & PMC_PLACE_STORE ? at->executions : 0;
	case EMU_COND_TAKEN:
		return kind == PMC_PLACE_COND ? at->taken : 0;
	case EMU_COND_NOT:
		return kind == PMC_PLACE_COND ? at->executions - at->taken : 0;
	case EMU_JUMP_DIRECT:
		return kind == PMC_PLACE_JUMP && !indirect ? at->executions : 0;
	case EMU_JUMP_INDIRECT:
		return kind == PMC_PLACE_JUMP && indirect ? at->executions : 0;
	case EMU_CALL_DIRECT:
		return kind == PMC_PLACE_CALL && !indirect ? at->executions : 0;
	case EMU_CALL_INDIRECT:
		return kind == PMC_PLACE_CALL && indirect ? at->executions : 0;
	case EMU_RETURNS:
		return kind == PMC_PLACE_RETURN ? at->executions : 0;
	case EMU_SYSCALLS:
		return kind == PMC_PLACE_SYSCALL ? at->executions : 0;
	}
	return 0;
}

/* Every event of the engine is in an exact profile, with what its signals add up to. */
static void exact_events(void)
{
	struct naive *all = calloc(5000, sizeof(*all));
	struct pmc_profile *p = exact_profile(50, all, 5000);
	const struct event_row *row;
	struct pmc_profile_event event;
	struct pmc_place at;
	size_t i, k, events = 0;
	unsigned s;
	u32 signals;
	char name[64];

	pmc_profile_event_at(p, 0, &event);
	is_str(event.name, "instructions:u", "instructions are the first event");
	for (i = 0; (row = pmc_generic_row((u32)i)); i++) {
		u64 sum = 0, total = 0;

		signals = event_signals(row->kind, row->id);
		if (!signals)
			continue;
		snprintf(name, sizeof(name), "%s:u", row->name);
		for (k = 0; !pmc_profile_event_at(p, k, &event) && strcmp(event.name, name);)
			k++;
		if (!ok(!pmc_profile_event_at(p, k, &event), "%s is one of its events", name))
			continue;
		events++;
		total = event.total;
		for (size_t n = 0; !pmc_profile_place_at(p, n, &at); n++) {
			u64 count = 0;

			for (s = 0; s < EMU_NSIGNALS; s++)
				count += signals >> s & 1 ? signal_count(&at, s) : 0;
			sum += count == at.counts[k] ? count : 12345;
		}
		is_u64(total, sum, "its sum over all places");
	}
	ok(events && pmc_profile_event_at(p, events, &event) == -ENOENT, "and there are no others");
	pmc_profile_close(p);
	free(all);
}

/* Code that changes all the time: every kind of instruction at two neighbouring addresses. */
static void many_kinds(void)
{
	struct pmc_profile *p = NULL;
	struct pmc_place at, before = { 0 };
	size_t i, bad = 0;
	struct builder *b;
	unsigned k;

	builder_create(PMC_PROFILE_OWN, true, &b);
	add_heads(b, 50);
	for (k = 0; k < 2 * 2 * 16 * 256; k++)
		builder_place(b, k & 1, 0, 0x1000 + (k >> 1 & 1), k >> 2 & 15, k >> 6 & 255, k + 1,
			      0);
	if (!ok(!builder_finish(b, &p), "16,384 kinds of instructions at two addresses"))
		return;
	for (i = 0; !pmc_profile_place_at(p, i, &at); i++) {
		k = at.thread | (unsigned)(at.address & 1) << 1 | at.length << 2 | at.flags << 6;
		bad += at.executions != k + 1;
		bad += i && (at.address < before.address ||
			     (at.address == before.address && at.thread < before.thread));
		before = at;
	}
	ok(i == 2 * 2 * 16 * 256 && !bad, "each has its own count, and they are in order");
	pmc_profile_close(p);
}

static void there_and_back(const char *what, struct pmc_profile *p)
{
	struct pmc_profile *back = NULL;
	struct pmc_diag diag = { 0 };
	struct bytes out, again;
	int err;

	bytes_of(p, &out);
	err = pmc_profile_open_memory(out.data, out.n, "memory", &back, &diag);
	if (!ok(!err && !out.failed, "%s: written and read again (%zu bytes)", what, out.n)) {
		note("%s", diag.sentence);
	} else {
		ok(same(p, back), "%s: it is the same", what);
		bytes_of(back, &again);
		ok(again.n == out.n && !memcmp(again.data, out.data, out.n),
		   "%s: and gives the same bytes", what);
		bytes_deinit(&again);
	}
	pmc_profile_close(back);
	bytes_deinit(&out);
	pmc_profile_close(p);
}

static void recorded(void)
{
	struct pmc_place at;
	struct pmc_profile *p;
	u64 executed, sum = 0;
	size_t i;

	/* Sections of 65,536 places end in a line, and between the threads of an address. */
	for (i = 0; i < 4; i++)
		there_and_back("recorded", recorded_profile(90000, &executed));
	p = recorded_profile(5000, &executed);
	for (i = 0; !pmc_profile_place_at(p, i, &at); i++)
		sum += at.executions;
	is_int((long long)sum, (long long)executed, "recorded: nothing is lost or counted twice");
	pmc_profile_close(p);
}

/* Two recordings that differ in process numbers alone differ in one section alone. */
static void other_pids(void)
{
	struct naive *all = calloc(1000, sizeof(*all));
	struct pmc_profile *p, *q;
	u64 before = any_state;
	struct bytes a, b;
	size_t first, last;

	p = exact_profile(50, all, 1000);
	any_state = before;
	q = exact_profile(3000000, all, 1000);
	bytes_of(p, &a);
	bytes_of(q, &b);
	is_u64(a.n, b.n, "other process numbers: as many bytes");
	for (first = 0; first < a.n && a.data[first] == b.data[first];)
		first++;
	for (last = a.n; last > first && a.data[last - 1] == b.data[last - 1];)
		last--;
	/* 2 processes, 3 threads, 2 notes: 36 bytes, and the checksums in front of them. */
	ok(first > 0 && last > first && last - first <= 36 + 8,
	   "which differ in the %zu from byte %zu on alone", last - first, first);
	ok(first >= 12 && !memcmp(a.data + first - 12, "PIDS", 4), "in the section PIDS");
	bytes_deinit(&a);
	bytes_deinit(&b);
	pmc_profile_close(p);
	pmc_profile_close(q);
	free(all);
}

/* A copy in memory of exactly this size, for the sanitizers. */
static int open_copy(const u8 *bytes, size_t n, struct pmc_profile **p, struct pmc_diag *diag,
		     u8 **copy)
{
	*copy = malloc(n ? n : 1);
	memcpy(*copy, bytes, n);
	diag->sentence[0] = 0;
	return pmc_profile_open_memory(*copy, n, "memory", p, diag);
}

static void truncated(struct pmc_profile *p, bool damage)
{
	size_t n, bad = 0, opened = 0, silent = 0;
	struct pmc_profile_info info, whole;
	struct pmc_profile *part;
	struct pmc_diag diag;
	struct bytes out;
	u8 *copy;
	int err;

	pmc_profile_info(p, &whole);
	bytes_of(p, &out);
	for (n = 0; n < out.n; n++) {
		if (damage)
			out.data[n] ^= (u8)(1 + any(255));
		err = open_copy(out.data, damage ? out.n : n, &part, &diag, &copy);
		if (err) {
			silent += !diag.sentence[0];
			bad += err != -EPROTO && err != -ENODATA;
		} else {
			opened++;
			walk(part);
			pmc_profile_info(part, &info);
			bad += info.notes <= whole.notes || info.places > whole.places;
			pmc_profile_close(part);
		}
		free(copy);
		if (damage)
			bytes_deinit(&out), bytes_of(p, &out);
	}
	is_u64(bad, 0,
	       damage ? "no file with a changed byte is taken for whole" :
			"no file that was cut is taken for whole");
	is_u64(silent, 0, "and each that is refused has its sentence");
	if (!damage)
		ok(opened > out.n / 3, "%zu of %zu cut files are read in part", opened, out.n);
	bytes_deinit(&out);
	pmc_profile_close(p);
}

/* Changed bytes below right checksums: what is inside is never believed either. */
static void forged(struct pmc_profile *p)
{
	size_t round, opened = 0, at, i;
	struct pmc_profile *part;
	struct pmc_diag diag;
	struct bytes out;
	struct crc crc;
	u8 *copy;

	crc_init(&crc);
	bytes_of(p, &out);
	for (round = 0; round < 20000; round++) {
		u8 *bytes = malloc(out.n);
		size_t changed = 16 + any(out.n - 16);

		memcpy(bytes, out.data, out.n);
		for (i = 0; i < 1 + any(3) && changed + i < out.n; i++)
			bytes[changed + i] = any(2) ? (u8)any(256) : any(2) ? 0xff : 0;
		for (at = 16; at + 20 <= out.n;) {
			u64 n;
			u32 sum;

			memcpy(&n, bytes + at + 4, 8);
			if (n > out.n - at - 20)
				break;
			sum = crc_of(&crc, bytes + at + 20, (size_t)n);
			memcpy(bytes + at + 12, &sum, 4);
			sum = crc_of(&crc, bytes + at, 16);
			memcpy(bytes + at + 16, &sum, 4);
			at += 20 + (size_t)n;
		}
		if (!open_copy(bytes, out.n, &part, &diag, &copy)) {
			opened++;
			walk(part);
			pmc_profile_close(part);
		}
		free(copy);
		free(bytes);
	}
	ok(opened > 100, "20,000 forged files do no harm, and %zu of them are profiles", opened);
	bytes_deinit(&out);
	pmc_profile_close(p);
}

static void code_bytes(void)
{
	struct naive all[10];
	struct pmc_profile *p = exact_profile(50, all, 10);
	u8 bytes[64];

	is_u64(pmc_profile_code(p, 2, 0x1000, bytes, 64), 0x28, "code goes on into the next piece");
	ok(bytes[15] == 15 && bytes[16] == 0 && bytes[35] == 19 && bytes[36] == 0,
	   "the later piece is whole");
	is_u64(pmc_profile_code(p, 2, 0x1027, bytes, 64), 1, "its last byte");
	is_u64(pmc_profile_code(p, 2, 0x1028, bytes, 64), 0, "none behind it");
	is_u64(pmc_profile_code(p, 2, 0x2005, bytes, 7), 7, "not more than asked for");
	is_u64(bytes[0], 5, "from the address on");
	is_u64(pmc_profile_code(p, 1, 0x1000, bytes, 64), 0, "not of another object");
	pmc_profile_close(p);
}

static void files(void)
{
	struct naive all[100];
	struct pmc_profile *p = exact_profile(50, all, 100), *back = NULL;
	char path[] = "/tmp/profile_test.XXXXXX", again[64];
	struct pmc_diag diag = { 0 };
	int fd = mkstemp(path);
	struct stat st;

	ok(!pmc_profile_write(p, path, &diag) && !pmc_profile_open(path, &back, &diag) &&
		   same(p, back),
	   "a file is written over another one, and read");
	pmc_profile_close(back);
	is_int(pmc_profile_open("/nonexistent/file", &back, &diag), -ENOENT, "a missing file");
	ok(strstr(diag.sentence, "cannot read /nonexistent/file"), "says so");
	is_int(pmc_profile_write(p, "/nonexistent/file", &diag), -ENOENT, "a missing folder");
	ok(strstr(diag.sentence, "cannot write /nonexistent/file"), "says so");
	is_int(pmc_profile_write(p, "/dev/full", &diag), -ENOSPC, "a full disk");
	ok(!pmc_profile_write(p, "/dev/null", &diag), "a device");
	is_int(pmc_profile_open("/dev/null", &back, &diag), -ENODATA, "an empty file");
	is_int(pmc_profile_open("/", &back, &diag), -EISDIR, "a folder");
	snprintf(again, sizeof(again), "%s.link", path);
	ok(!symlink(path, again) && !pmc_profile_write(p, again, &diag) && !lstat(again, &st) &&
		   S_ISLNK(st.st_mode),
	   "a link stays a link");
	unlink(again);
	unlink(path);
	close(fd);
	is_int(pmc_profile_open_memory("no profile", 10, "x", &back, &diag), -EPROTO, "a text");
	ok(strstr(diag.sentence, "x: this is not a profile"), "says so");
	pmc_profile_close(p);
	pmc_profile_close(NULL);
}

int main(void)
{
	struct naive *all = calloc(200000, sizeof(*all));
	struct told *told;

	sorted_and_summed();
	exact_events();
	modelled_counts();
	many_kinds();
	told = calloc(2000, sizeof(*told));
	there_and_back("modelled", modelled_profile(all, 2000, told, 900));
	sums("modelled", modelled_profile(all, 2000, told, 900));
	sums("sampled", sampled_profile(3000));
	truncated(modelled_profile(all, 60, told, 40), false);
	truncated(modelled_profile(all, 60, told, 40), true);
	forged(modelled_profile(all, 60, told, 40));
	free(told);
	there_and_back("exact", exact_profile(7, all, 200000));
	recorded();
	there_and_back("small", exact_profile(7, all, 1));
	there_and_back("sampled", sampled_profile(3000));
	other_pids();
	code_bytes();
	truncated(exact_profile(7, all, 60), false);
	truncated(sampled_profile(60), false);
	truncated(exact_profile(7, all, 60), true);
	truncated(sampled_profile(30), true);
	forged(exact_profile(7, all, 60));
	forged(sampled_profile(30));
	files();
	free(all);
	return done();
}
