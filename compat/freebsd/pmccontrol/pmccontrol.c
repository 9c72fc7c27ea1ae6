/* SPDX-License-Identifier: BSD-2-Clause */
/* FreeBSD's pmccontrol(8): shows and administers the machine's counters. It uses pmc(3) only. */
#include <err.h>
#include <errno.h>
#include <limits.h>
#include <pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALL (-1)

static void usage(void)
{
	fputs("usage: pmccontrol [-c CPU | -e PMC | -d PMC]...   (* means all)\n"
	      "       pmccontrol -l    list the counters of each CPU\n"
	      "       pmccontrol -L    list the classes and their events\n"
	      "       pmccontrol -s    print statistics\n",
	      stderr);
	exit(2);
}

static int number(const char *text, const char *what)
{
	char *end;
	long n;

	if (!strcmp(text, "*"))
		return ALL;
	errno = 0;
	n = strtol(text, &end, 10);
	if (!*text || *end || errno || n < 0 || n > INT_MAX)
		errx(2, "'%s' is no number of a %s; write a number from 0 on, or *", text, what);
	return (int)n;
}

/* ---- Listing ---- */

static void print_row(unsigned row, const struct pmc_info *info)
{
	const char *class = pmc_name_of_class(info->pm_class), *event;

	printf("%5u  %-8s %-6s %-8s %s", row, info->pm_name, class ? class : "?",
	       info->pm_enabled ? "ENABLED" : "DISABLED",
	       pmc_name_of_disposition(info->pm_rowdisp));
	if (info->pm_ownerpid != -1) {
		event = pmc_name_of_event(info->pm_event);
		printf(" (pid %d) %s %s", (int)info->pm_ownerpid, pmc_name_of_mode(info->pm_mode),
		       event ? event : "");
	}
	putchar('\n');
}

static void list_counters(void)
{
	struct pmc_pmcinfo *info;
	int cpu, row, rows;

	for (cpu = 0; cpu < pmc_ncpu(); cpu++) {
		if (pmc_pmcinfo(cpu, &info)) {
			if (errno == ENXIO)
				continue; /* it is offline */
			err(1, "CPU %d", cpu);
		}
		printf("CPU %d:\n    N  NAME     CLASS  STATE    DISP\n", cpu);
		rows = pmc_npmc(cpu);
		for (row = 0; row < rows; row++)
			print_row((unsigned)row, &info->pm_pmcs[row]);
		free(info);
	}
}

static void print_caps(uint32_t caps)
{
	uint32_t bit;

	for (bit = PMC_CAP_FIRST; bit <= PMC_CAP_LAST; bit <<= 1)
		if (caps & bit)
			printf(" %s", pmc_name_of_capability((enum pmc_caps)bit));
}

static void list_events(void)
{
	const struct pmc_cpuinfo *cpu;
	const char **names;
	uint32_t i;
	int n, k;

	if (pmc_cpuinfo(&cpu))
		err(1, "pmc_cpuinfo");
	for (i = 0; i < cpu->pm_nclass; i++) {
		const struct pmc_classinfo *c = &cpu->pm_classes[i];

		printf("%s: %u of %u bits,", pmc_name_of_class(c->pm_class), c->pm_num,
		       c->pm_width);
		print_caps(c->pm_caps);
		putchar('\n');
		if (pmc_event_names_of_class(c->pm_class, &names, &n))
			err(1, "events of class %s", pmc_name_of_class(c->pm_class));
		for (k = 0; k < n; k++)
			printf("\t%s\n", names[k]);
		free(names);
	}
}

static void print_statistics(void)
{
	struct pmc_driverstats s;

	if (pmc_get_driver_stats(&s))
		err(1, "pmc_get_driver_stats");
	printf("interrupts processed: %u\ninterrupts ignored: %u\n"
	       "interrupts with a full buffer: %u\n"
	       "calls: %u\nfailed calls: %u\nlog buffers: %u\nlog buffers that were lacking: %u\n"
	       "log sweeps: %u\n",
	       s.pm_intr_processed, s.pm_intr_ignored, s.pm_intr_bufferfull, s.pm_syscalls,
	       s.pm_syscall_errors, s.pm_buffer_requests, s.pm_buffer_requests_failed,
	       s.pm_log_sweeps);
}

/* ---- Enabling and disabling ---- */

static void administer_row(int cpu, int pmc, int enable)
{
	if (enable ? pmc_enable(cpu, pmc) : pmc_disable(cpu, pmc))
		err(1, "cannot %s PMC %d of CPU %d", enable ? "enable" : "disable", pmc, cpu);
}

static void administer(int cpu, int pmc, int enable)
{
	struct pmc_pmcinfo *info;
	int c, row, n = pmc_ncpu();

	for (c = cpu == ALL ? 0 : cpu; c < (cpu == ALL ? n : cpu + 1); c++) {
		if (cpu == ALL) {
			if (pmc_pmcinfo(c, &info))
				continue; /* it is offline */
			free(info);
		}
		if (pmc != ALL) {
			administer_row(c, pmc, enable);
			continue;
		}
		for (row = 0; row < pmc_npmc(0); row++)
			administer_row(c, row, enable);
	}
}

int main(int argc, char **argv)
{
	int option, cpu = ALL, did = 0;

	if (pmc_init())
		err(1, "pmc_init");
	while ((option = getopt(argc, argv, "c:d:e:lLs")) != -1) {
		switch (option) {
		case 'c':
			cpu = number(optarg, "CPU");
			continue;
		case 'd':
		case 'e':
			administer(cpu, number(optarg, "PMC"), option == 'e');
			break;
		case 'l':
			list_counters();
			break;
		case 'L':
			list_events();
			break;
		case 's':
			print_statistics();
			break;
		default:
			usage();
		}
		did = 1;
	}
	if (!did || optind < argc)
		usage();
	if (fflush(stdout) || ferror(stdout))
		err(1, "standard output");
	return 0;
}
