/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A model that was opened: a row of core's table, or a copy of it whose catalogue has further
 * events, of a file or of libpfm4.
 */
#ifndef PMC_LIB_MODEL_H
#define PMC_LIB_MODEL_H

#include "core/event/catalogue.h"
#include "core/event/index.h"
#include "core/pmu/pmu.h"

struct pmc_model {
	struct pmu announced; /* the PMU with the counters that exist; by CPUID: on this machine */
	struct pmu pmu; /* the same, or the model's typical PMU if CPUID announces no counters */
	struct name_index index; /* over the names in pmu.model->events */
	void *names;		 /* memory of the index and of `shown` */
	u32 *shown;		 /* numbers of the rows that belong to this model */
	size_t n_shown;
	/* Only with events of a file or of libpfm4: */
	struct pmu_model extended;
	struct event_list list;
	struct rows rows;
	struct model_event *row; /* the same as rows.row, but not const */
	size_t room;		 /* how many rows fit into it */
	char *text;		 /* the text of a file, into which strings of rows point */
	size_t text_size;
	void *pfm; /* what the rows of libpfm4's events point into */
};

/*
 * This machine's PMU: the counters that CPUID announces, or the model's typical ones if it
 * announces none. 0 or -ENOENT.
 */
int model_pmu_here(struct pmu *pmu);

#endif
