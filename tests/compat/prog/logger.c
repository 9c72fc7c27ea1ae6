/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pmc_configure_logfile(3) and pmclog(3).
 *
 *	logger -w FILE	writes a log, of PMCs on a child that forks and executes a program, and
 *			prints what a reader must find
 *	logger -s FILE [SPECIFIER]
 *			writes a log with the switches of a child, and prints its number,
 *			the PMC's, the count, and for each step of the child its page faults
 *	logger -o FILE	writes a log and ends without closing it, before the child that it counts;
 *			prints the child's number
 *	logger -k N FILE  prints the log, which comes N bytes at a time through a socket that never
 *			waits
 *	logger -p FILE	prints the log, a record on a line
 *	logger -f N FILE  the same, fed N bytes at a time
 *	logger -r FILE	prints how often each state came, for the log cut at every byte, and for
 *			each byte of its first 400 changed
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pmc.h>
#include <pmclog.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int fail(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	return 1;
}

/* ---- Writing ---- */

/* Waits for a byte, maps code and takes it away, forks, and becomes another program. */
static pid_t start_child(int *go)
{
	int pipes[2];
	pid_t pid;
	char c;

	if (pipe(pipes))
		return -1;
	pid = fork();
	if (!pid) {
		void *code;
		int fd = open("/proc/self/exe", O_RDONLY);

		close(pipes[1]);
		if (read(pipes[0], &c, 1) != 1)
			_exit(1);
		code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
		usleep(150000);
		munmap(code, 4096);
		usleep(150000);
		if (!fork()) {
			usleep(300000);
			_exit(0);
		}
		usleep(150000);
		execlp("sleep", "sleep", "0.2", (char *)NULL);
		_exit(1);
	}
	close(pipes[0]);
	*go = pipes[1];
	return pid;
}

static int write_log(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644), go, status;
	pmc_id_t faults, tree, tsc;
	pmc_value_t value;
	pid_t pid;

	if (fd < 0 || pmc_init() ||
	    pmc_allocate("page_fault.all", PMC_MODE_TC, PMC_F_LOG_PROCEXIT, PMC_CPU_ANY, &faults,
			 0))
		return fail("pmc_allocate");
	pid = start_child(&go);
	if (pid < 0 || pmc_attach(faults, pid) || pmc_configure_logfile(fd))
		return fail("pmc_configure_logfile");
	close(fd);
	if (pmc_allocate("context.switches", PMC_MODE_TC, PMC_F_DESCENDANTS, PMC_CPU_ANY, &tree,
			 0) ||
	    pmc_allocate("tsc", PMC_MODE_SC, 0, 0, &tsc, 0) || pmc_attach(tree, pid) ||
	    pmc_start(faults) || pmc_start(tree) || pmc_writelog(0x12345678))
		return fail("pmc_start");
	if (write(go, "", 1) != 1 || waitpid(pid, &status, 0) != pid)
		return fail("the child");
	usleep(100000);
	if (pmc_stop(faults) || pmc_read(faults, &value) || pmc_flush_logfile() ||
	    pmc_release(faults) || pmc_writelog(0xffffffff) || pmc_close_logfile())
		return fail("pmc_close_logfile");
	printf("%d %#x %#x %#x %" PRIu64 "\n", (int)pid, faults, tree, tsc, value);
	return 0;
}

/* ---- Switches ---- */

#define STEPS 8

static void loop(long turns)
{
	__asm__ volatile("1:\tdec %0\n\tjns 1b" : "+r"(turns) : : "cc");
}

/*
 * Waits for a byte; then, step by step, touches pages, turns a loop, counts its page faults, and
 * sleeps. Each step does more than the one before, always by as much: 31 page faults, and 1,000
 * turns of two instructions.
 */
