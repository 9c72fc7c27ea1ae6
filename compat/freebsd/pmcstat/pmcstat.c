/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD's pmcstat(8): counts processes and CPUs, and prints logs. It uses pmc(3) and pmclog(3)
 * only, as any program could, and libpmc for the names of functions in a call graph.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pmc.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "compat/freebsd/pmcstat/gmon.h"
#include "compat/freebsd/pmcstat/graph.h"
#include "compat/freebsd/pmcstat/image.h"
#include "compat/freebsd/pmcstat/kernel.h"
#include "compat/freebsd/pmcstat/log.h"

struct event {
	struct event *next;
	const char *specifier;
	bool system, cumulative, sampling;
	uint32_t flags;
	uint64_t rate; /* of a sampling PMC */
	int cpu;
	char heading[96];
	int width;
	pmc_id_t id;
	pmc_value_t last;
};

static struct {
	struct event *events, **tail;
	pid_t *targets;
	size_t n_targets;
	FILE *out;
	const char *log;	     /* -O */
	FILE *graph;		     /* -G */
	unsigned depth;		     /* -z; 0: not given */
	bool gmon;		     /* -g */
	const char *folder, *kernel; /* -D, -k */
	int log_fd;
	double interval;
	unsigned lines;
	pid_t child;
	int go; /* the command waits for its end */
} job = { .tail = &job.events, .log_fd = -1, .interval = 5, .child = -1, .go = -1 };

static void usage(void)
{
	fputs("usage: pmcstat [-CdENW] [-c CPUS] [-n RATE] [-o FILE] [-O LOG] [-w SECONDS]\n"
	      "               [-t PROCESS] [-p EVENT] [-s EVENT] [-P EVENT] [-S EVENT]\n"
	      "               [-G FILE] [-z DEPTH] [-g] [-D FOLDER] [-k FILE] [-r FOLDER]\n"
	      "               [COMMAND [ARGUMENT]...]\n"
	      "       pmcstat -R LOG [-o FILE] [-G FILE] [-z DEPTH] [-g] [-D FOLDER] [-k FILE]\n"
	      "               [-r FOLDER]\n"
	      "  -p EVENT   count a process: COMMAND, or those that -t names\n"
	      "  -s EVENT   count CPUs: those of -c, or all\n"
	      "  -P EVENT, -S EVENT  the same, sampling to the log: where the program was each\n"
	      "             time that RATE events (65536) have been counted; -N no call chains\n"
	      "  -t PROCESS a number, or a regular expression for names of commands\n"
	      "  for the events behind it, each option a switch:\n"
	      "  -C cumulative counts   -d children, too   -E log counts of processes that end\n"
	      "  -W log what threads counted at each switch\n"
	      "  -w SECONDS how often counts are printed (5)\n"
	      "  -O LOG     write the log to a file; without it the log is printed as text\n"
	      "  -R LOG     print a log as text\n"
	      "  -G FILE    instead, print the samples' call graph to a file (-: to that of -o)\n"
	      "  -z DEPTH   of the graph at most so many functions, one called by the next (16)\n"
	      "  -k FILE    for the graph, name the kernel's functions by a file like\n"
	      "             /proc/kallsyms (which is read if the graph is not of -R)\n"
	      "  -g         instead, write profiles for gprof to EVENT/PROGRAM.gmon\n"
	      "  -D FOLDER  where -g writes (.)\n"
	      "  -r FOLDER  look up programs and libraries in this folder (/)\n",
	      stderr);
	exit(2);
}

/* ---- What is counted ---- */

/* What options ask of the events behind them. */
static struct {
	bool cumulative;
	uint32_t flags, chains;
	const char *cpus;
	uint64_t rate;
} wanted = { .chains = PMC_F_CALLCHAIN, .rate = 65536 };

static void add_event(const char *specifier, bool system, bool sampling, int cpu)
{
	struct event *e = calloc(1, sizeof(*e));

	if (!e)
		err(1, NULL);
	e->specifier = specifier;
	e->system = system;
	e->sampling = sampling;
	e->cumulative = wanted.cumulative;
	e->flags = system ? 0 : wanted.flags;
	if (sampling) {
		e->rate = wanted.rate;
		e->flags = (e->flags & PMC_F_DESCENDANTS) | wanted.chains;
	}
	e->cpu = cpu;
	if (system)
		snprintf(e->heading, sizeof(e->heading), "s/%02d/%.80s", cpu, specifier);
	else
		snprintf(e->heading, sizeof(e->heading), "p/%.80s", specifier);
	e->width = (int)strlen(e->heading) < 16 ? 16 : (int)strlen(e->heading);
	*job.tail = e;
	job.tail = &e->next;
}

