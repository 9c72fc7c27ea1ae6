/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events of a PMU model of libpmc, by the names that pmc(3) gives them: a unit mask stands
 * behind a point ("BR_INST_RETIRED.ANY"). Classes IAP, P4 and P5 take their events from here, and
 * so does class K8 on processors that FreeBSD 11 did not know.
 */
#ifndef COMPAT_FREEBSD_EVENTS_CATALOGUE_H
#define COMPAT_FREEBSD_EVENTS_CATALOGUE_H

#include <pmc/pmc.h>

#include "compat/freebsd/events/word.h"

struct catalogue_event {
	char *name; /* "BR_INST_RETIRED.ANY" */
	char *text; /* libpmc's: "BR_INST_RETIRED:ANY" */
};

struct catalogue {
	struct catalogue_event *event;
	size_t n;
};

/* Reads a model's events. 0 or -ENOMEM. catalogue_free() frees them. */
int catalogue_read(const struct pmc_model *model, struct catalogue *c);
void catalogue_free(struct catalogue *c);
/* The event with this name; -1: there is none. */
long catalogue_find(const struct catalogue *c, struct word name);
/*
 * The index of the model's event with this name, without its unit masks, or that of one of its
 * unit masks; -ENOENT.
 */
long catalogue_whole(const struct pmc_model *model, struct word name);
long catalogue_umask(const struct pmc_model *model, size_t event, struct word name);

#endif
