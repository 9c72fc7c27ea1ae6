// SPDX-License-Identifier: BSD-2-Clause
/*
 * Code in shared memory that changes in every way there is: "odd_views WAY" calls a function,
 * changes it, and calls it again, N_TIMES times. It prints how often the function did what had been
 * written last, which is what the processor does.
 *
 *	odd_views alone, toggle, view, thread, ...	see the table at the end
 *	odd_views child FD				writes through an inherited descriptor
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_TIMES 300
#define PAGE	4096
#define SIZE	(4 * PAGE)
#define AT	(PAGE + 64) /* where the function lies in the memory */

#define CODE_SIZE 6
struct code {
	uint8_t bytes[CODE_SIZE]; /* mov eax, n; ret */
};

static uint8_t *run_view, *write_view; /* the memory, as it is executed and as it is written */
static int fd = -1;
static int right;

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static struct code code_for(int n)
{
	struct code c = { { 0xb8, (uint8_t)n, (uint8_t)(n >> 8), 0, 0, 0xc3 } };

	return c;
}

static int call(void)
{
	return ((int (*)(void))(void *)(run_view + AT))();
}

/* The function must return n now, more than once. */
static void expect(int n)
{
	for (int i = 0; i < 3; i++)
		right += call() == n;
}

static void put(uint8_t *view, int n)
{
	struct code c = code_for(n);

	memcpy(view + AT, &c, sizeof(c));
}

static uint8_t *map(int prot, int flags, int of)
{
	void *at = mmap(NULL, SIZE, prot, flags, of, 0);

	if (at == MAP_FAILED)
		fail("mmap");
	return at;
}

static void make_anonymous(int prot)
{
	run_view = write_view = map(prot, MAP_SHARED | MAP_ANONYMOUS, -1);
}

/* Two views of a memfd, whose descriptor stays open if asked to. */
static void make_two_views(int keep)
{
	fd = memfd_create("views", 0);
	if (fd < 0 || ftruncate(fd, SIZE))
		fail("memfd_create");
	run_view = map(PROT_READ | PROT_EXEC, MAP_SHARED, fd);
	write_view = map(PROT_READ | PROT_WRITE, MAP_SHARED, fd);
	if (!keep) {
		close(fd);
		fd = -1;
	}
}

/* ---- Stores ---- */

static void way_alone(void)
{
	make_anonymous(PROT_READ | PROT_WRITE | PROT_EXEC);
	for (int i = 0; i < N_TIMES; i++) {
		put(write_view, i);
		expect(i);
	}
}

/* As PHP's JIT does. */
static void way_toggle(void)
{
	make_anonymous(PROT_READ | PROT_WRITE);
	for (int i = 0; i < N_TIMES; i++) {
		mprotect(run_view, SIZE, PROT_READ | PROT_WRITE);
		put(write_view, i);
		mprotect(run_view, SIZE, PROT_READ | PROT_EXEC);
		expect(i);
	}
}

/* As Erlang's does. */
static void way_view(void)
{
	make_two_views(0);
	for (int i = 0; i < N_TIMES; i++) {
		put(write_view, i);
		expect(i);
	}
}

static void way_open(void)
{
	make_two_views(1);
	for (int i = 0; i < N_TIMES; i++) {
		put(write_view, i);
		expect(i);
	}
}

/* The view that writes is not there at first, or not always. */
static void way_views_come(void)
{
	make_two_views(0);
	put(write_view, 1);
	expect(1);
	for (int i = 0; i < N_TIMES; i++) {
		uint8_t *more = mremap(write_view, 0, SIZE, MREMAP_MAYMOVE);

		if (more == MAP_FAILED)
			fail("mremap");
		put(more, i);
		expect(i);
		put(write_view, i + 1);
		expect(i + 1);
		munmap(more, SIZE);
	}
}

static void way_rights_come(void)
{
	make_two_views(0);
	for (int i = 0; i < N_TIMES; i++) {
		mprotect(write_view, SIZE, PROT_READ | PROT_WRITE);
		put(write_view, i);
		mprotect(write_view, SIZE, PROT_NONE);
		expect(i);
	}
}

static void way_moved(void)
{
	uint8_t *room = map(PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);

	make_two_views(0);
	for (int i = 0; i < N_TIMES; i++) {
		uint8_t *to = mremap(write_view, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, room);

		if (to == MAP_FAILED)
			fail("mremap");
		room = write_view;
		write_view = to;
		put(write_view, i);
		expect(i);
	}
}

