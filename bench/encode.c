/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long it takes from an event's name to its register values, beside libpfm4 on the same names
 * in the same run: each model's names are those that both know and encode (Intel's cores have them
 * from libpfm4). The fastest of several passes over all of them, in nanoseconds per name, and how
 * many times faster; then the same with each side's initialisation once per pass (what a program
 * pays that encodes its names once). Exit status 1 when a ratio is below its limit: 10 and, with
 * initialisation, 5.
 */
#define _GNU_SOURCE
#include <perfmon/pfmlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/encode/encode.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

#define NAMES	  4096
#define AT_LEAST  1000 /* encodings in a pass, so that the clock does not count */
#define PASSES	  25
#define LIMIT	  10.0
#define LIMIT_ALL 5.0

static const struct {
	const char *theirs, *ours;
} pairs[] = {
	{ "netburst", "pentium4" },
	{ "netburst_p", "pentium4-prescott" },
	{ "amd64_k7", "k7" },
	{ "amd64_k8_revg", "k8" },
	{ "amd64_fam10h_barcelona", "fam10h" },
	{ "amd64_fam19h_zen3", "zen3" },
	{ "core", "core2" },
	{ "nhm", "nehalem" },
	{ "snb", "sandybridge" },
	{ "skl", "skylake" },
	{ "spr", "sapphirerapids" },
};

struct name {
	char *theirs, *ours; /* "netburst::bnr", "bnr" */
	size_t len;
};
static struct name names[NAMES];
static unsigned n_names;
static volatile u64 sink;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static bool by_libpfm4(const char *name)
{
	pfm_pmu_encode_arg_t arg = { .size = sizeof(arg) };
	uint64_t codes[4];

	arg.codes = codes;
	arg.count = 4;
	if (pfm_get_os_event_encoding(name, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg) != PFM_SUCCESS)
		return false;
	sink += codes[0];
	return true;
}

/* To the registers of the first counter that can. */
static bool by_us(const struct pmc_model *m, const char *name, size_t len)
{
	const struct pmu *pmu = &m->pmu;
	const struct catalogues cats = { &pmu->model->events, 1, &m->index };
	struct reg_value regs[ENCODE_REGS];
	struct encoding enc;
	struct event ev;
	struct diag diag;
	u32 n = 1;

	if (pmc_event_parse(name, len, &cats, &ev, &n, &diag) ||
	    pmc_encode(pmu, name, &ev, 0, &enc, &diag) ||
	    pmc_encode_on(pmu, &enc, (u32)__builtin_ctzll(enc.counters), regs, &n, &diag))
		return false;
	sink += regs[0].value;
	return true;
}

static void add(const struct pmc_model *m, const char *theirs, const char *event, const char *umask)
{
	struct name *to = &names[n_names];

	if (n_names == NAMES || asprintf(&to->theirs, "%s::%s%s%s", theirs, event, umask ? ":" : "",
					 umask ? umask : "") < 0)
		return;
	to->ours = strstr(to->theirs, "::") + 2;
	to->len = strlen(to->ours);
	if (by_libpfm4(to->theirs) && by_us(m, to->ours, to->len))
		n_names++;
	else
		free(to->theirs);
}

/* Every event alone, and with each unit mask. False: this libpfm4 knows no such PMU. */
static bool collect(const struct pmc_model *m, const char *theirs)
{
	pfm_pmu_info_t info = { .size = sizeof(info) };
	pfm_pmu_t p;
	int i, k;

	n_names = 0;
	for (p = 0; p < PFM_PMU_MAX; p++)
		if (pfm_get_pmu_info(p, &info) == PFM_SUCCESS && !strcmp(info.name, theirs))
			break;
	if (p == PFM_PMU_MAX)
		return false;
	for (i = info.first_event; i != -1; i = pfm_get_event_next(i)) {
		pfm_event_info_t ev = { .size = sizeof(ev) };

		if (pfm_get_event_info(i, PFM_OS_NONE, &ev) != PFM_SUCCESS)
			continue;
		add(m, theirs, ev.name, NULL);
		for (k = 0; k < ev.nattrs; k++) {
			pfm_event_attr_info_t attr = { .size = sizeof(attr) };

			if (pfm_get_event_attr_info(i, k, PFM_OS_NONE, &attr) == PFM_SUCCESS &&
			    attr.type == PFM_ATTR_UMASK)
				add(m, theirs, ev.name, attr.name);
		}
	}
	return n_names > 0;
}

/* Small sets are repeated, so that the clock does not count; but not what begins with a start. */
static unsigned rounds(bool start)
{
	return start ? 1 : 1 + AT_LEAST / n_names;
}

/* Nanoseconds a name. */
static double pass_libpfm4(bool start)
{
	double t = now();
	unsigned i, k;

	if (start) {
		pfm_terminate();
		if (pfm_initialize() != PFM_SUCCESS)
			abort();
	}
	for (k = 0; k < rounds(start); k++)
		for (i = 0; i < n_names; i++)
			if (!by_libpfm4(names[i].theirs))
				abort();
	return (now() - t) / (n_names * rounds(start));
}

static double pass_us(const char *model, const struct pmc_model *open, bool start)
{
	struct pmc_model *m = NULL;
	double t = now();
	unsigned i, k;

	if (start && pmc_model_open(model, NULL, &m, NULL))
		abort();
	for (k = 0; k < rounds(start); k++)
		for (i = 0; i < n_names; i++)
			if (!by_us(m ? m : open, names[i].ours, names[i].len))
				abort();
	pmc_model_close(m);
	return (now() - t) / (n_names * rounds(start));
}

static double least(double a, double b)
{
	return a && a < b ? a : b;
}

static int measure(const char *theirs, const char *ours)
{
	double best[4] = { 0 };
	struct pmc_model *m;
	unsigned i;

	if (pmc_model_open(ours, NULL, &m, NULL))
		abort();
	if (!collect(m, theirs)) {
		printf("  %-18s this libpfm4 does not know it\n", ours);
		pmc_model_close(m);
		return 0;
	}
	for (i = 0; i < PASSES; i++) {
		best[0] = least(best[0], pass_libpfm4(false));
		best[1] = least(best[1], pass_us(ours, m, false));
		best[2] = least(best[2], pass_libpfm4(true));
		best[3] = least(best[3], pass_us(ours, m, true));
	}
	pmc_model_close(m);
	printf("  %-18s %5u %9.0f %7.0f %7.1f %12.1f\n", ours, n_names, best[0], best[1],
	       best[0] / best[1], best[2] / best[3]);
	return best[0] / best[1] < LIMIT || best[2] / best[3] < LIMIT_ALL;
}

int main(void)
{
	unsigned i;
	int bad = 0;

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (pfm_initialize() != PFM_SUCCESS)
		return 1;
	printf("From name to register values, beside libpfm4 %d.%d; nanoseconds a name, "
	       "best of %d passes:\n"
	       "  %-18s %5s %9s %7s %7s %12s\n",
	       PFM_MAJ_VERSION(pfm_get_version()), PFM_MIN_VERSION(pfm_get_version()), PASSES,
	       "model", "names", "libpfm4", "pmc", "times", "with start");
	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		bad |= measure(pairs[i].theirs, pairs[i].ours);
	return bad;
}
