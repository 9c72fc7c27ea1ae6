// SPDX-License-Identifier: BSD-2-Clause
/*
 * A module that counts by pmc.ko, and says what came of it: whoever writes a command to the
 * parameter `run` finds "ok WHAT" or "not ok WHAT" in the kernel's log, a line each. The set that
 * one command opens is the next one's.
 */
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/pid.h>
#include <linux/ptrace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <asm/unwind.h>

#include "kernel/kernel_api.h"

#define PERIOD 1000

static struct pmc_kernel_set *set; /* of the last command, or NULL */
static u32 n_events;
static struct {
	atomic_t all, in_nmi, of_user, with_regs, with_counts, odd;
	u64 last; /* the first event's count in the last sample */
} seen;

static __printf(2, 3) void result(bool good, const char *fmt, ...)
{
	struct va_format text;
	va_list args;

	va_start(args, fmt);
	text = (struct va_format){ fmt, &args };
	pr_info("inkernel: %s %pV\n", good ? "ok" : "not ok", &text);
	va_end(args);
}

static void is(long got, long want, const char *what)
{
	result(got == want, "%s: %ld, should be %ld", what, got, want);
}

/* ---- Samples ---- */

static void on_sample(const struct pmc_ioctl_sample *record, struct pt_regs *regs, void *data)
{
	atomic_inc(&seen.all);
	atomic_add(in_nmi() ? 1 : 0, &seen.in_nmi);
	atomic_add(record->flags & PMC_SAMPLE_USER ? 1 : 0, &seen.of_user);
	atomic_add(regs ? 1 : 0, &seen.with_regs);
	atomic_add(regs && regs->ip != record->ip, &seen.odd);
	atomic_add(data != &seen || record->type != PMC_RECORD_SAMPLE || record->event, &seen.odd);
	atomic_add(record->cpu != smp_processor_id(), &seen.odd);
	if (!record->n_counts)
		return;
	atomic_inc(&seen.with_counts);
	seen.last = record->word[0];
}

static int event(const char *text, struct pmc_ioctl_event *to)
{
	char why[200] = "";
	int err = pmc_kernel_event(text, to, why, sizeof(why));

	if (err)
		result(false, "event %s: %d: %s", text, err, why);
	return err;
}

/* Opens a set of one event, sampled if period is not 0, and starts it. */
static struct pmc_kernel_set *open_one(struct task_struct *task, int cpu, const char *text,
				       u64 period)
{
	struct pmc_ioctl_event e;
	struct pmc_kernel_setup setup = { .events = &e, .n = 1, .data = &seen };
	struct pmc_kernel_set *s;
	int err = event(text, &e);

	if (err)
		return ERR_PTR(err);
	if (period) {
		e.period = period;
		e.sample = PMC_SAMPLE_COUNTS;
		setup.sample = on_sample;
	}
	s = task ? pmc_kernel_open_task(task, &setup, NULL) :
		   pmc_kernel_open_cpu(cpu, &setup, NULL);
	if (IS_ERR(s))
		return s;
	err = pmc_kernel_start(s);
	if (!err)
		return s;
	pmc_kernel_close(s);
	return ERR_PTR(err);
}

static u64 value(struct pmc_kernel_set *s)
{
	struct pmc_ioctl_count c;

	if (pmc_kernel_read(s, &c, 1, NULL))
		result(false, "read");
	return c.value;
}

/* ---- Refusals ---- */

static void refusals(long unused)
{
	struct pmc_ioctl_event e = {};
	struct pmc_kernel_setup setup = { .events = &e, .n = 1 };
	struct pmc_ioctl_count c[2];
	struct pmc_kernel_set *s;
	char why[200] = "";

	is(pmc_kernel_event("nonesuch", &e, why, sizeof(why)), -EINVAL, "an unknown event");
	result(strstr(why, "event"), "and a sentence: %s", why);
	is(pmc_kernel_event("instructions,cycles", &e, NULL, 0), -EINVAL, "two events");
	if (event("instructions:u", &e))
		return;
	is(PTR_ERR_OR_ZERO(pmc_kernel_open_cpu(4095, &setup, NULL)), -ENXIO, "no such CPU");
	is(PTR_ERR_OR_ZERO(pmc_kernel_open_cpu(-1, &setup, NULL)), -ENXIO, "CPU -1");
	e.period = 1000;
	is(PTR_ERR_OR_ZERO(pmc_kernel_open_cpu(0, &setup, NULL)), -EINVAL, "no callback");
	e.period = 0;
	setup.flags = 0x80;
	is(PTR_ERR_OR_ZERO(pmc_kernel_open_cpu(0, &setup, NULL)), -EINVAL, "an unknown flag");
	setup.flags = 0;
	setup.n = PMC_ABI_EVENTS + 1;
	is(PTR_ERR_OR_ZERO(pmc_kernel_open_cpu(0, &setup, NULL)), -EINVAL, "too many events");
	setup.n = 1;
	s = pmc_kernel_open_cpu(0, &setup, NULL);
	result(!IS_ERR(s), "a set");
	if (IS_ERR(s))
		return;
	is(pmc_kernel_read(s, c, 2, NULL), -ERANGE, "two counts of one event");
	is(pmc_kernel_read(s, c, 1, NULL), 0, "one");
	pmc_kernel_close(s);
	pmc_kernel_close(NULL);
}

