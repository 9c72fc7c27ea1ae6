/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sets: what the library says of each event, what it refuses and with which sentence, and how it
 * attaches, starts, stops, resets and reads sets on the backends of this machine.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/types.h"
#include "pmc/pmc.h"
#include "lib/base/clock.h"
#include "tests/tap.h"
#include "tests/unit/engine.h"
#include "tests/unit/refuse.h"

static struct pmc_diag diag;

static struct pmc *open_for(const char *backend, enum pmc_use use)
{
	struct pmc *pmc;

	if (pmc_open(backend, use, &pmc, &diag)) {
		note("%s", diag.sentence);
		return NULL;
	}
	return pmc;
}

static void refused(struct pmc *pmc, const char *events, unsigned flags, int error, unsigned column,
		    const char *token, const char *words)
{
	struct pmc_set *set = NULL;

	memset(&diag, 0, sizeof(diag));
	is_int(pmc_set_create(pmc, events, flags, &set, &diag), error, "%s is refused", events);
	ok(!set, "%s: nothing is made", events);
	is_int(diag.column, column, "%s: column", events);
	is_str(diag.token, token, "%s: token", events);
	if (!ok(strstr(diag.sentence, words) != NULL, "%s: the sentence has '%s'", events, words))
		note("  got %s", diag.sentence);
}

/* ---- What the library says of events ---- */

static void described(void)
{
	struct pmc *pmc = open_for("emulated", PMC_USE_COMMAND);
	struct pmc_set_event e;
	struct pmc_set *set;

	if (!pmc) {
		skip(1, "the engine is not built");
		return;
	}
	is_int(pmc_set_create(pmc, "{branch-instructions:u,calls},task-clock,cycles,instructions:p",
			      PMC_SET_TOLERANT | PMC_SET_INHERIT, &set, &diag),
	       0, "a mixed set is made");
	is_int(pmc_set_size(set), 5, "of five events");
	pmc_set_event(set, 0, &e);
	is_str(e.typed, "branch-instructions:u", "typed as typed");
	is_str(e.label, "branch-instructions:u", "the label too: the user asked for user mode");
	is_str(e.name, "branches", "the canonical name");
	is_str(e.modifiers, "u", "the modifiers");
	ok(!e.flags && !e.reason && e.scale == 1 && !*e.unit, "nothing special");
	is_int(e.group, 0, "in group 0");
	is_int(e.column, 2, "at column 2");
	is_int(e.kind, PMC_KIND_HARDWARE, "hardware");
	pmc_set_event(set, 1, &e);
	is_str(e.label, "calls:u", "user mode, though not asked for, is in the label");
	is_int(e.flags, PMC_EVENT_USER_ONLY, "and in the flags");
	is_int(e.group, 0, "in group 0 too");
	is_int(e.kind, PMC_KIND_STREAM, "from the instruction stream");
	pmc_set_event(set, 2, &e);
	is_str(e.unit, "msec", "task-clock has a unit");
	ok(e.scale > 0.9e-6 && e.scale < 1.1e-6, "and a scale");
	is_int(e.flags, PMC_EVENT_RUSAGE | PMC_EVENT_TRANSLATOR, "it includes the translator");
	is_int(e.group, -1, "in no group");
	pmc_set_event(set, 3, &e);
	ok(e.reason && strstr(e.reason, "'cycles' does not show in the instruction stream"),
	   "what cannot be counted has a reason");
	pmc_set_event(set, 4, &e);
	is_str(e.label, "instructions:pu", "a label with modifiers gets the ring at its end");
	is_int(pmc_set_event(set, 5, &e), -ENOENT, "there are five");
	pmc_set_destroy(set);
	is_int(pmc_set_create(pmc, "cpu/event=1,name=foo/u", PMC_SET_TOLERANT, &set, &diag), 0,
	       "an event with a name of its own");
	pmc_set_event(set, 0, &e);
	is_str(e.label, "foo", "its label is the name");
	pmc_set_destroy(set);
	pmc_close(pmc);
}

