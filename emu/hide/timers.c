// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The kernel's timers run on the real clock, for as long as the program asked for on its own. Each
 * timer that is armed has an entry here, with the times on both clocks at which it expires next.
 * When one has expired, the virtual clock takes at least that time: programs arm a timer again that
 * has come too early. When the virtual clock is there first, the process waits for the real one.
 * Periodic timers go on in their interval.
 *
 * Timers on a clock of CPU time have no entry; the kernel's answers stand.
 */
#include "emu/hide/timers.h"

#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/hide/clock.h"
#include "emu/hide/instant.h"
#include "emu/launch.h"

#include <asm/errno.h>
#include <linux/fcntl.h>
#include <linux/time.h>
#include <linux/timerfd.h>

enum kind { FREE, ITIMER, POSIX, TIMERFD };

struct timer {
	u8 kind; /* enum kind */
	s32 id;	 /* of the POSIX timer, or the descriptor */
	s32 clock;
	u64 expires, interval; /* expires 0: it is not armed */
	u64 deadline;	       /* expires, on the real clock */
};

/* Entry 0 is ITIMER_REAL. A program that has several threads needs the lock. */
static struct timer timers[1024];
static u32 n_timers = 1; /* those from here on are free */
static u32 armed;
static volatile u32 lock;

static struct timer *find(enum kind kind, s32 id)
{
	for (u32 i = 0; i < n_timers; i++)
		if (timers[i].kind == kind && timers[i].id == id)
			return &timers[i];
	return NULL;
}

static void disarm(struct timer *m)
{
	armed -= m->expires != 0;
	m->expires = 0;
}

/* called: the real clock before the kernel armed it. */
static void arm(struct timer *m, u64 called, u64 after, u64 interval)
{
	disarm(m);
	if (!after)
		return;
	armed++;
	m->expires = clock_now() + after;
	m->deadline = called + after;
	m->interval = interval;
}

static u64 left(const struct timer *m)
{
	u64 now = clock_now();

	if (!m->expires)
		return 0;
	return m->expires > now ? m->expires - now : 1;
}

/* False: there are too many. */
static bool add(enum kind kind, s32 id, s32 clock)
{
	struct timer *m = find(kind, id);

	if (!m)
		m = find(FREE, 0);
	if (!m && n_timers < ARRAY_SIZE(timers))
		m = &timers[n_timers++];
	if (!m)
		return false;
	disarm(m);
	*m = (struct timer){ .kind = (u8)kind, .id = id, .clock = clock };
	return true;
}

static void remove(struct timer *m)
{
	disarm(m);
	*m = (struct timer){ .kind = FREE };
}

void timers_init(void)
{
	struct emu_clock *c = engine.clock;

	u64 v[4], called = clock_real();

	timers[0].kind = ITIMER;
	if (c->alarm && sys2(__NR_getitimer, ITIMER_REAL, v) == 0) {
		arm(&timers[0], called, instant_join(v + 2, FORM_TIMEVAL) + 1, c->alarm_interval);
		timers[0].expires = c->alarm;
	}
	c->alarm = 0;
}

void timers_forked(void)
{
	lock = 0;
	disarm(&timers[0]);
	for (u32 i = 1; i < n_timers; i++)
		if (timers[i].kind == POSIX)
			remove(&timers[i]);
}

/* Does the descriptor of a timer that is armed stay open? */
static bool hands_over(const struct timer *m)
{
	return m->kind == TIMERFD && m->expires && sys2(__NR_fcntl, m->id, F_GETFD) == 0;
}

void timers_before_exec(bool vfork_child)
{
	struct emu_clock *c = engine.clock;

	for (u32 i = 1; i < n_timers && !vfork_child; i++)
		if (hands_over(&timers[i]))
			clock_follow("executed a program with a timer set");
	c->alarm = timers[0].expires;
	c->alarm_interval = timers[0].interval;
}

/* The timer has expired by this real time. */
static void expire(struct timer *m, u64 real)
{
	u64 times;

	clock_reach(m->expires);
	if (!m->interval) {
		disarm(m);
		return;
	}
	times = (real - m->deadline) / m->interval;
	clock_reach(m->expires + times * m->interval);
	m->expires += (times + 1) * m->interval;
	m->deadline += (times + 1) * m->interval;
}

void timers_pass(struct thread *t)
{
	u64 real, until;

	while (armed && !clock_follows()) {
		until = 0;
		real = clock_real();
		for (u32 i = 0; i < n_timers; i++) {
			struct timer *m = &timers[i];

			if (!m->expires)
				continue;
			if (m->deadline <= real)
				expire(m, real);
			else if (m->expires <= clock_now() && (!until || m->deadline < until))
				until = m->deadline;
		}
		if (!until || t->pending_sig)
			break;
		clock_sleep_until(until);
	}
}

/* ---- System calls ---- */

static long do_alarm(u32 seconds)
{
	u64 was = left(&timers[0]), called = clock_real();
	long r = sys1(__NR_alarm, seconds);

	arm(&timers[0], called, seconds * CLOCK_SECOND, 0);
	if (clock_follows())
		return r;
	/* As the kernel rounds. */
	r = (long)((was + CLOCK_SECOND / 2) / CLOCK_SECOND);
	return was && !r ? 1 : r;
}

