/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Records of what tasks do, beside those of perf's side band for the same child: the same fields in
 * the same order, at times that lie between one another's after conversion.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

#define MOST	  400
#define SLACK_NS  100000 /* of a conversion: a hypervisor may stop the guest between two clocks */
#define PERF_DATA (64 * 4096)

/* A record of either, as one line. */
struct line {
	char text[400];
	uint64_t ns;
};
struct lines {
	struct line line[MOST];
	int n;
};

/* ---- The clock ---- */

static struct pmc_ioctl_clock look(int fd)
{
	struct pmc_ioctl_clock c = { .size = sizeof(c) };

	must(!ioctl(fd, PMC_IOC_CLOCK, &c), "asking for the clock");
	return c;
}

static uint64_t convert(const struct pmc_ioctl_clock *a, const struct pmc_ioctl_clock *b,
			uint64_t tsc)
{
	double slope = (double)(b->monotonic - a->monotonic) / (double)(b->tsc - a->tsc);

	return a->monotonic + (uint64_t)(int64_t)((double)(int64_t)(tsc - a->tsc) * slope);
}

/* ---- What the child does ---- */

static void *nothing(void *arg)
{
	*(pid_t *)arg = (pid_t)syscall(SYS_gettid);
	return NULL;
}

static void do_things(void)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	pthread_t thread;
	pid_t tid = 0;
	char *at;

	prctl(PR_SET_NAME, "first");
	at = mmap(NULL, 8192, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 4096);
	munmap(at, 8192);
	at = mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0); /* no code … */
	mprotect(at, 4096, PROT_READ | PROT_EXEC);	     /* … but now */
	mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	loop(20000);
	pthread_create(&thread, NULL, nothing, &tid);
	pthread_join(thread, NULL);
	/* Until it has gone, its exit may come behind the next fork. */
	while (!syscall(SYS_tgkill, getpid(), tid, 0))
		sched_yield();
	if (!fork()) {
		prctl(PR_SET_NAME, "a longer name than there is room");
		_exit(0);
	}
	wait(NULL);
	execl("/proc/self/exe", "sample", "nothing", NULL);
	_exit(1);
}

/* ---- perf's side ---- */

#define LEGACY_FLAGS 0x1800u /* MAP_DENYWRITE, MAP_EXECUTABLE: perf has shown them until 5.14 */

static struct perf_event_mmap_page *perf_open(pid_t pid)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.inherit = 1,
		.mmap = 1,
		.mmap2 = 1,
		.comm = 1,
		.comm_exec = 1,
		.task = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, pid, 0, -1, PERF_FLAG_FD_CLOEXEC);
	void *at = mmap(NULL, 4096 + PERF_DATA, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	must(fd >= 0 && at != MAP_FAILED, "opening perf's side band");
	return at;
}

static struct line *add(struct lines *lines, uint64_t ns)
{
	must(lines->n < MOST, "fewer records than expected");
	lines->line[lines->n].ns = ns;
	return &lines->line[lines->n++];
}

#define SAY(line, ...) snprintf((line)->text, sizeof((line)->text), __VA_ARGS__)

static void perf_line(struct lines *lines, const struct perf_event_header *h)
{
	const uint32_t *w = (const void *)(h + 1);
	const uint64_t *q = (const void *)(w + 2), *file = q + 4;
	uint64_t ns = ((const uint64_t *)((const char *)h + h->size))[-1];

	switch (h->type) {
	case PERF_RECORD_MMAP2:
		SAY(add(lines, ns),
		    "mmap %u/%u %" PRIx64 " %" PRIx64 " %" PRIx64 " %u:%u %" PRIu64 " %" PRIu64
		    " %x %x %s",
		    w[0], w[1], q[0], q[1], q[2], w[8], w[9], file[0], file[1], w[14],
		    w[15] & ~LEGACY_FLAGS, (const char *)(w + 16));
		break;
	case PERF_RECORD_COMM:
		SAY(add(lines, ns), "comm %u/%u %d %s", w[0], w[1],
		    !!(h->misc & PERF_RECORD_MISC_COMM_EXEC), (const char *)(w + 2));
		break;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		SAY(add(lines, ns), "%s %u/%u %u/%u", h->type == PERF_RECORD_FORK ? "fork" : "exit",
		    w[0], w[2], w[1], w[3]);
		break;
	}
}

static void perf_lines(struct lines *lines, struct perf_event_mmap_page *page)
{
	const char *data = (const char *)page + 4096;
	uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE), at = 0;
	const struct perf_event_header *h;

	must(head < PERF_DATA, "perf's ring is large enough");
	for (; at < head; at += h->size) {
		h = (const void *)(data + at);
		perf_line(lines, h);
	}
}

/* ---- Ours ---- */

struct seen {
	uint64_t last, samples, lost, left_out;
	int execs, throttled, order; /* order: records that are older than the one before */
	char file[200];		     /* of the last EXEC */
};

