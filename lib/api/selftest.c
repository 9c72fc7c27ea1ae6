/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The self test of one CPU's PMU, in user mode and, if there is the driver, by the kernel.
 * Registers are reached as by pmc_msr_read() and pmc_msr_write(); the rules are in core/selftest/.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/pmu/registers.h"
#include "core/selftest/selftest.h"
#include "lib/backends/driver/permit.h"
#include "lib/backends/driver/registers.h"
#include "lib/backends/msr/registers.h"
#include "lib/backends/perf/permit.h"
#include "lib/base/cpu.h"
#include "lib/base/diag.h"
#include "lib/base/user_rdpmc.h"
#include "lib/models/model.h"
#include "pmc/pmc_ioctl.h"
#include "pmc/selftest.h"

struct run {
	struct selftest test;
	struct pmu pmu;
	bool driver; /* it reaches the registers */
	unsigned cpu;
	bool restored;
	void (*found)(const struct pmc_finding *finding, void *data);
	void *data;
	struct pmc_diag diag; /* why a register was refused */
};

/* ---- The CPU ---- */

#define CPUS 65536 /* cpu_check() knows no more */

/* Moves the thread to the CPU. *before, which come_back() takes, is where it might run. */
static int go_to(unsigned cpu, cpu_set_t **before, struct pmc_diag *diag)
{
	const size_t size = CPU_ALLOC_SIZE(CPUS);
	cpu_set_t *set = CPU_ALLOC(CPUS);
	int err = cpu_check(cpu, diag);

	*before = CPU_ALLOC(CPUS);
	if (!set || !*before)
		err = diag_say(diag, -ENOMEM, "out of memory");
	if (err)
		goto out;
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	if (sched_getaffinity(0, size, *before) || sched_setaffinity(0, size, set))
		err = diag_say(diag, -ENOENT, "this process may not run on CPU %u", cpu);
out:
	if (err)
		CPU_FREE(*before);
	CPU_FREE(set);
	return err;
}

static void come_back(cpu_set_t *before)
{
	sched_setaffinity(0, CPU_ALLOC_SIZE(CPUS), before);
	CPU_FREE(before);
}

/* ---- What core/selftest/ needs ---- */

static int get(void *data, u32 msr, u64 *value)
{
	struct run *r = data;

	return r->driver ? driver_register(r->cpu, msr, false, value, &r->diag) :
			   msr_register(r->cpu, msr, false, value, &r->diag);
}

static int set(void *data, u32 msr, u64 value)
{
	struct run *r = data;

	return r->driver ? driver_register(r->cpu, msr, true, &value, &r->diag) :
			   msr_register(r->cpu, msr, true, &value, &r->diag);
}

static void loop(u32 n)
{
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
}

static int read_pmc(void *data, u32 index, u64 *value)
{
	return rdpmc_try(index, value) ? 0 : SELFTEST_REFUSED;
}

static void tell(const struct run *r, const struct finding *f, int kernel)
{
	struct pmc_finding finding = {
		.what = pmc_selftest_name(f->check),
		.means = pmc_selftest_means(f->check),
		.result = f->result,
		.kernel = kernel,
		.got = f->got,
		.want = f->want,
	};

	snprintf(finding.counter, sizeof(finding.counter), "%scounter %u",
		 f->counter >= FIXED_COUNTER(0) ? "fixed " : "", f->counter % 32u);
	r->found(&finding, r->data);
}

static void found(void *data, const struct finding *f)
{
	tell(data, f, 0);
}

/* The module, which may be newer, has found this. */
static void found_in_kernel(const struct pmc_ioctl_finding *f, void *data)
{
	struct finding finding = {
		.check = f->check,
		.result = f->result,
		.counter = f->counter,
		.got = f->got,
		.want = f->want,
	};

	if (pmc_selftest_name(f->check))
		tell(data, &finding, 1);
}

/* ---- The run ---- */

