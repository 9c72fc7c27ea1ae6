// SPDX-License-Identifier: BSD-2-Clause
/*
 * Memory that comes, goes and changes in unusual ways: holes that are filled again, code that
 * changes without a store, executable memory that no mmap(2) or mprotect(2) made. The output does
 * not depend on addresses.
 *
 *	odd_memory holes      ranges that were given back are taken again, beside other threads
 *	odd_memory file FILE  code of a private mapping changes by writes to the file
 *	odd_memory sysv       System V shared memory: executable, in the place of code, detached
 *	odd_memory rights     READ_IMPLIES_EXEC, mprotect(2) that fails half-way, rights as shown
 *	odd_memory implied    memory that can be read is code (READ_IMPLIES_EXEC)
 *	odd_memory grown [N]  code in mappings, and on a stack, that grow downward
 *	odd_memory moved      code that mremap(2) moves, in one view and in two
 *	odd_memory advice     madvise(2) that drops code, or keeps it from a child
 *	odd_memory sealed     code in pages that mseal(2) seals
 *	odd_memory lazy       code in pages that another thread fills in (userfaultfd)
 *	odd_memory full       code that changes while there are as many mappings as may be
 *	odd_memory threads N  N threads at once, or as many as the limits allow
 *	odd_memory lock       mlockall(2) with a limit that is small
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE	   4096ul
#define READ_WRITE (PROT_READ | PROT_WRITE)
#define READ_EXEC  (PROT_READ | PROT_EXEC)
#define ALL	   (PROT_READ | PROT_WRITE | PROT_EXEC)
#define PRIVATE	   (MAP_PRIVATE | MAP_ANONYMOUS)

static unsigned char *map(size_t size, int prot)
{
	return mmap(NULL, size, prot, PRIVATE, -1, 0);
}

/* mov eax, value; ret */
static void put(void *at, int value)
{
	unsigned char code[6] = { 0xb8, value, 0, 0, 0, 0xc3 };

	memcpy(at, code, sizeof(code));
}

static int call(const void *at)
{
	__asm__ volatile("" : : "r"(at) : "memory"); /* what was put there is needed */
	return ((int (*)(void))at)();
}

/* Calls code in a child, and tells what became of it: its value, or minus the signal. */
static int try(const void *at)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(call(at));
	waitpid(pid, &status, 0);
	return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- holes ---- */

static int in_use(unsigned char *at, size_t size)
{
	unsigned char there;
	int n = 0;

	for (size_t i = 0; i < size; i += PAGE)
		n += !mincore(at + i, PAGE, &there);
	return n;
}

/* Takes the range again, and keeps it while new code runs. */
static void fill(unsigned char *hole, size_t size)
{
	unsigned char *p;
	char text[64];
	double sum = 0;
	long bad = 0;

	printf("in use: %d, ", in_use(hole, size));
	p = mmap(hole, size, READ_WRITE, PRIVATE | MAP_FIXED, -1, 0);
	if (p != hole) {
		printf("refused: %d\n", errno);
		return;
	}
	memset(p, 0xff, size);
	for (int i = 0; i < 50; i++) {
		snprintf(text, sizeof(text), "%d %g", i, i * 1.5);
		sum += strtod(text, NULL);
	}
	for (size_t i = 0; i < size; i++)
		bad += p[i] != 0xff;
	printf("sum %g, changed: %ld\n", sum, bad);
	munmap(p, size);
}

static unsigned char *make_hole(size_t size)
{
	unsigned char *p = map(size, READ_WRITE);

	munmap(p, size);
	return p;
}

static pthread_barrier_t both_here;

static void *wait_twice(void *arg)
{
	pthread_barrier_wait(&both_here);
	pthread_barrier_wait(&both_here);
	return arg;
}

/* Calls for the page behind the program, where nothing is mapped. */
static void beyond(void)
{
	extern char end[];
	unsigned char *page = (void *)(((unsigned long)end + PAGE - 1) & -PAGE), *p;

	printf("mprotect: %d", mprotect(page, PAGE, PROT_READ) ? errno : 0);
	printf(", madvise: %d", madvise(page, PAGE, MADV_DONTNEED) ? errno : 0);
	p = mremap(page, PAGE, 2 * PAGE, MREMAP_MAYMOVE);
	printf(", mremap: %d", p == MAP_FAILED ? errno : 0);
	printf(", munmap: %d", munmap(page, PAGE) ? errno : 0);
	printf(" %d\n", munmap(page + 1, PAGE) ? errno : 0);
}

