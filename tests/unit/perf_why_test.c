/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Why perf_event_open refuses: the library turns facts into a cause, and the cause into a sentence.
 * Then children of this program meet two real causes: a seccomp filter and an unprivileged user.
 */
#include <errno.h>
#include <limits.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/backends/perf/why.h"
#include "core/base/types.h"
#include "pmc/pmc.h"
#include "tests/tap.h"
#include "tests/unit/refuse.h"

/* A machine that has a PMU and allows everything. */
static const struct perf_facts good = {
	.reaches = true, .exists = true, .pmu = true, .paranoid = 2
};

static void is_cause(struct perf_facts f, enum perf_cause want, const char *what)
{
	is_int(perf_cause(&f), want, "%s", what);
}

static void causes(void)
{
	struct perf_facts f = good;

	f.hardware = true;
	f.error = -ENOENT;
	is_cause(f, CAUSE_EVENT, "an event that the PMU has not got");
	f.pmu = false;
	is_cause(f, CAUSE_NO_PMU, "no PMU");
	f.error = -EACCES;
	f.paranoid = 3;
	is_cause(f, CAUSE_NO_PMU, "no PMU, and closed: rights would not help");
	f.hardware = false;
	is_cause(f, CAUSE_PARANOID, "software events closed by 3");
	f.privileged = true;
	is_cause(f, CAUSE_LSM, "closed in spite of rights: a security module");

	f = good;
	f.hardware = true;
	f.error = -EACCES;
	is_cause(f, CAUSE_PARANOID, "the kernel's part closed by 2");
	f.paranoid = 1;
	is_cause(f, CAUSE_LSM, "1 does not close it: a security module");
	f.cpu = true;
	is_cause(f, CAUSE_PARANOID, "but it closes whole CPUs");
	f.paranoid = INT_MIN;
	is_cause(f, CAUSE_LSM, "a value that cannot be read is not blamed");

	f = good;
	f.error = -EPERM;
	f.other_task = true;
	is_cause(f, CAUSE_OWNER, "another user's task");
	f.reaches = false;
	is_cause(f, CAUSE_SECCOMP, "a filter answers EPERM");
	f.error = -ENOSYS;
	is_cause(f, CAUSE_SECCOMP, "or ENOSYS, though the kernel has perf events");
	f.exists = false;
	is_cause(f, CAUSE_NO_PERF, "a kernel without perf events");
	f = good;
	f.error = -ESRCH;
	is_cause(f, CAUSE_GONE, "a task that is gone");
	f.error = -EMFILE;
	is_cause(f, CAUSE_FILES, "no descriptors left");
	f.error = -EBUSY;
	f.hardware = true;
	is_cause(f, CAUSE_BUSY, "another driver has the counters");
	f.error = -EINVAL;
	is_cause(f, CAUSE_EVENT, "what else is the event's");
}

static void sentences(void)
{
	char reason[CAUSE_EVENT + 1][320], way[320];
	struct perf_facts f = good;
	int i, k, same = 0, shapeless = 0;

	f.paranoid = 3;
	f.error = -ENOENT;
	for (i = 0; i <= CAUSE_EVENT; i++) {
		perf_sentence((enum perf_cause)i, &f, reason[i], sizeof(reason[i]), way,
			      sizeof(way));
		shapeless += strlen(reason[i]) < 20 || reason[i][strlen(reason[i]) - 1] == '.';
		for (k = 0; k < i; k++)
			same += !strcmp(reason[i], reason[k]);
	}
	is_int(shapeless, 0, "every cause has a sentence without full stop");
	is_int(same, 0, "and each another one");
	ok(strstr(reason[CAUSE_PARANOID], "perf_event_paranoid is 3") != NULL,
	   "the value is in it");
}

/* From now on every perf_event_open fails with `error`. */
static int install_filter(int error)
{
	return refuse_call(SYS_perf_event_open, (unsigned)error);
}

/*
 * Reads, in a child prepared by `prepare`, the status of backend perf and a set of software events.
 */
static int child_status(int (*prepare)(int), int arg, struct pmc_backend_status *st, char *sentence,
			struct pmc_count counts[3], unsigned flags[3])
{
	struct answer {
		int err;
		struct pmc_backend_status st;
		struct pmc_count counts[3];
		unsigned flags[3];
		char sentence[640];
	} a = { 0 };
	int fds[2], status;
	pid_t pid;

