/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks every row of every table against its family's rules: events, unit masks, generic maps,
 * registers, models. It also encodes each event with each unit mask for every counter and decodes
 * the registers, which must give the same event.
 */
#include "core/event/catalogue.h"
#include "core/encode/encode.h"
#include "core/pmu/pmu.h"
#include "core/models/table.h"
#include "core/pmu/registers.h"
#include "core/models/model.h"
#include "core/pmu/p4.h"
#include "core/event/parse.h"
#include "tests/tap.h"

#include <strings.h>

#define ARRAY_LENGTH(a) ((u32)(sizeof(a) / sizeof((a)[0])))

/* Prints one line per model and the first rows that break a rule. */
static int bad;
/* clang-format off */
#define RULE(cond, ...)                                                                            \
	do {                                                                                       \
		if (!(cond) && bad++ < 10)                                                         \
			note(__VA_ARGS__);                                                         \
	} while (0)
/* clang-format on */

/* ---- Events ---- */

static u32 code_limit(const struct pmu *pmu)
{
	switch (pmu->family) {
	case PMU_P5:
	case PMU_P4:
		return 0x3f;
	case PMU_CYRIX:
		return 0x7f;
	case PMU_C3:
		return 0x1ff;
	case PMU_AMD:
		return pmu->caps & PMU_EVENT12 ? 0xfff : 0xff;
	default:
		return 0xff;
	}
}

static bool good_name(const char *s)
{
	for (; *s; s++)
		if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-",
			    *s))
			return false;
	return true;
}

static void walk_umasks(const struct pmu *pmu, const struct model_event *row)
{
	u32 limit = pmu->family == PMU_P4 || pmu->caps & PMU_UMASK2 ? 0xffff : 0xff, j, k;

	RULE(row->n_umasks <= 64, "%s: more than 64 unit masks", row->name);
	RULE(row->plain <= limit, "%s: default unit mask too wide", row->name);
	RULE(!(row->flags & ROW_NEEDS_UMASK) || (row->n_umasks && !row->plain),
	     "%s: needs a unit mask, but has none or a default", row->name);
	for (j = 0; j < row->n_umasks; j++) {
		const struct model_umask *u = &row->umask[j];

		RULE(u->name && u->name[0] && good_name(u->name), "%s: unit mask %u: name",
		     row->name, j);
		RULE(u->about && u->about[0], "%s:%s: no description", row->name, u->name);
		RULE(u->bits <= limit, "%s:%s: too wide", row->name, u->name);
		RULE(u->group < 4, "%s:%s: group", row->name, u->name);
		RULE(u->group || u->bits || u->kind != UMASK_BITS,
		     "%s:%s: combines, but has no bits", row->name, u->name);
		RULE(u->kind != UMASK_TAG || pmu->family == PMU_P4, "%s:%s: tag", row->name,
		     u->name);
		RULE(u->kind != UMASK_REPLAY || row->flags & ROW_REPLAY, "%s:%s: replay", row->name,
		     u->name);
		for (k = 0; k < j; k++) {
			RULE(strcasecmp(u->name, row->umask[k].name) ||
				     (u->variants && !(u->variants & row->umask[k].variants)),
			     "%s:%s: twice", row->name, u->name);
			RULE(u->kind != row->umask[k].kind || u->bits != row->umask[k].bits ||
				     (u->variants && !(u->variants & row->umask[k].variants)),
			     "%s: %s and %s have the same bits", row->name, u->name,
			     row->umask[k].name);
		}
	}
}

static void walk_p4(const struct model_event *row)
{
	u32 e0 = row->escr[0], e1 = row->escr[1];

	RULE(e0 < P4_ESCRS && (e1 < P4_ESCRS || e1 == P4_NO_ESCR), "%s: ESCRs", row->name);
	if (e0 >= P4_ESCRS || e1 >= P4_ESCRS)
		return;
	RULE(pmc_p4_escr[e0].select == pmc_p4_escr[e1].select, "%s: two selects", row->name);
	RULE(!(pmc_p4_escr[e0].counters & pmc_p4_escr[e1].counters), "%s: ESCRs share counters",
	     row->name);
	RULE(!strncmp(pmc_p4_escr[e0].name, pmc_p4_escr[e1].name, strlen(pmc_p4_escr[e0].name) - 1),
	     "%s: ESCRs of two units", row->name);
}

