/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What comes of reading a kept log: the sites of its instructions in order, its traces, and its
 * exits. It stands behind the log (struct emu_kept_logs in emu/profile.h), so that a recording
 * which begins with that need not read the log.
 */
#ifndef PMC_LIB_EMULATED_DIGEST_H
#define PMC_LIB_EMULATED_DIGEST_H

#include <stdbool.h>

#include "lib/backends/emulated/profile/digest_format.h"

struct earlier;
struct objects;
struct space;

/* How many bytes each part has, which are whole words. */
void digest_sizes(const struct digest *head, u64 size[DIGEST_PARTS]);
/* The sum of its words: of the head's, `sum` being 0, and of those of one part after the other. */
u64 digest_sum(const struct digest *head, const void *const part[DIGEST_PARTS]);

/*
 * Fills a space that begins as a heritage (space_begin_heritage()), whose builder has no sites yet,
 * with what struct emu_log_heritage names so. False: it is not in the files, or has no digest, or
 * not of these objects, or not as it was written. A failure stays in space.err.
 */
bool digest_take(struct earlier *files, u32 log, u64 at, struct objects *objects, struct space *s);

#endif
