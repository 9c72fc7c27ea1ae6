/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Branches and what is executed between them, of one object: the program. Both formats know a
 * processor's last branches; we know how often each was taken and not taken, which is more.
 */
#include "cli/script/layout.h"

#include "cli/script/job.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct layout {
	const struct script_job *job;
	unsigned object;
	uint64_t base; /* is subtracted from all addresses */
	/* The object's instructions, all threads as one. */
	struct pmc_place *place;
	size_t n;
	/* Targets of branches inside the object, sorted. */
	uint64_t *target;
	size_t n_targets;
};

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static bool is_library(const char *path)
{
	const char *slash = strrchr(path, '/'), *so = strstr(slash ? slash : path, ".so");

	return so && (!so[3] || so[3] == '.');
}

/*
 * The file with the most counts that is no library, whose functions may take most of the time; or
 * else the library. UINT_MAX: there is none.
 */
static unsigned find_program(const struct script_job *job)
{
	uint64_t *sum = calloc(job->info.objects + 1, sizeof(*sum));
	struct pmc_profile_object object;
	struct pmc_place place;
	bool library = true;
	unsigned best = UINT_MAX, i;
	size_t k;

	for (k = 0; sum && !pmc_profile_place_at(job->profile, k, &place); k++)
		sum[place.object] += place.executions;
	for (i = 0; sum && !pmc_profile_object_at(job->profile, i, &object); i++) {
		bool is = is_library(object.path);

		if (object.kind != PMC_OBJECT_FILE || !sum[i] || is > library)
			continue;
		if (best == UINT_MAX || is < library || sum[i] > sum[best])
			best = i;
		library = is;
	}
	free(sum);
	return best;
}

static int collect(struct layout *l)
{
	struct pmc_place place;
	struct pmc_edge edge;
	size_t i;

	l->place = malloc((l->job->info.places + 1) * sizeof(*l->place));
	l->target = malloc((l->job->info.edges + 1) * sizeof(*l->target));
	if (!l->place || !l->target) {
		complain("there is not enough memory for this format");
		return STATUS_FAILED;
	}
	for (i = 0; !pmc_profile_place_at(l->job->profile, i, &place); i++) {
		struct pmc_place *before = l->n ? &l->place[l->n - 1] : NULL;

		if (place.object != l->object)
			continue;
		if (before && before->address == place.address) {
			before->executions += place.executions;
			before->taken += place.taken;
		} else {
			l->place[l->n++] = place;
		}
	}
	for (i = 0; !pmc_profile_edge_at(l->job->profile, i, &edge); i++)
		if (edge.to_object == l->object)
			l->target[l->n_targets++] = edge.to;
	qsort(l->target, l->n_targets, sizeof(*l->target), compare);
	return 0;
}

static int init(struct layout *l, const struct script_job *job)
{
	*l = (struct layout){ .job = job, .object = find_program(job) };
	if (l->object != UINT_MAX)
		return collect(l);
	complain("%s: this profile does not say how often instructions were executed; only what "
		 "'pmc record' wrote does",
		 job->file);
	return STATUS_FAILED;
}

static void deinit(struct layout *l)
{
	free(l->place);
	free(l->target);
}

static bool is_target(const struct layout *l, uint64_t address)
{
	return bsearch(&address, l->target, l->n_targets, sizeof(*l->target), compare);
}

/* How often the instruction went on to the one behind it. */
static uint64_t passed_on(const struct layout *l, size_t i)
{
	const struct pmc_place *at = &l->place[i], *next = at + 1;

	if (i + 1 >= l->n || at->address + at->length != next->address ||
	    at->flags & (PMC_PLACE_JUMP | PMC_PLACE_RETURN))
		return 0;
	if (at->flags & PMC_PLACE_COND)
		return at->executions - at->taken;
	return at->executions < next->executions ? at->executions : next->executions;
}

/* Does a straight piece end with the instruction? */
static bool ends_piece(const struct layout *l, size_t i)
{
	return !passed_on(l, i) || l->place[i].flags & PMC_PLACE_COND ||
	       is_target(l, l->place[i + 1].address) ||
	       l->place[i].executions != l->place[i + 1].executions;
}

/* The next branch inside the object, its counts in all threads as one. *i moves behind it. */
static bool next_edge(const struct layout *l, size_t *i, struct pmc_edge *edge)
{
	struct pmc_edge next;

	do {
		if (pmc_profile_edge_at(l->job->profile, (*i)++, edge))
			return false;
	} while (edge->from_object != l->object || edge->to_object != l->object);
	while (!pmc_profile_edge_at(l->job->profile, *i, &next) && next.from_object == l->object &&
	       next.to_object == l->object && next.from == edge->from && next.to == edge->to) {
		edge->count += next.count;
		++*i;
	}
	return true;
}

int bolt_write(const struct script_job *job)
{
	struct pmc_edge edge;
	struct layout l;
	size_t i = 0;
	int status = init(&l, job);

	while (!status && next_edge(&l, &i, &edge))
		fprintf(job->out, "B %" PRIx64 " %" PRIx64 " %" PRIu64 " 0\n", edge.from, edge.to,
			edge.count);
	/* From the last instruction of a piece to the first of the next one. */
	for (i = 0; !status && i + 1 < l.n; i++)
		if (passed_on(&l, i) && ends_piece(&l, i))
			fprintf(job->out, "F %" PRIx64 " %" PRIx64 " %" PRIu64 "\n",
				l.place[i].address, l.place[i + 1].address, passed_on(&l, i));
	deinit(&l);
	return status;
}

/* The address at which the first segment of the file is loaded. */
static uint64_t first_segment(const struct script_job *job, unsigned object)
{
	struct pmc_segment segment;

	if (pmc_profile_segments(script_object(job, object), &segment, 1) < 1)
		return 0;
	return segment.address;
}

int autofdo_write(const struct script_job *job)
{
	size_t i, first, pieces = 0, edges = 0;
	struct pmc_edge edge;
	struct layout l;
	int status = init(&l, job);

	if (status) {
		deinit(&l);
		return status;
	}
	l.base = first_segment(job, l.object);
	for (i = 0; i < l.n; i++)
		pieces += ends_piece(&l, i);
	fprintf(job->out, "%zu\n", pieces);
	for (i = first = 0; i < l.n; i++) {
		if (!ends_piece(&l, i))
			continue;
		fprintf(job->out, "%" PRIx64 "-%" PRIx64 ":%" PRIu64 "\n",
			l.place[first].address - l.base, l.place[i].address - l.base,
			l.place[first].executions);
		first = i + 1;
	}
	fputs("0\n", job->out);
	for (i = 0; next_edge(&l, &i, &edge);)
		edges++;
	fprintf(job->out, "%zu\n", edges);
	for (i = 0; next_edge(&l, &i, &edge);)
		fprintf(job->out, "%" PRIx64 "->%" PRIx64 ":%" PRIu64 "\n", edge.from - l.base,
			edge.to - l.base, edge.count);
	deinit(&l);
	return 0;
}
