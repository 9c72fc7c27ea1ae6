/* SPDX-License-Identifier: BSD-2-Clause */
/* The model whose events a handle knows by name. */
#ifndef PMC_LIB_HANDLE_MODEL_H
#define PMC_LIB_HANDLE_MODEL_H

struct pmc;
struct pmc_diag;

/* Opens pmc->model if it is not open. Called with the handle's lock held. -errno with diag. */
int handle_model(struct pmc *pmc, struct pmc_diag *diag);

#endif
