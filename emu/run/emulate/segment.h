/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The program's GS: its base and its selector, which live in struct thread.
 */
#ifndef PMC_EMU_RUN_SEGMENT_H
#define PMC_EMU_RUN_SEGMENT_H

#include "emu/base/types.h"

struct insn;
struct thread;

/* RDGSBASE, WRGSBASE */
void segment_gsbase(struct thread *t, const struct insn *in);
/* MOV and POP to GS. False: the selector is not null. */
bool segment_mov_gs(struct thread *t, const struct insn *in);
bool segment_pop_gs(struct thread *t);

#endif
