/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of two profiles. */
#define _GNU_SOURCE /* qsort_r */
#include "cli/diff/changes.h"

#include "cli/diff/options.h"
#include "cli/profile/heading.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 99 % of all values of a normal distribution are within so many standard deviations. */
#define CONFIDENCE 2.576

/* ---- Counts ---- */

struct change_counts changes_of(const struct changes *c, unsigned row, unsigned event)
{
	const uint64_t *count = rows_count(&c->both.rows, row);

	return (struct change_counts){ count[event], count[c->chosen[0].n + event] };
}

static uint64_t distance(struct change_counts counts)
{
	return counts.before > counts.after ? counts.before - counts.after :
					      counts.after - counts.before;
}

/* The variance of a count: samples times the square of what each stands for. */
static double variance(const struct pmc_profile_event *event, uint64_t count)
{
	double samples = event_samples(event, count), each;

	if (samples <= 0)
		return 0;
	each = (double)count / samples;
	return samples * each * each;
}

bool counts_are_noise(const struct pmc_profile_event event[2], struct change_counts counts)
{
	double v = variance(&event[0], counts.before) + variance(&event[1], counts.after);
	double difference = (double)distance(counts);

	return v > 0 && difference * difference <= CONFIDENCE * CONFIDENCE * v;
}

bool changes_are_noise(const struct changes *c, unsigned event, struct change_counts counts)
{
	struct pmc_profile_event events[2] = { c->event[0][event], c->event[1][event] };

	return counts_are_noise(events, counts);
}

void change_percent(struct change_counts counts, char text[CHANGE_TEXT])
{
	double percent;

	text[0] = 0;
	if (!counts.before && counts.after)
		strcpy(text, "from 0");
	if (!counts.before)
		return;
	percent = (double)distance(counts) / (double)counts.before * 100;
	snprintf(text, CHANGE_TEXT, "%s%.2f%%",
		 counts.after > counts.before ? "+" :
		 counts.after < counts.before ? "-" :
						"",
		 percent);
}

/* ---- Texts ---- */

const char *changes_text(const struct changes *c, unsigned row, enum key key, char *text)
{
	return subject_text(&c->subject[row >= c->both.n_before], key, &c->both.rows.spot[row],
			    text);
}

/* ---- Order ---- */

