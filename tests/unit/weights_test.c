/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lib/quantities/weights.c: every cost of every machine is a weight, with a source; those of levels
 * that are absent; what users change, and the sentence for each mistake; the sum against wide
 * arithmetic, on random weights and counts.
 */
#include "lib/quantities/weights.h"
#include "core/machine/describe/table.h"
#include "core/machine/parts.h"
#include "core/machine/state.h"
#include "tests/tap.h"
#include <stdlib.h>
#include <string.h>

static struct machine machine(const char *name)
{
	return *pmc_machine_find(name, (uint32_t)strlen(name), NULL);
}

static const struct weight *weight(const struct weights *w, const char *name)
{
	uint32_t i;

	for (i = 0; i < w->n; i++)
		if (!strcmp(w->row[i].name, name))
			return &w->row[i];
	return NULL;
}

static uint32_t of(const struct weights *w, const char *name)
{
	const struct weight *row = weight(w, name);

	return row ? row->thousandths : 0;
}

static uint32_t terms(const struct weights *w, const char *name)
{
	const struct weight *row = weight(w, name);
	uint32_t n = 0;

	while (row && n < FORMULA_TERMS && row->formula.term[n].kind != TERM_END)
		n++;
	return n;
}

/* ---- Those of machines ---- */

static bool same(const struct weights *a, const struct weights *b)
{
	uint32_t i;

	for (i = 0; i < a->n && i < b->n; i++)
		if (strcmp(a->row[i].name, b->row[i].name) ||
		    a->row[i].thousandths != b->row[i].thousandths ||
		    memcmp(&a->row[i].formula, &b->row[i].formula, sizeof(a->row[i].formula)))
			return false;
	return a->n == b->n && !strcmp(a->text, b->text);
}

static void of_table(void)
{
	const struct machine_cost *c;
	const struct machine *m;
	struct weights w, again;
	char text[sizeof(w.text) + 8];
	uint32_t i, n, wrong;

	for (i = 0; (m = pmc_machine_row(i)); i++) {
		pmc_weights_of(m, &w);
		wrong = 0;
		for (n = 0, c = m->costs; c && c->count; c++, n++)
			if (of(&w, c->count) != c->thousandths || !c->thousandths ||
			    !c->source[0]) {
				note("%s: %s", m->name, c->count);
				wrong++;
			}
		ok(n >= 6 && !wrong && w.n == n, "%s: %u costs, each with a source, are weights",
		   m->name, n);
		ok(of(&w, "instructions") && (of(&w, "L1d") && of(&w, "L1i")),
		   "%s: instructions and misses of L1 cost something", m->name);
		pmc_weights_of(m, &again);
		snprintf(text, sizeof(text), "none,%s", w.text);
		ok(!pmc_weights_change(&again, m, text, NULL) && same(&again, &w),
		   "%s: their text makes the same weights", m->name);
	}
}

static void absent_levels(void)
{
	struct machine m = machine("skylake");
	struct weights all, w;

	pmc_weights_of(&m, &all);
	m.cache[LEVEL_LL].ways = 0;
	pmc_weights_of(&m, &w);
	is_u64(of(&w, "L2"), of(&all, "L2") + of(&all, "LL"),
	       "without LL a miss of L2 costs what one of LL did, too");
	ok(!weight(&w, "LL"), "and LL has no weight");
	m.cache[LEVEL_L2].ways = 0;
	pmc_weights_of(&m, &w);
	is_u64(of(&w, "L1d"), of(&all, "L1d") + of(&all, "L2") + of(&all, "LL"),
	       "without both, L1d has all");
	is_u64(of(&w, "L1i"), of(&all, "L1i") + of(&all, "L2") + of(&all, "LL"), "and L1i");
	m.tlb[TLB_D].ways = 0;
	pmc_weights_of(&m, &w);
	ok(!weight(&w, "dtlb") && weight(&w, "itlb"), "a TLB that is absent has no weight");
	m.costs = NULL;
	pmc_weights_of(&m, &w);
	is_u64(w.n, 0, "a machine without costs has no weights");
}

/* ---- What users change ---- */

