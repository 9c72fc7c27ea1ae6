/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What each setting of a machine means. */
#include "core/machine/describe/settings.h"
#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/table.h"

#define USER	      "as you said"
#define MAX_ENTRIES   (CACHE_MAX_BYTES / MACHINE_PAGE)
#define STRIDES	      256 /* unless said */
#define WRITE_BUFFERS 8

const char *const pmc_policy_names[POLICIES] = { "lru",	      "bit-plru", "nru",
						 "tree-plru", "fifo",	  "random" };

/* ---- Caches and TLBs ---- */

/* Where a word may stand. TLBs but the second of data have policies only. */
enum word_place { PLACE_NONE, PLACE_CACHE, PLACE_TLB };

/* Words that set and clear flags. */
static const struct flag_word {
	const char *word;
	u8 set, clear;
	u8 place;
} flag_words[] = {
	{ "inclusive", CACHE_INCLUSIVE, CACHE_EXCLUSIVE, PLACE_CACHE },
	{ "exclusive", CACHE_EXCLUSIVE, CACHE_INCLUSIVE, PLACE_CACHE },
	{ "noninclusive", 0, CACHE_INCLUSIVE | CACHE_EXCLUSIVE, PLACE_CACHE },
	{ "write-back", 0, CACHE_WRITE_THROUGH, PLACE_CACHE },
	{ "write-through", CACHE_WRITE_THROUGH, 0, PLACE_CACHE },
	{ "write-allocate", 0, CACHE_NO_WRITE_ALLOCATE, PLACE_CACHE },
	{ "no-write-allocate", CACHE_NO_WRITE_ALLOCATE, 0, PLACE_CACHE },
	{ "read-fills-line", CACHE_READ_FILLS_LINE, 0, PLACE_CACHE },
	{ "read-fills-sector", 0, CACHE_READ_FILLS_LINE, PLACE_CACHE },
	{ "unified", CACHE_UNIFIED, 0, PLACE_TLB },
	{ "data-only", 0, CACHE_UNIFIED, PLACE_TLB },
};
#define FLAG_WORDS (sizeof(flag_words) / sizeof(flag_words[0]))

static int unknown_word(const struct item *word, u8 place, struct diag *diag)
{
	struct nearest near;
	u32 i;

	pmc_nearest_init(&near, word->text, word->len);
	for (i = 0; i < POLICIES; i++)
		pmc_nearest_offer(&near, pmc_policy_names[i]);
	for (i = 0; i < FLAG_WORDS; i++)
		if (flag_words[i].place == place)
			pmc_nearest_offer(&near, flag_words[i].word);
	if (place == PLACE_CACHE)
		pmc_nearest_offer(&near, "sector");
	pmc_item_wrong(word, diag, "is no policy or other property");
	pmc_nearest_add(&near, diag,
			"; policies are lru, bit-plru, nru, tree-plru, fifo and random");
	return -PMC_CORE_EINVAL;
}

/* The number behind a word's colon; `other` if there is none. */
static int number_of(const struct item *rest, u32 other, u32 *number, struct diag *diag)
{
	*number = other;
	if (!rest->text || pmc_item_number(rest, false, number))
		return 0;
	return pmc_item_wrong(rest, diag, "is no number");
}

static int set_policy(struct cache_desc *c, u8 policy, const struct item *rest, struct diag *diag)
{
	c->policy = policy;
	if (policy != POLICY_RANDOM)
		return rest->text ?
			       pmc_item_wrong(rest, diag, "is too much; only random has a seed") :
			       0;
	if (number_of(rest, 1, &c->seed, diag))
		return -PMC_CORE_EINVAL;
	return c->seed ? 0 : pmc_item_wrong(rest, diag, "is no seed; a seed is 1 or more");
}

static int set_flag(struct cache_desc *c, const struct flag_word *flag, const struct item *rest,
		    struct diag *diag)
{
	c->flags = (u8)((c->flags & ~flag->clear) | flag->set);
	if (flag->set == CACHE_WRITE_THROUGH)
		return number_of(rest, WRITE_BUFFERS, &c->combine, diag);
	if (flag->clear == CACHE_WRITE_THROUGH)
		c->combine = 0;
	return rest->text ? pmc_item_wrong(rest, diag, "is too much; this word has no number") : 0;
}

/* The number of the word among n names; n: it is none of them. */
static u32 number_of_word(const struct item *word, const char *const *names, u32 n)
{
	u32 i;

	for (i = 0; i < n && !pmc_item_is(word, names[i]);)
		i++;
	return i;
}