/* Other memory in the place of the view that writes, whose rights are its own. */
static void way_replaced(void)
{
	make_two_views(0);
	for (int i = 0; i < N_TIMES; i++) {
		uint8_t *second = mremap(write_view, 0, SIZE, MREMAP_MAYMOVE);

		put(second, i);
		expect(i);
		if (mmap(second, SIZE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
			fail("mmap");
		put(second, i + 1);
		expect(i);
		munmap(second, SIZE);
	}
}

/* A page of the view shows another page of the file. */
static void way_remapped(void)
{
	make_two_views(0);
	for (int i = 0; i < N_TIMES; i++) {
		uint8_t *at = run_view + PAGE;

		put(write_view, i);
		put(write_view + PAGE, i + 1);
		if (syscall(SYS_remap_file_pages, at, PAGE, 0, 1 + i % 2, 0))
			fail("remap_file_pages");
		expect(i % 2 ? i + 1 : i);
	}
}

static volatile int turn;

static void *writer(void *arg)
{
	for (int i = 0; i < N_TIMES; i++) {
		while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 2 * i)
			sched_yield();
		put(write_view, i);
		__atomic_store_n(&turn, 2 * i + 1, __ATOMIC_RELEASE);
	}
	return arg;
}

static void way_thread(void)
{
	pthread_t thread;

	make_two_views(0);
	pthread_create(&thread, NULL, writer, NULL);
	for (int i = 0; i < N_TIMES; i++) {
		while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 2 * i + 1)
			sched_yield();
		expect(i);
		__atomic_store_n(&turn, 2 * i + 2, __ATOMIC_RELEASE);
	}
	pthread_join(thread, NULL);
}

/* ---- Other processes ---- */

static int to_child[2], from_child[2];

/* A child that writes n times, each time that it is asked to. */
static pid_t start_child(int times)
{
	pid_t pid;
	char c;

	if (pipe(to_child) || pipe(from_child))
		fail("pipe");
	pid = fork();
	if (pid)
		return pid;
	for (int i = 0; i < times; i++) {
		if (read(to_child[0], &c, 1) != 1)
			_exit(1);
		put(write_view, i);
		if (write(from_child[1], "", 1) != 1)
			_exit(1);
	}
	_exit(0);
}

static void let_child_write(void)
{
	char c;

	if (write(to_child[1], "", 1) != 1 || read(from_child[0], &c, 1) != 1)
		fail("the child");
}

static void with_child(void)
{
	pid_t pid;

	put(write_view, 7);
	expect(7);
	pid = start_child(N_TIMES);
	for (int i = 0; i < N_TIMES; i++) {
		let_child_write();
		expect(i);
	}
	waitpid(pid, NULL, 0);
	/* It is alone again. */
	for (int i = 0; i < N_TIMES; i++) {
		put(write_view, i);
		for (int k = 0; k < 10; k++)
			expect(i);
	}
}

static void way_fork(void)
{
	make_anonymous(PROT_READ | PROT_WRITE | PROT_EXEC);
	with_child();
}

static void way_fork_view(void)
{
	make_two_views(0);
	with_child();
}

