/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From CPUID to the model: the leaves of real processors (model_cpuid.txt), and leaves as
 * hypervisors and hybrid processors report them.
 */
#include "core/event/catalogue.h"
#include "core/encode/encode.h"
#include "core/pmu/pmu.h"
#include "core/models/model.h"
#include "core/models/cpuid.h"
#include "tests/tap.h"

struct processor {
	char source[96], model[32];
	unsigned general, bits, fixed;
	struct cpuid_leaf leaf[16];
	u32 n;
};

static struct processor list[96];
static unsigned n_list;

static void read_list(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[256];

	while (f && fgets(line, sizeof(line), f)) {
		struct processor *p = &list[n_list];
		struct cpuid_leaf l;

		if (line[0] == '#' || line[0] == '\n')
			continue;
		if (sscanf(line, "processor %95s %31s %u %u %x", p->source, p->model, &p->general,
			   &p->bits, &p->fixed) == 5) {
			n_list++;
			continue;
		}
		p--;
		if (!n_list || p->n == 16 ||
		    sscanf(line, "%x %x %x %x %x %x", &l.leaf, &l.subleaf, &l.a, &l.b, &l.c,
			   &l.d) != 6) {
			ok(false, "%s can be read: %s", path, line);
			continue;
		}
		p->leaf[p->n++] = l;
	}
	if (f)
		fclose(f);
	ok(n_list >= 25, "%u processors", n_list);
}

static struct processor *find(const char *part)
{
	unsigned i;

	for (i = 0; i < n_list; i++)
		if (strstr(list[i].source, part))
			return &list[i];
	return NULL;
}

static struct cpuid_leaf *leaf(struct processor *p, u32 number)
{
	u32 i;

	for (i = 0; i < p->n; i++)
		if (p->leaf[i].leaf == number && !p->leaf[i].subleaf)
			return &p->leaf[i];
	return NULL;
}

static void real_processors(void)
{
	unsigned i;

	for (i = 0; i < n_list; i++) {
		struct processor *p = &list[i];
		struct cpuid_facts facts;
		struct pmu pmu;
		bool good = !pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, &facts) &&
			    !strcmp(pmu.model->name, p->model) &&
			    (unsigned)__builtin_popcount(pmu.general) == p->general &&
			    pmu.general_width == p->bits && pmu.fixed == p->fixed &&
			    pmu.fixed_width == (p->fixed ? p->bits : 0) && !facts.hypervisor[0];

		ok(good, "%s is %s", p->source, p->model);
		if (!good)
			note("  got %s, general %x of %u bits, fixed %x of %u", pmu.model->name,
			     pmu.general, pmu.general_width, pmu.fixed, pmu.fixed_width);
	}
}

static void features(void)
{
	struct processor *p = find("0000F0A_P4_Willamette");
	struct pmu pmu;

	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(!(pmu.caps & PMU_EXT_CASCADE), "Willamette (model 0): no extended cascading");
	ok(pmu.caps & PMU_IQ_ESCR, "Willamette: has IQ_ESCR0 and 1");
	p = find("F29_P4_Northwood");
	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(pmu.caps & PMU_EXT_CASCADE && pmu.caps & PMU_HT,
	   "Northwood (F29): cascading extended, HT");
	p = find("CedarMill");
	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(!(pmu.caps & PMU_IQ_ESCR), "Cedar Mill: no IQ_ESCR0 and 1");
	p = find("IceLakeY");
	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(!(pmu.caps & PMU_ANY_THREAD), "Ice Lake: AnyThread is deprecated");
	is_hex(pmu.arch_events, 0xff, "Ice Lake: eight architectural events");
	p = find("306C3_Haswell");
	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(pmu.caps & PMU_ANY_THREAD, "Haswell: AnyThread");
	p = find("Bloomfield");
	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(!(pmu.caps & PMU_TSX), "Nehalem: no IN_TX");
	p = find("LunarLake_04_CPUID/P");
	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(pmu.caps & PMU_UMASK2 && pmu.caps & PMU_EQ && pmu.caps & PMU_V6_MSRS,
	   "Lunar Lake: leaf 23H tells unit masks of 16 bits, EQ and the registers at 1900H");
	is_hex(pmu.arch_events, 0x1dff,
	       "Lunar Lake: leaf 23H tells which architectural events there are");
	p = find("Raphael");
	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(pmu.caps & PMU_GLOBAL && pmu.version == 2, "Zen 4: PerfMonV2");
	p = find("Matisse");
	pmc_pmu_of_cpuid(p->leaf, p->n, &pmu, NULL);
	ok(!(pmu.caps & PMU_GLOBAL) && pmu.caps & PMU_CORE_EXT,
	   "Zen 2: six counters, no PerfMonV2");
}

