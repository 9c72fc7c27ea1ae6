/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What users without capabilities may count: by the parameter `paranoid`, and where the kernel lets
 * the module ask, by kernel.perf_event_paranoid and by security modules, which also bind root. The
 * security module is a BPF program that refuses perf_event_open. For arch-v2 and later, as root.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

#define SYSCTL	  "/proc/sys/kernel/perf_event_paranoid"
#define PARAMETER "/sys/module/pmc/parameters/paranoid"
#define BTF	  "/sys/kernel/btf/vmlinux"

enum { KERNEL_INSTRUCTIONS = 0x4200c0 };

/* ---- Settings ---- */

static int get(const char *path)
{
	char text[32] = "";
	int fd = open(path, O_RDONLY);

	must(fd >= 0 && read(fd, text, sizeof(text) - 1) > 0, path);
	close(fd);
	return atoi(text);
}

static void set(const char *path, int value)
{
	char text[32];
	int fd = open(path, O_WRONLY), n = snprintf(text, sizeof(text), "%d", value);

	must(fd >= 0 && write(fd, text, (size_t)n) == n, path);
	close(fd);
}

/* ---- Attempts: 0, or -errno ---- */

static int count_own(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);

	return setup(dev(), &e, 1, 0);
}

static int count_kernel(void)
{
	struct pmc_ioctl_event e = event_of(KERNEL_INSTRUCTIONS);

	return setup(dev(), &e, 1, 0);
}

static int count_cpu(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int fd = dev(), err = setup(fd, &e, 1, 0);

	return err ? err : attach(fd, PMC_TARGET_CPU, 0);
}

static int perf_counts_kernel(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = PERF_COUNT_SW_TASK_CLOCK };

	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) < 0 ? -errno : 0;
}

/* In a process of its own, whose files end with it. */
static int as(uid_t user, int (*attempt)(void))
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		must(!setresgid(user, user, user) && !setresuid(user, user, user), "a user");
		_exit(-attempt());
	}
	must(waitpid(pid, &status, 0) == pid && WIFEXITED(status), "an attempt");
	return -WEXITSTATUS(status);
}

/* ---- Levels ---- */

/* sysctl: -9 where the module cannot ask for it. */
static void level(int sysctl, int parameter, int own, int kernel, int cpu)
{
	char what[64];

	if (sysctl != -9)
		set(SYSCTL, sysctl);
	set(PARAMETER, parameter);
	snprintf(what, sizeof(what), "perf_event_paranoid %d, paranoid %d: ", get(SYSCTL),
		 parameter);
	is(as(1000, count_own), own, strcat(what, "own"));
	strcpy(strrchr(what, ' ') + 1, "kernel");
	is(as(1000, count_kernel), kernel, what);
	strcpy(strrchr(what, ' ') + 1, "CPU");
	is(as(1000, count_cpu), cpu, what);
}

static void levels(int asks_kernel, int asks_cpu)
{
	const int no = -EACCES, open = asks_kernel ? -1 : -9;

	if (asks_kernel) {
		level(2, -1, 0, no, asks_cpu ? no : 0);
		level(1, -1, 0, 0, asks_cpu ? no : 0);
		level(0, -1, 0, 0, 0);
		level(2, 1, 0, no, no);
	}
	level(open, 1, 0, 0, no);
	level(open, 0, 0, 0, 0);
	level(open, 2, 0, no, no);
	level(open, 3, no, no, no);
	is(as(0, count_kernel), 0, "root counts the kernel");
	is(as(0, count_cpu), 0, "and CPUs");
}

/* ---- A security module ---- */

/* How many bytes follow a type in BTF. */
static size_t more_of(uint32_t info)
{
	const uint32_t n = BTF_INFO_VLEN(info);

	switch (BTF_INFO_KIND(info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return 4;
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_ENUM64:
	case BTF_KIND_DATASEC:
		return n * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
	case BTF_KIND_FUNC_PROTO:
		return n * sizeof(struct btf_enum);
	default:
		return 0;
	}
}

/* The number of a function in the kernel's BTF, or 0. */
static uint32_t number_of(const char *function)
{
	const size_t room = 64 << 20;
	char *btf = malloc(room);
	const struct btf_header *head = (const void *)btf;
	const char *at, *end, *names;
	const struct btf_type *t;
	size_t size = 0;
	ssize_t n;
	uint32_t i;
	int fd = open(BTF, O_RDONLY);

	must(fd >= 0 && btf, BTF);
	while ((n = read(fd, btf + size, room - size)) > 0)
		size += (size_t)n;
	close(fd);
	names = btf + head->hdr_len + head->str_off;
	at = btf + head->hdr_len + head->type_off;
	end = at + head->type_len;
	for (i = 1; at < end; i++, at += sizeof(*t) + more_of(t->info)) {
		t = (const void *)at;
		if (BTF_INFO_KIND(t->info) == BTF_KIND_FUNC &&
		    !strcmp(names + t->name_off, function))
			return i;
	}
	return 0;
}

/* Refuses perf_event_open with EPERM until the file that it returns is closed. */
static int refuse_perf(void)
{
	struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = -EPERM },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = { .prog_type = BPF_PROG_TYPE_LSM,
				.insns = (uintptr_t)program,
				.insn_cnt = 2,
				.license = (uintptr_t) "GPL",
				.expected_attach_type = BPF_LSM_MAC,
				.attach_btf_id = number_of("bpf_lsm_perf_event_open") };
	int fd;

	must(attr.attach_btf_id, "the place for a security module");
	fd = (int)syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
	must(fd >= 0, "loading a BPF program");
	memset(&attr, 0, sizeof(attr));
	attr.raw_tracepoint.prog_fd = (uint32_t)fd;
	fd = (int)syscall(SYS_bpf, BPF_RAW_TRACEPOINT_OPEN, &attr, sizeof(attr));
	must(fd >= 0, "a BPF program as a security module");
	return fd;
}

static void security_module(int asks_cpu)
{
	int fd = refuse_perf();

	is(as(0, perf_counts_kernel), -EPERM, "a security module refuses perf to root");
	is(as(0, count_kernel), -EACCES, "so root may not count the kernel");
	is(as(0, count_cpu), asks_cpu ? -EACCES : 0, "nor CPUs, where they are asked about");
	is(as(0, count_own), 0, "but a process of his own");
	close(fd);
	is(as(0, count_kernel), 0, "without it root counts the kernel");
}

void mode_rules(long n)
{
	const int asks_kernel = !!(about.features & PMC_FEATURE_PERF_KERNEL);
	const int asks_cpu = !!(about.features & PMC_FEATURE_PERF_CPU);
	const int sysctl = get(SYSCTL), parameter = get(PARAMETER);

	(void)n;
	is(parameter, asks_kernel && asks_cpu ? -1 : 2, "the parameter, unless it is set");
	levels(asks_kernel, asks_cpu);
	set(PARAMETER, parameter);
	if (asks_kernel) {
		security_module(asks_cpu);
		set(SYSCTL, sysctl);
	}
}