/* ---- A user's task, which the script starts and lets go ---- */

static void task(long pid)
{
	struct task_struct *t;

	rcu_read_lock();
	t = pid_task(find_vpid((pid_t)pid), PIDTYPE_PID);
	if (t)
		get_task_struct(t);
	rcu_read_unlock();
	memset(&seen, 0, sizeof(seen));
	set = t ? open_one(t, -1, "instructions:u", PERIOD) : ERR_PTR(-ESRCH);
	n_events = 1;
	if (t)
		put_task_struct(t);
	is(PTR_ERR_OR_ZERO(set), 0, "a set of a task");
	if (IS_ERR(set))
		set = NULL;
}

/* What the task has executed, by arithmetic. */
static void task_end(long want)
{
	struct pmc_kernel_samples s;
	struct pmc_ioctl_read more;
	struct pmc_ioctl_count c;

	if (!set)
		return;
	is(pmc_kernel_read(set, &c, 1, &more), 0, "read");
	is((long)c.value, want, "what the task has executed");
	result(more.flags & PMC_READ_ENDED && !more.contexts, "and that it has ended");
	pmc_kernel_stop(set);
	pmc_kernel_read_samples(set, &s);
	is((long)(s.taken + s.missed + s.throttled), want / PERIOD, "samples, by arithmetic");
	is(atomic_read(&seen.all), (long)s.taken, "calls of the callback");
	is(atomic_read(&seen.of_user), (long)s.taken, "all of user mode");
	is(atomic_read(&seen.odd), 0, "with odd fields");
	result(atomic_read(&seen.in_nmi) > (int)s.taken / 2 &&
		       atomic_read(&seen.in_nmi) == atomic_read(&seen.with_regs),
	       "most in NMIs, with registers: %d of %d", atomic_read(&seen.in_nmi),
	       atomic_read(&seen.all));
	/* Where samples were throttled it came earlier. A Pentium 4 interrupts one count later. */
	result(atomic_read(&seen.with_counts) && seen.last <= c.value &&
		       (u32)seen.last % PERIOD <= 1,
	       "the last one has counts, a multiple of the period: %llu", seen.last);
	pmc_kernel_close(set);
	set = NULL;
}

/* ---- Threads of the kernel that end while their set is closed ---- */

static int work(void *data)
{
	unsigned long i, turns = (unsigned long)data;

	for (i = 0; i < turns; i++)
		cpu_relax();
	return 0;
}

static void exits(long rounds)
{
	int opened = 0, gone = 0, odd = 0;
	struct pmc_kernel_set *s;
	struct task_struct *t;
	u64 counted;
	long i;

	memset(&seen, 0, sizeof(seen));
	for (i = 0; i < rounds; i++) {
		t = kthread_create(work, (void *)(i % 20 * 500), "work");
		if (IS_ERR(t))
			break;
		get_task_struct(t);
		s = open_one(t, -1, "instructions:k", i & 1 ? 500 : 0);
		wake_up_process(t);
		if (IS_ERR(s)) {
			gone++;
		} else {
			/* The only CPU must be left for it to run. */
			if (num_online_cpus() == 1)
				usleep_range((unsigned long)(i % 23), 30);
			else
				udelay((unsigned long)(i % 23));
			counted = value(s);
			odd += value(s) < counted;
			opened++;
			pmc_kernel_close(s);
		}
		/* Its function may refer to this module. */
		while (!(READ_ONCE(t->flags) & PF_EXITING))
			usleep_range(100, 200);
		put_task_struct(t);
	}
	result(i == rounds && !odd && !gone, "%d sets closed while threads end, %d odd, %d refused",
	       opened, odd, gone);
	result(atomic_read(&seen.all) && !atomic_read(&seen.of_user) && !atomic_read(&seen.odd),
	       "%d samples of the kernel, %d in NMIs, %d odd", atomic_read(&seen.all),
	       atomic_read(&seen.in_nmi), atomic_read(&seen.odd));
}

