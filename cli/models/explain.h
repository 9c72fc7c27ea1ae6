/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc encode -v`: why the registers of an event are as they are, in sentences. */
#ifndef PMC_CLI_MODELS_EXPLAIN_H
#define PMC_CLI_MODELS_EXPLAIN_H

struct pmc_encoding;
struct pmc_model;

/* e: one event of the model, encoded. */
void explain(const struct pmc_model *model, const struct pmc_encoding *e);

#endif
