/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUs that the caller names, and what /sys says about them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/cpu.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"

static int refuse_absent(unsigned cpu, struct pmc_diag *diag)
{
	char present[128];

	if (proc_read("/sys/devices/system/cpu/present", present, sizeof(present)) <= 0)
		return diag_say(diag, -ENOENT, "there is no CPU %u", cpu);
	present[strcspn(present, "\n")] = 0;
	return diag_say(diag, -ENOENT, "there is no CPU %u; this machine has CPU%s %s", cpu,
			strpbrk(present, "-,") ? "s" : "", present);
}

int cpu_check(unsigned cpu, struct pmc_diag *diag)
{
	char path[64], online[4];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u", cpu);
	if (cpu > 65535 || (access("/sys/devices/system/cpu", F_OK) == 0 && access(path, F_OK)))
		return refuse_absent(cpu, diag);
	/* A CPU that cannot go offline has no such file. */
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/online", cpu);
	if (proc_read(path, online, sizeof(online)) > 0 && online[0] == '0')
		return diag_say(diag, -ENOENT,
				"CPU %u is offline; to fix this, run as root: echo 1 >%s", cpu,
				path);
	return 0;
}