/* ---- Many ---- */

static void many(long count)
{
	struct pmc_kernel_set **all = kcalloc((size_t)count, sizeof(*all), GFP_KERNEL), *s;
	struct pmc_ioctl_count c;
	long i, opened = 0, counted = 0, tries;

	if (!all)
		return;
	for (i = 0; i < count; i++) {
		all[i] = open_one(NULL, 0, "instructions", 0);
		opened += !IS_ERR(all[i]);
	}
	is(opened, count, "sets of one CPU");
	/* Each has its turn: a condition, however long that takes. */
	for (tries = 0; tries < 2000 && counted < opened; tries++) {
		usleep_range(1000, 2000);
		for (i = 0, counted = 0; i < count; i++)
			counted += !IS_ERR(all[i]) && !pmc_kernel_read(all[i], &c, 1, NULL) &&
				   c.running && c.value && c.running <= c.enabled;
	}
	is(counted, opened, "each has counted");
	for (i = 0; i < count; i++)
		if (!IS_ERR(all[i]))
			pmc_kernel_close(all[i]);
	for (i = 0; i < 32 && i < count; i++)
		all[i] = open_one(current, -1, "instructions:k", 0);
	s = open_one(current, -1, "instructions:k", 0);
	is(PTR_ERR_OR_ZERO(s), -EUSERS, "more than 32 sets of a task");
	if (!IS_ERR(s))
		pmc_kernel_close(s);
	for (i = 0, opened = 0; i < 32 && i < count; i++) {
		opened += !IS_ERR(all[i]);
		if (!IS_ERR(all[i]))
			pmc_kernel_close(all[i]);
	}
	is(opened, min(32L, count), "sets of a task");
	kfree(all);
}

/* ---- All counters of CPU 0, while a user counts ---- */

static void hold(long unused)
{
	struct pmc_ioctl_event *e = kcalloc(PMC_ABI_EVENTS, sizeof(*e), GFP_KERNEL);
	struct pmc_kernel_setup setup = { .events = e };
	u32 i;

	if (!e)
		return;
	for (i = 0; i < PMC_ABI_EVENTS; i++)
		if (event("instructions:u", &e[i]))
			goto free;
	for (n_events = PMC_ABI_EVENTS; n_events; n_events--) {
		setup.n = n_events;
		set = pmc_kernel_open_cpu(0, &setup, NULL);
		if (!IS_ERR(set))
			break;
		set = NULL;
	}
	result(set && !pmc_kernel_start(set), "all counters: %u", n_events);
free:
	kfree(e);
}

/* At least so many instructions, and each event all the time. */
static void hold_end(long least)
{
	struct pmc_ioctl_count *c = kcalloc(PMC_ABI_EVENTS, sizeof(*c), GFP_KERNEL);
	u32 i, same = 0;

	if (!set || !c)
		return;
	pmc_kernel_stop(set);
	is(pmc_kernel_read(set, c, n_events, NULL), 0, "read");
	for (i = 0; i < n_events; i++)
		same += c[i].enabled && c[i].running == c[i].enabled && c[i].value == c[0].value;
	result(same == n_events && c[0].value >= (u64)least,
	       "the kernel's set goes first: %u of %u events counted all, %llu", same, n_events,
	       c[0].value);
	pmc_kernel_reset(set);
	pmc_kernel_read(set, c, n_events, NULL);
	is((long)c[0].value, 0, "zeroed");
	pmc_kernel_close(set);
	set = NULL;
	kfree(c);
}

/* ---- A CPU that goes and comes ---- */

static void hotplug(long cpu)
{
	u64 count[4];
	int err;

	set = open_one(NULL, (int)cpu, "instructions", 0);
	is(PTR_ERR_OR_ZERO(set), 0, "a set of another CPU");
	if (IS_ERR(set)) {
		set = NULL;
		return;
	}
	count[0] = value(set);
	err = remove_cpu((unsigned int)cpu);
	count[1] = value(set);
	count[2] = value(set);
	is(PTR_ERR_OR_ZERO(open_one(NULL, (int)cpu, "instructions", 0)), -ENXIO,
	   "a CPU that is offline");
	err |= add_cpu((unsigned int)cpu);
	count[3] = value(set);
	result(!err && count[0] && count[0] < count[1] && count[1] == count[2] &&
		       count[2] < count[3],
	       "it goes and comes: %llu, offline %llu and %llu, again %llu", count[0], count[1],
	       count[2], count[3]);
	pmc_kernel_close(set);
	set = NULL;
}

