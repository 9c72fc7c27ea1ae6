// SPDX-License-Identifier: BSD-2-Clause
/*
 * System calls that write into a page that holds code, too, as the stack does in a program with
 * nested functions. Each call gets a fresh page whose code has just run. The output depends on
 * nothing else.
 *
 * cflags: -Wl,-z,execstack
 *
 *	kernel_writes calls     one call of each kind
 *	kernel_writes threads   while the call waits, another thread runs the code
 *	kernel_writes end       what the kernel writes when a thread ends
 *	kernel_writes rings     io_uring
 *	kernel_writes older     the asynchronous calls that are older
 *	kernel_writes nested    a nested function and waitpid(2), as gcc makes them
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/futex.h>
#include <linux/io_uring.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/user.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static const unsigned char code[] = { 0xb8, 5, 0, 0, 0, 0xc3 }; /* mov $5, %eax; ret */

static char *page;

/* Runs the code of the page. */
static int run(void)
{
	return ((int (*)(void))page)();
}

/* Room behind code that has just run. */
static char *room(void)
{
	if (page)
		munmap(page, 8192);
	page = mmap(NULL, 8192, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(page, code, sizeof(code));
	if (run() != 5)
		exit(1);
	return page + 1024;
}

static void show(const char *name, long r)
{
	printf("%s: %ld%s%s\n", name, r, r < 0 ? " " : "", r < 0 ? strerror(errno) : "");
}

static int is_set(const char *at, size_t n)
{
	while (n--)
		if (at[n])
			return 1;
	return 0;
}

/* A pipe that holds some bytes. */
static int filled(const char *text)
{
	int fd[2];

	if (pipe(fd) || write(fd[1], text, strlen(text)) < 0)
		exit(1);
	close(fd[1]);
	return fd[0];
}

static void drop(int fd)
{
	close(fd);
}

/* ---- calls that lose their result when they fail ---- */

static void waits(void)
{
	int *status = (int *)room(), pid = fork();
	struct rusage *usage = (void *)(status + 8);
	siginfo_t *info;

	if (!pid)
		_exit(7);
	run();
	show("wait4", wait4(pid, status, 0, usage) == pid);
	printf("status %x, usage %d\n", *status, is_set((char *)usage, sizeof(*usage)));
	info = (void *)room();
	pid = fork();
	if (!pid)
		_exit(8);
	run();
	show("waitid", waitid(P_PID, (id_t)pid, info, WEXITED));
	printf("child %d, status %d\n", info->si_pid == pid, info->si_status);
}

static void reads(void)
{
	char *to = room();
	struct iovec *v = (void *)(to + 512);
	int fd = filled("abcdef");

	show("read", read(fd, to, 2));
	run();
	*v = (struct iovec){ to + 2, 2 };
	run();
	show("readv", readv(fd, v, 1));
	v[1] = (struct iovec){ to + 2048, 100 };
	v[0].iov_base = to + 4;
	run();
	show("readv", readv(fd, v, 2));
	printf("%s\n", to);
	drop(fd);
	fd = open("/proc/self/comm", O_RDONLY);
	to = room();
	show("pread64", pread(fd, to, 4, 0));
	run();
	*v = (struct iovec){ to + 4, 4 };
	run();
	show("preadv", preadv(fd, v, 1, 4));
	run();
	v->iov_base = to + 8;
	run();
	show("preadv2", preadv2(fd, v, 1, 8, 0));
	printf("%s", to);
	drop(fd);
}

static void messages(void)
{
	int s[2], *fds, other = open("/dev/null", O_RDONLY);
	char control[CMSG_SPACE(sizeof(int))] = { 0 };
	char *to = room();
	struct iovec v = { to, 64 }, from = { "datagram", 8 };
	struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1 };
	struct msghdr out = { .msg_iov = &from,
			      .msg_iovlen = 1,
			      .msg_control = control,
			      .msg_controllen = sizeof(control) };
	struct mmsghdr *many;
	struct cmsghdr *c = CMSG_FIRSTHDR(&out);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	*(int *)CMSG_DATA(c) = other;
	socketpair(AF_UNIX, SOCK_DGRAM, 0, s);
	show("sendmsg", sendmsg(s[1], &out, 0));
	m.msg_control = to + 128;
	m.msg_controllen = sizeof(control);
	run();
	show("recvmsg", recvmsg(s[0], &m, MSG_DONTWAIT));
	fds = (int *)CMSG_DATA((struct cmsghdr *)(to + 128));
	printf("%s, flags %x, a descriptor: %d\n", to, m.msg_flags, fcntl(*fds, F_GETFD));
	close(*fds);
	to = room();
	many = (void *)(to + 256);
	for (int i = 0; i < 2; i++) {
		send(s[1], "two", 3, 0);
		many[i] = (struct mmsghdr){ .msg_hdr = { .msg_iov = (void *)(to + 512 + 16 * i),
							 .msg_iovlen = 1 } };
		*many[i].msg_hdr.msg_iov = (struct iovec){ to + 16 * i, 16 };
	}
	run();
	show("recvmmsg", recvmmsg(s[0], many, 2, MSG_DONTWAIT, NULL));
	printf("%s %u %s %u\n", to, many[0].msg_len, to + 16, many[1].msg_len);
	out.msg_control = NULL;
	out.msg_controllen = 0;
	to = room();
	many = (void *)(to + 256);
	many[0].msg_hdr = many[1].msg_hdr = out;
	run();
	show("sendmmsg", sendmmsg(s[1], many, 2, 0));
	printf("%u %u\n", many[0].msg_len, many[1].msg_len);
	run();
	show("recvfrom", recvfrom(s[0], to, 16, MSG_DONTWAIT, NULL, NULL));
	run();
	show("recv", recv(s[0], to, 16, MSG_DONTWAIT));
	show("recv", recv(s[0], to, 16, MSG_DONTWAIT));
	drop(s[0]);
	drop(s[1]);
	drop(other);
}

