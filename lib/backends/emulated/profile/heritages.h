/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces with which logs of a recording begin, since another log tells what they are:
 * EMU_LOG_HERITAGE in emu/profile.h. */
#ifndef PMC_LIB_EMULATED_HERITAGES_H
#define PMC_LIB_EMULATED_HERITAGES_H

#include <stddef.h>

#include "core/base/types.h"
#include "emu/launch.h"

struct earlier;
struct heritage_known;
struct objects;
struct shared;
struct space;

/* Those that were read so far. */
struct heritages {
	struct shared *sh;
	struct earlier *earlier; /* or NULL */
	struct objects *objects;
	struct heritage_known **known;
	size_t n, max;
};

/* Gives a space, which has no traces yet, those of the record. A failure stays in space.err. */
void heritages_take(struct heritages *h, const struct emu_log_heritage *record, struct space *s);
void heritages_deinit(struct heritages *h);

#endif
