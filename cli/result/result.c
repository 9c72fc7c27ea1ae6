/* SPDX-License-Identifier: BSD-2-Clause */
/* The result of counting a target one or several times. */
#include "cli/result/result.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void result_deinit(struct result *result)
{
	size_t i;

	for (i = 0; result->event && i < result->n_events; i++)
		free(result->event[i].count);
	free(result->event);
	free(result->run);
	free(result->fixed);
	free(result->feature);
	free(result->word);
	free(result->note);
	json_tree_deinit(&result->tree);
	free(result->text);
	free(result->machine);
	free(result->note_text);
	memset(result, 0, sizeof(*result));
}

/* Is `text` the event's canonical name with its modifiers? */
static bool is_canonical(const struct result_event *event, const char *text)
{
	size_t len = strlen(event->name);

	if (strncasecmp(text, event->name, len))
		return false;
	if (!text[len])
		return !event->modifiers[0];
	return text[len] == ':' && !strcmp(text + len + 1, event->modifiers);
}

const struct result_event *result_find(const struct result *result, const char *name, bool *several)
{
	const struct result_event *found = NULL;
	size_t i;

	*several = false;
	/* No two labels are the same, so a label decides. */
	for (i = 0; i < result->n_events; i++)
		if (!strcasecmp(result->event[i].label, name))
			return &result->event[i];
	for (i = 0; i < result->n_events; i++) {
		const struct result_event *event = &result->event[i];

		if (strcasecmp(event->typed, name) && !is_canonical(event, name))
			continue;
		if (found) {
			*several = true;
			return NULL;
		}
		found = event;
	}
	return found;
}

const struct result_event *result_match(const struct result *result,
					const struct result_event *event)
{
	const struct result_event *found = NULL;
	size_t i, n = 0;

	for (i = 0; i < result->n_events; i++)
		if (!strcasecmp(result->event[i].label, event->label))
			return &result->event[i];
	for (i = 0; i < result->n_events; i++) {
		const struct result_event *other = &result->event[i];

		if (!strcasecmp(other->name, event->name) &&
		    !strcmp(other->modifiers, event->modifiers)) {
			found = other;
			n++;
		}
	}
	return n == 1 ? found : NULL;
}

static int by_label(const void *a, const void *b)
{
	const struct result_event *const *x = a, *const *y = b;

	return strcasecmp((*x)->label, (*y)->label);
}

const char *result_twice(const struct result *result)
{
	const struct result_event **sorted = calloc(result->n_events + 1, sizeof(*sorted));
	const char *twice = NULL;
	size_t i;

	if (!sorted)
		return NULL;
	for (i = 0; i < result->n_events; i++)
		sorted[i] = &result->event[i];
	qsort(sorted, result->n_events, sizeof(*sorted), by_label);
	for (i = 1; i < result->n_events && !twice; i++)
		if (!by_label(&sorted[i - 1], &sorted[i]))
			twice = sorted[i]->label;
	free(sorted);
	return twice;
}

int result_add_time(struct result *r)
{
	struct result_event *grown, *e;
	size_t failed, runs = result_runs(r, &failed), i;
	const char *quality = r->times_quality;
	bool several;

	if (!runs || result_find(r, "duration_time", &several) || several)
		return 0;
	/* Under the translator it is the translator's time. */
	if (!quality)
		quality = strcmp(r->backend, "emulated") ? "exact" : "estimated";
	grown = realloc(r->event, (r->n_events + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	r->event = grown;
	e = &r->event[r->n_events];
	*e = (struct result_event){ .typed = "duration_time",
				    .label = "duration_time",
				    .name = "duration_time",
				    .modifiers = "",
				    .unit = "ns",
				    .scale = 1,
				    .quality = quality };
	e->count = calloc(runs, sizeof(*e->count));
	if (!e->count)
		return -ENOMEM;
	for (i = 0; i < r->n_runs; i++)
		if (!r->run[i].left_out)
			e->count[e->n_counts++] = r->run[i].wall_ns;
	r->n_events++;
	return 0;
}

size_t result_runs(const struct result *result, size_t *failed)
{
	size_t n = 0, i;

	*failed = 0;
	for (i = 0; i < result->n_runs; i++) {
		if (result->run[i].left_out)
			continue;
		n++;
		*failed += result->run[i].status != 0;
	}
	return n;
}
