/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why perf_event_open(2) refuses. The kernel gives one number for several causes; the facts beside it
 * tell them apart:
 *
 *	A call with an invalid flag is refused by the kernel's very first check with EINVAL. Whoever gets
 *	another answer never reached the kernel's code: a seccomp filter answered.
 *
 *	The kernel registers the PMU "cpu" (hybrid: "cpu_core") only when it found a PMU that it can drive.
 *
 *	EACCES is perf_event_paranoid: 2 closes the kernel's part to users, 1 whole CPUs, and 3 (a patch of
 *	Debian and Ubuntu) everything. A value that allows the call leaves only a security module.
 */
#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/backends/perf/open.h"
#include "lib/backends/perf/sysfs.h"
#include "lib/backends/perf/why.h"
#include "lib/base/proc.h"

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

/* CAP_PERFMON (38, since Linux 5.8) or CAP_SYS_ADMIN (21) in the effective set. */
static bool is_privileged(void)
{
	char buf[4096], *p;
	u64 caps;

	if (proc_read("/proc/self/status", buf, sizeof(buf)) <= 0)
		return !geteuid();
	p = strstr(buf, "\nCapEff:");
	caps = p ? strtoull(p + 8, NULL, 16) : 0;
	return caps >> 38 & 1 || caps >> 21 & 1;
}

/* Without /sys (a bare chroot, some containers) only a trial tells: ENOENT is "no PMU wants it". */
static bool pmu_answers(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.disabled = 1,
		.exclude_kernel = 1,
	};
	int fd = perf_open(&attr, 0, -1, -1);

	if (fd >= 0)
		close(fd);
	return fd != -ENOENT;
}

void perf_gather(struct perf_facts *f)
{
	char buf[32];

	f->exists = access(PARANOID, F_OK) == 0;
	f->paranoid = proc_read(PARANOID, buf, sizeof(buf)) > 0 ? atoi(buf) : INT_MIN;
	if (access(PERF_DEVICES, F_OK) == 0)
		f->pmu = access(PERF_DEVICES "/cpu", F_OK) == 0 ||
			 access(PERF_DEVICES "/cpu_core", F_OK) == 0 ||
			 access(PERF_DEVICES "/cpu_atom", F_OK) == 0;
	else
		f->pmu = pmu_answers();
	f->reaches = syscall(SYS_perf_event_open, NULL, 0, 0, -1, ~0ul) < 0 && errno == EINVAL;
	f->privileged = is_privileged();
}

enum perf_cause perf_cause(const struct perf_facts *f)
{
	if (f->error == -EMFILE || f->error == -ENFILE)
		return CAUSE_FILES;
	if (f->error == -ESRCH)
		return CAUSE_GONE;
	if (!f->reaches)
		return f->exists ? CAUSE_SECCOMP : CAUSE_NO_PERF;
	/* More rights would not bring a PMU into the machine: this comes first. */
	if (f->hardware && !f->pmu)
		return CAUSE_NO_PMU;
	if (f->error == -ENOSYS)
		return CAUSE_NO_PERF;
	if (f->error == -EBUSY && f->hardware)
		return CAUSE_BUSY;
	if (f->error == -EACCES || f->error == -EPERM) {
		if (f->privileged || f->paranoid == INT_MIN)
			return CAUSE_LSM;
		if (f->paranoid >= (f->cpu ? 1 : 3) || (f->paranoid >= 2 && !f->other_task))
			return CAUSE_PARANOID;
		return f->other_task ? CAUSE_OWNER : CAUSE_LSM;
	}
	return CAUSE_EVENT;
}

int perf_cause_error(enum perf_cause cause, int error)
{
	switch (cause) {
	case CAUSE_NO_PMU:
		return -ENODEV;
	case CAUSE_PARANOID:
		return -EACCES;
	case CAUSE_SECCOMP:
	case CAUSE_LSM:
	case CAUSE_OWNER:
		return -EPERM;
	case CAUSE_NO_PERF:
		return -ENOSYS;
	case CAUSE_GONE:
		return -ESRCH;
	case CAUSE_FILES:
		return -EMFILE;
	case CAUSE_BUSY:
		return -EBUSY;
	case CAUSE_EVENT:
		break;
	}
	return -EOPNOTSUPP;
}

void perf_sentence(enum perf_cause cause, const struct perf_facts *f, char *reason, size_t size,
		   char *way_out, size_t way_size)
{
	*way_out = 0;
	switch (cause) {
	case CAUSE_NO_PMU:
		snprintf(reason, size,
			 "there is no PMU in this machine that the kernel could offer");
		snprintf(way_out, way_size,
			 "in a virtual machine, a virtual PMU from the hypervisor");
		break;
	case CAUSE_PARANOID:
		snprintf(reason, size,
			 "kernel.perf_event_paranoid is %d, which closes %s to users without "
			 "CAP_PERFMON",
			 f->paranoid,
			 f->paranoid >= 3 ? "perf_event_open" :
			 f->cpu		  ? "whole CPUs" :
					    "the kernel's part");
		snprintf(way_out, way_size, "as root: sysctl kernel.perf_event_paranoid=%d",
			 f->cpu		  ? 0 :
			 f->paranoid >= 3 ? 2 :
					    1);
		break;
	case CAUSE_SECCOMP:
		snprintf(reason, size,
			 "a seccomp filter (as containers have) refuses perf_event_open");
		snprintf(way_out, way_size,
			 "a container profile that allows perf_event_open, such as "
			 "docker run --security-opt seccomp=unconfined");
		break;
	case CAUSE_LSM:
		snprintf(reason, size, "a security module of the kernel refuses perf_event_open");
		snprintf(way_out, way_size,
			 "a policy that allows it (SELinux: class perf_event; or a "
			 "lockdown of the kernel that is less strict)");
		break;
	case CAUSE_NO_PERF:
		snprintf(reason, size,
			 "this kernel was built without perf events (CONFIG_PERF_EVENTS)");
		break;
	case CAUSE_OWNER:
		snprintf(reason, size,
			 "the process belongs to another user, or must not be traced");
		snprintf(way_out, way_size, "be its user, or have CAP_PERFMON");
		break;
	case CAUSE_GONE:
		snprintf(reason, size, "the process or thread is gone");
		break;
	case CAUSE_FILES:
		snprintf(reason, size, "no file descriptors are left");
		snprintf(way_out, way_size, "a higher limit: ulimit -n");
		break;
	case CAUSE_BUSY:
		snprintf(
			reason, size,
			"another driver than perf holds the counters (the module pmc, or a hypervisor)");
		snprintf(
			way_out, way_size,
			"end what counts with it (fuser /dev/pmc), or count with --backend driver");
		break;
	case CAUSE_EVENT:
		snprintf(reason, size,
			 "this machine's PMU, as the kernel drives it, does not count that (%s)",
			 strerror(-f->error));
		break;
	}
}
