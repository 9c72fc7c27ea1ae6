/* SPDX-License-Identifier: BSD-2-Clause */
/* The catalogue of an opened model that has more events than the model's own. */
#ifndef PMC_LIB_MODEL_EVENTS_H
#define PMC_LIB_MODEL_EVENTS_H

struct model_event;
struct pmc_model;

/*
 * Begin with the model's own rows, append others one by one, and end: then the rows become the
 * model's catalogue, with one row for each name. Each function returns 0 or -ENOMEM.
 */
int model_events_begin(struct pmc_model *model);
int model_events_append(struct pmc_model *model, const struct model_event *row);
int model_events_end(struct pmc_model *model);

#endif
