/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Our events and generic names against second sources for what libpfm4 does not know: perfctr's for
 * Pentium, Pentium MMX, Cyrix, WinChip and C3; FreeBSD's and Linux's wiring of the Pentium 4;
 * Linux's events of Zen 5 and its generic names on all of Intel's and AMD's; Intel's files for our
 * own events of its cores. Their facts are in tests/diff/facts/events; where ours differ,
 * tests/diff/facts/events_differences has a line with the reason. A difference without a line
 * fails, and so does a line without a difference; and so does an event of the first six models, or
 * of Zen 5, that the second source does not have.
 *
 * tests/run: parallel time=60
 */
#include <fnmatch.h>
#include <strings.h>

#include "core/event/catalogue.h"
#include "core/encode/encode.h"
#include "core/pmu/regs.h"
#include "core/models/model.h"
#include "core/pmu/p4.h"
#include "core/event/parse.h"
#include "tests/tap.h"

#define FACTS "tests/diff/facts/events"
#define TOLD  "tests/diff/facts/events_differences"

/* ---- Differences ---- */

static struct told {
	char source[24], model[80], event[80];
	u32 line, used;
} told[200];
static u32 n_told;

static void read_told(void)
{
	FILE *f = fopen(TOLD, "r");
	char line[1024], *save, *word;
	u32 number = 0;

	while (f && fgets(line, sizeof(line), f)) {
		char source[24] = "", model[80] = "";

		number++;
		if (strchr("#\n\t", line[0]))
			continue;
		word = strtok_r(line, " \n", &save);
		snprintf(source, sizeof(source), "%s", word);
		word = strtok_r(NULL, " \n", &save);
		snprintf(model, sizeof(model), "%s", word ? word : "");
		while ((word = strtok_r(NULL, " \n", &save)) && n_told < 200) {
			struct told *t = &told[n_told++];

			memcpy(t->source, source, sizeof(source));
			memcpy(t->model, model, sizeof(model));
			snprintf(t->event, sizeof(t->event), "%s", word);
			t->line = number;
		}
	}
	ok(f, TOLD " is read: %u differences", n_told);
	if (f)
		fclose(f);
}

static bool is_told(const char *source, const char *model, const char *event)
{
	bool found = false;
	char list[80], *word, *save;
	u32 i;

	for (i = 0; i < n_told; i++) {
		if (strcmp(told[i].source, source) || fnmatch(told[i].event, event, 0))
			continue;
		snprintf(list, sizeof(list), "%s", told[i].model);
		for (word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save))
			if (!fnmatch(word, model, 0)) {
				told[i].used++;
				found = true;
			}
	}
	return found;
}

/* ---- Scores: one for each source and model ---- */

static struct score {
	char source[24], model[24];
	u32 same, told, bad;
	unsigned long long seen[8]; /* rows of ours that they have */
} score[120];
static u32 n_scores;

static struct score *score_of(const char *source, const char *model)
{
	u32 i;

	for (i = 0; i < n_scores; i++)
		if (!strcmp(score[i].source, source) && !strcmp(score[i].model, model))
			return &score[i];
	snprintf(score[n_scores].source, sizeof(score[0].source), "%s", source);
	snprintf(score[n_scores].model, sizeof(score[0].model), "%s", model);
	return &score[n_scores++];
}

/* ---- One fact ---- */

static bool encode(const struct pmu *pmu, const char *text, struct encoding *enc, struct diag *diag)
{
	const struct catalogues cats = { &pmu->model->events, 1 };
	struct event ev;
	u32 n = 1;

	return !pmc_event_parse(text, strlen(text), &cats, &ev, &n, diag) && n == 1 &&
	       !pmc_encode(pmu, text, &ev, 0, enc, diag);
}

static u32 read_counters(const char *s)
{
	u32 mask = 0;
	char *end;

	do {
		mask |= 1u << strtoul(s, &end, 10);
		s = end + 1;
	} while (*end == ',');
	return mask;
}

