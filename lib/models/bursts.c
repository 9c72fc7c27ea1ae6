/* SPDX-License-Identifier: BSD-2-Clause */
/* When a machine is modelled, if only in bursts. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/diag.h"
#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/models/bursts.h"
#include "pmc/pmc.h"

#define ALL	   10000u /* shares are in hundredths of a percent */
#define MOST	   1000000000000ull
#define BURST	   200000u
#define FIRST	   2000000u
#define LONGEST	   100u /* of a text, so that columns and numbers stay small */
#define NOT_NUMBER (~0ull)

enum key { KEY_BURST, KEY_WARM, KEY_FIRST, KEY_SEED, KEYS };

static const char *const keys[KEYS] = {
	[KEY_BURST] = "burst",
	[KEY_WARM] = "warm",
	[KEY_FIRST] = "first",
	[KEY_SEED] = "seed",
};

/* A piece of the text, between commas. */
struct piece {
	const char *text, *at;
	size_t len;
};

static int wrong(const struct piece *p, size_t from, const char *sentence, struct pmc_diag *diag)
{
	struct diag d;

	pmc_diag_at(&d, (size_t)(p->at - p->text) + from, p->at + from, p->len - from);
	pmc_diag_add_quoted(&d, p->at + from, p->len - from);
	pmc_diag_add(&d, sentence);
	return diag_copy(diag, -EINVAL, &d);
}

/* The share: "10%", "2.5%", "10". */
static int read_share(const struct piece *p, u32 *share, struct pmc_diag *diag)
{
	static const char sentence[] =
		" is no share; write the percentage of instructions that are modelled, from "
		"0.01% to 100%";
	size_t len = p->len, i;
	u32 n = 0, digits = 0;
	bool point = false;

	if (len && p->at[len - 1] == '%')
		len--;
	for (i = 0; i < len && digits < 8; i++) {
		if (p->at[i] == '.' && !point && i) {
			point = true;
			digits = 6;
			continue;
		}
		if (p->at[i] < '0' || p->at[i] > '9')
			return wrong(p, 0, sentence, diag);
		n = n * 10 + (u32)(p->at[i] - '0');
		digits++;
	}
	for (; point && digits < 8; digits++)
		n *= 10;
	*share = point ? n : n * 100;
	if (i < len || !len || !*share || *share > ALL)
		return wrong(p, 0, sentence, diag);
	return 0;
}

/* "200k", "3M", "500000"; NOT_NUMBER if it is none. */
static u64 read_number(const char *at, size_t len)
{
	u64 unit = 1, n = 0;
	size_t i;

	if (len > 1 && (at[len - 1] == 'k' || at[len - 1] == 'K'))
		unit = 1000;
	if (len > 1 && at[len - 1] == 'M')
		unit = 1000000;
	len -= unit > 1;
	if (!len)
		return NOT_NUMBER;
	for (i = 0; i < len; i++) {
		if (at[i] < '0' || at[i] > '9' || n > MOST)
			return NOT_NUMBER;
		n = n * 10 + (u64)(at[i] - '0');
	}
	return n * unit <= MOST ? n * unit : NOT_NUMBER;
}

static int read_key(const struct piece *p, u64 *value, struct pmc_diag *diag)
{
	const char *equals = memchr(p->at, '=', p->len);
	size_t len = equals ? (size_t)(equals - p->at) : p->len, i;

	for (i = 0; i < KEYS; i++)
		if (equals && strlen(keys[i]) == len && !memcmp(keys[i], p->at, len))
			break;
	if (i == KEYS)
		return wrong(p, 0,
			     " is no setting of bursts; there are burst=N, warm=N, first=N "
			     "(instructions, as in burst=200k) and seed=N",
			     diag);
	value[i] = read_number(equals + 1, p->len - len - 1);
	if (value[i] == NOT_NUMBER)
		return wrong(p, len + 1, " is no number; write one such as 200000, 200k or 3M",
			     diag);
	return 0;
}

/* A burst's parts, and how often there is one. */
static int make(const struct piece *last, u32 share, const u64 *value, struct bursts *b,
		struct pmc_diag *diag)
{
	u64 burst = value[KEY_BURST], period;

	b->first = value[KEY_FIRST];
	b->seed = value[KEY_SEED];
	b->warm = value[KEY_WARM];
	if (b->warm == NOT_NUMBER)
		b->warm = share == ALL ? 0 : burst / 2;
	if (b->warm >= burst)
		return wrong(last, 0,
			     ": a burst must be longer than its first part, which warms the "
			     "machine up",
			     diag);
	b->count = burst - b->warm;
	period = burst * ALL / share;
	b->times = (period + b->count / 2) / b->count;
	if (b->times * b->count < burst)
		b->times++;
	snprintf(b->text, sizeof(b->text), "%u.%02u%%,burst=%llu,warm=%llu,first=%llu,seed=%llu",
		 share / 100, share % 100, (unsigned long long)burst, (unsigned long long)b->warm,
		 (unsigned long long)b->first, (unsigned long long)b->seed);
	return 0;
}

int bursts_parse(const char *text, struct bursts *bursts, struct pmc_diag *diag)
{
	u64 value[KEYS] = { BURST, NOT_NUMBER, FIRST, 0 };
	struct piece p = { .text = text, .at = text, .len = strcspn(text, ",") };
	u32 share = ALL;
	int err;

	if (strlen(text) > LONGEST)
		return diag_say(diag, -EINVAL, "bursts are described by at most %u characters",
				LONGEST);
	err = read_share(&p, &share, diag);
	while (!err && p.at[p.len]) {
		p.at += p.len + 1;
		p.len = strcspn(p.at, ",");
		err = read_key(&p, value, diag);
	}
	return err ? err : make(&p, share, value, bursts, diag);
}
