/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Does with descriptors, /proc/self/exe and resource limits whatever could reveal the engine or
 * break it, and prints what it sees. The lines must be the same natively and under the engine.
 * Between the steps the program executes itself, which works only if the engine's own descriptors
 * are intact.
 *
 * The argument is the first step (0). The caller must own the program's file.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *said(long ret)
{
	return ret < 0 ? strerror(errno) : "ok";
}

static void count_open(const char *when)
{
	int fd, n = 0, first = -1;

	for (fd = 0; fd < 5000; fd++) {
		if (fcntl(fd, F_GETFD) >= 0) {
			n++;
			first = first < 0 ? fd : first;
		}
	}
	printf("%s: %d open, from %d\n", when, n, first);
}

static void list_by(const char *path)
{
	DIR *d = opendir(path);
	struct dirent *e;
	int n = 0, sum = 0;

	while (d && (e = readdir(d))) {
		n++;
		sum += atoi(e->d_name);
	}
	printf("%s: %d entries, sum %d\n", path, n, sum);
	if (d)
		closedir(d);
}

/* Lists the folder with the old system call, a few entries at a time. */
static void list_slowly(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY), calls = 0, names = 0;
	char buf[64];
	long n, at;

	while ((n = syscall(SYS_getdents, fd, buf, sizeof(buf))) > 0) {
		for (at = 0; at < n; at += *(unsigned short *)(buf + at + 16))
			names++;
		calls++;
	}
	printf("%s: end %ld, %d names\n", path, n, names);
	close(fd);
	if (!calls)
		printf("no call\n");
}

static void lists(void)
{
	char path[64];

	list_by("/proc/self/fd");
	list_by("/proc/self/fdinfo");
	list_by("/proc/thread-self/fd");
	snprintf(path, sizeof(path), "/proc/%d/fd", getpid());
	close(open(path, O_RDONLY));
	list_slowly("/proc/self/fd");
	list_by("/proc/self/task/../fd");
	dup2(0, 60);
	list_by("/proc/self/fd");
	close(60);
}

static void one_by_one(void)
{
	int fd, closed = 0, other = 0;

	for (fd = 3; fd < 5000; fd++) {
		if (close(fd) == 0)
			closed++;
		else if (errno != EBADF)
			other++;
	}
	printf("closed %d, other errors %d\n", closed, other);
	for (fd = 3; fd < 5000; fd++) {
		if (dup(fd) >= 0 || dup2(fd, 3) >= 0 || fcntl(fd, F_DUPFD, 0) >= 0)
			other++;
	}
	printf("copied %d\n", other);
}

static void ranges(void)
{
	int i;

	for (i = 3; i < 100; i += 7)
		dup2(0, i);
	printf("backwards: %s\n", said(syscall(SYS_close_range, 10, 9, 0)));
	printf("bad flags: %s\n", said(syscall(SYS_close_range, 3, ~0u, 64)));
	printf("cloexec: %s\n", said(syscall(SYS_close_range, 3, ~0u, 4)));
	for (i = 3; i < 100; i++) {
		if (fcntl(i, F_GETFD) == FD_CLOEXEC)
			printf(" %d", i);
	}
	printf("\nunshare: %s\n", said(syscall(SYS_close_range, 3, 50, 2)));
	count_open("unshared");
	printf("all: %s\n", said(syscall(SYS_close_range, 3, ~0u, 0)));
	printf("again: %s\n", said(syscall(SYS_close_range, 3, ~0u, 0)));
	for (i = 3; i < 4000; i++)
		syscall(SYS_close_range, i, i, 0);
	count_open("closed");
}

static void onto_all(void)
{
	struct rlimit limit;
	int i, bad = 0, end;

	getrlimit(RLIMIT_NOFILE, &limit);
	end = limit.rlim_cur < 5000 ? limit.rlim_cur : 5000;
	for (i = 3; i < end; i++) {
		if (i & 1 ? dup2(0, i) != i : dup3(0, i, 0) != i)
			bad++;
	}
	printf("dup2 onto all: %d failed\n", bad);
	printf("dup2 of a bad one: %s\n", said(dup2(-1, end - 1)));
	printf("dup3 with bad flags: %s\n", said(dup3(0, end - 1, 1)));
	for (i = 3; i < end; i++) {
		if (fcntl(i, F_GETFD) != 0)
			bad++;
	}
	printf("not there: %d\n", bad);
	for (i = 3; i < end; i++)
		bad += close(i) != 0;
	printf("not closed: %d\n", bad);
	count_open("after");
}