static void refusals_emulated(void)
{
	struct pmc *pmc = open_for("emulated", PMC_USE_COMMAND);

	if (!pmc) {
		skip(1, "the engine is not built");
		return;
	}
	refused(pmc, "instructions,bogus", 0, -EINVAL, 14, "bogus", "unknown event");
	refused(pmc, "calls,cycles:u", 0, -EOPNOTSUPP, 7, "cycles:u",
		"backend perf could, on a machine with a PMU");
	refused(pmc, "instructions:k", 0, -EOPNOTSUPP, 1, "instructions:k",
		"(write 'instructions:u')");
	refused(pmc, "instructions:uk", 0, -EOPNOTSUPP, 1, "instructions:uk",
		"counts user mode only");
	refused(pmc, "calls:G", 0, -EOPNOTSUPP, 1, "calls:G", "guests only");
	refused(pmc, "calls:c=2", 0, -EOPNOTSUPP, 1, "calls:c=2", "belong to a PMU's counter");
	refused(pmc, "r1c4", 0, -EOPNOTSUPP, 1, "r1c4", "has no PMU; backend perf could");
	refused(pmc, "L1-icache-loads", 0, -EOPNOTSUPP, 1, "L1-icache-loads", "instruction stream");
	refused(pmc, "page-faults:u", 0, -EOPNOTSUPP, 1, "page-faults:u", "know no modifiers");
	refused(pmc, "cs", 0, -EOPNOTSUPP, 1, "cs", "do not show 'context-switches'");
	refused(pmc, "calls", PMC_SET_BY_CPU, -EOPNOTSUPP, 0, "", "on which CPU");
	refused(pmc, "calls", 0x80000000u, -EINVAL, 0, "", "flags");
	pmc_close(pmc);
}

static void refusals_perf(void)
{
	struct pmc *pmc = open_for("perf", PMC_USE_SELF);
	struct pmc_backend_status st[PMC_BACKENDS];

	refused(pmc, "task-clock", PMC_SET_DETERMINISTIC, -EINVAL, 0, "", "only backend emulated");
	refused(pmc, "task-clock,calls", 0, -EOPNOTSUPP, 12, "calls", "cannot count 'calls'");
	refused(pmc, "task-clock:e", 0, -EINVAL, 1, "task-clock:e", "not the generic");
	refused(pmc, "{}", 0, -EINVAL, 1, "{", "the group has no event");
	pmc_backends(PMC_USE_SELF, st, PMC_BACKENDS);
	if (st[PMC_BACKEND_PERF].error == -ENODEV)
		refused(pmc, "task-clock,instructions:u", 0, -ENODEV, 12, "instructions:u",
			"the kernel offers no PMU");
	else
		skip(5, "there is a PMU, or no telling");
	pmc_close(pmc);
}

