/* SPDX-License-Identifier: BSD-2-Clause */
/* PMCs of a log: which event each counts. */
#ifndef COMPAT_FREEBSD_PMCSTAT_PMCS_H
#define COMPAT_FREEBSD_PMCSTAT_PMCS_H

#include <pmclog.h>

/* Takes PMCLOG_TYPE_PMCALLOCATE and PMCLOG_TYPE_PMCALLOCATEDYN; of others nothing. */
void pmcs_take(const struct pmclog_ev *ev);
/* The event of a PMC; the PMC's number where the log has not allocated it. Until the next call. */
const char *pmcs_event(pmc_id_t id);

#endif
