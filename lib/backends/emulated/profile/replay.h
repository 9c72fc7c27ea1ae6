/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The exact profile of a command that the engine has run: reads the logs of all its address spaces
 * (emu/profile.h) and counts every instruction into a builder.
 */
#ifndef PMC_LIB_EMULATED_REPLAY_H
#define PMC_LIB_EMULATED_REPLAY_H

#include <stdbool.h>

struct builder;
struct replay;
struct shared;

/* 0 or -ENOMEM. */
int replay_create(struct shared *sh, struct replay **replay);
void replay_destroy(struct replay *r);
/*
 * While the command runs: reads the logs of processes that have ended, and gives their memory back.
 * A failure shows in replay_finish().
 */
void replay_collect(struct replay *r);
/*
 * Reads all other logs, as far as they have come, and gives the builder to the caller. Once only;
 * afterwards -EALREADY. -ENOMEM, or -EPROTO: a log contradicts itself.
 */
int replay_finish(struct replay *r, struct builder **b);

#endif
