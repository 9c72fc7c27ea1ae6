/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers as people read them. */
#ifndef PMC_CLI_STAT_NUMBER_H
#define PMC_CLI_STAT_NUMBER_H

#include <stddef.h>

struct pmc_set_event;
struct stat_job;

/* How the numbers of a report are written. */
enum number_style {
	NUMBER_PLAIN,	 /* digits alone */
	NUMBER_LOCALE,	 /* grouped if the locale groups digits */
	NUMBER_TERMINAL, /* always grouped, with commas if the locale does not group */
	NUMBER_HUMAN,	 /* three digits and a unit */
};

enum number_style number_style_of(const struct stat_job *job);

/* Writes a number with `digits` digits after the point. NUMBER_HUMAN is NUMBER_PLAIN here. */
void number_write(char *text, size_t size, enum number_style style, double number, int digits);

#define NUMBER_TEXT 64
#define NUMBER_UNIT 16

/* Writes the value of an event (before its scale), and the unit that this number has. */
void number_write_value(const struct pmc_set_event *event, enum number_style style, double value,
			char text[NUMBER_TEXT], char unit[NUMBER_UNIT]);

#endif