static void holes(void)
{
	size_t size = 16ul << 20;
	unsigned char *stack = map(1 << 20, READ_WRITE), *hole = make_hole(size);
	pthread_attr_t attr;
	pthread_t thread;

	fflush(stdout);
	if (!fork()) {
		fill(hole, size);
		fflush(stdout);
		if (!fork()) {
			fill(hole, size);
			exit(0);
		}
		wait(NULL);
		exit(0);
	}
	wait(NULL);
	pthread_barrier_init(&both_here, NULL, 2);
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, stack, 1 << 20);
	pthread_create(&thread, &attr, wait_twice, NULL);
	pthread_barrier_wait(&both_here);
	fill(hole, size);
	pthread_barrier_wait(&both_here);
	pthread_join(thread, NULL);
	fill(hole, size);
	beyond();
}

/* ---- file ---- */

static void write_code(int fd, int value)
{
	unsigned char code[6];

	put(code, value);
	if (pwrite(fd, code, sizeof(code), 0) != sizeof(code))
		perror("pwrite");
}

static void file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0700), reader;
	unsigned char *code;

	write_code(fd, 1);
	ftruncate(fd, 2 * PAGE);
	code = mmap(NULL, PAGE, READ_EXEC, MAP_PRIVATE, fd, 0);
	printf("by the same descriptor: %d", call(code));
	write_code(fd, 2);
	printf(" %d\n", call(code));
	munmap(code, PAGE);
	close(fd);

	reader = open(path, O_RDONLY);
	code = mmap(NULL, PAGE, READ_EXEC, MAP_PRIVATE, reader, 0);
	printf("by another: %d", call(code));
	fd = open(path, O_WRONLY);
	write_code(fd, 3);
	printf(" %d", call(code));
	write_code(fd, 4);
	printf(" %d", call(code));
	close(fd);
	munmap(code, PAGE);

	/* one that was open before */
	fd = open(path, O_RDWR);
	reader = open(path, O_RDONLY);
	write_code(fd, 5);
	code = mmap(NULL, PAGE, READ_EXEC, MAP_PRIVATE, reader, 0);
	printf(", by an older one: %d", call(code));
	write_code(fd, 6);
	printf(" %d", call(code));
	code[PAGE - 1] = 0; /* cannot be: the mapping is not writable */
}

static void on_segv(int sig)
{
	printf(" signal %d\n", sig);
	exit(0);
}

/* ---- sysv ---- */

static void sysv(void)
{
	int id = shmget(IPC_PRIVATE, 2 * PAGE, 0700 | IPC_CREAT);
	unsigned char *code = map(2 * PAGE, ALL), *view = shmat(id, NULL, 0), *second;

	put(code, 5);
	printf("before: %d", call(code));
	put(view, 6);
	if (shmat(id, code, SHM_REMAP | SHM_EXEC) != code)
		perror("shmat");
	printf(", in its place: %d", call(code));
	put(view, 7);
	printf(", through the other view: %d", call(code));
	second = shmat(id, NULL, SHM_EXEC | SHM_RDONLY);
	printf(", elsewhere: %d", call(second));
	shmctl(id, IPC_RMID, NULL);
	shmdt(second);
	printf(", detached: %d, without SHM_EXEC: %d, still there: %d\n", try(second), try(view),
	       call(code));
}

/* ---- rights ---- */

static void show_rights(const void *at)
{
	FILE *f = fopen("/proc/self/maps", "r");
	unsigned long start, end;
	char line[4200], rights[5];

	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %4s", &start, &end, rights) == 3 &&
		    start <= (unsigned long)at && (unsigned long)at < end)
			printf(" %s", rights);
	fclose(f);
}

static void rights(void)
{
	unsigned char *p = map(4 * PAGE, READ_WRITE), *q;
	static unsigned char data[2 * PAGE];

	put(p, 8);
	put(p + PAGE, 9);
	put(p + 3 * PAGE, 10);
	munmap(p + 2 * PAGE, PAGE);
	printf("mprotect: %d", mprotect(p, 4 * PAGE, READ_EXEC));
	printf(" (%d), %d %d, behind the gap: %d\n", errno, call(p), call(p + PAGE),
	       try(p + 3 * PAGE));
	printf("back: %d", mprotect(p, 4 * PAGE, READ_WRITE));
	printf(", %d %d\n", try(p), try(p + PAGE));

	q = map(PAGE, PROT_WRITE | PROT_EXEC);
	put(q, 11);
	printf("write and execute:");
	show_rights(q);
	printf(" %d", call(q));
	put(q, 12);
	printf(" %d\n", call(q));

	put(data, 13);
	printf("data: %d\n", try(data));
}