static void sockets(void)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX, .sun_path = "" };
	char *to = room();
	socklen_t *length = (void *)(to + 256), size = sizeof(name);
	int server = socket(AF_UNIX, SOCK_STREAM, 0), client, peer;

	bind(server, (void *)&name, sizeof(sa_family_t)); /* a name that the kernel chooses */
	listen(server, 1);
	getsockname(server, (void *)&name, &size);
	client = socket(AF_UNIX, SOCK_STREAM, 0);
	connect(client, (void *)&name, size);
	*length = 100;
	run();
	peer = accept(server, (void *)to, length);
	printf("accept: %d, %d\n", peer >= 0, *length);
	*length = 100;
	run();
	show("getpeername", getpeername(client, (void *)to, length));
	printf("%d\n", *length);
	*length = 4;
	run();
	show("getsockopt", getsockopt(client, SOL_SOCKET, SO_TYPE, to, length));
	printf("%d %d\n", *length, *(int *)to);
	run();
	show("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, (int *)to));
	close(((int *)to)[0]);
	close(((int *)to)[1]);
	drop(peer);
	drop(client);
	drop(server);
}

static void queues(void)
{
	struct message {
		long type;
		char text[8];
	} in = { 3, "queued" }, *out = (void *)room();
	int id = msgget(IPC_PRIVATE, 0600);
	union {
		void *at;
	} arg;
	struct mq_attr attr = { .mq_maxmsg = 2, .mq_msgsize = 16 };
	char name[32];
	mqd_t mq;

	if (id >= 0) {
		msgsnd(id, &in, 8, 0);
		run();
		show("msgrcv", msgrcv(id, out, 8, 0, IPC_NOWAIT));
		printf("%ld %s\n", out->type, out->text);
		run();
		show("msgctl", msgctl(id, IPC_STAT, (void *)out));
		msgctl(id, IPC_RMID, NULL);
	}
	id = semget(IPC_PRIVATE, 3, 0600);
	if (id >= 0) {
		arg.at = room();
		show("semctl", semctl(id, 0, GETALL, arg));
		run();
		show("semctl", semctl(id, 0, IPC_STAT, arg));
		semctl(id, 0, IPC_RMID);
	}
	id = shmget(IPC_PRIVATE, 4096, 0600);
	if (id >= 0) {
		show("shmctl", shmctl(id, IPC_STAT, (void *)room()));
		shmctl(id, IPC_RMID, NULL);
	}
	snprintf(name, sizeof(name), "/kernel_writes-%d", getpid());
	mq = mq_open(name, O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK, 0600, &attr);
	if (mq != (mqd_t)-1) {
		char *to = room();

		mq_unlink(name);
		mq_send(mq, "posix", 6, 9);
		run();
		show("mq_receive", mq_receive(mq, to, 16, (unsigned *)(to + 32)));
		printf("%s %u\n", to, *(unsigned *)(to + 32));
		run();
		show("mq_getattr", mq_getattr(mq, (void *)to));
		mq_close(mq);
	}
}

