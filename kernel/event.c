// SPDX-License-Identifier: GPL-2.0
/*
 * Events that come from user mode: abi/ checks them against the registers of this PMU, and this
 * file checks what the caller may count and what this machine can do.
 */
#include <linux/bug.h>
#include <linux/errno.h>

#include "kernel/base/access.h"
#include "kernel/base/core.h"
#include "kernel/event.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/sibling.h"
#include "kernel/sample/sample.h"
#include "abi/event.h"

static struct abi_limits limits;

void event_init(void)
{
	BUILD_BUG_ON(PMC_ABI_EINVAL != EINVAL || PMC_ABI_ERANGE != ERANGE);
	pmc_abi_limits_init(&limits, &hw_pmu, static_branch_unlikely(&hw_has_siblings));
}

/* A hypervisor may refuse the PEBS registers, which replay tagging needs. */
static bool lacks_registers(const struct encoding *enc)
{
	if (!enc->pebs_enable && !enc->pebs_vert)
		return false;
	return regs_slot(MSR_P4_PEBS_ENABLE) < 0 || regs_slot(MSR_P4_PEBS_MATRIX_VERT) < 0;
}

static int check_access(const struct pmc_ioctl_event *event, const struct abi_scope *scope)
{
	bool kernel = scope->kernel || event->sample & PMC_SAMPLE_KERNEL_CHAIN;

	if (!access_any() || (kernel && !access_kernel()) || (scope->wide && !access_privileged()))
		return -EACCES;
	return 0;
}

/* Enables the interrupt at overflow, which users cannot set themselves. */
static void enable_interrupt(struct encoding *enc)
{
	if (hw_pmu.family == PMU_P4) {
		enc->select |= P4_CCCR_OVF_PMI_T0;
		return;
	}
	enc->select |= EVTSEL_INT;
	if (enc->other_msr)
		enc->other_select |= EVTSEL_INT;
	enc->fixed |= FIXED_CTRL_PMI;
}

int event_check(const struct pmc_ioctl_event *event, struct encoding *enc, bool *counts_kernel)
{
	struct abi_scope scope;
	int err;

	err = pmc_abi_check(event);
	if (err)
		return err;
	if (event->period && (event->precise || !sample_is_possible()))
		return -EOPNOTSUPP;
	err = pmc_abi_to_encoding(&limits, event, enc, &scope);
	if (err)
		return err;
	if (lacks_registers(enc))
		return -EIO;
	err = check_access(event, &scope);
	if (err)
		return err;
	if (event->period)
		enable_interrupt(enc);
	*counts_kernel = scope.kernel;
	return 0;
}
