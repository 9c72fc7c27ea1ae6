/* SPDX-License-Identifier: BSD-2-Clause */
/* Weights of an estimate: those of a machine, and what users make of them. */
#include "lib/quantities/weights.h"

#include <stdio.h>
#include <string.h>

#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/costs.h"
#include "core/machine/describe/items.h"
#include "core/quantities/terms.h"

/* ---- What can have a weight ---- */

/* clang-format off */
#define FIRST_MISSED(level) \
	COUNT(MISSED(level, READ)), COUNT(MISSED(level, WRITE)), COUNT(MISSED(level, WALK))

static const struct {
	const char *name, *counts;
	struct machine_formula formula;
} sums[] = {
	{ "L1i", "L1i misses", { { COUNT(MISSED(L1I, FETCH)) } } },
	{ "L1d", "L1d misses", { { FIRST_MISSED(L1D) } } },
	{ "L2", "L2 misses", { { ALL_MISSED(L2) } } },
	{ "LL", "LL misses", { { ALL_MISSED(LL) } } },
	{ "itlb", "itlb misses", { { COUNT(TLB_MISSED(I, FETCH)) } } },
	{ "dtlb", "dtlb misses", { { COUNT(TLB_MISSED(D, READ)), COUNT(TLB_MISSED(D, WRITE)) } } },
	{ "walks", "page walks", { { ALL_WALKS } } },
};
/* clang-format on */

#define N_SUMS (sizeof(sums) / sizeof(sums[0]))

/* The formula of a generic event; false: it cannot have a weight. */
static bool generic(const struct machine *machine, const struct event_row *row,
		    struct machine_formula *formula)
{
	struct machine_term *term = &formula->term[0];

	memset(formula, 0, sizeof(*formula));
	term->what = (u16)row->id;
	if (row->kind == EVENT_STREAM)
		term->kind = TERM_STREAM;
	else if (row->kind == EVENT_HARDWARE &&
		 (row->id == HW_INSTRUCTIONS || row->id == HW_BRANCHES))
		term->kind = TERM_HARDWARE;
	else
		return pmc_machine_generic(machine, (enum event_kind)row->kind, row->id, formula);
	return true;
}

/* Finds what a name is; false: it is nothing that can have a weight. */
static bool find(const struct machine *machine, const char *name, size_t len, struct weight *found)
{
	const struct event_row *row = pmc_generic_find(name, len);
	const struct quantity *q;
	u32 i;

	memset(found, 0, sizeof(*found));
	for (i = 0; i < N_SUMS; i++)
		if (text_equal_nocase(sums[i].name, name, len)) {
			found->name = sums[i].name;
			found->counts = sums[i].counts;
			found->formula = sums[i].formula;
			return true;
		}
	if (row && generic(machine, row, &found->formula)) {
		found->name = found->counts = row->name;
		return true;
	}
	for (i = 0; (q = pmc_quantity_row(i)); i++)
		if (text_equal_nocase(q->name, name, len)) {
			found->name = found->counts = q->name;
			found->formula.term[0].kind = TERM_COUNT;
			found->formula.term[0].what = (u16)q->offset;
			return true;
		}
	return false;
}

static int unknown(const struct machine *machine, const struct item *name, struct diag *diag)
{
	struct machine_formula formula;
	const struct event_row *row;
	const struct quantity *q;
	struct nearest near;
	u32 i;

	pmc_nearest_init(&near, name->text, name->len);
	for (i = 0; i < N_SUMS; i++)
		pmc_nearest_offer(&near, sums[i].name);
	for (i = 0; (row = pmc_generic_row(i)); i++)
		if (generic(machine, row, &formula))
			pmc_nearest_offer(&near, row->name);
	for (i = 0; (q = pmc_quantity_row(i)); i++)
		pmc_nearest_offer(&near, q->name);
	pmc_diag_at(diag, name->at, name->text, name->len);
	pmc_diag_add_quoted(diag, name->text, name->len);
	pmc_diag_add(diag, " is no count that can have a weight");
	pmc_nearest_add(&near, diag,
			"; those of L1i, L1d, L2, LL, itlb, dtlb and walks can, generic events "
			"such as branch-misses, and the model's own counts");
	return -PMC_CORE_EINVAL;
}

