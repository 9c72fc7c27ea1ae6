/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Diagnostics. */
#include "core/base/diag.h"
#include "core/base/text.h"

static char printable(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f ? '?' : c;
}

static void append(char *buf, size_t size, const char *text, size_t len)
{
	size_t at = 0, i;

	while (at < size - 1 && buf[at])
		at++;
	for (i = 0; i < len && at < size - 1; i++)
		buf[at++] = printable(text[i]);
	buf[at] = 0;
}

void pmc_diag_at(struct diag *d, size_t offset, const char *token, size_t len)
{
	if (!d)
		return;
	d->column = (unsigned)offset + 1;
	d->token[0] = 0;
	d->sentence[0] = 0;
	append(d->token, sizeof(d->token), token, len);
}

void pmc_diag_none(struct diag *d)
{
	if (!d)
		return;
	d->column = 0;
	d->token[0] = 0;
	d->sentence[0] = 0;
}

void pmc_diag_add_n(struct diag *d, const char *text, size_t len)
{
	if (d)
		append(d->sentence, sizeof(d->sentence), text, len);
}

void pmc_diag_add(struct diag *d, const char *text)
{
	pmc_diag_add_n(d, text, text_length(text));
}

void pmc_diag_add_number(struct diag *d, u32 number)
{
	char buf[10];
	size_t at = sizeof(buf);

	do {
		buf[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	pmc_diag_add_n(d, buf + at, sizeof(buf) - at);
}

void pmc_diag_add_hex(struct diag *d, u64 number)
{
	char digits[TEXT_HEX_MAX];

	pmc_diag_add(d, "0x");
	pmc_diag_add_n(d, digits, text_hex(number, digits));
}

void pmc_diag_add_quoted(struct diag *d, const char *text, size_t len)
{
	/* Cut long tokens, so that the rest of the sentence still fits. */
	size_t shown = len > 80 ? 77 : len;

	pmc_diag_add_n(d, "'", 1);
	pmc_diag_add_n(d, text, shown);
	if (shown < len)
		pmc_diag_add_n(d, "...", 3);
	pmc_diag_add_n(d, "'", 1);
}