static long write_itimer(u64 to, const struct timer *m)
{
	u64 v[4];

	instant_split(v, m->expires ? m->interval : 0, FORM_TIMEVAL);
	instant_split(v + 2, left(m), FORM_TIMEVAL);
	if (m->expires && !v[2] && !v[3])
		v[3] = 1;
	return copy_to_user(to, v, sizeof(v));
}

static long do_setitimer(u64 from, u64 to)
{
	struct timer was = timers[0];
	u64 v[4] = { 0 }, interval, value, called;
	long r;

	if (from && copy_from_user(v, from, sizeof(v)))
		return -EFAULT;
	called = clock_real();
	r = sys3(__NR_setitimer, ITIMER_REAL, v, 0);
	if (r)
		return r;
	interval = instant_join(v, FORM_TIMEVAL);
	value = instant_join(v + 2, FORM_TIMEVAL);
	arm(&timers[0], called, value, interval);
	return to ? write_itimer(to, &was) : 0;
}

static long write_spec(u64 to, const struct timer *m)
{
	u64 v[4];

	instant_split(v, m->expires ? m->interval : 0, FORM_TIMESPEC);
	instant_split(v + 2, left(m), FORM_TIMESPEC);
	return copy_to_user(to, v, sizeof(v));
}

/* timer_settime and timerfd_settime. */
static long settime(long nr, struct timer *m, const u64 a[6])
{
	struct timer was = *m;
	u64 v[4], old[4], after, called;
	u64 flags = a[1];
	long r;

	if (copy_from_user(v, a[2], sizeof(v)))
		return -EFAULT;
	after = instant_join(v + 2, FORM_TIMESPEC);
	if (flags & TIMER_ABSTIME && after && instant_valid(v + 2, FORM_TIMESPEC)) {
		u64 at = instant_of(m->clock, after), now = clock_now();

		flags &= ~(u64)(TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET);
		after = at > now ? at - now : 1;
		instant_split(v + 2, after, FORM_TIMESPEC);
	}
	called = clock_real();
	r = sys4(nr, a[0], flags, v, old);
	if (r)
		return r;
	arm(m, called, after, instant_join(v, FORM_TIMESPEC));
	if (!a[3])
		return 0;
	return clock_follows() ? copy_to_user(a[3], old, sizeof(old)) : write_spec(a[3], &was);
}

static long create(long nr, const u64 a[6])
{
	bool is_fd = nr == __NR_timerfd_create;
	long r = sys3(nr, a[0], a[1], a[2]);
	s32 id = (s32)r;

	if (r < 0 || !instant_is_wall((s32)a[0]))
		return r;
	if (!is_fd && copy_from_user(&id, a[2], sizeof(id)))
		return r;
	if (add(is_fd ? TIMERFD : POSIX, id, (s32)a[0]))
		return r;
	sys1(is_fd ? __NR_close : __NR_timer_delete, id);
	return is_fd ? -EMFILE : -EAGAIN;
}

static bool posix_or_fd(long nr, const u64 a[6], long *ret)
{
	bool is_fd = nr == __NR_timerfd_settime || nr == __NR_timerfd_gettime;
	struct timer *m = find(is_fd ? TIMERFD : POSIX, (s32)a[0]);

	if (!m)
		return false;
	if (nr == __NR_timer_delete) {
		remove(m);
		return false;
	}
	if (nr == __NR_timer_settime || nr == __NR_timerfd_settime)
		*ret = settime(nr, m, a);
	else if (clock_follows())
		return false;
	else
		*ret = write_spec(a[1], m);
	return true;
}

static bool answer(long nr, const u64 a[6], long *ret)
{
	switch (nr) {
	case __NR_alarm:
		*ret = do_alarm((u32)a[0]);
		return true;
	case __NR_setitimer:
		if (a[0] != ITIMER_REAL || clock_follows())
			return false;
		*ret = do_setitimer(a[1], a[2]);
		return true;
	case __NR_getitimer:
		if (a[0] != ITIMER_REAL || clock_follows())
			return false;
		*ret = write_itimer(a[1], &timers[0]);
		return true;
	case __NR_timer_create:
	case __NR_timerfd_create:
		*ret = create(nr, a);
		return true;
	default:
		return posix_or_fd(nr, a, ret);
	}
}

bool timers_syscall(long nr, const u64 a[6], long *ret)
{
	bool answered;

	mutex_lock(&lock);
	answered = answer(nr, a, ret);
	mutex_unlock(&lock);
	return answered;
}

void timers_close(u32 first, u32 last)
{
	/* The descriptors of a vfork child are its own, but the timers are its parent's. */
	if (n_timers == 1 || sys0(__NR_getpid) != engine.pid)
		return;
	mutex_lock(&lock);
	for (u32 i = 1; i < n_timers; i++) {
		struct timer *m = &timers[i];

		if (m->kind == TIMERFD && (u32)m->id >= first && (u32)m->id <= last)
			remove(m);
	}
	mutex_unlock(&lock);
}
