/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a user finds in the counters when the page is mapped. Counters are not written when a thread
 * leaves the CPU, and run on for whoever comes next, until somebody may read them. In each round a
 * process of another user, or of root, works on this CPU, and then the user maps the page and looks
 * at every counter.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/counters.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

enum {
	SECRET = 1000000, /* turns of the other process */
	CALLS = 20000,	  /* or its system calls, which root counts in kernel mode */
	MOST = 100000,	  /* what the user's own work may leave in a counter */
};

/* A user's process, which nobody counts. */
static void secret(void)
{
	spin(SECRET);
}

/* Root's set, which counts kernel mode. */
static int kernel_counting(void)
{
	struct pmc_ioctl_event e = kernel_instructions();
	int fd = dev();

	must(!setup(fd, &e, 1, 0) && !attach(fd, PMC_TARGET_SELF, 0), "root's set");
	call(fd, PMC_IOC_START, 0);
	return fd;
}

static void calls(void)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
}

/* Root's, which counts itself in kernel mode. */
static void counted_secret(void)
{
	int fd = kernel_counting();

	calls();
	call(fd, PMC_IOC_STOP, 0);
	close(fd);
}

/* Root's, which counts itself for ever. */
static void always_counted_secret(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = kernel_counting();
	calls();
}

/* Maps the page of a set. Returns the largest value of all counters, and of what the page says. */
static uint64_t look(int fd, struct pmc_ioctl_page **page)
{
	struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	uint64_t most;

	must(p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC, "a page with RDPMC");
	*page = p;
	most = most_seen();
	return p->counter[0].base > most ? p->counter[0].base : most;
}

/* The user's set counts while the other process works, and is stopped before its page is mapped. */
static void stopped_before(struct other *o, const char *what)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p;
	uint64_t most;

	call(fd, PMC_IOC_START, 0);
	must(other_run(o), "the other process");
	call(fd, PMC_IOC_STOP, 0);
	most = look(fd, &p);
	result(most < MOST, "%s: RDPMC shows %" PRIu64, what, most);
	/* It is not started while the other process works again. */
	must(other_run(o), "the other process");
	most = most_seen();
	result(most < MOST, "%s, again: RDPMC shows %" PRIu64, what, most);
	munmap(p, 4096);
	close(fd);
}

/* A thread that no set counts may use RDPMC, too. */
static struct {
	struct other *other;
	uint64_t most, most_watched;
} looking;

static void *look_in_thread(void *unused)
{
	if (!other_run(looking.other))
		return unused;
	looking.most = most_seen();
	/* By now the module watches all switches. */
	usleep(200000);
	if (!other_run(looking.other)) {
		looking.most = MOST;
		return unused;
	}
	looking.most_watched = most_seen();
	return unused;
}

static void another_thread(struct other *o, const char *what)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p;
	pthread_t thread;

	call(fd, PMC_IOC_START, 0);
	look(fd, &p);
	looking.other = o;
	looking.most = looking.most_watched = MOST;
	must(!pthread_create(&thread, NULL, look_in_thread, NULL), "a thread");
	pthread_join(thread, NULL);
	result(looking.most < MOST && looking.most_watched < MOST,
	       "%s, in a thread that is not counted: RDPMC shows %" PRIu64 " and %" PRIu64, what,
	       looking.most, looking.most_watched);
	munmap(p, 4096);
	close(fd);
}

/*
 * ---- Pages that are mapped again ----
 *
 * When the process had one thread the set's page was mapped already, and nobody needed to look at
 * every switch. The driver looks for a second after the last such process, which these wait for.
 */

static pthread_barrier_t mapped;

static void *look_when_mapped(void *unused)
{
	pthread_barrier_wait(&mapped);
	return look_in_thread(unused);
}

/* The page is mapped when a thread exists that no set counts. */
static void with_a_thread(int fd, struct other *o, const char *what)
{
	struct pmc_ioctl_page *p;
	pthread_t thread;

	looking.other = o;
	looking.most = looking.most_watched = MOST;
	pthread_barrier_init(&mapped, NULL, 2);
	must(!pthread_create(&thread, NULL, look_when_mapped, NULL), "a thread");
	look(fd, &p);
	pthread_barrier_wait(&mapped);
	pthread_join(thread, NULL);
	result(looking.most < MOST && looking.most_watched < MOST,
	       "%s, in a thread that is not counted: RDPMC shows %" PRIu64 " and %" PRIu64, what,
	       looking.most, looking.most_watched);
	munmap(p, 4096);
	close(fd);
}

static int mapped_once(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p;

	usleep(1500000);
	call(fd, PMC_IOC_START, 0);
	look(fd, &p);
	munmap(p, 4096);
	return fd;
}

static void mapped_again(struct other *o)
{
	with_a_thread(mapped_once(), o, "a page that is mapped again");
}

/* The set follows the process into a new program: `driver leak -N`, N says where its files are. */
static void mapped_by_another_program(struct other *o)
{
	char n[32];
	int fd, status;
	pid_t pid = fork();

	if (!pid) {
		fd = mapped_once();
		fcntl(fd, F_SETFD, 0);
		snprintf(n, sizeof(n), "-%d", fd << 20 | o->to[1] << 10 | o->from[0]);
		execl("/proc/self/exe", "driver", "leak", n, NULL);
		_exit(2);
	}
	must(pid > 0, "a process");
	waitpid(pid, &status, 0);
	result(WIFEXITED(status) && !WEXITSTATUS(status), "a program after exec has seen nothing");
}