static void implied(void)
{
	unsigned char *p;
	int zero = open("/dev/zero", O_RDONLY);

	personality(READ_IMPLIES_EXEC);
	p = map(PAGE, READ_WRITE);
	put(p, 14);
	printf("read implies execute: %d", call(p));
	printf(", the kernel writes beside it: %zd", read(zero, p + 100, 100));
	put(p, 15);
	printf(" %d", call(p));
	mprotect(p, PAGE, PROT_READ);
	printf(" %d", call(p));
	mprotect(p, PAGE, PROT_NONE);
	printf(" %d", try(p));
	p = sbrk(8 * PAGE);
	put(p + 7 * PAGE, 16);
	printf(", in the heap %d", call(p + 7 * PAGE));
	put(p + 7 * PAGE, 17);
	printf(" %d\n", call(p + 7 * PAGE));
	personality(0);
	p = map(PAGE, READ_WRITE);
	put(p, 18);
	printf("no longer: %d\n", try(p));
}

/* ---- grown ---- */

/* Each frame has code of its own, most of them in the lowest page of the stack so far. Of the room
 * below that code the kernel is the first to write to most. */
static int deeper(int depth, int fd)
{
	unsigned char code[1500], *below;
	int n;

	put(code, depth % 7);
	n = call(code);
	if (depth % 128 == 0) {
		below = __builtin_alloca(5 * PAGE);
		n += read(fd, below + 2 * PAGE, 1) == 1 ? 0 : -1000000;
	}
	return n + (depth ? deeper(depth - 1, fd) : 0) + call(code);
}

static void grown(int depth)
{
	unsigned char *room = make_hole(1 << 20), *p, *code;
	int zero;

	p = mmap(room + (1 << 20) - 2 * PAGE, 2 * PAGE, ALL, PRIVATE | MAP_GROWSDOWN | MAP_FIXED,
		 -1, 0);
	put(p, 1);
	printf("%d", call(p));
	for (int i = 1; i <= 50; i++)
		p[-(long)PAGE * i] = 1;
	code = p - 40 * PAGE;
	put(code, 2);
	printf(" %d", call(code));
	put(code, 3);
	printf(" %d %d\n", call(code), call(p));
	mprotect((void *)((unsigned long)&room & ~(PAGE - 1)), PAGE, ALL | PROT_GROWSDOWN);
	zero = open("/dev/zero", O_RDONLY);
	printf("on the stack: %d\n", deeper(depth / 2, zero) + deeper(depth, zero));
}

/* ---- moved ---- */

