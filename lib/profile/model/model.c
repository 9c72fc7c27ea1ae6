/* SPDX-License-Identifier: BSD-2-Clause */
/* What holds for every profile, wherever it comes from. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "lib/profile/model/huge.h"
#include "lib/profile/model/model.h"

struct pmc_profile *model_create(void)
{
	struct pmc_profile *p = calloc(1, sizeof(*p));

	if (p)
		p->command = "";
	return p;
}

void model_destroy(struct pmc_profile *p)
{
	if (!p)
		return;
	if (p->source)
		p->source->destroy(p->source);
	free(p->places);
	free(p->counted);
	free(p->edges);
	stacktree_deinit(&p->stacks);
	arena_deinit(&p->arena);
	free(p->file);
	free(p);
}

int model_set_derived(struct pmc_profile *p)
{
	unsigned i;

	exact_init(&p->exact);
	p->events = arena_alloc(&p->arena, p->exact.n * sizeof(*p->events));
	if (!p->events)
		return -ENOMEM;
	p->derived = true;
	p->n_events = p->exact.n;
	for (i = 0; i < p->exact.n; i++) {
		p->events[i].name = p->exact.name[i];
		p->events[i].quality = PMC_EXACT;
	}
	return 0;
}

int model_add_modelled(struct pmc_profile *p, const struct pmc_profile_event *events, size_t n)
{
	struct pmc_profile_event *all;

	if (!n)
		return 0;
	all = arena_alloc(&p->arena, (p->n_events + n) * sizeof(*all));
	if (!all)
		return -ENOMEM;
	memcpy(all, p->events, p->n_events * sizeof(*all));
	memcpy(all + p->n_events, events, n * sizeof(*all));
	p->events = all;
	p->n_events += n;
	return 0;
}

void model_counts(const struct pmc_profile *p, size_t place, u64 *counts)
{
	const struct place *at;

	if (!p->derived) {
		memcpy(counts, model_row(p, place) + MODEL_HEAD, p->n_events * sizeof(*counts));
		return;
	}
	at = &p->places[place];
	memset(counts, 0, p->n_events * sizeof(*counts));
	exact_add(&p->exact, at->flags, at->executions, at->taken, counts);
	if (at->row)
		memcpy(counts + p->exact.n, p->modelled + (at->row - 1) * model_modelled(p),
		       model_modelled(p) * sizeof(*counts));
}

u64 model_sum(const struct pmc_profile *p, size_t first, size_t end, unsigned event)
{
	const struct place *at, *behind;
	size_t n_modelled, i;
	u64 sum = 0;

	if (!p->derived) {
		for (i = first; i < end; i++)
			sum += model_row(p, i)[MODEL_HEAD + event];
		return sum;
	}
	at = &p->places[first];
	behind = &p->places[end];
	n_modelled = model_modelled(p);
	if (event < p->exact.n)
		for (; at < behind; at++)
			sum += exact_count(&p->exact, at->flags, at->executions, at->taken, event);
	else
		for (; at < behind; at++)
			if (at->row)
				sum += p->modelled[(at->row - 1) * n_modelled + event - p->exact.n];
	return sum;
}

/* Sums executions by flags first, so that events are looked at once for each kind of place. */
static void derived_totals(struct pmc_profile *p, u64 *totals)
{
	u64 executions[256] = { 0 }, taken[256] = { 0 };
	unsigned flags;
	size_t i;

	for (i = 0; i < p->n_places; i++) {
		executions[p->places[i].flags] += p->places[i].executions;
		taken[p->places[i].flags] += p->places[i].taken;
	}
	for (flags = 0; flags < 256; flags++)
		if (executions[flags])
			exact_add(&p->exact, flags, executions[flags], taken[flags], totals);
	for (i = 0; i < p->n_rows * model_modelled(p); i++)
		totals[p->exact.n + i % model_modelled(p)] += p->modelled[i];
}

void model_finish(struct pmc_profile *p)
{
	u64 totals[PMC_PROFILE_EVENTS] = { 0 };
	size_t i, k;

	if (p->derived)
		derived_totals(p, totals);
	else
		for (i = 0; i < p->n_places; i++)
			for (k = 0; k < p->n_events; k++)
				totals[k] += model_row(p, i)[MODEL_HEAD + k];
	p->quality = PMC_EXACT;
	for (k = 0; k < p->n_events; k++) {
		p->events[k].total = totals[k];
		if (p->events[k].quality > p->quality)
			p->quality = p->events[k].quality;
	}
}

/* ---- Places and edges, one after another ---- */

static bool is_behind(const struct pmc_edge *edge, const struct place *place)
{
	return edge->from_object != place->object ? edge->from_object > place->object :
						    edge->from > place->address;
}

static bool same_address(const struct pmc_profile *p, size_t i, size_t k)
{
	struct place a = model_place(p, i), b = model_place(p, k);

	return a.object == b.object && a.address == b.address;
}

void model_walk(const struct pmc_profile *p, const struct visitor *v)
{
	const struct model_source *source = __atomic_load_n(&p->source, __ATOMIC_ACQUIRE);
	size_t place, edge = 0;

	if (source) {
		source->walk(source, v);
		return;
	}
	for (place = 0; place < p->n_places; place++) {
		struct place at = model_place(p, place);

		v->place(v->data, &at);
		if (place + 1 < p->n_places && same_address(p, place, place + 1))
			continue;
		for (; edge < p->n_edges && !is_behind(&p->edges[edge], &at); edge++)
			v->edge(v->data, &p->edges[edge]);
	}
	for (; edge < p->n_edges; edge++)
		v->edge(v->data, &p->edges[edge]);
}

/* Arrays that are filled from a source. */
struct filled {
	struct place *places;
	struct pmc_edge *edges;
	size_t n_places, n_edges;
};

static void count_place(void *data, const struct place *place)
{
	struct filled *f = data;

	(void)place;
	f->n_places++;
}

static void count_edge(void *data, const struct pmc_edge *edge)
{
	struct filled *f = data;

	(void)edge;
	f->n_edges++;
}

static void keep_place(void *data, const struct place *place)
{
	struct filled *f = data;

	f->places[f->n_places++] = *place;
}

static void keep_edge(void *data, const struct pmc_edge *edge)
{
	struct filled *f = data;

	f->edges[f->n_edges++] = *edge;
}

static int fill(struct pmc_profile *p)
{
	struct model_source *source = p->source;
	struct filled f = { 0 };
	const struct visitor count = { &f, count_place, count_edge, NULL, NULL };
	const struct visitor keep = { &f, keep_place, keep_edge, NULL, NULL };

	source->walk(source, &count);
	f.places = huge_alloc((f.n_places + 1) * sizeof(*f.places));
	f.edges = huge_alloc((f.n_edges + 1) * sizeof(*f.edges));
	if (!f.places || !f.edges) {
		free(f.places);
		free(f.edges);
		return -ENOMEM;
	}
	f.n_places = f.n_edges = 0;
	source->walk(source, &keep);
	p->places = f.places;
	p->edges = f.edges;
	p->n_places = f.n_places;
	p->n_edges = f.n_edges;
	/* Other profiles have counts of their own, which their maker adds. */
	if (p->derived)
		model_finish(p);
	__atomic_store_n(&p->source, NULL, __ATOMIC_RELEASE);
	source->destroy(source);
	return 0;
}

int model_fill(const struct pmc_profile *p)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	int err = 0;

	pthread_mutex_lock(&lock);
	if (p->source)
		err = fill((struct pmc_profile *)(uintptr_t)p);
	pthread_mutex_unlock(&lock);
	return err;
}