static int set_word(struct cache_desc *c, u8 place, const struct item *item, struct diag *diag)
{
	struct item word, rest;
	u32 i;

	pmc_item_split(item, &word, &rest);
	i = number_of_word(&word, pmc_policy_names, POLICIES);
	if (i < POLICIES)
		return set_policy(c, (u8)i, &rest, diag);
	for (i = 0; i < FLAG_WORDS; i++)
		if (flag_words[i].place == place && pmc_item_is(&word, flag_words[i].word))
			return set_flag(c, &flag_words[i], &rest, diag);
	if (place != PLACE_CACHE || !pmc_item_is(&word, "sector"))
		return unknown_word(&word, place, diag);
	if (!rest.text || !pmc_item_number(&rest, false, &c->sector) ||
	    c->sector < CACHE_MIN_LINE || c->sector & (c->sector - 1) || c->sector > c->line ||
	    c->line / c->sector > CACHE_MAX_SECTORS)
		return pmc_item_wrong(item, diag,
				      "does not fit; a line has 1, 2 or 4 sectors of at least 16 "
				      "bytes, as in sector:32");
	return 0;
}

static int set_ways(struct cache_desc *c, const struct item *item, u32 lines, struct diag *diag)
{
	c->ways = lines;
	if (!pmc_item_is(item, "full") && !pmc_item_number(item, false, &c->ways))
		return pmc_item_wrong(item, diag, "is no number of ways, nor 'full'");
	if (!c->ways)
		return pmc_item_wrong(item, diag, "ways hold nothing; a cache has 1 to 1024 ways");
	if (c->ways > CACHE_MAX_WAYS)
		return pmc_item_wrong(item, diag, "is too many ways; a cache has 1 to 1024 ways");
	return 0;
}

static int set_line(struct cache_desc *c, const struct item *item, struct diag *diag)
{
	bool sectored = c->sector && c->sector < c->line;

	if (!pmc_item_number(item, false, &c->line))
		return pmc_item_wrong(item, diag, "is no number of bytes of a line");
	if (c->line & (c->line - 1) || c->line < CACHE_MIN_LINE || c->line > CACHE_MAX_LINE)
		return pmc_item_wrong(
			item, diag, "is no length of a line; it is a power of two from 16 to 1024");
	if (!sectored || c->sector > c->line)
		c->sector = c->line;
	return 0;
}

static int no_line(const struct items *it, const char *name, struct diag *diag)
{
	struct item all = { 0, it->len, it->text };

	pmc_diag_at(diag, 0, all.text, all.len);
	pmc_diag_add(diag, "the machine has no ");
	pmc_diag_add(diag, name);
	pmc_diag_add(diag, " whose ways and line could stay; say them, as in ");
	pmc_diag_add(diag, name);
	pmc_diag_add(diag, "=512K,8,64");
	return -PMC_CORE_EINVAL;
}

static bool starts_with_digit(const struct items *it)
{
	return it->at < it->len && it->text[it->at] >= '0' && it->text[it->at] <= '9';
}

static bool starts_with_full(const struct items *it)
{
	return it->at + 4 <= it->len && text_equal_nocase("full", it->text + it->at, 4);
}

static int set_words(struct cache_desc *c, u8 place, struct items *it, struct diag *diag)
{
	struct item item;
	int err = 0;

	while (!err && pmc_items_next(it, &item))
		err = set_word(c, place, &item, diag);
	return err;
}

static int not_a_multiple(const struct item *size, const struct cache_desc *c, const char *unit,
			  struct diag *diag)
{
	pmc_item_wrong(size, diag, "does not divide into ");
	pmc_diag_add_number(diag, c->ways);
	pmc_diag_add(diag, " ways");
	pmc_diag_add(diag, unit);
	if (c->line < MACHINE_PAGE)
		pmc_diag_add_number(diag, c->line);
	pmc_diag_add(diag, c->line < MACHINE_PAGE ? " bytes" : "");
	return -PMC_CORE_EINVAL;
}

