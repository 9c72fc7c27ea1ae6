/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rate beside each value: perf's for the events that perf has, by the rules that perf 6.1 has
 * for them, and ours for what perf does not count.
 *
 * A rate relates two values of one row: cycles and instructions of the same CPU, thread or process,
 * counted in the same rings (the same modifiers). Clocks are taken whatever their modifiers are.
 */
#include "cli/stat/ratio.h"

#include "cli/stat/job.h"
#include "cli/stat/report.h"

#include <string.h>

/* The value of the event `name`, with the modifiers of `like`, in this row; false: not counted. */
static bool value_of(const struct report *report, const struct report_row *row, const char *name,
		     const struct pmc_set_event *like, double *value)
{
	const struct stat_job *job = report->job;
	size_t i;

	for (i = 0; i < job->n_events; i++) {
		if (strcmp(job->event[i].name, name) ||
		    strcmp(job->event[i].modifiers, like->modifiers))
			continue;
		if (row->value[i].state != PMC_COUNTED)
			continue;
		*value = row->value[i].mean;
		return true;
	}
	return false;
}

static bool is_clock(const struct pmc_set_event *event)
{
	return event->kind == PMC_KIND_SOFTWARE &&
	       (!strcmp(event->name, "task-clock") || !strcmp(event->name, "cpu-clock"));
}

/* Nanoseconds of the last clock in the row; false: none was counted. */
static bool clock_of(const struct report *report, const struct report_row *row, double *ns)
{
	const struct stat_job *job = report->job;
	bool found = false;
	size_t i;

	for (i = 0; i < job->n_events; i++)
		if (is_clock(&job->event[i]) && row->value[i].state == PMC_COUNTED) {
			*ns = row->value[i].mean;
			found = true;
		}
	return found;
}

static void set(struct ratio *ratio, bool known, double value, const char *format, const char *unit)
{
	ratio->known = known;
	ratio->value = known ? value : 0;
	ratio->format = format;
	snprintf(ratio->unit, sizeof(ratio->unit), "%s", unit);
}

/* Events that are parts of another one. */
static const struct share {
	const char *name, *of, *unit;
} shares[] = {
	{ "branch-misses", "branches", "of all branches" },
	{ "L1-dcache-load-misses", "L1-dcache-loads", "of all L1-dcache accesses" },
	{ "L1-icache-load-misses", "L1-icache-loads", "of all L1-icache accesses" },
	{ "LLC-load-misses", "LLC-loads", "of all LL-cache accesses" },
	{ "dTLB-load-misses", "dTLB-loads", "of all dTLB cache accesses" },
	{ "iTLB-load-misses", "iTLB-loads", "of all iTLB cache accesses" },
	{ "stalled-cycles-frontend", "cycles", "frontend cycles idle" },
	{ "stalled-cycles-backend", "cycles", "backend cycles idle" },
	{ "branches-taken", "branches", "of all branches" },
	{ "branches-not-taken", "branches", "of all branches" },
	{ "branches-conditional", "branches", "of all branches" },
	{ "branches-conditional-taken", "branches-conditional", "of conditional branches" },
	{ "branches-unconditional", "branches", "of all branches" },
	{ "branches-indirect", "branches", "of all branches" },
	{ "jumps", "branches", "of all branches" },
	{ "jumps-direct", "branches", "of all branches" },
	{ "jumps-indirect", "branches", "of all branches" },
	{ "calls", "branches", "of all branches" },
	{ "calls-direct", "calls", "of all calls" },
	{ "calls-indirect", "calls", "of all calls" },
	{ "returns", "branches", "of all branches" },
	{ "loads", "instructions", "of all instructions" },
	{ "stores", "instructions", "of all instructions" },
};

static bool set_share(const struct report *report, const struct report_row *row, size_t event,
		      struct ratio *ratio)
{
	const struct pmc_set_event *e = &report->job->event[event];
	double whole;
	unsigned i;

	for (i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
		if (strcmp(e->name, shares[i].name))
			continue;
		if (!value_of(report, row, shares[i].of, e, &whole)) {
			/* perf prints an empty rate for its own; ours may still be a rate per second */
			if (e->kind == PMC_KIND_STREAM)
				return false;
			set(ratio, false, 0, NULL, shares[i].unit);
			return true;
		}
		set(ratio, true, whole ? row->value[event].mean * 100 / whole : 0, "%7.2f%%",
		    shares[i].unit);
		return true;
	}
	return false;
}

/* instructions: per cycle as in perf; without cycles per branch, where branches were counted. */
static void set_instructions(const struct report *report, const struct report_row *row,
			     size_t event, struct ratio *ratio)
{
	const struct pmc_set_event *e = &report->job->event[event];
	double n = row->value[event].mean, other = 0;

	if (value_of(report, row, "cycles", e, &other) && other)
		set(ratio, true, n / other, "%7.2f ", "insn per cycle");
	else if (value_of(report, row, "branches", e, &other) && other)
		set(ratio, true, n / other, "%7.2f ", "insn per branch");
	else
		set(ratio, false, 0, NULL, "insn per cycle");
}

static void set_per_second(double per_ns, struct ratio *ratio)
{
	double rate = per_ns * 1e9;
	const char *unit = "/sec";

	/* perf's steps: more than 1000 of one unit are one of the next. */
	if (rate > 1000) {
		rate /= 1000;
		unit = "K/sec";
	}
	if (rate > 1000) {
		rate /= 1000;
		unit = "M/sec";
	}
	if (rate > 1000) {
		rate /= 1000;
		unit = "G/sec";
	}
	set(ratio, true, rate, "%8.3f", unit);
}

void ratio_of(const struct report *report, const struct report_row *row, size_t event,
	      struct ratio *ratio)
{
	const struct pmc_set_event *e = &report->job->event[event];
	double n = row->value[event].mean, other = 0;
	bool hardware = e->kind == PMC_KIND_HARDWARE;

	memset(ratio, 0, sizeof(*ratio));
	if (row->value[event].state != PMC_COUNTED)
		return;
	if (hardware && !strcmp(e->name, "instructions")) {
		set_instructions(report, row, event, ratio);
	} else if (set_share(report, row, event, ratio)) {
		return;
	} else if (hardware && !strcmp(e->name, "cache-misses")) {
		if (value_of(report, row, "cache-references", e, &other))
			set(ratio, true, other ? n * 100 / other : 0, "%8.3f %%",
			    "of all cache refs");
		else
			set(ratio, false, 0, NULL, "of all cache refs");
	} else if (hardware && !strcmp(e->name, "cycles")) {
		if (clock_of(report, row, &other) && other)
			set(ratio, true, n / other, "%8.3f", "GHz");
		else
			set(ratio, false, 0, NULL,
			    "Ghz"); /* perf's spelling when it has no value */
	} else if (is_clock(e)) {
		set(ratio, report->wall_ns > 0, n / (report->wall_ns > 0 ? report->wall_ns : 1),
		    "%8.3f", "CPUs utilized");
	} else if (clock_of(report, row, &other) && other) {
		set_per_second(n / other, ratio);
	}
}
