/* SPDX-License-Identifier: BSD-2-Clause */
/* The texts of a page. */
#include "cli/page/document.h"

unsigned document_text(struct document *d, const char *text)
{
	unsigned number = names_add(&d->texts, text);

	if (number != NAME_NONE)
		return number;
	d->failed = true;
	return 0;
}