static void signals(void)
{
	siginfo_t *info = (void *)room();
	const struct timespec soon = { 0, 10000000 };
	sigset_t set, *old;
	stack_t *stack;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR1);
	run();
	show("sigtimedwait", sigtimedwait(&set, info, &soon));
	printf("%d code %d\n", info->si_signo, info->si_code);
	old = (void *)room();
	show("sigprocmask", sigprocmask(SIG_BLOCK, NULL, old));
	printf("%d\n", sigismember(old, SIGUSR1));
	raise(SIGUSR1);
	run();
	show("sigpending", sigpending(old));
	printf("%d\n", sigismember(old, SIGUSR1));
	sigwaitinfo(&set, NULL);
	run();
	show("sigaction", sigaction(SIGUSR1, NULL, (void *)room()));
	stack = (void *)room();
	show("sigaltstack", sigaltstack(NULL, stack));
}

static void events(void)
{
	int fd = filled("x"), ep = epoll_create1(0);
	struct epoll_event e = { .events = EPOLLIN | EPOLLET, .data.u32 = 77 };
	struct epoll_event *out = (void *)room();
	const struct timespec none = { 0, 0 };
	struct pollfd *p;
	fd_set *set;

	epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
	run();
	show("epoll_wait", epoll_wait(ep, out, 2, 100));
	printf("%u, then %d\n", out->data.u32, epoll_wait(ep, out, 2, 0));
	e.events = EPOLLIN | EPOLLONESHOT;
	epoll_ctl(ep, EPOLL_CTL_MOD, fd, &e);
	run();
	show("epoll_pwait", epoll_pwait(ep, out, 2, 100, NULL));
	p = (void *)room();
	*p = (struct pollfd){ fd, POLLIN, 0 };
	run();
	show("poll", poll(p, 1, 100));
	p->revents = 0;
	run();
	show("ppoll", ppoll(p, 1, &none, NULL));
	printf("%d\n", p->revents & POLLIN);
	set = (void *)room();
	FD_ZERO(set);
	FD_SET(fd, set);
	run();
	show("select", select(fd + 1, set, NULL, NULL, NULL));
	run();
	show("pselect", pselect(fd + 1, set, NULL, NULL, &none, NULL));
	drop(ep);
	drop(fd);
}

static void files(void)
{
	int dir = open("/proc/self", O_RDONLY | O_DIRECTORY), null = open("/dev/null", O_RDWR);
	char *to = room();
	int64_t *offset;

	show("fstat", fstat(null, (void *)to));
	run();
	show("stat", stat("/", (void *)to));
	run();
	show("lstat", lstat("/", (void *)to));
	run();
	show("fstatat", fstatat(dir, "fd", (void *)to, 0));
	run();
	show("statx", statx(dir, "fd", 0, STATX_BASIC_STATS, (void *)to));
	run();
	show("statfs", statfs("/proc", (void *)to));
	run();
	show("fstatfs", fstatfs(dir, (void *)to));
	run();
	show("getdents64", syscall(SYS_getdents64, dir, to, 2000) > 0);
	run();
	show("getcwd", getcwd(to, 4096) == to);
	run();
	show("readlink", readlink("/proc/self/cwd", to, 1000) > 0);
	run();
	show("readlinkat", readlinkat(dir, "cwd", to, 1000) > 0);
	run();
	show("getxattr", getxattr("/", "user.none", to, 100));
	run();
	show("pipe", pipe((int *)to));
	run();
	write(((int *)to)[1], "some", 4);
	show("FIONREAD", ioctl(((int *)to)[0], FIONREAD, to + 16));
	printf("%d\n", *(int *)(to + 16));
	close(((int *)to)[0]);
	close(((int *)to)[1]);
	((struct flock *)to)->l_type = F_WRLCK;
	run();
	show("F_GETLK", fcntl(null, F_GETLK, to));
	drop(dir);
	dir = open("/proc/self/exe", O_RDONLY);
	offset = (void *)room();
	*offset = 3;
	run();
	show("sendfile", syscall(SYS_sendfile, null, dir, offset, 4));
	printf("%ld\n", (long)*offset);
	drop(dir);
	drop(null);
}

