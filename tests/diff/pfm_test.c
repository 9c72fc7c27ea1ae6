/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events that the build took from libpfm4, against libpfm4 itself: every event alone, with each
 * unit mask, with each pair and with random threes. What it encodes we encode to the same
 * registers, and decode to an event of the same registers; what it refuses of pairs we refuse. So
 * with perf's attributes.
 *
 * Our own events of the same name are not of this test but of libpfm4_test; so is a libpfm4 that is
 * newer than the one of the build (its new events are counted, not failed).
 *
 * tests/run: parallel time=120
 */
#include <linux/perf_event.h>
#include <stdlib.h>

#include "core/encode/encode.h"
#include "core/pmu/regs.h"
#include "core/models/model.h"
#include "core/event/parse.h"
#include "core/event/catalogue.h"
#include "core/event/spelling.h"
#include "lib/models/model.h"
#include "lib/backends/perf/attr.h"
#include "lib/models/pfm/models.h"
#include "lib/models/pfm.h"
#include "lib/base/array.h"
#include "pmc/pmc.h"
#include "tests/tap.h"

struct score {
	unsigned same, own, refused, bad, unknown, back, nothing, perf;
};

static int parse(const struct pmc_model *m, const char *text, struct event *ev,
		 struct encoding *enc, struct diag *diag)
{
	const struct catalogues cats = { &m->pmu.model->events, 1, &m->index };
	u32 n = 1;

	return pmc_event_parse(text, strlen(text), &cats, ev, &n, diag) ||
	       pmc_encode(&m->pmu, text, ev, 0, enc, diag);
}

/* Registers, decoded and encoded again, are the same. */
static bool comes_back(const struct pmc_model *m, const struct encoding *enc)
{
	struct reg_value regs[2][ENCODE_REGS];
	struct encoding again;
	struct diag diag;
	char name[512], mods[64];
	struct event ev;
	u32 n[2], c;

	for (c = 0; !(enc->counters >> c & 1); c++)
		;
	if (pmc_encode_on(&m->pmu, enc, c, regs[0], &n[0], &diag) ||
	    !pmc_decode(&m->pmu, regs[0], n[0], c, &ev))
		return false;
	pmc_event_name("", &ev, name, sizeof(name));
	if (pmc_event_modifiers(&ev, mods, sizeof(mods))) {
		strcat(name, ":");
		strcat(name, mods);
	}
	if (parse(m, name, &ev, &again, &diag) ||
	    pmc_encode_on(&m->pmu, &again, c, regs[1], &n[1], &diag)) {
		note("%s: %s", name, diag.sentence);
		return false;
	}
	return n[0] == n[1] && !memcmp(regs[0], regs[1], n[0] * sizeof(regs[0][0]));
}

static bool equal(const struct encoding *enc, const unsigned long long want[2])
{
	unsigned long long select = want[0] & ~(unsigned long long)EVTSEL_INT;

	/* Linux's numbers of fixed counters, which no general one has. */
	if (!(select & 0xff) && (select >> 8 & 0xff) <= 4 && enc->counters >> 32)
		return !(u32)enc->counters && enc->counters >> (32 + (select >> 8 & 0xff) - 1) & 1;
	return enc->select == select && enc->msr_value == want[1] && !enc->msr == !want[1];
}

static unsigned umasks(const char *event)
{
	unsigned n = 0;

	for (; *event; event++)
		n += *event == ':';
	return n;
}

/* perf's attributes: what follows the second TAB. */
static void compare_perf(const struct pmc_model *m, const char *event, const struct event *ev,
			 const char *codes, struct score *score)
{
	unsigned long long config, config1;
	struct perf_event_attr attr;
	const char *tab = strchr(codes, '\t');

	if (!tab || sscanf(tab, "%llx %llx", &config, &config1) != 2)
		return;
	if (!perf_attr_model("/nonexistent", &m->pmu, event, ev, &attr, NULL) &&
	    attr.type == PERF_TYPE_RAW && attr.config == config && attr.config1 == config1)
		score->perf++;
	else if (score->bad++ < 8)
		note("%s: libpfm4 for perf %llx %llx, ours %llx %llx", event, config, config1,
		     (unsigned long long)attr.config, (unsigned long long)attr.config1);
}

/* Is it an event of our own catalogue? */
static bool is_own(const struct pmc_model *m, const char *event)
{
	struct index_found found;

	pmc_index_event(&m->index, event, strcspn(event, ":"), &found);
	return found.is_event && !pmc_list_row(m->pmu.model->events, found.row)->wide;
}

static void compare(const struct pmc_model *m, const char *event, const char *codes,
		    struct score *score)
{
	unsigned long long want[2] = { 0, 0 };
	struct encoding enc;
	struct event ev;
	struct diag diag = { 0 };
	char first[64];
	int err = parse(m, event, &ev, &enc, &diag);
	bool refused = !strncmp(codes, "error", 5);

