/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sets that need the same counters. Each set here takes all counters, so of two that meet only one
 * counts at a time. All events count instructions of user mode, and what a set has counted while it
 * was on the counters stands beside the instructions that are known.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

enum {
	TURNS = 30000000, /* of the loop: many turns of 4 milliseconds */
	MOST_SETS = 32,	  /* of a thread */
	USER = 1000,
	OTHER_USER = 1001,
};

static unsigned all; /* the events that take all counters */

/* A set of all counters that is attached: its file, or -errno. */
static int full(unsigned flags, unsigned target, int id)
{
	struct pmc_ioctl_event e[PMC_ABI_EVENTS];
	int fd = dev(), err;

	for (unsigned i = 0; i < all; i++)
		e[i] = event_of(USER_INSTRUCTIONS);
	err = setup(fd, e, all, flags);
	if (!err)
		err = attach(fd, target, id);
	if (err)
		close(fd);
	return err ? err : fd;
}

static void find_all(void)
{
	int fd;

	for (all = PMC_ABI_EVENTS; all; all--) {
		fd = full(0, PMC_TARGET_SELF, 0);
		if (fd >= 0) {
			close(fd);
			break;
		}
	}
}

struct share {
	struct pmc_ioctl_count count;
	double share; /* of the time on counters */
};

static struct share share_of(int fd)
{
	struct pmc_ioctl_count c[PMC_ABI_EVENTS] = { 0 };
	struct share s;
	int err = read_all(fd, c, all, NULL);

	if (err)
		result(0, "read: %s", strerror(-err));
	s.count = c[0];
	s.share = c[0].enabled ? (double)c[0].running / (double)c[0].enabled : 0;
	return s;
}

static int is_near(double got, double want, double by)
{
	return got > want - by && got < want + by;
}

/* Two sets of one thread: half of the time each, and each count is right for its time. */
static void equals(void)
{
	int a = full(0, PMC_TARGET_SELF, 0), b = full(0, PMC_TARGET_SELF, 0);
	struct share sa, sb;
	double sum;

	result(a >= 0 && b >= 0, "two sets of all %u counters: %d, %d", all, a, b);
	call(a, PMC_IOC_START, 0);
	spin(1000);
	sa = share_of(a);
	result(sa.count.running == sa.count.enabled && sa.count.value >= 3000,
	       "one that is not started holds nothing: %" PRIu64, sa.count.value);
	call(b, PMC_IOC_START, 0);
	spin(TURNS);
	call(a, PMC_IOC_STOP, 0);
	call(b, PMC_IOC_STOP, 0);
	sa = share_of(a);
	sb = share_of(b);
	sum = (double)(sa.count.value + sb.count.value) / (3.0 * TURNS);
	result(is_near(sa.share, 0.5, 0.1) && is_near(sb.share, 0.5, 0.1),
	       "they take turns: %.3f and %.3f of the time", sa.share, sb.share);
	result(is_near(sum, 1, 0.01), "and together they have counted everything: %.4f", sum);
	sum = (double)sa.count.value / sa.share / (3.0 * TURNS);
	result(is_near(sum, 1, 0.02), "each scales to the whole: %.4f", sum);
	call(b, PMC_IOC_RESET, 0);
	call(b, PMC_IOC_START, 0);
	spin(100000);
	sb = share_of(b);
	result(sb.count.running == sb.count.enabled, "a set that waits for nobody counts always");
	call(a, PMC_IOC_START, 0);
	call(b, PMC_IOC_STOP, 0);
	call(a, PMC_IOC_RESET, 0);
	spin(1000);
	sa = share_of(a);
	result(sa.count.running == sa.count.enabled && sa.count.value >= 3000,
	       "who stops leaves his counters at once: %" PRIu64, sa.count.value);
	close(a);
	close(b);
}

/* Children that live for less than a turn. */
static void children(void)
{
	int a = full(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);
	int b = full(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);
	struct share sa, sb;

	call(a, PMC_IOC_START, 0);
	call(b, PMC_IOC_START, 0);
	for (int i = 0; i < 200; i++) {
		if (!fork()) {
			spin(50000);
			_exit(0);
		}
		wait(NULL);
	}
	sa = share_of(a);
	sb = share_of(b);
	result(is_near(sa.share, 0.5, 0.2) && is_near(sb.share, 0.5, 0.2),
	       "in short children, too: %.3f and %.3f of the time", sa.share, sb.share);
	close(a);
	close(b);
}

static void spin_all(void)
{
	spin(TURNS);
}

static void spin_little(void)
{
	spin(1000000);
}

/* Was it on a counter all the time, and has it counted the other process? */
static int is_whole(const struct share *s)
{
	return s->count.running == s->count.enabled && s->count.value >= 3ull * TURNS;
}