static int change(struct weights *w, const char *name, const char *text, struct diag *d)
{
	struct machine m = machine(name);

	pmc_weights_of(&m, w);
	return pmc_weights_change(w, &m, text, d);
}

static void changes(void)
{
	struct weights w, before;

	change(&before, "skylake", "L1d=8", NULL);
	is_int(change(&w, "skylake", "L1D=4,ll=40.5,l2-writebacks=0.125", NULL), 0, "three");
	is_u64(of(&w, "L1d"), 4000, "L1d, in any case");
	is_u64(of(&w, "LL"), 40500, "with a decimal");
	is_u64(of(&w, "l2-writebacks"), 125, "a count by its own name, with three");
	is_u64(of(&w, "L2"), of(&before, "L2"), "the others stay");
	is_u64(w.n, before.n + 1, "one is new");
	change(&w, "skylake", "branch-misses=0", NULL);
	ok(!weight(&w, "branch-misses") && w.n == before.n - 1, "0 takes one away");
	change(&w, "skylake", "none,branch-instructions=2,LLC-load-misses=7", NULL);
	is_str(w.text, "branches=2,LLC-load-misses=7", "none, an alias, a generic event");
	change(&w, "cachegrind", "iai", NULL);
	is_str(w.text, "instructions=1,loads=1,stores=1,L1i=4,L1d=4,LL=30", "iai's formula");
	change(&w, "skylake", "IAI,LL=100", NULL);
	is_str(w.text, "instructions=1,loads=1,stores=1,L1i=4,L1d=4,LL=100", "iai's, changed");
	change(&w, "pentium4", "iai", NULL);
	is_str(w.text, "instructions=1,loads=1,stores=1,L1i=4,L1d=4,L2=30",
	       "where L2 is the last level, memory is behind it");
	change(&w, "zen4", "none,L1d=1000000.999", NULL);
	is_str(w.text, "L1d=1000000.999", "the greatest");
}

static void parts(void)
{
	struct machine p4 = machine("pentium4"), skylake = machine("skylake");
	struct weights w;

	change(&w, "pentium4", "none,L1d=4", NULL);
	is_u64(pmc_weights_parts(&w, &p4), MACHINE_DATA,
	       "misses of L1d need no TLB where the walker does not ask L1d");
	is_u64(terms(&w, "L1d"), 2, "and it has none from there");
	change(&w, "skylake", "none,L1d=4", NULL);
	is_u64(terms(&w, "L1d"), 3, "elsewhere walks miss, too");
	ok(pmc_weights_parts(&w, &skylake) & MACHINE_TLB, "and need TLBs");
	change(&w, "skylake", "none,branch-misses=20,loads=2", NULL);
	is_u64(pmc_weights_parts(&w, &skylake), MACHINE_BRANCH, "mispredictions need predictors");
	change(&w, "skylake", "none,instructions=1,branches-taken=2", NULL);
	is_u64(pmc_weights_parts(&w, &skylake), 0, "the instruction stream needs no model");
}

static void wrong(const char *name, const char *text, unsigned column, const char *sentence)
{
	struct machine m = machine(name);
	struct weights w, before;
	struct diag d = { 0 };
	int err;

	pmc_weights_of(&m, &before);
	w = before;
	err = pmc_weights_change(&w, &m, text, &d);
	ok(err == -PMC_CORE_EINVAL && d.column == column && strstr(d.sentence, sentence) &&
		   same(&w, &before),
	   "'%.60s': column %u: %s", text, d.column, d.sentence);
}

