/* SPDX-License-Identifier: BSD-2-Clause */
/* Chains from stacks, or from places. */
#include "cli/script/stacks.h"

#include "cli/profile/frame.h"
#include "cli/script/job.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(void)
{
	complain("there is not enough memory for the call chains");
	return STATUS_FAILED;
}

/* Names that are composed stand behind the frames, one for each. */
struct giving {
	const struct script_job *job;
	stack_taker *take;
	void *to;
	struct stack_frame *frames;
	char (*names)[SCRIPT_NAME];
	size_t room;
};

/* Forgets the names when there was too little room. */
static int make_room(struct giving *g, size_t n, size_t *known)
{
	struct stack_frame *frames;

	if (n <= g->room)
		return 0;
	g->room = 2 * n;
	*known = 0;
	frames = realloc(g->frames, g->room * sizeof(*frames));
	g->frames = frames ? frames : g->frames;
	free(g->names);
	g->names = malloc(g->room * sizeof(*g->names));
	return frames && g->names ? 0 : no_memory();
}

/* known: how many frames from the outermost one on stand there already. */
static int give(struct giving *g, const struct pmc_stack *stack, size_t known)
{
	size_t k;

	if (make_room(g, stack->n + 1, &known))
		return STATUS_FAILED;
	g->frames[0] = (struct stack_frame){ script_process(g->job, stack->thread), UINT_MAX, 0 };
	for (k = known; k < stack->n; k++) {
		const struct pmc_frame *frame = &stack->frames[stack->n - 1 - k];
		uint64_t address = frame_address(frame, k + 1 == stack->n);
		const char *name = frame->name;

		if (!name)
			name = script_name(g->job, frame->object, address, g->names[k]);
		g->frames[k + 1] = (struct stack_frame){ name, frame->object, address };
	}
	return g->take(g->to, g->frames, stack->n + 1, known ? known + 1 : 0,
		       stack->counts[g->job->events[0]]);
}

static int give_stacks(const struct script_job *job, stack_taker *take, void *to)
{
	struct giving g = { .job = job, .take = take, .to = to };
	struct pmc_stack_walk *walk;
	struct pmc_stack stack;
	size_t common, known = 0;
	int status = 0, end = pmc_stack_walk_create(job->profile, &walk);

	if (end)
		return no_memory();
	while (!status) {
		end = pmc_stack_walk_next(walk, &stack, &common);
		if (end)
			break;
		known = common < known ? common : known;
		if (!stack.counts[job->events[0]])
			continue;
		status = give(&g, &stack, known);
		known = stack.n;
	}
	if (!status && end != -ENOENT)
		status = no_memory();
	pmc_stack_walk_destroy(walk);
	free(g.frames);
	free(g.names);
	return status;
}

/* What one function did in one process. */
struct part {
	unsigned process, object;
	uint64_t start, count;
};

static int compare_parts(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	return x->start < y->start ? -1 : x->start > y->start;
}

/* The parts of all places, in order, equal ones summed up. Their number, or -1. */
static ssize_t collect(const struct script_job *job, struct part *parts)
{
	struct pmc_profile_thread thread;
	struct pmc_place place;
	size_t i, n = 0, kept = 0;

	for (i = 0; !pmc_profile_place_at(job->profile, i, &place); i++) {
		struct part *at = &parts[n];

		if (!place.counts[job->events[0]])
			continue;
		pmc_profile_thread_at(job->profile, place.thread, &thread);
		*at = (struct part){ thread.process, place.object, UINT64_MAX,
				     place.counts[job->events[0]] };
		script_function(job, place.object, place.address, &at->start);
		/* Neighbours are mostly of one function. */
		if (n && !compare_parts(at - 1, at))
			at[-1].count += at->count;
		else
			n++;
	}
	if (n)
		qsort(parts, n, sizeof(*parts), compare_parts);
	for (i = 0; i < n; i++) {
		if (kept && !compare_parts(&parts[kept - 1], &parts[i]))
			parts[kept - 1].count += parts[i].count;
		else
			parts[kept++] = parts[i];
	}
	return (ssize_t)kept;
}

static int give_places(const struct script_job *job, stack_taker *take, void *to)
{
	struct part *parts = malloc((job->info.places + 1) * sizeof(*parts));
	struct pmc_profile_process process;
	char text[SCRIPT_NAME];
	int status = 0;
	ssize_t i, n;

	if (!parts)
		return no_memory();
	n = collect(job, parts);
	for (i = 0; i < n && !status; i++) {
		struct stack_frame frames[2] = { { "[unknown]", UINT_MAX, 0 } };

		if (!pmc_profile_process_at(job->profile, parts[i].process, &process) &&
		    process.comm[0])
			frames[0].name = process.comm;
		frames[1].name = script_name(job, parts[i].object, parts[i].start, text);
		frames[1].object = parts[i].object;
		frames[1].address = parts[i].start;
		status = take(to, frames, 2, 0, parts[i].count);
	}
	free(parts);
	return status;
}

int stacks_give(const struct script_job *job, stack_taker *take, void *to)
{
	return job->info.stacks ? give_stacks(job, take, to) : give_places(job, take, to);
}
