// SPDX-License-Identifier: GPL-2.0
/* Reads and writes PMU registers of any CPU for tools (PMC_IOC_MSR). */
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/smp.h>

#include "kernel/base/msr.h"
#include "kernel/count/hold.h"
#include "kernel/msr.h"
#include "kernel/pmu/probe.h"
#include "kernel/pmu/reserve.h"
#include "pmc/pmc_ioctl.h"

struct msr_job {
	struct pmc_ioctl_msr *msr;
	int err;
};

static void access_here(void *data)
{
	struct msr_job *job = data;
	u64 value;

	if (job->msr->flags & PMC_MSR_WRITE) {
		job->err = wrmsrl_safe(job->msr->address, job->msr->value);
		return;
	}
	job->err = rdmsrl_safe(job->msr->address, &value);
	if (!job->err)
		job->msr->value = value;
}

static bool is_counter(enum reg_kind kind)
{
	return kind == REG_COUNTER || kind == REG_FIXED || kind == REG_ALIAS;
}

static int check_write(const struct pmc_ioctl_msr *msr, const struct pmu_reg_at *at)
{
	if (at->reg->kind == REG_STATUS || msr->address == MSR_TSC)
		return -EROFS;
	if (msr->value & ~pmc_pmu_reg_bits(&hw_pmu, at))
		return -ERANGE;
	if (hold_count() && !is_counter(at->reg->kind))
		return -EBUSY;
	return 0;
}

static int on_cpu(struct pmc_ioctl_msr *msr)
{
	struct msr_job job = { .msr = msr };

	if (smp_call_function_single((int)msr->cpu, access_here, &job, 1))
		return -ENXIO;
	return job.err ? -EIO : 0;
}

/* Nobody else may count with these registers meanwhile. */
static int write_on_cpu(struct pmc_ioctl_msr *msr)
{
	int err;

	if (hold_count())
		return on_cpu(msr);
	err = reserve_take();
	if (err)
		return err;
	err = on_cpu(msr);
	reserve_put();
	return err;
}

int msr_access(struct pmc_ioctl_msr *msr)
{
	struct pmu_reg_at at;
	int err;

	if (!pmc_pmu_reg_at(&hw_pmu, msr->address, &at))
		return -EPERM;
	if (msr->cpu >= nr_cpu_ids)
		return -ENXIO;
	if (!(msr->flags & PMC_MSR_WRITE))
		return on_cpu(msr);
	err = check_write(msr, &at);
	return err ? err : write_on_cpu(msr);
}
