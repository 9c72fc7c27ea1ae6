/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A Pentium 4's event as perf's number: the ESCR in the high half, the CCCR in the low one, with
 * the event's number in the order of the manual instead of its event select, and in bits 5:0 the
 * replay metric (core/encode/p4/raw.c reads the same). Counter, ESCR, rings and enable are the
 * kernel's to set.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "core/encode/encode.h"
#include "core/event/catalogue.h"
#include "core/pmu/p4.h"
#include "core/tables/intel/p4_replay.h"
#include "lib/backends/perf/p4.h"
#include "pmc/pmc.h"
#include "core/pmu/regs.h"

/* A row that the kernel does not have. */
#define LACKS "x87_SIMD_moves_uop"

#define OF_ESCR (P4_ESCR_MASK | P4_ESCR_TAG | P4_ESCR_TAG_ENABLE)
#define OF_CCCR \
	(P4_CCCR_THREAD | P4_CCCR_COMPARE | P4_CCCR_COMPLEMENT | P4_CCCR_THRESHOLD | P4_CCCR_EDGE)

/* The metric's number + 1; 0: none was named. */
static u32 metric_of(const struct model_event *row, u64 umasks)
{
	u32 j;

	for (j = 0; j < row->n_umasks; j++)
		if (umasks >> j & 1 && row->umask[j].kind == UMASK_REPLAY)
			return row->umask[j].bits + 1u;
	return 0;
}

int perf_config_p4(const struct encoding *enc, u64 *config)
{
	const struct model_event *row = enc->catalogue ? pmc_list_row(enc->catalogue, enc->row) :
							 NULL;
	u32 number = 0, i;

	/* A second ESCR, which tags, has no place in the number. */
	if (!row || enc->n_upstream || !strcmp(row->name, LACKS))
		return -EOPNOTSUPP;
	for (i = 0; i < enc->row; i++)
		number += strcmp(pmc_list_row(enc->catalogue, i)->name, LACKS) != 0;
	*config = (u64)((enc->escr & OF_ESCR) | number << P4_ESCR_EVENT_SHIFT) << 32 |
		  (enc->select & OF_CCCR) | metric_of(row, enc->umasks);
	return 0;
}

/*
 * Since 6.1 p4_pmu_set_period() takes the period that is left before it is set, and writes the
 * counter with it a second time: what is scheduled more than once, as everything is that is
 * switched, is off by 2^39 and more.
 */
bool perf_p4_miscounts(void)
{
	struct pmc_machine machine;
	struct utsname name;
	unsigned major, minor;

	return !pmc_machine(&machine) && !strcmp(machine.vendor, "GenuineIntel") &&
	       machine.family == 15 && !uname(&name) &&
	       sscanf(name.release, "%u.%u", &major, &minor) == 2 &&
	       (major > 6 || (major == 6 && minor >= 1));
}
