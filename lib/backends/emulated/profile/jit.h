/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of code that a JIT has made (lib/profile/jit/names.h), in a recording. */
#ifndef PMC_LIB_EMULATED_JIT_H
#define PMC_LIB_EMULATED_JIT_H

#include "core/base/types.h"

struct builder;
struct space;

/* Adds the names of the process's code without files, and its bytes. */
void jit_code(struct builder *b, const struct space *s, s32 pid);

#endif
