/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and writes single registers by msr(4). Nobody guards them, so the caller checks the
 * address and the value. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/backends/msr/registers.h"
#include "lib/backends/msr/regs.h"
#include "lib/base/cpu.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"

static int why_open(unsigned cpu, int err, struct pmc_diag *diag)
{
	/* The device of a CPU that is offline exists; that of one that there is not does not. */
	if (cpu_check(cpu, diag))
		return -ENOENT;
	switch (-err) {
	case ENOENT:
	case ENXIO:
		return diag_say(diag, -ENODEV,
				"neither the driver (/dev/pmc) nor /dev/cpu/%u/msr is there; to "
				"fix this, run as root: modprobe pmc, or modprobe msr",
				cpu);
	case EACCES:
	case EPERM:
		if (geteuid())
			return diag_say(diag, -EPERM,
					"you may not open /dev/cpu/%u/msr; to fix this, run as "
					"root",
					cpu);
		return diag_say(diag, -EPERM,
				"/dev/cpu/%u/msr needs CAP_SYS_RAWIO, which containers do not "
				"have; to fix this, run outside of the container",
				cpu);
	default:
		return diag_say(diag, err, "cannot open /dev/cpu/%u/msr: %s", cpu, strerror(-err));
	}
}

static int why_access(int err, bool write, struct pmc_diag *diag)
{
	if (err == -EPERM && write && proc_locked_down())
		return diag_say(diag, -EPERM,
				MSR_LOCKED_DOWN ", so that nobody may write registers; to fix "
						"this, switch Secure Boot off in the firmware");
	if (err == -EPERM && write)
		return diag_say(diag, -EPERM,
				"the kernel's module msr lets nobody write registers; to fix this, "
				"run as root: echo on >/sys/module/msr/parameters/allow_writes");
	if (err == -EIO)
		return diag_say(diag, -EIO,
				"the processor refuses it; a virtual processor may lack the "
				"register; to fix this, let the hypervisor offer a virtual PMU");
	return diag_say(diag, err, "%s", strerror(-err));
}

int msr_register(unsigned cpu, u32 address, bool write, u64 *value, struct pmc_diag *diag)
{
	u64 got = *value;
	int fd = msr_open(cpu), err;

	if (fd < 0)
		return why_open(cpu, fd, diag);
	err = write ? msr_write(fd, address, got) : msr_read(fd, address, &got);
	close(fd);
	if (err)
		return why_access(err, write, diag);
	*value = got;
	return 0;
}
