/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * core/machine/branch/: every predictor against a naive one, which keeps the history as a list of
 * outcomes and computes each index from it anew; and programs whose mispredictions are known.
 */
#include "core/machine/branch/predictor.h"
#include "tests/any.h"
#include "tests/tap.h"
#include <stdlib.h>

static uint32_t rnd(uint32_t n)
{
	return (uint32_t)any(n);
}

/* ---- The naive predictors ---- */

#define MOST 400000

struct naive_entry {
	bool valid;
	uint32_t tag;
	int counter; /* -4 to 3; taken from 0 on */
	int useful;
};

struct naive {
	struct branch_desc d;
	bool outcome[MOST]; /* oldest first */
	int n;
	int counters[1 << 16]; /* 0 to 3 */
	struct naive_entry table[TAGE_MAX_TABLES][1 << 10];
	int trust;
};

/* Outcome i, the newest is 0. Before the program nothing was taken. */
static unsigned past(const struct naive *p, int i)
{
	return i < p->n && p->outcome[p->n - 1 - i];
}

static uint32_t recent(const struct naive *p, int n)
{
	uint32_t value = 0;
	int i;

	for (i = n - 1; i >= 0; i--)
		value = value * 2 + past(p, i);
	return value;
}

static uint32_t fold(const struct naive *p, int length, int width)
{
	uint32_t value = 0;
	int i;

	for (i = 0; i < length; i++)
		value ^= past(p, i) << (i % width);
	return value;
}

