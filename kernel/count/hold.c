// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU is taken from the kernel for the first set that counts, and given back after the last
 * one. While it is held, each CPU begins with the first context that counts there (begin.c).
 *
 * To take the PMU all processes are looked at (rdpmc_begin), and to give it back interrupts the
 * CPUs that have begun. So whoever stops a set and starts it again keeps the PMU in between, unless
 * that takes longer than LINGER_MS. When a set is closed, nothing lingers.
 */
#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/jiffies.h>
#include <linux/preempt.h>
#include <linux/workqueue.h>

#include "kernel/base/types.h"
#include "kernel/count/begin.h"
#include "kernel/count/hold.h"
#include "kernel/count/rdpmc.h"
#include "kernel/pmu/reserve.h"
#include "kernel/sample/nmi.h"

#define LINGER_MS 100

DEFINE_MUTEX(hold_mutex);

static atomic_t holders; /* from 0 to 1 only with hold_mutex */
/* Written with hold_mutex: */
static bool taken;	      /* the PMU is held, or lingers */
static bool interrupts;	      /* counters may interrupt */
static unsigned long left_at; /* jiffies: when the last holder went */

static void linger(struct work_struct *work);
static DECLARE_DELAYED_WORK(lingering, linger);

u32 hold_count(void)
{
	u32 n = (u32)atomic_read(&holders);

	return n ? n : READ_ONCE(taken);
}

static int take_pmu(void)
{
	int err;

	if (taken)
		return 0;
	err = reserve_get();
	if (err)
		return err;
	begin_allow();
	rdpmc_begin();
	WRITE_ONCE(taken, true);
	return 0;
}

static void give_back(void)
{
	if (!taken || atomic_read(&holders))
		return;
	WRITE_ONCE(taken, false);
	end_everywhere();
	reserve_put();
	if (interrupts)
		nmi_put();
	WRITE_ONCE(interrupts, false);
}

static void linger(struct work_struct *work)
{
	unsigned long until = READ_ONCE(left_at) + msecs_to_jiffies(LINGER_MS);

	if (time_before(jiffies, until)) {
		schedule_delayed_work(&lingering, until - jiffies);
		return;
	}
	mutex_lock(&hold_mutex);
	give_back();
	mutex_unlock(&hold_mutex);
}

static int get_interrupt(void)
{
	int err = 0;

	mutex_lock(&hold_mutex);
	if (!interrupts)
		err = nmi_get();
	WRITE_ONCE(interrupts, !err);
	mutex_unlock(&hold_mutex);
	return err;
}

int hold_ask(void)
{
	int err = 0;

	mutex_lock(&hold_mutex);
	if (!taken) {
		/* Whoever asks at this moment is told that the PMU is taken. */
		preempt_disable();
		err = reserve_get();
		if (!err)
			reserve_put();
		preempt_enable();
	}
	mutex_unlock(&hold_mutex);
	return err;
}

int hold_get(bool samples)
{
	int err = 0;

	if (!atomic_inc_not_zero(&holders)) {
		mutex_lock(&hold_mutex);
		err = take_pmu();
		if (!err)
			atomic_inc(&holders);
		mutex_unlock(&hold_mutex);
	}
	if (err || !samples || READ_ONCE(interrupts))
		return err;
	err = get_interrupt();
	if (err)
		hold_put();
	return err;
}

void hold_put(void)
{
	if (!atomic_dec_and_test(&holders))
		return;
	/* The work, which may be under way already, looks at the time again. */
	WRITE_ONCE(left_at, jiffies);
	schedule_delayed_work(&lingering, msecs_to_jiffies(LINGER_MS));
}

void hold_drop(struct set *set)
{
	if (set->holds)
		hold_put();
	set->holds = false;
}

void hold_end(void)
{
	/* Who takes the PMU at this moment may wait for long (pce.c), and nobody waits with him. */
	if (!READ_ONCE(taken) || atomic_read(&holders))
		return;
	mutex_lock(&hold_mutex);
	give_back();
	mutex_unlock(&hold_mutex);
}

void hold_exit(void)
{
	cancel_delayed_work_sync(&lingering);
	hold_end();
}