/* Is this what a call says of a number that is not open? */
static int not_open(long ret)
{
	return ret == -1 && errno == EBADF;
}

/* Uses all numbers that are not open, in each place where a call takes a descriptor. */
static void unopened(void)
{
	struct stat st;
	char byte = 0;
	int fd, to[2], open_now, wrong = 0;
	off_t at = 0;

	open_now = pipe(to);
	for (fd = to[1] + 1; fd < 5000; fd++) {
		wrong += !not_open(read(fd, &byte, 0)) + !not_open(write(fd, &byte, 0));
		wrong += !not_open(fstat(fd, &st)) + !not_open(ftruncate(fd, 1 << 20));
		wrong += !not_open((long)mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0));
		wrong += mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, fd, 0) ==
			 MAP_FAILED;
		wrong += !not_open(syscall(SYS_sendfile, to[1], fd, &at, 1));
		wrong += !not_open(syscall(SYS_epoll_wait, fd, &st, 1, 0));
		wrong += !not_open(openat(fd, "x", O_RDONLY));
		wrong += fstatat(fd, "/", &st, 0) != 0; /* the number does not matter */
		wrong += !not_open(linkat(AT_FDCWD, "/", fd, "x", 0));
		open_now += lseek(fd, 0, SEEK_CUR) >= 0 || errno == ESPIPE;
	}
	printf("not open: %d wrong, %d open\n", wrong, open_now);
	close(to[0]);
	close(to[1]);
}

static void low_limit(void)
{
	struct rlimit limit = { 8, 8 };

	printf("limit of 8: %s\n", said(setrlimit(RLIMIT_NOFILE, &limit)));
	getrlimit(RLIMIT_NOFILE, &limit);
	printf("limits %lu %lu\n", (unsigned long)limit.rlim_cur, (unsigned long)limit.rlim_max);
	count_open("low");
}

static void exe_by(const char *path)
{
	struct stat st, real;
	char link[4096], first[4] = "";
	int fd, n;

	stat("/proc/self/cwd", &real);
	n = readlink(path, link, sizeof(link));
	printf("%s -> %.*s", path, n > 0 ? n : 0, link);
	printf(" stat %s", said(stat(path, &st)));
	link[n > 0 ? n : 0] = '\0';
	stat(link, &real);
	printf(" same %d", st.st_ino == real.st_ino && st.st_dev == real.st_dev);
	printf(" lstat %s link %d", said(lstat(path, &st)), S_ISLNK(st.st_mode));
	printf(" access %s", said(access(path, R_OK | X_OK)));
	fd = open(path, O_RDONLY);
	n = read(fd, first, 4);
	printf(" open %d read %d %.3s", fd, n, first + 1);
	close(fd);
	printf(" write %s", said(open(path, O_RDWR)));
	printf(" truncate %s", said(open(path, O_RDONLY | O_TRUNC)));
	printf(" creat %s\n", said(open(path, O_CREAT | O_EXCL | O_RDONLY, 0600)));
}

