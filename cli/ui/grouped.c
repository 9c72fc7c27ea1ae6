/* SPDX-License-Identifier: BSD-2-Clause */
/* Large numbers as people read them. */
#include "cli/ui/grouped.h"

#include <string.h>

size_t grouped_write(char *to, uint64_t number)
{
	char text[GROUPED_TEXT], *p = text + sizeof(text);
	unsigned n = 0;

	*--p = 0;
	do {
		if (n && n % 3 == 0)
			*--p = ',';
		*--p = (char)('0' + number % 10);
		number /= 10;
		n++;
	} while (number);
	memcpy(to, p, (size_t)(text + sizeof(text) - p));
	return (size_t)(text + sizeof(text) - 1 - p);
}

size_t grouped_write_signed(char *to, bool negative, uint64_t size)
{
	if (!size)
		return grouped_write(to, 0);
	*to = negative ? '-' : '+';
	return grouped_write(to + 1, size) + 1;
}