/* The event's number in a value of CESR or EVNTSEL. */
static u32 code_of(const struct pmu *pmu, u64 select)
{
	switch (pmu->family) {
	case PMU_P5:
		return (u32)(select & P5_CESR_ES);
	case PMU_CYRIX:
		return (u32)(select & P5_CESR_ES) | (select & CYRIX_CESR_ES6 ? 0x40 : 0);
	default:
		return (u32)select;
	}
}

static void compare(const char *source, const char *model, const char *event, const char *terms,
		    const char *counters)
{
	const struct pmu_model *m = pmc_model_find(model, strlen(model), NULL);
	struct score *s = score_of(source, model);
	struct encoding enc = { 0 }, want = { 0 };
	struct diag diag = { 0 };
	char text[200], why[200] = "";
	struct pmu pmu;

	if (!m) {
		s->bad++;
		note("%s is no model", model);
		return;
	}
	pmc_pmu_of_model(m, &pmu);
	if (!encode(&pmu, event, &enc, &diag)) {
		snprintf(why, sizeof(why), "%.190s", diag.sentence);
	} else if (pmu.family != PMU_ARCH && pmu.family != PMU_AMD && pmu.family != PMU_P6) {
		if (code_of(&pmu, enc.select) != strtoul(terms + strcspn(terms, "=") + 1, NULL, 16))
			snprintf(why, sizeof(why), "ours is %x", code_of(&pmu, enc.select));
	} else {
		snprintf(text, sizeof(text), "cpu/%s/", terms);
		if (!encode(&pmu, text, &want, &diag))
			snprintf(why, sizeof(why), "%.190s", diag.sentence);
		else if (enc.select != want.select || enc.msr_value != want.msr_value)
			snprintf(why, sizeof(why), "theirs %llx %llx, ours %llx %llx",
				 (unsigned long long)want.select,
				 (unsigned long long)want.msr_value, (unsigned long long)enc.select,
				 (unsigned long long)enc.msr_value);
	}
	if (!why[0] && counters && enc.counters != read_counters(counters))
		snprintf(why, sizeof(why), "counters %s, ours %llx", counters,
			 (unsigned long long)enc.counters);
	if (enc.catalogue && enc.row < 512)
		s->seen[enc.row / 64] |= 1ull << enc.row % 64;
	if (!why[0])
		s->same++;
	else if (is_told(source, model, event))
		s->told++;
	else if (s->bad++ < 10)
		note("%s %s %s: %s", source, model, event, why);
}

/*
 * A Pentium 4's event: its select, the number by which CCCRs know its ESCRs, those with their
 * counters.
 */
static void compare_p4(const char *source, const char *event, u32 code, u32 select, char **save)
{
	const struct pmu_model *m = pmc_model_find("pentium4-prescott", 17, NULL);
	struct score *s = score_of(source, "pentium4");
	const struct model_event *row;
	char why[200] = "", *word;
	u32 i, k, n = 0;

	for (i = 0; (row = pmc_list_row(m->events, i)); i++)
		if (!strcasecmp(row->name, event))
			break;
	if (!row)
		snprintf(why, sizeof(why), "is not there");
	else if (row->code != code)
		snprintf(why, sizeof(why), "ours is %x", row->code);
	else if (pmc_p4_escr[row->escr[0]].select != select)
		snprintf(why, sizeof(why), "CCCR select %u, ours %u", select,
			 pmc_p4_escr[row->escr[0]].select);
	while ((word = strtok_r(NULL, " \n", save))) {
		char *colon = strchr(word, ':');

		if (!colon || why[0])
			continue;
		*colon = 0;
		for (k = 0; k < 2; k++)
			if (row->escr[k] != P4_NO_ESCR &&
			    !strcmp(pmc_p4_escr[row->escr[k]].name + 4, word))
				break;
		if (k == 2)
			snprintf(why, sizeof(why), "%s is not among our ESCRs of it", word);
		else if (pmc_p4_escr[row->escr[k]].counters != read_counters(colon + 1))
			snprintf(why, sizeof(why), "%s on counters %s, ours %x", word, colon + 1,
				 pmc_p4_escr[row->escr[k]].counters);
		n++;
	}
	if (!why[0] && n != (row->escr[1] == P4_NO_ESCR ? 1u : 2u))
		snprintf(why, sizeof(why), "%u ESCRs", n);
	if (!why[0])
		s->same++;
	else if (is_told("p4", source, event))
		s->told++;
	else if (s->bad++ < 10)
		note("p4 %s %s: %s", source, event, why);
}

