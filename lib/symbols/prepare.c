/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks about all places of a profile. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/base/workers.h"
#include "lib/profile/model/huge.h"
#include "lib/profile/model/model.h"
#include "lib/symbols/dwarf/dwarf.h"
#include "lib/symbols/dwarf/known_kinds.h"
#include "lib/symbols/object.h"
#include "lib/symbols/prepare.h"

#ifdef PMC_LIBDW

/* A profile with fewer places is not worth a thread. */
#define FEW_PLACES 2000

/* What was found. */
struct found {
	struct piece piece;
	const char *name; /* NULL: nothing is inlined */
};

/* What a thread has found in an object. */
struct part {
	struct unit_budget budget;
	struct known_kinds known;
	struct text text; /* names */
	struct found *found;
	size_t n, room;
};

/* Places in a row that are asked about, and are in one unit. */
struct run {
	size_t first, end;
	struct piece within; /* up to where it is this unit */
	uint32_t unit;	     /* SPANS_NONE: they are in none */
	uint32_t part;	     /* the thread that has the answers, and which they are */
	size_t at, n;
};

struct batch {
	const struct prepare_object *of;
	struct run *runs; /* in the order of places */
	size_t n, room;
	uint64_t *order; /* unit << 32 | number of the run, of those in units */
	size_t n_order;
	bool shared;
	struct places places; /* all that are in the object */
	struct part part[WORKERS_MOST];
};

/* Runs of a batch that are in one unit; or, if there are none, the names of its functions. */
struct job {
	struct batch *batch;
	size_t first, end; /* of its order */
	size_t places;
};

struct worker {
	unsigned number;
	struct demangler demangler;
};

struct pool {
	const struct object_options *options;
	const struct pmc_profile *profile;
	unsigned n_workers, begun;
	struct batch *batches;
	pthread_mutex_t lock; /* of all that follows */
	pthread_cond_t changed;
	size_t n_batches, next_batch, opening;
	struct job *jobs;
	size_t n_jobs, room, next_job;
	int error;
};

static inline uint64_t address_of(const struct pool *pool, size_t i)
{
	return model_address(pool->profile, i);
}

/* The first place behind place i that is not below the address, or the end. */
static size_t skip(const struct pool *pool, size_t i, size_t end, uint64_t address)
{
	for (i++; i < end && address_of(pool, i) < address; i++)
		;
	return i;
}

/* ---- Opening an object ---- */

/* Adds a run that begins at place `first`; returns the place behind it. */
static size_t add_run(const struct pool *pool, struct batch *b, struct answers *answers,
		      size_t first)
{
	struct run run = { .first = first, .within = PIECE_ALL };
	uint64_t address = address_of(pool, first), known = answers_next_known(answers, address);

	if (b->n == UINT32_MAX || vector_reserve(&b->runs, &b->room, b->n + 1, sizeof(*b->runs)))
		return SIZE_MAX;
	run.unit = dwarf_unit(b->of->object->dwarf, address, &run.within);
	run.end = skip(pool, first, b->of->end, known < run.within.end ? known : run.within.end);
	b->runs[b->n++] = run;
	return run.end;
}

