/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens the device, asks the module which PMU it drives, and makes sets of one event. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>

#include "abi/event.h"
#include "core/models/model.h"
#include "core/pmu/pmu.h"
#include "lib/backends/driver/device.h"
#include "lib/base/limits.h"
#include "pmc/pmc_ioctl.h"

int driver_open(void)
{
	int fd;

	do {
		fd = open(PMC_DEVICE, O_RDWR | O_CLOEXEC);
	} while (fd < 0 && errno == EMFILE && limits_raise_files());
	return fd < 0 ? -errno : fd;
}

int driver_info(int fd, struct pmc_ioctl_info *info, struct pmu *pmu)
{
	const struct pmu_model *model;

	memset(info, 0, sizeof(*info));
	info->size = sizeof(*info);
	if (ioctl(fd, PMC_IOC_INFO, info))
		return errno == ENOTTY ? -EPROTO : -errno;
	model = pmc_model_find(info->model, strnlen(info->model, sizeof(info->model)), NULL);
	if (info->version != PMC_ABI_VERSION || !model || model->family != info->family)
		return -EPROTO;
	pmc_pmu_of_model(model, pmu);
	pmu->general = info->general;
	pmu->fixed = info->fixed;
	pmu->general_width = info->general_width;
	pmu->fixed_width = info->fixed_width;
	pmu->version = info->arch_version;
	pmu->caps = info->caps;
	pmu->arch_events = info->arch_events;
	return 0;
}

int driver_setup(int fd, const struct encoding *enc)
{
	struct pmc_ioctl_event event;
	struct pmc_ioctl_setup setup = {
		.size = sizeof(setup),
		.events = (uintptr_t)&event,
		.n = 1,
		.event_size = sizeof(event),
	};
	int err = pmc_abi_from_encoding(enc, &event);

	if (err)
		return err;
	return ioctl(fd, PMC_IOC_SETUP, &setup) ? -errno : 0;
}
