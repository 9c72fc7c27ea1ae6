/* SPDX-License-Identifier: BSD-2-Clause */
/* What every report says above its rows. */
#include "cli/profile/heading.h"

#include "cli/profile/events.h"
#include "cli/profile/names.h"
#include "cli/profile/subject.h"
#include "cli/ui/grouped.h"
#include "cli/ui/plain.h"

#include <string.h>

#define WHYS 8 /* at most so many objects without symbols are named */

static unsigned quality_of(const struct subject *s, const struct chosen_events *chosen)
{
	struct pmc_profile_event event;
	unsigned quality = PMC_EXACT, i;

	if (!chosen || !chosen->n)
		return (unsigned)s->info.quality;
	for (i = 0; i < chosen->n; i++)
		if (!pmc_profile_event_at(s->profile, chosen->index[i], &event) &&
		    (unsigned)event.quality > quality)
			quality = (unsigned)event.quality;
	return quality;
}

const char *heading_quality(const struct subject *s, const struct chosen_events *chosen)
{
	const char *name = pmc_quality_name((enum pmc_quality)quality_of(s, chosen));

	return name ? name : "unknown";
}

double event_samples(const struct pmc_profile_event *event, uint64_t count)
{
	if (!event->samples || !event->total)
		return 0;
	/* With a period that varied, it is the mean that counts. */
	return (double)count * ((double)event->samples / (double)event->total);
}

const char *heading_machine(const struct subject *s, char *text, size_t size)
{
	static const char before[] = "modelled: what the machine ";
	struct pmc_note note;
	char *end;
	size_t i;

	for (i = 0; !pmc_profile_note_at(s->profile, i, &note); i++) {
		if (strncmp(note.text, before, strlen(before)))
			continue;
		snprintf(text, size, " of %s", note.text + strlen(before));
		end = strstr(text, " would count");
		if (end)
			*end = '\0';
		return text;
	}
	return "";
}

void heading_say_profile(const struct subject *s, const char *name,
			 const struct chosen_events *chosen, heading_sayer *say, void *to)
{
	static const char *const about[] = {
		[PMC_EXACT] = "every execution was counted",
		[PMC_SCALED] = "counters took turns, and counts are scaled up",
		[PMC_MODELLED] = "counts come from a model",
		[PMC_PARTIAL] = "processes still ran when it was taken",
		[PMC_SAMPLED] =
			"± is one standard deviation of a count, from its number of samples",
		[PMC_ESTIMATED] = "how exact the counts are is unknown",
	};
	unsigned quality = quality_of(s, chosen);
	char line[HEADING_LINE], text[300], why[400];
	const char *machine = quality == PMC_MODELLED || quality == PMC_SAMPLED ?
				      heading_machine(s, text, sizeof(text)) :
				      "";
	bool bursts = quality == PMC_SAMPLED && machine[0];

	snprintf(why, sizeof(why), "%s%s%s",
		 bursts					    ? "counts come from bursts of a model" :
		 quality < sizeof(about) / sizeof(about[0]) ? about[quality] :
							      "",
		 machine, quality == PMC_MODELLED || bursts ? ", not from hardware" : "");
	snprintf(line, sizeof(line), "%s profile%s%.600s, from %.150s: %s",
		 heading_quality(s, chosen), s->info.command[0] ? " of " : "", s->info.command,
		 name, why);
	say(to, line);
}

/* Events that are time. */
static bool is_time(const char *event)
{
	return !strncmp(event, "cpu-clock", 9) || !strncmp(event, "task-clock", 10) ||
	       !strncmp(event, "duration_time", 13);
}

static void say_event(const struct subject *s, const struct pmc_profile_event *event,
		      unsigned quality, heading_sayer *say, void *to)
{
	char line[HEADING_LINE], total[GROUPED_TEXT], samples[GROUPED_TEXT], period[GROUPED_TEXT];
	size_t at;

	grouped_write(total, event->total);
	at = (size_t)snprintf(line, sizeof(line), "%.300s: %s", event->name, total);
	/* What differs from the first line, which has the worst quality of all. */
	if (event->quality != (enum pmc_quality)quality)
		at += (size_t)snprintf(line + at, sizeof(line) - at, " (%s)",
				       pmc_quality_name(event->quality));
	if (event->samples) {
		grouped_write(samples, event->samples);
		grouped_write(period, event->period);
		at += (size_t)snprintf(line + at, sizeof(line) - at, " from %s sample%s", samples,
				       event->samples == 1 ? "" : "s");
		if (event->period)
			at += (size_t)snprintf(line + at, sizeof(line) - at, ", one for each %s",
					       period);
	}
	if (s->info.processes)
		snprintf(line + at, sizeof(line) - at, ", in %zu process%s and %zu thread%s",
			 s->info.processes, s->info.processes == 1 ? "" : "es", s->info.threads,
			 s->info.threads == 1 ? "" : "s");
	say(to, line);
}

