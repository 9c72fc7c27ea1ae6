/* SPDX-License-Identifier: BSD-2-Clause */
/* See event_list.h. */
#include "cli/run/event_list.h"

#include "cli/ui/complain.h"
#include "cli/ui/options.h"

#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *event_list_join(const char *const *text, size_t n)
{
	size_t len = 1, i;
	char *all, *p;

	for (i = 0; i < n; i++)
		len += strlen(text[i]) + 1;
	p = all = malloc(len);
	if (!all)
		return NULL;
	*p = '\0';
	for (i = 0; i < n; i++)
		p += sprintf(p, "%s%s", i ? "," : "", text[i]);
	return all;
}

void event_list_complain(const struct option_list *list, struct pmc_diag *diag)
{
	unsigned i, start = 0;

	if (!list->n || !diag->column) {
		complain("%s", diag->sentence);
		return;
	}
	for (i = 0; i + 1 < list->n && diag->column > start + strlen(list->item[i]) + 1; i++)
		start += (unsigned)strlen(list->item[i]) + 1;
	diag->column -= start;
	complain_at("-e", list->item[i], diag);
}
