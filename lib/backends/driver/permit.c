/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/backends/driver/device.h"
#include "lib/backends/driver/permit.h"
#include "lib/base/user_rdpmc.h"
#include "pmc/pmc_ioctl.h"

int driver_permit_rdpmc(const struct encoding *enc, struct rdpmc_permit *permit)
{
	struct pmc_ioctl_attach attach = { .size = sizeof(attach), .target = PMC_TARGET_SELF };
	const struct pmc_ioctl_page *page;
	int fd = driver_open(), err;

	if (fd < 0)
		return fd;
	err = driver_setup(fd, enc);
	if (!err && ioctl(fd, PMC_IOC_ATTACH, &attach))
		err = -errno;
	if (err) {
		close(fd);
		return err;
	}
	err = rdpmc_permit_init(permit, fd);
	page = permit->page;
	if (!err && !(page->flags & PMC_PAGE_RDPMC))
		err = -EOPNOTSUPP;
	if (err)
		rdpmc_permit_deinit(permit);
	return err;
}