/* An event of CPUs: a list of numbers, or (NULL) all that are online. */
static void add_system(const char *specifier, bool sampling)
{
	const char *cpus = wanted.cpus;
	struct pmc_pmcinfo *info;
	char *end;
	long cpu;

	if (!cpus || !strcmp(cpus, "*")) {
		for (cpu = 0; cpu < pmc_ncpu(); cpu++) {
			if (pmc_pmcinfo((int)cpu, &info))
				continue;
			free(info);
			add_event(specifier, true, sampling, (int)cpu);
		}
		return;
	}
	do {
		cpu = strtol(cpus, &end, 10);
		if (end == cpus || cpu < 0 || cpu > 4095 || (*end && *end != ','))
			errx(2, "'%s' is no list of CPUs; write 0,2 or *", cpus);
		add_event(specifier, true, sampling, (int)cpu);
		cpus = end + 1;
	} while (*end);
}

static void add_target(pid_t pid)
{
	job.targets = realloc(job.targets, (job.n_targets + 1) * sizeof(*job.targets));
	if (!job.targets)
		err(1, NULL);
	job.targets[job.n_targets++] = pid;
}

static void add_by_name(const char *pattern)
{
	char path[300], name[64];
	size_t before = job.n_targets;
	struct dirent *d;
	regex_t regex;
	FILE *f;
	DIR *dir;

	if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB))
		errx(2, "'%s' is neither a process number nor a regular expression", pattern);
	dir = opendir("/proc");
	while (dir && (d = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/%s/comm", d->d_name);
		f = isdigit((unsigned char)d->d_name[0]) ? fopen(path, "re") : NULL;
		if (!f)
			continue;
		if (fgets(name, sizeof(name), f)) {
			name[strcspn(name, "\n")] = 0;
			if (atoi(d->d_name) != getpid() && !regexec(&regex, name, 0, NULL, 0))
				add_target(atoi(d->d_name));
		}
		fclose(f);
	}
	if (dir)
		closedir(dir);
	regfree(&regex);
	if (job.n_targets == before)
		errx(1, "no process has a name like '%s'", pattern);
}

static void add_targets(const char *text)
{
	char *end;
	long pid = strtol(text, &end, 10);

	if (isdigit((unsigned char)*text) && !*end)
		add_target((pid_t)pid);
	else
		add_by_name(text);
}

/* ---- Counting ---- */

static void start_command(char **argv)
{
	int pipes[2];
	sigset_t none;
	char c;

	if (pipe2(pipes, O_CLOEXEC))
		err(1, "pipe");
	job.child = fork();
	if (job.child < 0)
		err(1, "fork");
	if (!job.child) {
		close(pipes[1]);
		if (read(pipes[0], &c, 1) != 1)
			_exit(1);
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		execvp(argv[0], argv);
		warn("%s", argv[0]);
		_exit(errno == ENOENT ? 127 : 126);
	}
	close(pipes[0]);
	job.go = pipes[1];
	add_target(job.child);
}

static enum pmc_mode mode_of(const struct event *e)
{
	if (e->sampling)
		return e->system ? PMC_MODE_SS : PMC_MODE_TS;
	return e->system ? PMC_MODE_SC : PMC_MODE_TC;
}

static void allocate(void)
{
	struct event *e;
	size_t i;

	for (e = job.events; e; e = e->next) {
		if (pmc_allocate(e->specifier, mode_of(e), e->flags,
				 e->system ? e->cpu : PMC_CPU_ANY, &e->id, e->rate))
			err(1, "cannot allocate a %s %s for '%s'", e->system ? "system" : "process",
			    e->sampling ? "sampler" : "counter", e->specifier);
		for (i = 0; !e->system && i < job.n_targets; i++)
			if (pmc_attach(e->id, job.targets[i]))
				err(1, "cannot count '%s' of process %d", e->specifier,
				    (int)job.targets[i]);
	}
	for (e = job.events; e; e = e->next)
		if (pmc_start(e->id))
			err(1, "cannot start '%s'", e->specifier);
}

static void print_counts(void)
{
	pmc_value_t value;
	struct event *e;

	for (e = job.events; e && e->sampling; e = e->next)
		;
	if (!e)
		return;
	if (job.lines++ % 20 == 0) {
		putc('#', job.out);
		for (e = job.events; e; e = e->next)
			if (!e->sampling)
				fprintf(job.out, " %*s", e->width, e->heading);
		putc('\n', job.out);
	}
	putc(' ', job.out);
	for (e = job.events; e; e = e->next) {
		if (e->sampling)
			continue;
		if (pmc_read(e->id, &value))
			err(1, "cannot read '%s'", e->specifier);
		fprintf(job.out, " %*" PRIu64, e->width, e->cumulative ? value : value - e->last);
		e->last = value;
	}
	putc('\n', job.out);
	fflush(job.out);
}

