/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * TAP for test programs in C: one header, no library. A test program looks like this:
 *
 *	#include "tests/tap.h"
 *
 *	int main(void)
 *	{
 *		ok(1 + 1 == 2, "arithmetic holds");
 *		is_u64(count(), 42, "count of %s", "answers");
 *		if (!have_avx512())
 *			skip(1, "this CPU has no AVX-512");
 *		else
 *			ok(zmm_survives(), "ZMM registers survive");
 *		return done();
 *	}
 *
 * Rules: every check has a name, and the name may be a printf format. Checks return whether they
 * passed. A check that could not run is skipped with its reason, never passed. plan(n) may be
 * called first, and then done() fails unless exactly n checks were made. Only the process that
 * began may check: a child tells its parent by its exit status or a pipe. Every line is flushed, so
 * fork() does not print anything twice. tests/run collects what these programs print; how it treats
 * them (time limit, running alone) is told by a comment in the source, see there.
 */
#ifndef PMC_TESTS_TAP_H
#define PMC_TESTS_TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The only global state: the counts of this program. */
static struct {
	int planned, run, failed;
} tap_state;

#define TAP_PRINTF(f, a) __attribute__((format(printf, f, a), unused))

/* A line for the reader of the log: "# ...". */
static inline TAP_PRINTF(1, 2) void note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fputs("# ", stdout);
	vprintf(fmt, ap);
	putchar('\n');
	va_end(ap);
	fflush(stdout);
}

/* How many checks will be made. Optional; call it first. */
static inline __attribute__((unused)) void plan(int n)
{
	tap_state.planned = n;
	printf("1..%d\n", n);
	fflush(stdout);
}

/* Print one result. A '#' in a name would begin a directive, and a line end another line. */
static inline void tap_line(bool pass, const char *fmt, va_list ap)
{
	char name[512], *p;

	vsnprintf(name, sizeof(name), fmt, ap);
	for (p = name; *p; p++)
		if (*p == '#' || *p == '\n')
			*p = *p == '#' ? '=' : ' ';
	tap_state.run++;
	if (!pass)
		tap_state.failed++;
	printf("%sok %d - %s\n", pass ? "" : "not ", tap_state.run, name);
	fflush(stdout);
}

static inline TAP_PRINTF(4, 5) bool tap_ok(bool pass, const char *file, int line, const char *fmt,
					   ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_line(pass, fmt, ap);
	va_end(ap);
	if (!pass)
		note("  failed at %s:%d", file, line);
	return pass;
}

static inline __attribute__((unused)) bool tap_str_eq(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* ok(condition, name, ...): passes when the condition holds. */
#define ok(cond, ...) tap_ok(!!(cond), __FILE__, __LINE__, __VA_ARGS__)

/* is_...(got, want, name, ...): pass when both are equal, and show both when they are not. */
#define is_int(got, want, ...)                                            \
	({                                                                \
		long long tap_got = (got), tap_want = (want);             \
		bool tap_pass = ok(tap_got == tap_want, __VA_ARGS__);     \
		if (!tap_pass)                                            \
			note("  got %lld, want %lld", tap_got, tap_want); \
		tap_pass;                                                 \
	})
#define is_u64(got, want, ...)                                                       \
	({                                                                           \
		uint64_t tap_got = (got), tap_want = (want);                         \
		bool tap_pass = ok(tap_got == tap_want, __VA_ARGS__);                \
		if (!tap_pass)                                                       \
			note("  got %" PRIu64 ", want %" PRIu64, tap_got, tap_want); \
		tap_pass;                                                            \
	})
#define is_hex(got, want, ...)                                                           \
	({                                                                               \
		uint64_t tap_got = (got), tap_want = (want);                             \
		bool tap_pass = ok(tap_got == tap_want, __VA_ARGS__);                    \
		if (!tap_pass)                                                           \
			note("  got 0x%" PRIx64 ", want 0x%" PRIx64, tap_got, tap_want); \
		tap_pass;                                                                \
	})
/* Strings; NULL equals only NULL. */
#define is_str(got, want, ...)                                                          \
	({                                                                              \
		const char *tap_got = (got), *tap_want = (want);                        \
		bool tap_pass = ok(tap_str_eq(tap_got, tap_want), __VA_ARGS__);         \
		if (!tap_pass)                                                          \
			note("  got \"%s\", want \"%s\"", tap_got ? tap_got : "(null)", \
			     tap_want ? tap_want : "(null)");                           \
		tap_pass;                                                               \
	})

/* The next n checks cannot be made, for this reason (a string). They count as skipped. */
static inline __attribute__((unused)) void skip(int n, const char *reason)
{
	while (n-- > 0)
		printf("ok %d # SKIP %s\n", ++tap_state.run, reason);
	fflush(stdout);
}

/* End the program: none of its checks can run here. Call it before the first check. */
static inline __attribute__((unused, noreturn)) void skip_all(const char *reason)
{
	printf("1..0 # SKIP %s\n", reason);
	fflush(stdout);
	exit(0);
}

/* Print the plan if plan() did not. Return this from main: 0 when all checks passed, else 1. */
static inline __attribute__((unused, warn_unused_result)) int done(void)
{
	if (!tap_state.planned)
		printf("1..%d\n", tap_state.run);
	else if (tap_state.planned != tap_state.run)
		note("planned %d checks, made %d", tap_state.planned, tap_state.run);
	fflush(stdout);
	return tap_state.failed || !tap_state.run ||
	       (tap_state.planned && tap_state.planned != tap_state.run);
}

#endif
