/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The engine keeps the clock (emu/hide/clock.c). Its start is later than any file that the program
 * finds, for years to come: tar and make warn of files from the future.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <time.h>

#include "emu/launch.h"
#include "lib/backends/emulated/count.h"
#include "lib/backends/emulated/virtual_clock.h"
#include "lib/base/diag.h"
#include "lib/set/set.h"

#define START	  2051222400u	/* 2035-01-01 */
#define START_MAX 9000000000ull /* 2255; nanoseconds since 1970 fit 63 bits */

static u64 start_of(const struct pmc_set *set)
{
	return set->clock_start_set ? set->clock_start : START;
}

bool virtual_clock_has(const char *name)
{
	return !strcmp(name, "clock") || !strcmp(name, "clock-start");
}

/* Reads a number of seconds. False: it is none, or too high. */
static bool read_seconds(const char *text, u64 *seconds)
{
	const char *p;

	*seconds = 0;
	for (p = text; *p >= '0' && *p <= '9'; p++) {
		*seconds = *seconds * 10 + (u64)(*p - '0');
		if (*seconds > START_MAX)
			return false;
	}
	return p > text && !*p;
}

int virtual_clock_fix(struct pmc_set *set, const char *name, const char *value,
		      struct pmc_diag *diag)
{
	u64 start;

	if (!strcmp(name, "clock")) {
		if (strcmp(value, "virtual") && strcmp(value, "real"))
			return diag_say(diag, -EINVAL,
					"there is no clock '%s'; choose virtual or real", value);
		set->real_clock = !strcmp(value, "real");
		return 0;
	}
	if (!read_seconds(value, &start))
		return diag_say(diag, -EINVAL,
				"a clock cannot start at '%s'; its start has to be a number of "
				"seconds since 1970, from 0 to %llu",
				value, (unsigned long long)START_MAX);
	set->clock_start = start;
	set->clock_start_set = true;
	return 0;
}

/* Writes the start as a date. The record belongs to the set, which is const only to the caller. */
static const char *start_text(const struct pmc_set *set)
{
	time_t start = (time_t)start_of(set);
	struct tm tm;
	char *text = ((struct pmc_set *)set)->clock_text;

	gmtime_r(&start, &tm);
	strftime(text, sizeof(set->clock_text), "%Y-%m-%dT%H:%M:%SZ", &tm);
	return text;
}

int virtual_clock_fixed_at(const struct pmc_set *set, size_t index, struct pmc_fixed *fixed)
{
	if (index > !set->real_clock)
		return -ENOENT;
	if (index)
		*fixed = (struct pmc_fixed){ "clock-start", start_text(set) };
	else
		*fixed = (struct pmc_fixed){ "clock", set->real_clock		  ? "real" :
						      emulated_clock_follows(set) ? "partly real" :
										    "virtual" };
	return 0;
}

void virtual_clock_tell(const struct pmc_set *set, struct emu_header *header)
{
	if (set->real_clock)
		return;
	header->flags |= EMU_F_CLOCK;
	header->clock_start = start_of(set);
}
