/* SPDX-License-Identifier: BSD-2-Clause */
/* A machine that a user chose for its models. */
#ifndef PMC_LIB_HARDWARE_H
#define PMC_LIB_HARDWARE_H

#include <stdbool.h>

#include "core/machine/describe/machine.h"
#include "lib/models/bursts.h"
#include "lib/quantities/weights.h"

struct pmc_diag;
struct pmc_hardware_choice;

struct chosen_machine {
	struct machine machine; /* its name is that of the table, or "file" */
	bool private_last;	/* threads do not share the last level */
	char text[160];		/* "skylakex, bit-plru"; with what was changed */
	struct weights weights; /* of the estimate of cycles */
	struct bursts bursts;	/* when it is modelled */
};

/* Makes what was chosen: free(). */
int hardware_choose(const struct pmc_hardware_choice *choice, struct chosen_machine **chosen,
		    struct pmc_diag *diag);
#endif
