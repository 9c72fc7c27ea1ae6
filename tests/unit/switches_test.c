/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A sampler that notes switches. The kernel's own accounting is the oracle: a child writes down,
 * step by step, how many switches and page faults getrusage(2) shows for it; at each step the
 * records up to then must have as many.
 * tests/run: parallel
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <pmc/pmc.h>
#include <pmc/profile.h>

#include "tests/tap.h"

#define STEPS 12
#define MOST  4096

struct step {
	uint64_t time, switches, faults;
};

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct step look(void)
{
	struct rusage before, after;
	struct step s;

	do {
		getrusage(RUSAGE_THREAD, &before);
		s.time = now();
		getrusage(RUSAGE_THREAD, &after);
		s.switches = (uint64_t)(after.ru_nvcsw + after.ru_nivcsw);
		s.faults = (uint64_t)(after.ru_minflt + after.ru_majflt);
	} while (s.switches != (uint64_t)(before.ru_nvcsw + before.ru_nivcsw));
	return s;
}

static void work(struct step *step)
{
	int i, k, pages;
	char *p;

	/* What is called for the first time has page faults of its own. */
	*step = look();
	usleep(1);
	for (i = 0; i < STEPS; i++) {
		pages = i * 37;
		p = mmap(NULL, 500 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			 0);
		madvise(p, 500 * 4096, MADV_NOHUGEPAGE);
		for (k = 0; k < pages; k++)
			p[k * 4096] = 1;
		step[i] = look();
		usleep(3000);
	}
}

struct child {
	pid_t pid;
	int go;
	struct step *step; /* of the child; behind them those of its own child */
};

static struct child start_child(bool tree)
{
	struct child c;
	int go[2];
	char b;

	c.step = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE,
		      -1, 0);
	if (pipe(go))
		exit(1);
	c.pid = fork();
	if (!c.pid) {
		if (read(go[0], &b, 1) != 1)
			_exit(1);
		work(c.step);
		if (tree && !fork()) {
			work(c.step + STEPS);
			_exit(0);
		}
		wait(NULL);
		_exit(0);
	}
	close(go[0]);
	c.go = go[1];
	return c;
}

/* ---- The records ---- */

struct noted {
	pid_t tid;
	uint64_t time, counts[3];
	size_t n;
	unsigned event;
};
static struct noted noted[MOST];
static size_t n_noted;

static void take(struct pmc_sampler *sampler)
{
	struct pmc_record r;

	n_noted = 0;
	while (!pmc_sampler_next(sampler, &r)) {
		if (r.type == PMC_TYPE_LOST)
			note("%" PRIu64 " records were lost", r.count);
		if (r.type != PMC_TYPE_SWITCH || n_noted == MOST)
			continue;
		noted[n_noted].tid = r.tid;
		noted[n_noted].time = r.time;
		noted[n_noted].event = r.event;
		noted[n_noted].n = r.n_counts;
		for (size_t i = 0; i < 3; i++)
			noted[n_noted].counts[i] = i < r.n_counts ? r.counts[i] : 0;
		n_noted++;
	}
}

/* Of a thread: its switches up to a time, and its count up to its next switch. */
static void add_up(pid_t tid, uint64_t time, uint64_t *switches, uint64_t *count)
{
	size_t i;

	*switches = *count = 0;
	for (i = 0; i < n_noted; i++) {
		if (noted[i].tid != tid)
			continue;
		*count += noted[i].counts[0];
		if (noted[i].time > time)
			return;
		++*switches;
	}
}

static void compare(pid_t tid, const struct step *step, const char *what)
{
	uint64_t switches, count, switches0, count0;
	int i, right = 0;

	add_up(tid, step[0].time, &switches0, &count0);
	for (i = 1; i < STEPS; i++) {
		add_up(tid, step[i].time, &switches, &count);
		if (switches - switches0 == step[i].switches - step[0].switches &&
		    count - count0 == step[i].faults - step[0].faults)
			right++;
		else
			note("step %d: %" PRIu64 " switches of %" PRIu64 ", %" PRIu64
			     " page faults of %" PRIu64,
			     i, switches - switches0, step[i].switches - step[0].switches,
			     count - count0, step[i].faults - step[0].faults);
	}
	is_int(right, STEPS - 1, "%s: each step has the switches and page faults of getrusage()",
	       what);
}

/* ---- Tests ---- */

static const struct pmc_sampling how = { .flags = PMC_SAMPLER_SWITCHES };

/* Attaches an event string to the child and lets it run to its end. 0, or the error. */
static int run(struct pmc *pmc, const char *events, unsigned flags, struct child *c,
	       struct pmc_count *counts)
{
	struct pmc_sampler *sampler;
	struct pmc_diag diag = { 0 };
	struct pmc_set *set;
	int err = pmc_set_create(pmc, events, flags, &set, &diag);

