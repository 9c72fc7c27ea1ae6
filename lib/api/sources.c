/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of the backends and sources. */
#include "lib/api/sources.h"
#include "lib/backends/driver/count.h"
#include "lib/backends/driver/driver.h"
#include "lib/backends/emulated/count.h"
#include "lib/backends/emulated/emulated.h"
#include "lib/backends/msr/count.h"
#include "lib/backends/msr/msr.h"
#include "lib/backends/perf/count.h"
#include "lib/backends/perf/perf.h"
#include "lib/backends/usage/usage.h"
#include "lib/set/backend.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"

const struct backend *backend_of(enum pmc_backend id)
{
	/* clang-format off */
	static const struct backend *const backends[PMC_BACKENDS] = {
		[PMC_BACKEND_DRIVER] = &backend_driver,
		[PMC_BACKEND_PERF] = &backend_perf,
		[PMC_BACKEND_MSR] = &backend_msr,
		[PMC_BACKEND_EMULATED] = &backend_emulated,
	};
	/* clang-format on */

	return backends[id];
}

const struct source *source_of(enum source_id id)
{
	/* clang-format off */
	static const struct source *const sources[SOURCES] = {
		[SOURCE_DRIVER] = &source_driver,
		[SOURCE_PERF] = &source_perf,
		[SOURCE_MSR] = &source_msr,
		[SOURCE_EMULATED] = &source_emulated,
		[SOURCE_USAGE] = &source_usage,
	};
	/* clang-format on */

	return sources[id];
}

bool set_uses(const struct pmc_set *set, enum source_id id)
{
	size_t i;

	for (i = 0; i < set->n_events; i++)
		if (set->event[i].source == id)
			return true;
	/*
	 * The engine runs the command whatever is counted, and needs a source that tells how long
	 * it ran.
	 */
	if (set->pmc->backend != &backend_emulated || set->native)
		return false;
	return id == SOURCE_EMULATED || (id == SOURCE_USAGE && !set->pmc->inside);
}