static pid_t start_stepper(int *go, long *faults)
{
	struct rusage usage;
	int pipes[2], i, k;
	pid_t pid;
	char c, *p;

	if (pipe(pipes))
		return -1;
	pid = fork();
	if (!pid) {
		close(pipes[1]);
		if (read(pipes[0], &c, 1) != 1)
			_exit(1);
		getrusage(RUSAGE_SELF, &usage);
		usleep(1);
		for (i = 0; i < STEPS; i++) {
			p = mmap(NULL, 4096 * 1000, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
			madvise(p, 4096 * 1000, MADV_NOHUGEPAGE);
			for (k = 0; k < i * 31; k++)
				p[k * 4096] = 1;
			loop(i * 1000);
			getrusage(RUSAGE_SELF, &usage);
			faults[i] = usage.ru_minflt + usage.ru_majflt;
			usleep(5000);
		}
		_exit(0);
	}
	close(pipes[0]);
	*go = pipes[1];
	return pid;
}

static int write_switches(const char *path, const char *specifier)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644), go, i;
	long *faults = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	pmc_value_t value;
	pmc_id_t pmc;
	pid_t pid;

	if (fd < 0 || pmc_init() ||
	    pmc_allocate(specifier, PMC_MODE_TC, PMC_F_LOG_PROCCSW | PMC_F_LOG_PROCEXIT,
			 PMC_CPU_ANY, &pmc, 0))
		return fail("pmc_allocate");
	if (pmc_configure_logfile(fd))
		return fail("pmc_configure_logfile");
	close(fd);
	pid = start_stepper(&go, faults);
	if (pid < 0 || pmc_attach(pmc, pid) || pmc_start(pmc))
		return fail("pmc_start");
	if (write(go, "", 1) != 1 || waitpid(pid, NULL, 0) != pid)
		return fail("the child");
	if (pmc_stop(pmc) || pmc_read(pmc, &value) || pmc_flush_logfile() || pmc_release(pmc) ||
	    pmc_close_logfile())
		return fail("pmc_close_logfile");
	printf("%d %#x %" PRIu64, (int)pid, pmc, value);
	for (i = 0; i < STEPS; i++)
		printf(" %ld", faults[i]);
	putchar('\n');
	return 0;
}

/* ---- An end in an odd order ---- */

static int write_and_leave(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644), go[2];
	pmc_id_t faults, again;
	pid_t pid;
	char c;

	if (fd < 0 || pipe(go) || pmc_init() ||
	    pmc_allocate("page_fault.all", PMC_MODE_TC, PMC_F_LOG_PROCEXIT, PMC_CPU_ANY, &faults,
			 0) ||
	    pmc_allocate("page_fault.all", PMC_MODE_TC, 0, PMC_CPU_ANY, &again, 0))
		return fail("pmc_allocate");
	pid = fork();
	if (!pid) {
		/* It lives until its parent has gone. */
		close(go[1]);
		_exit(read(go[0], &c, 1) != 0);
	}
	close(go[0]);
	if (pid < 0 || pmc_attach(faults, pid) || pmc_attach(again, pid) ||
	    pmc_configure_logfile(fd) || pmc_start(again) || pmc_start(faults) ||
	    pmc_release(again) || pmc_writelog(7))
		return fail("pmc_start");
	printf("%d\n", (int)pid);
	return 0;
}

/* ---- Reading ---- */

