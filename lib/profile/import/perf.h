/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads perf.data, files and what a pipe gave. */
#ifndef PMC_LIB_PROFILE_PERF_H
#define PMC_LIB_PROFILE_PERF_H

#include "core/base/types.h"

struct pmc_diag;
struct pmc_profile;

/* Does it begin like one? */
bool perf_is(const u8 *bytes, size_t n);
/*
 * mapped: so many bytes, all of them, are those of a mapped file; otherwise 0. name: of the file,
 * for diag. The profile needs the bytes no longer. 0 or -errno as pmc_profile_open().
 */
int perf_import(const u8 *bytes, size_t n, size_t mapped, const char *name,
		struct pmc_profile **profile, struct pmc_diag *diag);

#endif
