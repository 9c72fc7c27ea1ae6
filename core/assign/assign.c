/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The search for a plan. Once each event has one of its options, the search only has to match
 * events to counters, and augmenting paths solve that exactly. So the search branches on options
 * only, and on the
 * counters of events that cascade. It searches separately for events that have nothing in common.
 * Otherwise it would retry a conflict among some of them with every combination of the others.
 */
#include "core/assign/assign.h"
#include "core/base/bits.h"

/* Prefer fixed counters, since general ones can count more events. */
static unsigned preferred(u64 mask)
{
	u32 high = (u32)(mask >> 32);

	return high ? 32 + (unsigned)__builtin_ctz(high) : bits_lowest(mask);
}

static u64 bit(unsigned n)
{
	return (u64)1 << n;
}

static bool well_formed(const struct assign_event *events, unsigned n)
{
	unsigned i, k, r;

	if (n > ASSIGN_EVENTS)
		return false;
	for (i = 0; i < n; i++) {
		const struct assign_event *e = &events[i];

		if (e->n_options > ASSIGN_OPTIONS || e->after > n || e->after == i + 1)
			return false;
		for (k = 0; k < e->n_options; k++)
			for (r = 0; r < ASSIGN_TAKES; r++)
				if (e->option[k].resource[r] >= ASSIGN_RESOURCES)
					return false;
	}
	return true;
}

/* The counters that any option of the event allows. */
static u64 reach(const struct assign_event *e, u64 available)
{
	u64 counters = 0;
	unsigned k;

	for (k = 0; k < e->n_options; k++)
		counters |= e->option[k].counters;
	return counters & available;
}

static u64 resources(const struct assign_event *e)
{
	u64 mask = 0;
	unsigned k, r;

	for (k = 0; k < e->n_options; k++)
		for (r = 0; r < ASSIGN_TAKES; r++)
			mask |= bit(e->option[k].resource[r]);
	return mask & ~(u64)1;
}

/* ---- Matching ---- */

/*
 * Gives event e one of the counters in w->allowed[e], moving other events along an augmenting path
 * (found breadth first) if necessary. False when that is impossible; then nothing is changed.
 */
static bool place(struct assign_work *w, unsigned e, u64 available)
{
	u64 seen, want = w->allowed[e] & available;
	unsigned head = 0, tail = 0, c;
	u64 m;

	for (m = want; m;) {
		c = preferred(m);
		m &= ~bit(c);
		if (!w->owner[c]) {
			w->owner[c] = (u8)(e + 1);
			w->at[e] = (u8)(c + 1);
			return true;
		}
		w->from[c] = 0xff; /* the path begins with e itself */
		w->queue[tail++] = (u8)c;
	}
	seen = want;
	while (head < tail) {
		unsigned taken = w->queue[head++], holder = w->owner[taken] - 1u;

		for (m = w->allowed[holder] & available & ~seen; m;) {
			c = preferred(m);
			m &= ~bit(c);
			seen |= bit(c);
			w->from[c] = (u8)taken;
			if (w->owner[c]) {
				w->queue[tail++] = (u8)c;
				continue;
			}
			/* Every event on the path moves to the next counter. */
			while (w->from[c] != 0xff) {
				unsigned before = w->from[c];

				w->owner[c] = w->owner[before];
				w->at[w->owner[c] - 1] = (u8)(c + 1);
				c = before;
			}
			w->owner[c] = (u8)(e + 1);
			w->at[e] = (u8)(c + 1);
			return true;
		}
	}
	return false;
}

static void displace(struct assign_work *w, unsigned e)
{
	w->owner[w->at[e] - 1] = 0;
	w->at[e] = 0;
}

/* ---- Resources ---- */

/* Puts back the first n of an option's resources. */
static void put_resources(struct assign_work *w, const struct assign_option *o, unsigned n)
{
	while (n--)
		if (o->resource[n])
			w->users[o->resource[n]]--;
}

/* Takes all resources of an option, or none. An option that needs two values of one resource
 * never fits. */
static bool take_resources(struct assign_work *w, const struct assign_event *e,
			   const struct assign_option *o)
{
	unsigned i;

	if (w->ignore_resources)
		return true;
	for (i = 0; i < ASSIGN_TAKES; i++) {
		unsigned r = o->resource[i];

		if (!r)
			continue;
		if (w->users[r] && w->value[r] != e->value[i]) {
			put_resources(w, o, i);
			return false;
		}
		w->users[r]++;
		w->value[r] = e->value[i];
	}
	return true;
}

