/* SPDX-License-Identifier: BSD-2-Clause */
/* What a translation depends on beside the program. */
#ifndef PMC_LIB_EMULATED_MAKER_H
#define PMC_LIB_EMULATED_MAKER_H

#include "core/base/types.h"

struct emu_header;
struct stat;

/* A number for the engine, the processor and how the header asks the engine to translate. 0: it is
 * unknown. */
u64 maker_of(const struct emu_header *header, int engine_fd);
/* A number for a file as it is now, the engine's own: struct emu_shelf_entry. */
u64 maker_file(const struct stat *st);

#endif
