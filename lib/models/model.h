/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A model that was opened: a row of core's table, or a copy of it whose catalogue has the events of
 * a file beside its own.
 */
#ifndef PMC_LIB_MODEL_H
#define PMC_LIB_MODEL_H

#include "core/event/catalogue.h"
#include "core/event/index.h"
#include "core/pmu/pmu.h"

struct pmc_model {
	struct pmu announced; /* what there is; by CPUID: what this machine has */
	struct pmu pmu;	      /* the same, or the model's typical one where nothing is announced */
	struct name_index index; /* of the names in pmu.model->events */
	void *names;		 /* its table, and `shown` */
	u32 *shown;		 /* rows that are this model's, in their order */
	size_t n_shown;
	/* With events of a file or of libpfm4: */
	struct pmu_model own;
	struct event_list list;
	struct rows rows;
	struct model_event *row; /* rows.row, to be freed */
	size_t room;		 /* … how many there can be */
	char *text;		 /* of a file: what its rows' strings point into */
	size_t text_size;
	void *pfm; /* what the rows of libpfm4 point into */
};

#endif
