/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of Intel's perfmon collection. */
#ifndef PMC_LIB_EVENTS_FILE_H
#define PMC_LIB_EVENTS_FILE_H

struct pmc_diag;
struct pmc_model;

/* Appends the events of a file to the model's. -errno with diag. */
int events_file_read(struct pmc_model *model, const char *path, struct pmc_diag *diag);

#endif
