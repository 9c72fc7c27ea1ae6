/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads perf.data, files and what a pipe gave. */
#ifndef PMC_LIB_PROFILE_PERF_H
#define PMC_LIB_PROFILE_PERF_H

#include "lib/profile/import/window.h"

struct pmc_diag;
struct pmc_profile;

/*
 * Reads all of a window (lib/profile/import/window.h) on n bytes, which becomes the callee's. name:
 * of the file, for diag. 0 or -errno as pmc_profile_open().
 */
int perf_import(struct window window, size_t n, const char *name, struct pmc_profile **profile,
		struct pmc_diag *diag);

#endif
