/* SPDX-License-Identifier: BSD-2-Clause */
/* Why /dev/pmc refuses: a sentence and a remedy for each errno of the ABI. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/driver/why.h"
#include "lib/base/proc.h"
#include "pmc/pmc_ioctl.h"

void driver_gather(struct driver_facts *f)
{
	char buf[32];

	f->watchdog = proc_watchdog();
	f->perf_paranoid = INT_MIN;
	if (proc_read("/proc/sys/kernel/perf_event_paranoid", buf, sizeof(buf)) > 0)
		f->perf_paranoid = atoi(buf);
}

void driver_take_info(struct driver_facts *f, const struct pmc_ioctl_info *info)
{
	f->paranoid = info->paranoid;
	f->perf_rules = info->features & (PMC_FEATURE_PERF_KERNEL | PMC_FEATURE_PERF_CPU);
}

bool driver_opens_cpus(const struct driver_facts *f)
{
	return f->paranoid == 0 && !(f->perf_rules & PMC_FEATURE_PERF_CPU && f->perf_paranoid > 0);
}

static void why_open(const struct driver_facts *f, char *reason, size_t size, char *way,
		     size_t way_size)
{
	switch (-f->error) {
	case ENOENT:
		snprintf(reason, size, "there is no " PMC_DEVICE ": the module is not loaded");
		snprintf(way, way_size,
			 "run as root: modprobe pmc ('make modules_install' in the source tree "
			 "builds the module)");
		break;
	case EACCES:
	case EPERM:
		snprintf(reason, size, "you may not open " PMC_DEVICE);
		snprintf(way, way_size,
			 "join the group pmc (as root: usermod -aG pmc NAME; then log in again)");
		break;
	case ENXIO:
	case ENODEV:
		snprintf(reason, size, PMC_DEVICE " exists, but its module is not loaded");
		snprintf(way, way_size, "run as root: modprobe pmc");
		break;
	case EMFILE:
	case ENFILE:
		snprintf(reason, size,
			 "no file descriptors are left; each counted thread or CPU takes one");
		snprintf(way, way_size, "raise the limit: ulimit -n");
		break;
	default:
		snprintf(reason, size, "cannot open " PMC_DEVICE ": %s", strerror(-f->error));
	}
}

/* If perf holds counters besides the watchdog, that shows once the watchdog is off. */
static void why_busy(const struct driver_facts *f, char *reason, size_t size, char *way,
		     size_t way_size)
{
	if (f->watchdog) {
		snprintf(reason, size,
			 "the kernel's NMI watchdog, which uses perf, holds the counters");
		snprintf(way, way_size, "run as root: sysctl kernel.nmi_watchdog=0");
		return;
	}
	snprintf(reason, size, "Linux's perf holds the counters");
	snprintf(way, way_size,
		 "end what uses perf for hardware events (perf stat, perf record, perf top), or "
		 "count "
		 "with --backend perf");
}

/* The module's parameter permits it, but not what perf asks. */
static void why_setup_perf(const struct driver_facts *f, const char *closed, int allow,
			   char *reason, size_t size, char *way, size_t way_size)
{
	if (f->perf_paranoid > allow) {
		snprintf(reason, size,
			 "kernel.perf_event_paranoid is %d, which closes %s to users without "
			 "CAP_PERFMON",
			 f->perf_paranoid, closed);
		snprintf(way, way_size, "run as root: sysctl kernel.perf_event_paranoid=%d", allow);
		return;
	}
	snprintf(reason, size, "one of the kernel's security modules closes %s to you", closed);
	snprintf(way, way_size, "let its policy grant the permission perf_event");
}

static void why_setup_paranoid(const struct driver_facts *f, char *reason, size_t size, char *way,
			       size_t way_size)
{
	const char *closed = "kernel mode";
	unsigned rules = f->perf_rules & PMC_FEATURE_PERF_KERNEL;
	int allow = 1;

	if (f->use == PMC_USE_CPU) {
		closed = "whole CPUs";
		rules = f->perf_rules & PMC_FEATURE_PERF_CPU;
		allow = 0;
	}
	if (rules && f->paranoid <= (unsigned)allow) {
		why_setup_perf(f, closed, allow, reason, size, way, way_size);
		return;
	}
	if (f->paranoid >= 3) {
		closed = "the counters";
		allow = f->use == PMC_USE_CPU ? 0 : 2;
	}
	snprintf(reason, size,
		 "the module's parameter paranoid is %u, which closes %s to users without "
		 "CAP_PERFMON",
		 f->paranoid, closed);
	snprintf(way, way_size, "run as root: echo %d >/sys/module/pmc/parameters/paranoid", allow);
}