static u32 walk_events(const struct pmu *pmu)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	u32 i, k, n = 0;

	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		RULE(row->name && row->name[0] && good_name(row->name), "row %u: name", i);
		RULE(row->about && row->about[0], "%s: no description", row->name);
		if (!c->event(c, i)[0])
			continue;
		n++;
		for (k = 0; k < i; k++)
			RULE(strcasecmp(c->event(c, k), row->name), "%s: twice in one model",
			     row->name);
		RULE(row->code <= code_limit(pmu), "%s: event select %x", row->name, row->code);
		RULE(!(row->counters & ~pmu->general), "%s: counters that are not there",
		     row->name);
		RULE(!row->fixed || row->fixed <= 16, "%s: fixed counter", row->name);
		RULE(!row->arch || pmu->arch_events >> (row->arch - 1) & 1 ||
			     pmu->family != PMU_ARCH,
		     "%s: architectural event that the model lacks", row->name);
		RULE(!(row->flags & ROW_FIXED) ||
			     (row->fixed && pmu->fixed >> (row->fixed - 1) & 1),
		     "%s: on a fixed counter that is not there", row->name);
		walk_umasks(pmu, row);
		if (pmu->family == PMU_P4)
			walk_p4(row);
	}
	return n;
}

/* ---- Encode, decode ---- */

static bool same_registers(const struct reg_value *a, u32 n, const struct reg_value *b, u32 m)
{
	u32 i;

	for (i = 0; n == m && i < n; i++)
		if (a[i].address != b[i].address || a[i].value != b[i].value ||
		    a[i].mask != b[i].mask)
			return false;
	return n == m;
}

/* Returns whether the event can be encoded. */
static bool round_trip(const struct pmu *pmu, const char *text, bool must)
{
	const struct catalogues cats = { &pmu->model->events, 1 };
	struct reg_value regs[ENCODE_REGS], again[ENCODE_REGS];
	struct encoding enc, enc2;
	struct event ev, back;
	struct diag diag = { 0 };
	struct pmu_reg_at at;
	u32 n = 1, n2, c, i;
	int err = pmc_event_parse(text, strlen(text), &cats, &ev, &n, &diag);

	RULE(!err, "%s: %s", text, diag.sentence);
	if (err)
		return false;
	err = pmc_encode(pmu, text, &ev, 0, &enc, &diag);
	RULE(!err || !must, "%s: %s", text, diag.sentence);
	if (err)
		return false;
	RULE(enc.counters, "%s: no counters", text);
	for (c = 0; c < 64; c++) {
		n = 0;
		err = pmc_encode_on(pmu, &enc, c, regs, &n, &diag);
		RULE((err == 0) == (enc.counters >> c & 1), "%s: counter %u", text, c);
		if (err)
			continue;
		RULE(n && n <= ENCODE_REGS, "%s: %u registers", text, n);
		for (i = 0; i < n; i++) {
			RULE(pmc_pmu_reg_at(pmu, regs[i].address, &at),
			     "%s: register %x is not there", text, regs[i].address);
			RULE(!(regs[i].value & ~pmc_pmu_reg_bits(pmu, &at)),
			     "%s: %x has reserved bits: %llx", text, regs[i].address,
			     (unsigned long long)regs[i].value);
			RULE(!(regs[i].value & ~regs[i].mask), "%s: bits outside the mask", text);
		}
		if (!pmc_decode(pmu, regs, n, c, &back)) {
			RULE(false, "%s on counter %u: not decoded", text, c);
			continue;
		}
		RULE(back.kind == EVENT_MODEL, "%s on counter %u: decoded as raw", text, c);
		if (back.kind != EVENT_MODEL)
			continue;
		/* Where rows have the same registers another one may come out: the registers count.
		 * A fixed counter decodes to its row. */
		n2 = 0;
		err = pmc_encode(pmu, text, &back, 0, &enc2, &diag) ||
		      pmc_encode_on(pmu, &enc2, c, again, &n2, &diag);
		RULE(!err && same_registers(regs, n, again, n2),
		     "%s on counter %u: decodes to %s, other registers", text, c,
		     pmc_list_event(pmu->model->events, back.id));
		/* The encoding also has the modifiers of a generic name's map. */
		RULE(back.mods == enc.mods && back.cmask == enc.cmask,
		     "%s on counter %u: modifiers", text, c);
	}
	return true;
}

