/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines of words and tabs. The first word says what the line is, so that awk and grep find it; new
 * kinds of lines and new words at the ends of lines may come, nothing else changes.
 */
#include "cli/script/text.h"

#include "cli/profile/frame.h"
#include "cli/script/job.h"
#include "cli/ui/complain.h"
#include "cli/ui/plain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>

/* The text without what would break the line; "-" when it is empty. */
static void put(FILE *out, const char *text)
{
	fputc('\t', out);
	plain_print(out, *text ? text : "-");
}

static void print_heads(const struct script_job *job)
{
	struct pmc_profile_object object;
	struct pmc_profile_process process;
	struct pmc_profile_thread thread;
	struct pmc_profile_event event;
	struct pmc_note note;
	unsigned i, k;

	fprintf(job->out, "profile\t%s", pmc_quality_name(job->info.quality));
	put(job->out, job->info.command);
	fputc('\n', job->out);
	for (i = 0; i < job->n_events; i++) {
		pmc_profile_event_at(job->profile, job->events[i], &event);
		fprintf(job->out, "event\t%u", i);
		put(job->out, event.name);
		fprintf(job->out, "\t%s\t%" PRIu64 "\t%" PRIu64 "\n",
			pmc_quality_name(event.quality), event.total, event.samples);
	}
	for (i = 0; !pmc_profile_process_at(job->profile, i, &process); i++) {
		fprintf(job->out, "process\t%u\t%d", i, (int)process.pid);
		if (process.parent == UINT_MAX)
			fputs("\t-", job->out);
		else
			fprintf(job->out, "\t%u", process.parent);
		put(job->out, process.comm);
		fputc('\n', job->out);
	}
	for (i = 0; !pmc_profile_thread_at(job->profile, i, &thread); i++) {
		fprintf(job->out, "thread\t%u\t%d\t%u", i, (int)thread.tid, thread.process);
		put(job->out, thread.comm);
		fputc('\n', job->out);
	}
	for (i = 0; !pmc_profile_object_at(job->profile, i, &object); i++) {
		fprintf(job->out, "object\t%u", i);
		put(job->out, object.path);
		fputc('\t', job->out);
		for (k = 0; k < object.build_id_size; k++)
			fprintf(job->out, "%02x", object.build_id[k]);
		fputs(object.build_id_size ? "\n" : "-\n", job->out);
	}
	for (i = 0; !pmc_profile_note_at(job->profile, i, &note); i++) {
		fprintf(job->out, "note\t%d", (int)note.pid);
		put(job->out, note.text);
		fputc('\n', job->out);
	}
}

/* Function and distance from its beginning, or "-". */
static void put_function(const struct script_job *job, unsigned object, uint64_t address)
{
	uint64_t start;
	const char *name = script_function(job, object, address, &start);

	if (!name) {
		fputs("\t-", job->out);
		return;
	}
	put(job->out, name);
	fprintf(job->out, "+0x%" PRIx64, address - start);
}

/* What the instruction is, a letter for each flag. */
static void put_flags(FILE *out, unsigned flags)
{
	static const struct {
		unsigned flag;
		char letter;
	} letters[] = {
		{ PMC_PLACE_LOAD, 'l' },     { PMC_PLACE_STORE, 's' },	 { PMC_PLACE_COND, 'b' },
		{ PMC_PLACE_JUMP, 'j' },     { PMC_PLACE_CALL, 'c' },	 { PMC_PLACE_RETURN, 'r' },
		{ PMC_PLACE_INDIRECT, 'i' }, { PMC_PLACE_SYSCALL, 'y' },
	};
	unsigned i;

	fputc('\t', out);
	for (i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		if (flags & letters[i].flag)
			fputc(letters[i].letter, out);
	if (!flags)
		fputc('-', out);
}

static void print_places(const struct script_job *job)
{
	struct pmc_place place;
	size_t i;
	unsigned k;

	for (i = 0; !pmc_profile_place_at(job->profile, i, &place); i++) {
		fprintf(job->out, "place\t%u\t0x%" PRIx64 "\t%u", place.object, place.address,
			place.thread);
		for (k = 0; k < job->n_events; k++)
			fprintf(job->out, "\t%" PRIu64, place.counts[job->events[k]]);
		put_function(job, place.object, place.address);
		fprintf(job->out, "\t%u", place.length);
		put_flags(job->out, place.flags);
		fprintf(job->out, "\t%" PRIu64 "\n", place.taken);
	}
}

static void print_edges(const struct script_job *job)
{
	static const char *const kinds[] = { "jump", "call", "return" };
	struct pmc_edge edge;
	size_t i;

	for (i = 0; !pmc_profile_edge_at(job->profile, i, &edge); i++) {
		fprintf(job->out, "edge\t%s\t%u\t0x%" PRIx64, kinds[edge.kind], edge.from_object,
			edge.from);
		if (edge.to_object == UINT_MAX)
			fputs("\t-\t-", job->out);
		else
			fprintf(job->out, "\t%u\t0x%" PRIx64, edge.to_object, edge.to);
		fprintf(job->out, "\t%u\t%" PRIu64 "\n", edge.thread, edge.count);
	}
}

/* Returns 0 or -ENOMEM. */
static int print_stacks(const struct script_job *job)
{
	struct pmc_stack_walk *walk;
	struct pmc_stack stack;
	char text[SCRIPT_NAME];
	size_t common, k;
	int err = pmc_stack_walk_create(job->profile, &walk);

	if (err)
		return err;
	while (!(err = pmc_stack_walk_next(walk, &stack, &common))) {
		fprintf(job->out, "stack\t%u", stack.thread);
		for (k = 0; k < job->n_events; k++)
			fprintf(job->out, "\t%" PRIu64, stack.counts[job->events[k]]);
		for (k = stack.n; k--;)
			put(job->out,
			    stack.frames[k].name ?
				    stack.frames[k].name :
				    script_name(job, stack.frames[k].object,
						frame_address(&stack.frames[k], !k), text));
		fputc('\n', job->out);
	}
	pmc_stack_walk_destroy(walk);
	return err == -ENOENT ? 0 : err;
}

int text_write(const struct script_job *job)
{
	print_heads(job);
	print_places(job);
	print_edges(job);
	if (!print_stacks(job))
		return 0;
	complain("there is not enough memory for the call chains");
	return STATUS_FAILED;
}
