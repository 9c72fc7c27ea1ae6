/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * An exec that the engine does not follow: the kernel carries it out.
 */
#ifndef PMC_EMU_EXEC_NATIVE_H
#define PMC_EMU_EXEC_NATIVE_H

#include "emu/launch.h"

struct request;

/* Returns -errno when it has failed. */
long exec_native(const struct request *r);
/* The same with a note for the report, which is taken back when the exec has failed. */
long exec_native_noted(const struct request *r, enum emu_note_kind kind, const char *path);

#endif