static void mistakes(void)
{
	char many[2000] = "none";
	size_t len = 4;
	int i;
	const char *const counts[] = { "fills",		"evictions",	   "writebacks",
				       "invalidations", "prefetches",	   "prefetches-used",
				       "fetches",	"reads",	   "writes",
				       "fetch-misses",	"read-misses",	   "write-misses",
				       "walk-reads",	"walk-read-misses" };

	wrong("skylake", "", 1, "'' is no weight; one looks like L1d=4");
	wrong("skylake", "L1d", 1, "'L1d' is no weight");
	wrong("skylake", "L1d=4,", 7, "is no weight");
	wrong("skylake", "L1d=4,LM=3", 7, "'LM' is no count that can have a weight; did you mean");
	wrong("skylake", "lodas=1", 1, "did you mean 'loads'");
	wrong("skylake", "cycles=1", 1, "'cycles' is no count");
	wrong("skylake", "task-clock=1", 1, "'task-clock' is no count");
	wrong("skylake", "=1", 1, "'' is no count");
	wrong("skylake", "L1d=", 5, "'' is no number of cycles");
	wrong("skylake", "L1d=-4", 5, "'-4' is no number of cycles");
	wrong("skylake", "L1d=4.", 5, "at most three decimals");
	wrong("skylake", "L1d=4.1234", 5, "at most three decimals");
	wrong("skylake", "L1d=4.5.6", 5, "is no number");
	wrong("skylake", "L1d=.5", 5, "is no number");
	wrong("skylake", "L1d=1000001", 5, "0 to 1000000");
	wrong("skylake", "L1d=4K", 5, "'4K' is no number");
	wrong("skylake", "L1d=4,L1D=5", 7, "has a weight already");
	wrong("skylake", "L1d=4,iai", 7, "must stand first");
	wrong("skylake", "none,none", 6, "must stand first");
	wrong("cachegrind", "LL=4,L2=3", 6, "'L2' is what the machine lacks");
	for (i = 0; i < 34; i++)
		len += (size_t)sprintf(many + len, ",%s-%s=1",
				       i < 14 ? "l2" :
				       i < 28 ? "ll" :
						"l1d",
				       counts[i % 14]);
	wrong("skylake", many, 521, "at most 32 weights");
}

/* ---- The sum ---- */

/* The product of two numbers by their 32-bit halves, added to a sum of 128 bits. */
static void add_product(uint64_t sum[2], uint64_t a, uint32_t b)
{
	uint64_t low = (a & 0xffffffff) * b, high = (a >> 32) * b;
	uint64_t before = sum[0];

	sum[0] += low;
	sum[1] += sum[0] < before;
	before = sum[0];
	sum[0] += high << 32;
	sum[1] += (sum[0] < before) + (high >> 32);
}

/* Long division by 1,000, bit by bit. */
static uint64_t by_thousand(const uint64_t sum[2])
{
	uint64_t quotient = 0, rest = 0;
	int bit;

	for (bit = 127; bit >= 0; bit--) {
		rest = rest << 1 | (sum[bit / 64] >> bit % 64 & 1);
		quotient = quotient << 1 | (rest >= 1000);
		rest -= rest >= 1000 ? 1000 : 0;
	}
	return quotient;
}

static void sums(void)
{
	uint64_t count[WEIGHTS], sum[2];
	struct weights w = { .n = 0 };
	unsigned round, i, bad = 0;

	srand(18);
	for (round = 0; round < 20000; round++) {
		w.n = 1 + (unsigned)rand() % WEIGHTS;
		sum[0] = sum[1] = 0;
		for (i = 0; i < w.n; i++) {
			w.row[i].thousandths = (uint32_t)rand() % (round & 1 ? 5000 : 1000000);
			count[i] = ((uint64_t)rand() << 16 ^ (uint64_t)rand()) >> rand() % 40;
			add_product(sum, count[i], w.row[i].thousandths);
		}
		bad += pmc_weights_sum(&w, count) != by_thousand(sum);
	}
	is_u64(bad, 0, "20,000 random sums are those of wide arithmetic");
	w.n = 2;
	w.row[0].thousandths = 250;
	w.row[1].thousandths = 83;
	count[0] = 3;
	count[1] = 3;
	is_u64(pmc_weights_sum(&w, count), 0, "0.75 + 0.249 is rounded down");
	count[1] = 4;
	is_u64(pmc_weights_sum(&w, count), 1, "0.75 + 0.332");
}

static void numbers(void)
{
	char text[WEIGHT_NUMBER];

	pmc_weight_number(40500, text);
	is_str(text, "40.5", "a number without needless decimals");
	pmc_weight_number(100000, text);
	is_str(text, "100", "a whole one");
	pmc_weight_number(83, text);
	is_str(text, "0.083", "a small one");
}

int main(void)
{
	of_table();
	absent_levels();
	changes();
	parts();
	mistakes();
	sums();
	numbers();
	return done();
}