static void times_and_ids(void)
{
	char *to = room();
	const struct itimerval later = { { 0, 0 }, { 1000, 0 } };
	struct itimerspec spec = { { 0, 0 }, { 1000, 0 } };
	struct timespec *left;
	timer_t timer;
	int fd;

	show("gettimeofday", syscall(SYS_gettimeofday, to, NULL));
	run();
	show("clock_gettime", syscall(SYS_clock_gettime, CLOCK_MONOTONIC, to));
	run();
	show("clock_getres", syscall(SYS_clock_getres, CLOCK_MONOTONIC, to));
	run();
	show("time", syscall(SYS_time, to) > 0);
	setitimer(ITIMER_REAL, &later, NULL);
	run();
	show("getitimer", getitimer(ITIMER_REAL, (void *)to));
	run();
	show("setitimer", setitimer(ITIMER_REAL, &(struct itimerval){ 0 }, (void *)to));
	printf("%d\n", ((struct itimerval *)to)->it_value.tv_sec >= 900);
	run();
	show("timer_create", syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, to));
	timer = (timer_t)(intptr_t) * (int *)to;
	run();
	show("timer_settime", syscall(SYS_timer_settime, timer, 0, &spec, to));
	run();
	show("timer_gettime", syscall(SYS_timer_gettime, timer, to));
	syscall(SYS_timer_delete, timer);
	fd = timerfd_create(CLOCK_MONOTONIC, 0);
	run();
	show("timerfd_settime", timerfd_settime(fd, 0, &spec, (void *)to));
	run();
	show("timerfd_gettime", timerfd_gettime(fd, (void *)to));
	drop(fd);
	left = (void *)room();
	show("nanosleep", nanosleep(&(struct timespec){ 0, 1000 }, left));
	run();
	show("times", times((void *)to) > 0);
	run();
	show("getrusage", getrusage(RUSAGE_SELF, (void *)to));
	run();
	show("getrlimit", syscall(SYS_getrlimit, RLIMIT_CORE, to));
	run();
	show("prlimit", syscall(SYS_prlimit64, 0, RLIMIT_CORE, NULL, to));
	run();
	show("sysinfo", sysinfo((void *)to));
	run();
	show("uname", uname((void *)to));
	run();
	show("getresuid", getresuid((void *)to, (void *)(to + 4), (void *)(to + 8)));
	run();
	show("getresgid", getresgid((void *)to, (void *)(to + 4), (void *)(to + 8)));
	run();
	show("getrandom", syscall(SYS_getrandom, to, 100, 0));
	run();
	show("getgroups", getgroups(100, (void *)to) >= 0);
	run();
	show("sched_getaffinity", syscall(SYS_sched_getaffinity, 0, 1024, to) > 0);
	run();
	show("sched_getparam", sched_getparam(0, (void *)to));
	run();
	show("PR_GET_NAME", prctl(PR_GET_NAME, to));
	printf("%s\n", to);
	run();
	show("mincore", mincore(page, 8192, (void *)to));
	printf("%d\n", *to & 1);
	run();
	show("getcpu", syscall(SYS_getcpu, to, to + 4, NULL));
}