static void why_setup(const struct driver_facts *f, char *reason, size_t size, char *way,
		      size_t way_size)
{
	switch (-f->error) {
	case ENODEV:
		snprintf(reason, size,
			 "the module drives no PMU of this machine (the kernel's log has its "
			 "reason); only the event tsc can be counted");
		snprintf(way, way_size,
			 "in a virtual machine, let the hypervisor offer a virtual PMU");
		break;
	case EBUSY:
		why_busy(f, reason, size, way, way_size);
		break;
	case EACCES:
		why_setup_paranoid(f, reason, size, way, way_size);
		break;
	case EIO:
		snprintf(
			reason, size,
			"the processor refuses a register that the event needs; virtual processors "
			"may lack "
			"it");
		break;
	case EOPNOTSUPP:
		snprintf(reason, size,
			 "the module does not support cascades, in which the overflow of one event "
			 "starts another");
		snprintf(way, way_size,
			 "leave out cascade and ext_cascade, which counts the event all the time");
		break;
	case ERANGE:
		if (f->overflows) {
			snprintf(reason, size,
				 "force_ovf, ovf_pmi_t0 and ovf_pmi_t1 say which overflows "
				 "interrupt, which the module decides itself");
			snprintf(way, way_size,
				 "leave them out: the count is the same without them");
			break;
		}
		if (f->siblings) {
			snprintf(reason, size,
				 "the event needs a register that the two logical processors of a "
				 "core share");
			snprintf(way, way_size,
				 "choose an event that both ESCRs of its unit detect, or boot with "
				 "nosmt");
			break;
		}
		snprintf(reason, size, "the module does not know a register, or some of its bits");
		snprintf(way, way_size, "install module and command from one version");
		break;
	default:
		snprintf(reason, size, "the module refuses the event: %s", strerror(-f->error));
	}
}

static void why_attach(const struct driver_facts *f, char *reason, size_t size, char *way,
		       size_t way_size)
{
	switch (-f->error) {
	case EPERM:
		snprintf(reason, size,
			 "the process belongs to another user, or must not be traced");
		snprintf(way, way_size, "count as its user, or with CAP_PERFMON");
		break;
	case ESRCH:
		snprintf(reason, size, "the process or thread has ended");
		break;
	case EUSERS:
		snprintf(reason, size, "32 sets of events count this thread already");
		snprintf(way, way_size, "end one of the programs that count it");
		break;
	case ENXIO:
		snprintf(reason, size, "the CPU is offline");
		break;
	case EBUSY:
		snprintf(reason, size,
			 "a process reads its counters with RDPMC, and could see when the next "
			 "sample of a "
			 "CPU is due");
		snprintf(way, way_size,
			 "end it, or let it read with system calls (PMC_SET_NO_FASTREAD)");
		break;
	default:
		why_setup(f, reason, size, way, way_size);
	}
}

static void why_start(const struct driver_facts *f, char *reason, size_t size, char *way,
		      size_t way_size)
{
	if (f->error == -EBUSY)
		why_busy(f, reason, size, way, way_size);
	else
		snprintf(reason, size, "the module cannot start the set: %s", strerror(-f->error));
}

void driver_holder_sentence(unsigned holder, char *text, size_t size)
{
	char name[16];

	proc_name((pid_t)holder, name);
	snprintf(text, size,
		 "process %u%s%s%s goes first and holds the counters that the events need; to fix "
		 "this, end it, or count fewer events at once",
		 holder, name[0] ? " (" : "", name, name[0] ? ")" : "");
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
			 "the module has another version of the interface than libpmc");
		snprintf(way_out, way_size, "install both from one version");
		break;
	case DRIVER_SETUP:
		why_setup(f, reason, size, way_out, way_size);
		break;
	case DRIVER_ATTACH:
		why_attach(f, reason, size, way_out, way_size);
		break;
	case DRIVER_START:
		why_start(f, reason, size, way_out, way_size);
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