static void print(const struct pmclog_ev *ev)
{
	uint32_t i;

	printf("%" PRIu64 " %zu %d.%09ld ", (uint64_t)ev->pl_offset, ev->pl_count,
	       (int)ev->pl_ts.tv_sec, ev->pl_ts.tv_nsec);
	switch (ev->pl_type) {
	case PMCLOG_TYPE_INITIALIZE:
		printf("initialize %#x %#x %" PRIu64 " %d.%09ld %s\n", ev->pl_u.pl_i.pl_version,
		       ev->pl_u.pl_i.pl_arch, ev->pl_u.pl_i.pl_tsc_freq,
		       (int)ev->pl_u.pl_i.pl_ts.tv_sec, ev->pl_u.pl_i.pl_ts.tv_nsec,
		       ev->pl_u.pl_i.pl_cpuid);
		break;
	case PMCLOG_TYPE_PMCALLOCATE:
		printf("allocate %#x %#x %#x %" PRIu64 "\n", ev->pl_u.pl_a.pl_pmcid,
		       ev->pl_u.pl_a.pl_event, ev->pl_u.pl_a.pl_flags, ev->pl_u.pl_a.pl_rate);
		break;
	case PMCLOG_TYPE_PMCALLOCATEDYN:
		printf("allocatedyn %#x %#x %#x %s\n", ev->pl_u.pl_ad.pl_pmcid,
		       ev->pl_u.pl_ad.pl_event, ev->pl_u.pl_ad.pl_flags, ev->pl_u.pl_ad.pl_evname);
		break;
	case PMCLOG_TYPE_PMCATTACH:
		printf("attach %#x %d %s\n", ev->pl_u.pl_t.pl_pmcid, (int)ev->pl_u.pl_t.pl_pid,
		       ev->pl_u.pl_t.pl_pathname);
		break;
	case PMCLOG_TYPE_PMCDETACH:
		printf("detach %#x %d\n", ev->pl_u.pl_d.pl_pmcid, (int)ev->pl_u.pl_d.pl_pid);
		break;
	case PMCLOG_TYPE_MAP_IN:
		printf("map-in %d %#lx %s\n", (int)ev->pl_u.pl_mi.pl_pid,
		       (unsigned long)ev->pl_u.pl_mi.pl_start, ev->pl_u.pl_mi.pl_pathname);
		break;
	case PMCLOG_TYPE_MAP_OUT:
		printf("map-out %d %#lx %#lx\n", (int)ev->pl_u.pl_mo.pl_pid,
		       (unsigned long)ev->pl_u.pl_mo.pl_start,
		       (unsigned long)ev->pl_u.pl_mo.pl_end);
		break;
	case PMCLOG_TYPE_PROCEXEC:
		printf("exec %d %#x %#lx %#lx %s\n", (int)ev->pl_u.pl_x.pl_pid,
		       ev->pl_u.pl_x.pl_pmcid, (unsigned long)ev->pl_u.pl_x.pl_baseaddr,
		       (unsigned long)ev->pl_u.pl_x.pl_dynaddr, ev->pl_u.pl_x.pl_pathname);
		break;
	case PMCLOG_TYPE_PROCEXIT:
		printf("exit %#x %u %" PRIu64 "\n", ev->pl_u.pl_e.pl_pmcid, ev->pl_u.pl_e.pl_pid,
		       ev->pl_u.pl_e.pl_value);
		break;
	case PMCLOG_TYPE_PROCFORK:
		printf("fork %d %d\n", (int)ev->pl_u.pl_f.pl_oldpid, (int)ev->pl_u.pl_f.pl_newpid);
		break;
	case PMCLOG_TYPE_PROCCSW:
		printf("csw %" PRIu64 " %#x %d %d\n", ev->pl_u.pl_c.pl_value,
		       ev->pl_u.pl_c.pl_pmcid, (int)ev->pl_u.pl_c.pl_pid,
		       (int)ev->pl_u.pl_c.pl_tid);
		break;
	case PMCLOG_TYPE_SYSEXIT:
		printf("sysexit %d\n", (int)ev->pl_u.pl_se.pl_pid);
		break;
	case PMCLOG_TYPE_USERDATA:
		printf("userdata %#x\n", ev->pl_u.pl_u.pl_userdata);
		break;
	case PMCLOG_TYPE_CALLCHAIN:
		printf("callchain %u %u %#x %#x", ev->pl_u.pl_cc.pl_pid, ev->pl_u.pl_cc.pl_tid,
		       ev->pl_u.pl_cc.pl_pmcid, ev->pl_u.pl_cc.pl_cpuflags);
		for (i = 0; i < ev->pl_u.pl_cc.pl_npc; i++)
			printf(" %#lx", (unsigned long)ev->pl_u.pl_cc.pl_pc[i]);
		putchar('\n');
		break;
	case PMCLOG_TYPE_THR_CREATE:
		printf("thread %d %d %#x %s\n", (int)ev->pl_u.pl_tc.pl_tid,
		       (int)ev->pl_u.pl_tc.pl_pid, ev->pl_u.pl_tc.pl_flags,
		       ev->pl_u.pl_tc.pl_tdname);
		break;
	case PMCLOG_TYPE_THR_EXIT:
		printf("thread-exit %d\n", (int)ev->pl_u.pl_te.pl_tid);
		break;
	case PMCLOG_TYPE_PROC_CREATE:
		printf("process %d %#x %s\n", (int)ev->pl_u.pl_pc.pl_pid, ev->pl_u.pl_pc.pl_flags,
		       ev->pl_u.pl_pc.pl_pcomm);
		break;
	case PMCLOG_TYPE_DROPNOTIFY:
		puts("drop");
		break;
	case PMCLOG_TYPE_CLOSELOG:
		break;
	}
}

