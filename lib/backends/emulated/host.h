/* SPDX-License-Identifier: BSD-2-Clause */
/* The processor that libpmc runs on, as far as the engine can show it to a program. */
#ifndef PMC_LIB_HOST_H
#define PMC_LIB_HOST_H

#include "core/base/types.h"
#include "emu/launch.h"

/* What a test pretends of this processor: EMU_HOST_ flags, from the environment. */
u32 host_pretended(void);

/* The highest level that this processor has, and the kernel lets programs use. */
enum emu_cpu host_level(u32 pretended);

#endif