static void give_all(struct assign_work *w, const struct assign_option *o)
{
	if (!w->ignore_resources)
		put_resources(w, o, ASSIGN_TAKES);
}

/* ---- Cascades (Pentium 4) ---- */

/*
 * Whether counter a's overflow can start counter b. SDM volume 3, "Cascading Counters": the
 * counters of a block that are two apart start each other; 14 and 15 also start 16 and 17, which
 * start none, except by extended cascading: 16 then starts 12 and 13, and 17 starts 14 and 15.
 */
static bool starts(unsigned a, unsigned b, unsigned cascade)
{
	if (cascade & ASSIGN_BY_PAIR &&
	    ((a < 16 && (a ^ 2) == b) || (a == 14 && b == 16) || (a == 15 && b == 17)))
		return true;
	return cascade & ASSIGN_BY_EXTENDED &&
	       ((a == 16 && (b == 12 || b == 13)) || (a == 17 && (b == 14 || b == 15)));
}

/* Whether event e can be on counter c, given the counters that the events of its cascade have so
 * far. */
static bool cascade_fits(const struct assign_work *w, const struct assign_event *events, u64 which,
			 unsigned e, unsigned c)
{
	u64 m;

	if (events[e].after && w->at[events[e].after - 1] &&
	    !starts(w->at[events[e].after - 1] - 1u, c, events[e].cascade))
		return false;
	for (m = which; m; m &= m - 1) {
		unsigned i = bits_lowest(m);

		if (events[i].after == e + 1 && w->at[i] &&
		    !starts(c, w->at[i] - 1u, events[i].cascade))
			return false;
	}
	return true;
}

/* The events of cascades: the search chooses their counters too, since they depend on each
 * other. */
static u64 cascading(const struct assign_work *w, const struct assign_event *events, u64 which)
{
	u64 m, mask = 0;

	if (w->ignore_cascade)
		return 0;
	for (m = which; m; m &= m - 1) {
		unsigned i = bits_lowest(m);

		if (events[i].after && which >> (events[i].after - 1) & 1)
			mask |= bit(i) | bit(events[i].after - 1u);
	}
	return mask;
}

/* ---- Search ---- */

/*
 * Takes the next choice for event e, from number `choice` on: an option, or for cascading events an
 * option and a counter. Returns the number after it, or 0 when none is left.
 */
static u16 take(struct assign_work *w, const struct assign_event *events, u64 chained,
		u64 available, unsigned e, unsigned choice)
{
	const struct assign_event *ev = &events[e];
	bool chain = chained >> e & 1;

	for (; choice < (chain ? 64u * ev->n_options : ev->n_options); choice++) {
		unsigned k = chain ? choice >> 6 : choice;
		const struct assign_option *o = &ev->option[k];

		w->allowed[e] = o->counters;
		if (chain) {
			if (!(o->counters & available & bit(choice & 63)) ||
			    !cascade_fits(w, events, chained, e, choice & 63))
				continue;
			w->allowed[e] = bit(choice & 63);
		}
		w->steps++;
		if (!take_resources(w, ev, o))
			continue;
		w->option[e] = (u8)k;
		if (place(w, e, available))
			return (u16)(choice + 1);
		give_all(w, o);
	}
	return 0;
}

/* Sorts events with few choices first, and among them those with few counters. */
static unsigned sort(struct assign_work *w, const struct assign_event *events, u64 which,
		     u64 chained)
{
	unsigned n = 0, i;
	u64 m;

	for (m = which; m; m &= m - 1) {
		unsigned e = bits_lowest(m), weight;

		weight = events[e].n_options * 64u + (chained >> e & 1 ? 0 : 1024u) +
			 bits_count(w->reach[e]);
		for (i = n++; i && w->next[i - 1] > weight; i--) {
			w->next[i] = w->next[i - 1];
			w->order[i] = w->order[i - 1];
		}
		w->next[i] = (u16)weight;
		w->order[i] = (u8)e;
	}
	return n;
}