static void read_facts(void)
{
	FILE *f = fopen(FACTS, "r");
	char line[2048], *save, *save2, *source, *models, *event, *terms, *counters, *m;
	u32 number = 0, bad = 0;

	while (f && fgets(line, sizeof(line), f)) {
		number++;
		line[strcspn(line, "#\n")] = 0;
		source = strtok_r(line, " ", &save);
		if (!source)
			continue;
		models = strtok_r(NULL, " ", &save);
		event = strtok_r(NULL, " ", &save);
		terms = strtok_r(NULL, " ", &save);
		if (!terms) {
			note(FACTS ":%u cannot be read", number);
			bad++;
			continue;
		}
		counters = strtok_r(NULL, " ", &save);
		if (!strcmp(source, "p4")) {
			compare_p4(models, event, (u32)strtoul(terms, NULL, 16),
				   (u32)strtoul(counters ? counters : "", NULL, 10), &save);
			continue;
		}
		for (m = strtok_r(models, ",", &save2); m; m = strtok_r(NULL, ",", &save2))
			compare(source, m, event, terms, counters);
	}
	ok(f && !bad, FACTS " is read: %u lines", number);
	if (f)
		fclose(f);
}

/* Every event of these must have its second source. */
static void complete(const char *source, const char *model)
{
	const struct score *s = score_of(source, model);
	const struct pmu_model *m = pmc_model_find(model, strlen(model), NULL);
	u32 i, missing = 0;
	const char *name;

	for (i = 0; (name = m->events->event(m->events, i)); i++)
		if (name[0] && !(s->seen[i / 64] >> i % 64 & 1) && !is_told(source, model, name)) {
			note("%s: no second source for %s", model, name);
			missing++;
		}
	ok(!missing, "%s: %s has every event", model, source);
}

/* For every_row_test.sh: appends the rows that were compared to the file $PMC_SEEN. */
static void write_seen(const struct score *s)
{
	const struct pmu_model *m = pmc_model_find(s->model, strlen(s->model), NULL);
	FILE *f = getenv("PMC_SEEN") ? fopen(getenv("PMC_SEEN"), "a") : NULL;
	const char *name;
	u32 i;

	if (!f || !m)
		return;
	for (i = 0; (name = m->events->event(m->events, i)); i++)
		if (name[0] && s->seen[i / 64] >> i % 64 & 1)
			fprintf(f, "%s %s\n", m->name, name);
	fclose(f);
}

int main(void)
{
	static const char *const old[] = { "p5",      "pentium-mmx", "6x86mx",
					   "winchip", "winchip2",    "c3" };
	u32 i;

	read_told();
	read_facts();
	for (i = 0; i < n_scores; i++)
		write_seen(&score[i]);
	for (i = 0; i < n_scores; i++)
		ok(score[i].same && !score[i].bad,
		   "%s, %s: %u the same, %u differ as told, %u differ", score[i].source,
		   score[i].model, score[i].same, score[i].told, score[i].bad);
	for (i = 0; i < sizeof(old) / sizeof(old[0]); i++)
		complete("perfctr", old[i]);
	complete("linux", "zen5");
	for (i = 0; i < n_told; i++)
		if (!told[i].used)
			ok(false, TOLD ":%u: %s %s %s explains something", told[i].line,
			   told[i].source, told[i].model, told[i].event);
	return done();
}
