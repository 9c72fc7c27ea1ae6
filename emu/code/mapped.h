/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Files whose code is mapped privately. As long as a page of such a mapping was not written to
 * through it, it shows what is written to the file.
 */
#ifndef PMC_EMU_MAPPED_H
#define PMC_EMU_MAPPED_H

#include "emu/base/types.h"

/* The program has mapped code of an open file privately at [start, end). The caller holds
 * cache_lock. */
void mapped_add(int fd, u64 start, u64 end);
/* The program has opened a file for writing, or made one (memfd_create). Takes cache_lock. */
void mapped_opened(int fd);

#endif