int pmc_setting_cache(struct cache_desc *c, u32 cache, struct items *it, struct diag *diag)
{
	struct item size, ways, line;
	bool has_ways, has_line = false;
	u32 bytes;
	int err = 0;

	pmc_items_next(it, &size);
	if (pmc_item_is(&size, "none") && it->at > it->len) {
		memset(c, 0, sizeof(*c));
		return 0;
	}
	if (!pmc_item_number(&size, true, &bytes))
		return pmc_item_wrong(&size, diag, "is no size; sizes look like 32K or 8M");
	if (!bytes || bytes > CACHE_MAX_BYTES)
		return pmc_item_wrong(&size, diag, "is no size of a cache; the largest is 1024M");
	has_ways = starts_with_digit(it) || starts_with_full(it);
	if (has_ways)
		pmc_items_next(it, &ways);
	if (has_ways && starts_with_digit(it))
		has_line = pmc_items_next(it, &line);
	if (!c->ways && (!has_ways || !has_line))
		return no_line(it, pmc_cache_names[cache], diag);
	if (!c->ways)
		c->policy = POLICY_BIT_PLRU;
	if (has_line)
		err = set_line(c, &line, diag);
	if (!err && has_ways)
		err = set_ways(c, &ways, bytes / c->line, diag);
	if (err)
		return err;
	if (bytes % c->line || bytes / c->line % c->ways)
		return not_a_multiple(&size, c, " of lines of ", diag);
	c->sets = bytes / c->line / c->ways;
	c->source = USER;
	return set_words(c, PLACE_CACHE, it, diag);
}

int pmc_setting_tlb(struct cache_desc *c, u32 tlb, struct items *it, struct diag *diag)
{
	struct item entries, ways;
	u32 n;
	int err = 0;

	pmc_items_next(it, &entries);
	if (pmc_item_is(&entries, "none") && it->at > it->len) {
		memset(c, 0, sizeof(*c));
		return 0;
	}
	if (!pmc_item_number(&entries, false, &n) || !n || n > MAX_ENTRIES)
		return pmc_item_wrong(&entries, diag,
				      "is no number of entries; a TLB looks like dtlb=64,4");
	if (!c->ways)
		c->policy = POLICY_BIT_PLRU;
	c->line = c->sector = MACHINE_PAGE;
	if (starts_with_digit(it) || starts_with_full(it)) {
		pmc_items_next(it, &ways);
		err = set_ways(c, &ways, n, diag);
	} else if (!c->ways) {
		c->ways = n;
	}
	if (err)
		return err;
	if (c->ways > CACHE_MAX_WAYS || n % c->ways)
		return not_a_multiple(&entries, c, "", diag);
	c->sets = n / c->ways;
	c->source = USER;
	return set_words(c, tlb == TLB_D2 ? PLACE_TLB : PLACE_NONE, it, diag);
}

/* ---- The rest ---- */

static int too_much(struct items *it, struct diag *diag)
{
	struct item more;

	if (!pmc_items_next(it, &more))
		return 0;
	return pmc_item_wrong(&more, diag, "is too much here");
}

int pmc_setting_walks(struct machine *m, struct items *it, struct diag *diag)
{
	static const char *const names[] = { "unseen", "L1d", "L2" };
	struct item item;
	u32 i;

	pmc_items_next(it, &item);
	i = number_of_word(&item, names, 3);
	if (i == 3)
		return pmc_item_wrong(&item, diag,
				      "reads page tables nowhere; it is unseen, L1d or L2");
	m->walk.reads = (u8)i;
	m->walk.source = USER;
	if (pmc_items_next(it, &item) && (!pmc_item_number(&item, false, &m->walk.directories) ||
					  m->walk.directories > CACHE_MAX_WAYS))
		return pmc_item_wrong(&item, diag,
				      "is no number of directory entries; 0 to 1024 is right");
	return too_much(it, diag);
}

static int prefetcher(struct prefetch_desc *p, const struct item *item, struct diag *diag)
{
	static const char *const names[] = { "none", "next", "adjacent", "stride" };
	struct item word, rest;
	u32 i, kind;

	pmc_item_split(item, &word, &rest);
	kind = number_of_word(&word, names, PREFETCH_STRIDE + 1);
	if (kind == PREFETCH_NONE || kind > PREFETCH_STRIDE)
		return pmc_item_wrong(&word, diag,
				      "is no prefetcher; they are next, adjacent and stride");
	p->kind = (u8)kind;
	p->source = USER;
	p->cache = LEVEL_L1D;
	p->table = STRIDES;
	if (kind == PREFETCH_STRIDE)
		return number_of(&rest, STRIDES, &p->table, diag);
	i = rest.text ? number_of_word(&rest, pmc_cache_names, LEVEL_LL) : LEVEL_LL;
	if (i == LEVEL_LL)
		return pmc_item_wrong(item, diag,
				      "does not say its cache: L1i, L1d or L2, as in next:L1d");
	p->cache = (u8)i;
	return 0;
}

