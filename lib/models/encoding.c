/* SPDX-License-Identifier: BSD-2-Clause */
/* Translates events to registers and registers to events, and explains each field. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/diag.h"
#include "core/base/text.h"
#include "core/encode/encode.h"
#include "core/event/event.h"
#include "core/event/generic.h"
#include "core/models/model.h"
#include "core/pmu/registers.h"
#include "core/pmu/regs.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "core/event/spelling.h"
#include "lib/base/diag.h"
#include "lib/models/model.h"
#include "lib/models/pfm.h"
#include "pmc/pmc.h"

/* ---- Registers explained ---- */

static void add_field(struct pmc_register *r, const struct pmu_field *f, unsigned low,
		      unsigned width, int number)
{
	struct pmc_field *to = &r->field[r->n_fields++];

	if (number < 0)
		snprintf(to->name, sizeof(to->name), "%s", f->name);
	else
		snprintf(to->name, sizeof(to->name), "%s%d", f->name, number);
	to->description = f->about;
	to->low = low;
	to->width = width;
	to->value = r->value >> low & bits_mask(width);
}

static unsigned width_of(uint64_t bits)
{
	unsigned n = 0;

	for (; bits; bits >>= 1)
		n++;
	return n;
}

/* A field that the manual has once may be one field for each fixed counter. */
static void add_fields(const struct pmu *pmu, const struct pmu_reg_at *at, struct pmc_register *r)
{
	unsigned i, k;

	for (i = 0; i < at->reg->n_fields; i++) {
		const struct pmu_field *f = &at->reg->fields[i];
		uint64_t bits = pmc_pmu_field_bits(pmu, f);

		if (f->size == FIELD_COUNT)
			bits = pmc_pmu_reg_bits(pmu, at);
		/* The P6's second select register has no enable bit. */
		bits &= pmc_pmu_reg_bits(pmu, at);
		if (!bits)
			continue;
		if (f->size != FIELD_FIXED4) {
			add_field(r, f, f->lo, width_of(bits >> f->lo), -1);
			continue;
		}
		for (k = 0; k < 16; k++)
			if (pmu->fixed >> k & 1)
				add_field(r, f, f->lo + k * FIXED_CTRL_BITS, f->width, (int)k);
	}
}

/* Sorts fields by their bits, because the manual's order varies. */
static void sort_fields(struct pmc_register *r)
{
	size_t i, k;

	for (i = 1; i < r->n_fields; i++) {
		struct pmc_field f = r->field[i];

		for (k = i; k && r->field[k - 1].low > f.low; k--)
			r->field[k] = r->field[k - 1];
		r->field[k] = f;
	}
}

static int explain(const struct pmu *pmu, u32 address, uint64_t value, uint64_t mask,
		   struct pmc_register *r)
{
	struct pmu_reg_at at;

	if (!pmc_pmu_reg_at(pmu, address, &at))
		return -ENOENT;
	pmc_pmu_reg_name(&at, r->name);
	r->address = address;
	r->value = value;
	r->mask = mask;
	r->reserved = value & ~pmc_pmu_reg_bits(pmu, &at);
	r->field = calloc(at.reg->n_fields * 16u + 1, sizeof(*r->field));
	if (!r->field)
		return -ENOMEM;
	add_fields(pmu, &at, r);
	sort_fields(r);
	return 0;
}

static struct pmc_encoding *allocate(const struct pmu *pmu, size_t registers, size_t events)
{
	struct pmc_encoding *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->model = pmu->model->name;
	e->title = pmu->model->title;
	e->reg = calloc(registers + 1, sizeof(*e->reg));
	e->event = calloc(events + 1, sizeof(*e->event));
	if (e->reg && e->event)
		return e;
	pmc_encoding_destroy(e);
	return NULL;
}

void pmc_encoding_destroy(struct pmc_encoding *encoding)
{
	size_t i;

	if (!encoding)
		return;
	for (i = 0; i < encoding->n_registers; i++)
		free(encoding->reg[i].field);
	free(encoding->reg);
	free(encoding->event);
	free(encoding);
}

