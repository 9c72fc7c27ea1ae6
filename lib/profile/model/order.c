/* SPDX-License-Identifier: BSD-2-Clause */
/* Field by field, the most important one first. */
#include <pmc/profile.h>
#include <string.h>

#include "lib/profile/model/order.h"

#define ORDER(field)              \
	if (x->field != y->field) \
	return x->field < y->field ? -1 : 1

int order_edges(const void *a, const void *b)
{
	const struct pmc_edge *x = a, *y = b;

	ORDER(from_object);
	ORDER(from);
	ORDER(to_object);
	ORDER(to);
	ORDER(thread);
	ORDER(kind);
	return 0;
}

int order_symbols(const void *a, const void *b)
{
	const struct pmc_profile_symbol *x = a, *y = b;
	int order;

	ORDER(object);
	ORDER(address);
	ORDER(size);
	order = strcmp(x->name, y->name);
	if (!order)
		order = strcmp(x->file ? x->file : "", y->file ? y->file : "");
	if (order)
		return order;
	ORDER(line);
	return 0;
}