/* By an event that the PMU can count; the processor's own counters are free. */
static int permit_rdpmc(struct run *r, struct rdpmc_permit *permit)
{
	u32 counter;

	if (rdpmc_policy() == RDPMC_TO_NOBODY)
		return -EOPNOTSUPP;
	if (!r->driver)
		return perf_permit_rdpmc(permit);
	for (counter = 0; counter < 64; counter++)
		if (pmc_subject_init(&r->test.a, &r->test.bank, counter, 0))
			return driver_permit_rdpmc(&r->test.bank.enc, permit);
	return -EOPNOTSUPP;
}

static void tell_no_permit(const struct run *r)
{
	const struct pmc_finding finding = {
		.counter = "every counter",
		.what = pmc_selftest_name(SELFTEST_NO_PERMIT),
		.means = pmc_selftest_means(SELFTEST_NO_PERMIT),
		.result = PMC_FINDING_SKIPPED,
	};

	r->found(&finding, r->data);
}

/* This process has mapped no page but the one that it maps here. */
static int run_rdpmc(struct run *r)
{
	struct rdpmc_permit permit;
	struct rdpmc_try before;
	int err = 0;

	if (!pmc_pmu_has_rdpmc(&r->pmu))
		return 0;
	rdpmc_try_begin(&before);
	if (rdpmc_policy() != RDPMC_TO_ALL)
		err = pmc_selftest_rdpmc(&r->test, false);
	if (!err && permit_rdpmc(r, &permit)) {
		tell_no_permit(r);
	} else if (!err) {
		err = pmc_selftest_rdpmc(&r->test, true);
		rdpmc_permit_deinit(&permit);
	}
	rdpmc_try_end(&before);
	return err;
}

/* Signals wait, so that nothing keeps the registers from being put back. */
static int run_in_user_mode(struct run *r)
{
	const struct selftest_host host = {
		.data = r,
		.ring = 'u',
		.get = get,
		.set = set,
		.loop = loop,
		.read_pmc = read_pmc,
		.found = found,
	};
	sigset_t all, before;
	int err;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	err = pmc_bank_init(&r->test.bank, &r->pmu, &host);
	if (!err && pmc_bank_in_use(&r->test.bank)) {
		err = diag_say(&r->diag, -EBUSY,
			       "somebody counts on CPU %u ('pmc msr read' shows what); to fix "
			       "this, end it",
			       r->cpu);
	} else if (!err) {
		err = pmc_selftest_run(&r->test);
		r->restored = pmc_bank_restore(&r->test.bank);
		/* A counter that cannot be stopped would be in use. */
		if (!err && r->restored) {
			err = run_rdpmc(r);
			r->restored = pmc_bank_restore(&r->test.bank);
		}
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return err;
}

/* Which counters there are, and who reaches their registers. */
static int find_counters(struct run *r)
{
	struct pmc_model *model;
	int err = driver_registers_pmu(&r->pmu, &r->diag);

	r->driver = !err;
	if (err != -ENODEV)
		return err;
	err = pmc_model_open(NULL, NULL, &model, &r->diag);
	if (err)
		return err;
	r->pmu = model->announced;
	pmc_model_close(model);
	if (r->pmu.general || r->pmu.fixed)
		return 0;
	return diag_say(&r->diag, -ENODEV,
			"CPUID announces no counters, so there is nothing to test");
}

int pmc_selftest(unsigned cpu, void (*each)(const struct pmc_finding *finding, void *data),
		 void *data, struct pmc_diag *diag)
{
	struct run *r = calloc(1, sizeof(*r));
	cpu_set_t *before;
	int err;

	if (!r)
		return diag_say(diag, -ENOMEM, "out of memory");
	r->cpu = cpu;
	r->found = each;
	r->data = data;
	err = go_to(cpu, &before, &r->diag);
	if (!err) {
		err = find_counters(r);
		if (!err)
			err = run_in_user_mode(r);
		/* One that cannot be stopped would be so for the kernel. */
		if (!err && r->driver && r->restored)
			err = driver_selftest(cpu, found_in_kernel, r, &r->diag);
		come_back(before);
	}
	if (err && diag)
		*diag = r->diag;
	free(r);
	return err;
}