static void our_line(struct lines *lines, uint64_t ns, struct seen *seen)
{
	const struct pmc_ioctl_record *r = (const void *)&record;
	const struct pmc_ioctl_mmap *m = (const void *)r;
	const struct pmc_ioctl_lost *lost = (const void *)r;
	const char *name = (const char *)r + r->fixed;

	switch (r->type) {
	case PMC_RECORD_SAMPLE:
		seen->samples++;
		break;
	case PMC_RECORD_MMAP:
		SAY(add(lines, ns),
		    "mmap %u/%u %" PRIx64 " %" PRIx64 " %" PRIx64 " %u:%u %" PRIu64 " %" PRIu64
		    " %x %x %s",
		    r->pid, r->tid, (uint64_t)r->value, (uint64_t)m->length, (uint64_t)m->offset,
		    m->major, m->minor, (uint64_t)m->inode, (uint64_t)m->generation, m->prot,
		    m->map_flags, name);
		break;
	case PMC_RECORD_COMM:
		SAY(add(lines, ns), "comm %u/%u %d %s", r->pid, r->tid, r->flags & PMC_COMM_EXEC,
		    name);
		break;
	case PMC_RECORD_FORK:
	case PMC_RECORD_EXIT:
		SAY(add(lines, ns), "%s %u/%u %u/%u", r->type == PMC_RECORD_FORK ? "fork" : "exit",
		    r->pid, r->tid, r->ppid, r->ptid);
		break;
	case PMC_RECORD_EXEC:
		seen->execs++;
		snprintf(seen->file, sizeof(seen->file), "%s", name);
		break;
	case PMC_RECORD_LOST:
		seen->lost += lost->samples;
		break;
	case PMC_RECORD_THROTTLE:
		seen->throttled++;
		break;
	case PMC_RECORD_UNTHROTTLE:
		seen->left_out += r->value;
		break;
	}
}

/* clocks: two looks, or NULL */
static void our_lines(struct lines *lines, struct sampling *s, const struct pmc_ioctl_clock *clocks,
		      struct seen *seen)
{
	uint64_t time;

	for (uint32_t i = 0; i < s->rings; i++) {
		seen->last = 0;
		while (take(ring(s, i), &record, sizeof(record))) {
			time = record.head.time;
			if (time <= seen->last)
				printf("# type %u at %" PRIu64 ", after %" PRIu64 "\n",
				       record.head.type, time, seen->last);
			seen->order += time <= seen->last;
			seen->last = time;
			our_line(lines, clocks ? convert(&clocks[0], &clocks[1], time) : 0, seen);
		}
	}
}

static void compare(const struct lines *ours, const struct lines *perfs)
{
	int i, same = 0, apart = 0;

	for (i = 0; i < ours->n && i < perfs->n; i++) {
		const struct line *a = &ours->line[i], *b = &perfs->line[i];

		if (strcmp(a->text, b->text)) {
			printf("ours   %s\nperf's %s\n", a->text, b->text);
			continue;
		}
		same++;
		if (i && (a->ns + SLACK_NS < b[-1].ns || b->ns + SLACK_NS < a[-1].ns))
			apart++;
	}
	result(same == perfs->n && ours->n == perfs->n && same >= 12,
	       "records: %d of ours, %d of perf's, %d alike", ours->n, perfs->n, same);
	result(!apart, "records: at the times of perf's (CLOCK_MONOTONIC), %d apart", apart);
}

static pid_t make_child(int *go, void (*what)(void))
{
	int ends[2];
	pid_t pid;
	char byte;

	must(!pipe2(ends, O_CLOEXEC), "a pipe");
	pid = fork();
	if (!pid) {
		close(ends[1]);
		must(read(ends[0], &byte, 1) == 1, "waiting");
		what();
	}
	close(ends[0]);
	*go = ends[1];
	return pid;
}

static void let_go(int go, pid_t pid)
{
	must(write(go, "", 1) == 1, "letting the child go");
	waitpid(pid, NULL, 0);
	close(go);
}

/* How many records are of this thread. */
static int of_thread(const struct lines *lines, pid_t pid)
{
	char text[64];
	int n = 0;

	snprintf(text, sizeof(text), " %d/%d ", pid, pid);
	for (int i = 0; i < lines->n; i++)
		n += !!strstr(lines->line[i].text, text);
	return n;
}

