// SPDX-License-Identifier: GPL-2.0
/*
 * Carries out core/selftest/ in the kernel, where interrupts can be taken. The test runs on its CPU
 * with interrupts off, so that nothing but NMIs comes between two readings. Nobody counts
 * meanwhile: the counters are reserved as for a set, but the PMU is not taken, since the test
 * itself saves and restores the registers.
 */
#include <linux/device.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <asm/apic.h>
#include <asm/asm.h>
#include <asm/nmi.h>
#include <asm/ptrace.h>

#include "kernel/base/core.h"
#include "kernel/base/msr.h"
#include "kernel/count/hold.h"
#include "kernel/pmu/probe.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/reserve.h"
#include "kernel/pmu/sibling.h"
#include "kernel/sample/sample.h"
#include "kernel/selftest.h"
#include "pmc/pmc_ioctl.h"

static bool selftest;
module_param(selftest, bool, 0444);
MODULE_PARM_DESC(selftest, "test the PMU of each CPU when the module is loaded (default: no)");

struct job {
	struct selftest test;
	struct selftest_host host;
	struct selftest_overflow *overflow; /* that is to come now */
	struct pmc_ioctl_finding *findings;
	u32 n;
	int err;
};
static DEFINE_PER_CPU(struct job *, running);

/* ---- What core/selftest/ needs ---- */

static int get(void *data, u32 msr, u64 *value)
{
	return rdmsrl_safe(msr, value);
}

static int set(void *data, u32 msr, u64 value)
{
	return wrmsrl_safe(msr, value);
}

/* The interrupt finds in CX how many turns are left. */
static noinline void loop(u32 n)
{
	asm volatile("1: dec %0\n\tjnz 1b" : "+c"(n));
}

/* A hypervisor may refuse it. */
static int read_pmc(void *data, u32 index, u64 *value)
{
	u32 low = 0, high = 0;
	int err = SELFTEST_REFUSED;

	asm volatile("1: rdpmc\n\txor %2, %2\n2:\n" _ASM_EXTABLE(1b, 2b)
		     : "+a"(low), "+d"(high), "+r"(err)
		     : "c"(index));
	*value = (u64)high << 32 | low;
	return err;
}

static void found(void *data, const struct finding *f)
{
	struct job *job = data;

	if (job->n == PMC_SELFTEST_FINDINGS)
		return;
	job->findings[job->n++] = (struct pmc_ioctl_finding){
		.check = f->check,
		.result = f->result,
		.counter = f->counter,
		.got = f->got,
		.want = f->want,
	};
}

/* ---- The interrupt ---- */

static int on_nmi(unsigned int command, struct pt_regs *regs)
{
	struct job *job = this_cpu_read(running);
	struct selftest_overflow *o = job ? READ_ONCE(job->overflow) : NULL;

	if (!job)
		return NMI_DONE;
	if (o) {
		if (!o->interrupts)
			o->left = (u32)regs->cx;
		WRITE_ONCE(o->interrupts, o->interrupts + 1);
		if (o->acknowledge)
			native_wrmsr(o->acknowledge, (u32)o->value, (u32)(o->value >> 32));
	}
	apic->write(APIC_LVTPC, APIC_DM_NMI);
	return NMI_HANDLED;
}

static int overflow(void *data, struct selftest_overflow *o)
{
	struct job *job = data;
	u32 lvtpc = apic->read(APIC_LVTPC);

	WRITE_ONCE(job->overflow, o);
	barrier();
	apic->write(APIC_LVTPC, APIC_DM_NMI);
	loop(o->loops);
	apic->write(APIC_LVTPC, lvtpc);
	barrier();
	WRITE_ONCE(job->overflow, NULL);
	return 0;
}

/* ---- The run ---- */

