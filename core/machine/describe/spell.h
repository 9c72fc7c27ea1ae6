/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* A machine as settings, each with its source: what pmc_machine_set() would make the machine of. */
#ifndef PMC_CORE_MACHINE_SPELL_H
#define PMC_CORE_MACHINE_SPELL_H

#include "core/machine/describe/machine.h"

#define PART_SETTING 128
#define PART_SOURCE  320

struct machine_setting {
	char setting[PART_SETTING]; /* "L1d=32K,8,64,bit-plru"; an absent part is "L2=none" */
	char source[PART_SOURCE];   /* "" if the part is absent */
};

/*
 * Part `index` of a machine, from 0 on; false past the last. A TAGE predictor is spelled `tage`, so
 * it comes back only if its sizes are the usual ones, as in every machine of the table.
 */
bool pmc_machine_part(const struct machine *machine, u32 index, struct machine_setting *part);

#endif
