/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The exact profile of a command that the engine has run: reads the logs of all its address spaces
 * (emu/profile.h) and counts every instruction into a builder.
 */
#ifndef PMC_LIB_EMULATED_REPLAY_H
#define PMC_LIB_EMULATED_REPLAY_H

struct builder;
struct shared;

/* Nothing of the command may run any more. 0, -ENOMEM, or -EPROTO: a log contradicts itself. */
int replay(struct shared *sh, struct builder *b);

#endif
