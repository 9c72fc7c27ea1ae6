/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of `pmc read`: a table, lines of fields, JSON. */
#include "cli/read/print.h"

#include "cli/read/look.h"
#include "cli/ui/columns.h"
#include "cli/ui/field.h"
#include "cli/ui/grouped.h"
#include "cli/ui/json.h"
#include "cli/ui/plain.h"
#include "cli/ui/user.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NOTE_TEXT 240

/* ---- What must be said beside the rows ---- */

static bool has_hidden(const struct read_list *list)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		if (!list->row[i].holding.readable)
			return true;
	return false;
}

static bool has_partial(const struct read_list *list)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		if (list->row[i].holding.running_ns < list->row[i].holding.enabled_ns)
			return true;
	return false;
}

/* Note number 0 to 4. False: there is no such thing to say. */
static bool note(const struct read_list *list, size_t number, char *text, size_t size)
{
	switch (number) {
	case 0:
		snprintf(text, size,
			 "no set of the driver counts what you name; 'pmc who' shows "
			 "who counts, and 'pmc stat' counts");
		return !list->n;
	case 1:
		snprintf(text, size, "%zu events are not shown: the list is full", list->cut);
		return list->cut;
	case 2:
		snprintf(text, size,
			 "some events had a counter for part of the time (running), "
			 "and their counts are not scaled");
		return has_partial(list);
	case 3:
		snprintf(text, size,
			 "a ? stands for a count that you may not read: its set was "
			 "opened with more rights than yours");
		return has_hidden(list);
	default:
		snprintf(text, size,
			 "sets of privileged users are not shown: that takes root, or "
			 "CAP_PERFMON");
		return list->sets && !list->all_users;
	}
}

enum { NOTES = 5 };

/* ---- Parts of a row ---- */

/* "counts", "waits", "idle": the thread sleeps, or the set is stopped. */
static const char *state_of(const struct pmc_holding *h)
{
	return h->waits ? "waits" : h->counter >= 0 ? "counts" : h->cpu >= 0 ? "waits" : "idle";
}

/* For how much of the time it had a counter, in hundredths of a percent; -1: no time passed. */
static int share_of(const struct pmc_holding *h)
{
	if (!h->readable || !h->enabled_ns)
		return -1;
	return (int)((double)h->running_ns / (double)h->enabled_ns * 10000 + 0.5);
}

/* ---- The table ---- */

static void fill(const void *data, size_t i, struct columns_line *line)
{
	const struct read_row *row = &((const struct read_list *)data)->row[i];
	const struct pmc_holding *h = &row->holding;
	int share = share_of(h);

	if (row->cpu >= 0)
		snprintf(line->cell[0], COLUMN_CELL, "CPU %d", row->cpu);
	else
		snprintf(line->cell[0], COLUMN_CELL, "%d", (int)h->tid);
	if (h->readable)
		grouped_write(line->cell[1], h->value);
	else
		strcpy(line->cell[1], "?");
	snprintf(line->cell[2], COLUMN_CELL, "%s", h->event);
	if (share < 0)
		strcpy(line->cell[3], "-");
	else
		snprintf(line->cell[3], COLUMN_CELL, "%d.%02d%%", share / 100, share % 100);
	if (h->pid)
		snprintf(line->cell[4], COLUMN_CELL, "%d", (int)h->pid);
	else
		strcpy(line->cell[4], "?");
	snprintf(line->cell[5], COLUMN_CELL, "%s", h->name[0] ? h->name : "?");
	plain_make(line->cell[5]);
	user_name(h->uid, line->cell[6], COLUMN_CELL);
	snprintf(line->cell[7], COLUMN_CELL, "%s", state_of(h));
}

void print_read_table(const struct read_list *list)
{
	const struct columns columns = {
		.heading = { "target", "count", "event", "running", "pid", "command", "user",
			     "state" },
		.numbers = 1u << 0 | 1u << 1 | 1u << 3 | 1u << 4,
		.fill = fill,
		.data = list,
		.rows = list->n,
	};
	bool first = list->n > 0;
	char text[NOTE_TEXT];
	size_t i;

	if (list->n)
		columns_print(&columns);
	for (i = 0; i < NOTES; i++) {
		if (!note(list, i, text, sizeof(text)))
			continue;
		printf("%s%s\n", first ? "\n" : "", text);
		first = false;
	}
}

/* ---- Lines of fields ---- */

static void print_optional(int number, const char *separator)
{
	if (number >= 0)
		printf("%d", number);
	fputs(separator, stdout);
}

void print_read_fields(const struct read_list *list, const char *separator)
{
	char text[NOTE_TEXT];
	size_t i;

	for (i = 0; i < list->n; i++) {
		const struct pmc_holding *h = &list->row[i].holding;
		int share = share_of(h);

		print_optional(list->row[i].cpu, separator);
		print_optional(h->tid, separator);
		if (h->readable)
			printf("%" PRIu64, h->value);
		fputs(separator, stdout);
		field_print(stdout, separator, h->event);
		printf("%s%" PRIu64 "%s", separator, h->running_ns, separator);
		if (share >= 0)
			printf("%d.%02d", share / 100, share % 100);
		printf("%s%d%s", separator, (int)h->pid, separator);
		field_print_plain(stdout, separator, h->name);
		fputs(separator, stdout);
		user_name(h->uid, text, sizeof(text));
		field_print(stdout, separator, text);
		printf("%s%s\n", separator, state_of(h));
	}
	for (i = 0; i < NOTES; i++)
		if (note(list, i, text, sizeof(text)))
			printf("# %s\n", text);
}

/* ---- JSON ---- */

static void print_object(const struct read_row *row)
{
	const struct pmc_holding *h = &row->holding;
	char text[NOTE_TEXT];

	fputs("{\"cpu\" : ", stdout);
	if (row->cpu < 0)
		fputs("null", stdout);
	else
		printf("%d", row->cpu);
	json_member_number(stdout, "tid", (int)h->tid);
	if (h->readable)
		printf(", \"value\" : %" PRIu64, h->value);
	else
		fputs(", \"value\" : null", stdout);
	json_member_text(stdout, "event", h->event);
	printf(", \"number\" : %u, \"enabled_ns\" : %" PRIu64 ", \"running_ns\" : %" PRIu64
	       ", \"time_ns\" : %" PRIu64,
	       h->number, h->enabled_ns, h->running_ns, h->time_ns);
	json_member_number(stdout, "counter", h->counter);
	json_member_number(stdout, "on_cpu", h->cpu);
	printf(", \"pid\" : %d", (int)h->pid);
	json_member_text(stdout, "command", h->name);
	user_name(h->uid, text, sizeof(text));
	json_member_text(stdout, "user", text);
	printf(", \"uid\" : %u", (unsigned)h->uid);
	json_member_text(stdout, "state", state_of(h));
	puts("}");
}

void print_read_json(const struct read_list *list)
{
	char text[NOTE_TEXT];
	size_t i;

	for (i = 0; i < list->n; i++)
		print_object(&list->row[i]);
	for (i = 0; i < NOTES; i++)
		if (note(list, i, text, sizeof(text)))
			json_note(stdout, text);
}
