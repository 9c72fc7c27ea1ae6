/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The file has one size, and a sum. It is written anew when something new is to be noted, so of two
 * that do so at once one may be lost, which costs time in the next run.
 */
#include <stdbool.h>
#include <string.h>

#include "core/base/sum.h"
#include "lib/backends/emulated/kept/companions.h"
#include "lib/backends/emulated/kept/folder.h"

#define NAME	      "companions"
#define MOST_COMMANDS 64u

struct row {
	u64 command;		      /* 0: no more rows */
	u64 program[COMPANIONS_MOST]; /* 0: no more programs */
	u64 many;
};

/* What the file has. Rows that were noted last come first. */
struct table {
	u64 sum; /* of the rows */
	struct row row[MOST_COMMANDS];
};

static u64 sum_of(const struct table *t)
{
	return sum_words((const u64 *)t->row, sizeof(t->row) / (sizeof(u64)));
}

static void load(int folder, struct table *t)
{
	if (!folder_read_small(folder, NAME, t, sizeof(*t)) || t->sum != sum_of(t))
		memset(t, 0, sizeof(*t));
}

/* The command's row, or where the rows end. */
static size_t find(const struct table *t, u64 command)
{
	size_t i = 0;

	while (i < MOST_COMMANDS && t->row[i].command && t->row[i].command != command)
		i++;
	return i;
}

/* Its place in the list, c->n: it has none. */
static size_t place_of(const struct companions *c, u64 program)
{
	size_t i = 0;

	while (i < c->n && c->program[i] != program)
		i++;
	return i;
}

static bool is_many(const struct companions *c, size_t place)
{
	return place < c->n && c->many >> place & 1;
}

bool companions_are_many(const struct companions *c, u64 program)
{
	return is_many(c, place_of(c, program));
}

static void read_row(const struct table *t, u64 command, struct companions *c)
{
	size_t row = find(t, command);

	*c = (struct companions){ 0 };
	if (row == MOST_COMMANDS || !t->row[row].command)
		return;
	while (c->n < COMPANIONS_MOST && t->row[row].program[c->n]) {
		c->program[c->n] = t->row[row].program[c->n];
		c->n++;
	}
	c->many = t->row[row].many;
}

void companions_read(int folder, u64 command, struct companions *c)
{
	struct table t;

	load(folder, &t);
	read_row(&t, command, c);
}

bool companions_have(const struct companions *c, const struct companions *others)
{
	for (size_t i = 0; i < others->n; i++) {
		size_t place = place_of(c, others->program[i]);

		if (place == c->n || is_many(others, i) > is_many(c, place))
			return false;
	}
	return true;
}

/* Adds those of another list, and what it says of all. */
static void add_all(struct companions *c, const struct companions *more)
{
	for (size_t i = 0; i < more->n; i++) {
		size_t place = place_of(c, more->program[i]);

		if (place == COMPANIONS_MOST)
			continue;
		c->program[place] = more->program[i];
		c->n += place == c->n;
		c->many |= (u64)is_many(more, i) << place;
	}
}

/* Puts the command's row first. The last one of a full table goes. */
static void put_row(struct table *t, u64 command, const struct companions *c)
{
	size_t row = find(t, command);

	if (row == MOST_COMMANDS)
		row--;
	memmove(t->row + 1, t->row, row * sizeof(t->row[0]));
	t->row[0] = (struct row){ .command = command };
	memcpy(t->row[0].program, c->program, c->n * sizeof(c->program[0]));
	t->row[0].many = c->many;
	t->sum = sum_of(t);
}

void companions_note(int folder, u64 command, const struct companions *c)
{
	struct companions all = *c, before;
	struct table t;

	if (!command || (c->n == 1 && c->program[0] == command))
		return;
	load(folder, &t);
	read_row(&t, command, &before);
	/* Those that it ran beside earlier may come again. */
	add_all(&all, &before);
	put_row(&t, command, &all);
	folder_write_small(folder, NAME, &t, sizeof(t));
}
