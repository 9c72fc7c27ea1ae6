/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <linux/perf_event.h>

#include "lib/backends/perf/open.h"
#include "lib/backends/perf/permit.h"
#include "lib/base/user_rdpmc.h"

int perf_permit_rdpmc(struct rdpmc_permit *permit)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.disabled = 1,
		.exclude_kernel = 1,
	};
	const struct perf_event_mmap_page *page;
	int fd = perf_open(&attr, 0, -1, -1), err;

	if (fd < 0)
		return fd;
	err = rdpmc_permit_init(permit, fd);
	page = permit->page;
	if (!err && !page->cap_user_rdpmc)
		err = -EOPNOTSUPP;
	if (err)
		rdpmc_permit_deinit(permit);
	return err;
}
