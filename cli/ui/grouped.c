/* SPDX-License-Identifier: BSD-2-Clause */
/* Large numbers as people read them. */
#include "cli/ui/grouped.h"

#include <stdio.h>

size_t grouped_write(char *to, uint64_t number)
{
	char digits[24];
	int n = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)number), i;
	char *p = to;

	for (i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			*p++ = ',';
		*p++ = digits[i];
	}
	*p = 0;
	return (size_t)(p - to);
}

size_t grouped_write_signed(char *to, bool negative, uint64_t size)
{
	if (!size)
		return grouped_write(to, 0);
	*to = negative ? '-' : '+';
	return grouped_write(to + 1, size) + 1;
}
