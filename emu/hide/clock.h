/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The virtual clock of a process, under EMU_F_CLOCK. All times are nanoseconds since its start,
 * unless a name says real. No function but clock_init() may be called unless engine.clock is set.
 */
#ifndef PMC_EMU_CLOCK_H
#define PMC_EMU_CLOCK_H

#include "emu/base/types.h"

struct thread;

#define CLOCK_SECOND 1000000000ull
/* What CLOCK_MONOTONIC shows at the clock's start. */
#define CLOCK_UPTIME (1000 * CLOCK_SECOND)

/* At the start of an image, with its record. */
void clock_init(u32 task, bool first);

/* The program looks at its clock: what it sees. */
u64 clock_look(struct thread *t);
/* The program looks how long it has computed: what it sees. */
u64 clock_look_cpu(struct thread *t);
/* Where the clock stands, unseen. */
u64 clock_now(void);

/* Time has passed while the process waited: the clock takes at least this. Does nothing if it
 * follows the real one. */
void clock_reach(u64 time);
/* The process has waited for others until now, since real time `began`. That it fell behind the
 * real clock meanwhile means nothing. */
void clock_waited(u64 began);

/* Does it follow the real clock? */
bool clock_follows(void);
/* Makes it follow the real clock, from where it stands. why: "it has …", for the report. */
void clock_follow(const char *why);
/* The real clock (CLOCK_MONOTONIC). */
u64 clock_real(void);
/* Waits for it, or for a signal. */
void clock_sleep_until(u64 real);

/* In the parent, before any fork or vfork. */
void clock_forking(void);
/* In the child of a fork, with its record. */
void clock_forked(struct thread *t);
/* Before an exec of the thread: what the next image must know. */
void clock_before_exec(const struct thread *t);
/* The calling process has waited for the child, which has ended: its clock takes that one's.
 * real_cpu: how long the child has computed in real time. */
void clock_take_child(s32 pid, u64 real_cpu);

#endif
