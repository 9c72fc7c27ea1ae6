/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The orders that pmc/profile.h promises, for qsort(3) and for checks of files. 0: the two are the
 * same place, the same edge, the same symbol.
 */
#ifndef PMC_LIB_PROFILE_ORDER_H
#define PMC_LIB_PROFILE_ORDER_H

int order_edges(const void *a, const void *b);	 /* struct pmc_edge */
int order_symbols(const void *a, const void *b); /* struct pmc_profile_symbol */

#endif
