/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which counters can count what, against the tables that Linux, FreeBSD and Intel publish. Their
 * facts are in tests/diff/facts/constraints; where ours differ, tests/diff/facts/differences has a
 * line with the reason. Every event select and unit mask of every model is asked, as a raw event of
 * our encoder; a difference without a line fails, and so does a line without a difference.
 *
 * tests/run: parallel time=60
 */
#include <fnmatch.h>

#include "core/pmu/constraint.h"
#include "core/encode/encode.h"
#include "core/pmu/regs.h"
#include "core/models/model.h"
#include "core/event/event.h"
#include "core/event/parse.h"
#include "core/event/catalogue.h"
#include "tests/tap.h"

#define FACTS "tests/diff/facts/constraints"
#define TOLD  "tests/diff/facts/differences"

/* ---- The words of both files ---- */

struct pattern {
	u32 from, to;
	bool low8, both, many, cmask;
	s32 umask; /* -1: any */
	bool bits; /* … all that have its bits */
};

/* One event's unit mask: from `s` to the next ',' or end. */
static const char *read_umask(const char *s, struct pattern *p)
{
	char *end = (char *)s;

	p->umask = -1;
	p->bits = p->both = p->many = p->cmask = false;
	if (!strncmp(s, "both", 4)) {
		p->both = true;
		end += 4;
	} else if (!strncmp(s, "many", 4)) {
		p->many = true;
		end += 4;
	} else {
		p->umask = (s32)strtoul(s, &end, 16);
	}
	if (*end == '+') {
		p->bits = true;
		end++;
	}
	if (!strncmp(end, "/c", 2)) {
		p->cmask = true;
		end += 2;
	}
	return end;
}

/* Patterns of one word; returns how many, 0 when it cannot be read. */
static u32 read_event(const char *s, struct pattern *p, u32 room)
{
	struct pattern first = { .umask = -1 };
	char *end;
	u32 n = 0;

	first.from = first.to = (u32)strtoul(s, &end, 16);
	if (end == s)
		return 0;
	if (*end == '-')
		first.to = (u32)strtoul(end + 1, &end, 16);
	if (*end == '*') {
		first.low8 = true;
		end++;
	}
	if (!*end) {
		*p = first;
		return 1;
	}
	if (*end != ':')
		return 0;
	s = end;
	do {
		if (n == room)
			return 0;
		p[n] = first;
		s = read_umask(s + 1, &p[n++]);
	} while (*s == ',');
	return *s ? 0 : n;
}

static bool read_counters(const char *s, u32 *mask)
{
	char *end;
	u32 from, to;

	*mask = 0;
	if (!strcmp(s, "none"))
		return true;
	if (!strcmp(s, "all")) {
		*mask = 0xffffffff;
		return true;
	}
	do {
		from = to = (u32)strtoul(s, &end, 10);
		if (end == s)
			return false;
		if (*end == '-')
			to = (u32)strtoul(end + 1, &end, 10);
		for (; from <= to && to < 32; from++)
			*mask |= 1u << from;
		s = end + 1;
	} while (*end == ',');
	return !*end;
}

static bool is(const struct pattern *p, u32 code, u32 umask, bool cmask)
{
	if (p->low8)
		code &= 0xff;
	if (code < p->from || code > p->to || (p->cmask && !cmask))
		return false;
	if (p->both)
		return umask & 0xf && umask & 0xf0;
	if (p->many)
		return umask & (umask - 1);
	if (p->umask < 0)
		return true;
	return p->bits ? (umask & (u32)p->umask) == (u32)p->umask : umask == (u32)p->umask;
}

/* ---- The facts ---- */

enum source { LINUX, FREEBSD, PERFMON, SOURCES };
static const char *const source_name[SOURCES] = { "linux", "freebsd", "perfmon" };

struct fact {
	enum source source;
	char model[20];
	u32 counters;
	struct pattern event;
};
static struct fact fact[40000];
static u32 n_facts;

/* Registers that events need besides: model, event and unit mask, address, bits. */
static struct {
	char model[20];
	u32 code, umask, msr;
	u64 bits;
} reg[200];
static u32 n_regs;

struct told {
	enum source source;
	bool reg;
	char model[64];
	struct pattern event[64];
	u32 n, line, used;
};
static struct told told[100];
static u32 n_told;

static enum source find_source(const char *word)
{
	u32 i;

	for (i = 0; i < SOURCES && strcmp(source_name[i], word); i++)
		;
	return (enum source)i;
}

