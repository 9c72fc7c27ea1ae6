/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tables of metrics. The events of every formula are in the model's catalogue, can be encoded,
 * and get counters in one run. Every metric without a formula has a reason, and some model uses
 * every row.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/metrics/metric.h"
#include "lib/metrics/tables/rows.h"
#include "lib/models/model.h"
#include "lib/base/array.h"
#include "pmc/pmc.h"
#include "tests/tap.h"

static const struct {
	const char *name;
	const struct metric_table *table;
} tables[] = {
	{ "P5", &metrics_p5 },	 { "WinChip", &metrics_winchip }, { "C3", &metrics_c3 },
	{ "P6", &metrics_p6 },	 { "Pentium 4", &metrics_p4 },	  { "AMD", &metrics_amd },
	{ "Zen", &metrics_zen }, { "Intel", &metrics_intel },
};
static bool used[ARRAY_SIZE(tables)][256];

/* Returns "" or what is wrong, as static text. */
static const char *check_event(const struct pmc_model *model, const char *event)
{
	static struct pmc_diag diag;
	struct pmc_encoding *e;

	if (pmc_encoding_create(model, event, -1, 0, &e, &diag))
		return diag.sentence;
	pmc_encoding_destroy(e);
	return "";
}

static void mark_used(const struct metric_table *table, size_t metric, const struct pmc_metric *m)
{
	unsigned t, i;

	for (t = 0; t < ARRAY_SIZE(tables); t++)
		for (i = 0; tables[t].table == table && i < table->n; i++) {
			const struct metric_row *row = &table->row[i];

			if (row->metric == (enum metric)metric &&
			    (m->missing ? row->missing && !strcmp(row->missing, m->missing) :
					  !memcmp(row->above, m->above, sizeof(m->above)) &&
						  !memcmp(row->below, m->below, sizeof(m->below))))
				used[t][i] = true;
		}
}

/* Returns how many metrics the model has, or -1 if one of them is wrong. */
static int check_model(const char *name, bool *pfm)
{
	struct pmc_model *model;
	struct pmc_model_info info;
	struct pmc_metric m;
	int n = 0, bad = 0;
	unsigned j;
	size_t i;

	if (pmc_model_open(name, NULL, &model, NULL))
		return -1;
	pmc_model_info(model, &info);
	*pfm |= info.libpfm4 && !strcmp(name, "skylake");
	for (i = 0; !pmc_model_metric_at(model, i, &m); i++) {
		mark_used(metric_table_of(model) ? metric_table_of(model) : &metrics_emulated, i,
			  &m);
		if (m.missing) {
			if (!m.missing[0] || m.above[0] || m.below[0]) {
				note("%s: %s: no formula and no reason", name, m.name);
				bad++;
			}
			continue;
		}
		n++;
		if (!m.above[0] || !m.below[0] || !m.source || !m.source[0]) {
			note("%s: %s: half a formula, or no source", name, m.name);
			bad++;
		}
		for (j = 0; j < 2 * PMC_METRIC_TERMS; j++) {
			const char *event = j < PMC_METRIC_TERMS ? m.above[j] :
								   m.below[j - PMC_METRIC_TERMS];
			const char *wrong = event ? check_event(model, event) : "";

			if (wrong[0]) {
				note("%s: %s: %s: %s", name, m.name, event, wrong);
				bad++;
			}
		}
	}
	if (i != METRICS)
		bad++;
	pmc_model_close(model);
	return bad ? -1 : n;
}

/*
 * Facts from some models' manuals: a metric, and its formula or a part of the reason why it has
 * none.
 */
static void check_known(const char *model, const char *metric, const char *above, const char *below)
{
	struct pmc_model *m;
	struct pmc_metric found = { 0 };
	size_t i;

	if (pmc_model_open(model, NULL, &m, NULL)) {
		ok(false, "%s can be opened", model);
		return;
	}
	for (i = 0; !pmc_model_metric_at(m, i, &found) && strcmp(found.name, metric); i++)
		;
	if (below)
		ok(!found.missing && !strcmp(found.above[0], above) &&
			   !strcmp(found.below[0], below),
		   "%s: %s is %s / %s", model, metric, above, below);
	else
		ok(found.missing && strstr(found.missing, above), "%s: no %s: %s", model, metric,
		   above);
	pmc_model_close(m);
}

int main(void)
{
	struct pmc_model_info info;
	bool pfm = false;
	unsigned t, i;
	int n;

	for (i = 0; !pmc_model_at(i, &info); i++) {
		n = check_model(info.name, &pfm);
		ok(n >= 0, "%s: events exist and encode, %d metrics", info.name, n);
		/*
		 * Any model with two or more counters has at least instructions per cycle or
		 * misses.
		 */
		if (__builtin_popcountll(info.counters) >= 2)
			ok(n >= 3, "%s: has some metrics (%d)", info.name, n);
	}
	for (t = 0; t < ARRAY_SIZE(tables); t++)
		for (i = 0; i < tables[t].table->n; i++) {
			const struct metric_row *row = &tables[t].table->row[i];
			const char *first = row->above[0] ? row->above[0] : "";
			/*
			 * libpfm4's event names have unit masks or no dot; our names of Intel's
			 * core events have dots.
			 */
			bool foreign = tables[t].table == &metrics_intel && !pfm &&
				       (strchr(first, ':') || !strchr(first, '.'));

			if (!used[t][i] && !foreign)
				note("%s: row %u (%s%s) is nobody's", tables[t].name, i, first,
				     row->missing ? row->missing : "");
			ok(used[t][i] || foreign, "%s: row %u is a model's", tables[t].name, i);
		}
	check_known("pentium3", "l1d-misses", "DCU_LINES_IN", "DATA_MEM_REFS");
	check_known("pentium3", "dtlb-misses", "has no event", NULL);
	check_known("p5", "cpi", "time stamp counter", NULL);
	check_known("pentium-mmx", "cpi", "NUMBER_OF_CYCLES_NOT_IN_HALT_STATE",
		    "INSTRUCTIONS_EXECUTED");
	check_known("c3", "cpi", "one counter", NULL);
	check_known("k7", "l2-misses", "DATA_CACHE_REFILLS_FROM_SYSTEM", "DATA_CACHE_MISSES");
	check_known("zen4", "l1i-misses", "IC_TAG_HIT_MISS:IC_MISS",
		    "IC_TAG_HIT_MISS:ALL_IC_ACCESS");
	check_known("arch-v5", "mispredicted", "MISPREDICTED_BRANCH_RETIRED",
		    "BRANCH_INSTRUCTIONS_RETIRED");
	check_known("arch-v5", "l1d-misses", "no event that is known", NULL);
	check_known("pentium4", "taken", "branch_retired:MMTP:MMTM",
		    "branch_retired:MMNP:MMNM:MMTP:MMTM");
	check_known("none", "cpi", "no counters", NULL);
	return done();
}
