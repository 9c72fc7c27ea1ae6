/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Codes are looked up by the next 11 bits of the stream, those of distances by 8; longer codes by
 * the bits behind these in a second table. While there is room on both sides, many bits are read at
 * once and copies are made of eight bytes each; near the ends every step is checked.
 */
#include <emmintrin.h>
#include <string.h>

#include "lib/symbols/inflate.h"

#define LONGEST	      15 /* bits of a code */
#define BITS	      11 /* that codes of letters and lengths are looked up by */
#define DISTANCE_BITS 8
#define LETTERS	      288
#define DISTANCES     32
/* Each code that is longer than the table's bits may have a second table of its own. */
#define TABLE	       ((1 << BITS) + LETTERS * (1 << (LONGEST - BITS)))
#define DISTANCE_TABLE ((1 << DISTANCE_BITS) + DISTANCES * (1 << (LONGEST - DISTANCE_BITS)))
#define END_OF_BLOCK   256

/*
 * What a code stands for is packed into 32 bits: from bit 0 on, how many bits are used, with those
 * that follow a code; from bit 8 on, how many are the code's; from bit 16 on, a letter, or the base
 * of a length or a distance, or where a second table begins. 0: there is no such code.
 */
#define USED(code)  ((code)&63)
#define CODE(code)  ((code) >> 8 & 15)
#define VALUE(code) ((code) >> 16 & 0x7fff)
#define LETTER	    (1u << 31)
#define NUMBER	    (1u << 15)
#define END	    (1u << 14)
#define SECOND	    (1u << 13) /* CODE(): bits of that table */

struct inflating {
	const uint8_t *at, *end;
	uint64_t bits; /* that were read and not used, the next one lowest */
	unsigned n_bits;
	uint8_t *begin, *to, *limit;
	uint32_t code[TABLE], distance[DISTANCE_TABLE];
};

/* ---- Bits ---- */

/* Reads as many as there is room for, at most 63. */
static void fill(struct inflating *in)
{
	while (in->n_bits < 56 && in->at < in->end) {
		in->bits |= (uint64_t)*in->at++ << in->n_bits;
		in->n_bits += 8;
	}
}

/* Takes up to 16 bits. False: there are not so many. */
static bool take(struct inflating *in, unsigned n, unsigned *value)
{
	if (in->n_bits < n)
		fill(in);
	if (in->n_bits < n)
		return false;
	*value = in->bits & ((1u << n) - 1);
	in->bits >>= n;
	in->n_bits -= n;
	return true;
}

/* ---- Codes ---- */

static const uint16_t length_base[] = { 3,  4,	5,  6,	 7,   8,   9,	10,  11, 13,
					15, 17, 19, 23,	 27,  31,  35,	43,  51, 59,
					67, 83, 99, 115, 131, 163, 195, 227, 258 };
static const uint8_t length_extra[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
					2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };

/* What a letter or length stands for, without the bits of its code. */
static uint32_t letter_of(unsigned symbol)
{
	if (symbol < END_OF_BLOCK)
		return LETTER | symbol << 16;
	if (symbol == END_OF_BLOCK)
		return END;
	symbol -= END_OF_BLOCK + 1;
	if (symbol >= sizeof(length_extra))
		return 0;
	return NUMBER | (uint32_t)length_base[symbol] << 16 | length_extra[symbol];
}

static uint32_t distance_of(unsigned symbol)
{
	unsigned extra = symbol < 4 ? 0 : symbol / 2 - 1;

	if (symbol >= 30)
		return 0;
	return NUMBER | (symbol < 4 ? symbol + 1 : ((2 + symbol % 2) << extra) + 1) << 16 | extra;
}

static uint32_t length_code_of(unsigned symbol)
{
	return LETTER | symbol << 16;
}

/* The lowest n bits in the opposite order: codes begin with their highest bit. */
static unsigned reverse(unsigned bits, unsigned n)
{
	unsigned r = 0;

	for (; n; n--, bits >>= 1)
		r = r << 1 | (bits & 1);
	return r;
}

/*
 * Makes the table of codes that have these lengths, looked up by `root` bits. False: there are more
 * codes than can be told apart. Codes that are missing are 0.
 */
