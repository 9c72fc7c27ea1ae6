/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The handles of libpmc that the layer uses: one for each kind of target and for hardware or
 * software events, opened when it is first needed.
 *
 * $PMC_BACKEND names the backend for hardware events; without it libpmc chooses.
 */
#ifndef COMPAT_FREEBSD_MACHINE_DOORS_H
#define COMPAT_FREEBSD_MACHINE_DOORS_H

#include <stdbool.h>

#include <pmc/pmc.h>

/* What a counter is attached to. */
enum door_use { DOOR_SELF, DOOR_TASK, DOOR_CPU, DOOR_USES };

struct doors {
	struct {
		bool tried;
		int error; /* positive errno */
		struct pmc *handle;
	} door[DOOR_USES][2];
};

/* The handle; 0 or an errno of pmc(3): ENXIO, EPERM. */
int doors_handle(struct doors *doors, enum door_use use, bool software, struct pmc **handle);
void doors_close(struct doors *doors);

/* The errno of pmc(3) for an error of libpmc. */
int doors_errno(int error);

#endif
