// SPDX-License-Identifier: BSD-2-Clause
/*
 * exec_watched FILE: runs FILE, an ELF program, and tells what fanotify(7) saw: an event of FILE's
 * execution, by the process that runs it. Exits with 77 where that cannot be watched, or where the
 * kernel has no AT_EXECVE_CHECK (Linux 6.14), by which the engine asks for such an event.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/fanotify.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK 0x10000 /* AT_EXECVE_CHECK */

int main(int argc, char **argv)
{
	static char *const words[] = { "program", NULL };
	struct fanotify_event_metadata events[8];
	int watch, status = 0, sum = 0, own = 1;
	ssize_t n;
	pid_t pid;

	(void)argc;
	if (syscall(SYS_execveat, AT_FDCWD, argv[1], words, words + 1, CHECK))
		return 77;
	watch = fanotify_init(FAN_CLASS_NOTIF | FAN_NONBLOCK | FAN_CLOEXEC, O_RDONLY);
	if (watch < 0 || fanotify_mark(watch, FAN_MARK_ADD, FAN_OPEN_EXEC, AT_FDCWD, argv[1]))
		return 77;
	pid = fork();
	if (!pid) {
		execv(argv[1], words);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	n = read(watch, events, sizeof(events));
	for (int i = 0; i < n / (ssize_t)sizeof(*events); i++) {
		sum |= (int)events[i].mask;
		own &= events[i].pid == pid;
		close(events[i].fd);
	}
	printf("ended: %d, seen: %#x, by that process: %d\n", status, (unsigned)sum, own);
	return 0;
}