static void opening(void)
{
	struct pmc_backend_status st[PMC_BACKENDS];
	struct pmc *pmc = NULL;
	unsigned i, bad = 0;

	is_int(pmc_open("prf", PMC_USE_ANY, &pmc, &diag), -EINVAL, "a backend of no name");
	is_str(diag.token, "prf", "is the token");
	ok(strstr(diag.sentence, "driver, perf, msr and emulated") != NULL, "there are four");
	is_int(pmc_open("driver", PMC_USE_ANY, &pmc, &diag), -ENODEV, "one that is not here yet");
	is_int(pmc_open("emulated", PMC_USE_TASK, &pmc, &diag), -EOPNOTSUPP,
	       "emulated for what runs");
	ok(strstr(diag.sentence, "cannot attach to a running") != NULL, "is told why not");
	is_int(pmc_open("emulated", PMC_USE_CPU, &pmc, &diag), -EOPNOTSUPP, "emulated for a CPU");
	is_int(pmc_open("emulated", PMC_USE_SELF, &pmc, &diag), -EOPNOTSUPP,
	       "emulated for oneself");
	ok(strstr(diag.sentence, "pmc stat --backend emulated -- PROGRAM") != NULL,
	   "is told the way out");
	ok(!pmc, "nothing was opened");
	is_int(pmc_backends(PMC_USE_COMMAND, st, PMC_BACKENDS), PMC_BACKENDS, "so many backends");
	for (i = 0; i < PMC_BACKENDS; i++)
		bad += st[i].id != i || !st[i].name || !!st[i].error != !!st[i].reason[0];
	is_int(bad, 0, "each has a name, and a reason if it is not there");
	is_str(pmc_backend_name(PMC_BACKEND_EMULATED), "emulated", "a name by number");
	ok(!pmc_backend_name(PMC_BACKENDS), "no number, no name");
	if (st[PMC_BACKEND_PERF].error) {
		is_int(pmc_open(NULL, PMC_USE_CPU, &pmc, &diag), st[PMC_BACKEND_PERF].error,
		       "without hardware nothing can be chosen for CPUs");
		ok(strstr(diag.sentence, st[PMC_BACKEND_PERF].reason) != NULL, "the cause is told");
	} else {
		skip(2, "there is a PMU");
	}
	pmc = open_for(NULL, PMC_USE_COMMAND);
	ok(pmc != NULL, "something can be chosen for a command");
	pmc_close(pmc);
	pmc_close(NULL);
	pmc_set_destroy(NULL);
	pmc_command_destroy(NULL);
	pmc_rows_destroy(NULL);
}

/* ---- Counting ---- */

static void touch_pages(int n)
{
	char *p = mmap(NULL, (size_t)n * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		       -1, 0);
	int i;

	madvise(p, (size_t)n * 4096, MADV_NOHUGEPAGE);
	for (i = 0; i < n; i++)
		((volatile char *)p)[i * 4096] = 1;
	munmap(p, (size_t)n * 4096);
}

/* How often this thread has gone to sleep. */
static long sleeps(void)
{
	struct rusage used;

	getrusage(RUSAGE_THREAD, &used);
	return used.ru_nvcsw;
}

/* The set counts 100 pages between start and stop, not the 50 before and the 50 after. */
static void counting_self(void)
{
	struct pmc *pmc = open_for("perf", PMC_USE_SELF);
	struct pmc_count c[2];
	struct pmc_set *set;
	uint64_t when;
	long slept;

	is_int(pmc_set_create(pmc, "{page-faults,task-clock}", 0, &set, &diag), 0, "a set is made");
	is_int(pmc_set_start(set), -EINVAL, "it cannot start: it is attached to nothing");
	is_int(pmc_set_attach_self(set, &diag), 0, "it is attached");
	touch_pages(50);
	is_int(pmc_set_start(set), 0, "started");
	is_int(pmc_set_start(set), 0, "starting twice does nothing");
	is_int(pmc_set_attach_self(set, &diag), -EBUSY, "it cannot be attached while it counts");
	touch_pages(100);
	is_int(pmc_set_stop(set), 0, "stopped");
	is_int(pmc_set_stop(set), 0, "stopping twice does nothing");
	touch_pages(50);
	is_int(pmc_set_read(set, c, 1, NULL), -EINVAL, "the room must be right");
	is_int(pmc_set_read(set, c, 2, &when), 0, "read");
	ok(c[0].value >= 100 && c[0].value < 125, "100 pages and little else (%d)",
	   (int)c[0].value);
	ok(c[0].state == PMC_COUNTED && c[0].quality == PMC_EXACT, "exactly");
	ok(c[1].value > 1000 && c[1].value < 1000000000, "some time (%d ns)", (int)c[1].value);
	ok(clock_now() - when < 1000000000u, "just now");
	pmc_set_start(set);
	touch_pages(100);
	pmc_set_read(set, c, 2, NULL);
	ok(c[0].value >= 200 && c[0].value < 250, "counts go on from where they stood (%d)",
	   (int)c[0].value);
	is_int(pmc_set_reset(set), 0, "reset while it runs");
	touch_pages(30);
	pmc_set_read(set, c, 2, NULL);
	ok(c[0].value >= 30 && c[0].value < 50, "begins anew (%d)", (int)c[0].value);
	ok(c[1].enabled_ns < 1000000000u, "its times too");
	slept = sleeps();
	is_int(pmc_set_wait(set, 200), -ETIMEDOUT, "it never ends");
	slept = sleeps() - slept;
	ok(slept >= 1 && slept < 10, "whoever waits for it sleeps through (%ld times)", slept);
	pmc_set_detach(set);
	is_int(pmc_set_start(set), -EINVAL, "detached");
	pmc_set_destroy(set);
	pmc_close(pmc);
}