static void after_exec(int files)
{
	struct other o = { .to = { -1, files >> 10 & 1023 }, .from = { files & 1023, -1 } };

	with_a_thread(files >> 20, &o, "a page that another program mapped before");
}

/* The user's set counts while the other process works. */
static void beside_counting(struct other *o, const char *what)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p;
	uint64_t most, own;

	call(fd, PMC_IOC_START, 0);
	spin(1000);
	must(other_run(o), "the other process");
	most = look(fd, &p);
	result(most < MOST, "%s: RDPMC shows %" PRIu64, what, most);
	spin(1000);
	own = value(fd);
	result(own >= 6000 && own < MOST && by_page(p) >= own && by_page(p) < own + MOST,
	       "its own counts are right: %" PRIu64, own);
	munmap(p, 4096);
	close(fd);
}

/* A set that is closed leaves its counter running, as long as nobody may use RDPMC. */
static void leave_running(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);

	call(fd, PMC_IOC_START, 0);
	close(fd);
}

/* The user's set comes after the other process has worked. */
static void afterwards(struct other *o, const char *what)
{
	struct pmc_ioctl_page *p;
	uint64_t most;
	int fd;

	leave_running();
	must(other_run(o), "the other process");
	fd = counting(0, PMC_TARGET_SELF, 0);
	call(fd, PMC_IOC_START, 0);
	most = look(fd, &p);
	result(most < MOST, "%s: RDPMC shows %" PRIu64, what, most);
	munmap(p, 4096);
	close(fd);
}

/* An event without samples, in a set that samples another one. */
static void beside_sampling(struct other *o)
{
	struct pmc_ioctl_event e[2] = { event_of(USER_INSTRUCTIONS), event_of(USER_INSTRUCTIONS) };
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = PMC_TARGET_SELF };
	int sampling = dev(), fd;
	struct pmc_ioctl_count c[2];
	struct pmc_ioctl_page *p;
	uint64_t seen;
	void *ring;

	leave_running();
	must(other_run(o), "the other process");
	e[1].period = 1ull << 40;
	must(!setup(sampling, e, 2, 0) && !ioctl(sampling, PMC_IOC_ATTACH, &a),
	     "a set that samples");
	ring = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, sampling, PMC_RING_OFFSET);
	must(ring != MAP_FAILED, "its ring");
	call(sampling, PMC_IOC_START, 0);
	spin(1000);
	fd = counting(0, PMC_TARGET_SELF, 0);
	if (fd < 0) {
		result(1, "this PMU has no counter left beside a set that samples");
		munmap(ring, 8192);
		close(sampling);
		return;
	}
	look(fd, &p);
	seen = seen_in(a.counter[0]);
	result(seen < MOST, "beside samples: RDPMC shows %" PRIu64, seen);
	spin(1000);
	read_all(sampling, c, 2, NULL);
	result(c[0].value >= 6000 && c[0].value < MOST && c[1].value + 1000 >= c[0].value &&
		       c[1].value <= c[0].value + 1000,
	       "both of its counts are right: %" PRIu64 " and %" PRIu64, (uint64_t)c[0].value,
	       (uint64_t)c[1].value);
	munmap(p, 4096);
	close(fd);
	munmap(ring, 8192);
	close(sampling);
}

void mode_leak(long n)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	struct other user, root, always;
	int status, holds;
	pid_t pid;

	if (!(about.features & PMC_FEATURE_RDPMC)) {
		result(1, "no RDPMC here");
		return;
	}
	if (n < 0) {
		after_exec((int)-n);
		return;
	}
	stay_on(0);
	other_start(&user, 1001, secret);
	other_start(&root, 0, counted_secret);
	other_start(&always, 0, always_counted_secret);
	/* It holds the PMU, so that the counters are not given back, and cleared, in between. */
	holds = dev();
	must(!setup(holds, &e, 1, 0) && !attach(holds, PMC_TARGET_SELF, 0) &&
		     !call(holds, PMC_IOC_START, PMC_START_ON_EXEC),
	     "a set that holds the PMU");
	pid = fork();
	if (!pid) {
		become(1000);
		mapped_again(&root);
		mapped_by_another_program(&root);
		while (n--) {
			beside_counting(&user, "another user's, after ours began to count");
			stopped_before(&user, "another user's, before a set that is stopped");
			afterwards(&user, "another user's, from before");
			afterwards(&root, "root's kernel mode");
			stopped_before(&root, "root's kernel mode, before a set that is stopped");
			another_thread(&root, "root's kernel mode");
			another_thread(&always, "while root counts it");
			if (about.features & PMC_FEATURE_SAMPLE)
				beside_sampling(&user);
		}
		_exit(failed);
	}
	must(pid > 0, "a process");
	waitpid(pid, &status, 0);
	result(WIFEXITED(status) && !WEXITSTATUS(status), "the user has seen nothing");
	/* Each holds the pipes of those before it. */
	other_end(&always);
	other_end(&root);
	other_end(&user);
	close(holds);
}