static bool make_table(uint32_t *table, unsigned root, const uint8_t *lengths, unsigned n,
		       uint32_t (*of)(unsigned symbol))
{
	unsigned count[LONGEST + 1] = { 0 }, next[LONGEST + 2] = { 0 }, i, longest = 0;
	unsigned free_place = 1u << root;

	memset(table, 0, sizeof(*table) << root);
	for (i = 0; i < n; i++)
		count[lengths[i]]++;
	count[0] = 0;
	for (i = 1; i <= LONGEST; i++) {
		next[i + 1] = (next[i] + count[i]) << 1;
		if (next[i] + count[i] > 1u << i)
			return false;
		if (count[i])
			longest = i;
	}
	for (i = 0; i < n; i++) {
		unsigned length = lengths[i], bits, k;
		uint32_t code = of(i);

		if (!length)
			continue;
		bits = reverse(next[length]++, length);
		if (length <= root) {
			if (code)
				code += length << 8 | length;
			for (k = bits; k < 1u << root; k += 1u << length)
				table[k] = code;
			continue;
		}
		k = bits & ((1u << root) - 1);
		if (!(table[k] & SECOND)) {
			table[k] = SECOND | free_place << 16 | (longest - root) << 8 | root;
			memset(table + free_place, 0, sizeof(*table) << (longest - root));
			free_place += 1u << (longest - root);
		}
		length -= root;
		if (code)
			code += length << 8 | length;
		for (bits >>= root; bits < 1u << (longest - root); bits += 1u << length)
			table[VALUE(table[k]) + bits] = code;
	}
	return true;
}

/* Reads a code and the bits that follow it. 0: there is none. *value: letter or number. */
static uint32_t read_code(struct inflating *in, const uint32_t *table, unsigned root,
			  unsigned *value)
{
	uint32_t code;

	fill(in);
	code = table[in->bits & ((1u << root) - 1)];
	if (code & SECOND && in->n_bits >= USED(code)) {
		in->bits >>= USED(code);
		in->n_bits -= USED(code);
		code = table[VALUE(code) + (in->bits & ((1u << CODE(code)) - 1))];
	}
	if (USED(code) > in->n_bits)
		return 0;
	*value = VALUE(code) + ((in->bits & ((1ull << USED(code)) - 1)) >> CODE(code));
	if (!(code & NUMBER))
		*value = VALUE(code);
	in->bits >>= USED(code);
	in->n_bits -= USED(code);
	return code;
}

static bool fixed_codes(struct inflating *in)
{
	uint8_t lengths[LETTERS];

	memset(lengths, 8, 144);
	memset(lengths + 144, 9, 112);
	memset(lengths + 256, 7, 24);
	memset(lengths + 280, 8, 8);
	if (!make_table(in->code, BITS, lengths, LETTERS, letter_of))
		return false;
	memset(lengths, 5, DISTANCES);
	return make_table(in->distance, DISTANCE_BITS, lengths, DISTANCES, distance_of);
}

/* Reads the lengths of both tables' codes, which are packed themselves. */
static bool read_lengths(struct inflating *in, uint8_t *lengths, unsigned n)
{
	unsigned i = 0, again;

	while (i < n) {
		unsigned value;
		uint8_t same = 0;

		if (!(read_code(in, in->code, 7, &value) & LETTER))
			return false;
		if (value < 16) {
			lengths[i++] = value;
			continue;
		}
		if (!take(in, value == 16 ? 2 : value == 17 ? 3 : 7, &again))
			return false;
		again += value == 18 ? 11 : 3;
		if (value == 16) {
			if (!i)
				return false;
			same = lengths[i - 1];
		}
		if (again > n - i)
			return false;
		memset(lengths + i, same, again);
		i += again;
	}
	return true;
}

static bool dynamic_codes(struct inflating *in)
{
	static const uint8_t order[19] = { 16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
					   11, 4,  12, 3, 13, 2, 14, 1, 15 };
	uint8_t lengths[LETTERS + DISTANCES] = { 0 };
	unsigned letters, distances, n, i, length;

	if (!take(in, 5, &letters) || !take(in, 5, &distances) || !take(in, 4, &n))
		return false;
	letters += 257;
	distances += 1;
	if (letters > LETTERS)
		return false;
	for (i = 0; i < n + 4; i++) {
		if (!take(in, 3, &length))
			return false;
		lengths[order[i]] = length;
	}
	if (!make_table(in->code, 7, lengths, 19, length_code_of))
		return false;
	memset(lengths, 0, 19);
	return read_lengths(in, lengths, letters + distances) &&
	       make_table(in->code, BITS, lengths, letters, letter_of) &&
	       make_table(in->distance, DISTANCE_BITS, lengths + letters, distances, distance_of);
}

/* ---- Blocks ---- */

static bool copy_stored(struct inflating *in)
{
	unsigned bits, size, inverse;

	/* Up to the next byte */
	if (!take(in, in->n_bits % 8, &bits) || !take(in, 16, &size) || !take(in, 16, &inverse) ||
	    size != (inverse ^ 0xffff))
		return false;
	in->at -= in->n_bits / 8;
	in->bits = in->n_bits = 0;
	if (size > (size_t)(in->end - in->at) || size > (size_t)(in->limit - in->to))
		return false;
	memcpy(in->to, in->at, size);
	in->at += size;
	in->to += size;
	return true;
}