static void put_event(struct pmc_encoding *e, const char *text, const struct event *event,
		      int counter)
{
	char mods[64];
	size_t len, i = e->n_events++;
	char *name = e->event[i].name;

	e->event[i].counter = counter;
	len = pmc_event_name(text, event, name, sizeof(e->event[i].name));
	if (pmc_event_modifiers(event, mods, sizeof(mods)) && len < sizeof(e->event[i].name))
		snprintf(name + len, sizeof(e->event[i].name) - len, ":%s", mods);
}

/* ---- Encode ---- */

#define SHOWN 8

static bool has_event(const struct catalogue *c, const char *name, size_t len)
{
	const char *s;
	u32 i;

	for (i = 0; (s = c->event(c, i)); i++)
		if (text_equal_nocase(s, name, len))
			return true;
	return false;
}

/* If the model lacks the event, says which models have it. */
static void say_who_has(const struct pmu *pmu, const char *event, struct diag *diag)
{
	const char *colons = strstr(event, "::"), *name = colons ? colons + 2 : event;
	size_t len = strcspn(name, ":,/{} \t\n");
	const struct pmu_model *m;
	u32 i, found = 0;

	/* The model has the event, so something else is wrong, such as its unit mask. */
	if (!len || has_event(pmu->model->events, name, len) || pmc_generic_find(name, len))
		return;
	for (i = 0; (m = pmc_model_row(i)); i++) {
		if (!has_event(m->events, name, len) && !pfm_has(m, name, len))
			continue;
		if (++found > SHOWN)
			continue;
		if (found == 1) {
			pmc_diag_at(diag, (size_t)(name - event), name, len);
			pmc_diag_add_quoted(diag, name, len);
			pmc_diag_add(diag, " is not an event of ");
			pmc_diag_add(diag, pmu->model->title);
		}
		pmc_diag_add(diag, found == 1 ? "; these have it: " : ", ");
		pmc_diag_add(diag, m->name);
	}
	if (found > SHOWN) {
		pmc_diag_add(diag, " and ");
		pmc_diag_add_number(diag, found - SHOWN);
		pmc_diag_add(diag, " more");
	}
}

/* Parses one event and encodes it. -EINVAL or -ENOSPC (several events) with why. */
static int encode(const struct pmc_model *model, const char *text, unsigned flags, struct event *ev,
		  struct encoding *enc, struct diag *why)
{
	const struct pmu *pmu = &model->pmu;
	struct catalogues cats = { &pmu->model->events, 1, &model->index };
	u32 n = 1, with = 0;
	int err = pmc_event_parse(text, strlen(text), &cats, ev, &n, why);

	if (err == -PMC_CORE_ENOSPC)
		return -ENOSPC;
	if (err) {
		say_who_has(pmu, text, why);
		return -EINVAL;
	}
	if (flags & PMC_ENCODE_PMI)
		with |= ENCODE_PMI;
	if (flags & PMC_ENCODE_T1)
		with |= ENCODE_SIBLING;
	return pmc_encode(pmu, text, ev, with, enc, why) ? -EINVAL : 0;
}

/* Turns a generic event into the model's event that it is mapped to. */
static void make_canonical(struct event *ev, const struct encoding *enc)
{
	if (!enc->catalogue)
		return;
	ev->kind = EVENT_MODEL;
	ev->catalogue = enc->catalogue;
	ev->id = enc->row;
	ev->umasks = enc->umasks;
	ev->mods = enc->mods;
	ev->cmask = enc->cmask;
}

