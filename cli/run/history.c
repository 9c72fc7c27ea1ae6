/* SPDX-License-Identifier: BSD-2-Clause */
/* How the runs of a command ended. */
#define _GNU_SOURCE /* sigabbrev_np */
#include "cli/run/history.h"

#include "cli/run/note.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define NAMED 8 /* at most so many runs are named in one note */

int history_add(struct history *history, const struct past_run *run)
{
	size_t n = history->n;
	struct past_run *grown;

	/* The array doubles whenever its length is a power of two. */
	if (!(n & (n - 1))) {
		grown = realloc(history->run, (n ? n * 2 : 1) * sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		history->run = grown;
	}
	history->run[history->n++] = *run;
	return 0;
}

void history_deinit(struct history *history)
{
	free(history->run);
	memset(history, 0, sizeof(*history));
}

/* Did the runs end alike? */
static bool same_end(const struct past_run *a, const struct past_run *b)
{
	return a->status == b->status && a->cut_off == b->cut_off && a->timed_out == b->timed_out;
}

static bool ended_well(const struct past_run *run)
{
	return !run->status && !run->cut_off;
}

static void write_signal(char *text, size_t size, int sig)
{
	const char *name = sigabbrev_np(sig);

	if (name)
		snprintf(text, size, "SIG%s", name);
	else
		snprintf(text, size, "signal %d", sig);
}

/* Writes the verb of the sentence: how the run, or several runs, ended. */
static void write_end(char *text, size_t size, const struct past_run *run, bool several)
{
	const char *was = several ? "were" : "was";
	char name[32];

	if (run->cut_off) {
		write_signal(name, sizeof(name), run->cut_off);
		snprintf(text, size, "%s cut off by %s", was, name);
	} else if (WIFSIGNALED(run->status)) {
		write_signal(name, sizeof(name), WTERMSIG(run->status));
		snprintf(text, size, "%s ended by %s%s", was, name,
			 run->timed_out ? " (--timeout)" : "");
	} else {
		snprintf(text, size, "ended with status %d", WEXITSTATUS(run->status));
	}
}

/* Writes the numbers of the runs that ended like this one: "2, 3 and 7". Returns how many. */
static size_t write_numbers(char *text, size_t size, const struct history *history,
			    const struct past_run *like)
{
	size_t all = 0, named = 0, len = 0, i;

	for (i = 0; i < history->n; i++)
		all += same_end(&history->run[i], like);
	for (i = 0; i < history->n && named < NAMED; i++) {
		if (!same_end(&history->run[i], like))
			continue;
		len += (size_t)snprintf(text + len, size - len, "%s%zu",
					!named		 ? "" :
					named + 1 == all ? " and " :
							   ", ",
					i + 1);
		named++;
	}
	if (all > named)
		snprintf(text + len, size - len, " and %zu more", all - named);
	return all;
}

static void explain(const struct history *history, const struct past_run *run,
		    unsigned long planned, struct notes *notes)
{
	char numbers[NAMED * 22 + 32], end[80];
	size_t n = write_numbers(numbers, sizeof(numbers), history, run);
	const char *out = "";

	write_end(end, sizeof(end), run, n > 1);
	/* The first run is all there is when it was cut off. */
	if (run->cut_off)
		out = history->n > 1 ? " and is left out" : "; these are its counts until then";
	if (n == planned)
		notes_say(notes, "all %zu runs %s", n, end);
	else
		notes_say(notes, "run%s %s of %lu %s%s", n > 1 ? "s" : "", numbers, planned, end,
			  out);
}

void history_explain(const struct history *history, unsigned long planned, struct notes *notes)
{
	size_t i, k;

	if (planned < 2)
		return;
	for (i = 0; i < history->n; i++) {
		for (k = 0; k < i && !same_end(&history->run[k], &history->run[i]); k++)
			;
		if (k == i && !ended_well(&history->run[i]))
			explain(history, &history->run[i], planned, notes);
	}
}