/* The child's child writes, and its parent has ended. */
static void way_orphan(void)
{
	pid_t pid;

	make_anonymous(PROT_READ | PROT_WRITE | PROT_EXEC);
	put(write_view, 7);
	expect(7);
	if (pipe(to_child) || pipe(from_child))
		fail("pipe");
	pid = fork();
	if (!pid) {
		char c;

		if (fork())
			_exit(0);
		for (int i = 0; i < N_TIMES && read(to_child[0], &c, 1) == 1; i++) {
			put(write_view, i);
			if (write(from_child[1], "", 1) != 1)
				break;
		}
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	for (int i = 0; i < N_TIMES; i++) {
		let_child_write();
		expect(i);
	}
}

/* The parent writes, the child calls. */
static void way_parent(void)
{
	pid_t pid;
	char c;

	make_two_views(0);
	put(write_view, 7);
	expect(7);
	if (pipe(to_child) || pipe(from_child))
		fail("pipe");
	fflush(stdout);
	pid = fork();
	if (pid) {
		for (int i = 0; i < N_TIMES; i++) {
			put(write_view, i);
			let_child_write();
		}
		waitpid(pid, NULL, 0);
		exit(0);
	}
	for (int i = 0; i < N_TIMES; i++) {
		if (read(to_child[0], &c, 1) != 1)
			fail("the parent");
		expect(i);
		if (write(from_child[1], "", 1) != 1)
			fail("the parent");
	}
}

static const char *self;

/* Children that have the file by its descriptor. */
static void way_inherited(void)
{
	char number[12], value[12];
	pid_t pid;

	make_two_views(1);
	snprintf(number, sizeof(number), "%d", fd);
	for (int i = 0; i < 20; i++) {
		put(write_view, 300 + i);
		expect(300 + i);
		snprintf(value, sizeof(value), "%d", i);
		pid = i % 2 ? vfork() : fork();
		if (!pid) {
			execl(self, self, "child", number, value, (char *)NULL);
			_exit(1);
		}
		waitpid(pid, NULL, 0);
		expect(i);
	}
}

/* The file goes to a child in a message, and is closed here. */
static void way_sent(void)
{
	char room[CMSG_SPACE(sizeof(int))] = { 0 }, byte = 0, c;
	struct iovec iov = { &byte, 1 };
	struct msghdr m = { .msg_iov = &iov,
			    .msg_iovlen = 1,
			    .msg_control = room,
			    .msg_controllen = sizeof(room) };
	struct cmsghdr *h;
	int pair[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		fail("socketpair");
	pid = fork();
	if (!pid) {
		int got;

		if (recvmsg(pair[1], &m, 0) != 1)
			_exit(1);
		memcpy(&got, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof(got));
		for (int i = 0; i < N_TIMES && read(pair[1], &c, 1) == 1; i++) {
			struct code k = code_for(i);

			if (pwrite(got, &k, sizeof(k), AT) != sizeof(k) ||
			    write(pair[1], "", 1) != 1)
				_exit(1);
		}
		_exit(0);
	}
	make_two_views(1);
	h = CMSG_FIRSTHDR(&m);
	h->cmsg_level = SOL_SOCKET;
	h->cmsg_type = SCM_RIGHTS;
	h->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(h), &fd, sizeof(int));
	if (sendmsg(pair[0], &m, 0) != 1)
		fail("sendmsg");
	close(fd);
	for (int i = 0; i < N_TIMES; i++) {
		if (write(pair[0], "", 1) != 1 || read(pair[0], &c, 1) != 1)
			fail("the child");
		expect(i);
	}
	waitpid(pid, NULL, 0);
}

/* ---- The kernel ---- */

static void way_pwrite(void)
{
	make_two_views(1);
	for (int i = 0; i < N_TIMES; i++) {
		struct code c = code_for(i);

		if (pwrite(fd, &c, sizeof(c), AT) != sizeof(c))
			fail("pwrite");
		expect(i);
	}
}

/* Another descriptor of the file. */
static void way_copied(void)
{
	int copy;

	make_two_views(1);
	copy = dup(fd);
	close(fd);
	for (int i = 0; i < N_TIMES; i++) {
		struct code c = code_for(i);

		if (pwrite(copy, &c, sizeof(c), AT) != sizeof(c))
			fail("pwrite");
		expect(i);
	}
}

static void way_opened(void)
{
	char path[64];
	int again;

	make_two_views(1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_RDWR);
	close(fd);
	for (int i = 0; i < N_TIMES; i++) {
		struct code c = code_for(i);

		if (pwrite(again, &c, sizeof(c), AT) != sizeof(c))
			fail("pwrite");
		expect(i);
	}
}

/* Opens the view that writes by its name under /proc. Under the engine a write-protected page of it
 * is a mapping of its own there. */
static int open_view(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	unsigned long start, end, at = (unsigned long)write_view + AT;
	char line[512], path[80];
	int view = -1;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx", &start, &end) == 2 && at >= start && at < end) {
			snprintf(path, sizeof(path), "/proc/self/map_files/%lx-%lx", start, end);
			view = open(path, O_RDWR);
		}
	if (f)
		fclose(f);
	return view;
}

/* Who may not open it stores instead. */
static void way_map_files(void)
{
	int view;

	make_two_views(0);
	put(write_view, 7);
	expect(7);
	view = open_view();
	for (int i = 0; i < N_TIMES; i++) {
		struct code c = code_for(i);

		if (view < 0)
			put(write_view, i);
		else if (pwrite(view, &c, sizeof(c), AT) != sizeof(c))
			fail("pwrite");
		expect(i);
	}
}