int pmc_encoding_create(const struct pmc_model *model, const char *event, int counter,
			unsigned flags, struct pmc_encoding **encoding, struct pmc_diag *diag)
{
	const struct pmu *pmu = &model->pmu;
	struct reg_value regs[ENCODE_REGS];
	struct diag why = { 0 };
	struct pmc_encoding *e;
	struct encoding enc;
	struct event ev;
	u32 n, i;
	int err = encode(model, event, flags, &ev, &enc, &why);

	if (err == -ENOSPC)
		return diag_say(diag, -EINVAL, "only one event can be encoded at a time");
	if (err)
		return diag_copy(diag, err, &why);
	if (counter < 0)
		counter = (int)bits_lowest(enc.counters);
	if (pmc_encode_on(pmu, &enc, (u32)counter, regs, &n, &why))
		return diag_copy(diag, -EINVAL, &why);
	e = allocate(pmu, n, 1);
	if (!e)
		return diag_say(diag, -ENOMEM, "out of memory");
	e->counters = enc.counters;
	for (i = 0; i < n; i++) {
		err = explain(pmu, regs[i].address, regs[i].value, regs[i].mask, &e->reg[i]);
		if (err) {
			pmc_encoding_destroy(e);
			return diag_say(diag, err, "cannot explain register %#x", regs[i].address);
		}
		e->n_registers++;
	}
	make_canonical(&ev, &enc);
	put_event(e, event, &ev, counter);
	*encoding = e;
	return 0;
}

/* ---- Decode ---- */

static bool number(const char *s, uint64_t *value)
{
	char *end;

	if (!*s || *s == '-' || *s == '+' || *s == ' ')
		return false;
	errno = 0;
	*value = strtoull(s, &end, 0);
	return !*end && !errno;
}

static int bad_text(struct pmc_diag *diag, const char *text, const char *sentence)
{
	diag_say(diag, -EINVAL, "'%.60s': %s", text, sentence);
	if (diag)
		snprintf(diag->token, sizeof(diag->token), "%.63s", text);
	return -EINVAL;
}

static int read_text(const struct pmu *pmu, const char *text, struct reg_value *r,
		     struct pmc_diag *diag)
{
	const char *equals = strchr(text, '=');
	struct pmu_reg_at at;
	char name[64], sentence[256];
	uint64_t address;

	if (!equals || equals == text)
		return bad_text(diag, text, "write a register and its value as REGISTER=VALUE");
	if (!number(equals + 1, &r->value))
		return bad_text(diag, text, "the value is not a number of at most 64 bits");
	snprintf(name, sizeof(name), "%.*s", (int)(equals - text), text);
	r->mask = ~0ull;
	if (pmc_pmu_reg_named(pmu, name, strlen(name), &at)) {
		r->address = at.address;
		return 0;
	}
	if (number(name, &address) && address <= 0xffffffffu &&
	    pmc_pmu_reg_at(pmu, (u32)address, &at)) {
		r->address = (u32)address;
		return 0;
	}
	snprintf(sentence, sizeof(sentence),
		 "this is no register of the PMU of %s; 'pmc info --model %s' lists them, and pmc "
		 "knows no others",
		 pmu->model->title, pmu->model->name);
	return bad_text(diag, text, sentence);
}

int pmc_decoding_create(const struct pmc_model *model, const char *const *texts, size_t n,
			struct pmc_encoding **encoding, struct pmc_diag *diag)
{
	const struct pmu *pmu = &model->pmu;
	struct reg_value *regs;
	struct pmc_encoding *e = NULL;
	struct event ev;
	size_t i;
	u32 c;
	int err;

	if (n > 1024)
		return diag_say(diag, -EINVAL, "at most 1024 registers can be decoded at a time");
	regs = calloc(n + 1, sizeof(*regs));
	e = allocate(pmu, n, 64);
	if (!regs || !e) {
		err = diag_say(diag, -ENOMEM, "out of memory");
		goto out;
	}
	for (i = 0; i < n; i++) {
		err = read_text(pmu, texts[i], &regs[i], diag);
		if (err)
			goto out;
		err = explain(pmu, regs[i].address, regs[i].value, ~0ull, &e->reg[i]);
		if (err) {
			diag_say(diag, err, "out of memory");
			goto out;
		}
		e->n_registers++;
	}
	for (c = 0; c < 64; c++)
		if (pmc_decode(pmu, regs, (u32)n, c, &ev))
			put_event(e, "", &ev, (int)c);
	free(regs);
	*encoding = e;
	return 0;
out:
	free(regs);
	pmc_encoding_destroy(e);
	return err;
}
