/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Reading CPUID: the model by its signature, and the numbers that the processor announces. */
#include "core/models/cpuid.h"
#include "core/base/bits.h"
#include "core/base/text.h"
#include "core/models/model.h"
#include "core/models/table.h"

static const struct pmu_model *find(const char *name)
{
	return pmc_model_find(name, text_length(name), NULL);
}

struct leaves {
	const struct cpuid_leaf *list;
	u32 n;
};

static struct cpuid_leaf get(const struct leaves *l, u32 leaf, u32 subleaf)
{
	struct cpuid_leaf none = { leaf, subleaf, 0, 0, 0, 0 };
	u32 i;

	for (i = 0; i < l->n; i++)
		if (l->list[i].leaf == leaf && l->list[i].subleaf == subleaf)
			return l->list[i];
	return none;
}

static void words(char *to, u32 a, u32 b, u32 c)
{
	memcpy(to, &a, 4);
	memcpy(to + 4, &b, 4);
	memcpy(to + 8, &c, 4);
	to[12] = 0;
}

static char vendor_letter(const char *vendor)
{
	static const struct {
		const char *name;
		char letter;
	} vendors[] = {
		{ "GenuineIntel", 'I' }, { "AuthenticAMD", 'A' }, { "HygonGenuine", 'H' },
		{ "CyrixInstead", 'Y' }, { "CentaurHauls", 'C' }, { "  Shanghai  ", 'Z' },
	};
	u32 i;

	for (i = 0; i < sizeof(vendors) / sizeof(vendors[0]); i++)
		if (text_equal_nocase(vendors[i].name, vendor, text_length(vendor)))
			return vendors[i].letter;
	return 0;
}

static void read_facts(const struct leaves *l, struct cpuid_facts *f)
{
	struct cpuid_leaf r = get(l, 0, 0);

	memset(f, 0, sizeof(*f));
	words(f->vendor, r.b, r.d, r.c);
	r = get(l, 1, 0);
	f->stepping = r.a & 0xf;
	f->family = r.a >> 8 & 0xf;
	f->model = r.a >> 4 & 0xf;
	if (f->family == 15)
		f->family = (u16)(f->family + (r.a >> 20 & 0xff));
	/* Intel's families 6 and 15 have an extended model, and every vendor's from 15 on. */
	if (f->family >= 15 || (f->family == 6 && vendor_letter(f->vendor) != 'A'))
		f->model |= (u16)((r.a >> 16 & 0xf) << 4);
	if (r.c >> 31) {
		r = get(l, 0x40000000u, 0);
		words(f->hypervisor, r.b, r.c, r.d);
	}
	f->hybrid = get(l, 7, 0).d >> 15 & 1;
	f->core_type = (u8)(get(l, 0x1a, 0).a >> 24);
}

static const struct pmu_model *by_signature(const struct cpuid_facts *f)
{
	char vendor = vendor_letter(f->vendor);
	u32 i;

	for (i = 0; i < pmc_signatures_n; i++) {
		const struct signature *s = &pmc_signatures[i];

		if (s->vendor == vendor && s->family == f->family && f->model >= s->from &&
		    f->model <= s->to && (!s->core_type || s->core_type == f->core_type))
			return find(s->model);
	}
	return NULL;
}

/* The model of the nearest architectural version, for a core without a name here. */
static const struct pmu_model *by_version(u32 version)
{
	static const char *const names[] = {
		"arch-v1", "arch-v2", "arch-v3", "arch-v4", "arch-v5", "arch-v6",
	};

	if (version > 6)
		version = 6;
	return find(names[version - 1]);
}

#define FROM_CPUID                                                                          \
	(PMU_GLOBAL | PMU_FIXED | PMU_ANY_THREAD | PMU_STATUS_SET | PMU_PDCM | PMU_UMASK2 | \
	 PMU_EQ | PMU_V6_MSRS | PMU_OVF_UNCORE)

#define CORE_P 0x40

/* Architectural performance monitoring extended: leaf 23H, where it exists, replaces what leaf
 * 0AH says. */
static void read_leaf23(const struct leaves *l, struct pmu *pmu)
{
	struct cpuid_leaf max = get(l, 0, 0), x, counters;

	if (max.a < 0x23 || !(get(l, 7, 1).a >> 8 & 1))
		return;
	x = get(l, 0x23, 0);
	if (x.b & 1)
		pmu->caps |= PMU_UMASK2;
	if (x.b >> 1 & 1)
		pmu->caps |= PMU_EQ;
	if (x.a >> 1 & 1) {
		counters = get(l, 0x23, 1);
		pmu->general = counters.a;
		pmu->fixed = counters.b;
		if (pmu->version >= 6)
			pmu->caps |= PMU_V6_MSRS;
	}
	if (x.a >> 3 & 1)
		pmu->arch_events = get(l, 0x23, 3).a;
}

