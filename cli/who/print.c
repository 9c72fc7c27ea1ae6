/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of `pmc who`: a table, lines of fields, JSON. */
#include "cli/who/print.h"

#include "cli/ui/field.h"
#include "cli/ui/json.h"
#include "cli/ui/plain.h"
#include "cli/who/look.h"
#include "cli/who/note.h"
#include "cli/ui/user.h"

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

enum { CELL = 320 };

static const char *const headings[] = { "CPU", "counter", "event", "pid",
					"tid", "command", "user",  "state" };
#define COLUMNS (sizeof(headings) / sizeof(headings[0]))

struct line {
	char cell[COLUMNS][CELL];
};

/* What is in another namespace has no number here. */
static void write_id(char *cell, pid_t id)
{
	if (id)
		snprintf(cell, CELL, "%d", (int)id);
	else
		snprintf(cell, CELL, "?");
}

/* What a row shows, in the order of the headings. */
static void fill(const struct who_row *row, struct line *line)
{
	const struct pmc_holding *h = &row->holding;

	snprintf(line->cell[0], CELL, "%u", row->cpu);
	if (h->counter < 0)
		snprintf(line->cell[1], CELL, "-");
	else
		snprintf(line->cell[1], CELL, "%s%d", h->counter >= 32 ? "fixed " : "",
			 h->counter % 32);
	snprintf(line->cell[2], CELL, "%s", h->event);
	write_id(line->cell[3], h->pid);
	if (h->tid < 0)
		snprintf(line->cell[4], CELL, "whole CPU");
	else
		write_id(line->cell[4], h->tid);
	snprintf(line->cell[5], CELL, "%s", h->name[0] ? h->name : "?");
	plain_make(line->cell[5]);
	user_name(h->uid, line->cell[6], CELL);
	state_of(h, line->cell[7], CELL);
}

static void print_line(const struct line *line, const int width[COLUMNS])
{
	size_t c;

	/* Numbers stand to the right; the last column is not filled up. */
	for (c = 0; c + 1 < COLUMNS; c++)
		printf(c == 0 || c == 3 ? " %*s " : " %-*s ", width[c], line->cell[c]);
	printf(" %s\n", line->cell[COLUMNS - 1]);
}

static void print_rows(const struct who_list *list)
{
	struct line heading, line;
	int width[COLUMNS];
	size_t i, c;

	for (c = 0; c < COLUMNS; c++)
		width[c] = snprintf(heading.cell[c], CELL, "%s", headings[c]);
	for (i = 0; i < list->n_rows; i++) {
		fill(&list->row[i], &line);
		for (c = 0; c < COLUMNS; c++)
			if ((int)strlen(line.cell[c]) > width[c])
				width[c] = (int)strlen(line.cell[c]);
	}
	print_line(&heading, width);
	for (i = 0; i < list->n_rows; i++) {
		fill(&list->row[i], &line);
		print_line(&line, width);
	}
}

void print_table(const struct who_list *list)
{
	char text[NOTE_TEXT];
	size_t i;

	if (list->n_rows)
		print_rows(list);
	for (i = 0; note_text(list, i, text, sizeof(text)); i++)
		printf("%s%s\n", !i && list->n_rows ? "\n" : "", text);
}

/* ---- Lines of fields ---- */

void print_fields(const struct who_list *list, const char *separator)
{
	char text[NOTE_TEXT], name[16];
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
		memcpy(name, h->name, sizeof(name));
		plain_make(name);
		field_print(stdout, separator, name);
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

static void print_string(const char *key, const char *text)
{
	printf(", \"%s\" : ", key);
	json_string(stdout, text);
}

static void print_flag(const char *key, int flag)
{
	printf(", \"%s\" : %s", key, flag ? "true" : "false");
}

/* A number, or null if it is negative. */
static void print_number(const char *key, int number)
{
	if (number < 0)
		printf(", \"%s\" : null", key);
	else
		printf(", \"%s\" : %d", key, number);
}

void print_json(const struct who_list *list)
{
	char text[NOTE_TEXT];
	size_t i;

	for (i = 0; i < list->n_rows; i++) {
		const struct pmc_holding *h = &list->row[i].holding;

		printf("{\"cpu\" : %u", list->row[i].cpu);
		print_number("counter", h->counter);
		print_string("event", h->event);
		print_number("number", (int)h->number);
		print_number("pid", (int)h->pid);
		print_number("tid", (int)h->tid);
		print_string("command", h->name);
		user_name(h->uid, text, sizeof(text));
		print_string("user", text);
		printf(", \"uid\" : %u", (unsigned)h->uid);
		print_flag("waits", h->counter < 0);
		print_flag("privileged", h->privileged);
		print_flag("samples", h->samples);
		puts("}");
	}
	for (i = 0; note_text(list, i, text, sizeof(text)); i++) {
		fputs("{\"note\" : ", stdout);
		json_string(stdout, text);
		puts("}");
	}
}
