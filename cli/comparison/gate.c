/* SPDX-License-Identifier: BSD-2-Clause */
/* The conditions of all --fail-if together. */
#include "cli/comparison/gate.h"

#include "cli/comparison/change.h"
#include "cli/comparison/comparison.h"
#include "cli/comparison/condition.h"
#include "cli/result/result.h"
#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gate_init(struct gate *gate, const struct option_list *options)
{
	char sentence[CONDITION_SENTENCE];
	unsigned i;

	memset(gate, 0, sizeof(*gate));
	gate->condition = calloc(options->n + 1u, sizeof(*gate->condition));
	if (!gate->condition) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < options->n; i++) {
		if (condition_parse(&gate->condition[i], options->item[i], sentence)) {
			complain("--fail-if '%s': %s", options->item[i], sentence);
			return STATUS_FAILED;
		}
		gate->n++;
	}
	return 0;
}

void gate_deinit(struct gate *gate)
{
	free(gate->condition);
	memset(gate, 0, sizeof(*gate));
}

bool gate_needs_before(const struct gate *gate)
{
	size_t i;

	for (i = 0; i < gate->n; i++)
		if (gate->condition[i].kind != CONDITION_COUNT)
			return true;
	return false;
}

int gate_check(const struct gate *gate, const struct result *result)
{
	int status = 0;
	bool several;
	size_t i;

	for (i = 0; i < gate->n; i++) {
		const struct condition *c = &gate->condition[i];

		/* Every run has this one (result_add_time()). */
		if (result_find(result, c->name, &several) || !strcmp(c->name, "duration_time"))
			continue;
		status = STATUS_FAILED;
		if (several)
			complain("--fail-if '%s': several events are called '%s'; use the name "
				 "that the report prints",
				 c->text, c->name);
		else
			complain("--fail-if '%s': %s has no event '%s'; count it with -e", c->text,
				 result->title, c->name);
	}
	return status;
}

/* The change of the event that the condition is about; NULL: `after` does not have it. */
static const struct change *find(const struct condition *c, const struct comparison *comparison)
{
	const struct result_event *event;
	bool several;
	size_t i;

	event = result_find(comparison->after, c->name, &several);
	for (i = 0; event && i < comparison->n_changes; i++)
		if (comparison->change[i].after == event)
			return &comparison->change[i];
	return NULL;
}

/* Why there is nothing to judge the condition by; NULL: there is. */
static const char *why_unknown(const struct condition *c, const struct change *change,
			       const struct comparison *comparison, char *text, size_t size)
{
	if (!change)
		snprintf(text, size, "%s has no event '%s'", comparison->after->title, c->name);
	else if (change->after->missing)
		snprintf(text, size, "%s could not count %s: %.300s", comparison->after->title,
			 c->name, change->after->missing);
	else if (c->kind == CONDITION_COUNT || !change->why_not)
		return NULL;
	else if (!comparison->before)
		snprintf(text, size, "there is no baseline to compare with");
	else if (!change->before)
		snprintf(text, size, "%s has no event '%s'", comparison->before->title, c->name);
	else if (change->before->missing)
		snprintf(text, size, "%s could not count %s: %.300s", comparison->before->title,
			 c->name, change->before->missing);
	else
		snprintf(text, size, "%s was counted in '%s' and is counted in '%s'", c->name,
			 change->before->unit, change->after->unit);
	return text;
}

enum gate_outcome gate_judge(const struct gate *gate, size_t index,
			     const struct comparison *comparison, char sentence[GATE_SENTENCE])
{
	const struct condition *c = &gate->condition[index];
	const struct change *change = find(c, comparison);
	char why[800], quality[100];
	bool holds;

	if (why_unknown(c, change, comparison, why, sizeof(why))) {
		snprintf(sentence, GATE_SENTENCE, "--fail-if '%s' cannot be judged: %s", c->text,
			 why);
		return GATE_UNKNOWN;
	}
	holds = condition_holds(c, change);
	condition_explain(c, change, why, sizeof(why));
	change_quality(change, quality, sizeof(quality));
	snprintf(sentence, GATE_SENTENCE, "--fail-if '%s'%s: %s%s%s%s%s", c->text,
		 holds ? "" : " does not hold", why,
		 holds && c->kind != CONDITION_COUNT && change->kind == CHANGE_WITHIN ?
			 ", within the runs' spread" :
			 "",
		 quality[0] ? " (" : "", quality, quality[0] ? ")" : "");
	return holds ? GATE_FAILED : GATE_PASSED;
}

int gate_status(const struct gate *gate, const struct comparison *comparison)
{
	char sentence[GATE_SENTENCE];
	int status = STATUS_OK;
	size_t i;

	for (i = 0; i < gate->n; i++) {
		enum gate_outcome outcome = gate_judge(gate, i, comparison, sentence);

		if (outcome == GATE_PASSED)
			continue;
		complain("%s", sentence);
		if (outcome == GATE_FAILED)
			status = STATUS_GATE;
		else if (status == STATUS_OK)
			status = STATUS_FAILED;
	}
	return status;
}
