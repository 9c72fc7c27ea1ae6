/* SPDX-License-Identifier: BSD-2-Clause */
/* Two results, event by event. */
#include "cli/comparison/comparison.h"

#include "cli/comparison/change.h"
#include "cli/comparison/comparable.h"
#include "cli/result/result.h"
#include "cli/ui/plain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIXED_SHOWN 12 /* longer values, such as PATH, stand in the file alone */

int comparison_init(struct comparison *comparison, const struct result *before,
		    const struct result *after, const struct gate *gate)
{
	const struct result_event *event;
	size_t i, n = 0;

	memset(comparison, 0, sizeof(*comparison));
	comparison->before = before;
	comparison->after = after;
	comparison->gate = gate;
	if (before)
		result_comparable(before, after, comparison->why, sizeof(comparison->why));
	comparison->change = calloc((before ? before->n_events : 0) + after->n_events + 1,
				    sizeof(*comparison->change));
	if (!comparison->change)
		return -ENOMEM;
	for (i = 0; i < after->n_events; i++) {
		event = before ? result_match(before, &after->event[i]) : NULL;
		comparison->change[n++] = change_of(before, event, after, &after->event[i]);
	}
	for (i = 0; before && i < before->n_events; i++)
		if (!result_match(after, &before->event[i]))
			comparison->change[n++] = change_of(before, &before->event[i], after, NULL);
	comparison->n_changes = n;
	return 0;
}

void comparison_deinit(struct comparison *comparison)
{
	free(comparison->change);
	memset(comparison, 0, sizeof(*comparison));
}

/* ---- Notes ---- */

typedef void sayer(FILE *out, const char *sentence);

static void note_runs(const struct result *r, const char *when, sayer *say, FILE *out)
{
	char text[400];
	size_t failed, n = result_runs(r, &failed), i;

	if (failed) {
		snprintf(text, sizeof(text), "%s: %zu of %zu runs ended with a status other than 0",
			 when, failed, n);
		say(out, text);
	}
	for (i = 0; i < r->n_runs; i++) {
		if (!r->run[i].left_out)
			continue;
		snprintf(text, sizeof(text), "%s: run %zu is left out: %.200s", when, i + 1,
			 r->run[i].left_out);
		say(out, text);
	}
	for (i = 0; i < r->n_notes; i++) {
		snprintf(text, sizeof(text), "%s: %.360s", when, r->note[i]);
		say(out, text);
	}
}

static void note_missing(const struct comparison *c, sayer *say, FILE *out)
{
	char text[400];
	size_t i;

	for (i = 0; i < c->n_changes; i++) {
		const struct result_event *before = c->change[i].before;
		const struct result_event *after = c->change[i].after;

		if (before && before->missing) {
			snprintf(text, sizeof(text), "before: %.100s: %.250s", before->label,
				 before->missing);
			say(out, text);
		}
		if (after && after->missing) {
			snprintf(text, sizeof(text), "after: %.100s: %.250s", after->label,
				 after->missing);
			say(out, text);
		}
	}
}

void comparison_notes(const struct comparison *c, sayer *say, FILE *out)
{
	const struct result *before = c->before, *after = c->after;
	char text[700];

	if (c->why[0]) {
		snprintf(text, sizeof(text), "the two were not made under the same conditions: %s",
			 c->why);
		say(out, text);
	}
	if (strcmp(before->version, after->version)) {
		snprintf(text, sizeof(text), "pmc was version %.40s before and is %.40s after",
			 before->version[0] ? before->version : "unknown",
			 after->version[0] ? after->version : "unknown");
		say(out, text);
	}
	note_runs(before, "before", say, out);
	note_runs(after, "after", say, out);
	note_missing(c, say, out);
}

/* ---- Headings ---- */

void comparison_print_result(FILE *out, const struct result *r)
{
	size_t failed, runs = result_runs(r, &failed), i;

	/* What was counted just now has no name but its command. */
	plain_print(out, r->text || !r->n_words ? r->title : "");
	for (i = 0; i < r->n_words; i++) {
		fputs(i ? " " : r->text ? ": " : "", out);
		plain_print(out, r->word[i]);
	}
	if (runs)
		fprintf(out, ", %zu run%s", runs, runs == 1 ? "" : "s");
}

void comparison_print_conditions(FILE *out, const struct result *r)
{
	size_t i;

	plain_print(out, r->backend);
	fputs(r->deterministic ? ", deterministic" : "", out);
	for (i = 0; i < r->n_fixed; i++) {
		if (strlen(r->fixed[i].value) > FIXED_SHOWN)
			continue;
		fputs(", ", out);
		plain_print(out, r->fixed[i].name);
		fputc(' ', out);
		plain_print(out, r->fixed[i].value);
	}
}