static int compare_rows(const void *x, const void *y, void *argument)
{
	const struct changes *c = argument;
	unsigned a = *(const unsigned *)x, b = *(const unsigned *)y;
	struct change_counts p = changes_of(c, a, 0), q = changes_of(c, b, 0);

	if (distance(p) != distance(q))
		return distance(p) > distance(q) ? -1 : 1;
	if (p.before != q.before)
		return p.before > q.before ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* Chooses and orders the rows that are shown. */
static void order_rows(struct changes *c)
{
	unsigned row, i;

	for (row = 0; row < c->both.rows.n; row++) {
		bool differs = false, any = false;

		for (i = 0; i < c->chosen[0].n; i++) {
			struct change_counts counts = changes_of(c, row, i);

			differs |= counts.before != counts.after;
			any |= counts.before || counts.after;
		}
		if (differs || (any && c->options->all))
			c->order[c->n_shown++] = row;
		else if (any)
			c->n_same++;
	}
	qsort_r(c->order, c->n_shown, sizeof(*c->order), compare_rows, c);
}

/* ---- Making ---- */

/* The events of the second profile that have the names of those chosen in the first. */
static int choose_same(struct changes *c)
{
	const struct chosen_events *first = &c->chosen[0];
	struct chosen_events *second = &c->chosen[1];
	unsigned i;
	int found;

	second->index = calloc(first->n + 1, sizeof(*second->index));
	for (i = 0; i < 2; i++)
		c->event[i] = calloc(first->n + 1, sizeof(*c->event[i]));
	if (!second->index || !c->event[0] || !c->event[1]) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	for (i = 0; i < first->n; i++) {
		pmc_profile_event_at(c->subject[0].profile, first->index[i], &c->event[0][i]);
		found = event_find(c->subject[1].profile, c->event[0][i].name);
		if (found < 0) {
			complain("%s: has no event %s, which %s has; -e names another one",
				 c->options->file[1], c->event[0][i].name, c->options->file[0]);
			return STATUS_FAILED;
		}
		second->index[second->n++] = (unsigned)found;
		pmc_profile_event_at(c->subject[1].profile, (size_t)found, &c->event[1][i]);
	}
	return 0;
}

/* Exact counts and sampled ones differ for reasons that no program has. */
static int check_qualities(const struct changes *c)
{
	unsigned i;

	for (i = 0; i < c->chosen[0].n && !c->options->force; i++) {
		const struct pmc_profile_event *a = &c->event[0][i], *b = &c->event[1][i];

		if (!a->samples == !b->samples)
			continue;
		complain("%s of %s is %s and that of %s is %s, so differences are not the "
			 "program's; --force compares all the same",
			 a->name, c->options->file[0], a->samples ? "sampled" : "exact",
			 c->options->file[1], b->samples ? "sampled" : "exact");
		return STATUS_FAILED;
	}
	return 0;
}

/* Nor are models of different machines comparable. */
static int check_machines(const struct changes *c)
{
	char room[2][300];
	const char *machine[] = { heading_machine(&c->subject[0], room[0], sizeof(room[0])),
				  heading_machine(&c->subject[1], room[1], sizeof(room[1])) };
	unsigned i;

	for (i = 0; i < c->chosen[0].n && !c->options->force; i++) {
		if (c->event[0][i].quality != PMC_MODELLED ||
		    c->event[1][i].quality != PMC_MODELLED || !strcmp(machine[0], machine[1]))
			continue;
		complain("%s of %s comes from a model%s and that of %s from one%s, so differences "
			 "are not the program's; --force compares all the same",
			 c->event[0][i].name, c->options->file[0], machine[0], c->options->file[1],
			 machine[1]);
		return STATUS_FAILED;
	}
	return 0;
}

int side_by_side_init(struct side_by_side *both, struct changes *c, const struct keys *keys)
{
	unsigned n = c->chosen[0].n, side;

	if (rows_init(&both->rows, subject_key_words(keys), 2 * n))
		return -ENOMEM;
	for (side = 0; side < 2; side++) {
		subject_prepare(&c->subject[side], keys);
		if (rows_add_places(&both->rows, &c->subject[side], keys, c->chosen[side].index, n,
				    side * n))
			return -ENOMEM;
		if (!side)
			both->n_before = both->rows.n;
	}
	return 0;
}

static int make_rows(struct changes *c)
{
	int err = side_by_side_init(&c->both, c, &c->options->keys);

	if (err)
		return err;
	c->order = calloc(c->both.rows.n + 1u, sizeof(*c->order));
	return c->order ? 0 : -ENOMEM;
}

/* A name that only one profile has is no mistake. */
static int check_filter(const struct changes *c)
{
	struct filter_side side[2];
	unsigned i;
	int status;

	for (i = 0; i < 2; i++)
		side[i] = (struct filter_side){ &c->subject[i].filter, c->subject[i].names,
						&c->subject[i].titles, &c->subject[i].functions };
	status = filter_check_both(side);
	if (status)
		return status;
	if (c->both.rows.n || !filter_is_set(&c->options->filter))
		return 0;
	complain("-c, -d, -S: neither profile has counts of what these options name together");
	return STATUS_FAILED;
}

int changes_init(struct changes *c, const struct diff_options *options,
		 struct pmc_profile *const profile[2])
{
	int status, side;

	memset(c, 0, sizeof(*c));
	c->options = options;
	status = subject_init(&c->subject[0], profile[0], &c->names, &options->subject,
			      &options->filter, NULL);
	if (status)
		pmc_profile_close(profile[1]);
	else
		status = subject_init(&c->subject[1], profile[1], &c->names, &options->subject,
				      &options->filter, &c->subject[0]);
	c->subject[0].functions.other = c->subject[1].profile;
	for (side = 0; side < 2 && !status && keys_have(&options->keys, KEY_ADDRESS); side++)
		status = subject_check_addresses(&c->subject[side], "--sort address");
	if (!status)
		status = chosen_events_init(&c->chosen[0], profile[0], &options->events);
	if (!status)
		status = choose_same(c);
	if (!status)
		status = check_qualities(c);
	if (!status)
		status = check_machines(c);
	if (status)
		return status;
	if (make_rows(c)) {
		complain("out of memory");
		return STATUS_FAILED;
	}
	status = check_filter(c);
	if (status)
		return status;
	order_rows(c);
	return 0;
}

void changes_deinit(struct changes *c)
{
	unsigned i;

	rows_deinit(&c->both.rows);
	free(c->order);
	for (i = 0; i < 2; i++) {
		free(c->event[i]);
		chosen_events_deinit(&c->chosen[i]);
		subject_deinit(&c->subject[i]);
	}
	names_deinit(&c->names);
	memset(c, 0, sizeof(*c));
}