static void run_here(void *data)
{
	struct job *job = data;

	sibling_begin();
	job->host.sibling = hw_is_sibling();
	this_cpu_write(running, job);
	job->err = pmc_bank_init(&job->test.bank, &hw_pmu, &job->host);
	if (!job->err && pmc_bank_in_use(&job->test.bank)) {
		job->err = -EBUSY;
	} else if (!job->err) {
		job->err = pmc_selftest_run(&job->test);
		if (!job->err)
			job->err = pmc_selftest_rdpmc(&job->test, true);
		pmc_bank_restore(&job->test.bank);
		if (hw_acknowledge_msr)
			wrmsrl_safe(hw_acknowledge_msr, pmc_assign_counters(&hw_pmu));
	}
	this_cpu_write(running, NULL);
}

static int run_alone(u32 cpu, struct job *job)
{
	int err;

	if (hold_count())
		return -EBUSY;
	err = reserve_take();
	if (err)
		return err;
	err = register_nmi_handler(NMI_LOCAL, on_nmi, 0, "pmc selftest");
	if (err)
		goto reserved;
	if (smp_call_function_single((int)cpu, run_here, job, 1))
		err = -ENXIO;
	unregister_nmi_handler(NMI_LOCAL, "pmc selftest");
reserved:
	reserve_put();
	return err ? err : job->err;
}

int selftest_run(u32 cpu, struct pmc_ioctl_finding *findings, u32 *n)
{
	struct job *job;
	int err;

	*n = 0;
	if (!hw_pmu.general && !hw_pmu.fixed)
		return -ENODEV;
	if (cpu >= nr_cpu_ids)
		return -ENXIO;
	job = kzalloc(sizeof(*job), GFP_KERNEL);
	if (!job)
		return -ENOMEM;
	job->findings = findings;
	job->host = (struct selftest_host){
		.data = job,
		.ring = 'k',
		.get = get,
		.set = set,
		.loop = loop,
		.read_pmc = hw_has_rdpmc ? read_pmc : NULL,
		.overflow = sample_is_possible() ? overflow : NULL,
		.found = found,
	};
	/* A set that was closed a moment ago holds the PMU no longer. */
	hold_end();
	mutex_lock(&hold_mutex);
	err = run_alone(cpu, job);
	mutex_unlock(&hold_mutex);
	*n = job->n;
	kfree(job);
	return err;
}

/* ---- When the module is loaded ---- */

static u32 all_passed, all_failed;
static bool has_run;

static ssize_t selftest_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	if (!has_run)
		return sysfs_emit(buf, "not run\n");
	return sysfs_emit(buf, "%u tests passed, %u failed\n", all_passed, all_failed);
}
static DEVICE_ATTR_RO(selftest);
static struct attribute *attributes[] = { &dev_attr_selftest.attr, NULL };
static const struct attribute_group group = { .attrs = attributes };
const struct attribute_group *selftest_groups[] = { &group, NULL };

static void tell(int cpu, const struct pmc_ioctl_finding *f)
{
	if (f->result == SELFTEST_PASSED)
		all_passed++;
	if (f->result != SELFTEST_FAILED)
		return;
	all_failed++;
	pr_err("pmc: selftest: CPU %d: %scounter %u: %s: got %#llx, want %#llx; %s\n", cpu,
	       f->counter >= FIXED_COUNTER(0) ? "fixed " : "", f->counter % 32u,
	       pmc_selftest_name(f->check), f->got, f->want, pmc_selftest_means(f->check));
}

void selftest_on_load(void)
{
	struct pmc_ioctl_finding *findings;
	u32 i, n;
	int cpu, err;

	if (!selftest)
		return;
	findings = kvcalloc(PMC_SELFTEST_FINDINGS, sizeof(*findings), GFP_KERNEL);
	if (!findings)
		return;
	for_each_online_cpu(cpu) {
		err = selftest_run((u32)cpu, findings, &n);
		for (i = 0; i < n; i++)
			tell(cpu, &findings[i]);
		if (n)
			has_run = true;
		if (err)
			pr_err("pmc: selftest: CPU %d was not tested%s: error %d%s\n", cpu,
			       n ? " to the end" : "", err,
			       err == -EBUSY  ? " (somebody counts)" :
			       err == -ENODEV ? " (there are no counters)" :
						"");
	}
	if (has_run)
		pr_info("pmc: selftest: %u tests passed, %u failed\n", all_passed, all_failed);
	kvfree(findings);
}
