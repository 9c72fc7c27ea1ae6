/* SPDX-License-Identifier: BSD-2-Clause */
/* Which formula a metric has on a model. */
#ifndef PMC_LIB_METRIC_H
#define PMC_LIB_METRIC_H

#include <stddef.h>

struct metric_table;
struct pmc_metric;
struct pmc_model;

/* The table of a model's family; NULL: the processor has no PMU. */
const struct metric_table *metric_table_of(const struct pmc_model *model);

/*
 * Metric number `index`, by the first row of the table that the model can count; model NULL: it can
 * count every row. table NULL: no metric has a formula. -ENOENT: past the last; -ENOMEM.
 */
int metric_describe(const struct metric_table *table, const struct pmc_model *model, size_t index,
		    struct pmc_metric *metric);

#endif