static void counting_tasks(void)
{
	struct pmc *pmc = open_for("perf", PMC_USE_TASK);
	struct pmc_rows *rows = NULL;
	struct pmc_count c[2];
	struct pmc_set *set;
	int go[2], status;
	pid_t pid[2], ended;
	siginfo_t info;
	char byte;
	int i;

	if (pipe(go))
		return;
	for (i = 0; i < 2; i++) {
		pid[i] = fork();
		if (!pid[i]) {
			if (read(go[0], &byte, 1) != 1)
				_exit(1);
			touch_pages(100 * (i + 1));
			_exit(0);
		}
	}
	ended = fork();
	if (!ended)
		_exit(0);
	waitid(P_PID, (id_t)ended, &info, WEXITED | WNOWAIT);
	is_int(pmc_set_create(pmc, "minor-faults,task-clock", PMC_SET_INHERIT | PMC_SET_BY_PROCESS,
			      &set, &diag),
	       0, "a set is made");
	is_int(pmc_set_attach_process(set, 999999999, &diag), -ESRCH, "no such process");
	is_int(pmc_set_attach_process(set, -5, &diag), -ESRCH, "nor a negative one");
	if (access("/sys/devices/system/cpu", F_OK))
		skip(1, "without /sys nobody knows which CPUs there are");
	else
		is_int(pmc_set_attach_cpu(set, 60000, &diag), -ENOENT, "no such CPU");
	is_int(pmc_set_attach_process(set, pid[0], &diag), 0, "attached to one process");
	is_int(pmc_set_attach_process(set, pid[1], &diag), 0, "and another");
	is_int(pmc_set_attach_self(set, &diag), -EBUSY, "but not to something of another sort");
	is_int(pmc_set_attach_process(set, ended, &diag), -ESRCH, "nor to one that has ended");
	is_int(pmc_set_start(set), 0, "started");
	is_int(pmc_set_wait(set, 60), -ETIMEDOUT, "they do not end by themselves");
	if (write(go[1], "xx", 2) != 2)
		return;
	is_int(pmc_set_wait(set, 10000), 0, "they end");
	is_int(pmc_set_read(set, c, 2, NULL), 0, "read after the end");
	ok(c[0].value >= 300 && c[0].value < 450, "the sum of both (%d)", (int)c[0].value);
	is_int(pmc_set_read_rows(set, PMC_BY_CPU, &rows), -EINVAL, "rows must have been asked for");
	is_int(pmc_set_read_rows(set, PMC_BY_PROCESS, &rows), 0, "by process");
	if (is_int(rows->n_rows, 2, "two of them")) {
		for (i = 0; i < 2; i++) {
			u64 v = rows->row[i].counts[0].value;

			is_int(rows->row[i].pid, pid[i], "process %d", i);
			ok(v >= 100u * (unsigned)(i + 1) && v < 100u * (unsigned)(i + 1) + 80,
			   "its part (%d)", (int)v);
		}
	}
	pmc_rows_destroy(rows);
	pmc_set_destroy(set);
	pmc_close(pmc);
	for (i = 0; i < 2; i++)
		waitpid(pid[i], &status, 0);
	waitpid(ended, &status, 0);
}

