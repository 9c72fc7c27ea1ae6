/* SPDX-License-Identifier: BSD-2-Clause */
/* The conditions of --fail-if: both profiles as results, which cli/comparison/ compares. */
#include "cli/diff/judge.h"

#include "cli/comparison/comparison.h"
#include "cli/comparison/condition.h"
#include "cli/comparison/gate.h"
#include "cli/diff/changes.h"
#include "cli/diff/options.h"
#include "cli/result/result.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <pmc/profile.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Is it the function's name, with or without its parameters? */
static bool is_function(const char *typed, const char *name)
{
	size_t n = strlen(typed);

	return !strncmp(typed, name, n) && (!name[n] || name[n] == '(');
}

/* Sums up the functions of this name. False: neither profile has one. */
static bool sum_function(const struct changes *c, const struct side_by_side *functions,
			 const char *name, struct change_counts *counts)
{
	const struct rows *rows = &functions->rows;
	bool found = false;
	unsigned i;

	*counts = (struct change_counts){ 0, 0 };
	for (i = 0; i < rows->n; i++) {
		const struct subject *s = &c->subject[i >= functions->n_before];
		const uint64_t *count = rows_count(rows, i);

		if (!is_function(name, subject_function(s, &rows->spot[i])))
			continue;
		counts->before += count[0];
		counts->after += count[c->chosen[0].n];
		found = true;
	}
	return found;
}

/* The totals of an event, which need not be one of those that are compared. */
static bool find_event(const struct changes *c, const char *name, struct change_counts *counts,
		       struct pmc_profile_event events[2])
{
	unsigned side;

	for (side = 0; side < 2; side++) {
		int found = event_find(c->subject[side].profile, name);

		if (found < 0)
			return false;
		pmc_profile_event_at(c->subject[side].profile, (size_t)found, &events[side]);
	}
	*counts = (struct change_counts){ events[0].total, events[1].total };
	return true;
}

/* Makes a result of a single count. Returns 0 or -ENOMEM. */
static int make_result(struct result *result, const char *title, const char *name,
		       const char *quality, uint64_t count)
{
	struct result_event *event = calloc(1, sizeof(*event));

	*result = (struct result){
		.title = title, .version = "", .backend = "", .target = "", .deterministic = true
	};
	if (!event)
		return -ENOMEM;
	*event = (struct result_event){ .typed = name,
					.label = name,
					.name = name,
					.modifiers = "",
					.unit = "",
					.scale = 1,
					.quality = quality,
					.n_counts = 1 };
	result->event = event;
	result->n_events = 1;
	event->count = malloc(sizeof(*event->count));
	if (!event->count)
		return -ENOMEM;
	*event->count = count;
	return 0;
}

/* Judges a condition by its two counts, and complains when it holds. Returns an exit status. */
static int judge(const struct gate *gate, size_t index, const struct changes *c,
		 struct change_counts counts, const struct pmc_profile_event *event, bool noise)
{
	const char *name = gate->condition[index].name;
	struct comparison comparison = { 0 };
	struct result result[2] = { { 0 }, { 0 } };
	char sentence[GATE_SENTENCE];
	int status = STATUS_FAILED;
	enum gate_outcome outcome;

	if (make_result(&result[0], c->options->file[0], name, pmc_quality_name(event[0].quality),
			counts.before) ||
	    make_result(&result[1], c->options->file[1], name, pmc_quality_name(event[1].quality),
			counts.after) ||
	    comparison_init(&comparison, &result[0], &result[1], gate)) {
		complain("out of memory");
		goto out;
	}
	outcome = gate_judge(gate, index, &comparison, sentence);
	if (outcome != GATE_PASSED)
		complain("%s%s", sentence, noise ? ", within noise" : "");
	status = outcome == GATE_PASSED ? STATUS_OK :
		 outcome == GATE_FAILED ? STATUS_GATE :
					  STATUS_FAILED;
out:
	comparison_deinit(&comparison);
	result_deinit(&result[0]);
	result_deinit(&result[1]);
	return status;
}

static int judge_one(const struct gate *gate, size_t index, struct changes *c,
		     const struct side_by_side *functions)
{
	struct pmc_profile_event events[2] = { c->event[0][0], c->event[1][0] };
	const char *name = gate->condition[index].name;
	struct change_counts counts;
	bool noise;

	if (!find_event(c, name, &counts, events) && !sum_function(c, functions, name, &counts)) {
		complain("--fail-if '%s': the profiles have neither an event nor a function '%s'",
			 gate->condition[index].text, name);
		return STATUS_FAILED;
	}
	noise = counts.before != counts.after && counts_are_noise(events, counts);
	return judge(gate, index, c, counts, events, noise);
}

int judge_changes(const struct gate *gate, struct changes *c)
{
	const struct keys keys = { { KEY_FUNCTION }, 1 };
	struct side_by_side functions = { 0 };
	int status = STATUS_OK, one;
	size_t i;

	if (!gate->n)
		return STATUS_OK;
	if (side_by_side_init(&functions, c, &keys)) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < gate->n; i++) {
		one = judge_one(gate, i, c, &functions);
		if (one == STATUS_GATE || status == STATUS_OK)
			status = one;
	}
	rows_deinit(&functions.rows);
	return status;
}