/* What root may expect beside a user's process: fd is the user's set. */
static void beside_root(int fd, struct other *user)
{
	int cpu, own;
	struct share root, theirs;

	cpu = full(0, PMC_TARGET_CPU, 0);
	own = full(0, PMC_TARGET_THREAD, user->pid);
	result(cpu >= 0 && own >= 0, "root counts a CPU, and their thread, beside it: %d, %d", cpu,
	       own);
	call(cpu, PMC_IOC_START, 0);
	other_run(user);
	root = share_of(cpu);
	result(is_whole(&root), "beside an idle set: %" PRIu64, root.count.value);
	call(fd, PMC_IOC_START, 0);
	call(cpu, PMC_IOC_RESET, 0);
	other_run(user);
	root = share_of(cpu);
	theirs = share_of(fd);
	result(is_whole(&root), "root goes first: %" PRIu64, root.count.value);
	result(!theirs.count.running && !theirs.count.value && theirs.count.enabled > 0,
	       "the user's set waits: %" PRIu64 " of %" PRIu64, theirs.count.running,
	       theirs.count.enabled);
	call(cpu, PMC_IOC_STOP, 0);
	call(fd, PMC_IOC_RESET, 0);
	other_run(user);
	theirs = share_of(fd);
	result(is_whole(&theirs), "and counts again when root has stopped: %" PRIu64,
	       theirs.count.value);
	call(own, PMC_IOC_START, 0);
	call(fd, PMC_IOC_RESET, 0);
	other_run(user);
	root = share_of(own);
	theirs = share_of(fd);
	result(root.share == 1 && !theirs.count.running, "but not beside root's of the thread");
	close(own);
	close(cpu);
}

/* Until it is root again, this process is a user's, who has nothing but the right to come back. */
static void be_user(unsigned uid)
{
	must(!setresgid(uid, uid, 0) && !setresuid(uid, uid, 0), "another user");
}

static void be_root(void)
{
	must(!setresuid(0, 0, 0) && !setresgid(0, 0, 0), "root again");
}

/* A user's set. */
static int as_user(unsigned uid, int (*open)(unsigned, unsigned, int), unsigned target, int id)
{
	int fd;

	be_user(uid);
	fd = open(0, target, id);
	be_root();
	return fd;
}

static void privileged(void)
{
	struct other user;
	int fd;

	other_start(&user, USER, spin_all);
	must(other_run(&user), "a user's process");
	fd = as_user(USER, full, PMC_TARGET_THREAD, user.pid);
	result(fd >= 0, "a user's set of all counters: %d", fd);
	beside_root(fd, &user);
	close(fd);
	other_end(&user);
}

static int empty(unsigned flags, unsigned target, int id)
{
	int fd = dev(), err = setup(fd, NULL, 0, flags);

	if (!err)
		err = attach(fd, target, id);
	if (err)
		close(fd);
	return err ? err : fd;
}

/* As many sets as a user can have on his thread. */
static void many(void)
{
	int fd[MOST_SETS], i, err, root;
	struct other user;

	other_start(&user, USER, spin_little);
	must(other_run(&user), "a user's process");
	for (i = 0; i < MOST_SETS; i++) {
		fd[i] = as_user(USER, empty, PMC_TARGET_THREAD, user.pid);
		if (fd[i] < 0)
			break;
	}
	err = as_user(USER, empty, PMC_TARGET_THREAD, user.pid);
	result(i == MOST_SETS && err == -EUSERS, "a user has %d sets of a thread: %d", i, err);
	root = full(0, PMC_TARGET_THREAD, user.pid);
	result(root >= 0, "and root can count it: %d", root);
	close(root);
	while (i--)
		close(fd[i]);
	other_end(&user);
}

static int write_to(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	int good = f && fputs(text, f) >= 0;

	return f && !fclose(f) && good;
}

/* What users may count, according to the module, and to newer kernels, which it asks. */
static int set_paranoid(const char *level)
{
	return write_to("/sys/module/pmc/parameters/paranoid", level) &&
	       write_to("/proc/sys/kernel/perf_event_paranoid", level);
}

/* Users who may count CPUs: each has as much as the other, however many sets he opens. */
static void users(void)
{
	int fd[4], i, good = 1;
	struct share s[4];
	double first = 0;

	must(set_paranoid("0"), "paranoid");
	for (i = 0; i < 4; i++) {
		fd[i] = as_user(i < 3 ? USER : OTHER_USER, full, PMC_TARGET_CPU, 0);
		good &= fd[i] >= 0;
		call(fd[i], PMC_IOC_START, 0);
	}
	spin(2 * TURNS);
	for (i = 0; i < 4; i++)
		s[i] = share_of(fd[i]);
	for (i = 0; i < 3; i++) {
		first += s[i].share;
		good &= is_near(s[i].share, 1.0 / 6, 0.1);
	}
	result(good && is_near(first, 0.5, 0.1) && is_near(s[3].share, 0.5, 0.1),
	       "three sets of one user %.3f, %.3f, %.3f, and one of another %.3f", s[0].share,
	       s[1].share, s[2].share, s[3].share);
	for (i = 0; i < 4; i++)
		close(fd[i]);
	set_paranoid("2");
}

