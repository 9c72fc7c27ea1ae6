/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc summary` in its parts:
 *
 *	summary.c         what the user asked for: the options
 *	summary_plan.c    which metrics can be measured here, and in how many runs. Everything that can be
 *	                  wrong with the input is found here, before anything is started
 *	summary_run.c     the runs: start, wait, read; counts become values of metrics
 *	summary_report.c  the table, CSV, JSON, and the list of formulas
 */
#ifndef PMC_CLI_SUMMARY_H
#define PMC_CLI_SUMMARY_H

#include "cli/stat/stat.h"

#define SUMMARY_EVENTS (2 * PMC_METRIC_TERMS) /* of one metric */

struct summary_options {
	const char *backend; /* NULL: choose */
	const char *model;   /* tell what would be measured on this PMU, and run nothing */
	long repeat;
	const char *separator, *output;
	bool json, append, all_cpus, deterministic, help;
	unsigned verbose;
	char **command;
};

/* A metric, and what became of it. */
struct measure {
	struct pmc_metric metric;
	int run;	  /* the run that counts it; -1: none */
	char reason[640]; /* then: why */
	/* Its events in the run's set, in the order above, below; -1: none. */
	int at[SUMMARY_EVENTS];
	struct average value;
	bool scaled; /* a counter of it did not run all the time */
	bool empty;  /* there was nothing to divide by */
};

/* Events that are counted together. */
struct summary_run {
	const char **event; /* each once; strings are the metrics' */
	size_t n_events;
	char *text;    /* as an event string */
	unsigned done; /* how often it was made */
	char *refused; /* why its events could not be counted when it was its turn; or NULL */
};

struct summary {
	const struct summary_options *opt;
	struct pmc *pmc; /* NULL under --model */
	/* perf and driver: counts pmc itself, to see whether a run gets its counters; or NULL */
	struct pmc *probe;
	struct pmc_model *model; /* whose counters limit a run; NULL: nothing does */
	struct measure *measure;
	size_t n;
	struct summary_run *run;
	size_t n_runs;
	const char *instructions;      /* the event that counts them; NULL: none */
	struct average n_instructions; /* of all runs that count them */
	double least, most;
	struct average wall;
	unsigned made, refused; /* runs, of repeat * n_runs */
	bool user_only;		/* only user mode was counted, though more was asked for */
	struct pmc_note *note;	/* of all runs, each text once */
	size_t n_notes;
	FILE *out;
};

/* 0 or an exit status after a complaint. */
int summary_plan(struct summary *s, const struct summary_options *opt);
void summary_free(struct summary *s);

/* The event string of a run; "{a,b}" where there are counters to be shared. */
char *summary_text(const struct summary *s, const char *const *event, size_t n);
/* Flags for pmc_set_create(). */
unsigned summary_flags(const struct summary *s);

/* Returns the exit status. */
int summary_runs(struct summary *s);

/* How many runs there are going to be, before the first. */
void summary_announce(const struct summary *s);
void summary_report(const struct summary *s);
/* --model: formulas and runs. */
void summary_formulas(const struct summary *s);

#endif