static const char *const states[] = { "ok", "end", "more", "error" };

static int print_log(const char *path)
{
	static struct pmclog_ev ev;
	int fd = open(path, O_RDONLY);
	void *parser = fd < 0 ? NULL : pmclog_open(fd);

	if (!parser)
		return fail(path);
	while (!pmclog_read(parser, &ev))
		print(&ev);
	puts(states[ev.pl_state]);
	pmclog_close(parser);
	close(fd);
	return 0;
}

/* Reads the log from a socket into which `step` bytes are written whenever it wants some. */
static int print_socket(const char *bytes, size_t n, size_t step)
{
	static struct pmclog_ev ev;
	size_t written = 0, part;
	int ends[2], wants = 0;
	void *parser;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
		return fail("socketpair");
	parser = pmclog_open(ends[0]);
	for (;;) {
		if (!pmclog_read(parser, &ev)) {
			print(&ev);
			continue;
		}
		if (ev.pl_state != PMCLOG_REQUIRE_DATA || written == n)
			break;
		wants++;
		part = n - written < step ? n - written : step;
		if (write(ends[1], bytes + written, part) != (ssize_t)part)
			return fail("write");
		written += part;
	}
	puts(wants * step >= n ? states[ev.pl_state] : "it did not wait");
	pmclog_close(parser);
	close(ends[0]);
	close(ends[1]);
	return 0;
}

/* Feeds bytes, `step` at a time; prints records if it is told to. The last state. */
static enum pmclog_state feed(char *bytes, size_t n, size_t step, int printing)
{
	static struct pmclog_ev ev;
	void *parser = pmclog_open(PMCLOG_FD_NONE);
	size_t i, part;

	ev.pl_state = PMCLOG_REQUIRE_DATA;
	for (i = 0; i < n && ev.pl_state == PMCLOG_REQUIRE_DATA; i += part) {
		/* A copy of exactly this size, so that a sanitizer sees every byte too far. */
		char *copy;

		part = n - i < step ? n - i : step;
		copy = malloc(part);
		memcpy(copy, bytes + i, part);
		if (pmclog_feed(parser, copy, (int)part))
			abort();
		while (!pmclog_read(parser, &ev))
			if (printing)
				print(&ev);
		free(copy);
	}
	pmclog_close(parser);
	return ev.pl_state;
}

static char *slurp(const char *path, size_t *n)
{
	FILE *f = fopen(path, "r");
	char *bytes = malloc(1 << 20);

	*n = f ? fread(bytes, 1, 1 << 20, f) : 0;
	if (f)
		fclose(f);
	return bytes;
}

static void damage(char *bytes, size_t n)
{
	int cut[4] = { 0 }, changed[4] = { 0 };
	size_t i;

	for (i = 1; i < n; i++)
		cut[feed(bytes, i, 1 << 20, 0)]++;
	for (i = 0; i < n && i < 400; i++) {
		bytes[i] ^= 0x55;
		changed[feed(bytes, n, 1 << 20, 0)]++;
		bytes[i] ^= 0x55;
	}
	printf("cut: %d more, %d end, %d error\n", cut[PMCLOG_REQUIRE_DATA], cut[PMCLOG_EOF],
	       cut[PMCLOG_ERROR]);
	printf("changed: %d more, %d end, %d error\n", changed[PMCLOG_REQUIRE_DATA],
	       changed[PMCLOG_EOF], changed[PMCLOG_ERROR]);
}

int main(int argc, char **argv)
{
	char *bytes;
	size_t n;

	if (argc == 3 && !strcmp(argv[1], "-w"))
		return write_log(argv[2]);
	if (argc >= 3 && !strcmp(argv[1], "-s"))
		return write_switches(argv[2], argc > 3 ? argv[3] : "page_fault.all");
	if (argc == 3 && !strcmp(argv[1], "-o"))
		return write_and_leave(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "-p"))
		return print_log(argv[2]);
	if (argc < 3)
		return 2;
	bytes = slurp(argv[argc - 1], &n);
	if (!strcmp(argv[1], "-k"))
		print_socket(bytes, n, (size_t)atoi(argv[2]));
	else if (!strcmp(argv[1], "-f"))
		puts(states[feed(bytes, n, (size_t)atoi(argv[2]), 1)]);
	else
		damage(bytes, n);
	free(bytes);
	return 0;
}
