/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes digests of logs that are kept (lib/backends/emulated/profile/digest.h). */
#ifndef PMC_LIB_EMULATED_KEPT_DIGEST_MAKE_H
#define PMC_LIB_EMULATED_KEPT_DIGEST_MAKE_H

struct bytes;

/* Adds that of the last one of the logs, a struct emu_kept_logs. Logs that have none are as good,
 * but slower to read. */
void digest_add(struct bytes *logs);

#endif
