// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See places.h. */
#include "core/machine/branch/places.h"
#include "core/machine/branch/tage.h"

#define SHORT_UP (16 - PLACES_INDEX_BITS) /* where the folds stand in their words */
#define LONG_UP	 (16 - PLACES_TAG_BITS)
#define UPPER	 4

/* Eight branches, or one, where vectors are not certain. A host that has no vector registers
 * otherwise, as the engine, has them here. */
#if defined(__x86_64__)
typedef u16 lanes __attribute__((vector_size(2 * PLACES_LANES)));
#define VECTORS __attribute__((target("sse2")))
#else
typedef u16 lanes;
#define VECTORS
#endif
#define INLINE static inline VECTORS __attribute__((always_inline))

/* Bit -n mod w, for outcome number n. */
static u32 bit_of(u32 n, u32 w)
{
	return 1u << (w - n % w) % w;
}

void pmc_places_init(struct places *p, const u16 *lengths)
{
	u32 i;

	memset(p, 0, sizeof(*p));
	p->at = TAGE_MAX_HISTORY;
	memcpy(p->length, lengths, sizeof(p->length));
	for (i = 0; i < PLACES_PERIOD + PLACES_BATCH; i++)
		p->bit[i] = bit_of(i + 1, PLACES_INDEX_BITS) << (16 + SHORT_UP) |
			    bit_of(i + 1, PLACES_TAG_BITS) << LONG_UP;
	for (i = 0; i < PLACES_PERIOD + PLACES_LANES; i++) {
		p->short_turn[i] = (u16)(1u << i % PLACES_INDEX_BITS);
		p->long_turn[i] = (u16)(1u << i % PLACES_TAG_BITS);
	}
}

/* The outcomes become folds, and the addresses lanes. */
static void take(struct places *p, const u64 *branches, u32 n)
{
	u32 now = (u32)p->short_fold[p->at] << 16 | p->long_fold[p->at], j;
	const u32 *bit = p->bit + p->phase;
	u16 *short_fold = p->short_fold + p->at + 1, *long_fold = p->long_fold + p->at + 1;

	for (j = 0; j < n; j++) {
		u64 branch = branches[j];

		p->low[j] = (u16)branch;
		p->upper[j] = (u16)(branch >> UPPER);
		now ^= bit[j] & (0 - (u32)(branch >> TAGE_TAKEN));
		short_fold[j] = (u16)(now >> 16);
		long_fold[j] = (u16)now;
	}
}

INLINE void load(lanes *to, const u16 *from)
{
	__builtin_memcpy(to, from, sizeof(*to));
}

INLINE void store(u16 *to, const lanes *from)
{
	__builtin_memcpy(to, from, sizeof(*from));
}

/* The upper halves of products. */
INLINE void multiply_high(lanes *a, const lanes *b)
{
#if defined(__x86_64__)
	typedef short signed_lanes __attribute__((vector_size(sizeof(lanes))));

	*a = (lanes)__builtin_ia32_pmulhuw128((signed_lanes)*a, (signed_lanes)*b);
#else
	*a = (u16)((u32)*a * *b >> 16);
#endif
}

/* What two moments differ by, rotated. */
INLINE void fold(lanes *to, const u16 *now, const u16 *then, const lanes *turn, u32 up)
{
	lanes a, b;

	load(&a, now);
	load(&b, then);
	a ^= b;
	*to = (lanes)(a * *turn) >> (u16)up;
	multiply_high(&a, turn);
	*to |= a;
}

/* One table's places of the branches from j on. */
INLINE void find(struct places *p, u32 table, u32 j, const lanes *short_turn,
		 const lanes *long_turn)
{
	const u16 *short_fold = p->short_fold + p->at + j, *long_fold = p->long_fold + p->at + j;
	lanes folded, tag, low, upper;
	u32 length = p->length[table];

	load(&low, p->low + j);
	load(&upper, p->upper + j);
	fold(&folded, short_fold, short_fold - length, short_turn, SHORT_UP);
	fold(&tag, long_fold, long_fold - length, long_turn, LONG_UP);
	tag ^= folded << 1 ^ low;
	tag = (tag & ((1u << PLACES_TAG_BITS) - 1)) | PLACES_VALID;
	folded ^= low ^ upper >> (u16)(PLACES_INDEX_BITS - UPPER - table);
	folded &= (1u << PLACES_INDEX_BITS) - 1;
	store(p->index[table] + j, &folded);
	store(p->tag[table] + j, &tag);
}

/* The oldest moments leave, as far as no table needs them. */
static void make_room(struct places *p)
{
	size_t bytes = (TAGE_MAX_HISTORY + 1) * sizeof(u16);

	memcpy(p->short_fold, p->short_fold + p->at - TAGE_MAX_HISTORY, bytes);
	memcpy(p->long_fold, p->long_fold + p->at - TAGE_MAX_HISTORY, bytes);
	p->at = TAGE_MAX_HISTORY;
}

VECTORS void pmc_places_find(struct places *p, const u64 *branches, u32 n)
{
	lanes short_turn, long_turn;
	u32 j, phase;

	if (p->at + n >= PLACES_ROOM)
		make_room(p);
	take(p, branches, n);
	for (j = 0; j < n; j += sizeof(lanes) / sizeof(u16)) {
		phase = (p->phase + j) % PLACES_PERIOD;
		load(&short_turn, p->short_turn + phase);
		load(&long_turn, p->long_turn + phase);
#pragma GCC unroll 6
		for (u32 table = 0; table < PLACES_TABLES; table++)
			find(p, table, j, &short_turn, &long_turn);
	}
	p->at += n;
	p->phase = (p->phase + n) % PLACES_PERIOD;
}