/* Do the targets of -t still run? A zombie does not. */
static bool targets_run(void)
{
	char path[64], state;
	size_t i;
	FILE *f;

	for (i = 0; i < job.n_targets; i++) {
		snprintf(path, sizeof(path), "/proc/%d/stat", (int)job.targets[i]);
		f = fopen(path, "re");
		if (!f)
			continue;
		if (fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
			state = 'R';
		fclose(f);
		if (state != 'Z' && state != 'X')
			return true;
	}
	return false;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Prints counts at each interval until everything has ended, or the user interrupts. */
static void run(const sigset_t *signals)
{
	double next = now() + job.interval, wait;
	struct timespec t;
	int signal;

	for (;;) {
		wait = next - now();
		if (!job.n_targets || job.child >= 0)
			wait = wait < 0 ? 0 : wait;
		else /* nobody tells of the end of processes that are no children */
			wait = wait < 0 ? 0 : wait > 0.1 ? 0.1 : wait;
		t.tv_sec = (time_t)wait;
		t.tv_nsec = (long)((wait - (double)t.tv_sec) * 1e9);
		signal = sigtimedwait(signals, NULL, &t);
		if (signal == SIGINT || signal == SIGTERM)
			return;
		if (job.child >= 0 && waitpid(job.child, NULL, WNOHANG) == job.child)
			return;
		if (job.child < 0 && job.n_targets && !targets_run())
			return;
		if (now() >= next) {
			print_counts();
			next += job.interval;
		}
	}
}

static void begin_log(void)
{
	struct event *e;
	bool needed = job.log != NULL;
	FILE *f;

	for (e = job.events; e; e = e->next)
		needed |= e->sampling || e->flags & (PMC_F_LOG_PROCEXIT | PMC_F_LOG_PROCCSW);
	if (!needed)
		return;
	f = job.log ? fopen(job.log, "we") : tmpfile();
	if (!f)
		err(1, "%s", job.log ? job.log : "a file for the log");
	job.log_fd = fileno(f);
	if (pmc_configure_logfile(job.log_fd))
		err(1, "pmc_configure_logfile");
}

/* The log as text, or as what -G asks for. */
static int print_log(int fd, const char *name)
{
	int status;

	if (job.gmon)
		return gmon_write(fd, name, job.folder ? job.folder : ".");
	if (!job.graph)
		return log_print(fd, name, job.out);
	status = graph_print(fd, name, job.depth ? job.depth : GRAPH_DEPTH, job.graph);
	if (ferror(job.graph) || fflush(job.graph))
		err(1, "the call graph cannot be written");
	return status;
}

static int end_log(void)
{
	if (job.log_fd < 0)
		return 0;
	if (pmc_close_logfile())
		err(1, "%s", job.log ? job.log : "the log");
	if (job.log)
		return 0;
	lseek(job.log_fd, 0, SEEK_SET);
	return print_log(job.log_fd, "the log");
}

static int count(char **command)
{
	bool processes = false;
	struct event *e;
	sigset_t signals;

	for (e = job.events; e; e = e->next)
		processes |= !e->system;
	if (!job.events)
		errx(2, "nothing to count; name an event with -p, -s, -P or -S");
	if (processes && !*command && !job.n_targets)
		errx(2, "-p and -P need a process; give a command, or name one with -t");
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	if (*command)
		start_command(command);
	begin_log();
	allocate();
	if (job.go >= 0 && write(job.go, "", 1) != 1)
		err(1, "the command");
	run(&signals);
	for (e = job.events; e; e = e->next)
		pmc_stop(e->id);
	print_counts();
	return end_log();
}

static double seconds(const char *text)
{
	char *end;
	double s = strtod(text, &end);

	if (end == text || *end || !(s > 0 && s < 1e9))
		errx(2, "'%s' is no number of seconds above 0", text);
	return s;
}

/* `log` is read: opening it to write would empty it. -1: there is none. */
static FILE *open_output(const char *output, FILE *otherwise, int log)
{
	struct stat a, b;
	FILE *out;

	if (output && !fstat(log, &a) && !stat(output, &b) && a.st_dev == b.st_dev &&
	    a.st_ino == b.st_ino && S_ISREG(a.st_mode))
		errx(2, "%s is the log itself; write to another file", output);
	out = output ? fopen(output, "we") : otherwise;
	if (!out)
		err(1, "%s", output);
	return out;
}

static int open_log(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

static uint64_t rate(const char *text)
{
	char *end;
	unsigned long long n = strtoull(text, &end, 10);

	if (!isdigit((unsigned char)*text) || *end || !n)
		errx(2, "'%s' is no number of events above 0", text);
	return n;
}

static unsigned depth(const char *text)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (!isdigit((unsigned char)*text) || *end || !n || n > PMC_CALLCHAIN_DEPTH_MAX)
		errx(2, "'%s' is no depth of a graph; write a number from 1 to %d", text,
		     PMC_CALLCHAIN_DEPTH_MAX);
	return (unsigned)n;
}

/* One option on what is made of samples. */
static void apply_to_samples(int option)
{
	switch (option) {
	case 'D':
		job.folder = optarg;
		break;
	case 'g':
		job.gmon = true;
		break;
	case 'k':
		job.kernel = optarg;
		break;
	case 'r':
		image_root(optarg);
		break;
	case 'z':
		job.depth = depth(optarg);
		break;
	default:
		usage();
	}
}

/* One option on what is counted. */
static void apply(int option)
{
	switch (option) {
	case 'C':
		wanted.cumulative = !wanted.cumulative;
		break;
	case 'c':
		wanted.cpus = optarg;
		break;
	case 'd':
		wanted.flags ^= PMC_F_DESCENDANTS;
		break;
	case 'E':
		wanted.flags ^= PMC_F_LOG_PROCEXIT;
		break;
	case 'N':
		wanted.chains ^= PMC_F_CALLCHAIN;
		break;
	case 'n':
		wanted.rate = rate(optarg);
		break;
	case 'O':
		job.log = optarg;
		break;
	case 'P':
	case 'p':
		add_event(optarg, false, option == 'P', -1);
		break;
	case 'S':
	case 's':
		add_system(optarg, option == 'S');
		break;
	case 't':
		add_targets(optarg);
		break;
	case 'W':
		wanted.flags ^= PMC_F_LOG_PROCCSW;
		break;
	case 'w':
		job.interval = seconds(optarg);
		break;
	default:
		apply_to_samples(option);
	}
}

/* The kernel of a log is unknown; that of what is sampled now is the one that runs. */
static void open_kernel(bool reads_log)
{
	if (job.kernel && !kernel_open(job.kernel)) {
		if (errno)
			err(1, "%s", job.kernel);
		errx(1, "%s has no addresses of kernel functions", job.kernel);
	}
	if (!job.kernel && !reads_log)
		kernel_open("/proc/kallsyms");
}

/* Opens what is printed to. `log` is what -R reads, or -1. */
static void open_outputs(const char *output, const char *graph, int log)
{
	const struct event *e;
	bool samples = log >= 0;

	for (e = job.events; e; e = e->next)
		samples |= e->sampling;
	if ((graph || job.gmon) && !samples)
		errx(2, "-%c needs samples: those of a log (-R), of -P or of -S",
		     graph ? 'G' : 'g');
	if (graph && job.gmon)
		errx(2,
		     "-g writes profiles instead of the graph that -G prints; choose one of them");
	if (job.gmon && job.log)
		errx(2, "-O keeps the log for later; then -R %s -g writes its profiles", job.log);
	if (graph && job.log)
		errx(2, "-O keeps the log for later; then -R %s -G %s prints its graph", job.log,
		     graph);
	if (job.depth && !graph)
		errx(2, "-z is the depth of the graph that -G prints");
	if (job.kernel && !graph)
		errx(2, "-k names functions in the graph that -G prints");
	if (job.folder && !job.gmon)
		errx(2, "-D is where -g writes");
	job.out = open_output(output, log >= 0 ? stdout : stderr, log);
	if (graph)
		job.graph = strcmp(graph, "-") ? open_output(graph, NULL, log) : job.out;
}

int main(int argc, char **argv)
{
	const char *read_log = NULL, *output = NULL, *graph = NULL;
	int option, log;

	if (pmc_init())
		err(1, "pmc_init");
	while ((option = getopt(argc, argv, "+Cc:D:dEG:gk:Nn:O:o:P:p:R:r:S:s:t:Ww:z:")) != -1) {
		if (option == 'o')
			output = optarg;
		else if (option == 'R')
			read_log = optarg;
		else if (option == 'G')
			graph = optarg;
		else
			apply(option);
	}
	if (read_log && (job.events || argv[optind]))
		errx(2, "-R prints a log; it counts nothing");
	log = read_log ? open_log(read_log) : -1;
	open_outputs(output, graph, log);
	if (graph)
		open_kernel(log >= 0);
	return read_log ? print_log(log, read_log) : count(argv + optind);
}