int pmc_setting_prefetch(struct machine *m, struct items *it, struct diag *diag)
{
	struct item item;
	u32 n = 0;
	int err = 0;

	memset(m->prefetch, 0, sizeof(m->prefetch));
	pmc_items_next(it, &item);
	if (pmc_item_is(&item, "none"))
		return too_much(it, diag);
	do {
		if (n == MACHINE_PREFETCHERS)
			return pmc_item_wrong(&item, diag, "is too much; four prefetchers fit");
		err = prefetcher(&m->prefetch[n++], &item, diag);
	} while (!err && pmc_items_next(it, &item));
	return err;
}

/* `word:NUMBER` and perhaps `:NUMBER`; a number that is left out stays. */
static int two_numbers(const struct item *rest, u8 *first, u8 *second, struct diag *diag)
{
	struct item one, two;
	u32 number;

	if (!rest->text)
		return 0;
	pmc_item_split(rest, &one, &two);
	if (!pmc_item_number(&one, false, &number) || number < 1 || number > 20)
		return pmc_item_wrong(&one, diag, "is no number of bits; 1 to 20 is right");
	*first = (u8)number;
	*second = (u8)number;
	if (two.text && first == second)
		return pmc_item_wrong(&two, diag, "is too much; there is no history here");
	if (two.text && (!pmc_item_number(&two, false, &number) || number > *first))
		return pmc_item_wrong(&two, diag,
				      "is no length of a history; it is not above the bits");
	*second = (u8)number;
	return 0;
}

/* The tables of the usual predictor; NULL: none. */
static void set_tables(struct branch_desc *b, const struct branch_desc *usual)
{
	static const struct branch_desc none;

	usual = usual ? usual : &none;
	b->bits = usual->bits;
	b->history = usual->history;
	b->tables = usual->tables;
	b->table_bits = usual->table_bits;
	b->tag_bits = usual->tag_bits;
	memcpy(b->lengths, usual->lengths, sizeof(b->lengths));
}

int pmc_setting_branch(struct branch_desc *b, struct items *it, struct diag *diag)
{
	static const char *const names[] = { "none", "bimodal", "gshare", "cachegrind", "tage" };
	struct item item, word, rest;
	u32 i;

	pmc_items_next(it, &item);
	pmc_item_split(&item, &word, &rest);
	i = number_of_word(&word, names, DIRECTION_TAGE + 1);
	if (i > DIRECTION_TAGE)
		return pmc_item_wrong(&word, diag,
				      "is no predictor; they are none, bimodal:BITS, "
				      "gshare:BITS:HISTORY, cachegrind and tage");
	b->direction = (u8)i;
	b->source = USER;
	set_tables(b, i == DIRECTION_TAGE ? &pmc_machine_find(MACHINE_DEFAULT, 8, NULL)->branch :
					    NULL);
	if (i == DIRECTION_BIMODAL || i == DIRECTION_GSHARE)
		b->bits = b->history = 14;
	if (i != DIRECTION_BIMODAL && i != DIRECTION_GSHARE && rest.text)
		return pmc_item_wrong(&rest, diag, "is too much; this predictor has one size");
	if (two_numbers(&rest, &b->bits, i == DIRECTION_GSHARE ? &b->history : &b->bits, diag))
		return -PMC_CORE_EINVAL;
	if (i != DIRECTION_GSHARE)
		b->history = 0;
	return too_much(it, diag);
}

int pmc_setting_targets(struct branch_desc *b, struct items *it, struct diag *diag)
{
	static const char *const names[] = { "none", "last", "path" };
	struct item item, word, rest;
	u32 i;

	pmc_items_next(it, &item);
	pmc_item_split(&item, &word, &rest);
	i = number_of_word(&word, names, TARGET_HISTORY + 1);
	if (i > TARGET_HISTORY)
		return pmc_item_wrong(&word, diag,
				      "is no predictor of targets; they are none, last:BITS and "
				      "path:BITS");
	b->target = (u8)i;
	b->target_bits = 10;
	b->source = USER;
	if (two_numbers(&rest, &b->target_bits, &b->target_bits, diag))
		return -PMC_CORE_EINVAL;
	return too_much(it, diag);
}

int pmc_setting_returns(struct branch_desc *b, struct items *it, struct diag *diag)
{
	struct item item;

	pmc_items_next(it, &item);
	if (!pmc_item_number(&item, false, &b->returns) || b->returns > 4096)
		return pmc_item_wrong(&item, diag, "is no number of returns; 0 to 4096 is right");
	b->source = USER;
	return too_much(it, diag);
}