/* Places the events of one component and leaves all others in place. */
static bool search(struct assign_work *w, const struct assign_event *events, u64 which,
		   u64 available)
{
	u64 chained = cascading(w, events, which);
	unsigned n = sort(w, events, which, chained), depth = 0;

	w->next[0] = 0;
	for (;;) {
		unsigned e = w->order[depth];
		u16 next = 0;

		if (w->steps > w->limit)
			w->gave_up = true;
		else
			next = take(w, events, chained, available, e, w->next[depth]);
		if (next) {
			w->next[depth] = next;
			if (++depth == n)
				return true;
			w->next[depth] = 0;
			continue;
		}
		if (!depth--)
			return false;
		e = w->order[depth];
		give_all(w, &events[e].option[w->option[e]]);
		displace(w, e);
	}
}

/* All events that share a counter, a resource or a cascade with the first of `left`, and so on. */
static u64 component(const struct assign_work *w, const struct assign_event *events, u64 left)
{
	u64 mask = left & -left, counters = 0, shared = 0, fresh = mask, m;

	while (fresh) {
		u64 partners = 0;

		for (m = fresh; m; m &= m - 1) {
			unsigned e = bits_lowest(m);

			counters |= w->reach[e];
			shared |= resources(&events[e]);
			if (events[e].after)
				partners |= bit(events[e].after - 1u);
		}
		fresh = 0;
		for (m = left & ~mask; m; m &= m - 1) {
			unsigned e = bits_lowest(m);

			if (w->reach[e] & counters || resources(&events[e]) & shared ||
			    partners >> e & 1 ||
			    (events[e].after && mask >> (events[e].after - 1) & 1))
				fresh |= bit(e);
		}
		mask |= fresh;
	}
	return mask;
}

static void clear(struct assign_work *w)
{
	memset(w->owner, 0, sizeof(w->owner));
	memset(w->at, 0, sizeof(w->at));
	memset(w->users, 0, sizeof(w->users));
}

/* 0 when the events fit, else the component that does not. */
static u64 misfits(struct assign_work *w, const struct assign_event *events, u64 which,
		   u64 available)
{
	u64 left, part, m;

	clear(w);
	/* Try without resources first: what does not fit then needs no search. */
	for (m = which; m; m &= m - 1) {
		unsigned e = bits_lowest(m);

		w->allowed[e] = w->reach[e] = reach(&events[e], available);
		w->option[e] = 0;
		if (!place(w, e, available))
			return which;
	}
	for (m = which; m; m &= m - 1) {
		unsigned e = bits_lowest(m);

		if (events[e].n_options != 1 || resources(&events[e]) || events[e].after)
			break;
	}
	if (!m)
		return 0;
	clear(w);
	for (left = which; left; left &= ~part) {
		part = component(w, events, left);
		if (!search(w, events, part, available))
			return part;
	}
	return 0;
}

/* ---- Why not ---- */

static void explain(struct assign_work *w, const struct assign_event *events, u64 which,
		    u64 available, struct assign_plan *plan)
{
	u64 m, k, wanted = 0;
	unsigned r, users;

	plan->conflict = which;
	plan->counters = plan->resources = 0;
	for (m = which; m; m &= m - 1) {
		plan->counters |= reach(&events[bits_lowest(m)], available);
		wanted |= resources(&events[bits_lowest(m)]);
	}
	if (!plan->counters) {
		plan->why = ASSIGN_NO_COUNTER;
		return;
	}
	w->ignore_resources = w->ignore_cascade = true;
	if (misfits(w, events, which, available)) {
		plan->why = ASSIGN_COUNTERS;
		return;
	}
	w->ignore_resources = false;
	plan->why = misfits(w, events, which, available) ? ASSIGN_RESOURCE : ASSIGN_CASCADE;
	w->ignore_cascade = false;
	if (plan->why != ASSIGN_RESOURCE)
		return;
	for (m = wanted; m; m &= m - 1) {
		r = bits_lowest(m);
		users = 0;
		for (k = which; k; k &= k - 1)
			users += resources(&events[bits_lowest(k)]) >> r & 1;
		if (users > 1)
			plan->resources |= bit(r);
	}
	if (!plan->resources) /* one event wants two values of one resource */
		plan->resources = wanted;
}

