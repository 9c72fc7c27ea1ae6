/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A handle: one backend, opened for one use.
 *
 * Locking: every public function that takes a handle, or an object made from one, holds the
 * handle's lock. Internal functions are called with it held, unless they say otherwise. Nobody
 * holds it while waiting for a process.
 */
#ifndef PMC_LIB_HANDLE_H
#define PMC_LIB_HANDLE_H

#include <pthread.h>
#include <stdbool.h>

#include "core/base/types.h"
#include "pmc/pmc.h"

struct backend;
struct chosen_machine;
struct driver_event;
struct pmu;

struct pmc {
	pthread_mutex_t lock;
	const struct backend *backend;
	enum pmc_use use;
	bool automatic;		 /* libpmc chose the backend; the caller named none */
	bool inside;		 /* emulated: this process itself runs under the engine */
	struct pmc_model *model; /* whose event names are known; NULL until a set needs one */
	char *events_file;	 /* the file to open the model with; or NULL */
	struct chosen_machine *machine; /* emulated: what is modelled; NULL until it is needed */
	bool machine_chosen;		/* by the user, and not by default */
	struct pmu *pmu;		/* driver, msr: what events are encoded for; else NULL */
	u64 tsc_khz;			/* driver */
	bool records;			/* driver: its rings tell what tasks do */
	bool stacks;			/* driver: samples can bring a copy of the stack */
	struct driver_event *accepted;	/* driver: an event that the module has accepted */
};

#endif