static void walk_round_trips(const struct pmu *pmu)
{
	static const char *const mods[] = { "", ":u", ":k", ":e", ":u:c=2", ":ki:c=3", ":e:c=4" };
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	bool plain_only = pmu->family != PMU_P6 && pmu->family != PMU_AMD &&
			  pmu->family != PMU_P4 && pmu->family != PMU_ARCH;
	bool rings = !plain_only || pmu->family == PMU_P5 || pmu->family == PMU_CYRIX;
	u32 i, j, k, m, last = plain_only ? (rings ? 3 : 1) : ARRAY_LENGTH(mods);
	char text[256];

	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		const char *need = "";

		if (!c->event(c, i)[0])
			continue;
		for (m = 0; m < last; m++) {
			/*
			 * A fixed counter has rings alone; a row that sets such bits itself is not
			 * decoded as that row when a modifier changes them.
			 */
			if (m > 2 && (row->cmask || row->flags & (ROW_FIXED | ROW_EDGE |
								  ROW_INVERT | ROW_ANY | ROW_EQ)))
				continue;
			if (!(row->flags & ROW_NEEDS_UMASK)) {
				snprintf(text, sizeof(text), "%s%s", row->name, mods[m]);
				round_trip(pmu, text, true);
			}
			for (j = 0; j < row->n_umasks; j++) {
				if (!c->umask(c, i, j)[0])
					continue;
				/* A replay metric or a tag also needs a word of the unit mask. */
				need = "";
				if (row->flags & ROW_NEEDS_UMASK &&
				    row->umask[j].kind != UMASK_BITS)
					need = row->umask[0].name;
				snprintf(text, sizeof(text), "%s%s%s:%s%s", row->name,
					 need[0] ? ":" : "", need, row->umask[j].name, mods[m]);
				round_trip(pmu, text, true);
				for (k = 0; !m && k < j; k++) {
					snprintf(text, sizeof(text), "%s%s%s:%s:%s", row->name,
						 need[0] ? ":" : "", need, row->umask[j].name,
						 row->umask[k].name);
					if (c->umask(c, i, k)[0])
						round_trip(pmu, text, false);
				}
			}
		}
	}
}

/* ---- Generic names ---- */

static void walk_generic(const struct pmu *pmu)
{
	const struct generic_map *m, *o;
	const struct event_row *row;
	char text[256];

	for (m = pmu->model->generic; m->event; m++) {
		row = pmc_generic_of((enum event_kind)m->kind, m->id);
		RULE(row, "generic event %u of kind %u is not there", m->id, m->kind);
		for (o = pmu->model->generic; o < m; o++)
			RULE(o->kind != m->kind || o->id != m->id, "%s is mapped twice", m->event);
		if (!row)
			continue;
		round_trip(pmu, row->name, true);
		snprintf(text, sizeof(text), "%s", m->event);
		round_trip(pmu, text, true);
	}
}

/* ---- Registers ---- */

static u32 walk_registers(const struct pmu *pmu)
{
	struct pmu_reg_at at, other;
	char name[REG_NAME_MAX];
	u64 seen, bits;
	u32 i, f;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++) {
		pmc_pmu_reg_name(&at, name);
		RULE(good_name(name) && name[0], "register %x: name", at.address);
		RULE(pmc_pmu_reg_at(pmu, at.address, &other) && other.reg == at.reg &&
			     other.index == at.index,
		     "%s: not found by its address %x", name, at.address);
		RULE(pmc_pmu_reg_named(pmu, name, strlen(name), &other) &&
			     other.address == at.address,
		     "%s: not found by its name", name);
		for (f = 0, seen = 0; f < at.reg->n_fields; f++) {
			bits = pmc_pmu_field_bits(pmu, &at.reg->fields[f]);
			RULE(!(seen & bits), "%s.%s overlaps", name, at.reg->fields[f].name);
			RULE(at.reg->fields[f].about && at.reg->fields[f].about[0],
			     "%s.%s: no description", name, at.reg->fields[f].name);
			seen |= bits;
		}
		RULE(pmc_pmu_reg_bits(pmu, &at), "%s has no bits", name);
	}
	return i;
}