/* A guest has the PMU that its hypervisor announces, or none if it announces none. */
static void hypervisors(void)
{
	struct processor p = *find("506E3_Skylake");
	struct cpuid_leaf kvm = { 0x40000000, 0, 0x40000001, 0x4b4d564b, 0x564b4d56, 0x4d };
	struct cpuid_facts facts;
	struct pmu pmu;

	leaf(&p, 1)->c |= 1u << 31;
	p.leaf[p.n++] = kvm;
	leaf(&p, 0xa)->a = 0;
	leaf(&p, 0xa)->d = 0;
	ok(!pmc_pmu_of_cpuid(p.leaf, p.n, &pmu, &facts), "a guest without leaf 0AH");
	is_str(facts.hypervisor, "KVMKVMKVM", "… its hypervisor");
	is_str(pmu.model->name, "skylake", "… its model is known");
	ok(!pmu.general && !pmu.fixed && pmu.caps & PMU_HYPERVISOR, "… but has no counters");
	leaf(&p, 0xa)->a = 0x07300402;
	leaf(&p, 0xa)->d = 0x602;
	pmc_pmu_of_cpuid(p.leaf, p.n, &pmu, &facts);
	is_hex(pmu.general, 0xf, "a guest with version 2: four counters");
	is_hex(pmu.fixed, 0x3, "… two fixed ones, as announced: the errata are not a guest's");
	is_int(pmu.version, 2, "… version 2");
	ok(!(pmu.caps & (PMU_ANY_THREAD | PMU_STATUS_SET)), "… without what later versions have");

	p = *find("00662_K7");
	leaf(&p, 1)->c |= 1u << 31;
	pmc_pmu_of_cpuid(p.leaf, p.n, &pmu, &facts);
	ok(!pmu.general, "a K7 guest has no counters: nothing could announce them");
	p = *find("Matisse");
	leaf(&p, 1)->c |= 1u << 31;
	pmc_pmu_of_cpuid(p.leaf, p.n, &pmu, &facts);
	is_hex(pmu.general, 0x3f, "a Zen 2 guest with PerfCtrExtCore has six");
}

/* The table does not know these processors. */
static void unknown(void)
{
	struct processor p = *find("506E3_Skylake");
	struct cpuid_facts facts;
	struct diag diag = { 0 };
	struct pmu pmu;

	leaf(&p, 1)->a = 0xf06f0; /* family 6, model FFH */
	pmc_pmu_of_cpuid(p.leaf, p.n, &pmu, &facts);
	is_hex(facts.model, 0xff, "model FFH");
	is_str(pmu.model->name, "arch-v4", "an unknown core is its architectural version");
	leaf(&p, 0xa)->a = (leaf(&p, 0xa)->a & ~0xffu) | 9;
	pmc_pmu_of_cpuid(p.leaf, p.n, &pmu, &facts);
	is_str(pmu.model->name, "arch-v6", "a version of the future is the last that is known");
	p = *find("00520_6x86");
	ok(!pmc_pmu_of_cpuid(p.leaf, p.n, &pmu, &facts) && pmu.family == PMU_NONE,
	   "6x86: no counters, no time stamp counter");
	leaf(&p, 1)->d |= 1u << 4;
	pmc_pmu_of_cpuid(p.leaf, p.n, &pmu, &facts);
	is_str(pmu.model->name, "tsc", "with a time stamp counter: tsc");
	is_int(pmc_pmu_of_cpuid(p.leaf, 0, &pmu, &facts), -PMC_CORE_EINVAL, "no leaf 0: refused");
	ok(!pmc_model_find("skylark", 7, &diag), "no model of that name");
	ok(strstr(diag.sentence, "skylake"), "… the nearest is named: %s", diag.sentence);
}

int main(void)
{
	read_list("tests/unit/model_cpuid.txt");
	if (!n_list)
		return done();
	real_processors();
	features();
	hypervisors();
	unknown();
	return done();
}