static void exe(void)
{
	struct open_how how = { .flags = O_RDONLY };
	char path[64], buf[4096];
	struct statx stx;
	int dir, n, fd;

	exe_by("/proc/self/exe");
	exe_by("/proc/thread-self/exe");
	exe_by("//proc/./self//exe");
	exe_by("/proc/self/exec");
	exe_by("/proc/self/exe/");
	snprintf(path, sizeof(path), "/proc/self/task/%d/exe", getpid());
	printf("by task %s", said(readlink(path, buf, sizeof(buf))));
	snprintf(path, sizeof(path), "/proc/%d/exe", getpid());
	n = readlink(path, buf, sizeof(buf));
	printf(" by number %.*s", n, buf);
	printf(" short %zd", readlink("/proc/self/exe", buf, 4));
	printf(" none %s", said(readlink("/proc/self/exe", buf, 0)));
	printf(" bad %s", said(syscall(SYS_readlink, "/proc/self/exe", 8, 100)));
	dir = open("/proc/self", O_RDONLY | O_DIRECTORY);
	n = readlinkat(dir, "exe", buf, sizeof(buf));
	printf(" at %.*s", n, buf);
	fd = syscall(SYS_openat2, dir, "exe", &how, sizeof(how));
	printf(" openat2 %s", said(fd));
	printf(" statx %s", said(statx(dir, "exe", 0, STATX_SIZE, &stx)));
	printf(" faccessat %s\n", said(faccessat(dir, "exe", X_OK, AT_EACCESS)));
	n = chdir("/proc/self");
	exe_by("exe");
	n |= chdir("/proc");
	exe_by("self/exe");
	n |= chdir("/");
	printf("chdir %d\n", n);
	close(fd);
	close(dir);
}

static void gone(void)
{
	char name[4096], other[4200], buf[4096];
	int n = readlink("/proc/self/exe", name, sizeof(name) - 1), fd;

	name[n] = '\0';
	snprintf(other, sizeof(other), "%s.moved", name);
	rename(name, other);
	n = readlink("/proc/self/exe", buf, sizeof(buf));
	printf("moved: %.*s\n", n, buf);
	fd = open("/proc/self/exe", O_RDONLY);
	printf("open: %s\n", said(fd));
	close(fd);
	rename(other, name);
}

static void limits(void)
{
	static const int which[] = { RLIMIT_AS, RLIMIT_DATA };
	struct rlimit limit, want = { 300 << 20, 400 << 20 }, low = { 200 << 20, 100 << 20 };
	unsigned i;
	void *p;

	for (i = 0; i < 2; i++) {
		getrlimit(which[i], &limit);
		printf("limit %u: unlimited %d %d", i, limit.rlim_cur == RLIM_INFINITY,
		       limit.rlim_max == RLIM_INFINITY);
		printf(" odd %s", said(setrlimit(which[i], &low)));
		printf(" bad %s", said(prlimit(0, which[i], (struct rlimit *)8, NULL)));
		printf(" get %s", said(getrlimit(which[i], (struct rlimit *)8)));
		want.rlim_cur++;
		printf(" set %s", said(setrlimit(which[i], &want)));
		prlimit(getpid(), which[i], NULL, &limit);
		printf(" is %lu %lu", (unsigned long)limit.rlim_cur, (unsigned long)limit.rlim_max);
		p = mmap(NULL, 250 << 20, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		printf(" 250 MiB %s", said(p == MAP_FAILED ? -1 : 0));
		if (p != MAP_FAILED)
			munmap(p, 250 << 20);
		p = mmap(NULL, 301 << 20, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		printf(" 301 MiB %s\n", said(p == MAP_FAILED ? -1 : 0));
		if (p != MAP_FAILED)
			munmap(p, 301 << 20);
	}
}

static void limits_stay(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_AS, &limit);
	printf("still %lu %lu\n", (unsigned long)limit.rlim_cur, (unsigned long)limit.rlim_max);
}

static void (*const steps[])(void) = {
	one_by_one, lists,	 exe,	   ranges,    onto_all,	  gone,
	limits,	    limits_stay, unopened, low_limit, one_by_one, exe,
};

int main(int argc, char **argv)
{
	unsigned step = argc > 1 ? atoi(argv[1]) : 0;
	char next[16];
	int i;

	if (!step) {
		for (i = 3; i < 1000; i++)
			close(i);
	}
	if (step >= sizeof(steps) / sizeof(steps[0]))
		return 0;
	printf("step %u\n", step);
	steps[step]();
	count_open("end of step");
	fflush(stdout);
	snprintf(next, sizeof(next), "%u", step + 1);
	execl("/proc/self/exe", "fd_probe", next, NULL);
	perror("exec");
	return 1;
}