static void p4_wiring(void)
{
	u32 i, c, s, fed[P4_ESCRS] = { 0 };

	bad = 0;
	for (i = 0; i < P4_ESCRS; i++) {
		RULE(pmc_p4_escr_at(pmc_p4_escr[i].address) == i, "%s: address",
		     pmc_p4_escr[i].name);
		RULE(!i || pmc_p4_escr[i].address > pmc_p4_escr[i - 1].address, "%s: order",
		     pmc_p4_escr[i].name);
	}
	for (c = 0; c < P4_COUNTERS; c++)
		for (s = 0; s < 8; s++) {
			enum p4_escr e = pmc_p4_escr_selected(c, s);

			if (e != P4_NO_ESCR)
				fed[e]++;
			for (i = 0; i < P4_ESCRS; i++)
				RULE(pmc_p4_escr[i].select != s ||
					     !(pmc_p4_escr[i].counters >> c & 1) || i == e,
				     "counter %u select %u: two ESCRs", c, s);
		}
	for (i = 0; i < P4_ESCRS; i++)
		RULE(fed[i] == (u32)__builtin_popcount(pmc_p4_escr[i].counters),
		     "%s feeds %u counters", pmc_p4_escr[i].name, fed[i]);
	ok(!bad, "Pentium 4: 45 ESCRs, each with one number at each of its counters");
	/* A trap: the manual's printings before 245472-007 swap these two. */
	for (c = P4_IQ_COUNTER0; c <= P4_IQ_COUNTER4; c += c == P4_IQ_COUNTER1 ? 3 : 1) {
		ok(pmc_p4_escr_selected(c, 2) == P4_RAT_ESCR0, "CCCR %u: select 2 is RAT_ESCR0", c);
		ok(pmc_p4_escr_selected(c, 3) == P4_SSU_ESCR0, "CCCR %u: select 3 is SSU_ESCR0", c);
	}
}

int main(void)
{
	const struct pmu_model *model;
	u32 i, k, events, regs;

	for (i = 0; (model = pmc_model_row(i)); i++) {
		struct pmu pmu;

		bad = 0;
		pmc_pmu_of_model(model, &pmu);
		RULE(model->name && good_name(model->name) && model->title, "name");
		RULE(pmc_model_find(model->name, strlen(model->name), NULL) == model,
		     "found by name");
		RULE(!strcmp(model->events->model, model->name), "its catalogue has another name");
		/* The PMU tsc has nothing but its event tsc. */
		RULE(pmu.family == PMU_TSC || !pmc_generic_find(model->name, strlen(model->name)),
		     "the name is an event's");
		RULE(model->general <= 18 && model->general_width <= 64, "counters");
		RULE(!!model->fixed == !!(model->caps & PMU_FIXED), "fixed counters");
		for (k = 0; k < i; k++)
			RULE(strcasecmp(model->name, pmc_model_row(k)->name), "two of one name");
		events = walk_events(&pmu);
		walk_round_trips(&pmu);
		walk_generic(&pmu);
		regs = walk_registers(&pmu);
		RULE(regs || pmu.family == PMU_NONE, "no registers");
		RULE(events || pmu.family <= PMU_TSC, "no events");
		ok(!bad, "%s: %u events, %u registers", model->name, events, regs);
	}
	bad = 0;
	for (i = 0; i < pmc_signatures_n; i++) {
		const struct signature *s = &pmc_signatures[i];

		RULE(pmc_model_find(s->model, strlen(s->model), NULL), "%s: no such model",
		     s->model);
		RULE(s->from <= s->to, "%s: models", s->model);
		/* The decoder would never take a later row that fits the same values. */
		for (k = 0; k < i; k++)
			RULE(s->vendor != pmc_signatures[k].vendor ||
				     s->family != pmc_signatures[k].family ||
				     s->to < pmc_signatures[k].from ||
				     s->from > pmc_signatures[k].to ||
				     pmc_signatures[k].core_type != s->core_type,
			     "%s: hidden by %s", s->model, pmc_signatures[k].model);
	}
	ok(!bad, "%u signatures mean models that are there", pmc_signatures_n);
	p4_wiring();
	return done();
}