	if (!err)
		err = pmc_sampler_create(set, &how, &sampler, &diag);
	if (!err)
		err = pmc_set_attach_process(set, c->pid, &diag);
	if (!err)
		err = pmc_sampler_start(sampler);
	if (err)
		note("%s: %s", events, diag.sentence);
	if (!err && write(c->go, "", 1) == 1)
		waitpid(c->pid, NULL, 0);
	else
		close(c->go);
	if (!err) {
		pmc_sampler_stop(sampler);
		if (pmc_set_read(set, counts, pmc_set_size(set), NULL))
			note("the counts cannot be read");
		take(sampler);
		pmc_sampler_destroy(sampler);
		pmc_set_destroy(set);
	}
	return err;
}

static void test_thread(struct pmc *pmc)
{
	struct child c = start_child(false);
	struct pmc_count counts[2];
	uint64_t sum = 0;
	size_t i, others = 0;

	ok(!run(pmc, "page-faults", 0, &c, counts), "a sampler of switches");
	compare(c.pid, c.step, "one event");
	for (i = 0; i < n_noted; i++) {
		sum += noted[i].counts[0];
		others += noted[i].tid != c.pid || noted[i].n != 1;
	}
	is_u64(others, 0, "all records are the child's, with one count");
	ok(counts[0].value >= sum, "the set counts on after the last switch");
}

static void test_groups(struct pmc *pmc)
{
	struct child c = start_child(false);
	struct pmc_count counts[4];
	size_t i, groups = 0, alone = 0, wrong = 0;

	ok(!run(pmc, "{page-faults,minor-faults,major-faults},alignment-faults", 0, &c, counts),
	   "two groups");
	for (i = 0; i < n_noted; i++) {
		wrong += noted[i].n == 3 &&
			 noted[i].counts[0] != noted[i].counts[1] + noted[i].counts[2];
		groups += noted[i].n == 3 && noted[i].event == 0;
		alone += noted[i].n == 1 && noted[i].event == 3;
	}
	ok(groups >= STEPS && groups == alone && groups + alone == n_noted,
	   "each has a record at each switch: %zu and %zu of %zu", groups, alone, n_noted);
	is_u64(wrong, 0, "each page fault is a minor or a major one");
}

static void test_tree(struct pmc *pmc)
{
	struct child c = start_child(true);
	struct pmc_count counts[2];
	pid_t inner = 0;
	size_t i;
	int err = run(pmc, "page-faults", PMC_SET_INHERIT, &c, counts);

	if (err) {
		is_int(err, -EOPNOTSUPP, "before Linux 6.13 not for threads that inherit");
		skip(2, "this kernel cannot note the switches of threads that inherit");
		return;
	}
	ok(true, "a process and its child");
	compare(c.pid, c.step, "the process");
	for (i = 0; i < n_noted; i++)
		if (noted[i].tid != c.pid)
			inner = noted[i].tid;
	compare(inner, c.step + STEPS, "its child");
}

static int create(struct pmc *pmc, const char *events, const struct pmc_sampling *as)
{
	struct pmc_sampler *sampler;
	struct pmc_set *set;
	int err = pmc_set_create(pmc, events, 0, &set, NULL);

	if (err)
		return err;
	err = pmc_sampler_create(set, as, &sampler, NULL);
	if (!err)
		pmc_sampler_destroy(sampler);
	pmc_set_destroy(set);
	return err;
}

static void test_refusals(struct pmc *pmc)
{
	const struct pmc_sampling period = { .flags = PMC_SAMPLER_SWITCHES, .period = 1 };
	const struct pmc_sampling chains = { .flags = PMC_SAMPLER_SWITCHES | PMC_SAMPLER_CHAINS };
	struct pmc_profile *profile;
	struct pmc_sampler *sampler;
	struct pmc_set *set;

	is_int(create(pmc, "page-faults", &period), -EINVAL, "a period: -EINVAL");
	is_int(create(pmc, "page-faults", &chains), -EINVAL, "call chains: -EINVAL");
	if (!ok(!pmc_set_create(pmc, "page-faults", 0, &set, NULL) &&
			!pmc_sampler_create(set, &how, &sampler, NULL),
		"a sampler"))
		return;
	is_int(pmc_set_attach_cpu(set, 0, NULL), -EOPNOTSUPP, "a CPU: -EOPNOTSUPP");
	is_int(pmc_sampler_profile(sampler, &profile, NULL), -EINVAL, "a profile: -EINVAL");
	pmc_sampler_destroy(sampler);
	pmc_set_destroy(set);
}

int main(void)
{
	struct child c = start_child(false);
	struct pmc_count counts[2];
	struct pmc *pmc;
	int err = pmc_open("perf", PMC_USE_TASK, &pmc, NULL);

	if (!err)
		err = run(pmc, "page-faults", 0, &c, counts);
	if (err == -EPERM || err == -EACCES || err == -ENOSYS || err == -ENODEV) {
		skip(1, "perf tells this user of no switches");
		return done();
	}
	test_thread(pmc);
	test_groups(pmc);
	test_tree(pmc);
	test_refusals(pmc);
	pmc_close(pmc);
	return done();
}
