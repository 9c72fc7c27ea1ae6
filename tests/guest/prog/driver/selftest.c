/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PMC_IOC_SELFTEST: what it refuses, and what it tells callers who have room for less or more. For
 * arch-v2 and later, as root.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

enum { SELECT = 0x186, COUNTING = 0x4300c0, GLOBAL_CONTROL = 0x38f };

static struct pmc_ioctl_finding findings[PMC_SELFTEST_FINDINGS];

static struct pmc_ioctl_selftest good(void)
{
	return (struct pmc_ioctl_selftest){
		.size = sizeof(struct pmc_ioctl_selftest),
		.findings = (uintptr_t)findings,
		.n = PMC_SELFTEST_FINDINGS,
		.finding_size = sizeof(findings[0]),
	};
}

static int test(int fd, struct pmc_ioctl_selftest *t)
{
	return call(fd, PMC_IOC_SELFTEST, (unsigned long)t);
}

static void write_select(int fd, uint64_t select, uint64_t control)
{
	struct pmc_ioctl_msr m = {
		.size = sizeof(m), .flags = PMC_MSR_WRITE, .address = SELECT, .value = select
	};

	must(!call(fd, PMC_IOC_MSR, (unsigned long)&m), "writing a select");
	m.address = GLOBAL_CONTROL;
	m.value = control;
	must(!call(fd, PMC_IOC_MSR, (unsigned long)&m), "writing the global control");
}

/* ---- Arguments ---- */

static void wrong_arguments(int fd)
{
	struct pmc_ioctl_selftest t = good();

	t.reserved = 1;
	is(test(fd, &t), -EINVAL, "a reserved field");
	t = good();
	t.total = 1;
	is(test(fd, &t), -EINVAL, "a result that is given");
	t = good();
	t.n = PMC_SELFTEST_FINDINGS + 1;
	is(test(fd, &t), -EINVAL, "room for too many");
	t = good();
	t.finding_size = sizeof(findings[0]) - 8;
	is(test(fd, &t), -EINVAL, "too short findings");
	t.finding_size = sizeof(findings[0]) + 4;
	is(test(fd, &t), -EINVAL, "findings of an odd size");
	t.finding_size = 1u << 31;
	is(test(fd, &t), -EINVAL, "findings that are longer than a page");
	t = good();
	t.cpu = 4000;
	is(test(fd, &t), -ENXIO, "no CPU");
	t.cpu = ~0u;
	is(test(fd, &t), -ENXIO, "the last number of a CPU");
	t = good();
	t.size = 4;
	is(test(fd, &t), -EINVAL, "too short a structure");
	is(call(fd, PMC_IOC_SELFTEST, 16), -EFAULT, "an argument that is nowhere");
	t = good();
	t.findings = 16;
	is(test(fd, &t), -EFAULT, "findings to nowhere");
}

static void sizes(int fd)
{
	struct {
		struct pmc_ioctl_selftest known;
		uint64_t more[2];
	} longer = { .known = good() };
	struct pmc_ioctl_selftest t = good();
	static unsigned char room[PMC_SELFTEST_FINDINGS * 32];
	uint32_t total, i, passed = 0, touched = 0;

	is(test(fd, &t), 0, "all findings");
	total = t.total;
	result(total && t.n == total, "as many as there are: %u of %u", t.n, total);
	for (i = 0; i < t.n; i++)
		passed += !findings[i].result;
	result(passed >= total - 4, "%u of them have passed", passed);
	t = good();
	t.n = 0;
	t.findings = 16;
	is(test(fd, &t), 0, "no findings");
	result(!t.n && t.total == total, "and their number: %u", t.total);
	t = good();
	t.n = 3;
	memset(findings, 0xa5, sizeof(findings));
	is(test(fd, &t), 0, "three findings");
	for (i = 0; i < sizeof(findings) - 3 * sizeof(findings[0]); i++)
		touched += ((unsigned char *)&findings[3])[i] != 0xa5;
	result(t.n == 3 && t.total == total && !touched, "and nothing behind them: %u", touched);
	t = good();
	t.findings = (uintptr_t)room;
	t.finding_size = 32;
	is(test(fd, &t), 0, "longer findings");
	for (i = 0, touched = 0; i < total; i++)
		touched += room[i * 32 + 24];
	result(t.n == total && !touched, "whose rest is 0");
	longer.known.size = sizeof(longer);
	longer.more[1] = 1;
	is(test(fd, &longer.known), -E2BIG, "a longer structure that says more");
	longer.more[1] = 0;
	is(test(fd, &longer.known), 0, "a longer structure");
}

/* ---- Who may, and when ---- */

static void as_a_user(int fd)
{
	struct pmc_ioctl_selftest t = good();
	pid_t pid = fork();
	int status = 0;

	if (!pid)
		_exit(!setgid(1000) && !setuid(1000) ? -test(fd, &t) : 0);
	waitpid(pid, &status, 0);
	is(-WEXITSTATUS(status), -EPERM, "without CAP_SYS_ADMIN, by a file that root has opened");
}

static void while_somebody_counts(int fd)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW, .size = sizeof(attr), .config = 0xc0, .exclude_kernel = 1
	};
	struct pmc_ioctl_selftest t = good();
	int other = counting(0, PMC_TARGET_SELF, 0);

	must(!call(other, PMC_IOC_START, 0), "starting a set");
	is(test(fd, &t), -EBUSY, "while a set counts");
	must(!call(other, PMC_IOC_STOP, 0), "stopping it");
	is(test(fd, &t), 0, "and as soon as it has stopped");
	close(other);
	other = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	t = good();
	if (other >= 0)
		is(test(fd, &t), -EBUSY, "while perf counts");
	close(other);
	write_select(fd, COUNTING, 1);
	is(test(fd, &t), -EBUSY, "while a counter is enabled by hand");
	write_select(fd, 0, 0);
	is(test(fd, &t), 0, "and when it is not any more");
}

static int online(const char *value)
{
	int fd = open("/sys/devices/system/cpu/cpu1/online", O_WRONLY);
	int written = fd < 0 ? 0 : (int)write(fd, value, 1);

	close(fd);
	return written == 1;
}

static void on_another_cpu(int fd)
{
	struct pmc_ioctl_selftest t = good();

	if (sysconf(_SC_NPROCESSORS_CONF) < 2)
		return;
	t.cpu = 1;
	is(test(fd, &t), 0, "the other CPU");
	must(online("0"), "taking it offline");
	t = good();
	t.cpu = 1;
	is(test(fd, &t), -ENXIO, "while it is offline");
	must(online("1"), "bringing it back");
	is(test(fd, &t), 0, "and when it is there again");
}

void mode_selftest(long n)
{
	int fd = dev();

	(void)n;
	wrong_arguments(fd);
	sizes(fd);
	as_a_user(fd);
	while_somebody_counts(fd);
	on_another_cpu(fd);
	close(fd);
}