/*
 * What the quick way needs on both sides: four letters and a copy, with what that writes too much;
 * a few words.
 */
#define ROOM_TO	  (4 + 258 + 16)
#define ROOM_FROM 32

/* Copies what was unpacked before; writes up to 16 bytes too many. */
static inline void copy_words(uint8_t *to, size_t distance, size_t n)
{
	const uint8_t *from = to - distance;
	uint8_t *end = to + n;

	if (distance < 8) {
		while (to < end)
			*to++ = *from++;
		return;
	}
	/* Most are short. */
	memcpy(to, from, 8);
	memcpy(to + 8, from + 8, 8);
	for (to += 16, from += 16; to < end; to += 8, from += 8)
		memcpy(to, from, 8);
}

/* The lowest n bits */
static const uint64_t lowest[] = {
#define LOWEST(n) \
	(1ull << (n)) - 1, (1ull << ((n) + 1)) - 1, (1ull << ((n) + 2)) - 1, (1ull << ((n) + 3)) - 1
	LOWEST(0), LOWEST(4), LOWEST(8), LOWEST(12), LOWEST(16), LOWEST(20), LOWEST(24), LOWEST(28),
};

/*
 * Where the quick way is. n_bits counts in its lowest eight bits only: what is above them are the
 * other parts of codes.
 */
struct quick {
	const uint8_t *at;
	uint8_t *to;
	uint64_t bits;
	uint32_t n_bits;
};

/* So that there are at least 56 bits. */
static inline void fill_quickly(struct quick *q)
{
	uint64_t word;

	memcpy(&word, q->at, 8);
	q->bits |= word << (q->n_bits & 63);
	q->at += 7 - (q->n_bits >> 3 & 7);
	q->n_bits |= 56;
}

/* Uses the bits of a code. Returns its value, with the bits that follow it. */
static inline size_t use(struct quick *q, uint32_t code)
{
	uint64_t bits = q->bits & lowest[USED(code)];

	q->bits >>= USED(code);
	q->n_bits -= code;
	return VALUE(code) + (bits >> CODE(code));
}

/* The code in a second table, whose bits are used then up to it. */
static inline uint32_t look_again(struct quick *q, const uint32_t *table, uint32_t code)
{
	q->bits >>= USED(code);
	q->n_bits -= code;
	return table[VALUE(code) + (q->bits & lowest[CODE(code)])];
}

/* Unpacks the code if it is a letter, and looks up the next one. */
static inline bool unpack_letter(struct quick *q, const uint32_t *table, uint32_t *code)
{
	if (!(*code & LETTER))
		return false;
	q->bits >>= USED(*code);
	q->n_bits -= *code;
	*q->to++ = *code >> 16;
	*code = table[q->bits & lowest[BITS]];
	return true;
}

/* Unpacks up to four letters, 44 bits at most. Returns the code behind them, which is not used. */
static inline uint32_t unpack_letters(struct quick *q, const uint32_t *table)
{
	uint32_t code = table[q->bits & lowest[BITS]];

	if (unpack_letter(q, table, &code)) {
		if (unpack_letter(q, table, &code) && unpack_letter(q, table, &code))
			unpack_letter(q, table, &code);
		fill_quickly(q);
	}
	return code;
}

/* Unpacks letters and a copy. What it returns is LETTER or NUMBER; END: it was the block's last; 0:
 * a code is wrong. */
static inline uint32_t unpack_some(const struct inflating *in, struct quick *q)
{
	uint32_t code = unpack_letters(q, in->code), then;
	size_t length, distance;

	/* A length has up to 20 bits, a distance up to 28. */
	if (code & SECOND)
		code = look_again(q, in->code, code);
	if (!(code & NUMBER)) {
		length = use(q, code);
		if (code & LETTER)
			*q->to++ = VALUE(code);
		return code & (LETTER | END);
	}
	length = use(q, code);
	then = in->distance[q->bits & lowest[DISTANCE_BITS]];
	if (then & SECOND)
		then = look_again(q, in->distance, then);
	distance = use(q, then);
	if (!(then & NUMBER) || distance > (size_t)(q->to - in->begin))
		return 0;
	copy_words(q->to, distance, length);
	q->to += length;
	return NUMBER;
}