static void moved(void)
{
	unsigned char *p = map(3 * PAGE, ALL), *q, *view, *other;

	put(p, 1);
	put(p + PAGE, 2);
	put(p + 2 * PAGE, 3);
	printf("%d", call(p + PAGE));
	q = mremap(p, 3 * PAGE, 3 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, make_hole(3 * PAGE));
	if (q == MAP_FAILED) {
		printf(" mremap: %d\n", errno);
		return;
	}
	printf(" %d", call(q + PAGE));
	put(q + PAGE, 4);
	printf(" %d, the old place: %d\n", call(q + PAGE), try(p + PAGE));
	p = mremap(q, 3 * PAGE, 3 * PAGE, MREMAP_MAYMOVE | MREMAP_DONTUNMAP, NULL);
	if (p != MAP_FAILED)
		printf("left empty: %d, moved: %d\n", try(q + PAGE), call(p + PAGE));

	view = mmap(NULL, PAGE, ALL, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	put(view, 5);
	printf("shared: %d", call(view));
	view = mremap(view, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, make_hole(PAGE));
	printf(" %d", call(view));
	other = mremap(view, 0, PAGE, MREMAP_MAYMOVE);
	put(other, 6);
	printf(" %d", call(view));
	view = mremap(view, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, make_hole(PAGE));
	printf(" %d", call(view));
	put(other, 7);
	printf(" %d %d\n", call(view), call(other));
	/* Nothing is mapped at its start. */
	errno = 0;
	mremap((void *)(16 * PAGE), 1ul << 46, PAGE, MREMAP_MAYMOVE);
	printf("a range without a mapping: %s\n", strerror(errno));
}

/* ---- advice ---- */

/* True: the kernel lets a process give this advice to itself (since Linux 6.14). */
static int drop_by_pidfd(void *at)
{
	struct iovec range = { at, PAGE };
	int fd = (int)syscall(SYS_pidfd_open, getpid(), 0);
	long n = syscall(SYS_process_madvise, fd, &range, 1, MADV_DONTNEED, 0);

	close(fd);
	return n == PAGE;
}

static void advice(void)
{
	unsigned char *p = map(4 * PAGE, ALL);

	for (int i = 0; i < 4; i++) {
		put(p + i * PAGE, i + 1);
		printf("%d ", call(p + i * PAGE));
	}
	printf("populate: %d", madvise(p, 4 * PAGE, MADV_POPULATE_WRITE));
	madvise(p, PAGE, MADV_DONTNEED);
	printf(", dropped: %d", try(p));
	put(p, 1);
	printf(" %d", call(p));
	printf(" %d", drop_by_pidfd(p) ? try(p) : -SIGSEGV);
	madvise(p + PAGE, PAGE, MADV_WIPEONFORK);
	printf(", wiped: %d", try(p + PAGE));
	madvise(p + 2 * PAGE, PAGE, MADV_DONTFORK);
	printf(", left out: %d", try(p + 2 * PAGE));
	madvise(p + PAGE, PAGE, MADV_KEEPONFORK);
	madvise(p + 2 * PAGE, PAGE, MADV_DOFORK);
	printf(", kept: %d %d %d", try(p + PAGE), try(p + 2 * PAGE), try(p + 3 * PAGE));
	printf(", here: %d %d\n", call(p + PAGE), call(p + 2 * PAGE));
}

/* ---- sealed ---- */

#define NR_mseal 462 /* Linux 6.10 */

static void sealed(void)
{
	unsigned char *two = map(2 * PAGE, ALL);

	put(two, 1);
	put(two + PAGE, 2);
	printf("called: %d %d", call(two), call(two + PAGE));
	if (syscall(NR_mseal, two + PAGE, PAGE, 0)) {
		printf(", not sealed: %d\n", errno);
		return;
	}
	put(two + PAGE, 3);
	printf(", changed: %d", call(two + PAGE));
	printf(", without rights: %d", mprotect(two, 2 * PAGE, PROT_READ));
	printf(" %d", try(two));
	printf(" %d", try(two + PAGE));
	put(two + PAGE, 4);
	printf(", changed: %d\n", call(two + PAGE));
}

/* ---- lazy ---- */

static int lazy_fd;

static void *filler(void *arg)
{
	static unsigned char page[4096] __attribute__((aligned(4096)));
	struct uffd_msg msg;
	int value = 1;

	while (read(lazy_fd, &msg, sizeof(msg)) == sizeof(msg)) {
		struct uffdio_copy copy = {
			.dst = msg.arg.pagefault.address & ~(PAGE - 1),
			.src = (unsigned long)page,
			.len = PAGE,
		};
		char text[32];

		/* code that has not run before */
		snprintf(text, sizeof(text), "%d %g", value, value * 0.5);
		/* Behind a few NOPs, the number of the page; near the end, 100; the last byte
		 * begins an instruction that takes the first NOPs of the next page. */
		memset(page, 0x90, PAGE);
		put(page + 16, value++);
		put(page + PAGE - 8, 100);
		page[PAGE - 1] = 0xb8;
		ioctl(lazy_fd, UFFDIO_COPY, &copy);
	}
	return arg;
}

static void lazy(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	unsigned char *p = map(4 * PAGE, ALL);
	pthread_t thread;

	lazy_fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	if (lazy_fd < 0)
		lazy_fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);
	if (lazy_fd < 0) {
		printf("unavailable\n");
		return;
	}
	ioctl(lazy_fd, UFFDIO_API, &api);
	reg.range.start = (unsigned long)p;
	reg.range.len = 4 * PAGE;
	ioctl(lazy_fd, UFFDIO_REGISTER, &reg);
	pthread_create(&thread, NULL, filler, NULL);
	printf("%d", call(p));
	printf(" %d", call(p + PAGE + 100));   /* runs up to the end of the page */
	printf(" %d", call(p + 3 * PAGE - 1)); /* lies across two pages */
	madvise(p, PAGE, MADV_DONTNEED);
	printf(" %d\n", call(p));
}

/* ---- full ---- */

