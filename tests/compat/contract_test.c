/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What FreeBSD's manual pages say of each function of pmc(3), and each error that they list, on
 * any machine: class SOFT and the TSC are always there. Nothing here knows how the layer works.
 * tests/run: parallel
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pmc.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tap.h"

#define SOFT "page_fault.all"

/* ok() if the call fails with this errno. */
#define fails(call, want)                                                                  \
	do {                                                                               \
		int r_;                                                                    \
		errno = 0;                                                                 \
		r_ = (call);                                                               \
		if (!ok(r_ == -1 && errno == (want), "%s: %s", #call, #want))              \
			note("it returned %d, errno %d (%s)", r_, errno, strerror(errno)); \
	} while (0)

static void touch_pages(int n)
{
	size_t size = (size_t)n * 4096;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int i;

	madvise(p, size, MADV_NOHUGEPAGE);
	for (i = 0; i < n; i++)
		p[i * 4096] = 1;
	munmap(p, size);
}

static pmc_id_t soft(void)
{
	pmc_id_t id = PMC_ID_INVALID;

	if (pmc_allocate(SOFT, PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0))
		note("pmc_allocate: %s", strerror(errno));
	return id;
}

/* A child that sleeps until it is killed; when told by a byte, it touches pages and says so. */
struct worker {
	pid_t pid;
	int ask, answer;
};

static struct worker start_worker(void)
{
	int ask[2], answer[2];
	struct worker w;
	char c;

	if (pipe(ask) || pipe(answer))
		exit(1);
	w.pid = fork();
	if (!w.pid) {
		close(ask[1]);
		close(answer[0]);
		while (read(ask[0], &c, 1) == 1) {
			if (c == 'f' && !fork()) {
				touch_pages(1000);
				_exit(0);
			}
			if (c == 'f')
				wait(NULL);
			else
				touch_pages(100);
			if (write(answer[1], &c, 1) != 1)
				break;
		}
		_exit(0);
	}
	close(ask[0]);
	close(answer[1]);
	w.ask = ask[1];
	w.answer = answer[0];
	return w;
}

static void work(struct worker *w, char what)
{
	if (write(w->ask, &what, 1) != 1 || read(w->answer, &what, 1) != 1)
		note("the worker has gone");
}

static void end_worker(struct worker *w)
{
	close(w->ask);
	close(w->answer);
	waitpid(w->pid, NULL, 0);
}

static void before_init(void)
{
	const struct pmc_cpuinfo *info;

	fails(pmc_ncpu(), ENXIO);
	fails(pmc_npmc(0), ENXIO);
	fails(pmc_cpuinfo(&info), ENXIO);
	ok(!pmc_init(), "pmc_init");
	ok(!pmc_init(), "pmc_init again");
}

static void machine(void)
{
	const struct pmc_cpuinfo *info;
	struct pmc_pmcinfo *rows;
	uint32_t i, sum = 0, soft_rows = 0;
	int n = pmc_npmc(0);

	ok(pmc_ncpu() >= 1, "pmc_ncpu: %d", pmc_ncpu());
	ok(!pmc_cpuinfo(&info), "pmc_cpuinfo");
	ok(pmc_name_of_cputype(info->pm_cputype) != NULL, "the CPU type has a name");
	is_u64(info->pm_ncpu, (uint64_t)pmc_ncpu(), "pm_ncpu");
	is_u64(info->pm_npmc, (uint64_t)n, "pm_npmc");
	for (i = 0; i < info->pm_nclass; i++) {
		sum += info->pm_classes[i].pm_num;
		if (info->pm_classes[i].pm_class == PMC_CLASS_SOFT)
			soft_rows = info->pm_classes[i].pm_num;
	}
	is_u64(sum, info->pm_npmc, "the rows of all classes");
	is_u64(soft_rows, 16, "pmc.soft(3): 16 counters");
	fails(pmc_npmc(-1), EINVAL);
	fails(pmc_npmc(100000), EINVAL);
	fails(pmc_pmcinfo(-1, &rows), EINVAL);
	fails(pmc_pmcinfo(100000, &rows), EINVAL);
	ok(!pmc_pmcinfo(0, &rows), "pmc_pmcinfo");
	is_u64((uint64_t)rows->pm_cpu, 0, "pm_cpu");
	ok(!strcmp(rows->pm_pmcs[0].pm_name, "TSC-0") &&
		   rows->pm_pmcs[0].pm_class == PMC_CLASS_TSC &&
		   rows->pm_pmcs[0].pm_rowdisp == PMC_DISP_FREE &&
		   rows->pm_pmcs[0].pm_ownerpid == -1,
	   "row 0 is the TSC, and free");
	free(rows);
}

static void names(void)
{
	const char **list;
	int n = 0, i, bad = 0;
	pmc_id_t id;

	is_str(pmc_name_of_capability(PMC_CAP_THRESHOLD), "THRESHOLD", "a capability");
	is_str(pmc_name_of_class(PMC_CLASS_SOFT), "SOFT", "a class");
	is_str(pmc_name_of_cputype(PMC_CPU_AMD_K7), "AMD K7", "a CPU type");
	is_str(pmc_name_of_disposition(PMC_DISP_THREAD), "THREAD", "a disposition");
	is_str(pmc_name_of_mode(PMC_MODE_TC), "TC", "a mode");
	is_str(pmc_name_of_state(PMC_STATE_RUNNING), "RUNNING", "a state");
	is_str(pmc_name_of_event(PMC_EV_TSC_TSC), "TSC", "an event");
	is_str(pmc_name_of_event(PMC_EV_P4_64BIT_MMX_UOP), "64BIT_MMX_UOP", "an event of P4");
	errno = 0;
	ok(!pmc_name_of_mode((enum pmc_mode)77) && errno == EINVAL, "no such mode: EINVAL");
	errno = 0;
	ok(!pmc_name_of_event((enum pmc_event)1) && errno == EINVAL, "no such event: EINVAL");
	errno = 0;
	ok(!pmc_name_of_capability((enum pmc_caps)3) && errno == EINVAL, "two flags: EINVAL");
	fails(pmc_event_names_of_class((enum pmc_class)77, &list, &n), EINVAL);
	ok(!pmc_event_names_of_class(PMC_CLASS_K8, &list, &n), "pmc_event_names_of_class");
	ok(n >= PMC_EV_K8_LAST - PMC_EV_K8_FIRST + 1, "K8 has %d events", n);
	free(list);
	ok(!pmc_event_names_of_class(PMC_CLASS_SOFT, &list, &n) && n > 0, "SOFT has %d events", n);
	for (i = 0; i < n; i++) {
		if (pmc_allocate(list[i], PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0)) {
			note("%s: %s", list[i], strerror(errno));
			bad++;
		} else {
			pmc_release(id);
		}
	}
	is_u64((uint64_t)bad, 0, "each can be allocated by its name");
	free(list);
	/* The values are FreeBSD's. */
	is_u64(PMC_EV_K7_HARDWARE_INTERRUPTS, 0x2000 + 22, "numbers of K7's events");
	is_u64(PMC_EV_K8_NB_HT_BUS2_BANDWIDTH, 0x2080 + 79, "of K8's");
	is_u64(PMC_EV_P4_MACHINE_CLEAR, 0x11000 + 44, "of P4's");
	is_u64(PMC_EV_P6_EMON_SSE_SSE2_COMP_INST_RETIRED, 0x11100 + 105, "of P6's");
}

/* How many lines a function prints, and whether the first has this in it. */
static int printed(void (*function)(const char *), const char *part, const char *has)
{
	FILE *f = tmpfile();
	int before = dup(1), n = 0;
	char line[1024];

	fflush(stdout);
	dup2(fileno(f), 1);
	function(part);
	fflush(stdout);
	dup2(before, 1);
	close(before);
	for (rewind(f); fgets(line, sizeof(line), f); n++)
		if (!n && !strstr(line, has))
			n = -1000000;
	fclose(f);
	return n;
}

/* pmc_pmu_*(), which FreeBSD does not document: what its own programs do with them. */
static void tables(void)
{
	const char **list, *name;
	int i, bad = 0;

	is_u64(pmc_pmu_sample_rate_get("any"), 65536, "a sample rate");
	ok(!pmc_pmu_event_get_by_idx("GenuineIntel-15-0-0", 0), "another processor has no table");
	if (!pmc_pmu_enabled()) {
		is_u64((uint64_t)pmc_pmu_stat_mode(&list), EOPNOTSUPP, "no table: EOPNOTSUPP");
		ok(!pmc_pmu_event_get_by_idx(NULL, 0), "no table: no event");
		is_u64((uint64_t)printed(pmc_pmu_print_counters, NULL, ""), 0, "nothing to print");
		return;
	}
	for (i = 0; (name = pmc_pmu_event_get_by_idx(NULL, i)); i++)
		bad += pmc_pmu_idx_get_by_event(NULL, name) != i;
	ok(i > 0 && !bad, "a table of %d events, each found by its name", i);
	is_u64((uint64_t)printed(pmc_pmu_print_counters, NULL, "\t"), (uint64_t)i, "all printed");
	name = pmc_pmu_event_get_by_idx(NULL, i - 1);
	ok(printed(pmc_pmu_print_counter_desc, name, name) >= 1, "%s: described", name);
	ok(printed(pmc_pmu_print_counter_desc_long, name, name) >= 2, "in two lines");
	ok(printed(pmc_pmu_print_counter_full, name, "name: ") >= 3, "in three");
	ok(pmc_pmu_idx_get_by_event(NULL, "none") == -1 && !pmc_pmu_event_get_by_idx(NULL, -1) &&
		   printed(pmc_pmu_print_counters, "no such event", "") == 0,
	   "no such event");
	ok(!pmc_pmu_stat_mode(&list) && list[0] && list[5], "six events for an overview");
}

static void allocate_errors(void)
{
	pmc_id_t id = 7, list[17];
	int n;

	fails(pmc_release(1), ESRCH);
	fails(pmc_attach(1, 0), ESRCH);
	fails(pmc_detach(1, 0), ESRCH);
	fails(pmc_allocate(SOFT, (enum pmc_mode)4, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_SC, 0, -2, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_SC, 0, 100000, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_SC, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_TC, 0, 0, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_TC, 0x40000000, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_SC, PMC_F_DESCENDANTS, 0, &id, 0), EINVAL);
	fails(pmc_allocate("tsc", PMC_MODE_SS, 0, 0, &id, 1000), EOPNOTSUPP);
	fails(pmc_allocate(SOFT, PMC_MODE_TC, PMC_F_CALLCHAIN, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_TS, PMC_F_LOG_PROCEXIT, PMC_CPU_ANY, &id, 1), EINVAL);
	fails(pmc_allocate("", PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate(",", PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate("no-such-event", PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT ",", PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT ",usr", PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate("soft-", PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	fails(pmc_allocate("tsc", PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), EINVAL);
	is_u64(id, 7, "an error leaves the id alone");
	for (n = 0; n < 16; n++)
		list[n] = soft();
	ok(list[15] != PMC_ID_INVALID, "16 PMCs of class SOFT");
	/* hwpmc(4): there is no row left. */
	fails(pmc_allocate(SOFT, PMC_MODE_TC, 0, PMC_CPU_ANY, &list[16], 0), EINVAL);
	ok(!pmc_release(list[3]), "one is released");
	list[3] = soft();
	ok(list[3] != PMC_ID_INVALID, "its row is free again");
	fails(pmc_release(list[3] + 0x100000), EINVAL);
	for (n = 0; n < 16; n++)
		if (pmc_release(list[n]))
			note("pmc_release: %s", strerror(errno));
	fails(pmc_release(list[0]), ESRCH);
}

static void spellings(void)
{
	static const char *const same[] = { "page_fault.all", "PAGE-FAULT.ALL", "page fault all",
					    "soft-page-fault-all", "SOFT.page_fault_all" };
	pmc_id_t id;
	size_t i;

	for (i = 0; i < sizeof(same) / sizeof(*same); i++) {
		ok(!pmc_allocate(same[i], PMC_MODE_TC, 0, PMC_CPU_ANY, &id), "\"%s\"", same[i]);
		pmc_release(id);
	}
}

static void ids(void)
{
	pmc_id_t a = soft(), b = soft(), c;
	struct pmc_pmcinfo *rows;
	uint32_t caps, width;
	int row = (int)PMC_ID_TO_ROWINDEX(b);

	is_u64(PMC_ID_TO_CLASS(a), PMC_CLASS_SOFT, "an id has the class");
	is_u64(PMC_ID_TO_MODE(a), PMC_MODE_TC, "the mode");
	is_u64(PMC_ID_TO_CPU(a), 0xfff, "the CPU");
	ok(PMC_ID_TO_ROWINDEX(a) != PMC_ID_TO_ROWINDEX(b), "the row");
	ok(!pmc_capabilities(a, &caps) && caps & PMC_CAP_READ && caps & PMC_CAP_WRITE &&
		   !(caps & PMC_CAP_EDGE),
	   "pmc_capabilities: %#x", caps);
	ok(!pmc_width(a, &width) && width == 64, "pmc_width: %u", width);
	fails(pmc_capabilities(a + 0x100000, &caps), EINVAL);
	fails(pmc_width(a + 0x100000, &width), EINVAL);
	ok(!pmc_pmcinfo(0, &rows), "pmc_pmcinfo");
	ok(rows->pm_pmcs[row].pm_rowdisp == PMC_DISP_THREAD &&
		   rows->pm_pmcs[row].pm_ownerpid == getpid() &&
		   rows->pm_pmcs[row].pm_mode == PMC_MODE_TC &&
		   rows->pm_pmcs[row].pm_event == (enum pmc_event)PMC_EV_SOFT_FIRST &&
		   rows->pm_pmcs[row].pm_enabled,
	   "the row of a process PMC: THREAD, its owner, mode and event");
	free(rows);
	ok(!pmc_allocate("tsc", PMC_MODE_SC, 0, 0, &c, 0), "the TSC, system scope");
	is_u64(PMC_ID_TO_CPU(c), 0, "its CPU");
	ok(!pmc_pmcinfo(0, &rows) && rows->pm_pmcs[0].pm_rowdisp == PMC_DISP_STANDALONE,
	   "a system PMC: STANDALONE");
	free(rows);
	ok(!pmc_release(a) && !pmc_release(b) && !pmc_release(c), "all are released");
}

/* What the PMC has counted; ~0 if it cannot be read. */
static pmc_value_t value_of(pmc_id_t id)
{
	pmc_value_t v;

	return pmc_read(id, &v) ? ~(pmc_value_t)0 : v;
}

static void values(void)
{
	pmc_value_t v = 1, old = 1, w = 1;
	pmc_id_t id = soft(), tsc;

	ok(!pmc_read(id, &v) && v == 0, "a new PMC reads 0");
	fails(pmc_stop(id), EINVAL);
	ok(!pmc_start(id), "pmc_start attaches to the caller");
	touch_pages(500);
	ok(!pmc_start(id), "pmc_start of a running PMC");
	v = value_of(id);
	/* Sanitizers have memory of their own for what the program touches. */
	ok(v >= 500 && v < 1500, "500 page faults: %" PRIu64, v);
	fails(pmc_write(id, 1), EBUSY);
	fails(pmc_rw(id, 1, &old), EBUSY);
	fails(pmc_set(id, 1), EBUSY);
	is_u64(old, 1, "an error leaves the old value alone");
	ok(!pmc_stop(id) && !pmc_stop(id), "pmc_stop, twice");
	pmc_read(id, &v);
	touch_pages(100);
	ok(!pmc_read(id, &w) && w == v, "it has stopped");
	ok(!pmc_rw(id, 5, &old) && old == v, "pmc_rw: the old value");
	ok(!pmc_read(id, &v) && v == 5, "and the new one");
	ok(!pmc_set(id, UINT64_MAX - 9), "pmc_set: the initial value");
	ok(!pmc_start(id), "pmc_start once more");
	touch_pages(500);
	ok(!pmc_stop(id), "pmc_stop after a wrap");
	v = value_of(id);
	ok(v >= 490 && v < 1500, "it wraps: %" PRIu64, v);
	fails(pmc_read(id + 0x100000, &v), EINVAL);
	fails(pmc_write(id + 0x100000, 1), EINVAL);
	fails(pmc_start(id + 0x100000), EINVAL);
	fails(pmc_stop(id + 0x100000), EINVAL);
	fails(pmc_set(id + 0x100000, 1), EINVAL);
	ok(!pmc_release(id), "pmc_release");
	fails(pmc_read(id, &v), EINVAL);
	ok(!pmc_allocate(SOFT, PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 12345) && !pmc_read(id, &v) &&
		   v == 12345,
	   "pmc_allocate with a count");
	ok(!pmc_start(id) && !pmc_release(id), "a running PMC is released");
	ok(!pmc_allocate("cycles", PMC_MODE_SC, 0, 0, &tsc, 0) && !pmc_start(tsc) &&
		   !pmc_read(tsc, &v) && !pmc_read(tsc, &w) && w > v,
	   "the time stamp counter advances");
	pmc_release(tsc);
}

static void loop(uint64_t turns)
{
	__asm__ volatile("1:\tdec %0\n\tjnz 1b" : "+r"(turns) : : "cc");
}

/* Counters of the hardware, where there are some: one of a CPU wraps at its width. */
static void wraps(void)
{
	pmc_value_t v = 0, top;
	uint32_t width = 0;
	cpu_set_t cpus;
	pmc_id_t id;

	if (pmc_allocate("instructions", PMC_MODE_SC, 0, 0, &id, 0)) {
		ok(errno == ENXIO || errno == EOPNOTSUPP || errno == EPERM || errno == EINVAL,
		   "no counter of a CPU: %s", strerror(errno));
		return;
	}
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	ok(!pmc_width(id, &width) && width >= 32 && width < 64, "a counter of %u bits", width);
	top = ((pmc_value_t)1 << width) - 1;
	ok(!pmc_write(id, top - 999) && !pmc_start(id), "1,000 before its top");
	loop(1000000);
	ok(!pmc_stop(id) && !pmc_read(id, &v) && v >= 1999000 && v < 100000000,
	   "it wraps at its width: %" PRIu64, v);
	pmc_release(id);
	if (pmc_allocate("instructions,usr", PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0))
		return;
	ok(!pmc_write(id, UINT64_MAX - 999) && !pmc_start(id), "that of a process");
	loop(1000000);
	ok(!pmc_stop(id) && !pmc_read(id, &v) && v >= 1999000 && v < 2100000,
	   "wraps at 64 bits: %" PRIu64, v);
	pmc_release(id);
}

static void msr(void)
{
	pmc_id_t id = soft(), sys, tree;
	struct worker w = start_worker();
	uint32_t number;

	fails(pmc_get_msr(id + 0x100000, &number), EINVAL);
	fails(pmc_get_msr(id, &number), ENOSYS);
	ok(!pmc_allocate("tsc", PMC_MODE_SC, 0, 0, &sys, 0), "a system PMC");
	fails(pmc_get_msr(sys, &number), EINVAL);
	ok(!pmc_allocate(SOFT, PMC_MODE_TC, PMC_F_DESCENDANTS, PMC_CPU_ANY, &tree, 0), "a tree");
	fails(pmc_get_msr(tree, &number), EINVAL);
	ok(!pmc_attach(id, w.pid), "one attached to another process");
	fails(pmc_get_msr(id, &number), EINVAL);
	pmc_release(id);
	pmc_release(sys);
	pmc_release(tree);
	end_worker(&w);
}

static pid_t gone(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	return pid;
}

static void targets(void)
{
	struct worker w = start_worker(), x = start_worker();
	pmc_id_t id = soft(), other = soft(), sys, tree;
	pmc_value_t v = 0, before;
	pid_t dead = gone();

	ok(!pmc_attach(id, w.pid), "pmc_attach to a child");
	fails(pmc_attach(id, w.pid), EEXIST);
	fails(pmc_attach(id, -1), EINVAL);
	fails(pmc_attach(id, dead), ESRCH);
	fails(pmc_attach(id + 0x100000, w.pid), EINVAL);
	fails(pmc_detach(id, x.pid), ESRCH);
	ok(!pmc_attach(other, x.pid), "another PMC on another child");
	fails(pmc_detach(id, x.pid), EINVAL);
	fails(pmc_detach(id, -1), EINVAL);
	fails(pmc_detach(id, dead), ESRCH);
	ok(!pmc_allocate("tsc", PMC_MODE_SC, 0, 0, &sys, 0), "a system PMC");
	fails(pmc_attach(sys, w.pid), EINVAL);
	fails(pmc_detach(sys, w.pid), EINVAL);
	ok(!pmc_start(id), "pmc_start");
	fails(pmc_attach(id, x.pid), EBUSY);
	work(&w, 't');
	touch_pages(1000);
	v = value_of(id);
	ok(v >= 100 && v < 250, "the child's alone: %" PRIu64, v);
	ok(!pmc_stop(id) && !pmc_attach(id, x.pid) && !pmc_start(id), "a second target");
	work(&x, 't');
	ok(!pmc_read(id, &before) && before >= v + 100 && before < v + 200, "both: %" PRIu64,
	   before);
	ok(!pmc_detach(id, w.pid), "pmc_detach of a running PMC");
	work(&w, 't');
	v = value_of(id);
	ok(v < before + 60, "it counts no longer, and lost nothing: %" PRIu64, v);
	work(&x, 'f');
	v = value_of(id);
	ok(v < before + 300, "a child's child is not counted: %" PRIu64, v);
	ok(!pmc_allocate(SOFT, PMC_MODE_TC, PMC_F_DESCENDANTS, PMC_CPU_ANY, &tree, 0) &&
		   !pmc_attach(tree, x.pid) && !pmc_start(tree),
	   "PMC_F_DESCENDANTS");
	work(&x, 'f');
	v = value_of(tree);
	ok(v >= 1000 && v < 1000000, "it is, with PMC_F_DESCENDANTS: %" PRIu64, v);
	end_worker(&x);
	v = value_of(tree);
	ok(v >= 1000 && v < 1000000, "and stays when the target has gone: %" PRIu64, v);
	fails(pmc_detach(tree, x.pid), ESRCH);
	v = value_of(tree);
	ok(v >= 1000 && v < 1000000, "also after pmc_detach: %" PRIu64, v);
	ok(!pmc_release(sys) && !pmc_release(other) && !pmc_release(tree) && !pmc_release(id),
	   "released in another order than allocated");
	end_worker(&w);
}

/* A fork's PMCs are its own. */
static void forks(void)
{
	pmc_id_t id = soft();
	pmc_value_t v, w;
	int status;
	pid_t pid;

	pmc_start(id);
	pid = fork();
	if (!pid) {
		pmc_id_t mine;
		int bad = 0;

		bad |= !(pmc_release(id) == -1 && errno == ESRCH) << 0;
		bad |= !(pmc_read(id, &v) == -1 && errno == EINVAL) << 1;
		bad |= (pmc_allocate(SOFT, PMC_MODE_TC, 0, PMC_CPU_ANY, &mine, 0) != 0) << 2;
		bad |= (pmc_start(mine) != 0) << 3;
		touch_pages(100);
		bad |= (pmc_read(mine, &v) || v < 100) << 4;
		_exit(bad);
	}
	waitpid(pid, &status, 0);
	is_u64((uint64_t)status, 0, "a child does not own its parent's PMCs, and has its own");
	pmc_read(id, &v);
	touch_pages(100);
	ok(!pmc_read(id, &w) && w >= v + 100, "the parent's counts on");
	pmc_release(id);
}

/* An exec while it is attached: the count goes on. */
static void execs(void)
{
	pmc_id_t id = soft();
	int go[2], status;
	pmc_value_t v;
	pid_t pid;
	char c;

	if (pipe(go))
		return;
	pid = fork();
	if (!pid) {
		close(go[1]);
		if (read(go[0], &c, 1) < 0)
			_exit(1);
		execlp("true", "true", (char *)NULL);
		_exit(1);
	}
	close(go[0]);
	ok(!pmc_attach(id, pid) && !pmc_start(id), "attached to a process that will call exec");
	close(go[1]);
	waitpid(pid, &status, 0);
	v = value_of(id);
	ok(!status && v > 20 && v < 1000000, "page faults of the program: %" PRIu64, v);
	ok(!pmc_stop(id) && !pmc_release(id), "stopped when it has gone");
}

static void foreign_user(void)
{
	struct worker w;
	int status;
	pid_t pid;

	if (geteuid()) {
		skip(2, "not root: there is no process that may not be attached");
		return;
	}
	w = start_worker();
	pid = fork();
	if (!pid) {
		pmc_id_t id;
		int bad;

		if (setgid(65534) || setuid(65534))
			_exit(99);
		id = soft();
		bad = !(pmc_attach(id, w.pid) == -1 && errno == EPERM) << 0;
		bad |= !(pmc_disable(0, 1) == -1 && errno == EPERM) << 1;
		_exit(bad);
	}
	waitpid(pid, &status, 0);
	ok(!WIFEXITED(status) || !(WEXITSTATUS(status) & 1), "another user's process: EPERM");
	ok(!WIFEXITED(status) || !(WEXITSTATUS(status) & 2), "pmc_disable by a user: EPERM");
	end_worker(&w);
}

static void administration(void)
{
	struct pmc_pmcinfo *rows;
	pmc_id_t id, busy;
	int row, n = 0;

	fails(pmc_disable(-1, 0), EINVAL);
	fails(pmc_disable(0, -1), EINVAL);
	fails(pmc_disable(0, 100000), EINVAL);
	fails(pmc_enable(100000, 0), EINVAL);
	/* The list of disabled rows is in /run; this program gets one of its own. */
	if (geteuid() || unshare(CLONE_NEWNS) ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("none", "/run", "tmpfs", 0, NULL)) {
		skip(5, "not root: rows cannot be disabled");
		return;
	}
	busy = soft();
	row = (int)PMC_ID_TO_ROWINDEX(busy);
	fails(pmc_disable(0, row), EBUSY);
	for (n = 1; n <= 16; n++)
		if (n != row && pmc_disable(0, n))
			note("pmc_disable: %s", strerror(errno));
	ok(!pmc_pmcinfo(0, &rows) && rows->pm_pmcs[row].pm_enabled &&
		   !rows->pm_pmcs[row == 1 ? 2 : 1].pm_enabled,
	   "pm_enabled");
	free(rows);
	fails(pmc_allocate(SOFT, PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), ENXIO);
	for (n = 1; n <= 16; n++)
		if (pmc_enable(0, n))
			note("pmc_enable: %s", strerror(errno));
	ok(!pmc_enable(0, 1), "pmc_enable of an enabled row");
	ok(!pmc_allocate(SOFT, PMC_MODE_TC, 0, PMC_CPU_ANY, &id, 0), "enabled, it is allocated");
	pmc_release(id);
	pmc_release(busy);
}

static void logs(void)
{
	int null = open("/dev/null", O_WRONLY), reading = open("/dev/null", O_RDONLY);
	int full = open("/dev/full", O_WRONLY);
	pmc_id_t id;

	fails(pmc_configure_logfile(-1), EINVAL);
	fails(pmc_flush_logfile(), EINVAL);
	fails(pmc_writelog(1), EINVAL);
	fails(pmc_close_logfile(), EINVAL);
	fails(pmc_configure_logfile(12345), EBADF);
	fails(pmc_configure_logfile(reading), EBADF);
	fails(pmc_allocate(SOFT, PMC_MODE_SC, PMC_F_LOG_PROCEXIT, 0, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_SC, PMC_F_LOG_PROCCSW, 0, &id, 0), EINVAL);
	fails(pmc_allocate(SOFT, PMC_MODE_TS, PMC_F_LOG_PROCCSW, PMC_CPU_ANY, &id, 1), EINVAL);
	ok(!pmc_allocate(SOFT, PMC_MODE_TC, PMC_F_LOG_PROCCSW, PMC_CPU_ANY, &id, 0),
	   "a PMC that logs switches");
	fails(pmc_start(id), EDOOFUS);
	ok(!pmc_release(id), "pmc_release");
	ok(!pmc_allocate(SOFT, PMC_MODE_TC, PMC_F_LOG_PROCEXIT, PMC_CPU_ANY, &id, 0), "a PMC that "
										      "logs");
	fails(pmc_start(id), EDOOFUS);
	ok(!pmc_configure_logfile(null), "pmc_configure_logfile");
	fails(pmc_configure_logfile(null), EBUSY);
	ok(!pmc_start(id), "it starts, with a log");
	ok(!pmc_writelog(1) && !pmc_flush_logfile(), "pmc_writelog, pmc_flush_logfile");
	ok(!pmc_configure_logfile(-1), "the log is given up");
	fails(pmc_writelog(1), EINVAL);
	ok(!pmc_configure_logfile(full), "a full disk");
	fails(pmc_flush_logfile(), ENOSPC);
	fails(pmc_close_logfile(), ENOSPC);
	ok(!pmc_configure_logfile(null) && !pmc_close_logfile(), "another log");
	ok(!pmc_release(id), "pmc_release");
	close(null);
	close(reading);
	close(full);
}

/* Sampling, where class SOFT interrupts: not under the translator. */
static void sampling(void)
{
	const struct pmc_cpuinfo *info;
	struct pmc_driverstats stats;
	int null = open("/dev/null", O_WRONLY);
	pmc_id_t id, system;
	uint32_t i = 0;

	pmc_cpuinfo(&info);
	while (info->pm_classes[i].pm_class != PMC_CLASS_SOFT)
		i++;
	if (!(info->pm_classes[i].pm_caps & PMC_CAP_INTERRUPT)) {
		fails(pmc_allocate(SOFT, PMC_MODE_TS, 0, PMC_CPU_ANY, &id, 1000), EOPNOTSUPP);
		fails(pmc_allocate(SOFT, PMC_MODE_SS, 0, 0, &id, 1000), EOPNOTSUPP);
		close(null);
		return;
	}
	ok(!pmc_allocate(SOFT, PMC_MODE_TS, PMC_F_CALLCHAIN, PMC_CPU_ANY, &id, 10), "PMC_MODE_TS");
	ok(!pmc_allocate("clock.cpu", PMC_MODE_SS, 0, 0, &system, 1000000), "PMC_MODE_SS");
	fails(pmc_start(id), EDOOFUS);
	fails(pmc_start(system), EDOOFUS);
	ok(!pmc_attach(id, 0), "pmc_attach");
	ok(!pmc_set(id, 20), "pmc_set");
	ok(!pmc_configure_logfile(null) && !pmc_start(id) && !pmc_start(system), "pmc_start");
	fails(pmc_set(id, 10), EBUSY);
	touch_pages(1000);
	ok(!pmc_stop(id) && !pmc_stop(system), "pmc_stop");
	ok(!pmc_get_driver_stats(&stats) && stats.pm_intr_processed >= 50, "%u samples of 1,000",
	   stats.pm_intr_processed);
	ok(!pmc_release(id) && !pmc_release(system) && !pmc_close_logfile(), "pmc_release");
	close(null);
}

static void statistics(void)
{
	struct pmc_driverstats before, after;

	ok(!pmc_get_driver_stats(&before), "pmc_get_driver_stats");
	pmc_release(1);
	pmc_ncpu();
	ok(!pmc_get_driver_stats(&after), "once more");
	is_u64(after.pm_syscalls, before.pm_syscalls + 3, "calls");
	is_u64(after.pm_syscall_errors, before.pm_syscall_errors + 1, "failed calls");
}

int main(void)
{
	before_init();
	machine();
	names();
	tables();
	allocate_errors();
	spellings();
	ids();
	values();
	wraps();
	msr();
	targets();
	forks();
	execs();
	foreign_user();
	administration();
	logs();
	sampling();
	statistics();
	return done();
}
