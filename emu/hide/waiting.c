// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The kernel waits in real time, for as long as the program asked: what the program waits for comes
 * when it comes. If the time has run out, the virtual clock advances by just what was asked.
 * Absolute times are translated to the kernel's clocks.
 *
 * A wait that ends early does not advance the clock. But the program may wait again for what is
 * left, and so never come to the end. Therefore the real time of such waits adds up, and the clock
 * takes it in whole seconds.
 *
 * Some ways to wait end at times that the engine does not see. They make the clock follow the real
 * one: timeouts of sockets, io_uring.
 */
#include "emu/hide/waiting.h"

#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/hide/clock.h"
#include "emu/hide/instant.h"
#include "emu/hide/timers.h"
#include "emu/hide/timing.h"
#include "emu/launch.h"

#include <asm/socket.h>
#include <linux/futex.h>
#include <linux/time.h>
#include <linux/wait.h>

#define SOL_SOCKET_LEVEL 1
#define NOT_WRITTEN	 (-1) /* maxrss, when the kernel has reported no child */
#define FUTEX_WAITV	 449  /* since Linux 5.16 */

/* The real time of waits that ended early, as far as the clock has not taken it. */
static u64 early;

enum unit { NOT_TIMED, MILLISECONDS, TIMESPEC, TIMEVAL };

/* How a call that waits tells its timeout. */
struct timeout {
	u8 arg;	      /* the argument that is it, or its address */
	u8 unit;      /* enum unit */
	s16 ended;    /* what the call returns when the time has run out */
	bool updates; /* the kernel writes back what is left */
};

static const struct timeout timeouts[] = {
	[__NR_poll] = { 2, MILLISECONDS, 0, false },
	[__NR_select] = { 4, TIMEVAL, 0, true },
	[__NR_nanosleep] = { 0, TIMESPEC, 0, false },
	[__NR_rt_sigtimedwait] = { 2, TIMESPEC, -EAGAIN, false },
	[__NR_futex] = { 3, TIMESPEC, -ETIMEDOUT, false },
	[__NR_io_getevents] = { 4, TIMESPEC, 0, false },
	[__NR_semtimedop] = { 3, TIMESPEC, -EAGAIN, false },
	[__NR_clock_nanosleep] = { 2, TIMESPEC, 0, false },
	[__NR_epoll_wait] = { 3, MILLISECONDS, 0, false },
	[__NR_mq_timedsend] = { 4, TIMESPEC, -ETIMEDOUT, false },
	[__NR_mq_timedreceive] = { 4, TIMESPEC, -ETIMEDOUT, false },
	[__NR_pselect6] = { 4, TIMESPEC, 0, true },
	[__NR_ppoll] = { 2, TIMESPEC, 0, true },
	[__NR_epoll_pwait] = { 3, MILLISECONDS, 0, false },
	[__NR_io_pgetevents] = { 4, TIMESPEC, 0, false },
	[__NR_epoll_pwait2] = { 3, TIMESPEC, 0, false },
	[FUTEX_WAITV] = { 3, TIMESPEC, -ETIMEDOUT, false },
};

static const struct timeout *timeout_of(long nr)
{
	if ((u64)nr >= ARRAY_SIZE(timeouts) || timeouts[nr].unit == NOT_TIMED)
		return NULL;
	return &timeouts[nr];
}

static enum form form_of(const struct timeout *o)
{
	return o->unit == TIMEVAL ? FORM_TIMEVAL : FORM_TIMESPEC;
}

/* Does the futex operation wait? Sets *clock if its time is absolute. */
static bool futex_waits(u64 op, s32 *clock)
{
	switch (op & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
		return true;
	case FUTEX_LOCK_PI:
		*clock = CLOCK_REALTIME;
		return true;
	case FUTEX_WAIT_BITSET:
	case FUTEX_WAIT_REQUEUE_PI:
	case FUTEX_LOCK_PI2:
		*clock = op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
		return true;
	default:
		return false;
	}
}

/* Does the call wait for a time that passes? Sets *clock if that is absolute. */
static bool is_timed(long nr, const u64 a[6], s32 *clock)
{
	switch (nr) {
	case __NR_futex:
		return futex_waits(a[1], clock);
	case __NR_clock_nanosleep:
		if (a[1] & TIMER_ABSTIME)
			*clock = (s32)a[0];
		return instant_is_wall((s32)a[0]);
	case __NR_mq_timedsend:
	case __NR_mq_timedreceive:
		*clock = CLOCK_REALTIME;
		return true;
	case FUTEX_WAITV:
		*clock = (s32)a[4];
		return instant_is_wall((s32)a[4]);
	default:
		return true;
	}
}

static void begin_timed(struct waiting *w, const struct timeout *o, long nr, u64 a[6])
{
	enum form form = form_of(o);
	s32 clock = -1;
	u64 at;

	if (!is_timed(nr, a, &clock))
		return;
	if (o->unit == MILLISECONDS) {
		w->timed = (s32)a[o->arg] >= 0;
		w->until = clock_now() + (u64)(u32)a[o->arg] * 1000000;
		return;
	}
	if (!a[o->arg] || copy_from_user(w->words, a[o->arg], sizeof(w->words)))
		return;
	/* select(2) lets microseconds run over. */
	if (!instant_valid(w->words, form) && nr != __NR_select)
		return;
	at = instant_join(w->words, form);
	w->timed = true;
	if (clock < 0) {
		w->until = clock_now() + at;
		return;
	}
	w->until = instant_of(clock, at);
	instant_split(w->words, instant_real(clock, at), form);
	a[o->arg] = (u64)w->words;
}