	if (is_own(m, event)) {
		score->own++;
	} else if (refused) {
		/* Of three of which it takes each pair it refuses some: those we take. */
		score->refused += err != 0;
		if (!err && umasks(event) < 3 && score->bad++ < 8)
			note("%s: libpfm4 refuses it, we do not", event);
	} else if (err && !strncmp(diag.sentence, "unknown event", 13)) {
		score->unknown++;
	} else {
		snprintf(first, sizeof(first), "%.*s", (int)strcspn(codes, "\t"), codes);
		sscanf(first, "%llx %llx", &want[0], &want[1]);
		if (m->pmu.family == PMU_ARCH && !(want[0] & 0xff) &&
		    (want[0] >> 8 & 0xff) - 1 > 3) {
			/* Event select 0 counts nothing: Goldmont's core cycles, topdown slots. */
			score->nothing++;
			score->bad += !err;
			return;
		}
		if (!err && equal(&enc, want))
			score->same++;
		else if (score->bad++ < 8)
			note("%s: libpfm4 %llx %llx, ours %llx %llx %s", event, want[0], want[1],
			     (unsigned long long)enc.select, (unsigned long long)enc.msr_value,
			     diag.sentence);
		if (!err)
			compare_perf(m, event, &ev, codes, score);
		if (!err && !comes_back(m, &enc) && score->back++ < 8)
			note("%s: does not come back from its registers", event);
	}
}

static void compare_model(const char *name, const char *pmu, const char *program)
{
	struct score score = { 0 };
	char command[512], line[1024], *event, *codes;
	struct pmc_model *m;
	unsigned lines = 0;
	FILE *f;

	if (pmc_model_open(name, NULL, &m, NULL)) {
		ok(false, "%s can be opened", name);
		return;
	}
	snprintf(command, sizeof(command), "%s -3 %s", program, pmu);
	f = popen(command, "r");
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = 0;
		event = strchr(line, '\t');
		codes = event ? strchr(event + 1, '\t') : NULL;
		if (!codes)
			continue;
		*event++ = 0;
		*codes++ = 0;
		lines++;
		compare(m, event, codes, &score);
	}
	if (f)
		pclose(f);
	if (!lines)
		skip(1, "this libpfm4 does not know a PMU that another may");
	else
		ok(score.same && !score.bad && !score.back,
		   "%s, libpfm4's %s: %u encodings the same, %u for perf, %u refused by both, %u "
		   "differ, %u do not come "
		   "back; %u select nothing, %u are our own, %u not of the build",
		   name, pmu, score.same, score.perf, score.refused, score.bad, score.back,
		   score.nothing, score.own, score.unknown);
	pmc_model_close(m);
}

/*
 * The bits of perf's number on a Pentium 4 that the kernel takes. libpfm4 leaves the replay metric
 * out, which Linux wants in the lowest six (its comment on "internal configuration of ESCR+CCCR
 * tuples").
 */
#define P4_TAKEN  0x7ffffff001ff003full
#define P4_METRIC 0x3full

/* Our own events there, where both mean the same registers: perf's number. */
static void compare_p4(const char *name, const char *pmu, const char *program)
{
	unsigned long long escr, cccr, config;
	char command[512], line[1024], event[256];
	unsigned same = 0, bad = 0;
	struct perf_event_attr attr;
	struct encoding enc;
	struct pmc_model *m;
	struct event ev;
	struct diag diag;
	FILE *f;

	if (pmc_model_open(name, NULL, &m, NULL)) {
		ok(false, "%s can be opened", name);
		return;
	}
	snprintf(command, sizeof(command), "%s -3 %s", program, pmu);
	f = popen(command, "r");
	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*s %255s %llx %llx %llx", event, &escr, &cccr, &config) != 4 ||
		    parse(m, event, &ev, &enc, &diag) || enc.n_upstream ||
		    (enc.escr ^ escr) & ~0xfull)
			continue;
		if (!perf_attr_model("/nonexistent", &m->pmu, event, &ev, &attr, NULL) &&
		    !((attr.config ^ config) & P4_TAKEN & ~P4_METRIC) && !(attr.config & ~P4_TAKEN))
			same++;
		else if (bad++ < 8)
			note("%s: libpfm4 for perf %llx, ours %llx", event, config,
			     (unsigned long long)attr.config);
	}
	if (f)
		pclose(f);
	ok(same > 400 && !bad, "%s, libpfm4's %s: %u numbers for perf the same, %u differ", name,
	   pmu, same, bad);
	pmc_model_close(m);
}

int main(void)
{
	static const char *const pairs[][2] = {
#define X(model, pmu) { model, pmu },
		PFM_MODELS(X)
#undef X
	};
	const char *cc = getenv("CC"), *folder = getenv("BUILD");
	char program[256], command[1024];
	unsigned i;

	if (!pfm_pmu_of(pmc_model_find("skylake", 7, NULL)))
		skip_all("libpmc lacks libpfm4's events (PFM=0, or no libpfm4-dev)");
	snprintf(program, sizeof(program), "%s/tests/diff/pfm_dump", folder ? folder : "build");
	snprintf(command, sizeof(command), "%s -w -o %s tests/diff/libpfm4/dump.c -lpfm 2>%s.log",
		 cc && cc[0] ? cc : "gcc", program, program);
	/* It was there when libpmc was built. */
	if (!ok(system(command) == 0, "tests/diff/libpfm4/dump.c can be built"))
		return done();
	for (i = 0; i < ARRAY_SIZE(pairs); i++)
		compare_model(pairs[i][0], pairs[i][1], program);
	compare_p4("pentium4", "netburst", program);
	compare_p4("pentium4-prescott", "netburst_p", program);
	return done();
}
