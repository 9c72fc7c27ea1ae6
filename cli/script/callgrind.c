/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Costs by instruction and line, jumps, and calls whose inclusive counts are known. A call without
 * them would claim that it cost nothing. Names are written out once and are numbers then. Each
 * function has its own "fl=", without which callgrind_annotate warns.
 */
#include "cli/script/callgrind.h"

#include "cli/profile/functions.h"
#include "cli/profile/names.h"
#include "cli/script/job.h"
#include "cli/ui/complain.h"
#include "cli/ui/plain.h"
#include "cli/ui/status.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>

struct writer {
	const struct script_job *job;
	struct names objects, files, functions; /* those that were written */
	unsigned object, function;		/* where the writer is */
	uint64_t start;
	const char *file;
	size_t edge; /* the next edge */
};

/* "ob=(3) name", or "ob=(3)" from the second time on. */
static int put_name(struct writer *w, struct names *names, const char *word, const char *name)
{
	unsigned before = names->n, number;
	char plain[1024];

	snprintf(plain, sizeof(plain), "%s", *name ? name : "???");
	plain_make(plain);
	number = names_add(names, plain);
	if (number == NAME_NONE) {
		complain("there is not enough memory for the names");
		return STATUS_FAILED;
	}
	fprintf(w->job->out, "%s=(%u)", word, number + 1);
	if (names->n > before)
		fprintf(w->job->out, " %s", plain);
	fputc('\n', w->job->out);
	return 0;
}

static void put_costs(struct writer *w, uint64_t address, unsigned line, const uint64_t *counts)
{
	unsigned k, last;

	fprintf(w->job->out, "0x%" PRIx64 " %u", address, line);
	for (last = counts ? w->job->n_events : 0; last && !counts[w->job->events[last - 1]];)
		last--;
	for (k = 0; k < last; k++)
		fprintf(w->job->out, " %" PRIu64, counts[w->job->events[k]]);
	fputc('\n', w->job->out);
}

/* Where an instruction comes from; files are "" when they are unknown. */
struct source {
	const char *file, *function_file; /* of the line, and of the function that it is in */
	unsigned line;
};

static void find_source(const struct script_job *job, unsigned object, uint64_t address,
			struct source *source)
{
	struct pmc_line lines[16];
	int n = functions_lines(job->functions, object, address, lines, 16);

	*source = (struct source){ "", "", 0 };
	if (n <= 0)
		return;
	if (n > 16)
		n = 16;
	source->line = lines[0].line;
	if (lines[0].file)
		source->file = lines[0].file;
	/* callgrind's functions are the linker's; lines of inlined ones stand in their files. */
	if (lines[n - 1].file)
		source->function_file = lines[n - 1].file;
}

static int begin_function(struct writer *w, unsigned object, uint64_t address, const char *file)
{
	char text[SCRIPT_NAME];
	uint64_t start = UINT64_MAX;
	const char *name = script_function(w->job, object, address, &start);
	unsigned function = functions_find(w->job->functions, object, address);

	if (object == w->object && function == w->function)
		return 0;
	fputc('\n', w->job->out);
	if (object != w->object && put_name(w, &w->objects, "ob", script_object(w->job, object)))
		return STATUS_FAILED;
	if (!name)
		name = script_name(w->job, object, address, text);
	w->object = object;
	w->function = function;
	w->file = file;
	return put_name(w, &w->files, "fl", file) || put_name(w, &w->functions, "fn", name) ?
		       STATUS_FAILED :
		       0;
}

static int begin_file(struct writer *w, const char *file)
{
	if (!strcmp(w->file, file))
		return 0;
	w->file = file;
	return put_name(w, &w->files, "fi", file);
}

static int put_call(struct writer *w, const struct pmc_edge *edge, unsigned line)
{
	char text[SCRIPT_NAME];
	struct source target;

	find_source(w->job, edge->to_object, edge->to, &target);
	if (put_name(w, &w->objects, "cob", script_object(w->job, edge->to_object)) ||
	    put_name(w, &w->files, "cfi", target.function_file) ||
	    put_name(w, &w->functions, "cfn", script_name(w->job, edge->to_object, edge->to, text)))
		return STATUS_FAILED;
	fprintf(w->job->out, "calls=%" PRIu64 " 0x%" PRIx64 " %u\n", edge->count, edge->to,
		target.line);
	put_costs(w, edge->from, line, edge->inclusive);
	return 0;
}

