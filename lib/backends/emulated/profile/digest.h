/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What comes of reading a kept log: the sites of its instructions in order, its traces, and its
 * exits. It stands behind the log (struct emu_kept_logs in emu/profile.h), so that a recording
 * which begins with that need not read the log.
 */
#ifndef PMC_LIB_EMULATED_DIGEST_H
#define PMC_LIB_EMULATED_DIGEST_H

#include <stdbool.h>

#include "core/base/types.h"

struct earlier;
struct objects;
struct space;

/*
 * Fills a space that begins as a heritage (space_begin_heritage()), whose builder has no sites yet,
 * with what struct emu_log_heritage names so. False: it is not in the files, or has no digest, or
 * not of these objects, or not as it was written. A failure stays in space.err.
 */
bool digest_take(struct earlier *files, u32 log, u64 at, struct objects *objects, struct space *s);

#endif