/* Whoever reads by the page must learn that it does not tell all. */
static void pages(void)
{
	int a = full(0, PMC_TARGET_SELF, 0), b = full(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, a, 0);
	struct share s;

	must(p != MAP_FAILED, "a page");
	call(a, PMC_IOC_START, 0);
	spin(1000);
	result(!(p->flags & PMC_PAGE_PARTIAL), "the page of a set that counts");
	call(b, PMC_IOC_START, 0);
	spin(TURNS / 4);
	result(p->flags & PMC_PAGE_PARTIAL, "of one that has waited");
	call(b, PMC_IOC_STOP, 0);
	s = share_of(a);
	result(s.count.running < s.count.enabled && s.count.running, "whose time PMC_IOC_READ has");
	call(a, PMC_IOC_RESET, 0);
	result(!(p->flags & PMC_PAGE_PARTIAL), "of one that was reset since");
	spin(1000);
	s = share_of(a);
	result(s.count.running == s.count.enabled && s.count.value >= 3000, "and counts always");
	munmap(p, 4096);
	close(b);
	close(a);
}

/* Events that rotate beside a set that goes first have what it leaves, and all of them. */
static void rotating(void)
{
	struct pmc_ioctl_event e[PMC_ABI_EVENTS];
	struct pmc_ioctl_count c[PMC_ABI_EVENTS] = { 0 };
	int one = counting(0, PMC_TARGET_CPU, 0), fd, good = 1, turns = 0;
	struct other user;
	double share;

	other_start(&user, USER, spin_all);
	must(other_run(&user), "a user's process");
	call(one, PMC_IOC_START, 0);
	for (unsigned i = 0; i < all; i++)
		e[i] = event_of(USER_INSTRUCTIONS);
	be_user(USER);
	fd = dev();
	is(setup(fd, e, all, PMC_SETUP_ROTATE), 0, "a user's set that rotates");
	is(attach(fd, PMC_TARGET_THREAD, user.pid), 0, "beside root's on the CPU");
	be_root();
	call(fd, PMC_IOC_START, 0);
	other_run(&user);
	read_all(fd, c, all, NULL);
	for (unsigned i = 0; i < all; i++) {
		share = (double)c[i].running / (double)c[i].enabled;
		good &= share > 0.2;
		turns |= share < 1;
		good &= is_near((double)c[i].value / share / (3.0 * TURNS), 1, 0.03);
	}
	result(good && turns,
	       "each event counts, and scales to the whole: the first %" PRIu64 " in %.3f",
	       c[0].value, (double)c[0].running / (double)c[0].enabled);
	close(fd);
	close(one);
	other_end(&user);
}

/* Comes to the CPU twice for each millisecond of work. */
static void work_in_step(void)
{
	static int told;

	if (!told++)
		return;
	for (int i = 0; i < 300; i++) {
		spin(170000);
		usleep(100);
		usleep(100);
	}
}

/*
 * Root's events of a CPU rotate in two groups. Whenever a thread comes to the CPU whose set must
 * wait, the CPU looks who goes first. If that moved the groups on, a thread that comes twice for
 * each piece of its work would decide that one group counts all of it, and the other one nothing.
 */
static void in_step(void)
{
	struct pmc_ioctl_event e[PMC_ABI_EVENTS];
	struct pmc_ioctl_count c[PMC_ABI_EVENTS] = { 0 };
	double least = 1e30, most = 0, scaled;
	unsigned n = 2 * all;
	int root = dev(), fd;
	struct other user;

	if (n > PMC_ABI_EVENTS)
		return;
	for (unsigned i = 0; i < n; i++)
		e[i] = event_of(USER_INSTRUCTIONS);
	is(setup(root, e, n, PMC_SETUP_ROTATE), 0, "root's events in two groups");
	is(attach(root, PMC_TARGET_CPU, 0), 0, "of a CPU");
	other_start(&user, USER, work_in_step);
	must(other_run(&user), "a user's process");
	fd = as_user(USER, full, PMC_TARGET_THREAD, user.pid);
	result(fd >= 0, "beside a user's set: %d", fd);
	call(fd, PMC_IOC_START, 0);
	call(root, PMC_IOC_START, 0);
	other_run(&user);
	call(root, PMC_IOC_STOP, 0);
	read_all(root, c, n, NULL);
	for (unsigned i = 0; i < n; i++) {
		scaled = c[i].running ?
				 (double)c[i].value * (double)c[i].enabled / (double)c[i].running :
				 0;
		least = scaled < least ? scaled : least;
		most = scaled > most ? scaled : most;
	}
	result(least > most * 0.95,
	       "a user's switches do not choose what root's events count: %.0f to %.0f", least,
	       most);
	close(fd);
	close(root);
	other_end(&user);
}

void mode_turns(long n)
{
	(void)n;
	stay_on(0);
	find_all();
	result(all > 1, "a set takes all counters: %u", all);
	equals();
	children();
	privileged();
	many();
	users();
	rotating();
	in_step();
	if (about.features & PMC_FEATURE_RDPMC)
		pages();
}