int pmc_assign_some(struct assign_work *w, const struct assign_event *events, unsigned n, u64 which,
		    u64 available, struct assign_plan *plan)
{
	u64 conflict, m;

	if (!well_formed(events, n) || (n < 64 && which >> n))
		return -PMC_CORE_EINVAL;
	w->ignore_resources = w->ignore_cascade = w->gave_up = false;
	w->steps = 0;
	w->limit = ASSIGN_STEPS;
	conflict = misfits(w, events, which, available);
	if (!conflict) {
		plan->why = ASSIGN_FITS;
		for (m = which; m; m &= m - 1) {
			unsigned e = bits_lowest(m);

			plan->counter[e] = (u8)(w->at[e] - 1);
			plan->option[e] = w->option[e];
		}
		return 0;
	}
	w->steps = 0;
	w->limit = 4 * ASSIGN_STEPS;
	/* An event whose removal does not help is not part of the conflict; what remains is
	 * minimal. */
	for (m = conflict; m && !w->gave_up; m &= m - 1) {
		u64 smaller = conflict & ~(m & -m);

		if (misfits(w, events, smaller, available))
			conflict = smaller;
	}
	if (!w->gave_up)
		explain(w, events, conflict, available, plan);
	if (w->gave_up) {
		plan->why = ASSIGN_GAVE_UP;
		plan->conflict = conflict;
		plan->counters = plan->resources = 0;
	}
	return -PMC_CORE_ENOSPC;
}

int pmc_assign(struct assign_work *w, const struct assign_event *events, unsigned n, u64 available,
	       struct assign_plan *plan)
{
	return pmc_assign_some(w, events, n, n >= 64 ? ~(u64)0 : bit(n) - 1, available, plan);
}

/* ---- Rotation ---- */

/* The events that must be in one slice with event e: its group, and its cascade. */
static u64 together(const struct assign_event *events, unsigned n, unsigned e)
{
	u64 mask = bit(e), before = 0;
	unsigned i, k;

	while (mask != before) {
		before = mask;
		for (i = 0; i < n; i++)
			for (k = 0; k < n; k++)
				if (before >> i & 1 &&
				    ((events[i].group && events[i].group == events[k].group) ||
				     events[i].after == k + 1 || events[k].after == i + 1))
					mask |= bit(k);
	}
	return mask;
}

/* misfits() with a budget of its own. */
static u64 tried_misfits(struct assign_work *w, const struct assign_event *events, u64 which,
			 u64 available)
{
	w->steps = 0;
	w->limit = ASSIGN_STEPS;
	return misfits(w, events, which, available);
}

/* The event of `left` that is in the fewest slices. */
static unsigned rarest(const struct assign_rotation *rotation, u64 left)
{
	unsigned best = bits_lowest(left), least = ~0u, s;

	for (; left; left &= left - 1) {
		unsigned e = bits_lowest(left), count = 0;

		for (s = 0; s < rotation->n; s++)
			count += rotation->events[s] >> e & 1;
		if (count < least) {
			least = count;
			best = e;
		}
	}
	return best;
}

int pmc_assign_rotate(struct assign_work *w, const struct assign_event *events, unsigned n,
		      u64 available, struct assign_rotation *rotation, struct assign_plan *plan)
{
	u64 pinned = 0, left, all = n >= 64 ? ~(u64)0 : bit(n) - 1, unit;
	unsigned i, s;
	int err;

	if (!well_formed(events, n))
		return -PMC_CORE_EINVAL;
	for (i = 0; i < n; i++)
		if (events[i].pinned)
			pinned |= together(events, n, i);
	err = pmc_assign_some(w, events, n, pinned, available, plan);
	if (err)
		return err;
	rotation->n = 0;
	for (left = all & ~pinned; left; left &= ~unit) {
		unit = together(events, n, bits_lowest(left));
		for (s = 0; s < rotation->n; s++)
			if (!tried_misfits(w, events, rotation->events[s] | unit, available))
				break;
		if (s == rotation->n) {
			err = pmc_assign_some(w, events, n, pinned | unit, available, plan);
			if (err)
				return err;
			rotation->events[rotation->n++] = pinned;
		}
		rotation->events[s] |= unit;
	}
	if (!rotation->n)
		rotation->events[rotation->n++] = pinned;
	for (s = 0; s < rotation->n; s++) {
		for (left = all & ~rotation->events[s]; left; left &= ~unit) {
			unit = together(events, n, rarest(rotation, left));
			if (!tried_misfits(w, events, rotation->events[s] | unit, available))
				rotation->events[s] |= unit;
		}
	}
	return 0;
}
