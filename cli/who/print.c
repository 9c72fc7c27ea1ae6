/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of `pmc who`: a table, lines of fields, JSON. */
#include "cli/who/print.h"

#include "cli/ui/columns.h"
#include "cli/ui/field.h"
#include "cli/ui/json.h"
#include "cli/ui/plain.h"
#include "cli/ui/user.h"
#include "cli/who/look.h"
#include "cli/who/note.h"

#include <stdio.h>
#include <string.h>

#define NOTE_TEXT 240

/* "counts", "waits privileged": what the row's event does, and how its set is treated. */
static const char *state_of(const struct pmc_holding *h, char *text, size_t size)
{
	snprintf(text, size, "%s%s%s", h->counter < 0 ? "waits" : "counts",
		 h->privileged ? " privileged" : "", h->samples ? " samples" : "");
	return text;
}

/* ---- The table ---- */

/* What is in another namespace has no number here. */
static void write_id(char *cell, pid_t id)
{
	if (id)
		snprintf(cell, COLUMN_CELL, "%d", (int)id);
	else
		snprintf(cell, COLUMN_CELL, "?");
}

/* What a row shows, in the order of the headings. */
static void fill(const void *data, size_t i, struct columns_line *line)
{
	const struct who_row *row = &((const struct who_list *)data)->row[i];
	const struct pmc_holding *h = &row->holding;

	snprintf(line->cell[0], COLUMN_CELL, "%u", row->cpu);
	if (h->counter < 0)
		snprintf(line->cell[1], COLUMN_CELL, "-");
	else
		snprintf(line->cell[1], COLUMN_CELL, "%s%d", h->counter >= 32 ? "fixed " : "",
			 h->counter % 32);
	snprintf(line->cell[2], COLUMN_CELL, "%s", h->event);
	write_id(line->cell[3], h->pid);
	if (h->tid < 0)
		snprintf(line->cell[4], COLUMN_CELL, "whole CPU");
	else
		write_id(line->cell[4], h->tid);
	snprintf(line->cell[5], COLUMN_CELL, "%s", h->name[0] ? h->name : "?");
	plain_make(line->cell[5]);
	user_name(h->uid, line->cell[6], COLUMN_CELL);
	state_of(h, line->cell[7], COLUMN_CELL);
}

void print_table(const struct who_list *list)
{
	const struct columns columns = {
		.heading = { "CPU", "counter", "event", "pid", "tid", "command", "user", "state" },
		.numbers = 1u << 0 | 1u << 3,
		.fill = fill,
		.data = list,
		.rows = list->n_rows,
	};
	char text[NOTE_TEXT];
	size_t i;

	if (list->n_rows)
		columns_print(&columns);
	for (i = 0; note_text(list, i, text, sizeof(text)); i++)
		printf("%s%s\n", !i && list->n_rows ? "\n" : "", text);
}

/* ---- Lines of fields ---- */

void print_fields(const struct who_list *list, const char *separator)
{
	char text[NOTE_TEXT];
	size_t i;

	for (i = 0; i < list->n_rows; i++) {
		const struct pmc_holding *h = &list->row[i].holding;

		printf("%u%s", list->row[i].cpu, separator);
		if (h->counter >= 0)
			printf("%d", h->counter);
		fputs(separator, stdout);
		field_print(stdout, separator, h->event);
		printf("%s%d%s", separator, (int)h->pid, separator);
		if (h->tid >= 0)
			printf("%d", (int)h->tid);
		fputs(separator, stdout);
		field_print_plain(stdout, separator, h->name);
		fputs(separator, stdout);
		user_name(h->uid, text, sizeof(text));
		field_print(stdout, separator, text);
		fputs(separator, stdout);
		field_print(stdout, separator, state_of(h, text, sizeof(text)));
		putchar('\n');
	}
	for (i = 0; note_text(list, i, text, sizeof(text)); i++)
		printf("# %s\n", text);
}

/* ---- JSON ---- */

static void print_flag(const char *key, int flag)
{
	printf(", \"%s\" : %s", key, flag ? "true" : "false");
}

void print_json(const struct who_list *list)
{
	char text[NOTE_TEXT];
	size_t i;

	for (i = 0; i < list->n_rows; i++) {
		const struct pmc_holding *h = &list->row[i].holding;

		printf("{\"cpu\" : %u", list->row[i].cpu);
		json_member_number(stdout, "counter", h->counter);
		json_member_text(stdout, "event", h->event);
		json_member_number(stdout, "number", (int)h->number);
		json_member_number(stdout, "pid", (int)h->pid);
		json_member_number(stdout, "tid", (int)h->tid);
		json_member_text(stdout, "command", h->name);
		user_name(h->uid, text, sizeof(text));
		json_member_text(stdout, "user", text);
		printf(", \"uid\" : %u", (unsigned)h->uid);
		print_flag("waits", h->counter < 0);
		print_flag("privileged", h->privileged);
		print_flag("samples", h->samples);
		puts("}");
	}
	for (i = 0; note_text(list, i, text, sizeof(text)); i++)
		json_note(stdout, text);
}