/* ---- Chains of the kernel ---- */

/* The unwinder asked in the same NMI must find what the record says. */
static struct {
	atomic_t chains, addresses, deep, wrong;
	struct {
		u64 ip, found, recorded; /* of the first that is wrong */
	} first;
} compared;
static struct pmc_kernel_set **of_cpus;

static void compare_chain(const struct pmc_ioctl_sample *record, struct pt_regs *regs, void *data)
{
	const u64 *recorded = record->word + record->n_counts;
	struct unwind_state state;
	u64 address;
	u32 n = 0;

	if (!regs || user_mode(regs))
		return;
	for (unwind_start(&state, current, regs, NULL); n < PMC_SAMPLE_DEPTH;
	     unwind_next_frame(&state), n++) {
		address = unwind_done(&state) ? 0 : unwind_get_return_address(&state);
		if (!address || n == record->n_kernel || address != recorded[n])
			break;
	}
	atomic_inc(&compared.chains);
	atomic_add((int)n, &compared.addresses);
	atomic_add(n > 10, &compared.deep);
	if (n == PMC_SAMPLE_DEPTH || (!address && n == record->n_kernel))
		return;
	if (atomic_inc_return(&compared.wrong) > 1)
		return;
	compared.first.ip = regs->ip;
	compared.first.found = address;
	compared.first.recorded = n < record->n_kernel ? recorded[n] : 0;
}

/* On all CPUs, one sample in so many instructions. */
static void chains(long period)
{
	struct pmc_ioctl_event e;
	struct pmc_kernel_setup setup = { .events = &e, .n = 1, .sample = compare_chain };
	int cpu, opened = 0;

	memset(&compared, 0, sizeof(compared));
	of_cpus = kcalloc(nr_cpu_ids, sizeof(struct pmc_kernel_set *), GFP_KERNEL);
	if (!of_cpus || event("instructions:k", &e))
		return;
	e.period = (u64)period;
	e.sample = PMC_SAMPLE_KERNEL_CHAIN;
	for_each_online_cpu(cpu) {
		of_cpus[cpu] = pmc_kernel_open_cpu(cpu, &setup, NULL);
		if (IS_ERR(of_cpus[cpu]))
			of_cpus[cpu] = NULL;
		else
			opened += !pmc_kernel_start(of_cpus[cpu]);
	}
	is(opened, num_online_cpus(), "sets for chains");
}

static void chains_end(long least)
{
	unsigned int cpu;

	for (cpu = 0; of_cpus && cpu < nr_cpu_ids; cpu++)
		pmc_kernel_close(of_cpus[cpu]);
	kfree(of_cpus);
	of_cpus = NULL;
	result(atomic_read(&compared.chains) >= least && !atomic_read(&compared.wrong),
	       "%d chains with %d addresses, %d longer than 10; %d not the unwinder's",
	       atomic_read(&compared.chains), atomic_read(&compared.addresses),
	       atomic_read(&compared.deep), atomic_read(&compared.wrong));
	if (atomic_read(&compared.wrong))
		pr_info("inkernel: at %pS found %pS, recorded %pS\n",
			(void *)(long)compared.first.ip, (void *)(long)compared.first.found,
			(void *)(long)compared.first.recorded);
}

/* perf has the counters. */
static void busy(long unused)
{
	is(PTR_ERR_OR_ZERO(open_one(NULL, 0, "instructions:u", 0)), -EBUSY, "beside perf");
}

static const struct {
	const char *name;
	void (*function)(long number);
} commands[] = {
	{ "refusals", refusals },
	{ "task", task },
	{ "task_end", task_end },
	{ "exits", exits },
	{ "many", many },
	{ "hold", hold },
	{ "hold_end", hold_end },
	{ "hotplug", hotplug },
	{ "busy", busy },
	{ "chains", chains },
	{ "chains_end", chains_end },
};

static int run(const char *line, const struct kernel_param *param)
{
	char name[32];
	long number = 0;
	size_t i;

	if (sscanf(line, "%31s %ld", name, &number) < 1)
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strcmp(commands[i].name, name))
			continue;
		commands[i].function(number);
		return 0;
	}
	return -EINVAL;
}

static const struct kernel_param_ops run_ops = { .set = run };
module_param_cb(run, &run_ops, NULL, 0200);

static int __init inkernel_init(void)
{
	return 0;
}

static void __exit inkernel_exit(void)
{
	pmc_kernel_close(set);
}

module_init(inkernel_init);
module_exit(inkernel_exit);
MODULE_DESCRIPTION("Tests of what pmc.ko exports");
MODULE_LICENSE("Dual BSD/GPL");