static void *thread_work(void *arg)
{
	char byte;

	if (read(*(int *)arg, &byte, 1) == 1)
		touch_pages(200);
	return NULL;
}

static void counting_threads(void)
{
	struct pmc *pmc = open_for("perf", PMC_USE_TASK);
	struct pmc_rows *rows = NULL;
	struct pmc_set *set;
	pthread_t t;
	int go[2];
	size_t i;
	u64 sum = 0, most = 0;

	if (pipe(go))
		return;
	pthread_create(&t, NULL, thread_work, go);
	is_int(pmc_set_create(pmc, "page-faults", PMC_SET_BY_THREAD, &set, &diag), 0,
	       "a set is made");
	is_int(pmc_set_attach_process(set, getpid(), &diag), 0, "attached to this process");
	pmc_set_start(set);
	if (write(go[1], "x", 1) != 1)
		return;
	pthread_join(t, NULL);
	pmc_set_stop(set);
	is_int(pmc_set_read_rows(set, PMC_BY_THREAD, &rows), 0, "by thread");
	ok(rows->n_rows >= 2, "two of them at least");
	for (i = 0; i < rows->n_rows; i++) {
		u64 v = rows->row[i].counts[0].value;

		sum += v;
		most = v > most ? v : most;
		is_int(rows->row[i].pid, getpid(), "a thread of this process");
	}
	ok(most >= 200 && sum < 300, "the work is one thread's (%d of %d)", (int)most, (int)sum);
	pmc_rows_destroy(rows);
	pmc_set_destroy(set);
	pmc_close(pmc);
}

/* ---- Under the translator ---- */

static int run(const char *events, unsigned flags, const char *script, struct pmc_count *counts,
	       struct pmc_rows **rows)
{
	struct pmc *pmc = open_for("emulated", PMC_USE_COMMAND);
	char *argv[] = { "sh", "-c", (char *)script, NULL };
	struct pmc_command *c;
	struct pmc_set *set, *second;
	int err, status = -1;

	if (!pmc)
		return -1;
	err = pmc_set_create(pmc, events, flags | PMC_SET_INHERIT, &set, &diag);
	if (!err)
		err = pmc_command_create(pmc, argv, NULL, &c, &diag);
	if (!err)
		err = pmc_set_attach_command(set, c, &diag);
	if (!err) {
		pmc_set_create(pmc, events, 0, &second, NULL);
		is_int(pmc_set_attach_command(second, c, &diag), -EBUSY,
		       "one set per translated command");
		pmc_set_destroy(second);
	}
	if (!err)
		err = pmc_set_start(set);
	if (!err)
		err = pmc_command_start(c, &diag);
	if (!err)
		err = pmc_command_wait(c, 20000, &status);
	if (!err)
		err = pmc_set_read(set, counts, pmc_set_size(set), NULL);
	if (!err && rows)
		err = pmc_set_read_rows(
			set, flags & PMC_SET_BY_THREAD ? PMC_BY_THREAD : PMC_BY_PROCESS, rows);
	if (err)
		note("%s", diag.sentence);
	pmc_set_destroy(set);
	pmc_command_destroy(c);
	pmc_close(pmc);
	return err ? err : status;
}

