/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The machines that have a name. */
#ifndef PMC_CORE_MACHINE_TABLE_H
#define PMC_CORE_MACHINE_TABLE_H

#include "core/base/diag.h"
#include "core/machine/describe/machine.h"

#define MACHINE_DEFAULT "skylakex"
#define MACHINE_HOST	"host" /* not in the table: pmc_machine_of_cpuid() makes it */

/* Machine i of the table, oldest first; NULL past the end. */
const struct machine *pmc_machine_row(u32 i);
/*
 * The machine of this name, ignoring case; NULL with the diagnostic, if diag is not NULL: which
 * names are near. `host` is known, but in no table: for it the result is NULL, too, and
 * diag->sentence is empty.
 */
const struct machine *pmc_machine_find(const char *name, size_t len, struct diag *diag);

#endif
