/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Characters and numbers of event strings. */
#include "core/event/scanner.h"

const u8 scan_ends_name[256] = {
	[','] = 1,  ['/'] = 1,	[':'] = 1, [' '] = 1, ['\t'] = 1,
	['\n'] = 1, ['\r'] = 1, ['{'] = 1, ['}'] = 1,
};

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = text_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool scan_number(const char *s, size_t len, u64 *number, bool *huge)
{
	u64 n = 0;
	size_t i = 0;
	bool hex = len > 2 && s[0] == '0' && text_lower(s[1]) == 'x';

	*huge = false;
	if (!len)
		return false;
	for (i = hex ? 2 : 0; i < len; i++) {
		int digit = hex_digit(s[i]);

		if (digit < 0 || (!hex && digit > 9))
			return false;
		if (hex) {
			if (n >> 60)
				*huge = true;
			n = n << 4 | (u64)digit;
		} else {
			u64 next = n * 10 + (u64)digit;

			/* 0x1999999999999999 is 2^64 / 10: no 64-bit division in core/ */
			if (n > 0x1999999999999999ull || (n == 0x1999999999999999ull && digit > 5))
				*huge = true;
			n = next;
		}
	}
	*number = n;
	return true;
}

bool scan_raw(const char *s, size_t len, u64 *raw, bool *huge)
{
	u64 n = 0;
	size_t i;

	if (len < 2 || s[0] != 'r')
		return false;
	*huge = false;
	for (i = 1; i < len; i++) {
		int digit = hex_digit(s[i]);

		if (digit < 0)
			return false;
		if (n >> 60)
			*huge = true;
		n = n << 4 | (u64)digit;
	}
	*raw = n;
	return true;
}