static int clamp(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

static bool naive_counter(struct naive *p, uint32_t index, bool taken)
{
	bool right = (p->counters[index] >= 2) == taken;

	p->counters[index] = clamp(p->counters[index] + (taken ? 1 : -1), 0, 3);
	return right;
}

static bool naive_tage(struct naive *p, uint64_t ip, bool taken)
{
	const struct branch_desc *d = &p->d;
	struct naive_entry *e[TAGE_MAX_TABLES];
	uint32_t tag[TAGE_MAX_TABLES], below = (uint32_t)(ip % (1u << d->bits));
	bool predicts[TAGE_MAX_TABLES + 1], predicted, fresh;
	int i, j, provider = 0, second = 0; /* 0: the table below, else table + 1 */
	bool room = false;

	predicts[0] = p->counters[below] >= 2;
	for (i = 0; i < d->tables; i++) {
		int length = d->lengths[i];
		uint64_t index = ip ^ ip >> (d->table_bits - i) ^ fold(p, length, d->table_bits);

		e[i] = &p->table[i][index % (1u << d->table_bits)];
		tag[i] = (uint32_t)(ip ^ fold(p, length, d->tag_bits) ^
				    fold(p, length, d->tag_bits - 1) * 2) %
			 (1u << d->tag_bits);
		predicts[i + 1] = e[i]->counter >= 0;
		if (e[i]->valid && e[i]->tag == tag[i]) {
			second = provider;
			provider = i + 1;
		}
	}
	fresh = provider && e[provider - 1]->useful == 0 &&
		(e[provider - 1]->counter == 0 || e[provider - 1]->counter == -1);
	predicted = fresh && p->trust >= 8 ? predicts[second] : predicts[provider];

	if (!provider) {
		p->counters[below] = clamp(p->counters[below] + (taken ? 1 : -1), 0, 3);
	} else {
		struct naive_entry *best = e[provider - 1];

		if (predicts[provider] != predicts[second]) {
			if (fresh)
				p->trust = clamp(p->trust + (predicts[second] == taken ? 1 : -1), 0,
						 15);
			best->useful = clamp(best->useful + (predicts[provider] == taken ? 1 : -1),
					     0, 3);
		}
		best->counter = clamp(best->counter + (taken ? 1 : -1), -4, 3);
	}
	for (i = provider; i < d->tables && predicted != taken && !room; i++)
		if (e[i]->useful == 0) {
			*e[i] = (struct naive_entry){ true, tag[i], taken ? 0 : -1, 0 };
			room = true;
		}
	for (i = provider; i < d->tables && predicted != taken && !room; i++)
		e[i]->useful--;
	p->outcome[p->n++] = taken;
	if (p->n % (1 << 18) == 0)
		for (i = 0; i < d->tables; i++)
			for (j = 0; j < 1 << d->table_bits; j++)
				p->table[i][j].useful /= 2;
	return predicted == taken;
}

static bool naive_conditional(struct naive *p, uint64_t ip, bool taken)
{
	uint32_t size = 1u << p->d.bits;
	bool right;

	switch (p->d.direction) {
	case DIRECTION_TAGE:
		return naive_tage(p, ip, taken);
	case DIRECTION_GSHARE:
		right = naive_counter(p, (uint32_t)((ip ^ recent(p, p->d.history)) % size), taken);
		break;
	case DIRECTION_CACHEGRIND:
		right = naive_counter(p, recent(p, 7) * 128 + ip % 128, taken);
		break;
	default:
		right = naive_counter(p, (uint32_t)(ip % size), taken);
		break;
	}
	p->outcome[p->n++] = taken;
	return right;
}

/* ---- Comparisons ---- */

static void *memory_for(const struct branch_desc *d)
{
	size_t bytes = (pmc_branch_bytes(d) + 127) & ~(size_t)63;
	void *memory = aligned_alloc(64, bytes);

	memset(memory, 0x5a, bytes);
	return memory;
}

/* A branch of a program with loops, patterns, correlated branches and chance. */
static void some_branch(int i, uint64_t *ip, bool *taken)
{
	static bool last;
	int which = (int)rnd(64);

	*ip = 0x401000 + (uint64_t)which * 13 + (which > 50 ? 0x7f0000000000ull : 0);
	if (which < 20)
		*taken = i % (which + 2) != 0;
	else if (which < 40)
		*taken = last ^ (which & 1);
	else if (which < 55)
		*taken = true;
	else
		*taken = rnd(3) == 0;
	last = *taken;
}

static void compare(const struct branch_desc *d, int branches, const char *name)
{
	struct naive *naive = calloc(1, sizeof(*naive));
	struct branch_state b;
	void *memory = memory_for(d);
	int i, wrong = -1, misses = 0;
	uint64_t ip;
	bool taken, right;

	naive->d = *d;
	naive->trust = 8;
	pmc_branch_init(&b, d, memory);
	for (i = 0; i < branches && wrong < 0; i++) {
		some_branch(i, &ip, &taken);
		right = pmc_branch_conditional(&b, ip, taken);
		misses += !right;
		if (right != naive_conditional(naive, ip, taken))
			wrong = i;
	}
	ok(wrong < 0, "%s: %d branches, %d mispredicted, each as the naive predictor says", name,
	   branches, misses);
	if (wrong >= 0)
		note("  branch %d differs", wrong);
	free(memory);
	free(naive);
}

/* Many at once. */
static void compare_batches(const struct branch_desc *d, int branches, const char *name)
{
	struct naive *naive = calloc(1, sizeof(*naive));
	u32 i, n, wrong, misses = 0, differ = 0;
	void *memory = memory_for(d);
	struct branch_state b;
	u64 batch[900], ip;
	bool taken;
	int at;

	naive->d = *d;
	naive->trust = 8;
	pmc_branch_init(&b, d, memory);
	for (at = 0; at < branches; at += (int)n) {
		n = (u32)rnd(4) ? (u32)rnd(900) + 1 : (u32)rnd(12);
		for (i = 0, wrong = 0; i < n; i++) {
			some_branch(at + (int)i, &ip, &taken);
			batch[i] = (ip & 0xffffffffffff) | (u64)taken << BRANCH_TAKEN;
			wrong += !naive_conditional(naive, batch[i] & 0xffffffffffff, taken);
		}
		differ += pmc_branch_conditionals(&b, batch, n) != wrong;
		misses += wrong;
	}
	is_int(differ, 0, "%s: %d branches in batches, %u mispredicted, as the naive one says",
	       name, branches, misses);
	free(memory);
	free(naive);
}

static void batches(void)
{
	struct branch_desc d = { .direction = DIRECTION_GSHARE, .bits = 14, .history = 12 };

	compare_batches(&d, 50000, "gshare");
	d = (struct branch_desc){ .direction = DIRECTION_TAGE,
				  .bits = 12,
				  .tables = 6,
				  .table_bits = 10,
				  .tag_bits = 11,
				  .lengths = { 5, 9, 18, 35, 67, 130 } };
	/* Usefulness is halved. */
	compare_batches(&d, 300000, "TAGE in the usual size");
	d.lengths[0] = 1;
	d.lengths[5] = TAGE_MAX_HISTORY;
	compare_batches(&d, 50000, "the same with a history of 256");
	d.tables = 5;
	compare_batches(&d, 50000, "TAGE with five tables");
}

static void directions(void)
{
	struct branch_desc d = { .direction = DIRECTION_BIMODAL, .bits = 12 };
	int i, j;
	char name[64];

	compare(&d, 100000, "bimodal");
	d = (struct branch_desc){ .direction = DIRECTION_GSHARE, .bits = 14, .history = 12 };
	compare(&d, 100000, "gshare");
	d = (struct branch_desc){ .direction = DIRECTION_CACHEGRIND };
	compare(&d, 100000, "cachegrind's");
	for (i = 0; i < 8; i++) {
		d = (struct branch_desc){ .direction = DIRECTION_TAGE,
					  .bits = (u8)(6 + rnd(8)),
					  .tables = (u8)(1 + rnd(TAGE_MAX_TABLES)) };
		d.table_bits = (u8)(8 + rnd(3));
		d.tag_bits = (u8)(4 + rnd(11));
		if (i % 2) { /* the usual size, whose histories are kept in another way */
			d.tables = 6;
			d.table_bits = 10;
			d.tag_bits = 11;
		}
		for (j = 0; j < d.tables; j++)
			d.lengths[j] = (u16)((j ? d.lengths[j - 1] : 1) + 1 + rnd(30));
		snprintf(name, sizeof(name), "TAGE with %u tables of %u bits, tags of %u", d.tables,
			 d.table_bits, d.tag_bits);
		compare(&d, 20000, name);
	}
	/* The longest history, and so long that usefulness is halved. */
	d = (struct branch_desc){ .direction = DIRECTION_TAGE,
				  .bits = 12,
				  .tables = 3,
				  .table_bits = 9,
				  .tag_bits = 9,
				  .lengths = { 6, 40, TAGE_MAX_HISTORY } };
	compare(&d, 300000, "TAGE with a history of 256");
}

static void init(struct branch_state *b, void **memory, const struct branch_desc *d)
{
	*memory = memory_for(d);
	pmc_branch_init(b, d, *memory);
}

static void known(void)
{
	struct branch_desc bimodal = { .direction = DIRECTION_BIMODAL, .bits = 10 };
	struct branch_desc tage = { .direction = DIRECTION_TAGE,
				    .bits = 10,
				    .tables = 4,
				    .table_bits = 10,
				    .tag_bits = 9,
				    .lengths = { 5, 15, 44, 130 } };
	struct branch_state b;
	void *memory;
	int i, misses = 0, late = 0;

	init(&b, &memory, &bimodal);
	/* A loop of ten: two to learn, then its end each time, once more for the way back none. */
	for (i = 0; i < 1000; i++)
		misses += !pmc_branch_conditional(&b, 0x400, i % 10 != 9);
	is_int(misses, 2 + 100, "a counter of two bits misses the end of each loop");
	free(memory);

	init(&b, &memory, &tage);
	for (i = 0; i < 20000; i++)
		late += !pmc_branch_conditional(&b, 0x400, i % 10 != 9) && i > 10000;
	is_int(late, 0, "TAGE learns the end of a loop of ten");
	for (late = 0, i = 0; i < 40000; i++)
		late += !pmc_branch_conditional(&b, 0x500, i % 57 == 0) && i > 30000;
	ok(late < 20, "TAGE learns a period of 57 (%d of 10,000 missed)", late);
	free(memory);
}

static void targets(void)
{
	static const u64 to[] = { 0x1000, 0x2040, 0x3080, 0x2040 };
	struct branch_desc last = { .target = TARGET_LAST, .target_bits = 9 };
	struct branch_desc history = { .target = TARGET_HISTORY, .target_bits = 10 };
	struct branch_state b;
	void *memory;
	int i, misses = 0, late = 0, wrong = 0;
	u64 table[512] = { 0 };

	init(&b, &memory, &last);
	for (i = 0; i < 50000; i++) {
		u64 ip = 0x400000 + rnd(2000), target = rnd(4) ? ip * 3 : rnd(100);
		bool right = table[ip % 512] == target;

		wrong += pmc_branch_indirect(&b, ip, target) != right;
		misses += !right;
		table[ip % 512] = target;
	}
	ok(!wrong && misses > 1000, "512 last targets");
	for (misses = 0, i = 0; i < 1000; i++)
		misses += !pmc_branch_indirect(&b, 0x777, to[i % 4]);
	is_int(misses, 1000, "a target that changes each time is never the last one");
	free(memory);

	init(&b, &memory, &history);
	for (i = 0; i < 1000; i++)
		late += !pmc_branch_indirect(&b, 0x777, to[i % 4]) && i > 100;
	is_int(late, 0, "the path tells targets that take turns");
	free(memory);
}

/* Targets by path against a list of all entries, searched from the newest. */
static void paths(void)
{
	struct branch_desc d = { .target = TARGET_HISTORY, .target_bits = 6 };
	static struct {
		u64 ip, index, target;
	} seen[20000];
	struct branch_state b;
	void *memory;
	u64 path = 0;
	int i, j, wrong = 0, misses = 0;

	init(&b, &memory, &d);
	for (i = 0; i < 20000; i++) {
		u64 ip = 0x5000 + rnd(30) * 7, target = 0x9000 + rnd(3) * 0x11 + ip;
		u64 index = (ip ^ path ^ path / 256 ^ path / 65536) % 64, predicted = 0;
		bool right;

		for (j = i - 1; j >= 0 && seen[j].index != index; j--)
			;
		if (j >= 0 && seen[j].ip == ip) {
			predicted = seen[j].target;
		} else {
			for (j = i - 1; j >= 0 && seen[j].ip % 64 != ip % 64; j--)
				;
			predicted = j >= 0 ? seen[j].target : 0;
		}
		right = pmc_branch_indirect(&b, ip, target);
		wrong += right != (predicted == target);
		misses += !right;
		seen[i].ip = ip;
		seen[i].index = index;
		seen[i].target = target;
		path = (path * 64 ^ target) % 0x100000000ull;
	}
	ok(!wrong && misses > 100 && misses < 19000, "targets by path, %d of 20,000 mispredicted",
	   misses);
	free(memory);
}

static void returns(void)
{
	struct branch_desc d = { .returns = 16 };
	struct branch_state b;
	u64 stack[100];
	void *memory;
	int i, depth = 0, newest = 0, wrong = 0, misses = 0;

	init(&b, &memory, &d);
	for (i = 0; i < 20; i++)
		pmc_branch_call(&b, (u64)i);
	for (i = 19; i >= 0; i--)
		misses += !pmc_branch_return(&b, (u64)i);
	is_int(misses, 4, "of 20 calls a stack of 16 returns from the newest 16");
	/* newest: how many of the innermost returns the 16 entries still have. */
	for (i = 0; i < 50000; i++) {
		if (!depth || (depth < 100 && rnd(2))) {
			stack[depth] = 0x400000 + rnd(100000) * 8;
			pmc_branch_call(&b, stack[depth++]);
			newest = newest < 16 ? newest + 1 : 16;
		} else {
			bool right = pmc_branch_return(&b, stack[--depth]);

			wrong += right != (newest > 0);
			newest -= newest > 0;
		}
	}
	is_int(wrong, 0, "calls and returns of a program that goes deep");
	free(memory);
}

int main(void)
{
	directions();
	batches();
	known();
	targets();
	paths();
	returns();
	return done();
}