/* The records of a child and its own. Returns how many are of the child. */
static int beside_perf(void)
{
	static struct lines ours, perfs;
	struct pmc_ioctl_event e = instructions(0, 10007);
	struct pmc_ioctl_clock clocks[2];
	struct seen seen = { 0 };
	struct perf_event_mmap_page *page;
	struct sampling s;
	pid_t pid;
	int go;

	ours.n = perfs.n = 0;
	pid = make_child(&go, do_things);
	page = perf_open(pid);
	s = begin(&e, 1, PMC_SETUP_RECORDS | PMC_SETUP_INHERIT, PMC_TARGET_THREAD, pid, 64);
	clocks[0] = look(s.fd);
	ioctl(s.fd, PMC_IOC_START, 0);
	let_go(go, pid);
	clocks[1] = look(s.fd);
	our_lines(&ours, &s, clocks, &seen);
	perf_lines(&perfs, page);
	compare(&ours, &perfs);
	result(seen.samples > 20 && !seen.order,
	       "records: in one order with %" PRIu64 " samples, %d not", seen.samples, seen.order);
	result(seen.execs == 1 && !strcmp(seen.file, "/proc/self/exe"),
	       "records: %d programs were executed, %s", seen.execs, seen.file);
	munmap(page, 4096 + PERF_DATA);
	end(&s);
	return of_thread(&ours, pid);
}

/* A CPU's set, which samples nothing, tells the same of the child. */
static void of_cpu(int all)
{
	static struct lines ours;
	struct seen seen = { 0 };
	struct sampling s;
	int go, here;
	pid_t pid;

	pid = make_child(&go, do_things);
	s = begin(NULL, 0, PMC_SETUP_RECORDS, PMC_TARGET_CPU, 0, 64);
	let_go(go, pid);
	our_lines(&ours, &s, NULL, &seen);
	here = of_thread(&ours, pid);
	result(here == all && all && seen.execs && !seen.order,
	       "records of a CPU: %d of the child, %d expected", here, all);
	end(&s);
}

/* ---- What is lost or left out ---- */

static void losses(void)
{
	static struct lines ours;
	struct pmc_ioctl_event e = instructions(0, 20011);
	struct sampling s = begin(&e, 1, PMC_SETUP_RECORDS, PMC_TARGET_SELF, 0, 1);
	struct seen seen = { 0 };

	ioctl(s.fd, PMC_IOC_START, 0);
	loop(800000);
	prctl(PR_SET_NAME, "lost");
	ioctl(s.fd, PMC_IOC_STOP, 0);
	our_lines(&ours, &s, NULL, &seen);
	result(!seen.lost && ring(&s, 0)->lost && ring(&s, 0)->lost_records == 1,
	       "records: a full ring lost %" PRIu64 " samples and %" PRIu64 " more",
	       (uint64_t)ring(&s, 0)->lost, (uint64_t)ring(&s, 0)->lost_records);
	prctl(PR_SET_NAME, "room");
	our_lines(&ours, &s, NULL, &seen);
	result(seen.lost == ring(&s, 0)->lost && ours.n == 1, "records: LOST tells of %" PRIu64,
	       seen.lost);
	end(&s);
}

static void throttling(void)
{
	static struct lines ours;
	struct pmc_ioctl_event e = instructions(0, 40);
	struct sampling s = begin(&e, 1, PMC_SETUP_RECORDS, PMC_TARGET_SELF, 0, 1024);
	struct seen seen = { 0 };

	ioctl(s.fd, PMC_IOC_START, 0);
	loop(1000000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	our_lines(&ours, &s, NULL, &seen);
	result(seen.throttled && seen.left_out == ring(&s, 0)->throttled && !seen.lost,
	       "records: throttled %d times, by %" PRIu64 " samples of %" PRIu64, seen.throttled,
	       seen.left_out, (uint64_t)ring(&s, 0)->throttled);
	end(&s);
}

/* ---- A program that the user must not look at ---- */

static const char *own; /* a program that runs as root */

static void become_root(void)
{
	execl(own, own, "nothing", NULL);
	_exit(1);
}

static void hidden(void)
{
	static struct lines ours;
	struct seen seen = { 0 };
	struct sampling s;
	struct stat st;
	int go, i, of_it = 0;
	pid_t pid;

	own = "/tmp/sample-setuid";
	if (stat(own, &st) || !(st.st_mode & S_ISUID) || !getuid())
		return;
	pid = make_child(&go, become_root);
	s = begin(NULL, 0, PMC_SETUP_RECORDS, PMC_TARGET_THREAD, pid, 64);
	let_go(go, pid);
	our_lines(&ours, &s, NULL, &seen);
	for (i = 0; i < ours.n; i++)
		of_it += !!strstr(ours.line[i].text, "mmap");
	result(!of_it && !seen.execs, "records: none of a program with other rights: %d", of_it);
	end(&s);
}

void mode_tell(unsigned n_)
{
	int all;

	(void)n_;
	if (!(info.features & PMC_FEATURE_RECORDS)) {
		int fd = dev();

		result(setup(fd, NULL, 0, PMC_SETUP_RECORDS, NULL) == EOPNOTSUPP,
		       "records: refused where the kernel tells modules nothing");
		close(fd);
		return;
	}
	stay_on(0);
	all = beside_perf();
	if (!getuid())
		of_cpu(all);
	losses();
	/* A user may not lock memory for so many samples everywhere. */
	if (!getuid())
		throttling();
	hidden();
}

/* What the child executes. */
void mode_nothing(unsigned n_)
{
	(void)n_;
}