static int compare_order(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Orders runs by unit. */
static int sort_runs(struct batch *b)
{
	size_t i;

	b->order = malloc((b->n + 1) * sizeof(*b->order));
	if (!b->order)
		return -ENOMEM;
	for (i = 0; i < b->n; i++)
		if (b->runs[i].unit != SPANS_NONE)
			b->order[b->n_order++] = (uint64_t)b->runs[i].unit << 32 | i;
	qsort(b->order, b->n_order, sizeof(*b->order), compare_order);
	return 0;
}

/* Finds the places that nobody knows an answer for, and the units that they are in. */
static int find_runs(const struct pool *pool, struct batch *b)
{
	struct object *object = b->of->object;
	struct answers *answers = cache_answers(&object->cache, ANSWER_INLINED);
	size_t i = b->of->first;

	if (answers->n_fresh)
		return 0;
	while (i < b->of->end) {
		const struct answer *answer = answers_find(answers, address_of(pool, i), 1);

		if (answer) {
			i = skip(pool, i, b->of->end, answer->piece.end);
			continue;
		}
		/* The error is known from now on, to whoever asks for an address. */
		if (!object->dwarf && object_debug(pool->options, object, NULL))
			return 0;
		i = add_run(pool, b, answers, i);
		if (i == SIZE_MAX)
			return -ENOMEM;
	}
	return sort_runs(b);
}

static int compare_jobs(const void *a, const void *b)
{
	const struct job *x = a, *y = b;

	return x->places > y->places ? -1 : x->places < y->places;
}

static int add_job(struct pool *pool, const struct job *job)
{
	if (vector_reserve(&pool->jobs, &pool->room, pool->n_jobs + 1, sizeof(*job)))
		return -ENOMEM;
	pool->jobs[pool->n_jobs++] = *job;
	return 0;
}

/*
 * Makes jobs: of the functions' names; of the runs, the largest first, since nobody is to wait for
 * one that began last.
 */
static int add_jobs(struct pool *pool, struct batch *b)
{
	const struct job names = { .batch = b };
	size_t before, i = 0;

	if (add_job(pool, &names))
		return -ENOMEM;
	before = pool->n_jobs;
	while (i < b->n_order) {
		struct job job = { .batch = b, .first = i };
		uint64_t unit = b->order[i] >> 32;

		for (; i < b->n_order && b->order[i] >> 32 == unit; i++) {
			const struct run *run = &b->runs[(uint32_t)b->order[i]];

			job.places += run->end - run->first;
		}
		job.end = i;
		if (add_job(pool, &job))
			return -ENOMEM;
	}
	if (pool->n_jobs > before)
		qsort(pool->jobs + before, pool->n_jobs - before, sizeof(*pool->jobs),
		      compare_jobs);
	return 0;
}

static int map_places(const struct pool *pool, struct batch *b)
{
	size_t i;
	int error = places_init(&b->places, b->of->end - b->of->first,
				address_of(pool, b->of->first), address_of(pool, b->of->end - 1));

	for (i = b->of->first; !error && i < b->of->end; i++)
		places_add(&b->places, address_of(pool, i));
	return error;
}

static int open_batch(struct pool *pool, struct batch *b)
{
	int error = find_runs(pool, b);
	struct unit_budget budget;
	unsigned i;

	if (error || !b->n_order)
		return error;
	error = map_places(pool, b);
	if (error)
		return error;
	budget = dwarf_share(b->of->object->dwarf, pool->n_workers);
	budget.places = &b->places;
	for (i = 0; i < pool->n_workers; i++) {
		b->part[i].budget = budget;
		b->part[i].budget.known = &b->part[i].known;
	}
	b->shared = true;
	return 0;
}

/* ---- Asking ---- */

static int add_found(struct part *part, const struct piece *piece, const char *name)
{
	if (huge_reserve(&part->found, &part->room, part->n, part->n + 1, sizeof(*part->found)))
		return -ENOMEM;
	part->found[part->n++] = (struct found){ *piece, name };
	return 0;
}

/* What is shown of a name, which an object has but once. False: no memory. */
static bool show(const struct pool *pool, struct worker *w, struct part *part,
		 struct scope_name *name)
{
	if (!name || !name->name || name->shown)
		return true;
	name->shown = pool->options->linkage ? name->name :
					       demangle(&w->demangler, name->name, &part->text);
	return name->shown;
}

static int ask_run(const struct pool *pool, struct worker *w, const struct batch *b,
		   struct part *part, struct run *run)
{
	struct dwarf *dwarf = b->of->object->dwarf;
	size_t i = run->first;

	run->part = w->number;
	run->at = part->n;
	while (i < run->end) {
		struct piece piece = run->within;
		struct scope_name *name = dwarf_inlined_in(dwarf, run->unit, &part->budget,
							   address_of(pool, i), &piece);

		if (!show(pool, w, part, name) ||
		    add_found(part, &piece, name ? name->shown : NULL))
			return -ENOMEM;
		run->n++;
		i = skip(pool, i, run->end, piece.end);
	}
	return 0;
}

/*
 * Demangles the names of the functions that places are in, so that who asks for a function finds
 * its name made. Nobody else uses the object's symbols and text meanwhile.
 */
static int name_functions(const struct pool *pool, struct worker *w, const struct batch *b)
{
	struct object *object = b->of->object;
	struct answers *answers = cache_answers(&object->cache, ANSWER_SYMBOL);
	size_t i = b->of->first;

	while (i < b->of->end) {
		uint64_t address = address_of(pool, i);
		const struct answer *answer = answers_find(answers, address, 1);
		struct piece piece = answer ? answer->piece : PIECE_ALL;
		struct symtab_symbol *s = NULL;

		if (!answer && object_table(object))
			return -ENOMEM;
		if (!answer)
			s = symtab_piece(&object->table, address, &piece);
		if (s && !s->shown)
			s->shown = demangle(&w->demangler, s->name, &object->text);
		if (s && !s->shown)
			return -ENOMEM;
		i = skip(pool, i, b->of->end, piece.end);
	}
	return 0;
}

static int do_job(const struct pool *pool, struct worker *w, const struct job *job)
{
	struct batch *b = job->batch;
	int error = 0;
	size_t i;

	if (job->first == job->end)
		return pool->options->linkage ? 0 : name_functions(pool, w, b);
	for (i = job->first; !error && i < job->end; i++)
		error = ask_run(pool, w, b, &b->part[w->number], &b->runs[(uint32_t)b->order[i]]);
	return error;
}

/* ---- Threads ---- */

/* Opens the next object. The pool is locked before and afterwards. */
static void open_next(struct pool *pool)
{
	struct batch *b = &pool->batches[pool->next_batch++];
	int error;

	pool->opening++;
	pthread_mutex_unlock(&pool->lock);
	error = open_batch(pool, b);
	pthread_mutex_lock(&pool->lock);
	if (!error)
		error = add_jobs(pool, b);
	if (error)
		pool->error = error;
	pool->opening--;
	pthread_cond_broadcast(&pool->changed);
}

/* The same with a job. */
static void do_next(struct pool *pool, struct worker *w)
{
	struct job job = pool->jobs[pool->next_job++];
	int error;

	pthread_mutex_unlock(&pool->lock);
	error = do_job(pool, w, &job);
	pthread_mutex_lock(&pool->lock);
	if (error)
		pool->error = error;
}

static void work(void *arg)
{
	struct pool *pool = arg;
	struct worker w = { 0 };

	pthread_mutex_lock(&pool->lock);
	w.number = pool->begun++;
	while (!pool->error) {
		/* To unpack takes longest, and makes further jobs. */
		if (pool->next_batch < pool->n_batches)
			open_next(pool);
		else if (pool->next_job < pool->n_jobs)
			do_next(pool, &w);
		else if (pool->opening)
			pthread_cond_wait(&pool->changed, &pool->lock);
		else
			break;
	}
	pthread_mutex_unlock(&pool->lock);
	demangler_deinit(&w.demangler);
}

/* ---- Putting together ---- */

static void put(struct answers_merge *merge, const struct piece *piece, const char *name)
{
	struct answer answer = { .piece = *piece, .n = !!name, .asked = UINT16_MAX };
	struct pmc_line line = { .function = name };

	answers_merge_put(merge, &answer, &line);
}

/* Puts the answers of a batch, in the order of its runs, to those that the object knows. */
static int keep(struct batch *b)
{
	struct answers *answers = cache_answers(&b->of->object->cache, ANSWER_INLINED);
	struct answers_merge merge;
	size_t most = b->n, i, k;

	for (i = 0; i < WORKERS_MOST; i++)
		most += b->part[i].n;
	if (!b->n)
		return 0;
	if (!answers_merge_begin(&merge, answers, most))
		return -ENOMEM;
	for (i = 0; i < b->n; i++) {
		const struct run *run = &b->runs[i];

		if (run->unit == SPANS_NONE)
			put(&merge, &run->within, NULL);
		for (k = 0; k < run->n; k++) {
			const struct found *found = &b->part[run->part].found[run->at + k];

			put(&merge, &found->piece, found->name);
		}
	}
	answers_merge_end(&merge);
	return 0;
}

/* Gives back what the threads shared. Names stay with the object, whatever failed. */
static void unshare(const struct pool *pool, struct batch *b)
{
	struct unit_budget left[WORKERS_MOST];
	struct object *object = b->of->object;
	unsigned i;

	for (i = 0; i < WORKERS_MOST; i++) {
		left[i] = b->part[i].budget;
		text_take(&object->text, &b->part[i].text);
		known_kinds_deinit(&b->part[i].known);
	}
	if (b->shared)
		dwarf_unshare(object->dwarf, left, pool->n_workers);
	places_deinit(&b->places);
	free(b->order);
}

static void end_batch(struct batch *b)
{
	unsigned i;

	for (i = 0; i < WORKERS_MOST; i++)
		free(b->part[i].found);
	free(b->runs);
}

/* How many threads there should be. */
static unsigned choose_workers(const struct prepare_object *objects, size_t n)
{
	size_t places = 0, i;

	for (i = 0; i < n; i++)
		places += objects[i].end - objects[i].first;
	return places < FEW_PLACES ? 1 : workers_count();
}

int prepare_inlined(const struct object_options *options, const struct pmc_profile *profile,
		    const struct prepare_object *objects, size_t n)
{
	struct pool pool = { .options = options, .profile = profile, .n_batches = n };
	size_t i;

	pool.n_workers = choose_workers(objects, n);
	pool.batches = calloc(n + 1, sizeof(*pool.batches));
	if (!pool.batches)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		pool.batches[i].of = &objects[i];
	pthread_mutex_init(&pool.lock, NULL);
	pthread_cond_init(&pool.changed, NULL);
	workers_run(pool.n_workers, work, &pool);
	for (i = 0; i < n; i++) {
		/* First, so that the answers get the memory. */
		unshare(&pool, &pool.batches[i]);
		if (!pool.error)
			pool.error = keep(&pool.batches[i]);
		end_batch(&pool.batches[i]);
	}
	pthread_cond_destroy(&pool.changed);
	pthread_mutex_destroy(&pool.lock);
	free(pool.jobs);
	free(pool.batches);
	return pool.error;
}

#else

int prepare_inlined(const struct object_options *options, const struct pmc_profile *profile,
		    const struct prepare_object *objects, size_t n)
{
	return 0;
}

#endif
