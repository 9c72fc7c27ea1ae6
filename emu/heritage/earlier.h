/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Logs of an earlier recording, behind a heritage in a file (emu/profile.h). */
#ifndef PMC_EMU_EARLIER_H
#define PMC_EMU_EARLIER_H

#include "emu/base/types.h"

/* Reads [start, end) of the file, and makes these logs anew. The last one is for log_inherit().
 * False: the file is damaged, or there is no room. */
bool earlier_read(int fd, u64 start, u64 end, u32 *log, u64 *position);

#endif