/* Unpacks codes while there is much room. False: a code is wrong. *end: it was the block's last. */
static bool unpack_quickly(struct inflating *in, bool *end)
{
	const uint8_t *last = in->end - ROOM_FROM;
	uint8_t *limit = in->limit - ROOM_TO;
	struct quick q = { in->at, in->to, in->bits, in->n_bits };
	uint32_t code = LETTER;

	while (q.at < last && q.to < limit && code & (LETTER | NUMBER)) {
		fill_quickly(&q);
		code = unpack_some(in, &q);
	}
	*end = code & END;
	/* Bits above these may be set: they will be read again. */
	in->n_bits = q.n_bits & 63;
	in->bits = q.bits & ((1ull << in->n_bits) - 1);
	in->at = q.at;
	in->to = q.to;
	return code;
}

/* Unpacks one code, or copies one piece. *end: it was the block's last one. */
static bool unpack_one(struct inflating *in, bool *end)
{
	unsigned length, distance;
	uint32_t code = read_code(in, in->code, BITS, &length);

	if (code & LETTER) {
		if (in->to == in->limit)
			return false;
		*in->to++ = length;
		return true;
	}
	*end = code & END;
	if (!(code & NUMBER))
		return *end;
	if (!(read_code(in, in->distance, DISTANCE_BITS, &distance) & NUMBER) ||
	    distance > (size_t)(in->to - in->begin) || length > (size_t)(in->limit - in->to))
		return false;
	for (; length; length--, in->to++)
		*in->to = in->to[-(ptrdiff_t)distance];
	return true;
}

static bool unpack_codes(struct inflating *in)
{
	bool end = false;

	while (!end) {
		if (in->end - in->at > ROOM_FROM && in->limit - in->to > ROOM_TO &&
		    !unpack_quickly(in, &end))
			return false;
		if (!end && !unpack_one(in, &end))
			return false;
	}
	return true;
}

static bool unpack_block(struct inflating *in, unsigned kind)
{
	switch (kind) {
	case 0:
		return copy_stored(in);
	case 1:
		return fixed_codes(in) && unpack_codes(in);
	case 2:
		return dynamic_codes(in) && unpack_codes(in);
	}
	return false;
}

/* ---- The whole ---- */

/* The largest sums of so many bytes stay below 2^32. */
#define AT_ONCE 5552
#define PRIME	65521

static uint32_t sum_lanes(__m128i v)
{
	v = _mm_add_epi32(v, _mm_shuffle_epi32(v, 0x4e));
	return _mm_cvtsi128_si32(_mm_add_epi32(v, _mm_shuffle_epi32(v, 0xb1)));
}

/* Adler-32: the sum of all bytes plus 1, and the sum of these sums, sixteen at once. */
static uint32_t checksum(const uint8_t *at, size_t n)
{
	const __m128i none = _mm_setzero_si128();
	const __m128i high = _mm_set_epi16(9, 10, 11, 12, 13, 14, 15, 16);
	const __m128i low = _mm_set_epi16(1, 2, 3, 4, 5, 6, 7, 8);
	uint32_t a = 1, b = 0;

	while (n) {
		size_t now = n < AT_ONCE ? n : AT_ONCE, words = now / 16, i;
		__m128i sum = none, before = none, weighed = none;

		for (i = 0; i < words; i++, at += 16) {
			__m128i v = _mm_loadu_si128((const __m128i *)at);

			before = _mm_add_epi32(before, sum);
			sum = _mm_add_epi32(sum, _mm_sad_epu8(v, none));
			weighed = _mm_add_epi32(weighed,
						_mm_madd_epi16(_mm_unpacklo_epi8(v, none), high));
			weighed = _mm_add_epi32(weighed,
						_mm_madd_epi16(_mm_unpackhi_epi8(v, none), low));
		}
		b += (uint32_t)(16 * words) * a + 16 * sum_lanes(before) + sum_lanes(weighed);
		a += sum_lanes(sum);
		for (i = now % 16; i; i--) {
			a += *at++;
			b += a;
		}
		a %= PRIME;
		b %= PRIME;
		n -= now;
	}
	return b << 16 | a;
}

bool inflate_bytes(const uint8_t *from, size_t n, uint8_t *to, size_t size)
{
	struct inflating in = {
		.at = from, .end = from + n, .begin = to, .to = to, .limit = to + size
	};
	unsigned header, flags, last, kind, part, i;
	uint32_t sum = 0;

	/* Method 8, no dictionary */
	if (!take(&in, 8, &header) || !take(&in, 8, &flags) || (header & 15) != 8 || flags & 0x20 ||
	    (header << 8 | flags) % 31)
		return false;
	do
		if (!take(&in, 1, &last) || !take(&in, 2, &kind) || !unpack_block(&in, kind))
			return false;
	while (!last);
	if (!take(&in, in.n_bits % 8, &part))
		return false;
	for (i = 0; i < 4; i++) {
		if (!take(&in, 8, &part))
			return false;
		sum = sum << 8 | part;
	}
	return in.to == in.limit && sum == checksum(to, size);
}
