/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Digits are grouped as the locale groups them. Many people use the C locale, which does not; on a
 * terminal pmc groups them nevertheless, by threes, but never in a file or pipe, where a program
 * may read them.
 */
#include "cli/stat/number.h"

#include "cli/stat/job.h"
#include "cli/stat/options.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* One unit of a scale, and how many of the smallest unit it is. */
struct step {
	const char *unit;
	double size;
};

static const struct step counts[] = { { "", 1 },     { "K", 1e3 },  { "M", 1e6 }, { "G", 1e9 },
				      { "T", 1e12 }, { "P", 1e15 }, { 0 } };
static const struct step times[] = {
	{ "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }, { 0 }
};
static const struct step sizes[] = {
	{ "KiB", 1 }, { "MiB", 0x1p10 }, { "GiB", 0x1p20 }, { "TiB", 0x1p30 }, { 0 }
};

enum number_style number_style_of(const struct stat_job *job)
{
	if (job->opt->human)
		return NUMBER_HUMAN;
	if (!job->opt->big_num)
		return NUMBER_PLAIN;
	return output_columns(&job->output) ? NUMBER_TERMINAL : NUMBER_LOCALE;
}

/* Copies a plain number and puts `separator` between every three digits before the point. */
static void group(char *text, size_t size, const char *plain, const char *separator)
{
	size_t digits = strspn(plain + (*plain == '-'), "0123456789"), n = 0;
	const char *p = plain;

	if (*p == '-' && n + 1 < size)
		text[n++] = *p++;
	for (; *p && n + 2 < size; p++) {
		text[n++] = *p;
		if (digits && --digits && digits % 3 == 0)
			text[n++] = *separator;
	}
	text[n] = 0;
}

void number_write(char *text, size_t size, enum number_style style, double number, int digits)
{
	const struct lconv *locale = localeconv();
	char plain[NUMBER_TEXT];

	if (style == NUMBER_TERMINAL && !locale->thousands_sep[0]) {
		snprintf(plain, sizeof(plain), "%.*f", digits, number);
		group(text, size, plain, strcmp(locale->decimal_point, ",") ? "," : ".");
	} else if (style == NUMBER_TERMINAL || style == NUMBER_LOCALE) {
		snprintf(text, size, "%'.*f", digits, number);
	} else {
		snprintf(text, size, "%.*f", digits, number);
	}
}

/* Writes a number of the smallest unit of the scale with three digits. */
static void write_human(const struct step *step, double number, char text[NUMBER_TEXT],
			char unit[NUMBER_UNIT])
{
	double x;

	/* 999.6 would round to 1000. */
	while (step[1].unit && fabs(number) / step->size >= 999.5)
		step++;
	x = number / step->size;
	snprintf(unit, NUMBER_UNIT, "%s", step->unit);
	snprintf(text, NUMBER_TEXT, "%.*f",
		 x == (double)(long long)x && step->size == 1 ? 0 :
		 fabs(x) < 9.995			      ? 2 :
		 fabs(x) < 99.95			      ? 1 :
								0,
		 x);
}

void number_write_value(const struct pmc_set_event *event, enum number_style style, double value,
			char text[NUMBER_TEXT], char unit[NUMBER_UNIT])
{
	double shown = value * event->scale;

	snprintf(unit, NUMBER_UNIT, "%s", event->unit);
	if (style != NUMBER_HUMAN)
		number_write(text, NUMBER_TEXT, style, shown, event->scale == 1 ? 0 : 2);
	else if (!event->unit[0])
		write_human(counts, shown, text, unit);
	else if (!strcmp(event->unit, "msec"))
		write_human(times, shown * 1e6, text, unit);
	else if (!strcmp(event->unit, "ns"))
		write_human(times, shown, text, unit);
	else if (!strcmp(event->unit, "KiB"))
		write_human(sizes, shown, text, unit);
	else
		number_write(text, NUMBER_TEXT, style, shown, 2);
}