static void full(void)
{
	unsigned char *code = map(16 * PAGE, ALL), *last[4] = { NULL };
	unsigned long n = 0;

	put(code + 5 * PAGE, 1);
	put(code + 9 * PAGE, 2);
	fflush(stdout);
	/* The rights alternate, so that the kernel cannot merge the mappings. */
	for (;; n++) {
		unsigned char *p = map(PAGE, n % 2 ? PROT_READ : READ_WRITE);

		if (p == MAP_FAILED)
			break;
		last[n % 4] = p;
	}
	printf("many mappings: %d\n", n > 1000);
	for (int i = 0; i < 3; i++) {
		int a = call(code + 5 * PAGE), b = call(code + 9 * PAGE);

		put(code + 5 * PAGE, 10 + i);
		put(code + 9 * PAGE, 20 + i);
		printf("%d %d, then %d %d\n", a, b, call(code + 5 * PAGE), call(code + 9 * PAGE));
	}
	munmap(last[0], PAGE);
}

/* ---- threads ---- */

static void threads(unsigned long n)
{
	pthread_attr_t attr;
	pthread_t thread;
	unsigned long i;
	int error = 0;

	pthread_barrier_init(&both_here, NULL, 1 << 30);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16 * PAGE);
	for (i = 0; i < n && !error; i++)
		error = pthread_create(&thread, &attr, wait_twice, NULL);
	printf("%s %d\n", i < n ? "fewer" : "all", error);
	fflush(stdout);
	_exit(0);
}

/* ---- lock ---- */

static long locked_kb(void)
{
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];
	long kb = -1;

	while (fgets(line, sizeof(line), f))
		sscanf(line, "VmLck: %ld", &kb);
	fclose(f);
	return kb;
}

static void *write_stack(void *arg)
{
	volatile char room[4096];

	room[0] = 1;
	return room[0] ? arg : NULL;
}

static void lock(unsigned long limit)
{
	struct rlimit rl = { limit, limit };
	pthread_t thread;
	long before;
	void *p;

	setrlimit(RLIMIT_MEMLOCK, &rl);
	printf("wrong: %d", mlockall(0));
	printf(" %d, now: %d", mlockall(MCL_ONFAULT), mlockall(MCL_CURRENT));
	printf(" (%d), some locked: %d", errno, locked_kb() > 0);
	printf(", for later: %d", mlockall(MCL_CURRENT | MCL_FUTURE));
	before = locked_kb();
	p = map(64 * PAGE, READ_WRITE);
	printf(", a mapping: %ld", p == MAP_FAILED ? -1 : locked_kb() - before);
	printf(", a thread: %d", pthread_create(&thread, NULL, write_stack, NULL));
	p = map(limit, PROT_NONE);
	printf(", too large: %d", p == MAP_FAILED ? errno : 0);
	before = locked_kb();
	sbrk(16 * PAGE);
	printf(", the heap: %d", locked_kb() > before);
	printf(", a child: %d", fork() ? wait(NULL) > 0 : (_exit(locked_kb() != 0), 0));
	munlockall();
	printf(", unlocked: %ld", locked_kb());
	map(16 * PAGE, READ_WRITE);
	printf(" %ld", locked_kb());
	mlockall(MCL_FUTURE | MCL_ONFAULT);
	map(16 * PAGE, READ_WRITE);
	printf(", on fault: %ld\n", locked_kb());
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	signal(SIGSEGV, on_segv);
	if (!strcmp(what, "holes"))
		holes();
	else if (!strcmp(what, "file") && argc > 2)
		file(argv[2]);
	else
		signal(SIGSEGV, SIG_DFL);
	if (!strcmp(what, "sysv"))
		sysv();
	if (!strcmp(what, "rights"))
		rights();
	if (!strcmp(what, "implied"))
		implied();
	if (!strcmp(what, "grown"))
		grown(argc > 2 ? atoi(argv[2]) : 4000);
	if (!strcmp(what, "moved"))
		moved();
	if (!strcmp(what, "advice"))
		advice();
	if (!strcmp(what, "sealed"))
		sealed();
	if (!strcmp(what, "lazy"))
		lazy();
	if (!strcmp(what, "full"))
		full();
	if (!strcmp(what, "threads") && argc > 2)
		threads(strtoul(argv[2], NULL, 0));
	if (!strcmp(what, "lock"))
		lock(argc > 2 ? strtoul(argv[2], NULL, 0) : 8ul << 20);
	return 0;
}
