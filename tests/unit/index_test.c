/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The index of names. With and without it the parser finds the same: for every event and unit mask
 * of every model, every generic name and alias, in upper and lower case, and for strings that are
 * nearly a name. With sanitizers each sixth name is enough.
 *
 * tests/run: parallel
 */
#include <ctype.h>
#include <stdlib.h>

#include "core/event/index.h"
#include "core/pmu/pmu.h"
#include "core/models/model.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "tests/tap.h"

#ifdef __SANITIZE_ADDRESS__
#define EVERY 6
#else
#define EVERY 1
#endif

struct score {
	unsigned same, known, bad;
};

static void compare(const struct catalogues *with, const char *text, struct score *score)
{
	const struct catalogues without = { with->list, with->n, NULL };
	struct event a, b;
	struct diag why[2] = { { 0 } };
	u32 n[2] = { 1, 1 };
	int err[2];

	err[0] = pmc_event_parse(text, strlen(text), &without, &a, &n[0], &why[0]);
	err[1] = pmc_event_parse(text, strlen(text), with, &b, &n[1], &why[1]);
	if (err[0] == err[1] &&
	    (err[0] ? !memcmp(&why[0], &why[1], sizeof(why[0])) :
		      a.kind == b.kind && a.id == b.id && a.row == b.row &&
			      a.catalogue == b.catalogue && a.umasks == b.umasks &&
			      a.mods == b.mods && a.raw == b.raw))
		score->same++;
	else if (score->bad++ < 5)
		note("%s: without %d '%s', with %d '%s'", text, err[0], why[0].sentence, err[1],
		     why[1].sentence);
	score->known += !err[1];
}

/*
 * Tries the text as it is, in the other case, cut short, and with one letter changed, after
 * `before`.
 */
static void variants(const struct catalogues *with, const char *before, const char *text,
		     struct score *score)
{
	char buf[512];
	size_t at = strlen(before), i;

	snprintf(buf, sizeof(buf), "%s%s", before, text);
	compare(with, buf, score);
	for (i = at; buf[i]; i++)
		buf[i] = (char)(isupper(buf[i]) ? tolower(buf[i]) : toupper(buf[i]));
	compare(with, buf, score);
	buf[strlen(buf) - 1] ^= 1;
	compare(with, buf, score);
	snprintf(buf, sizeof(buf), "%s%s", before, text);
	buf[at + strlen(text) / 2] ^= 2;
	compare(with, buf, score);
	buf[at + strlen(text) / 2] = 0;
	compare(with, buf, score);
}

static void test_model(const struct pmu_model *model)
{
	const struct catalogue *c = model->events;
	struct name_index index;
	struct catalogues with = { &c, 1, &index };
	struct score score = { 0 };
	const struct event_row *row;
	const char *name, *mask;
	char before[256];
	void *memory = malloc(pmc_index_size(c));
	u32 i, j, names = 0;

	pmc_index_build(&index, memory, c);
	for (i = 0; (row = pmc_generic_row(i)); i++) {
		if (i % EVERY)
			continue;
		names++;
		variants(&with, "", row->name, &score);
		compare(&with, row->alias, &score);
	}
	for (i = 0; (name = c->event(c, i)); i++) {
		if (!name[0] || i % EVERY)
			continue;
		names++;
		variants(&with, "", name, &score);
		snprintf(before, sizeof(before), "%s::", c->model);
		variants(&with, before, name, &score);
		snprintf(before, sizeof(before), "%s:", name);
		for (j = 0; (mask = c->umask(c, i, j)); j++)
			if (mask[0])
				variants(&with, before, mask, &score);
	}
	ok(!score.bad && score.known >= names, "%s: %u texts, %u of them events, found alike",
	   model->name, score.same, score.known);
	free(memory);
}

static void test_odd(void)
{
	const struct catalogue *c = pmc_model_find("pentium4", 8, NULL)->events;
	struct name_index index;
	struct index_found found;
	char longest[400];
	void *memory = malloc(pmc_index_size(c));

	pmc_index_build(&index, memory, c);
	pmc_index_event(&index, "", 0, &found);
	ok(!found.generic && !found.is_event, "an empty name is none");
	memset(longest, 'b', sizeof(longest));
	pmc_index_event(&index, longest, 256, &found);
	ok(!found.generic && !found.is_event, "256 letters are no name");
	pmc_index_event(&index, longest, sizeof(longest), &found);
	ok(!found.generic && !found.is_event, "nor are 400");
	ok(pmc_index_umask(&index, 0, "", 0) == -1, "an empty unit mask is none");
	pmc_index_event(&index, "bnr", 3, &found);
	ok(found.is_event && !found.generic, "bnr is an event");
	ok(pmc_index_umask(&index, found.row, "TLOOKAHEAD", 10) == -1, "no unit mask of bnr");
	free(memory);
}

int main(void)
{
	const struct pmu_model *model;
	u32 i;

	for (i = 0; (model = pmc_model_row(i)); i++)
		test_model(model);
	test_odd();
	return done();
}
