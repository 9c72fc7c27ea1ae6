/* SPDX-License-Identifier: BSD-2-Clause */
/* What logs of a recording say of a heritage's traces, as a file has it: struct emu_kept_logs. */
#ifndef PMC_LIB_EMULATED_RECORDS_H
#define PMC_LIB_EMULATED_RECORDS_H

#include "core/base/types.h"

struct earlier;
struct shared;

#define RECORDS_MOST ((u64)32 << 20) /* bytes */

/*
 * Makes it of what struct emu_log_heritage would name so, and all that it goes on from.
 * Returns memory, which the caller frees, and its size, whole pages; NULL: there is none, or the
 * logs are too many.
 */
void *records_make(struct shared *sh, struct earlier *earlier, u32 log, u64 at, u64 *size);

#endif