static bool read_fact(char *line)
{
	char *save, *models, *word = strtok_r(line, " \n", &save), *counters, *m, *save2;
	struct pattern p[300];
	enum source source;
	u32 mask, n, i;

	if (!strcmp(word, "register")) {
		models = strtok_r(NULL, " \n", &save);
		counters = strtok_r(NULL, " \n", &save);
		word = strtok_r(NULL, " \n", &save);
		if (!word || read_event(counters, p, 1) != 1)
			return false;
		for (m = strtok_r(models, ",", &save2); m;
		     m = strtok_r(NULL, ",", &save2), n_regs++) {
			snprintf(reg[n_regs].model, sizeof(reg[0].model), "%s", m);
			reg[n_regs].code = p->from;
			reg[n_regs].umask = (u32)p->umask;
			reg[n_regs].msr = (u32)strtoul(word, NULL, 16);
			reg[n_regs].bits = strtoull(save, NULL, 16);
		}
		return true;
	}
	source = find_source(word);
	models = strtok_r(NULL, " \n", &save);
	counters = strtok_r(NULL, " \n", &save);
	if (source == SOURCES || !counters || !read_counters(counters, &mask))
		return false;
	while ((word = strtok_r(NULL, " \n", &save))) {
		char copy[256];

		n = read_event(word, p, 300);
		if (!n)
			return false;
		snprintf(copy, sizeof(copy), "%s", models);
		for (m = strtok_r(copy, ",", &save2); m; m = strtok_r(NULL, ",", &save2))
			for (i = 0; i < n && n_facts < 40000; i++) {
				struct fact *f = &fact[n_facts++];

				f->source = source;
				snprintf(f->model, sizeof(f->model), "%s", m);
				f->counters = mask;
				f->event = p[i];
			}
	}
	return true;
}

static bool read_told(char *line)
{
	char *save, *word = strtok_r(line, " \n", &save);
	struct told *t = &told[n_told++];
	u32 n;

	memset(t, 0, sizeof(*t));
	t->reg = !strcmp(word, "register");
	t->source = t->reg ? SOURCES : find_source(word);
	word = strtok_r(NULL, " \n", &save);
	if ((t->source == SOURCES && !t->reg) || !word)
		return false;
	snprintf(t->model, sizeof(t->model), "%s", word);
	while ((word = strtok_r(NULL, " \n", &save)) && t->n < 64) {
		n = read_event(word, t->event + t->n, 64 - t->n);
		if (!n)
			return false;
		t->n += n;
	}
	return t->n;
}

static void read_file(const char *path, bool facts)
{
	FILE *f = fopen(path, "r");
	static char line[4096];
	u32 number = 0, bad = 0;

	while (f && fgets(line, sizeof(line), f)) {
		number++;
		if (strchr("#\n\t", line[0]))
			continue;
		if (!(facts ? read_fact(line) : read_told(line))) {
			note("%s:%u cannot be read", path, number);
			bad++;
		} else if (!facts) {
			told[n_told - 1].line = number;
		}
	}
	ok(f && !bad, "%s is read: %u lines", path, number);
	if (f)
		fclose(f);
}

/* ---- Comparison ---- */

static bool is_told(enum source source, bool registers, const char *model, u32 code, u32 umask,
		    bool cmask)
{
	bool found = false;
	char list[64], *word, *save;
	u32 i, k;

	for (i = 0; i < n_told; i++) {
		if (told[i].reg != registers || (!registers && told[i].source != source))
			continue;
		snprintf(list, sizeof(list), "%s", told[i].model);
		for (word = strtok_r(list, ",", &save); word && fnmatch(word, model, 0);)
			word = strtok_r(NULL, ",", &save);
		for (k = 0; word && k < told[i].n; k++)
			if (is(&told[i].event[k], code, umask, cmask)) {
				told[i].used++;
				found = true;
				break;
			}
	}
	return found;
}

/* Ours: as constraints say, and as the encoder says of the raw event. */
static u32 ours(const struct pmu *pmu, u32 code, u32 umask, bool cmask, bool encode)
{
	u64 select = (code & 0xff) | (u64)(umask & 0xff) << 8 |
		     (cmask ? 1ull << EVTSEL_CMASK_SHIFT : 0) | (u64)(code >> 8) << 32 |
		     (u64)(umask >> 8) << 40;
	u32 can = pmc_constraint_counters(pmu, select);
	const struct catalogues cats = { &pmu->model->events, 1 };
	struct encoding enc;
	struct diag diag;
	struct event ev;
	char text[80];
	u32 n = 1;
	int err;

	if (!encode)
		return can;
	snprintf(text, sizeof(text), "cpu/event=0x%x,umask=0x%x/%s", code, umask,
		 cmask ? ":c=1" : "");
	err = pmc_event_parse(text, strlen(text), &cats, &ev, &n, &diag);
	if (err || pmc_encode(pmu, text, &ev, 0, &enc, &diag))
		return can ? 0x80000000 : 0;
	return (enc.counters & 0xffffffff) == can ? can : 0x80000000;
}