/* The kernel writes to the view. */
static void way_read(void)
{
	int p[2];

	make_two_views(0);
	if (pipe(p))
		fail("pipe");
	for (int i = 0; i < N_TIMES; i++) {
		struct code c = code_for(i);
		struct iovec part[2] = { { write_view + AT, 3 }, { write_view + AT + 3, 3 } };
		struct iovec from = { &c, sizeof(c) }, to = { write_view + AT, sizeof(c) };

		if (i % 3 == 2) {
			if (process_vm_writev(getpid(), &from, 1, &to, 1, 0) != sizeof(c))
				put(write_view, i);
		} else if (write(p[1], &c, sizeof(c)) != sizeof(c) ||
			   (i % 3 ? readv(p[0], part, 2) :
				    read(p[0], write_view + AT, sizeof(c))) != sizeof(c)) {
			fail("read");
		}
		expect(i);
	}
}

static void way_sendfile(void)
{
	int from = memfd_create("from", 0);

	make_two_views(1);
	for (int i = 0; i < N_TIMES; i++) {
		struct code c = code_for(i);
		off_t zero = 0, at = AT;

		if (pwrite(from, &c, sizeof(c), 0) != sizeof(c))
			fail("pwrite");
		lseek(fd, AT, SEEK_SET);
		if (i % 2 ? sendfile(fd, from, &zero, sizeof(c)) != sizeof(c) :
			    copy_file_range(from, &zero, fd, &at, sizeof(c), 0) != sizeof(c))
			fail("sendfile");
		expect(i);
	}
}

static void way_aio(void)
{
	int from = memfd_create("from", 0);
	aio_context_t context = 0;

	make_two_views(0);
	put(write_view, 7);
	expect(7);
	if (syscall(SYS_io_setup, 4, &context))
		fail("io_setup");
	for (int i = 0; i < N_TIMES; i++) {
		struct code c = code_for(i);
		struct iocb cb = {
			.aio_fildes = (unsigned)from,
			.aio_lio_opcode = IOCB_CMD_PREAD,
			.aio_buf = (uintptr_t)write_view + AT,
			.aio_nbytes = sizeof(c),
		}, *list = &cb;
		struct io_event done;

		if (pwrite(from, &c, sizeof(c), 0) != sizeof(c) ||
		    syscall(SYS_io_submit, context, 1, &list) != 1 ||
		    syscall(SYS_io_getevents, context, 1, 1, &done, NULL) != 1)
			fail("io_submit");
		expect(i);
	}
}

/* Through /proc/self/mem, and pages that are dropped. */
static void way_mem(void)
{
	int mem = open("/proc/self/mem", O_RDWR);

	make_two_views(0);
	put(write_view, 7);
	expect(7);
	for (int i = 0; i < N_TIMES; i++) {
		struct code c = code_for(i);

		if (pwrite(mem, &c, sizeof(c), (off_t)(uintptr_t)write_view + AT) != sizeof(c))
			fail("pwrite");
		expect(i);
	}
}

static void way_removed(void)
{
	make_two_views(0);
	for (int i = 0; i < N_TIMES; i++) {
		put(write_view, i);
		expect(i);
		if (madvise(write_view, SIZE, MADV_REMOVE))
			fail("madvise");
		right += run_view[AT] == 0;
		put(write_view, i + 1);
		expect(i + 1);
	}
}

static int child(int of, int n)
{
	struct code c = code_for(n);

	return pwrite(of, &c, sizeof(c), AT) != sizeof(c);
}

static const struct way {
	const char *name;
	void (*run)(void);
} ways[] = {
	{ "alone", way_alone },
	{ "toggle", way_toggle },
	{ "view", way_view },
	{ "open", way_open },
	{ "views-come", way_views_come },
	{ "rights-come", way_rights_come },
	{ "moved", way_moved },
	{ "replaced", way_replaced },
	{ "remapped", way_remapped },
	{ "thread", way_thread },
	{ "fork", way_fork },
	{ "fork-view", way_fork_view },
	{ "orphan", way_orphan },
	{ "parent", way_parent },
	{ "inherited", way_inherited },
	{ "sent", way_sent },
	{ "pwrite", way_pwrite },
	{ "copied", way_copied },
	{ "opened", way_opened },
	{ "map-files", way_map_files },
	{ "read", way_read },
	{ "sendfile", way_sendfile },
	{ "aio", way_aio },
	{ "mem", way_mem },
	{ "removed", way_removed },
};

int main(int argc, char **argv)
{
	self = argv[0];
	if (argc == 4 && !strcmp(argv[1], "child"))
		return child(atoi(argv[2]), atoi(argv[3]));
	for (unsigned i = 0; argc > 1 && i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (strcmp(argv[1], ways[i].name))
			continue;
		ways[i].run();
		printf("%s: right %d times\n", argv[1], right);
		return 0;
	}
	return 2;
}
