/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes perf's number of a Pentium 4 event: the ESCR in the high half and the CCCR in the low half,
 * but with the event's number in the order of the manual instead of its event select, and with the
 * replay metric in bits 5:0. core/encode/p4/raw.c reads the same numbers. The kernel chooses
 * counter and ESCR, and sets rings and enable bits.
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

/* The kernel lacks this row of the manual. */
#define LACKS "x87_SIMD_moves_uop"

#define OF_ESCR (P4_ESCR_MASK | P4_ESCR_TAG | P4_ESCR_TAG_ENABLE)
#define OF_CCCR \
	(P4_CCCR_THREAD | P4_CCCR_COMPARE | P4_CCCR_COMPLEMENT | P4_CCCR_THRESHOLD | P4_CCCR_EDGE)

/* The number of the replay metric + 1; 0: the event has none. */
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

	/* The number has no room for a second ESCR, which tags. */
	if (!row || enc->n_upstream || !strcmp(row->name, LACKS))
		return -EOPNOTSUPP;
	for (i = 0; i < enc->row; i++)
		number += strcmp(pmc_list_row(enc->catalogue, i)->name, LACKS) != 0;
	*config = (u64)((enc->escr & OF_ESCR) | number << P4_ESCR_EVENT_SHIFT) << 32 |
		  (enc->select & OF_CCCR) | metric_of(row, enc->umasks);
	return 0;
}

/*
 * Since Linux 6.1, p4_pmu_set_period() reads the remaining period before it is set, and writes it
 * to the counter again. An event that is scheduled more than once, as after every context switch,
 * is then wrong by 2^39 and more.
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
