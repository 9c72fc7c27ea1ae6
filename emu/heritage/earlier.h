/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Logs of an earlier recording, behind a heritage in a file (emu/profile.h). libpmc reads them. */
#ifndef PMC_EMU_EARLIER_H
#define PMC_EMU_EARLIER_H

#include "emu/base/types.h"

/* Are these logs, [start, end) of the file, as they were written? They are read through `piece`,
 * SUM_PIECE bytes; NULL: memory of its own. */
bool earlier_is_whole(int fd, u64 start, u64 end, u8 *piece);

#endif
