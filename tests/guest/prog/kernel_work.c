/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lets the kernel execute code of many kinds: files, directories, pipes, sockets (with their soft
 * interrupts), processes, programs, threads that wait for one another, memory, signals, timers.
 * usage: kernel_work ROUNDS
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char data[1 << 16];

/* What a call answers does not matter here; that it is made does. */
static void made(long result)
{
	(void)result;
}

static void read_whole(const char *path)
{
	int fd = open(path, O_RDONLY);

	while (fd >= 0 && read(fd, data, sizeof(data)) > 0)
		;
	if (fd >= 0)
		close(fd);
}

static void files(void)
{
	static const char *const paths[] = { "/proc/self/maps",	 "/proc/self/stat", "/proc/meminfo",
					     "/proc/interrupts", "/proc/mounts",    "/proc/stat",
					     "/proc/self/smaps" };
	char name[64];
	struct stat st;
	int fd;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		read_whole(paths[i]);
	for (int i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "/tmp/work.%d", i);
		fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
		made(write(fd, data, sizeof(data)));
		made(pread(fd, data, 5000, 3));
		made(ftruncate(fd, 100));
		made(fsync(fd));
		made(fstat(fd, &st));
		close(fd);
		made(rename(name, "/tmp/work"));
	}
	made(unlink("/tmp/work"));
}

static void directories(void)
{
	DIR *d = opendir("/proc");
	struct dirent *entry;
	char path[300];
	struct stat st;

	while (d && (entry = readdir(d))) {
		snprintf(path, sizeof(path), "/proc/%s", entry->d_name);
		made(stat(path, &st));
		made(access(path, R_OK));
	}
	if (d)
		closedir(d);
	made(mkdir("/tmp/dir", 0700));
	made(symlink("/proc/self", "/tmp/dir/link"));
	made(stat("/tmp/dir/link/status", &st));
	made(unlink("/tmp/dir/link"));
	made(rmdir("/tmp/dir"));
}

static void pipes(void)
{
	struct iovec parts[2] = { { data, 100 }, { data + 1000, 5000 } };
	struct epoll_event event = { .events = EPOLLIN };
	int fd[2], e = epoll_create1(0);
	struct pollfd p;

	if (pipe(fd))
		return;
	epoll_ctl(e, EPOLL_CTL_ADD, fd[0], &event);
	for (int i = 0; i < 100; i++) {
		made(writev(fd[1], parts, 2));
		p = (struct pollfd){ .fd = fd[0], .events = POLLIN };
		poll(&p, 1, 0);
		epoll_wait(e, &event, 1, 0);
		made(read(fd[0], data, sizeof(data)));
	}
	close(fd[0]);
	close(fd[1]);
	close(e);
}

/* Packets on the loopback interface go through soft interrupts. */
static void packets(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int from = socket(AF_INET, SOCK_DGRAM, 0), to = socket(AF_INET, SOCK_DGRAM, 0), pair[2];
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	socklen_t size = sizeof(address);

	made(ioctl(from, SIOCSIFFLAGS, &lo));
	if (!bind(to, (struct sockaddr *)&address, size) &&
	    !getsockname(to, (struct sockaddr *)&address, &size)) {
		for (int i = 0; i < 200; i++) {
			made(sendto(from, data, 1000, MSG_DONTWAIT, (struct sockaddr *)&address,
				    size));
			made(recv(to, data, sizeof(data), MSG_DONTWAIT));
		}
	}
	close(from);
	close(to);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return;
	for (int i = 0; i < 100; i++) {
		made(send(pair[0], data, 3000, 0));
		made(recv(pair[1], data, sizeof(data), 0));
	}
	close(pair[0]);
	close(pair[1]);
}

static void processes(void)
{
	for (int i = 0; i < 10; i++) {
		pid_t pid = fork();

		if (!pid) {
			if (i & 1)
				execl("/bin/true", "true", (char *)NULL);
			data[i * 5000] = 1;
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
}

static int to_thread[2], to_us[2];

static void *answer(void *unused)
{
	char c;

	while (read(to_thread[0], &c, 1) == 1 && c)
		made(write(to_us[1], &c, 1));
	return unused;
}

static void threads(void)
{
	pthread_t thread;
	char c = 1;

	if (pipe(to_thread) || pipe(to_us) || pthread_create(&thread, NULL, answer, NULL))
		return;
	for (int i = 0; i < 200; i++) {
		made(write(to_thread[1], &c, 1));
		made(read(to_us[0], &c, 1));
	}
	c = 0;
	made(write(to_thread[1], &c, 1));
	pthread_join(thread, NULL);
	for (int i = 0; i < 2; i++) {
		close(to_thread[i]);
		close(to_us[i]);
	}
}

static void memory(void)
{
	const size_t size = 4 << 20;
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = open("/dev/zero", O_RDONLY);

	if (at == MAP_FAILED)
		return;
	for (size_t i = 0; i < size; i += 4096)
		at[i] = 1;
	made(mprotect(at, size / 2, PROT_READ));
	made(madvise(at + size / 2, size / 2, MADV_DONTNEED));
	/* These pages are missing when the kernel writes to them. */
	made(read(fd, at + size / 2, size / 2));
	munmap(at, size);
	made(read(fd, at, size)); /* to nowhere */
	close(fd);
}

static void on_signal(int number)
{
	(void)number;
}

static void signals(void)
{
	const struct itimerval soon = { .it_value.tv_usec = 200 };
	struct timespec t = { .tv_nsec = 50000 };

	signal(SIGALRM, on_signal);
	signal(SIGUSR1, on_signal);
	for (int i = 0; i < 50; i++) {
		setitimer(ITIMER_REAL, &soon, NULL);
		kill(getpid(), SIGUSR1);
		nanosleep(&t, NULL);
		sched_yield();
	}
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? strtol(argv[1], NULL, 0) : 1;

	for (long i = 0; i < rounds; i++) {
		files();
		directories();
		pipes();
		packets();
		processes();
		threads();
		memory();
		signals();
	}
	return 0;
}