/* ---- The list ---- */

static struct weight *row_of(struct weights *w, const char *name)
{
	u32 i;

	for (i = 0; i < w->n; i++)
		if (!strcmp(w->row[i].name, name))
			return &w->row[i];
	return NULL;
}

/* The row of what was found, made if it is new; NULL: there is no room. */
static struct weight *row_for(struct weights *w, const struct weight *found)
{
	struct weight *row = row_of(w, found->name);

	if (row || w->n == WEIGHTS)
		return row;
	w->row[w->n] = *found;
	return &w->row[w->n++];
}

/* Does the page walker of this machine never ask the cache that this is a count of? */
static bool walker_does_not(const struct machine *m, u32 what)
{
	if (what == offsetof(struct machine_counts, MISSED(L1D, WALK)))
		return m->walk.reads != WALK_L1D;
	if (what == offsetof(struct machine_counts, MISSED(L2, WALK)) ||
	    what == offsetof(struct machine_counts, MISSED(LL, WALK)))
		return m->walk.reads == WALK_UNSEEN;
	return false;
}

/* Takes the terms away that are always 0 on this machine: they need no model. False: all are. */
static bool leave_out(struct weight *row, const struct machine *machine)
{
	struct machine_formula all = row->formula, one = { 0 };
	const char *absent;
	u32 i, n = 0;

	memset(&row->formula, 0, sizeof(row->formula));
	for (i = 0; i < FORMULA_TERMS && all.term[i].kind != TERM_END; i++) {
		one.term[0] = all.term[i];
		pmc_formula_parts(machine, &one, &absent);
		if (absent ||
		    (one.term[0].kind == TERM_COUNT && walker_does_not(machine, one.term[0].what)))
			continue;
		row->formula.term[n++] = all.term[i];
	}
	return n;
}

void pmc_weight_number(u32 thousandths, char text[WEIGHT_NUMBER])
{
	size_t len = (size_t)snprintf(text, WEIGHT_NUMBER, "%u.%03u", thousandths / 1000,
				      thousandths % 1000);

	while (text[len - 1] == '0')
		len--;
	if (text[len - 1] == '.')
		len--;
	text[len] = 0;
}

static void spell(struct weights *w)
{
	char number[WEIGHT_NUMBER];
	size_t len = 0;
	u32 i;

	w->text[0] = 0;
	for (i = 0; i < w->n && len < sizeof(w->text); i++) {
		pmc_weight_number(w->row[i].thousandths, number);
		len += (size_t)snprintf(w->text + len, sizeof(w->text) - len, "%s%s=%s",
					i ? "," : "", w->row[i].name, number);
	}
}

/* Takes away what counts nothing, and writes the text. */
static void tidy(struct weights *w, const struct machine *machine)
{
	u32 i, n = 0;

	for (i = 0; i < w->n; i++) {
		w->row[n] = w->row[i];
		n += w->row[n].thousandths && leave_out(&w->row[n], machine);
	}
	w->n = n;
	spell(w);
}

/* ---- Those of a machine ---- */

/* A miss of `to` costs what one of `from` cost, too. */
static void raise_by(struct weights *w, const struct machine *machine, u32 from, u32 to)
{
	const struct weight *absent = row_of(w, pmc_cache_names[from]);
	const char *name = pmc_cache_names[to];
	struct weight found, *row;
	u32 thousandths = absent ? absent->thousandths : 0;

	find(machine, name, strlen(name), &found);
	row = row_for(w, &found);
	if (row)
		row->thousandths += thousandths;
}

static void of_costs(const struct machine_cost *costs, const struct machine *machine,
		     struct weights *w)
{
	struct weight found, *row;

	w->n = 0;
	for (; costs && costs->count; costs++) {
		if (!find(machine, costs->count, strlen(costs->count), &found))
			continue;
		row = row_for(w, &found);
		if (row)
			row->thousandths = costs->thousandths;
	}
	if (!machine->cache[LEVEL_LL].ways)
		raise_by(w, machine, LEVEL_LL, LEVEL_L2);
	if (!machine->cache[LEVEL_L2].ways) {
		raise_by(w, machine, LEVEL_L2, LEVEL_L1I);
		raise_by(w, machine, LEVEL_L2, LEVEL_L1D);
	}
	tidy(w, machine);
}

