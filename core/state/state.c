/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Counting by runs: the filters of one counter, and when it overflows. There is no 64-bit division.
 */
#include "core/state/state.h"
#include "core/base/bits.h"

u64 pmc_sign_extend(u64 value, unsigned width)
{
	return (u64)(s64)(s32)(u32)value & bits_mask(width);
}

struct pmc_steps pmc_filter_steps(const struct pmc_filter *filter, u32 n, bool level)
{
	struct pmc_steps s = { 0, 0, false };

	if (!filter->mask)
		s.level = n > 0;
	else if (filter->equal)
		s.level = (n == filter->mask) != filter->invert;
	else
		s.level = (n >= filter->mask) != filter->invert;

	if (filter->edge)
		s.first = s.level && !level;
	else if (filter->mask)
		s.first = s.rest = s.level;
	else
		s.first = s.rest = n;
	return s;
}

/* ceil(a / b) for b < 2^16, 16 bits of the quotient at a time: i386 kernels have no 64-bit
 * division. */
static u64 divide_up(u64 a, u32 b)
{
	u64 quotient = 0;
	u32 part, rest = 0;
	int shift;

	for (shift = 48; shift >= 0; shift -= 16) {
		part = rest << 16 | ((u32)(a >> shift) & 0xffff);
		quotient = quotient << 16 | part / b;
		rest = part % b;
	}
	return quotient + (rest != 0);
}

u64 pmc_steps_until(const struct pmc_steps *steps, u64 value, unsigned width)
{
	u64 room = bits_mask(width) - value; /* one less than until the overflow */

	if (steps->first > room)
		return 1;
	room -= steps->first;
	if (!steps->rest)
		return PMC_NEVER;
	if (steps->rest == 1)
		return room + 2;
	return 1 + divide_up(room + 1, steps->rest);
}

u64 pmc_steps_add(const struct pmc_steps *steps, u64 value, u64 cycles)
{
	return value + steps->first + (cycles - 1) * steps->rest;
}

u64 pmc_counting_until(const struct pmc_counting *counting, unsigned n)
{
	u64 first = PMC_NEVER, until;

	for (; n--; counting++) {
		until = pmc_steps_until(&counting->steps, counting->value, counting->width);
		if (until < first)
			first = until;
	}
	return first;
}

u64 pmc_counting_add(struct pmc_counting *counting, unsigned n, u64 cycles, u32 *level)
{
	u64 overflowed = 0;

	*level = 0;
	for (; n--; counting++) {
		u64 sum = pmc_steps_add(&counting->steps, counting->value, cycles) &
			  bits_mask(counting->width);

		if (sum < counting->value)
			overflowed |= (u64)1 << counting->index;
		counting->value = sum;
		if (counting->index < 32 && counting->steps.level)
			*level |= (u32)1 << counting->index;
	}
	return overflowed;
}

u64 pmc_signals_of(const struct pmc_signals *signals, u16 select, u16 unit)
{
	u64 mask = 0;
	u32 i;

	for (i = 0; i < signals->n; i++) {
		const struct pmc_signal_row *row = &signals->row[i];

		if (row->select != select)
			continue;
		if (row->any ? (row->unit & unit) != 0 : row->unit == unit)
			mask |= (u64)1 << (row->signal & (PMC_SIGNALS - 1));
	}
	return mask;
}

u32 pmc_occurrences(const struct pmc_signals *signals, u64 mask, const struct pmc_cycle *self,
		    const struct pmc_cycle *other)
{
	u32 sum = 0;

	for (; mask; mask &= mask - 1) {
		unsigned signal = bits_lowest(mask);
		u32 a = self ? self->count[signal] : 0, b = other ? other->count[signal] : 0;

		if (signals->shared >> signal & 1)
			sum += a > b ? a : b;
		else
			sum += a + b;
	}
	return sum;
}