/* Does setting this option make calls on the socket end by themselves? */
static bool sets_socket_timeout(const u64 a[6])
{
	s32 option = (s32)a[2];
	u64 v[2];

	if ((s32)a[1] != SOL_SOCKET_LEVEL ||
	    (option != SO_RCVTIMEO_OLD && option != SO_RCVTIMEO_NEW && option != SO_SNDTIMEO_OLD &&
	     option != SO_SNDTIMEO_NEW))
		return false;
	return !copy_from_user(v, a[3], sizeof(v)) && (v[0] || v[1]);
}

void waiting_begin(struct waiting *w, long nr, u64 a[6])
{
	const struct timeout *o = timeout_of(nr);

	w->timed = false;
	w->usage.ru_maxrss = NOT_WRITTEN;
	if (o) {
		begin_timed(w, o, nr, a);
		w->started = clock_now();
		w->began = w->timed ? clock_real() : 0;
		return;
	}
	switch (nr) {
	case __NR_wait4:
		w->began = clock_real();
		w->usage_to = a[3];
		a[3] = (u64)&w->usage;
		break;
	case __NR_waitid:
		w->began = clock_real();
		w->usage_to = a[4];
		a[4] = (u64)&w->usage;
		break;
	case __NR_setsockopt:
		if (sets_socket_timeout(a))
			clock_follow("given a socket a timeout");
		break;
	case __NR_io_uring_setup:
		clock_follow("begun to use io_uring");
		break;
	}
}

/* Writes what is left of the time. */
static void update(const struct waiting *w, const struct timeout *o, u64 to)
{
	u64 now = clock_now(), v[2];

	instant_split(v, w->until > now ? w->until - now : 0, form_of(o));
	copy_to_user(to, v, sizeof(v));
}

/* The wait ended early, and the program may go by what is left. */
static void end_early(const struct waiting *w)
{
	u64 seconds;

	if (clock_now() > w->started) /* a timer ended it */
		return;
	early += clock_real() - w->began;
	seconds = early / CLOCK_SECOND * CLOCK_SECOND;
	early -= seconds;
	seconds += w->started;
	clock_reach(seconds < w->until ? seconds : w->until);
}

static void end_timed(struct waiting *w, const struct timeout *o, long nr, const u64 a[6], long ret)
{
	if (ret == o->ended)
		clock_reach(w->until);
	else if (ret == -EINTR || (o->updates && ret > 0))
		end_early(w);
	if (clock_follows())
		return;
	if (o->updates && (ret >= 0 || ret == -EINTR))
		update(w, o, a[o->arg]);
	else if (ret == -EINTR && nr == __NR_nanosleep && a[1])
		update(w, o, a[1]);
	else if (ret == -EINTR && nr == __NR_clock_nanosleep && !(a[1] & TIMER_ABSTIME) && a[3])
		update(w, o, a[3]);
}

static u64 cpu_of(const struct rusage *usage)
{
	const u64 user[2] = { (u64)usage->ru_utime.tv_sec, (u64)usage->ru_utime.tv_usec };
	const u64 system[2] = { (u64)usage->ru_stime.tv_sec, (u64)usage->ru_stime.tv_usec };

	return instant_join(user, FORM_TIMEVAL) + instant_join(system, FORM_TIMEVAL);
}

/* The child that a call has reported, if it has ended; 0: none has. */
static s32 ended_child(long nr, const u64 a[6], long ret)
{
	s32 info[7], status; /* of struct siginfo: the signal, error, code, pad, pid, uid, status */

	if (nr == __NR_wait4) {
		if (ret <= 0)
			return 0;
		if (!a[1] || !(a[2] & (WUNTRACED | __WCLONE | __WALL | WCONTINUED)))
			return (s32)ret;
		return copy_from_user(&status, a[1], sizeof(status)) || (status & 0xff) == 0x7f ||
				       status == 0xffff ?
			       0 :
			       (s32)ret;
	}
	if (ret || !a[2] || a[3] & WNOWAIT || copy_from_user(info, a[2], sizeof(info)))
		return 0;
	/* CLD_EXITED, CLD_KILLED, CLD_DUMPED */
	return info[0] && info[2] >= 1 && info[2] <= 3 ? info[4] : 0;
}

static long end_child(struct waiting *w, long nr, const u64 a[6], long ret)
{
	u64 before = engine.clock->children;
	s32 child = ended_child(nr, a, ret);

	clock_waited(w->began);
	if (child)
		clock_take_child(child, cpu_of(&w->usage));
	if (!w->usage_to || ret < 0 || w->usage.ru_maxrss == NOT_WRITTEN)
		return ret;
	if (copy_to_user(w->usage_to, &w->usage, sizeof(w->usage)) ||
	    timing_set_rusage(w->usage_to, engine.clock->children - before))
		return -EFAULT;
	return ret;
}

long waiting_end(struct waiting *w, struct thread *t, long nr, const u64 a[6], long ret)
{
	const struct timeout *o = timeout_of(nr);

	timers_pass(t);
	if (w->timed)
		end_timed(w, o, nr, a, ret);
	else if (nr == __NR_wait4 || nr == __NR_waitid)
		ret = end_child(w, nr, a, ret);
	return ret;
}
