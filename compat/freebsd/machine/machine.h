/* SPDX-License-Identifier: BSD-2-Clause */
/* This machine as pmc_cpuinfo(3) describes it: its CPU type, its classes and rows of counters. */
#ifndef COMPAT_FREEBSD_MACHINE_MACHINE_H
#define COMPAT_FREEBSD_MACHINE_MACHINE_H

#include <stdbool.h>

#include <pmc/pmc.h>
#include <pmc.h>

#include "compat/freebsd/events/catalogue.h"
#include "compat/freebsd/events/classes.h"
#include "compat/freebsd/machine/doors.h"

#define MACHINE_ROWS 64

struct machine_row {
	const struct event_class *class;
	unsigned number; /* in its class */
};

struct machine {
	struct doors doors;
	struct pmc_model *model; /* NULL: libpmc does not know this processor's PMU */
	struct pmc_model_info model_info;
	struct catalogue catalogue;
	/* The class of the programmable counters, whether they can be used or not; or NULL. */
	const struct event_class *pmu;
	bool hardware;	 /* a backend counts hardware events */
	bool emulated;	 /* that is the translator, under which this program runs */
	int own_threads; /* of the layer, in this process */
	struct pmc_cpuinfo info;
	struct machine_row row[MACHINE_ROWS];
};

/*
 * Describes this machine (model NULL), or one with a model of libpmc, whose counters nothing counts
 * with. 0, or an errno of pmc_init(3).
 */
int machine_init(struct machine *m, const char *model);
void machine_deinit(struct machine *m);

/* What PMCs of a class can do here. */
uint32_t machine_caps(const struct machine *m, const struct event_class *class);

/* 0; EINVAL: no CPU has this number; ENXIO: it is offline. */
int machine_check_cpu(const struct machine *m, int cpu);

/* Are the catalogue's events those of the machine's class? */
bool machine_is_catalogued(const struct machine *m);

/* Does the processor know FreeBSD 11's events of class K8 by their codes? */
bool machine_is_k8(const struct machine *m);

#endif
