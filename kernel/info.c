// SPDX-License-Identifier: GPL-2.0
/* What the module says about itself and the PMU (PMC_IOC_INFO). */
#include <linux/minmax.h>
#include <linux/string.h>
#include <asm/tsc.h>

#include "kernel/base/access.h"
#include "kernel/count/hold.h"
#include "kernel/count/rdpmc.h"
#include "kernel/info.h"
#include "kernel/pmu/probe.h"
#include "kernel/sample/sample.h"
#include "kernel/task/records.h"
#include "pmc/pmc_ioctl.h"

void info_fill(struct pmc_ioctl_info *info)
{
	memset(info, 0, sizeof(*info));
	info->version = PMC_ABI_VERSION;
	strscpy(info->model, hw_pmu.model->name, sizeof(info->model));
	info->general = hw_pmu.general;
	info->fixed = hw_pmu.fixed;
	info->general_width = hw_pmu.general_width;
	info->fixed_width = hw_pmu.fixed_width;
	info->family = hw_pmu.family;
	info->arch_version = hw_pmu.version;
	info->caps = hw_pmu.caps;
	info->arch_events = hw_pmu.arch_events;
	info->features = PMC_FEATURE_INHERIT | (rdpmc_is_possible() ? PMC_FEATURE_RDPMC : 0) |
			 (hw_probed ? PMC_FEATURE_PROBED : 0) |
			 (sample_is_possible() ? PMC_FEATURE_SAMPLE | PMC_FEATURE_SIGNAL : 0) |
			 PMC_FEATURE_WAKEUP | (records_are_possible() ? PMC_FEATURE_RECORDS : 0) |
			 PMC_FEATURE_CLOCK | PMC_FEATURE_STACKS | PMC_FEATURE_OUTPUT |
			 access_asks_perf();
	info->paranoid = (u32)max(access_level(), 0);
	info->tsc_khz = tsc_khz;
	info->held = hold_count();
}
