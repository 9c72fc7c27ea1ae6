/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The values of a setting. */
#include "core/machine/describe/items.h"
#include "core/base/text.h"

bool pmc_items_next(struct items *it, struct item *item)
{
	size_t end = it->at;

	if (it->at > it->len)
		return false;
	while (end < it->len && it->text[end] != ',')
		end++;
	item->at = it->at;
	item->len = end - it->at;
	item->text = it->text + it->at;
	it->at = end + 1;
	return true;
}

void pmc_item_split(const struct item *item, struct item *word, struct item *rest)
{
	size_t n = 0;

	while (n < item->len && item->text[n] != ':')
		n++;
	*word = *item;
	word->len = n;
	memset(rest, 0, sizeof(*rest));
	if (n == item->len)
		return;
	rest->at = item->at + n + 1;
	rest->text = item->text + n + 1;
	rest->len = item->len - n - 1;
}

bool pmc_item_is(const struct item *item, const char *word)
{
	return text_equal_nocase(word, item->text, item->len);
}

bool pmc_item_number(const struct item *item, bool size, u32 *number)
{
	size_t n = item->len, i;
	unsigned shift = 0;
	u64 value = 0;

	if (size && n && text_lower(item->text[n - 1]) == 'k')
		shift = 10;
	if (size && n && text_lower(item->text[n - 1]) == 'm')
		shift = 20;
	n -= shift != 0;
	if (!n || n > 10)
		return false;
	for (i = 0; i < n; i++) {
		if (item->text[i] < '0' || item->text[i] > '9')
			return false;
		value = value * 10 + (u64)(item->text[i] - '0');
	}
	value <<= shift;
	*number = (u32)value;
	return value <= 0xffffffffu;
}

int pmc_item_wrong(const struct item *item, struct diag *diag, const char *sentence)
{
	pmc_diag_at(diag, item->at, item->text, item->len);
	pmc_diag_add_quoted(diag, item->text, item->len);
	pmc_diag_add(diag, " ");
	pmc_diag_add(diag, sentence);
	return -PMC_CORE_EINVAL;
}
