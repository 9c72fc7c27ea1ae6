/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints targets of branches, from the instruction itself and from the profile's edges. */
#include "cli/code/flow.h"

#include "cli/code/listing.h"
#include "cli/profile/subject.h"
#include "cli/ui/grouped.h"
#include "cli/ui/plain.h"

#include <inttypes.h>
#include <pmc/profile.h>
#include <stdlib.h>

#define SHOWN 4	  /* targets of an indirect branch */
#define MOST  256 /* targets of one branch that are told apart */

/* The first edge whose begin is not before the address. */
static size_t first_edge(const struct pmc_profile *profile, unsigned object, uint64_t address)
{
	struct pmc_profile_info info;
	struct pmc_edge edge;
	size_t low = 0, high;

	pmc_profile_info(profile, &info);
	high = info.edges;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (pmc_profile_edge_at(profile, middle, &edge))
			return low;
		if (edge.from_object < object ||
		    (edge.from_object == object && edge.from < address))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void flow_init(struct flow *flow, struct subject *subject, unsigned object, uint64_t from,
	       uint64_t to)
{
	*flow = (struct flow){ .subject = subject,
			       .object = object,
			       .first = first_edge(subject->profile, object, from),
			       .last = first_edge(subject->profile, object, to) };
}

/* "name" or "name+0x12"; "0x1234" in an object without a name there. */
static void print_place(FILE *out, const struct flow *flow, unsigned object, uint64_t address)
{
	struct functions *f = &flow->subject->functions;
	unsigned number = functions_find(f, object, address);
	const struct function *to = number == FUNCTION_NONE ? NULL : &f->function[number];

	if (!to || !to->name) {
		fprintf(out, "0x%" PRIx64, address);
		return;
	}
	plain_print(out, to->name);
	if (address != to->start)
		fprintf(out, "+0x%" PRIx64, address - to->start);
}

void flow_print_target(FILE *out, const struct flow *flow, const struct listed *row)
{
	struct functions *f = &flow->subject->functions;
	unsigned number = functions_find(f, flow->object, row->target);

	if (number == FUNCTION_NONE || !f->function[number].name)
		return;
	fputs(" <", out);
	print_place(out, flow, flow->object, row->target);
	fputc('>', out);
}

struct target {
	unsigned object;
	uint64_t address, count;
};

static int by_count(const void *a, const void *b)
{
	const struct target *x = a, *y = b;

	return x->count > y->count ? -1 : x->count < y->count;
}

/* Sums up the edges from an instruction by target. Returns how many targets there are. */
static size_t take_targets(const struct flow *flow, uint64_t from, struct target *targets)
{
	const struct pmc_profile *profile = flow->subject->profile;
	size_t i = first_edge(profile, flow->object, from), n = 0;
	struct pmc_edge edge;

	for (; i < flow->last && !pmc_profile_edge_at(profile, i, &edge); i++) {
		if (edge.from_object != flow->object || edge.from != from)
			break;
		if (edge.to_object == ~0u || !flow->subject->filter.thread[edge.thread])
			continue;
		/* Edges are sorted by target. */
		if (n && targets[n - 1].object == edge.to_object &&
		    targets[n - 1].address == edge.to)
			targets[n - 1].count += edge.count;
		else if (n < MOST)
			targets[n++] = (struct target){ edge.to_object, edge.to, edge.count };
	}
	return n;
}

void flow_print_targets(FILE *out, const struct flow *flow, const struct listed *row)
{
	struct target targets[MOST];
	char text[GROUPED_TEXT];
	size_t n = take_targets(flow, row->address, targets), i;

	qsort(targets, n, sizeof(*targets), by_count);
	for (i = 0; i < n && i < SHOWN; i++) {
		grouped_write(text, targets[i].count);
		fprintf(out, "%s%s to ", i ? ", " : "  # ", text);
		print_place(out, flow, targets[i].object, targets[i].address);
	}
	if (n > SHOWN)
		fprintf(out, ", and %zu more", n - SHOWN);
}