static void translated(void)
{
	const char *script = "i=0; while [ $i -lt 50 ]; do i=$((i+1)); done; /bin/true; exit 3";
	struct pmc_count first[8], again[8];
	struct pmc_rows *rows = NULL;
	u64 sum = 0;
	size_t i;

	if (!use_engine()) {
		skip(1, "the engine is not built");
		return;
	}
	is_int(run("instructions,branches,branches-conditional,branches-unconditional,jumps,calls,"
		   "returns,"
		   "page-faults",
		   PMC_SET_DETERMINISTIC | PMC_SET_BY_PROCESS, script, first, &rows),
	       3 << 8, "a shell runs under the translator");
	ok(first[0].state == PMC_COUNTED && first[0].quality == PMC_EXACT &&
		   first[0].value > 100000,
	   "instructions are counted (%llu)", (unsigned long long)first[0].value);
	is_u64(first[1].value, first[2].value + first[3].value, "branches are those of both kinds");
	is_u64(first[3].value, first[4].value + first[5].value + first[6].value,
	       "the unconditional are jumps, calls and returns");
	ok(first[7].value > 100, "software events beside them");
	if (ok(rows && rows->n_rows == 2, "two processes")) {
		for (i = 0; i < 2; i++)
			sum += rows->row[i].counts[0].value;
		is_u64(sum, first[0].value, "their instructions are all instructions");
		is_str(rows->row[1].name, "true", "the second has its name");
		is_int(rows->row[1].ppid, rows->row[0].pid, "and is the first one's child");
	}
	pmc_rows_destroy(rows);
	is_int(run("instructions,branches", PMC_SET_DETERMINISTIC, script, again, NULL), 3 << 8,
	       "again");
	is_u64(again[0].value, first[0].value, "deterministic: the same instructions");
	is_u64(again[1].value, first[1].value, "and branches");
}

/* What a deterministic set fixes, and choosing it. */
static void fixed(void)
{
	struct pmc *pmc = open_for("emulated", PMC_USE_COMMAND);
	char *argv[] = { "true", NULL };
	struct pmc_command *c = NULL;
	struct pmc_set *set = NULL, *other = NULL;
	struct pmc_fixed pair;
	size_t n = 0;

	if (!use_engine() || !pmc) {
		skip(16, "the engine is not built");
		return;
	}
	is_int(pmc_set_create(pmc, "calls", 0, &other, &diag), 0,
	       "a set that is not deterministic");
	is_int(pmc_set_fixed_at(other, 0, &pair), -ENOENT, "fixes nothing");
	is_int(pmc_set_fix(other, "cpu-features", "v1", &diag), -EINVAL, "nor can it");
	pmc_set_destroy(other);
	if (pmc_set_create(pmc, "calls", PMC_SET_DETERMINISTIC, &set, &diag) ||
	    pmc_command_create(pmc, argv, NULL, &c, &diag))
		return;
	ok(!pmc_set_fixed_at(set, 0, &pair) && !strcmp(pair.name, "cpu-features") &&
		   !strcmp(pair.value, "v2"),
	   "the default is v2");
	is_int(pmc_set_fix(set, "cpu-features", "v4", &diag), -EINVAL, "there is no v4 yet");
	ok(strstr(diag.sentence, "'v4'; choose v1, v2, v3 or host"), "and the sentence: %s",
	   diag.sentence);
	is_int(pmc_set_fix(set, "cpus", "2", &diag), -EINVAL,
	       "the number of CPUs cannot be chosen");
	is_int(pmc_set_fix(set, "cpu-features", "v1", &diag), 0, "v1 can");
	is_int(pmc_set_fix(set, "clock", "sun", &diag), -EINVAL, "there is no such clock");
	is_int(pmc_set_fix(set, "clock-start", "-1", &diag), -EINVAL, "nor such a start");
	is_int(pmc_set_fix(set, "clock-start", "1", &diag), 0, "there is 1970");
	is_int(pmc_set_fix(set, "layout", "1000000", &diag), -EINVAL, "there is no such layout");
	is_str(diag.sentence, "there is no layout '1000000'; choose one from 0 to 999999",
	       "says which there are");
	is_int(pmc_set_fix(set, "layout", "1x", &diag), -EINVAL, "nor one that is no number");
	is_int(pmc_set_fix(set, "layout", "", &diag), -EINVAL, "nor without a number");
	is_int(pmc_set_fix(set, "layout", "999999", &diag), 0, "the last layout");
	is_int(pmc_set_attach_command(set, c, &diag), 0, "every processor has v1");
	is_int(pmc_set_fix(set, "cpu-features", "v2", &diag), -EBUSY, "too late");
	while (!pmc_set_fixed_at(set, n, &pair))
		n++;
	is_int((long)n, 8, "eight things are fixed");
	pmc_set_fixed_at(set, 1, &pair);
	is_str(pair.value, "v1", "with what was chosen");
	pmc_set_fixed_at(set, 0, &pair);
	ok(!strcmp(pair.name, "layout") && !strcmp(pair.value, "999999"), "and the layout");
	pmc_set_destroy(set);
	pmc_command_destroy(c);
	pmc_close(pmc);
}

