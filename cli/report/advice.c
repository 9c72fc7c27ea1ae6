/* SPDX-License-Identifier: BSD-2-Clause */
/* See advice.h. A rule whose events the profile lacks says nothing. */
#define _GNU_SOURCE /* qsort_r */
#include "cli/report/advice.h"

#include "cli/profile/events.h"
#include "cli/profile/heading.h"
#include "cli/profile/rows.h"
#include "cli/profile/subject.h"
#include "cli/report/rules.h"
#include "cli/ui/complain.h"
#include "cli/ui/grouped.h"
#include "cli/ui/status.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What is less is not worth the work: a share of the event's total, and, where instructions are
 * counted, cycles for each instruction of the profile. */
#define LEAST_SHARE   0.01
#define LEAST_CYCLES  0.01
#define LEAST_SAMPLES 25 /* their number varies by a fifth */
#define MOST_LINES    10

struct advice {
	struct subject *subject;
	struct keys keys;
	struct pmc_profile_event event[2]; /* of the rule: what misses, and of what */
	unsigned index[2];
	uint64_t instructions; /* of the whole profile, if they are counted; 0: unknown */
	struct rows rows;
	unsigned *order, n;
	FILE *out;
};

/* The number of the event whose name without modifiers this is; -1: there is none. */
static int find(const struct pmc_profile *profile, const char *name)
{
	struct pmc_profile_event event;
	size_t n = strlen(name);
	int i;

	for (i = 0; !pmc_profile_event_at(profile, (size_t)i, &event); i++)
		if (!strncmp(event.name, name, n) && (!event.name[n] || event.name[n] == ':'))
			return i;
	return -1;
}

/* Has the profile what the rule is about? */
static bool applies(struct advice *a, const struct rule *rule)
{
	const struct pmc_profile *profile = a->subject->profile;
	int event = find(profile, rule->event), per = -1, i;

	for (i = 0; rule->per[i] && per < 0; i++)
		per = find(profile, rule->per[i]);
	if (event < 0 || per < 0)
		return false;
	a->index[0] = (unsigned)event;
	a->index[1] = (unsigned)per;
	for (i = 0; i < 2; i++)
		pmc_profile_event_at(profile, a->index[i], &a->event[i]);
	return true;
}

static bool breaks(const struct advice *a, const struct rule *rule, unsigned row)
{
	const uint64_t *count = rows_count(&a->rows, row);
	int i;

	for (i = 0; i < 2; i++)
		if (a->event[i].samples && event_samples(&a->event[i], count[i]) < LEAST_SAMPLES)
			return false;
	if ((double)count[0] * rule->cost < LEAST_CYCLES * (double)a->instructions)
		return false;
	return count[1] && (double)count[0] >= LEAST_SHARE * (double)a->event[0].total &&
	       (double)count[0] * 100 >= rule->limit * (double)count[1];
}

static int compare(const void *x, const void *y, void *of)
{
	const struct advice *a = of;
	unsigned i = *(const unsigned *)x, k = *(const unsigned *)y;
	uint64_t left = *rows_count(&a->rows, i), right = *rows_count(&a->rows, k);

	return left != right ? (left < right ? 1 : -1) : (i > k) - (i < k);
}

static void print_row(const struct advice *a, unsigned row)
{
	const uint64_t *count = rows_count(&a->rows, row);
	const struct spot *spot = &a->rows.spot[row];
	char misses[GROUPED_TEXT], all[GROUPED_TEXT], line[SUBJECT_TEXT], function[SUBJECT_TEXT];

	grouped_write(misses, count[0]);
	grouped_write(all, count[1]);
	fprintf(a->out, "    %s  %s: %.2f%%: %s of %s; %.2f%% of all misses\n",
		subject_text(a->subject, KEY_LINE, spot, line),
		subject_text(a->subject, KEY_FUNCTION, spot, function),
		100 * (double)count[0] / (double)count[1], misses, all,
		100 * (double)count[0] / (double)a->event[0].total);
}

static void print_rule(struct advice *a, const struct rule *rule)
{
	unsigned i;

	fprintf(a->out, "\n%s: %s, %g%% or more of %s\n", rule->title, a->event[0].name,
		rule->limit, a->event[1].name);
	for (i = 0; i < a->n && i < MOST_LINES; i++)
		print_row(a, a->order[i]);
	if (a->n > MOST_LINES)
		fprintf(a->out, "    and %u more lines\n", a->n - MOST_LINES);
	fprintf(a->out, "  look at: %s\n  because: %s\n  source: %s\n", rule->look, rule->why,
		rule->source);
}

/* Returns 0 or -ENOMEM. *said: some line breaks the rule. */
static int judge(struct advice *a, const struct rule *rule, bool *said)
{
	unsigned i;
	int err = rows_init(&a->rows, subject_key_words(&a->keys), 2);

	if (!err)
		err = rows_add_places(&a->rows, a->subject, &a->keys, a->index, 2, 0);
	a->order = err ? NULL : calloc(a->rows.n + 1, sizeof(*a->order));
	a->n = 0;
	for (i = 0; a->order && i < a->rows.n; i++)
		if (breaks(a, rule, i))
			a->order[a->n++] = i;
	if (a->n) {
		qsort_r(a->order, a->n, sizeof(*a->order), compare, a);
		print_rule(a, rule);
		*said = true;
	}
	if (!err && !a->order)
		err = -1;
	free(a->order);
	rows_deinit(&a->rows);
	return err;
}

static int refuse(void)
{
	char list[400] = "";
	size_t at = 0;
	unsigned i;

	for (i = 0; i < n_rules && at < sizeof(list); i++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, "%s%s with %s", i ? "; " : "",
				       rules[i].event, rules[i].per[0]);
	complain(
		"--advice: the profile lacks the events that the rules are about: %s. Record some, "
		"as by 'pmc record -e branch-misses,L1-dcache-load-misses -- COMMAND'",
		list);
	return STATUS_FAILED;
}

int advice_print(FILE *out, struct subject *subject, const char *name)
{
	struct advice a = { .subject = subject, .out = out };
	struct chosen_events chosen = { .index = a.index, .n = 2 };
	struct pmc_profile_event instructions;
	bool any = false, said = false;
	unsigned i;

	if (keys_parse(&a.keys, "object,function,line", ~0u))
		return STATUS_FAILED;
	subject_prepare(subject, &a.keys);
	if (find(subject->profile, "instructions") >= 0 &&
	    !pmc_profile_event_at(subject->profile, (size_t)find(subject->profile, "instructions"),
				  &instructions))
		a.instructions = instructions.total;
	for (i = 0; i < n_rules; i++) {
		if (!applies(&a, &rules[i]))
			continue;
		if (!any)
			heading_print(out, subject, name, &chosen);
		any = true;
		if (judge(&a, &rules[i], &said)) {
			complain("out of memory");
			return STATUS_FAILED;
		}
	}
	if (!any)
		return refuse();
	if (!said)
		fputs("\nno line misses as often as the rules ask for\n", out);
	return 0;
}
