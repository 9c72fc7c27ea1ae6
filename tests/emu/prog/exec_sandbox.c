// SPDX-License-Identifier: BSD-2-Clause
/*
 * Executes a program in sandboxes in which the engine cannot run. Exit status 77: the kernel has
 * no such sandbox.
 *
 *	exec_sandbox HOW PROGRAM ARG...
 *
 *	landlock   only the folders of the system may be executed
 *	mdwe       no written memory becomes code (PR_SET_MDWE); code that could be written, can
 *	filter     the same by a seccomp filter, as services have it
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int landlock(void)
{
	static const char *const folder[] = { "/usr", "/lib", "/lib64", "/bin" };
	struct landlock_ruleset_attr attr = { .handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE };
	int fd = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);

	if (fd < 0)
		return 77;
	for (int i = 0; i < 4; i++) {
		struct landlock_path_beneath_attr rule = { .allowed_access =
								   LANDLOCK_ACCESS_FS_EXECUTE };

		rule.parent_fd = open(folder[i], O_PATH | O_CLOEXEC);
		syscall(SYS_landlock_add_rule, fd, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
		close(rule.parent_fd);
	}
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (syscall(SYS_landlock_restrict_self, fd, 0))
		return 1;
	close(fd);
	return 0;
}

static int mdwe(void)
{
	unsigned char code[] = { 0xb8, 1, 0, 0, 0, 0xc3 };
	char *page = mmap(NULL, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memcpy(page, code, sizeof(code));
	printf("before: %d\n", ((int (*)(void))page)());
	if (prctl(65, 1, 0, 0, 0)) /* PR_SET_MDWE */
		return 77;
	for (unsigned char i = 2; i < 6; i++) {
		code[1] = i;
		memcpy(page, code, sizeof(code));
		printf("after: %d\n", ((int (*)(void))page)());
	}
	page = mmap(NULL, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	printf("more: %s\n", page == MAP_FAILED ? strerror(errno) : "yes");
	return 0;
}

static int filter(void)
{
	const struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog prog = { sizeof(f) / sizeof(f[0]), (struct sock_filter *)f };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) ? 77 : 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 2 ? argv[1] : "";
	int r = 2;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!strcmp(how, "landlock"))
		r = landlock();
	else if (!strcmp(how, "mdwe"))
		r = mdwe();
	else if (!strcmp(how, "filter"))
		r = filter();
	if (r)
		return r;
	execv(argv[2], argv + 2);
	printf("exec: %s\n", strerror(errno));
	return 1;
}