static void others(void)
{
	char *to = room(), text[] = "own memory";
	struct iovec local = { to, sizeof(text) }, remote = { text, sizeof(text) };
	int status, pid, *regs;

	show("process_vm_readv", process_vm_readv(getpid(), &local, 1, &remote, 1, 0));
	printf("%s\n", to);
	to = room();
	local.iov_base = to;
	show("process_vm_writev", process_vm_writev(getpid(), &remote, 1, &local, 1, 0));
	printf("%s\n", to);
	pid = fork();
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	regs = (void *)room();
	show("PTRACE_GETREGS", ptrace(PTRACE_GETREGS, pid, NULL, regs));
	printf("%d\n", is_set((char *)regs, sizeof(struct user_regs_struct)));
	regs = (void *)room();
	local = (struct iovec){ regs, sizeof(struct user_regs_struct) };
	show("PTRACE_GETREGSET", ptrace(PTRACE_GETREGSET, pid, (void *)1, &local));
	ptrace(PTRACE_CONT, pid, NULL, NULL);
	waitpid(pid, &status, 0);
	/* A bad address is an error as ever, and the child is reaped as ever. */
	room();
	if (!fork())
		_exit(0);
	show("a bad address", wait4(-1, (int *)8, 0, NULL));
	run();
	show("no second attempt", wait4(-1, NULL, 0, NULL));
	show("a page without access", read(filled("x"), mmap(NULL, 4096, 0, 34, -1, 0), 1));
}

/* ---- another thread runs the code meanwhile ---- */

static int to_thread[2];
static volatile long got;
static char *volatile target;

static void *reads_into(void *unused)
{
	(void)unused;
	got = recv(to_thread[0], target, 4, 0); /* a datagram that is lost does not come again */
	return NULL;
}

static void run_threads(void)
{
	pthread_t thread;

	for (int i = 0; i < 20; i++) {
		const struct timespec moment = { 0, 2000000 };

		socketpair(AF_UNIX, SOCK_DGRAM, 0, to_thread);
		target = room();
		pthread_create(&thread, NULL, reads_into, NULL);
		for (int k = 0; k < 5; k++) {
			nanosleep(&moment, NULL);
			page[1] = (char)k;
			if (run() != k)
				printf("stale code\n");
		}
		send(to_thread[1], "abcd", 4, 0);
		shutdown(to_thread[0], SHUT_RDWR); /* it waits no longer if that one is lost */
		pthread_join(thread, NULL);
		if (got != 4 || memcmp(target, "abcd", 4))
			printf("%d: read %ld\n", i, got);
		close(to_thread[0]);
		close(to_thread[1]);
	}
	printf("read by 20 threads\n");
}

/* ---- the end of a thread ---- */

static char stack[65536] __attribute__((aligned(64)));
static pthread_mutex_t *mutex;

static int ends(void *unused)
{
	(void)unused;
	run();
	syscall(SYS_exit, 0);
	return 0;
}

static void *dies_with_lock(void *unused)
{
	(void)unused;
	pthread_mutex_lock(mutex);
	run();
	return NULL;
}

static void run_end(void)
{
	const struct timespec limit = { 3, 0 };
	pthread_mutexattr_t attr;
	pthread_t thread;
	int *tid = (void *)room(), r;

	*tid = 1;
	r = clone(ends, stack + sizeof(stack),
		  CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
			  CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID,
		  NULL, tid + 1, NULL, tid);
	run();
	printf("the parent's word: %d\n", tid[1] == r);
	while ((r = __atomic_load_n(tid, __ATOMIC_SEQ_CST)))
		if (syscall(SYS_futex, tid, FUTEX_WAIT, r, &limit) < 0 && errno == ETIMEDOUT)
			break;
	printf("cleared: %d\n", r == 0);

	mutex = (void *)room();
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(mutex, &attr);
	pthread_create(&thread, NULL, dies_with_lock, NULL);
	pthread_join(thread, NULL);
	run();
	r = pthread_mutex_trylock(mutex);
	printf("a robust mutex: %s\n", r == EOWNERDEAD ? "its owner is dead" : strerror(r));
}

/* ---- calls that write later ---- */

