/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A model that was opened: a row of core's table, or a copy of it whose catalogue has the events of a file
 * beside its own.
 */
#ifndef PMC_LIB_MODEL_H
#define PMC_LIB_MODEL_H

#include "core/catalogue.h"
#include "core/encode.h"
#include "core/index.h"
#include "lib/internal.h"

struct pmc_model {
	struct pmu announced; /* what there is; by CPUID: what this machine has */
	struct pmu pmu;	      /* the same, or the model's typical one where nothing is announced */
	struct name_index index; /* of the names in pmu.model->events */
	void *names;		 /* its table */
	/* With a file: */
	struct pmu_model own;
	struct event_list list;
	struct rows rows;
	struct model_event *row; /* rows.row, to be freed */
	char *text;		 /* what the rows' strings point into */
};

/* The public diagnostic from core's. */
void model_diag(struct pmc_diag *to, const struct diag *from);
/* The row number in the catalogue of the event that is shown as number `index`; false past the end. */
bool model_row(const struct pmu *pmu, size_t index, u32 *row);
/* Read the events of a file into a model that has none yet. -errno with the diagnostic. */
int events_file_read(struct pmc_model *model, const char *path, struct pmc_diag *diag);

#endif
