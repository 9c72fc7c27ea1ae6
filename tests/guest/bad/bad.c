// SPDX-License-Identifier: BSD-2-Clause
/*
 * A module that makes one mistake, which its parameter names. A kernel with checks
 * (qemu/debug-kernel) must find it, so that its silence about pmc.ko means something.
 * tests/guest/debug_test.sh loads it.
 */
#include <linux/delay.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/spinlock.h>

static char *what = "";
module_param(what, charp, 0);
MODULE_PARM_DESC(what, "leak, freed, beyond, sleep, order, irq, list, preempt");

static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);
static DEFINE_RAW_SPINLOCK(lock);
static DEFINE_PER_CPU(int, of_cpu);
static int number;

static void take_lock(void *unused)
{
	raw_spin_lock(&lock);
	raw_spin_unlock(&lock);
}

static int __init bad_init(void)
{
	struct list_head head, entry;
	volatile char *p;
	char c = 0;

	if (!strcmp(what, "leak")) {
		p = kmalloc(100, GFP_KERNEL);
		c = !p;
	} else if (!strcmp(what, "freed")) {
		p = kmalloc(100, GFP_KERNEL);
		kfree((void *)p);
		c = p[10];
	} else if (!strcmp(what, "beyond")) {
		p = kmalloc(100, GFP_KERNEL);
		c = p[100];
		kfree((void *)p);
	} else if (!strcmp(what, "sleep")) {
		raw_spin_lock(&lock);
		msleep(1);
		raw_spin_unlock(&lock);
	} else if (!strcmp(what, "order")) {
		mutex_lock(&first);
		mutex_lock(&second);
		mutex_unlock(&second);
		mutex_unlock(&first);
		mutex_lock(&second);
		mutex_lock(&first);
		mutex_unlock(&first);
		mutex_unlock(&second);
	} else if (!strcmp(what, "irq")) {
		/* Taken once with interrupts enabled, and once inside one. */
		take_lock(NULL);
		smp_call_function(take_lock, NULL, 1);
	} else if (!strcmp(what, "list")) {
		INIT_LIST_HEAD(&head);
		list_add(&entry, &head);
		entry.prev = &entry;
		list_del(&entry);
	} else if (!strcmp(what, "preempt")) {
		__this_cpu_inc(of_cpu);
	}
	/* Use what was read, so that the compiler keeps it. */
	number = c;
	return 0;
}

static void __exit bad_exit(void)
{
}

module_init(bad_init);
module_exit(bad_exit);
MODULE_DESCRIPTION("Mistakes");
MODULE_LICENSE("Dual BSD/GPL");
