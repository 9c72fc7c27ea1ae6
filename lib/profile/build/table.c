/* SPDX-License-Identifier: BSD-2-Clause */
/* Open addressing; at most half of the slots are in use, but for tables that are renewed. */
#include <errno.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include "lib/profile/build/table.h"

#define FIRST_SIZE 64u

u64 table_seed(void)
{
	const void *random = (const void *)getauxval(AT_RANDOM);
	u64 seed = 0x2545f4914f6cdd1dull;

	if (random)
		memcpy(&seed, random, sizeof(seed));
	return seed;
}

u64 table_mix_bytes(u64 seed, const void *bytes, size_t n)
{
	const u8 *at = bytes;
	u64 hash = table_mix(seed, n, 0), word;

	for (; n >= 8; n -= 8, at += 8) {
		memcpy(&word, at, 8);
		hash = table_mix(seed, hash, word);
	}
	word = 0;
	if (n)
		memcpy(&word, at, n);
	return table_mix(seed, hash, word);
}

static void put(struct table *table, u32 tag, u32 entry)
{
	size_t at = tag;

	while (table->slots[at & table->mask].entry)
		at++;
	table->slots[at & table->mask].tag = tag;
	table->slots[at & table->mask].entry = entry;
}

static size_t next_size(const struct table *table)
{
	return table->slots ? (table->mask + 1) * 2 : FIRST_SIZE;
}

static int grow(struct table *table)
{
	size_t size = next_size(table), i;
	struct table bigger = { calloc(size, sizeof(*bigger.slots)), size - 1, table->n };

	if (!bigger.slots)
		return -ENOMEM;
	for (i = 0; table->slots && i <= table->mask; i++)
		if (table->slots[i].entry)
			put(&bigger, table->slots[i].tag, table->slots[i].entry);
	free(table->slots);
	*table = bigger;
	return 0;
}

void table_put(struct table *table, u64 hash, u32 index)
{
	put(table, (u32)hash, index + 1);
	table->n++;
}

int table_add(struct table *table, u64 hash, u32 index)
{
	if ((!table->slots || table->n * 2 > table->mask) && grow(table))
		return -ENOMEM;
	table_put(table, hash, index);
	return 0;
}

int table_renew(struct table *table)
{
	size_t size = next_size(table);

	free(table->slots);
	*table = (struct table){ calloc(size, sizeof(*table->slots)), size - 1, 0 };
	return table->slots ? 0 : -ENOMEM;
}

void table_deinit(struct table *table)
{
	free(table->slots);
	table->slots = NULL;
}