/* If personality(2) is refused, as in containers, a deterministic set must say so. */
static int without_personality(void)
{
	struct pmc *pmc = open_for("emulated", PMC_USE_COMMAND);
	char *argv[] = { "true", NULL };
	struct pmc_command *c;
	struct pmc_note note;
	struct pmc_set *set;

	if (!pmc || refuse_call(SYS_personality, EPERM))
		return 1;
	if (pmc_set_create(pmc, "calls", PMC_SET_DETERMINISTIC, &set, &diag) ||
	    pmc_command_create(pmc, argv, NULL, &c, &diag) || pmc_set_attach_command(set, c, &diag))
		return 2;
	if (pmc_set_note(set, 0, &note) || note.kind != PMC_NOTE_WARNING ||
	    !strstr(note.text, "addresses are random") || pmc_set_note(set, 1, &note) != -ENOENT)
		return 3;
	pmc_set_destroy(set);
	if (pmc_set_create(pmc, "calls", PMC_SET_DETERMINISTIC, &set, &diag) ||
	    pmc_set_fix(set, "layout", "1", &diag) ||
	    pmc_set_attach_command(set, c, &diag) != -EPERM ||
	    !strstr(diag.sentence, "personality(2), which is forbidden"))
		return 4;
	pmc_set_destroy(set);
	pmc_command_destroy(c);
	pmc_close(pmc);
	return 0;
}

static void noted(void)
{
	int status;
	pid_t pid;

	if (!use_engine()) {
		skip(1, "the engine is not built");
		return;
	}
	pid = fork();
	if (!pid)
		_exit(without_personality());
	waitpid(pid, &status, 0);
	is_hex(status, 0, "random addresses under 'deterministic' are noted, and exclude layouts");
}

/* ---- The list ---- */

static void listed(void)
{
	struct pmc_event_info info, found;
	const char *names[4];
	size_t i, wrong = 0, emulated = 0;

	for (i = 0; !pmc_event_at(i, &info); i++) {
		if (pmc_event_find(info.name, &found) || strcmp(found.name, info.name) ||
		    !info.backends || !*info.description)
			wrong++;
		emulated += info.backends >> PMC_BACKEND_EMULATED & 1;
	}
	is_int(wrong, 0, "all %d events are listed, found, described and counted by some backend",
	       (int)i);
	ok(emulated > 20, "many of them by the translator (%d)", (int)emulated);
	is_int(pmc_event_at(i, &info), -ENOENT, "the list ends");
	is_int(pmc_event_find("branch-instructions", &info), 0, "an alias is found");
	is_str(info.name, "branches", "as what it stands for");
	is_int(pmc_event_find("nothing", &info), -ENOENT, "what is not there is not found");
	is_str(pmc_event_whole("branch-misses"), "branches", "misses are a part of the branches");
	ok(!pmc_event_whole("branches"), "branches are a part of nothing");
	for (i = wrong = 0; !pmc_event_at(i, &info); i++)
		wrong += pmc_event_whole(info.name) &&
			 pmc_event_find(pmc_event_whole(info.name), &found);
	is_int(wrong, 0, "what an event is a part of is an event");
	ok(pmc_event_suggest("instrutcions", names, 4) >= 1, "a name is suggested");
	is_str(names[0], "instructions", "the nearest");
	is_int(pmc_event_suggest("qqqqqqqqqq", names, 4), 0, "or none");
}