void pmc_weights_of(const struct machine *machine, struct weights *weights)
{
	of_costs(machine->costs, machine, weights);
}

/* ---- Changing them ---- */

/* A number of cycles with at most three decimals. */
static bool read_number(const struct item *item, u32 *thousandths)
{
	struct item whole = *item, rest = { 0 };
	u32 cycles, part = 0;
	size_t n = 0;

	while (n < item->len && item->text[n] != '.')
		n++;
	whole.len = n;
	if (!pmc_item_number(&whole, false, &cycles) || cycles > WEIGHT_MAX)
		return false;
	if (n < item->len) {
		rest.text = item->text + n + 1;
		rest.len = item->len - n - 1;
		if (rest.len > 3 || !pmc_item_number(&rest, false, &part))
			return false;
	}
	for (; n < item->len && rest.len < 3; rest.len++)
		part *= 10;
	*thousandths = cycles * 1000 + part;
	return true;
}

/* `iai` or `none`. */
static bool is_base(const struct item *item, const struct machine_cost **costs)
{
	*costs = pmc_item_is(item, "iai") ? pmc_costs_iai : NULL;
	return *costs || pmc_item_is(item, "none");
}

static int no_weight(const struct item *item, struct diag *diag)
{
	const struct machine_cost *costs;

	if (is_base(item, &costs))
		return pmc_item_wrong(item, diag, "replaces all weights, so it must stand first");
	return pmc_item_wrong(item, diag,
			      "is no weight; one looks like L1d=4 or instructions=0.25");
}

/* Reads NAME=NUMBER. typed: a bit for each row that was read. */
static int change_one(struct weights *w, const struct machine *machine, const struct item *item,
		      u32 *typed, struct diag *diag)
{
	struct item name = *item, number = *item;
	struct weight found, *row;

	for (name.len = 0; name.len < item->len && item->text[name.len] != '=';)
		name.len++;
	if (name.len == item->len)
		return no_weight(item, diag);
	number.at += name.len + 1;
	number.text += name.len + 1;
	number.len -= name.len + 1;
	if (!find(machine, name.text, name.len, &found))
		return unknown(machine, &name, diag);
	if (!read_number(&number, &found.thousandths))
		return pmc_item_wrong(&number, diag,
				      "is no number of cycles: 0 to 1000000, with at most three "
				      "decimals");
	if (!leave_out(&found, machine) && found.thousandths)
		return pmc_item_wrong(&name, diag, "is what the machine lacks");
	row = row_for(w, &found);
	if (!row)
		return pmc_item_wrong(&name, diag, "is one too many: at most 32 weights");
	if (*typed >> (row - w->row) & 1)
		return pmc_item_wrong(&name, diag, "has a weight already");
	*typed |= 1u << (row - w->row);
	row->thousandths = found.thousandths;
	return 0;
}

int pmc_weights_change(struct weights *weights, const struct machine *machine, const char *text,
		       struct diag *diag)
{
	struct items items = { .text = text, .len = strlen(text) };
	const struct machine_cost *costs;
	struct weights made = *weights;
	bool first = true;
	struct item item;
	u32 typed = 0;
	int err = 0;

	for (; !err && pmc_items_next(&items, &item); first = false) {
		if (first && is_base(&item, &costs))
			of_costs(costs, machine, &made);
		else
			err = change_one(&made, machine, &item, &typed, diag);
	}
	if (err)
		return err;
	tidy(&made, machine);
	*weights = made;
	return 0;
}

/* ---- Using them ---- */

u32 pmc_weights_parts(const struct weights *weights, const struct machine *machine)
{
	const char *absent;
	u32 parts = 0, i;

	for (i = 0; i < weights->n; i++)
		parts |= pmc_formula_parts(machine, &weights->row[i].formula, &absent);
	return parts;
}

u64 pmc_weights_sum(const struct weights *weights, const u64 *count)
{
	u64 whole = 0, rest = 0;
	u32 i;

	/* The product itself might not fit. */
	for (i = 0; i < weights->n; i++) {
		whole += count[i] / 1000 * weights->row[i].thousandths;
		rest += count[i] % 1000 * weights->row[i].thousandths;
	}
	return whole + rest / 1000;
}
