/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The log of a profile (emu/profile.h). Without EMU_F_PROFILE there is none, and nobody may call
 * anything here but log_is_on() and log_is_exact().
 */
#ifndef PMC_EMU_LOG_H
#define PMC_EMU_LOG_H

#include "emu/base/engine.h"
#include "emu/base/types.h"
#include "emu/launch.h"

struct log {
	u32 first, chunk; /* numbers of chunks: the first one, and the one that `at` is */
	struct emu_log *head, *at;
	u32 filled; /* bytes of `at` that have memory; ~0: whoever writes to the log sees to that */
};

static inline bool log_is_on(void)
{
	return engine.profile;
}

/*
 * Does the log say what is executed how often? That of samples says what was mapped and the samples
 * alone, so translations need not be told, and may come from anybody (emu/code/heritage.h).
 */
static inline bool log_is_exact(void)
{
	return engine.profile && !engine.sampled;
}

/* Begins the log of an image. The record is that of the process's first thread. Returns the first
 * chunk plus 1, for struct emu_vectors. */
u32 log_create(u32 task);
/* In the parent of a fork, under cache_lock: how far the log has come. */
u64 log_position(void);
/* In the child: begins its own log, which goes on where the parent's was then. */
u32 log_fork(u32 task, u64 parent_at);
/* From now on heritages (emu/heritage/heritage.h) may name the log, as it is at *position. False:
 * so many logs are named that their memory would be too much. */
bool log_bequeath(u64 *position);
/* In a log that is empty: its traces and counters are those of another one, as in struct
 * emu_log_heritage. */
void log_inherit(u32 log, u64 at);
/* The log goes no further: the process ends, or the image has been replaced. */
void log_end(u32 first_plus_1);

/*
 * Begins a record of the kind and size (a multiple of 8, at most EMU_LOG_MAX) in this address
 * space's log, and locks the log. Fill in what is behind the head, then commit it.
 */
void *log_begin(u32 kind, u32 size);
void log_commit(void);

/* This address space's log. */
struct log *log_own(void);
/* The same of any log that is named by its first chunk plus 1, the own one included. It is mapped
 * in *room if it is another one. NULL: it cannot be mapped. */
struct log *log_open(struct log *room, u32 first_plus_1);
void *log_begin_in(struct log *l, u32 kind, u32 size);
void log_commit_in(struct log *l);
void log_close(struct log *l);

#endif