/* Names the events that the report does not show. */
static void say_others(const struct subject *s, const struct chosen_events *chosen,
		       heading_sayer *say, void *to)
{
	struct pmc_profile_event event;
	char line[HEADING_LINE] = "";
	size_t i, at = 0;
	unsigned k;

	for (i = 0; !pmc_profile_event_at(s->profile, i, &event); i++) {
		for (k = 0; k < chosen->n && chosen->index[k] != i; k++)
			;
		if (k < chosen->n || at + strlen(event.name) + 32 > sizeof(line))
			continue;
		at += (size_t)snprintf(line + at, sizeof(line) - at, "%s%s",
				       at ? ", " : "other events for -e: ", event.name);
	}
	if (at)
		say(to, line);
}

/* Says of which objects something is missing, and why; of many that look alike, once. */
static void say_missing(const struct subject *s, const char *what, char *const *why,
			heading_sayer *say, void *to)
{
	const unsigned *title = s->titles.title;
	size_t i, k, said[WHYS], n = 0;
	char line[HEADING_LINE];

	for (i = 0; i < s->functions.n_objects; i++) {
		if (!why[i])
			continue;
		for (k = 0; k < n; k++)
			if (title[said[k]] == title[i] && !strcmp(why[said[k]], why[i]))
				break;
		if (k < n)
			continue;
		if (n == WHYS) {
			snprintf(line, sizeof(line), "note: %s of more objects are unknown", what);
			say(to, line);
			break;
		}
		said[n++] = i;
		snprintf(line, sizeof(line), "note: %s of %.300s are unknown: %.700s", what,
			 names_text(s->names, title[i]), why[i]);
		say(to, line);
	}
}

void heading_say_notes(const struct subject *s, heading_sayer *say, void *to)
{
	char line[HEADING_LINE];
	struct pmc_note note;
	size_t i;

	for (i = 0; !pmc_profile_note_at(s->profile, i, &note); i++) {
		if (note.pid > 0)
			snprintf(line, sizeof(line), "note: process %d: %s", (int)note.pid,
				 note.text);
		else
			snprintf(line, sizeof(line), "note: %s", note.text);
		say(to, line);
	}
	say_missing(s, "functions", s->functions.why, say, to);
	say_missing(s, "lines", s->functions.why_lines, say, to);
}

void heading_say_time(const struct subject *s, const struct chosen_events *chosen,
		      heading_sayer *say, void *to)
{
	struct pmc_profile_event event;
	bool time = true;
	unsigned i;

	for (i = 0; i < chosen->n; i++)
		if (!pmc_profile_event_at(s->profile, chosen->index[i], &event))
			time &= is_time(event.name);
	if (!time)
		say(to, "counts are not time: some instructions take much longer than others");
}

void heading_say_events(const struct subject *s, const struct chosen_events *chosen,
			heading_sayer *say, void *to)
{
	struct pmc_profile_event event;
	unsigned i;

	for (i = 0; i < chosen->n; i++)
		if (!pmc_profile_event_at(s->profile, chosen->index[i], &event))
			say_event(s, &event, quality_of(s, chosen), say, to);
	say_others(s, chosen, say, to);
}

void heading_comment(void *to, const char *line)
{
	FILE *out = to;

	fputs("# ", out);
	plain_print(out, line);
	fputc('\n', out);
}

void heading_print(FILE *out, const struct subject *s, const char *name,
		   const struct chosen_events *chosen)
{
	heading_say_profile(s, name, chosen, heading_comment, out);
	heading_say_time(s, chosen, heading_comment, out);
	heading_say_events(s, chosen, heading_comment, out);
	heading_say_notes(s, heading_comment, out);
	if (filter_is_set(s->filter.options)) {
		fputs("# shown is only: ", out);
		filter_print(out, s->filter.options);
		fputc('\n', out);
	}
}