/* The branches from an instruction, of which all threads have executed `executions`. */
static int put_edges(struct writer *w, const struct pmc_place *place, uint64_t executions,
		     unsigned line)
{
	struct source target;
	struct pmc_edge edge;

	for (; !pmc_profile_edge_at(w->job->profile, w->edge, &edge); w->edge++) {
		if (edge.from_object > place->object ||
		    (edge.from_object == place->object && edge.from > place->address))
			break;
		if (edge.from_object != place->object || edge.from != place->address)
			continue;
		if (edge.kind == PMC_EDGE_CALL && edge.inclusive && edge.to_object != UINT_MAX) {
			if (put_call(w, &edge, line))
				return STATUS_FAILED;
		} else if (edge.kind == PMC_EDGE_JUMP && edge.to_object == edge.from_object) {
			find_source(w->job, edge.to_object, edge.to, &target);
			if (place->flags & PMC_PLACE_COND)
				fprintf(w->job->out, "jcnd=%" PRIu64 "/%" PRIu64, edge.count,
					executions);
			else
				fprintf(w->job->out, "jump=%" PRIu64, edge.count);
			fprintf(w->job->out, " 0x%" PRIx64 " %u\n0x%" PRIx64 " %u\n", edge.to,
				target.line, edge.from, line);
		}
	}
	return 0;
}

/* The places of one address, in all threads, as one. *i moves behind them. */
static void sum_up(const struct script_job *job, size_t *i, struct pmc_place *place)
{
	struct pmc_place next;
	unsigned k;

	while (!pmc_profile_place_at(job->profile, ++*i, &next) && next.object == place->object &&
	       next.address == place->address) {
		for (k = 0; k < job->info.events; k++)
			place->counts[k] += next.counts[k];
		place->executions += next.executions;
		place->flags |= next.flags;
	}
}

static void print_totals(const struct script_job *job, const char *word)
{
	struct pmc_profile_event event;
	unsigned k;

	fputs(word, job->out);
	for (k = 0; k < job->n_events; k++) {
		pmc_profile_event_at(job->profile, job->events[k], &event);
		fprintf(job->out, " %" PRIu64, event.total);
	}
	fputc('\n', job->out);
}

/* Prints an event as a word. callgrind_annotate knows letters, digits and the underscore alone. */
static void print_event(FILE *out, const char *name)
{
	fputc(' ', out);
	for (; *name; name++)
		fputc(isalnum((unsigned char)*name) ? *name : '_', out);
}

/* Says which events are of this quality, which the format has no word for. */
static void print_quality(const struct script_job *job, enum pmc_quality quality)
{
	struct pmc_profile_event event;
	unsigned k, n = 0;

	for (k = 0; k < job->n_events; k++) {
		pmc_profile_event_at(job->profile, job->events[k], &event);
		if (event.quality != quality)
			continue;
		if (!n++)
			fprintf(job->out, "desc: %s:", pmc_quality_name(quality));
		print_event(job->out, event.name);
	}
	if (n)
		fputc('\n', job->out);
}

static void print_head(const struct script_job *job)
{
	struct pmc_profile_event event;
	struct pmc_profile_process process;
	unsigned k;

	fputs("# callgrind format\nversion: 1\ncreator: pmc " PMC_VERSION "\n", job->out);
	if (!pmc_profile_process_at(job->profile, 0, &process))
		fprintf(job->out, "pid: %d\n", (int)process.pid);
	fputs("cmd: ", job->out);
	plain_print(job->out, job->info.command);
	fputs("\npart: 1\n", job->out);
	print_quality(job, PMC_EXACT);
	print_quality(job, PMC_MODELLED);
	fputs("\npositions: instr line\nevents:", job->out);
	for (k = 0; k < job->n_events; k++) {
		pmc_profile_event_at(job->profile, job->events[k], &event);
		print_event(job->out, event.name);
	}
	fputc('\n', job->out);
	print_totals(job, "summary:");
}

int callgrind_write(const struct script_job *job)
{
	struct writer w = { .job = job, .object = UINT_MAX, .function = FUNCTION_NONE };
	struct pmc_place place;
	struct source source;
	int status = 0;
	size_t i;

	print_head(job);
	for (i = 0; !status && !pmc_profile_place_at(job->profile, i, &place);) {
		sum_up(job, &i, &place);
		find_source(job, place.object, place.address, &source);
		status = begin_function(&w, place.object, place.address, source.function_file);
		if (!status)
			status = begin_file(&w, source.file);
		if (status)
			break;
		put_costs(&w, place.address, source.line, place.counts);
		status = put_edges(&w, &place, place.executions, source.line);
	}
	fputc('\n', job->out);
	print_totals(job, "totals:");
	names_deinit(&w.objects);
	names_deinit(&w.files);
	names_deinit(&w.functions);
	return status;
}
