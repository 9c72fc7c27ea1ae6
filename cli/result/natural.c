/* SPDX-License-Identifier: BSD-2-Clause */
/* Natural numbers of up to 384 bits. */
#include "cli/result/natural.h"

#include <string.h>

struct natural natural_of(uint64_t number)
{
	struct natural a;

	memset(&a, 0, sizeof(a));
	a.limb[0] = (uint32_t)number;
	a.limb[1] = (uint32_t)(number >> 32);
	return a;
}

static struct natural sum(struct natural a, const struct natural *b)
{
	uint64_t carry = 0;
	int i;

	for (i = 0; i < NATURAL_LIMBS; i++) {
		carry += (uint64_t)a.limb[i] + b->limb[i];
		a.limb[i] = (uint32_t)carry;
		carry >>= 32;
	}
	return a;
}

struct natural natural_add(struct natural a, uint64_t b)
{
	struct natural other = natural_of(b);

	return sum(a, &other);
}

static struct natural times(struct natural a, uint32_t b)
{
	uint64_t carry = 0;
	int i;

	for (i = 0; i < NATURAL_LIMBS; i++) {
		carry += (uint64_t)a.limb[i] * b;
		a.limb[i] = (uint32_t)carry;
		carry >>= 32;
	}
	return a;
}

struct natural natural_multiply(struct natural a, uint64_t b)
{
	struct natural low = times(a, (uint32_t)b), high = times(a, (uint32_t)(b >> 32));

	memmove(&high.limb[1], &high.limb[0], sizeof(high.limb) - sizeof(high.limb[0]));
	high.limb[0] = 0;
	return sum(low, &high);
}

struct natural natural_subtract(struct natural a, struct natural b)
{
	int64_t borrow = 0;
	int i;

	for (i = 0; i < NATURAL_LIMBS; i++) {
		borrow += (int64_t)a.limb[i] - b.limb[i];
		a.limb[i] = (uint32_t)borrow;
		borrow = borrow < 0 ? -1 : 0;
	}
	return a;
}

int natural_compare(const struct natural *a, const struct natural *b)
{
	int i;

	for (i = NATURAL_LIMBS - 1; i >= 0; i--)
		if (a->limb[i] != b->limb[i])
			return a->limb[i] < b->limb[i] ? -1 : 1;
	return 0;
}

struct natural natural_divide(struct natural a, uint32_t b, uint32_t *rest)
{
	uint64_t left = 0;
	int i;

	for (i = NATURAL_LIMBS - 1; i >= 0; i--) {
		left = left << 32 | a.limb[i];
		a.limb[i] = (uint32_t)(left / b);
		left %= b;
	}
	if (rest)
		*rest = (uint32_t)left;
	return a;
}

double natural_double(const struct natural *a)
{
	double x = 0;
	int i;

	for (i = NATURAL_LIMBS - 1; i >= 0; i--)
		x = x * 4294967296.0 + a->limb[i];
	return x;
}
