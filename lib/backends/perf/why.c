/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why perf_event_open(2) refuses. The kernel gives one errno for several causes; other facts tell
 * them apart:
 *
 *	The kernel's very first check refuses a call with an invalid flag with EINVAL. Whoever gets
 *	another answer did not reach the kernel's code: a seccomp filter answered.
 *
 *	The kernel registers the PMU "cpu" (hybrid: "cpu_core") only when it found a PMU that it can
 *	drive.
 *
 *	EACCES comes from perf_event_paranoid: 2 closes kernel mode to users, 1 whole CPUs, and 3 (a
 *	patch of Debian and Ubuntu) everything. If the value allows the call, only a security module
 *	is left as the cause.
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

/*
 * Where /sys is hidden (a bare chroot, some containers), try: ENOENT means that no PMU takes the
 * event.
 */
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
	/*
	 * This comes before missing rights, because more rights would not bring a PMU into the
	 * machine.
	 */
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

static void write_reason(enum perf_cause cause, const struct perf_facts *f, char *reason,
			 size_t size)
{
	switch (cause) {
	case CAUSE_NO_PMU:
		snprintf(reason, size, "the kernel offers no PMU on this machine");
		return;
	case CAUSE_PARANOID:
		snprintf(reason, size,
			 "kernel.perf_event_paranoid is %d, which closes %s to users without "
			 "CAP_PERFMON",
			 f->paranoid,
			 f->paranoid >= 3 ? "perf_event_open" :
			 f->cpu		  ? "whole CPUs" :
					    "kernel mode");
		return;
	case CAUSE_SECCOMP:
		snprintf(reason, size,
			 "a seccomp filter, as containers have one, refuses perf_event_open");
		return;
	case CAUSE_LSM:
		snprintf(reason, size, "a security module of the kernel refuses perf_event_open");
		return;
	case CAUSE_NO_PERF:
		snprintf(reason, size,
			 "this kernel was built without perf events (CONFIG_PERF_EVENTS)");
		return;
	case CAUSE_OWNER:
		snprintf(reason, size,
			 "the process belongs to another user, or must not be traced");
		return;
	case CAUSE_GONE:
		snprintf(reason, size, "the process or thread has ended");
		return;
	case CAUSE_FILES:
		snprintf(reason, size, "no file descriptors are left");
		return;
	case CAUSE_BUSY:
		snprintf(reason, size,
			 "another driver than perf holds the counters (the module pmc, or a "
			 "hypervisor)");
		return;
	case CAUSE_EVENT:
		snprintf(reason, size, "the kernel cannot count it with this machine's PMU (%s)",
			 strerror(-f->error));
		return;
	}
}

static void write_way_out(enum perf_cause cause, const struct perf_facts *f, char *way, size_t size)
{
	*way = 0;
	switch (cause) {
	case CAUSE_NO_PMU:
		snprintf(way, size, "in a virtual machine, let the hypervisor offer a virtual PMU");
		return;
	case CAUSE_PARANOID:
		snprintf(way, size, "run as root: sysctl kernel.perf_event_paranoid=%d",
			 f->cpu		  ? 0 :
			 f->paranoid >= 3 ? 2 :
					    1);
		return;
	case CAUSE_SECCOMP:
		snprintf(way, size,
			 "run the container with a profile that allows perf_event_open, such as "
			 "docker run "
			 "--security-opt seccomp=unconfined");
		return;
	case CAUSE_LSM:
		snprintf(way, size,
			 "install a policy that allows it (SELinux: class perf_event), or a less "
			 "strict "
			 "lockdown of the kernel");
		return;
	case CAUSE_OWNER:
		snprintf(way, size, "count as its user, or with CAP_PERFMON");
		return;
	case CAUSE_FILES:
		snprintf(way, size, "raise the limit: ulimit -n");
		return;
	case CAUSE_BUSY:
		snprintf(
			way, size,
			"end what counts with it (fuser /dev/pmc), or count with --backend driver");
		return;
	case CAUSE_NO_PERF:
	case CAUSE_GONE:
	case CAUSE_EVENT:
		return;
	}
}

void perf_sentence(enum perf_cause cause, const struct perf_facts *f, char *reason, size_t size,
		   char *way_out, size_t way_size)
{
	write_reason(cause, f, reason, size);
	write_way_out(cause, f, way_out, way_size);
}
