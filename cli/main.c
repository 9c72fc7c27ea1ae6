/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pmc`: a table of subcommands, help and version.
 *
 * Rules of this folder: it uses pmc/pmc.h alone, and no other folder prints or exits. ui/ is the
 * lowest part; run/ stands on it and holds what subcommands that count have in common; each
 * subcommand has its own folder or file, which no other subcommand uses.
 */
#include "cli/annotate/annotate.h"
#include "cli/compare/compare.h"
#include "cli/count/count.h"
#include "cli/diff/diff.h"
#include "cli/models/decode.h"
#include "cli/models/encode.h"
#include "cli/models/info.h"
#include "cli/models/list.h"
#include "cli/msr/msr.h"
#include "cli/read/read.h"
#include "cli/record/record.h"
#include "cli/report/report.h"
#include "cli/script/script.h"
#include "cli/selftest/selftest.h"
#include "cli/stat/stat.h"
#include "cli/summary/summary.h"
#include "cli/ui/complain.h"
#include "cli/ui/nearest.h"
#include "cli/ui/output.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"
#include "cli/who/who.h"

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static int help_main(const struct subcommand *self, char **argv);

/* clang-format off */
static const struct subcommand subcommands[] = {
	{ "stat", "[OPTIONS] -- COMMAND [ARGUMENTS]",
	  "run a command and count its events", stat_main },
	{ "summary", "[OPTIONS] -- COMMAND [ARGUMENTS]",
	  "print the classic metrics of a command: CPI, miss rates, branches, stalls",
	  summary_main },
	{ "count", "[OPTIONS] EVENT... -- COMMAND [ARGUMENTS]",
	  "count events of a command in as few runs as they take; SUM: its metrics", count_main },
	{ "compare", "[OPTIONS] BEFORE AFTER | [OPTIONS] -- COMMAND... --vs COMMAND...",
	  "compare two saved results, or two commands, event by event", compare_main },
	{ "record", "[OPTIONS] -- COMMAND [ARGUMENTS]",
	  "run a command and write its profile: which instruction ran how often", record_main },
	{ "report", "[OPTIONS]",
	  "show a profile: which functions, lines or instructions the counts belong to",
	  report_main },
	{ "annotate", "[OPTIONS] [FUNCTION]...",
	  "show functions of a profile: source and instructions with their counts",
	  annotate_main },
	{ "diff", "[OPTIONS] BEFORE [AFTER]",
	  "compare two profiles, function by function", diff_main },
	{ "script", "[OPTIONS]",
	  "print a profile as text, or write it in the format of another tool", script_main },
	{ "list", "[OPTIONS] [PATTERN]...",
	  "list the events, and which backends can count them here", list_main },
	{ "info", "[OPTIONS]",
	  "describe this machine: its PMU and the backends; --model: any PMU", info_main },
	{ "who", "[OPTIONS]",
	  "show who counts what with the driver, CPU by CPU, at this moment", who_main },
	{ "read", "[OPTIONS] -p PIDS | -t TIDS | -a | -C CPUS",
	  "read what others have counted of processes, threads and CPUs, with the driver",
	  read_main },
	{ "encode", "EVENT [--model MODEL] [--counter N] [-s | -j]",
	  "show an event as register values", encode_main },
	{ "decode", "REGISTER=VALUE... [--model MODEL] [-j]",
	  "show register values as events", decode_main },
	{ "msr", "[OPTIONS] read [REGISTER]... | write REGISTER=VALUE...",
	  "read and write registers of this machine's PMU", msr_main },
	{ "selftest", "[OPTIONS]",
	  "test whether this machine's PMU does what its manual says", selftest_main },
	{ "help", "[SUBCOMMAND]",
	  "show how to use pmc or a subcommand", help_main },
};
/* clang-format on */
#define N_SUBCOMMANDS (sizeof(subcommands) / sizeof(subcommands[0]))

static const struct subcommand *find(const char *name)
{
	unsigned i;

	for (i = 0; i < N_SUBCOMMANDS; i++)
		if (!strcmp(subcommands[i].name, name))
			return &subcommands[i];
	return NULL;
}

static void usage(FILE *out)
{
	unsigned i;

	fputs("usage: pmc SUBCOMMAND ...\n\n", out);
	for (i = 0; i < N_SUBCOMMANDS; i++)
		fprintf(out, "  pmc %-8s  %s\n", subcommands[i].name, subcommands[i].about);
	fputs("\n"
	      "  pmc stat -- ls -l            count the events of a command\n"
	      "  pmc stat -e instructions,branches -r 5 -- ls -l\n"
	      "  pmc help stat                show the options of a subcommand\n"
	      "  man pmc                      read the manual\n",
	      out);
}

static int unknown(const char *name)
{
	const char *names[N_SUBCOMMANDS + 1], *near;
	unsigned i;

	for (i = 0; i < N_SUBCOMMANDS; i++)
		names[i] = subcommands[i].name;
	names[i] = NULL;
	near = nearest_name(name, names);
	if (near)
		complain("%s: no such subcommand; did you mean 'pmc %s'?", name, near);
	else
		complain("%s: no such subcommand; 'pmc help' lists them, and 'pmc stat -- %s' "
			 "counts a command of that name",
			 name, name);
	return STATUS_FAILED;
}

/*
 * For completion in shells: the subcommands ("pmc - NAME ARGUMENTS ABOUT"), the backends
 * ("backend - NAME - -"), and the options of all subcommands as options_list() prints them. The
 * files pmc.bash, pmc.zsh and pmc.fish read it.
 */
static int list_for_completion(void)
{
	static char help[] = "--help";
	unsigned i;

	for (i = 0; i < N_SUBCOMMANDS; i++)
		printf("pmc\t-\t%s\t%s\t%s\n", subcommands[i].name, subcommands[i].arguments,
		       subcommands[i].about);
	for (i = 0; i < PMC_BACKENDS; i++)
		printf("backend\t-\t%s\t-\t-\n", pmc_backend_name((enum pmc_backend)i));
	for (i = 0; i < N_SUBCOMMANDS; i++) {
		struct subcommand sub = subcommands[i];
		char *argv[] = { help, NULL };

		sub.list_options = true;
		if (sub.run != help_main)
			sub.run(&sub, argv);
	}
	return STATUS_OK;
}

static int help_main(const struct subcommand *self, char **argv)
{
	static char help[] = "--help";
	char *const_help[] = { help, NULL };
	const struct subcommand *sub;

	if (argv[0] && !strcmp(argv[0], "--for-completion"))
		return list_for_completion();
	if (!argv[0] || argv[0][0] == '-') {
		usage(stdout);
		return STATUS_OK;
	}
	sub = find(argv[0]);
	if (!sub)
		return unknown(argv[0]);
	if (sub == self) {
		usage(stdout);
		return STATUS_OK;
	}
	return sub->run(sub, const_help);
}

/* Was pmc started by this name? */
static bool is_called(const char *path, const char *name)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return path && !strcmp(slash ? slash + 1 : path, name);
}

static int run(int argc, char **argv)
{
	const struct subcommand *sub;

	if (is_called(argv[0], "pmcCount"))
		return count_main_p6(find("count"), argc - 1, argv + 1);
	if (argc < 2) {
		usage(stderr);
		return STATUS_FAILED;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V") ||
	    !strcmp(argv[1], "version")) {
		printf("pmc %s\n", pmc_version());
		return STATUS_OK;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		usage(stdout);
		return STATUS_OK;
	}
	if (argv[1][0] == '-') {
		complain("%s: options follow a subcommand; 'pmc help' lists the subcommands",
			 argv[1]);
		return STATUS_FAILED;
	}
	sub = find(argv[1]);
	return sub ? sub->run(sub, argv + 2) : unknown(argv[1]);
}

/* Limits under which pmc cannot even say what is wrong. */
static const struct least {
	int resource;
	const char *name;
	unsigned kib;
} leasts[] = {
	{ RLIMIT_STACK, "the stack (ulimit -s)", 64 },
	{ RLIMIT_AS, "address space (ulimit -v)", 8192 },
};

static bool limits_suffice(void)
{
	struct rlimit limit;
	unsigned i;

	for (i = 0; i < sizeof(leasts) / sizeof(leasts[0]); i++) {
		const struct least *l = &leasts[i];

		if (getrlimit(l->resource, &limit) || limit.rlim_cur >> 10 >= l->kib)
			continue;
		complain("the limit on %s is %llu KiB, too low for pmc; it must be at least %u KiB",
			 l->name, (unsigned long long)limit.rlim_cur >> 10, l->kib);
		return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	static char buffer[4096];
	int status, failed;

	/* A report consists of many small pieces; they leave in one write. */
	setvbuf(stderr, buffer, _IOFBF, sizeof(buffer));
	status = limits_suffice() ? run(argc, argv) : STATUS_FAILED;
	/* No subcommand has to look itself whether what it printed was written. */
	failed = output_flush_stdout();
	return failed ? failed : status;
}
