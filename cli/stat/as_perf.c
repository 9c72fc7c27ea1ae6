/* SPDX-License-Identifier: BSD-2-Clause */
/* --as-perf: what perf's formats have no field for goes to standard error. */
#include "cli/stat/as_perf.h"

#include "cli/stat/job.h"
#include "cli/stat/report.h"
#include "cli/ui/complain.h"

#include <stdlib.h>
#include <string.h>

#define EVENT_TEXT 400 /* a longer label is cut */

/* "task-clock (estimated), cycles (scaled)"; the caller's, or NULL if all events are exact. */
static char *not_exact(const struct report *last)
{
	const struct stat_job *job = last->job;
	char *text = calloc(job->n_events + 1, EVENT_TEXT);
	size_t len = 0, i;

	for (i = 0; text && i < job->n_events; i++) {
		const char *mark = report_mark(last, i);

		if (mark)
			len += (size_t)sprintf(text + len, "%s%.*s (%s)", len ? ", " : "",
					       EVENT_TEXT - 40, job->event[i].label, mark);
	}
	if (len)
		return text;
	free(text);
	return NULL;
}

void as_perf_explain(const struct stat_job *job, const struct report *last)
{
	char text[NOTE_TEXT], *events;
	size_t i;

	if (output_is_stderr(&job->output) && !output_columns(&job->output))
		return;
	events = last ? not_exact(last) : NULL;
	if (events)
		complain("these values are not exact: %s", events);
	free(events);
	for (i = 0; i < job->n_events; i++)
		if (job->asked && job->event[i].reason)
			complain("<not supported>: %s", job->event[i].reason);
	for (i = 0; notes_text(&job->notes, i, text, sizeof(text)); i++)
		complain("note: %s", text);
}
