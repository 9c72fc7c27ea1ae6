/* SPDX-License-Identifier: BSD-2-Clause */
/* TAP without libc, like tests/tap.h. Formats know printf's %s %c %d %u %x %llu %llx and %%. */
#ifndef PMC_TESTS_BARE_REPORT_H
#define PMC_TESTS_BARE_REPORT_H

#include "core/base/types.h"

#define PRINTF(f, a) __attribute__((format(printf, f, a)))

/* The host writes one character to the log. */
void report_char(char c);

/* Puts this text, the model, before the name of each check from now on. */
void report_about(const char *about);
PRINTF(2, 3) bool ok(bool pass, const char *name, ...);
/* Compares, and shows both when they differ. */
PRINTF(3, 4) bool is(u64 got, u64 want, const char *name, ...);
/* Notes a check that is impossible here, and why. */
void skip(const char *why);
/* Prints a line for the reader; and one about the next check, behind its result. */
PRINTF(1, 2) void note(const char *text, ...);
PRINTF(1, 2) void detail(const char *text, ...);

/* Returns how many checks failed so far. */
unsigned report_failed(void);
/* Prints the plan at the end; 0 when all passed. */
int report_done(void);

#endif
