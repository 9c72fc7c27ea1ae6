/* SPDX-License-Identifier: BSD-2-Clause */
/* All backends and sources, by number. Only this table knows them by name. */
#ifndef PMC_LIB_SOURCES_H
#define PMC_LIB_SOURCES_H

#include <stdbool.h>

#include "lib/set/source.h"

struct backend;

const struct backend *backend_of(enum pmc_backend id);
const struct source *source_of(enum source_id id);

/* Must the source take part in counting this set? */
bool set_uses(const struct pmc_set *set, enum source_id id);

#endif