static void compare(enum source source, const char *model)
{
	const struct pmu_model *m = pmc_model_find(model, strlen(model), NULL);
	u32 code, umask, i, same = 0, explained = 0, bad = 0, codes, umasks;
	static struct fact *own[40000];
	u32 n = 0;
	struct pmu pmu;

	if (!m) {
		ok(false, "%s is a model", model);
		return;
	}
	pmc_pmu_of_model(m, &pmu);
	/* As with Hyper-Threading off. */
	if (source == LINUX && strstr("sandybridge ivybridge haswell broadwell skylakex", model))
		pmu.general = 0xff;
	for (i = 0; i < n_facts; i++)
		if (fact[i].source == source && !strcmp(fact[i].model, model))
			own[n++] = &fact[i];
	codes = pmu.caps & PMU_EVENT12 ? 0x1000 : 0x100;
	umasks = pmu.caps & PMU_UMASK2 ? 0x1000 : 0x100;
	for (code = 0; code < codes; code++)
		for (umask = 0; umask < umasks; umask++) {
			u32 cmask;

			for (cmask = 0; cmask < (source == PERFMON ? 2u : 1u); cmask++) {
				u32 theirs = pmu.general, mine;

				for (i = 0; i < n && !is(&own[i]->event, code, umask, cmask); i++)
					;
				/* perfmon: with a counter mask only where that is said. */
				if (source == PERFMON &&
				    (i == n || (cmask && !own[i]->event.cmask)))
					continue;
				if (i < n)
					theirs = own[i]->counters & pmu.general;
				mine = ours(&pmu, code, umask, cmask,
					    source == PERFMON || !(umask & (umask - 1)));
				if (mine == theirs)
					same++;
				else if (is_told(source, false, model, code, umask, cmask))
					explained++;
				else if (bad++ < 8)
					note("%s %s %x:%02x%s: theirs %x, ours %x",
					     source_name[source], model, code, umask,
					     cmask ? "/c" : "", theirs, mine);
			}
		}
	ok(same && !bad, "%s, %s: %u the same, %u differ as told, %u differ", source_name[source],
	   model, same, explained, bad);
}

static void compare_registers(void)
{
	const struct pmu_model *m;
	const struct extra_rule *r;
	u32 i, k, same = 0, bad = 0, explained = 0;

	for (i = 0; (m = pmc_model_row(i)); i++) {
		for (r = m->extra; r && r->msr; r++) {
			for (k = 0; k < n_regs; k++)
				if (!strcmp(reg[k].model, m->name) && reg[k].code == r->code &&
				    reg[k].umask == r->umask)
					break;
			if (k < n_regs && reg[k].msr == r->msr && reg[k].bits == r->bits)
				same++;
			else if (is_told(SOURCES, true, m->name, r->code, r->umask, false))
				explained++;
			else if (bad++ < 10)
				note("%s %x:%x: theirs %x %llx, ours %x %llx", m->name, r->code,
				     r->umask, k < n_regs ? reg[k].msr : 0,
				     k < n_regs ? (unsigned long long)reg[k].bits : 0, r->msr,
				     (unsigned long long)r->bits);
		}
	}
	/* None of theirs that we lack. */
	for (k = 0; k < n_regs; k++) {
		m = pmc_model_find(reg[k].model, strlen(reg[k].model), NULL);
		for (r = m ? m->extra : NULL; r && r->msr; r++)
			if (r->code == reg[k].code && r->umask == reg[k].umask)
				break;
		if ((!r || !r->msr) &&
		    !is_told(SOURCES, true, reg[k].model, reg[k].code, reg[k].umask, false) &&
		    bad++ < 10)
			note("%s %x:%x: we have no register for it", reg[k].model, reg[k].code,
			     reg[k].umask);
	}
	ok(same && !bad,
	   "registers that events need besides: %u the same as Linux's, %u differ as told, %u "
	   "differ",
	   same, explained, bad);
}

int main(void)
{
	u32 i, k;

	read_file(FACTS, true);
	read_file(TOLD, false);
	for (i = 0; i < n_facts; i++) {
		for (k = 0; k < i; k++)
			if (fact[k].source == fact[i].source &&
			    !strcmp(fact[k].model, fact[i].model))
				break;
		if (k == i)
			compare(fact[i].source, fact[i].model);
	}
	compare_registers();
	for (i = 0; i < n_told; i++)
		if (!told[i].used)
			ok(false, TOLD ":%u explains something", told[i].line);
	return done();
}
