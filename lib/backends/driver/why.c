/* SPDX-License-Identifier: BSD-2-Clause */
/* Why /dev/pmc refuses, in sentences, and what would help: one for each errno of the ABI. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/backends/driver/why.h"
#include "lib/base/proc.h"
#include "pmc/pmc_ioctl.h"

void driver_gather(struct driver_facts *f)
{
	f->watchdog = proc_watchdog();
}

static void why_open(const struct driver_facts *f, char *reason, size_t size, char *way,
		     size_t way_size)
{
	switch (-f->error) {
	case ENOENT:
		snprintf(reason, size, "there is no " PMC_DEVICE ": the module is not loaded");
		snprintf(way, way_size,
			 "as root: modprobe pmc (in the source tree 'make modules_install' "
			 "builds it)");
		break;
	case EACCES:
	case EPERM:
		snprintf(reason, size, "you may not open " PMC_DEVICE);
		snprintf(way, way_size,
			 "be a member of the group pmc (as root: usermod -aG pmc NAME, and log "
			 "in again)");
		break;
	case ENXIO:
	case ENODEV:
		snprintf(reason, size, PMC_DEVICE " is there, but no module behind it");
		snprintf(way, way_size, "as root: modprobe pmc");
		break;
	case EMFILE:
	case ENFILE:
		snprintf(
			reason, size,
			"no file descriptors are left; each thread or CPU that is counted takes one");
		snprintf(way, way_size, "a higher limit: ulimit -n");
		break;
	default:
		snprintf(reason, size, PMC_DEVICE " cannot be opened: %s", strerror(-f->error));
	}
}

static void why_setup(const struct driver_facts *f, char *reason, size_t size, char *way,
		      size_t way_size)
{
	switch (-f->error) {
	case ENODEV:
		snprintf(reason, size,
			 "the module drives no PMU of this machine (its line in the kernel's log "
			 "tells why)");
		snprintf(way, way_size, "in a virtual machine, a virtual PMU from the hypervisor");
		break;
	case EBUSY:
		/* Perf may hold them besides; without the watchdog that is what is left to say. */
		snprintf(reason, size, "%s holds the counters",
			 f->watchdog ? "the kernel's NMI watchdog, which is a user of perf," :
				       "Linux's perf");
		snprintf(
			way, way_size, "%s",
			f->watchdog ?
				"as root: sysctl kernel.nmi_watchdog=0" :
				"end what uses perf for hardware events (perf stat, perf record, perf top); or "
				"count with --backend perf");
		break;
	case EACCES:
		snprintf(reason, size,
			 "the module's parameter paranoid is %u, which closes %s to users without "
			 "CAP_PERFMON",
			 f->paranoid,
			 f->paranoid >= 3      ? "the counters" :
			 f->use == PMC_USE_CPU ? "whole CPUs" :
						 "the kernel's part");
		snprintf(way, way_size, "as root: echo %d >/sys/module/pmc/parameters/paranoid",
			 f->use == PMC_USE_CPU ? 0 :
			 f->paranoid >= 3      ? 2 :
						 1);
		break;
	case EIO:
		snprintf(reason, size,
			 "the processor refuses a register that it needs, as virtual ones may");
		break;
	case EOPNOTSUPP:
		snprintf(
			reason, size,
			"the module has no cascades, in which one event's overflow starts another");
		break;
	case ERANGE:
		if (f->siblings) {
			snprintf(
				reason, size,
				"it needs a register that the two logical processors of a core would share");
			snprintf(
				way, way_size,
				"an event that both ESCRs of its unit detect, or a kernel booted with nosmt");
			break;
		}
		snprintf(reason, size, "the module knows no such register or bits of it");
		snprintf(way, way_size, "install module and command from one version");
		break;
	default:
		snprintf(reason, size, "the module refuses it: %s", strerror(-f->error));
	}
}

static void why_attach(const struct driver_facts *f, char *reason, size_t size, char *way,
		       size_t way_size)
{
	char name[16];

	switch (-f->error) {
	case ENOSPC:
		proc_name((pid_t)f->holder, name);
		snprintf(reason, size, "the counters that are needed are those of process %u%s%s%s",
			 f->holder, name[0] ? " (" : "", name, name[0] ? ")" : "");
		snprintf(way, way_size, "end it, or count fewer events at once");
		break;
	case EPERM:
		snprintf(reason, size,
			 "the process belongs to another user, or must not be traced");
		snprintf(way, way_size, "be its user, or have CAP_PERFMON");
		break;
	case ESRCH:
		snprintf(reason, size, "the process or thread is gone");
		break;
	case EUSERS:
		snprintf(reason, size, "64 sets of events count the thread already");
		snprintf(way, way_size, "end what counts it");
		break;
	case ENXIO:
		snprintf(reason, size, "the CPU is offline");
		break;
	case EBUSY:
		snprintf(
			reason, size,
			"a process reads its counters with RDPMC, which would show when the next sample "
			"of a CPU is due");
		snprintf(way, way_size,
			 "end it, or let it read with system calls (PMC_SET_NO_FASTREAD)");
		break;
	default:
		why_setup(f, reason, size, way, way_size);
	}
}

void driver_sentence(const struct driver_facts *f, char *reason, size_t size, char *way_out,
		     size_t way_size)
{
	*way_out = 0;
	switch (f->call) {
	case DRIVER_OPEN:
		why_open(f, reason, size, way_out, way_size);
		break;
	case DRIVER_INFO:
		snprintf(reason, size,
			 "the module speaks another version of its interface than this library");
		snprintf(way_out, way_size, "install both from one version");
		break;
	case DRIVER_SETUP:
		why_setup(f, reason, size, way_out, way_size);
		break;
	case DRIVER_ATTACH:
		why_attach(f, reason, size, way_out, way_size);
		break;
	}
}

int driver_error(const struct driver_facts *f)
{
	if (f->call == DRIVER_OPEN && f->error == -ENOENT)
		return -ENODEV;
	if (f->call == DRIVER_INFO)
		return -ENODEV;
	if (f->error == -ENOSPC)
		return -EBUSY;
	if (f->error == -ENXIO)
		return -ENOENT;
	return f->error;
}
