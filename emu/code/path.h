/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The instructions on the way through a trace: what a passage counts, and, for a profile, which
 * ones they are (emu/profile.h).
 */
#ifndef PMC_EMU_PATH_H
#define PMC_EMU_PATH_H

#include "emu/code/trace.h"

struct thread;

/*
 * Gives the exit a counter. The caller has asked count_exits_left(). While samples are taken, most
 * exits of hot code need none: what is counted down is enough, and guesses and heat no longer ask.
 */
void path_counter(struct exit *x);
/* The same of an exit that only tells how often the indirect branch of exit `of` went to its
 * target. */
void path_counter_of_target(struct exit *x, const struct exit *of);
/* The exit's branch goes to the target unless something else is counted. */
void path_mostly(const struct exit *x, u64 target);
/* The exit's branch, a jump, goes to more places than the log will tell. */
void path_many(const struct exit *x);
/* The exit's branch, which is counted already, has gone to the target. */
void path_went_to(struct thread *t, const struct exit *x, u64 target);
/* Counts a passage to the exit, which has no counter; or takes one back. */
void path_add(struct thread *t, const struct exit *x);
void path_sub(struct thread *t, const struct exit *x);
/* The thread does not go on behind the look at its cell (spend.h), where this exit has been
 * counted: sets t->cpu.rip. Where that is in the trace's midst, what follows is not counted any
 * more, and the return value is true. In state THREAD_CACHE. */
bool path_spent(struct thread *t, u32 exit);
/* The thread does not go on where its trace has grown: the way to there counts as that exit again.
 * Nor behind a look. In state THREAD_CACHE, before it enters. */
void path_not_grown(struct thread *t);
/* Counts the first n instructions of a trace that was left behind them, at the next one. */
void path_begun(struct thread *t, const struct trace *tr, u32 n);

/* Tells the log of a profile which instructions a trace consists of from number `first` on: those
 * that are selected. */
void path_log(const struct trace *tr, u32 first);

#endif
