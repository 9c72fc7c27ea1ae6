/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A model that was opened: a row of core's table, or a copy of it whose catalogue has the events of a file
 * beside its own.
 */
#ifndef PMC_LIB_MODEL_H
#define PMC_LIB_MODEL_H

#include "core/event/catalogue.h"
#include "core/encode/encode.h"
#include "core/event/index.h"
#include "core/event/event.h"
#include "core/pmu/pmu.h"
#include "lib/base/internal.h"

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

/* The public diagnostic from core's. */
void model_diag(struct pmc_diag *to, const struct diag *from);

/* Name of its family; its rules in a sentence (model_info.c). Static. */
const char *model_family(const struct pmu *pmu);
const char *model_rules(const struct pmu *pmu);

/* ---- model_events.c: a catalogue of more than the model's own events. -ENOMEM or 0 ---- */

/* The model's own rows; more, one by one; then they are its catalogue, each name once. */
int model_events_begin(struct pmc_model *model);
int model_events_append(struct pmc_model *model, const struct model_event *row);
int model_events_end(struct pmc_model *model);

/* Append the events of a file (events_file.c). -errno with the diagnostic. */
int events_file_read(struct pmc_model *model, const char *path, struct pmc_diag *diag);

/* ---- pfm.c: the events that the build took from libpfm4 ---- */

/* What libpfm4 calls the PMU of a model; NULL when it has none, or libpmc was built without. */
const char *pfm_pmu_of(const struct pmu_model *model);
/* Append them. -ENOMEM. */
int pfm_append(struct pmc_model *model);
/* Has the model one of this name? */
bool pfm_has(const struct pmu_model *model, const char *name, size_t len);
/* How many of them the model would have; those that it has itself not counted. */
size_t pfm_count(const struct pmu_model *model);

#endif
