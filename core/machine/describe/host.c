/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The machine that CPUID describes. */
#include "core/machine/describe/host.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/table.h"

#define LEAF_INTEL  4u
#define LEAF_AMD    0x8000001du
#define LEAF_AMD_L1 0x80000005u
#define LEAF_AMD_L2 0x80000006u

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

/* AMD APM volume 3, appendix E.4.5: ways of L2 and L3; 0: none, or leaf 8000001DH says it. */
static u32 ways_of(u32 code)
{
	static const u8 ways[16] = { 0, 1, 2, 3, 4, 6, 8, 0, 16, 0, 32, 48, 64, 96, 128, 0 };

	return ways[code & 15];
}

static void take_older(struct cache_desc *c, u32 size, u32 ways, u32 line, const char *source)
{
	if (!ways || !line || size < line * ways)
		return;
	c->line = c->sector = line;
	c->ways = ways;
	c->sets = size / line / ways;
	c->source = source;
}

/* Virtual machines may hide leaf 8000001DH. What older leaves do not tell is `like`'s. */
static void take_amd(const struct cpuid_leaf *l, const struct machine *like, struct machine *m)
{
	static const char l1[] = "CPUID 80000005H of this processor";
	static const char l2[] = "CPUID 80000006H of this processor";
	struct cache_desc *c = m->cache;

	if (l->leaf == LEAF_AMD_L1 && l->c) {
		memcpy(c, like->cache, sizeof(m->cache));
		take_older(&c[LEVEL_L1D], (l->c >> 24) << 10, l->c >> 16 & 0xff, l->c & 0xff, l1);
		take_older(&c[LEVEL_L1I], (l->d >> 24) << 10, l->d >> 16 & 0xff, l->d & 0xff, l1);
	} else if (l->leaf == LEAF_AMD_L2 && c[LEVEL_L1D].ways) {
		take_older(&c[LEVEL_L2], (l->c >> 16) << 10, ways_of(l->c >> 12), l->c & 0xff, l2);
		take_older(&c[LEVEL_LL], (l->d >> 18) << 19, ways_of(l->d >> 12), l->d & 0xff, l2);
	}
}

static void take_leaves(const struct cpuid_leaf *leaves, u32 n, bool amd, struct machine *m)
{
	const struct machine like = *m;
	u32 i, cache;

	memset(m->cache, 0, sizeof(m->cache));
	for (i = 0; i < n; i++) {
		if (leaves[i].leaf != (amd ? LEAF_AMD : LEAF_INTEL))
			continue;
		cache = cache_of(&leaves[i]);
		if (cache == CACHES)
			continue;
		take(&leaves[i], &m->cache[cache],
		     amd ? "CPUID 8000001DH of this processor" : "CPUID 04H of this processor");
		if (cache >= LEVEL_L2 && leaves[i].d & 2)
			m->cache[cache].flags = CACHE_INCLUSIVE;
	}
	if (!amd || m->cache[LEVEL_L1D].ways)
		return;
	for (i = 0; i < n; i++)
		take_amd(&leaves[i], &like, m);
}

int pmc_machine_of_cpuid(const struct cpuid_leaf *leaves, u32 n, struct machine *machine,
			 struct diag *diag)
{
	bool amd = is_amd(leaves, n);
	const char *like = amd ? "zen4" : "skylakex";
	struct machine made = *pmc_machine_find(like, amd ? 4 : 8, NULL);
	int err;

	take_leaves(leaves, n, amd, &made);
	made.name = MACHINE_HOST;
	made.title = amd ? "the caches of this processor; the rest is zen4's" :
			   "the caches of this processor; the rest is skylakex's";
	made.pmu = NULL;
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