static void ring(void)
{
	struct io_uring_params p = { 0 };
	int r = (int)syscall(SYS_io_uring_setup, 4, &p), fd = filled("ring");
	struct io_uring_sqe *sqe;
	struct io_uring_cqe *cqe;
	char *sq, *cq, *to;

	if (r < 0) {
		printf("no io_uring\n");
		return;
	}
	sq = mmap(NULL, p.sq_off.array + 64, 3, MAP_SHARED | MAP_POPULATE, r, IORING_OFF_SQ_RING);
	cq = mmap(NULL, p.cq_off.cqes + 256, 3, MAP_SHARED | MAP_POPULATE, r, IORING_OFF_CQ_RING);
	sqe = mmap(NULL, 4096, 3, MAP_SHARED | MAP_POPULATE, r, IORING_OFF_SQES);
	to = room();
	memset(sqe, 0, sizeof(*sqe));
	sqe->opcode = IORING_OP_READ;
	sqe->fd = fd;
	sqe->addr = (uintptr_t)to;
	sqe->len = 16;
	*(unsigned *)(sq + p.sq_off.array) = 0;
	__atomic_store_n((unsigned *)(sq + p.sq_off.tail), 1, __ATOMIC_RELEASE);
	show("io_uring_enter", syscall(SYS_io_uring_enter, r, 1, 1, 1, NULL, 0));
	cqe = (void *)(cq + p.cq_off.cqes);
	printf("read %d: %s, code %d\n", cqe->res, to, run());
	close(r);
}

static void older(void)
{
	char *to = room();
	struct iocb *one = (void *)(to + 256), **all = (void *)(to + 512);
	struct io_event *event = (void *)(to + 600);
	aio_context_t *context = (void *)(to + 700);
	int fd = open("/proc/self/exe", O_RDONLY);

	*context = 0;
	run();
	if (syscall(SYS_io_setup, 2, context) < 0) {
		printf("no io_setup\n");
		return;
	}
	*one = (struct iocb){ .aio_lio_opcode = IOCB_CMD_PREAD,
			      .aio_fildes = (unsigned)fd,
			      .aio_buf = (uintptr_t)to,
			      .aio_nbytes = 16 };
	all[0] = one;
	run();
	if (syscall(SYS_io_submit, *context, 1, all) != 1) {
		printf("io_submit: %s\n", strerror(errno));
		return;
	}
	run();
	show("io_getevents", syscall(SYS_io_getevents, *context, 1, 1, event, NULL));
	printf("%ld: %.3s, code %d\n", (long)event->res, to + 1, run());
	syscall(SYS_io_destroy, *context);
	close(fd);
}

/* ---- as gcc makes them ---- */

static __attribute__((noinline)) int call(int (*f)(int), int x)
{
	char *apart = __builtin_alloca(20000);

	__asm__ volatile("" : : "r"(apart) : "memory");
	return f(x);
}

static __attribute__((noinline)) int reap(int pid, int *status)
{
	char *apart = __builtin_alloca(20000);

	__asm__ volatile("" : : "r"(apart) : "memory");
	return waitpid(pid, status, 0);
}

static void run_nested(void)
{
	char *apart = __builtin_alloca(20000);
	int lost = 0;

	__asm__ volatile("" : : "r"(apart) : "memory");
	for (int i = 0; i < 20; i++) {
		int base = i, status = -1, pid;
		int add(int x)
		{
			return x + base;
		}

		pid = fork();
		if (!pid)
			_exit(7);
		if (call(add, 1) != i + 1)
			printf("wrong sum\n");
		lost += reap(pid, &status) != pid || WEXITSTATUS(status) != 7;
	}
	printf("lost children: %d\n", lost);
}

static void run_calls(void)
{
	waits();
	reads();
	messages();
	sockets();
	queues();
	signals();
	events();
	files();
	times_and_ids();
	others();
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!strcmp(what, "calls"))
		run_calls();
	else if (!strcmp(what, "threads"))
		run_threads();
	else if (!strcmp(what, "end"))
		run_end();
	else if (!strcmp(what, "rings"))
		ring();
	else if (!strcmp(what, "older"))
		older();
	else if (!strcmp(what, "nested"))
		run_nested();
	else
		return 2;
	return 0;
}
