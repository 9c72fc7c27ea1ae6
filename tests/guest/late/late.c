// SPDX-License-Identifier: BSD-2-Clause
/*
 * A module that measures for how long interrupts are off: a timer interrupts its CPU every 30
 * microseconds, in real-time kernels, too, and remembers how late it came.
 *	cat /sys/module/late/parameters/worst		nanoseconds since it was written the last
 *							time, with the number of times it came
 */
#include <linux/hrtimer.h>
#include <linux/module.h>

#define PERIOD_NS 30000

static struct hrtimer timer;
static s64 worst;
static unsigned long came;

static enum hrtimer_restart tick(struct hrtimer *t)
{
	s64 late = ktime_to_ns(ktime_sub(ktime_get(), hrtimer_get_expires(t)));

	if (late > worst)
		worst = late;
	came++;
	hrtimer_forward_now(t, PERIOD_NS);
	return HRTIMER_RESTART;
}

static int get(char *buf, const struct kernel_param *param)
{
	return sprintf(buf, "%lld %lu\n", worst, came);
}

static int reset(const char *value, const struct kernel_param *param)
{
	worst = 0;
	came = 0;
	return 0;
}

static const struct kernel_param_ops worst_ops = { .get = get, .set = reset };
module_param_cb(worst, &worst_ops, NULL, 0600);

static int __init late_init(void)
{
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer.function = tick;
	hrtimer_start(&timer, PERIOD_NS, HRTIMER_MODE_REL_PINNED_HARD);
	return 0;
}

static void __exit late_exit(void)
{
	hrtimer_cancel(&timer);
}

module_init(late_init);
module_exit(late_exit);
MODULE_DESCRIPTION("How late interrupts come");
MODULE_LICENSE("Dual BSD/GPL");
