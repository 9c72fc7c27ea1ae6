/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and writes registers of the PMU by PMC_IOC_MSR, and says why the module refuses. */
#include <errno.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/pmu/pmu.h"
#include "lib/backends/driver/device.h"
#include "lib/backends/driver/registers.h"
#include "lib/backends/driver/why.h"
#include "lib/base/capability.h"
#include "lib/base/cpu.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"
#include "pmc/pmc_ioctl.h"

static int refuse(enum driver_call call, int err, struct pmc_diag *diag)
{
	struct driver_facts facts = { .call = call, .error = err, .use = PMC_USE_ANY };
	char reason[320], way[320];

	driver_gather(&facts);
	driver_sentence(&facts, reason, sizeof(reason), way, sizeof(way));
	return diag_say(diag, driver_error(&facts), "backend driver: %s%s%s", reason,
			*way ? "; to fix this, " : "", way);
}

int driver_registers_pmu(struct pmu *pmu, struct pmc_diag *diag)
{
	struct pmc_ioctl_info info;
	struct pmu found;
	int fd = driver_open(), err;

	if (fd < 0)
		return refuse(DRIVER_OPEN, fd, diag);
	err = driver_info(fd, &info, &found);
	close(fd);
	if (err)
		return refuse(DRIVER_INFO, err, diag);
	if (!found.general && !found.fixed)
		return refuse(DRIVER_SETUP, -ENODEV, diag);
	*pmu = found;
	return 0;
}

/* EPERM: the rights, the kernel, or a register that the module does not know. */
static int why_permission(const struct driver_register_facts *f, struct pmc_diag *diag)
{
	if (!f->admin)
		return diag_say(diag, -EPERM,
				"registers can be %s with CAP_SYS_ADMIN only; to fix this, run as "
				"root",
				f->write ? "written" : "read");
	if (f->write && f->locked_down)
		return diag_say(diag, -EPERM,
				"the kernel is locked down (kernel_lockdown(7)), as it is under "
				"Secure Boot, so that nobody may write registers; to fix this, "
				"switch Secure Boot off in the firmware");
	return diag_say(diag, -EINVAL,
			"the module knows no such register of this PMU; install module and "
			"command from one version");
}

/* EBUSY: the driver's own sets, the watchdog, or perf. */
static int why_busy(const struct driver_register_facts *f, struct pmc_diag *diag)
{
	if (f->sets)
		return diag_say(diag, -EBUSY,
				"somebody counts with the driver, so only counters may be written "
				"now, and no register that selects or controls; to fix this, end "
				"what 'pmc who' shows");
	if (f->watchdog)
		return diag_say(diag, -EBUSY,
				"the kernel's NMI watchdog, which uses perf, holds the counters; "
				"to fix this, run as root: sysctl kernel.nmi_watchdog=0");
	return diag_say(diag, -EBUSY,
			"Linux's perf holds the counters; to fix this, end what uses perf for "
			"hardware events");
}

int driver_register_why(const struct driver_register_facts *f, struct pmc_diag *diag)
{
	switch (-f->error) {
	case EPERM:
		return why_permission(f, diag);
	case EBUSY:
		return why_busy(f, diag);
	case ENXIO:
		if (cpu_check(f->cpu, diag))
			return -ENOENT;
		return diag_say(diag, -ENOENT, "CPU %u is offline", f->cpu);
	case ERANGE:
		return diag_say(diag, -ERANGE, "the value sets reserved bits");
	case EROFS:
		return diag_say(diag, -EROFS, "the register can only be read");
	case EIO:
		return diag_say(diag, -EIO,
				"the processor refuses it; a virtual processor may lack the "
				"register; to fix this, let the hypervisor offer a virtual PMU");
	default:
		return diag_say(diag, f->error, "the module refuses: %s", strerror(-f->error));
	}
}

/* What the module says of itself explains its refusal. */
static int why_refused(int fd, unsigned cpu, bool write, int err, struct pmc_diag *diag)
{
	struct driver_register_facts facts = { .error = err, .write = write, .cpu = cpu };
	struct pmc_ioctl_info info;
	struct pmu pmu;

	facts.admin = capability_has(CAP_SYS_ADMIN);
	facts.locked_down = proc_locked_down();
	facts.watchdog = proc_watchdog();
	if (!driver_info(fd, &info, &pmu))
		facts.sets = info.held;
	return driver_register_why(&facts, diag);
}

int driver_register(unsigned cpu, u32 address, bool write, u64 *value, struct pmc_diag *diag)
{
	struct pmc_ioctl_msr call = {
		.size = sizeof(call),
		.flags = write ? PMC_MSR_WRITE : 0,
		.cpu = cpu,
		.address = address,
		.value = write ? *value : 0,
	};
	int fd = driver_open(), err;

	if (fd < 0)
		return refuse(DRIVER_OPEN, fd, diag);
	err = ioctl(fd, PMC_IOC_MSR, &call) ? why_refused(fd, cpu, write, -errno, diag) : 0;
	close(fd);
	if (!err)
		*value = call.value;
	return err;
}

int driver_selftest(unsigned cpu, void (*found)(const struct pmc_ioctl_finding *f, void *data),
		    void *data, struct pmc_diag *diag)
{
	struct pmc_ioctl_selftest call = { .size = sizeof(call),
					   .cpu = cpu,
					   .n = PMC_SELFTEST_FINDINGS };
	struct pmc_ioctl_finding *findings = calloc(PMC_SELFTEST_FINDINGS, sizeof(*findings));
	int fd = driver_open(), err = 0;
	unsigned i;

	if (fd < 0 || !findings) {
		err = fd < 0 ? refuse(DRIVER_OPEN, fd, diag) :
			       diag_say(diag, -ENOMEM, "out of memory");
		goto out;
	}
	call.findings = (uintptr_t)findings;
	call.finding_size = sizeof(*findings);
	/* An older module has no such call, so there is nothing to tell. */
	if (ioctl(fd, PMC_IOC_SELFTEST, &call))
		err = errno == ENOTTY ? 0 : why_refused(fd, cpu, true, -errno, diag);
	else
		for (i = 0; i < call.n; i++)
			found(&findings[i], data);
out:
	if (fd >= 0)
		close(fd);
	free(findings);
	return err;
}
