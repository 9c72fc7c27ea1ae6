/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts a program while a debugger holds it. usage: traced HOW ADDRESS PROGRAM; HOW is
 *	free	the program runs freely
 *	step	one instruction at a time (EFLAGS.TF)
 *	break	a breakpoint at the address, in a debug register
 *	watch	a watchpoint: writes to four bytes at the address
 * Prints stops, then instructions, branches, loads and stores in user mode (raw events of Skylake).
 */
#include <inttypes.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define EVENTS 4
static const uint64_t raw[EVENTS] = { 0x00c0, 0x00c4, 0x81d0, 0x82d0 };

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static int event(pid_t pid, uint64_t config)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW,
		.size = sizeof(attr),
		.config = config,
		.disabled = 1,
		.enable_on_exec = 1,
		.exclude_kernel = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, pid, -1, -1, 0);

	if (fd < 0)
		die("perf_event_open");
	return fd;
}

static void debug_register(pid_t pid, unsigned n, unsigned long value)
{
	size_t at = offsetof(struct user, u_debugreg) + n * sizeof(long);

	if (ptrace(PTRACE_POKEUSER, pid, at, value))
		die("a debug register");
}

int main(int argc, char **argv)
{
	unsigned long stops = 0;
	int fd[EVENTS], i, status;
	bool step;
	pid_t pid;

	if (argc != 4)
		return 2;
	step = !strcmp(argv[1], "step");
	pid = fork();
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		execl(argv[3], argv[3], (char *)NULL);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	for (i = 0; i < EVENTS; i++)
		fd[i] = event(pid, raw[i]);
	ptrace(PTRACE_CONT, pid, 0, 0);
	waitpid(pid, &status, 0); /* SIGTRAP of execve */
	if (!step && strcmp(argv[1], "free")) {
		debug_register(pid, 0, strtoul(argv[2], NULL, 16));
		debug_register(pid, 7, !strcmp(argv[1], "watch") ? 0xd0001 : 1);
	}
	for (;; stops++) {
		ptrace(step ? PTRACE_SINGLESTEP : PTRACE_CONT, pid, 0, 0);
		waitpid(pid, &status, 0);
		if (WIFEXITED(status))
			break;
		if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) {
			kill(pid, SIGKILL);
			return 1;
		}
	}
	printf("%lu", stops);
	for (i = 0; i < EVENTS; i++) {
		uint64_t value;

		if (read(fd[i], &value, sizeof(value)) != sizeof(value))
			die("read");
		printf(" %" PRIu64, value);
	}
	printf("\n");
	return 0;
}
