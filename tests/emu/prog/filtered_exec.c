/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Executes a program under a seccomp filter that answers EPERM to some system calls.
 *
 *	filtered_exec NUMBER,NUMBER,... PROGRAM [ARGUMENT...]
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#define MAX 32

int main(int argc, char **argv)
{
	struct sock_filter f[MAX + 3] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog prog = { .filter = f };
	int nr[MAX], n = 0, i;
	char *at = argc > 2 ? argv[1] : NULL;

	while (at && *at && n < MAX) {
		nr[n++] = strtol(at, &at, 10);
		at += *at == ',';
	}
	if (!n) {
		fprintf(stderr, "usage: filtered_exec NUMBER,... PROGRAM...\n");
		return 2;
	}
	for (i = 0; i < n; i++)
		f[1 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr[i], n - i, 0);
	f[1 + n] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	f[2 + n] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
	prog.len = n + 3;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, 2, &prog)) {
		perror("seccomp");
		return 2;
	}
	execvp(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}
