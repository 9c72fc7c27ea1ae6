/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A rate relates two values of one row: cycles and instructions of the same CPU, thread or process
 * that were counted in the same rings (with the same modifiers). The modifiers of a clock do not
 * matter.
 *
 * libpmc knows which event is a part of which; here stand perf's words and formats for that.
 */
#include "cli/stat/ratio.h"

#include "cli/stat/job.h"
#include "cli/stat/report.h"

#include <string.h>

/*
 * Finds the value of the event `name` with the modifiers of `like`; false: it was not counted, or
 * only estimated.
 */
static bool value_of(const struct report *report, const struct report_row *row, const char *name,
		     const struct pmc_set_event *like, double *value)
{
	const struct stat_job *job = report->job;
	size_t i;

	for (i = 0; i < job->n_events; i++) {
		if (strcmp(job->event[i].name, name) ||
		    strcmp(job->event[i].modifiers, like->modifiers))
			continue;
		if (row->value[i].state != PMC_COUNTED || row->value[i].quality == PMC_ESTIMATED)
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

/*
 * Finds the nanoseconds of the last clock in the row; false: none was counted, or it includes the
 * work of the translator, so that a rate over it would say nothing about the command.
 */
static bool clock_of(const struct report *report, const struct report_row *row, double *ns)
{
	const struct stat_job *job = report->job;
	size_t i;

	for (i = job->n_events; i-- > 0;)
		if (is_clock(&job->event[i]) && row->value[i].state == PMC_COUNTED &&
		    row->value[i].quality != PMC_ESTIMATED) {
			*ns = row->value[i].mean;
			return true;
		}
	return false;
}

static void set_known(struct ratio *ratio, double value, const char *format, const char *unit)
{
	ratio->known = true;
	ratio->value = value;
	ratio->format = format;
	snprintf(ratio->unit, sizeof(ratio->unit), "%s", unit);
}

/* perf names the unit of some rates even when it has no value for them. */
static void set_unknown(struct ratio *ratio, const char *unit)
{
	snprintf(ratio->unit, sizeof(ratio->unit), "%s", unit);
}

/* What the report calls the share of an event in the one that it is a part of. */
static const char *share_unit(const char *part, const char *whole)
{
	/* clang-format off */
	static const struct {
		const char *whole, *unit;
	} units[] = {
		{ "branches", "of all branches" },
		{ "branches-conditional", "of conditional branches" },
		{ "cache-references", "of all cache refs" },
		{ "L1-dcache-loads", "of all L1-dcache accesses" },
		{ "L1-icache-loads", "of all L1-icache accesses" },
		{ "LLC-loads", "of all LL-cache accesses" },
		{ "dTLB-loads", "of all dTLB cache accesses" },
		{ "iTLB-loads", "of all iTLB cache accesses" },
		{ "calls", "of all calls" },
		{ "instructions", "of all instructions" },
	};
	/* clang-format on */
	size_t i;

	if (!strcmp(part, "stalled-cycles-frontend"))
		return "frontend cycles idle";
	if (!strcmp(part, "stalled-cycles-backend"))
		return "backend cycles idle";
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(units[i].whole, whole))
			return units[i].unit;
	return "";
}

/* The event as a share of the one it is a part of. Returns false if it gets no such rate. */
static bool set_share(const struct report *report, const struct report_row *row, size_t event,
		      struct ratio *ratio)
{
	const struct pmc_set_event *e = &report->job->event[event];
	const char *name = pmc_event_whole(e->name), *unit, *format = "%7.2f%%";
	double whole;

	if (!name)
		return false;
	unit = share_unit(e->name, name);
	if (!value_of(report, row, name, e, &whole)) {
		/*
		 * perf prints an empty rate for its own events; ours may still get one per second.
		 */
		if (e->kind == PMC_KIND_STREAM)
			return false;
		set_unknown(ratio, unit);
		return true;
	}
	/* perf's format for this one event */
	if (!strcmp(e->name, "cache-misses"))
		format = "%8.3f %%";
	set_known(ratio, whole ? row->value[event].mean * 100 / whole : 0, format, unit);
	return true;
}

/* Per cycle as in perf; if no cycles were counted, per branch. */
static void set_instructions(const struct report *report, const struct report_row *row,
			     size_t event, struct ratio *ratio)
{
	const struct pmc_set_event *e = &report->job->event[event];
	double n = row->value[event].mean, other = 0;

	if (value_of(report, row, "cycles", e, &other) && other)
		set_known(ratio, n / other, "%7.2f ", "insn per cycle");
	else if (value_of(report, row, "branches", e, &other) && other)
		set_known(ratio, n / other, "%7.2f ", "insn per branch");
	else
		set_unknown(ratio, "insn per cycle");
}

static void set_cycles(const struct report *report, const struct report_row *row, size_t event,
		       struct ratio *ratio)
{
	double ns = 0;

	if (clock_of(report, row, &ns) && ns)
		set_known(ratio, row->value[event].mean / ns, "%8.3f", "GHz");
	else
		set_unknown(ratio, "Ghz"); /* perf's spelling when it has no value */
}

static void set_clock(const struct report *report, const struct report_row *row, size_t event,
		      struct ratio *ratio)
{
	if (report->wall_ns > 0)
		set_known(ratio, row->value[event].mean / report->wall_ns, "%8.3f",
			  "CPUs utilized");
	else
		set_unknown(ratio, "CPUs utilized");
}

static void set_per_second(double per_ns, struct ratio *ratio)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	double rate = per_ns * 1e9;
	unsigned unit = 0;

	/* As in perf: exactly 1000 of one unit are not yet one of the next. */
	for (; rate > 1000 && unit < 3; unit++)
		rate /= 1000;
	set_known(ratio, rate, "%8.3f", units[unit]);
}

void ratio_of(const struct report *report, const struct report_row *row, size_t event,
	      struct ratio *ratio)
{
	const struct pmc_set_event *e = &report->job->event[event];
	bool hardware = e->kind == PMC_KIND_HARDWARE;
	double ns = 0;

	memset(ratio, 0, sizeof(*ratio));
	if (row->value[event].state != PMC_COUNTED || row->value[event].quality == PMC_ESTIMATED)
		return;
	/* perf divides even durations by task-clock. */
	if (e->unit[0] && !is_clock(e))
		return;
	if (hardware && !strcmp(e->name, "instructions"))
		set_instructions(report, row, event, ratio);
	else if (hardware && !strcmp(e->name, "cycles"))
		set_cycles(report, row, event, ratio);
	else if (is_clock(e))
		set_clock(report, row, event, ratio);
	else if (!set_share(report, row, event, ratio) && clock_of(report, row, &ns) && ns)
		set_per_second(row->value[event].mean / ns, ratio);
}
