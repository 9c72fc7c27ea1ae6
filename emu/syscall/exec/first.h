/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The first program of all: the command.
 */
#ifndef PMC_EMU_EXEC_FIRST_H
#define PMC_EMU_EXEC_FIRST_H

#include "emu/base/types.h"

/*
 * The program that libpmc has named by its path. Returns a descriptor of its file (close-on-exec)
 * when the engine can load it. A script, or a program that must run natively, is executed from
 * here and does not return; nor does a program that cannot be run at all: message, exit status 126
 * or 127.
 */
int exec_first(const char *path, u64 argv, u64 envp, u32 task);

#endif