	if (pipe(fds))
		return -errno;
	pid = fork();
	if (!pid) {
		struct pmc_backend_status all[PMC_BACKENDS] = { 0 };
		struct pmc_diag diag = { 0 };
		struct pmc_set_event e;
		struct pmc_set *set;
		struct pmc *pmc;
		volatile u64 spin = 0;
		unsigned i;

		a.err = prepare(arg);
		pmc_backends(PMC_USE_SELF, all, PMC_BACKENDS);
		a.st = all[PMC_BACKEND_PERF];
		if (!a.err)
			a.err = pmc_open("perf", PMC_USE_SELF, &pmc, &diag);
		if (!a.err)
			a.err = pmc_set_create(pmc, "task-clock,page-faults,cs", 0, &set, &diag);
		if (!a.err)
			a.err = pmc_set_attach_self(set, &diag);
		if (!a.err)
			a.err = pmc_set_start(set);
		while (!a.err && spin < 20000000)
			spin++;
		for (i = 0; i < 64 && !a.err; i++)
			((volatile char *)malloc(1 << 20))[0] = 1;
		usleep(1000);
		if (!a.err)
			a.err = pmc_set_read(set, a.counts, 3, NULL);
		for (i = 0; i < 3 && !a.err; i++) {
			pmc_set_event(set, i, &e);
			a.flags[i] = e.flags;
		}
		if (!a.err && pmc_event_check(pmc, "cycles:k", &diag))
			memcpy(a.sentence, diag.sentence, sizeof(a.sentence));
		else if (a.err)
			memcpy(a.sentence, diag.sentence, sizeof(a.sentence));
		_exit(write(fds[1], &a, sizeof(a)) != sizeof(a));
	}
	close(fds[1]);
	if (read(fds[0], &a, sizeof(a)) != sizeof(a))
		a.err = -EIO;
	close(fds[0]);
	waitpid(pid, &status, 0);
	*st = a.st;
	memcpy(sentence, a.sentence, sizeof(a.sentence));
	memcpy(counts, a.counts, sizeof(a.counts));
	memcpy(flags, a.flags, sizeof(a.flags));
	return a.err;
}

static int become_nobody(int unused)
{
	return setgid(65534) || setuid(65534) ? -errno : 0;
}

static void plausible(const char *where, int err, const struct pmc_count c[3], const char *sentence)
{
	if (!is_int(err, 0, "%s: software events are counted", where)) {
		note("  %s", sentence);
		skip(4, "nothing was counted");
		return;
	}
	ok(c[0].state == PMC_COUNTED && c[0].value > 1000000 && c[0].value < 100000000000ull,
	   "%s: some milliseconds of CPU time (%llu)", where, (unsigned long long)c[0].value);
	ok(c[1].value >= 64 && c[1].value < 10000, "%s: a page fault per page (%llu)", where,
	   (unsigned long long)c[1].value);
	ok(c[2].value >= 1 && c[2].value < 10000, "%s: a switch while sleeping (%llu)", where,
	   (unsigned long long)c[2].value);
	ok(c[0].enabled_ns && c[0].enabled_ns == c[0].running_ns, "%s: times", where);
}

static void live(void)
{
	struct pmc_backend_status st;
	struct pmc_count counts[3];
	struct perf_facts facts = { 0 };
	unsigned flags[3];
	char sentence[640];
	int err;

	perf_gather(&facts);
	err = child_status(install_filter, EPERM, &st, sentence, counts, flags);
	plausible("under a seccomp filter", err, counts, sentence);
	is_int(st.error, -EPERM, "a filter is told as such");
	ok(strstr(st.reason, "seccomp") && st.software, "by its name: %s", st.reason);
	ok(flags[0] & PMC_EVENT_RUSAGE, "counts come from rusage");
	ok(strstr(sentence, "seccomp") != NULL, "an event's refusal tells it too");

	err = child_status(install_filter, ENOSYS, &st, sentence, counts, flags);
	is_int(err, 0, "a filter that answers ENOSYS");
	is_int(st.error, facts.exists ? -EPERM : -ENOSYS, "is told as a filter too");

	if (geteuid()) {
		skip(6, "only root can become another user");
		return;
	}
	err = child_status(become_nobody, 0, &st, sentence, counts, flags);
	plausible("as a user without rights", err, counts, sentence);
	if (!facts.pmu)
		is_int(st.error, -ENODEV, "the missing PMU is told, not the missing rights");
	else
		ok(st.error == 0 || st.error == -EACCES, "open to users, or closed by paranoid");
}

int main(void)
{
	causes();
	sentences();
	live();
	return done();
}
