/* SPDX-License-Identifier: BSD-2-Clause */
/* A "sampled" profile: frames by name and object, chains of their numbers, a weight for each. */
#include "cli/script/speedscope.h"

#include "cli/profile/names.h"
#include "cli/script/job.h"
#include "cli/script/stacks.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/status.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

struct writer {
	const struct script_job *job;
	struct names names; /* of frames; a number is the frame's */
	/* Chains one after another: how many frames, then their numbers. */
	unsigned *chains;
	size_t n, room, last; /* last: where the frames of the last one begin */
	uint64_t *weights;
	size_t n_weights, weights_room;
};

static int no_memory(void)
{
	complain("there is not enough memory for the call chains");
	return STATUS_FAILED;
}

static int reserve(struct writer *w, size_t chain)
{
	size_t room = 2 * (w->n + chain + 1024);
	unsigned *chains;
	uint64_t *weights;

	if (w->n + chain > w->room) {
		chains = realloc(w->chains, room * sizeof(*chains));
		if (!chains)
			return no_memory();
		w->chains = chains;
		w->room = room;
	}
	if (w->n_weights == w->weights_room) {
		room = 2 * w->weights_room + 1024;
		weights = realloc(w->weights, room * sizeof(*weights));
		if (!weights)
			return no_memory();
		w->weights = weights;
		w->weights_room = room;
	}
	return 0;
}

static int take(void *to, const struct stack_frame *frames, size_t n, size_t common, uint64_t count)
{
	struct writer *w = to;
	unsigned number;
	size_t i, last;

	if (reserve(w, n + 1))
		return STATUS_FAILED;
	last = w->last;
	w->last = w->n + 1;
	w->chains[w->n++] = (unsigned)n;
	for (i = 0; i < common; i++)
		w->chains[w->n++] = w->chains[last + i];
	for (; i < n; i++) {
		number = names_add(&w->names, frames[i].name);
		if (number == NAME_NONE)
			return no_memory();
		w->chains[w->n++] = number;
	}
	w->weights[w->n_weights++] = count;
	return 0;
}

static void print_samples(const struct writer *w)
{
	FILE *out = w->job->out;
	size_t i, at, k;

	fputs("\"samples\":[", out);
	for (i = at = 0; i < w->n_weights; i++) {
		fputs(i ? ",\n[" : "[", out);
		for (k = 0; k < w->chains[at]; k++)
			fprintf(out, "%s%u", k ? "," : "", w->chains[at + 1 + k]);
		fputc(']', out);
		at += w->chains[at] + 1;
	}
	fputs("],\n\"weights\":[", out);
	for (i = 0; i < w->n_weights; i++)
		fprintf(out, "%s%" PRIu64, i ? "," : "", w->weights[i]);
	fputc(']', out);
}

static void print(const struct writer *w)
{
	FILE *out = w->job->out;
	struct pmc_profile_event event;
	uint64_t total = 0;
	size_t i;

	for (i = 0; i < w->n_weights; i++)
		total += w->weights[i];
	pmc_profile_event_at(w->job->profile, w->job->events[0], &event);
	fputs("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n", out);
	fputs("\"exporter\":\"pmc " PMC_VERSION "\",\n\"name\":", out);
	json_string(out, w->job->info.command[0] ? w->job->info.command : w->job->file);
	fputs(",\n\"activeProfileIndex\":0,\n\"shared\":{\"frames\":[", out);
	for (i = 0; i < w->names.n; i++) {
		fputs(i ? ",\n{\"name\":" : "{\"name\":", out);
		json_string(out, names_text(&w->names, (unsigned)i));
		fputc('}', out);
	}
	fputs("]},\n\"profiles\":[{\"type\":\"sampled\",\"name\":", out);
	json_string(out, event.name);
	fprintf(out, ",\"unit\":\"none\",\"startValue\":0,\"endValue\":%" PRIu64 ",\n", total);
	print_samples(w);
	fputs("}]}\n", out);
}

int speedscope_write(const struct script_job *job)
{
	struct writer w = { .job = job };
	int status = stacks_give(job, take, &w);

	if (!status)
		print(&w);
	names_deinit(&w.names);
	free(w.chains);
	free(w.weights);
	return status;
}