/* Estimates of cycles: flags, what a set keeps of its handle's weights, other backends. */
static void estimated(void)
{
	struct pmc *pmc = open_for("emulated", PMC_USE_COMMAND), *perf;
	struct pmc_hardware_choice zen4 = { .name = "zen4" };
	struct pmc_set *set, *later;
	struct pmc_hardware_part part;
	struct pmc_set_event e;
	struct pmc_fixed f;

	is_int(pmc_weights_choose(pmc, "none,loads=2", &diag), 0, "weights");
	is_int(pmc_set_create(pmc, "est-cycles,cycles", PMC_SET_TOLERANT, &set, &diag), 0, "a set");
	pmc_set_event(set, 0, &e);
	is_int(e.flags, PMC_EVENT_USER_ONLY | PMC_EVENT_ESTIMATE, "loads need no model");
	pmc_set_event(set, 1, &e);
	ok(e.reason && strstr(e.reason, "--estimate-cycles"), "cycles are refused");
	is_int(pmc_hardware_choose(pmc, &zen4, &diag), 0, "a machine has weights of its own");
	is_int(pmc_set_create(pmc, "cycles:u", PMC_SET_ESTIMATE_CYCLES, &later, &diag), 0,
	       "cycles by the flag");
	pmc_set_event(later, 0, &e);
	is_int(e.flags, PMC_EVENT_ESTIMATE | PMC_EVENT_MODELLED, "they need models");
	ok(!pmc_set_fixed_at(set, 0, &f) && !strcmp(f.name, "weights") &&
		   !strcmp(f.value, "loads=2"),
	   "the first set has kept its weights");
	ok(!pmc_set_fixed_at(later, 1, &f) && strstr(f.value, "instructions=0.25,"),
	   "the later one has those of its machine");
	pmc_set_destroy(later);
	pmc_set_destroy(set);
	is_int(pmc_weights_choose(pmc, "L1d=4,LL=x", &diag), -EINVAL, "a weight that is wrong");
	is_int(diag.column, 10, "its column");
	pmc_close(pmc);

	perf = open_for("perf", PMC_USE_COMMAND);
	is_int(pmc_weights_choose(perf, "iai", &diag), -EOPNOTSUPP, "perf has no weights");
	is_int(pmc_set_create(perf, "cycles", PMC_SET_ESTIMATE_CYCLES, &set, &diag), -EINVAL,
	       "perf estimates no cycles");
	refused(perf, "task-clock,est-cycles:u", 0, -EOPNOTSUPP, 12, "est-cycles:u",
		"backend perf counts what the processor does");
	refused(perf, "l1d-read-misses,est-cycle", 0, -EINVAL, 1, "l1d-read-misses", "unknown");
	pmc_close(perf);
	ok(!pmc_hardware_weight_at("skylake", 0, &part) &&
		   !strcmp(part.setting, "instructions=0.25"),
	   "a weight of a machine");
	is_int(pmc_hardware_weight_at("skylake", 99, &part), -ENOENT, "past the last");
	is_int(pmc_hardware_weight_at("skylack", 0, &part), -ENOENT, "of no machine");
}

int main(void)
{
	struct pmc_machine m;
	bool engine = use_engine();

	note("engine: %s", engine ? "built" : "not built");
	is_int(pmc_machine(&m), 0, "the machine is told");
	ok(m.cpus >= 1 && m.family >= 5 && strlen(m.vendor) == 12, "%s family %u model %u",
	   m.vendor, m.family, m.model);
	ok(strspn(pmc_version(), "0123456789.") == strlen(pmc_version()) &&
		   strchr(pmc_version(), '.'),
	   "the version is %s", pmc_version());
	listed();
	opening();
	described();
	refusals_emulated();
	refusals_perf();
	counting_self();
	counting_tasks();
	counting_threads();
	translated();
	fixed();
	noted();
	if (engine)
		estimated();
	else
		skip(26, "the engine is not built");
	return done();
}
