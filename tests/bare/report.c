/* SPDX-License-Identifier: BSD-2-Clause */
/* TAP without libc. */
#include <stdarg.h>

#include "tests/bare/report.h"

static struct {
	unsigned run, failed;
	const char *about;
	/* Details of the next check, cut to this size */
	bool keep;
	unsigned n;
	char kept[2000];
} state;

static void out(char c)
{
	if (!state.keep)
		report_char(c);
	else if (state.n < sizeof(state.kept))
		state.kept[state.n++] = c;
}

static void text(const char *s)
{
	for (; *s; s++)
		out(*s);
}

/* Divide 16 bits at a time, because a kernel for i386 has no 64-bit division. */
static void number(u64 v, u32 base)
{
	char digits[24];
	unsigned n = 0;

	do {
		u64 quotient = 0;
		u32 rest = 0;
		int shift;

		for (shift = 48; shift >= 0; shift -= 16) {
			u32 part = rest << 16 | ((u32)(v >> shift) & 0xffff);

			quotient = quotient << 16 | part / base;
			rest = part % base;
		}
		digits[n++] = "0123456789abcdef"[rest];
		v = quotient;
	} while (v);
	while (n)
		out(digits[--n]);
}

static void format(const char *f, va_list ap)
{
	for (; *f; f++) {
		bool wide = false;
		int d;

		if (*f != '%') {
			out(*f);
			continue;
		}
		f++;
		if (f[0] == 'l' && f[1] == 'l') {
			wide = true;
			f += 2;
		}
		switch (*f) {
		case 's':
			text(va_arg(ap, const char *));
			break;
		case 'c':
			out((char)va_arg(ap, int));
			break;
		case 'd':
			d = va_arg(ap, int);
			if (d < 0)
				out('-');
			number(d < 0 ? -(u64)d : (u64)d, 10);
			break;
		case 'u':
			number(wide ? va_arg(ap, unsigned long long) : va_arg(ap, unsigned), 10);
			break;
		case 'x':
			number(wide ? va_arg(ap, unsigned long long) : va_arg(ap, unsigned), 16);
			break;
		default:
			out(*f);
		}
	}
}

void report_about(const char *about)
{
	state.about = about;
}

static void begin(bool pass)
{
	text(pass ? "ok " : "not ok ");
	number(++state.run, 10);
	if (!pass)
		state.failed++;
}

static void line(bool pass, const char *name, va_list ap)
{
	unsigned i;

	begin(pass);
	text(" - ");
	if (state.about) {
		text(state.about);
		text(": ");
	}
	format(name, ap);
	out('\n');
	for (i = 0; i < state.n; i++)
		out(state.kept[i]);
	state.n = 0;
}

bool ok(bool pass, const char *name, ...)
{
	va_list ap;

	va_start(ap, name);
	line(pass, name, ap);
	va_end(ap);
	return pass;
}

bool is(u64 got, u64 want, const char *name, ...)
{
	va_list ap;

	va_start(ap, name);
	line(got == want, name, ap);
	va_end(ap);
	if (got != want)
		note("  got %llu (0x%llx), want %llu (0x%llx)", (unsigned long long)got,
		     (unsigned long long)got, (unsigned long long)want, (unsigned long long)want);
	return got == want;
}

void skip(const char *why)
{
	begin(true);
	if (state.about) {
		text(" - ");
		text(state.about);
	}
	text(" # SKIP ");
	text(why);
	out('\n');
}

static void comment(const char *before, const char *f, va_list ap)
{
	text(before);
	format(f, ap);
	out('\n');
}

void note(const char *f, ...)
{
	va_list ap;

	va_start(ap, f);
	comment("# ", f, ap);
	va_end(ap);
}

void detail(const char *f, ...)
{
	va_list ap;

	va_start(ap, f);
	state.keep = true;
	comment("#   ", f, ap);
	state.keep = false;
	va_end(ap);
}

unsigned report_failed(void)
{
	return state.failed;
}

int report_done(void)
{
	text("1..");
	number(state.run, 10);
	out('\n');
	return state.failed || !state.run;
}
