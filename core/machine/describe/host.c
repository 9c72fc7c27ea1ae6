/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The machine that CPUID describes. */
#include "core/machine/describe/host.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/table.h"

#define LEAF_INTEL 4u
#define LEAF_AMD   0x8000001du

enum { TYPE_NONE, TYPE_DATA, TYPE_CODE, TYPE_UNIFIED };

/* AuthenticAMD and HygonGenuine, by EBX of leaf 0. */
static bool is_amd(const struct cpuid_leaf *leaves, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (leaves[i].leaf == 0)
			return leaves[i].b == 0x68747541 || leaves[i].b == 0x6f677948;
	return false;
}

/* Which cache of ours a leaf describes; CACHES: none. */
static u32 cache_of(const struct cpuid_leaf *l)
{
	u32 type = l->a & 0x1f, level = l->a >> 5 & 7;

	if (level == 1)
		return type == TYPE_CODE ? LEVEL_L1I : type == TYPE_DATA ? LEVEL_L1D : CACHES;
	if (type != TYPE_UNIFIED)
		return CACHES;
	return level == 2 ? LEVEL_L2 : level == 3 ? LEVEL_LL : CACHES;
}

static void take(const struct cpuid_leaf *l, struct cache_desc *c, const char *source)
{
	u32 partitions = (l->b >> 12 & 0x3ff) + 1;

	memset(c, 0, sizeof(*c));
	c->line = c->sector = ((l->b & 0xfff) + 1) * partitions;
	c->ways = (l->b >> 22) + 1;
	c->sets = l->c + 1;
	c->policy = POLICY_BIT_PLRU;
	c->source = source;
}

int pmc_machine_of_cpuid(const struct cpuid_leaf *leaves, u32 n, struct machine *machine,
			 struct diag *diag)
{
	bool amd = is_amd(leaves, n);
	const char *source = amd ? "CPUID 8000001DH of this processor" :
				   "CPUID 04H of this processor";
	const char *like = amd ? "zen4" : "skylakex";
	struct machine made = *pmc_machine_find(like, amd ? 4 : 8, NULL);
	u32 i, cache;
	int err;

	memset(made.cache, 0, sizeof(made.cache));
	made.name = MACHINE_HOST;
	made.title = amd ? "the caches of this processor; the rest is zen4's" :
			   "the caches of this processor; the rest is skylakex's";
	made.pmu = NULL;
	for (i = 0; i < n; i++) {
		if (leaves[i].leaf != (amd ? LEAF_AMD : LEAF_INTEL))
			continue;
		cache = cache_of(&leaves[i]);
		if (cache == CACHES)
			continue;
		take(&leaves[i], &made.cache[cache], source);
		if (cache >= LEVEL_L2 && leaves[i].d & 2)
			made.cache[cache].flags = CACHE_INCLUSIVE;
	}
	if (!made.cache[LEVEL_L1D].ways) {
		pmc_diag_none(diag);
		pmc_diag_add(diag, "CPUID does not describe the caches of this processor; name a "
				   "machine instead, such as skylakex");
		return -PMC_CORE_EINVAL;
	}
	err = pmc_machine_check(&made, diag);
	if (!err)
		*machine = made;
	return err;
}
