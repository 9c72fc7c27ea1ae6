/* SPDX-License-Identifier: BSD-2-Clause */
/* Making a result from what is being counted. */
#include "cli/result/make.h"

#include "cli/result/machine.h"
#include "cli/result/result.h"
#include "cli/run/backend.h"
#include "cli/run/fixed.h"
#include "cli/run/note.h"

#include <errno.h>
#include <pmc/pmc.h>
#include <stdlib.h>
#include <string.h>

static int begin_events(struct result *r, const struct pmc_set *set)
{
	bool emulated = !strcmp(r->backend, "emulated");
	struct pmc_set_event event;
	size_t n = set ? pmc_set_size(set) : 0, i;

	r->event = calloc(n + 1, sizeof(*r->event));
	if (!r->event)
		return -ENOMEM;
	for (i = 0; i < n && !pmc_set_event(set, i, &event); i++) {
		struct result_event *e = &r->event[r->n_events++];

		e->typed = event.typed;
		e->label = event.label;
		e->name = event.name;
		e->modifiers = event.modifiers;
		/* Without a modifier it counts the same as with this one. */
		if (event.flags & PMC_EVENT_USER_ONLY && !event.modifiers[0])
			e->modifiers = "u";
		e->unit = event.unit;
		e->scale = event.scale;
		e->quality = "exact";
		if (emulated && backend_translates(&event))
			r->times_quality = "estimated";
	}
	return 0;
}

static int begin_fixed(struct result *r, const struct result_subject *subject)
{
	struct pmc_fixed fixed;
	size_t n = 0;

	while (!fixed_at(subject->set, subject->env, n, &fixed))
		n++;
	r->fixed = calloc(n + 1, sizeof(*r->fixed));
	if (!r->fixed)
		return -ENOMEM;
	while (r->n_fixed < n && !fixed_at(subject->set, subject->env, r->n_fixed, &fixed))
		r->fixed[r->n_fixed++] = (struct result_fixed){ fixed.name, fixed.value };
	return 0;
}

int result_begin(struct result *r, const struct result_subject *subject)
{
	size_t n = 0;
	int err;

	memset(r, 0, sizeof(*r));
	r->title = subject->title;
	r->version = pmc_version();
	r->backend = pmc_backend_name(pmc_backend(subject->pmc));
	r->target = subject->target;
	r->deterministic = subject->deterministic;
	r->times_quality = "exact";
	err = result_machine(r);
	if (err)
		return err;
	while (subject->argv[n])
		n++;
	r->word = calloc(n + 1, sizeof(*r->word));
	if (!r->word)
		return -ENOMEM;
	for (; r->n_words < n; r->n_words++)
		r->word[r->n_words] = subject->argv[r->n_words];
	err = begin_fixed(r, subject);
	return err ? err : begin_events(r, subject->set);
}

/* Makes room for one more element. An array of n elements has room for the next power of two. */
static int grow(void **array, size_t n, size_t size)
{
	void *grown;

	if (n & (n - 1))
		return 0;
	grown = realloc(*array, (n ? 2 * n : 1) * size);
	if (!grown)
		return -ENOMEM;
	*array = grown;
	return 0;
}

int result_add_run(struct result *r, const struct result_run *run)
{
	void *array = r->run;

	if (grow(&array, r->n_runs, sizeof(*r->run)))
		return -ENOMEM;
	r->run = array;
	r->run[r->n_runs++] = *run;
	return 0;
}

/* The place in the list of qualities, of which a later one promises less. */
static unsigned rank(const char *quality)
{
	const char *name;
	unsigned q;

	for (q = 0; (name = pmc_quality_name((enum pmc_quality)q)); q++)
		if (!strcmp(name, quality))
			break;
	return q;
}

int result_add_count(struct result *r, size_t event, uint64_t count, const char *quality)
{
	struct result_event *e = &r->event[event];
	void *array = e->count;

	if (grow(&array, e->n_counts, sizeof(*e->count)))
		return -ENOMEM;
	e->count = array;
	e->count[e->n_counts++] = count;
	/* The worst speaks for all runs. */
	if (rank(quality) > rank(e->quality))
		e->quality = quality;
	return 0;
}

static int add_notes(struct result *r, const struct notes *notes)
{
	size_t i;

	r->note = calloc(notes->n + 1, sizeof(*r->note));
	r->note_text = calloc(notes->n + 1, NOTE_TEXT);
	if (!r->note || !r->note_text)
		return -ENOMEM;
	for (i = 0; i < notes->n; i++)
		r->note[r->n_notes++] = notes_text(notes, i, r->note_text + i * NOTE_TEXT,
						   NOTE_TEXT);
	return 0;
}

int result_end(struct result *r, const struct result_subject *subject)
{
	struct pmc_set_event event;
	struct pmc_fixed fixed;
	size_t i;

	/* What the runs have changed. */
	for (i = 0; i < r->n_fixed && !fixed_at(subject->set, subject->env, i, &fixed); i++)
		r->fixed[i].value = fixed.value;

	for (i = 0; i < r->n_events; i++) {
		if (r->event[i].n_counts)
			continue;
		r->event[i].missing = "its counter never ran";
		if (!pmc_set_event(subject->set, i, &event) && event.reason)
			r->event[i].missing = event.reason;
	}
	return add_notes(r, subject->notes);
}