/* Reads leaf 0AH, and leaf 23H if it exists. pmu holds what the model has. */
static void read_arch(const struct leaves *l, const struct cpuid_facts *f, bool guest,
		      struct pmu *pmu)
{
	struct cpuid_leaf r = get(l, 0xa, 0);
	u32 length = r.a >> 24 & 0xff, general = pmu->general, fixed = pmu->fixed;
	u32 arch_events = pmu->arch_events;

	pmu->version = r.a & 0xff;
	pmu->general = (u32)bits_mask(r.a >> 8 & 0xff);
	pmu->general_width = r.a >> 16 & 0xff;
	pmu->arch_events = ~r.b & (u32)bits_mask(length);
	pmu->fixed = 0;
	pmu->fixed_width = 0;
	pmu->caps &= ~FROM_CPUID;
	if (pmu->version >= 2) {
		pmu->caps |= PMU_GLOBAL;
		pmu->fixed = (u32)bits_mask(r.d & 0x1f) | (pmu->version >= 5 ? r.c : 0);
		pmu->fixed_width = r.d >> 5 & 0xff;
		/* Errata: the first Core 2 announce 0 and the first Atoms 1; they have three. */
		if (pmu->version < 5 && !guest)
			pmu->fixed |= (u32)bits_mask(3);
		if (pmu->fixed && !pmu->fixed_width)
			pmu->fixed_width = pmu->general_width;
	}
	if (pmu->version >= 3)
		pmu->caps |= PMU_OVF_UNCORE;
	if (pmu->version >= 3 && !(r.d >> 15 & 1))
		pmu->caps |= PMU_ANY_THREAD;
	if (pmu->version >= 4)
		pmu->caps |= PMU_STATUS_SET;
	/* Hybrid parts without leaf 23H announce on every core what all of them have in common. */
	if (f->hybrid && f->core_type == CORE_P && !guest) {
		pmu->general |= general;
		pmu->fixed |= fixed;
		pmu->arch_events |= arch_events;
	}
	read_leaf23(l, pmu);
	if (pmu->fixed)
		pmu->caps |= PMU_FIXED;
	if (get(l, 1, 0).c >> 15 & 1)
		pmu->caps |= PMU_PDCM;
	/* HLE or RTM: microcode has disabled them on many cores that were sold with them. */
	if (!(get(l, 7, 0).b & (1u << 4 | 1u << 11)))
		pmu->caps &= ~(u32)PMU_TSX;
}

static void read_amd(const struct leaves *l, struct pmu *pmu)
{
	struct cpuid_leaf ext = get(l, 0x80000001u, 0), v2 = get(l, 0x80000022u, 0);
	u32 n = 4;

	pmu->caps &= ~(u32)(PMU_CORE_EXT | PMU_GLOBAL);
	if (ext.c >> 23 & 1) {
		pmu->caps |= PMU_CORE_EXT;
		n = 6;
	}
	pmu->version = 0;
	if (v2.a & 1) {
		pmu->caps |= PMU_GLOBAL;
		pmu->version = 2;
		if (v2.b & 0xf)
			n = v2.b & 0xf;
	}
	pmu->general = (u32)bits_mask(n);
}

static void no_counters(struct pmu *pmu)
{
	pmu->general = 0;
	pmu->fixed = 0;
}

int pmc_pmu_of_cpuid(const struct cpuid_leaf *list, u32 n, struct pmu *pmu,
		     struct cpuid_facts *facts)
{
	struct leaves l = { list, n };
	const struct pmu_model *model;
	struct cpuid_facts f;
	bool guest;
	u32 version = 0, i;

	for (i = 0; i < n && list[i].leaf; i++)
		;
	if (i == n)
		return -PMC_CORE_EINVAL;
	read_facts(&l, &f);
	guest = get(&l, 1, 0).c >> 31;
	if (get(&l, 0, 0).a >= 0xa)
		version = get(&l, 0xa, 0).a & 0xff;
	model = by_signature(&f);
	if (!model && version)
		model = by_version(version);
	if (!model)
		model = get(&l, 1, 0).d >> 4 & 1 ? find("tsc") : find("none");
	pmc_pmu_of_model(model, pmu);
	if (pmu->family == PMU_ARCH) {
		if (version)
			read_arch(&l, &f, guest, pmu);
		else
			no_counters(pmu);
	} else if (pmu->family == PMU_AMD) {
		read_amd(&l, pmu);
	} else if (pmu->family == PMU_P4) {
		/* Bit 28 is Hyper-Threading. Extended cascading came with model 2. */
		if (!(get(&l, 1, 0).d >> 28 & 1))
			pmu->caps &= ~PMU_HT;
		if (f.model < 2)
			pmu->caps &= ~PMU_EXT_CASCADE;
	}
	/* No leaf lets a hypervisor announce an older PMU, and most hypervisors offer none. */
	if (guest) {
		pmu->caps |= PMU_HYPERVISOR;
		if (pmu->family != PMU_ARCH &&
		    !(pmu->family == PMU_AMD && pmu->caps & (PMU_CORE_EXT | PMU_GLOBAL)))
			no_counters(pmu);
	}
	if (facts)
		*facts = f;
	return 0;
}
