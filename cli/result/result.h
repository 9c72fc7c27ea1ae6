/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The result of counting a target one or several times, as it stands in a result file
 * (docs/result.md): what was counted, where, under which conditions, and the count of each run.
 */
#ifndef PMC_CLI_RESULT_RESULT_H
#define PMC_CLI_RESULT_RESULT_H

#include "json/tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of the schema that pmc writes. It reads this one and older ones. */
#define RESULT_SCHEMA 1

/* A run of the target. */
struct result_run {
	int status; /* exit status of the command, or 128 + the signal that ended it */
	uint64_t wall_ns, user_ns, system_ns;
	const char *left_out; /* why its counts do not count; NULL: they do */
};

struct result_event {
	const char *typed;     /* as the user typed it */
	const char *label;     /* as reports print it; no two events of a result have the same */
	const char *name;      /* canonical, without modifiers */
	const char *modifiers; /* canonical: "u"; or "" */
	const char *unit;      /* or "" */
	double scale;	       /* count * scale is in `unit` */
	const char *quality;   /* "exact" … */
	const char *missing;   /* why there is no count; NULL: there are counts */
	size_t n_counts;       /* one for each run that counted it */
	uint64_t *count;
};

/* Something that was fixed so that runs agree: "cpu-features" "v2". */
struct result_fixed {
	const char *name, *value;
};

struct pmc_machine;

struct result {
	const char *title;   /* for messages: the path of its file, "before", "this run" */
	const char *version; /* of pmc */
	const char *backend;
	const char *target; /* "command", "tasks" or "CPUs" */
	bool deterministic;
	const char *times_quality;  /* of the times of all runs; NULL: the file does not say it */
	const char *vendor, *brand; /* of the processor; NULL: unknown */
	unsigned family, model, stepping;
	/*
	 * The arrays belong to the result, and so do the counts of events. Strings belong to the
	 * text of its file, or else to whoever made the result.
	 */
	size_t n_words, n_features, n_fixed, n_runs, n_events, n_notes;
	const char **word;    /* the command; none: there was no command */
	const char **feature; /* of the processor, of those that programs choose functions by */
	struct result_fixed *fixed;
	struct result_run *run;
	struct result_event *event;
	const char **note;

	char *text; /* of its file */
	struct json_tree tree;
	/* Of a result that was counted just now (cli/result/make.h): */
	struct pmc_machine *machine;
	char *note_text;
};

/* Frees what belongs to a result. It may be all zeros, or partly made. */
void result_deinit(struct result *result);

/*
 * The event that a user calls `name`: by its label, as it was typed, or by its canonical name with
 * modifiers. NULL: there is none, or there are several; *several says which.
 */
const struct result_event *result_find(const struct result *result, const char *name,
				       bool *several);

/* The same event in another result, or NULL. */
const struct result_event *result_match(const struct result *result,
					const struct result_event *event);

/* A label that two events have; NULL: there is none, or no memory to find out. */
const char *result_twice(const struct result *result);

/*
 * Adds the event "duration_time", the elapsed nanoseconds of each run, unless there is one. Returns
 * 0 or -ENOMEM.
 */
int result_add_time(struct result *result);

/* How many of its runs count, and how many of these did not end with status 0. */
size_t result_runs(const struct result *result, size_t *failed);

#endif
