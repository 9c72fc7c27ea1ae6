/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* A machine as settings, each with its source. */
#include "core/machine/describe/spell.h"
#include "core/base/text.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/settings.h"

enum { PART_WALKS = CACHES + TLBS, PART_PREFETCH, PART_BRANCH, PART_TARGETS, PART_RETURNS, PARTS };

/* Text that is built piece by piece; what does not fit is cut off. */
struct spelling {
	char *text;
	size_t size, len;
};

static void add(struct spelling *s, const char *text)
{
	for (; *text && s->len + 1 < s->size; text++)
		s->text[s->len++] = *text;
	s->text[s->len] = 0;
}

static void add_number(struct spelling *s, const char *before, u32 number)
{
	char digits[11];
	size_t at = sizeof(digits) - 1;

	digits[at] = 0;
	do {
		digits[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	add(s, before);
	add(s, digits + at);
}

static void add_size(struct spelling *s, u32 bytes)
{
	bool mib = bytes && !(bytes & 0xfffff), kib = bytes && !(bytes & 0x3ff);

	add_number(s, "", mib ? bytes >> 20 : kib ? bytes >> 10 : bytes);
	add(s, mib ? "M" : kib ? "K" : "");
}

static void add_policy(struct spelling *s, const struct cache_desc *c)
{
	add(s, ",");
	add(s, pmc_policy_names[c->policy]);
	if (c->policy == POLICY_RANDOM)
		add_number(s, ":", c->seed);
}

static void spell_cache(struct spelling *s, const struct cache_desc *c)
{
	if (!c->ways) {
		add(s, "none");
		return;
	}
	add_size(s, c->sets * c->ways * c->line);
	add_number(s, ",", c->ways);
	add_number(s, ",", c->line);
	add_policy(s, c);
	if (c->sector < c->line)
		add_number(s, ",sector:", c->sector);
	if (c->flags & CACHE_READ_FILLS_LINE)
		add(s, ",read-fills-line");
	if (c->flags & CACHE_INCLUSIVE)
		add(s, ",inclusive");
	if (c->flags & CACHE_EXCLUSIVE)
		add(s, ",exclusive");
	if (c->flags & CACHE_WRITE_THROUGH)
		add_number(s, ",write-through:", c->combine);
	if (c->flags & CACHE_NO_WRITE_ALLOCATE)
		add(s, ",no-write-allocate");
}

static void spell_tlb(struct spelling *s, const struct cache_desc *c)
{
	if (!c->ways) {
		add(s, "none");
		return;
	}
	add_number(s, "", c->sets * c->ways);
	add_number(s, ",", c->ways);
	add_policy(s, c);
	if (c->flags & CACHE_UNIFIED)
		add(s, ",unified");
}

static void spell_walks(struct spelling *s, const struct walk_desc *walk)
{
	static const char *const names[] = { "unseen", "L1d", "L2" };

	add(s, names[walk->reads]);
	add_number(s, ",", walk->directories);
}

static void spell_prefetchers(struct spelling *s, struct spelling *source,
			      const struct prefetch_desc *p)
{
	u32 i, n = 0;

	for (i = 0; i < MACHINE_PREFETCHERS; i++, p++) {
		if (p->kind == PREFETCH_NONE)
			continue;
		add(s, n ? "," : "");
		add(source, n++ ? "; " : "");
		add(source, p->source ? p->source : "");
		if (p->kind == PREFETCH_STRIDE) {
			add_number(s, "stride:", p->table);
			continue;
		}
		add(s, p->kind == PREFETCH_NEXT ? "next:" : "adjacent:");
		add(s, pmc_cache_names[p->cache]);
	}
	if (!n)
		add(s, "none");
}

static void spell_direction(struct spelling *s, const struct branch_desc *b)
{
	static const char *const names[] = { "none", "bimodal", "gshare", "cachegrind", "tage" };

	add(s, names[b->direction]);
	if (b->direction == DIRECTION_BIMODAL || b->direction == DIRECTION_GSHARE)
		add_number(s, ":", b->bits);
	if (b->direction == DIRECTION_GSHARE)
		add_number(s, ":", b->history);
}

static void spell_targets(struct spelling *s, const struct branch_desc *b)
{
	static const char *const names[] = { "none", "last", "path" };

	add(s, names[b->target]);
	if (b->target != TARGET_NONE)
		add_number(s, ":", b->target_bits);
}

static void spell_other(const struct machine *m, u32 index, struct spelling *s,
			struct spelling *source)
{
	static const char *const keys[] = { "walks=", "prefetch=", "branch=", "targets=",
					    "returns=" };
	const struct branch_desc *b = &m->branch;
	const char *from = b->source;

	add(s, keys[index - PART_WALKS]);
	switch (index) {
	case PART_WALKS:
		spell_walks(s, &m->walk);
		from = m->walk.source;
		break;
	case PART_PREFETCH:
		spell_prefetchers(s, source, m->prefetch);
		from = NULL;
		break;
	case PART_BRANCH:
		spell_direction(s, b);
		break;
	case PART_TARGETS:
		spell_targets(s, b);
		break;
	default:
		add_number(s, "", b->returns);
		break;
	}
	add(source, from ? from : "");
}

bool pmc_machine_part(const struct machine *machine, u32 index, struct machine_setting *part)
{
	struct spelling setting = { part->setting, sizeof(part->setting), 0 };
	struct spelling source = { part->source, sizeof(part->source), 0 };
	const struct cache_desc *c;

	if (index >= PARTS)
		return false;
	part->setting[0] = part->source[0] = 0;
	if (index >= PART_WALKS) {
		spell_other(machine, index, &setting, &source);
		return true;
	}
	c = index < CACHES ? &machine->cache[index] : &machine->tlb[index - CACHES];
	add(&setting, index < CACHES ? pmc_cache_names[index] : pmc_tlb_names[index - CACHES]);
	add(&setting, "=");
	if (index < CACHES)
		spell_cache(&setting, c);
	else
		spell_tlb(&setting, c);
	add(&source, c->ways && c->source ? c->source : "");
	return true;
}
