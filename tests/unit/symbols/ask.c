/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: ask OBJECT functions            the functions: "start size name" in each line
 *        ask OBJECT find                 "address start name" for addresses on standard input
 *        ask OBJECT lines                as `addr2line -a -i -f` prints them
 *        ask OBJECT code FROM TO         each instruction: "address length target text"
 * Names are the linker's. Tests compare what libpmc says with what binutils say.
 */
#include <errno.h>
#include <inttypes.h>
#include <pmc/profile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct pmc_symbols *symbols;
static int object;

static void functions(void)
{
	struct pmc_symbol s;
	size_t i;

	for (i = 0; !pmc_symbols_at(symbols, object, i, &s); i++)
		printf("%" PRIx64 " %" PRIx64 " %s\n", s.start, s.size, s.name);
}

static bool is_found(uint64_t address)
{
	struct pmc_symbol s;

	return !pmc_symbols_find(symbols, object, address, &s);
}

/* Does the gap have the address, and end at functions? */
static bool is_gap(const struct pmc_symbol *gap, uint64_t address)
{
	uint64_t end = gap->start + gap->size;

	return !gap->name && address >= gap->start && address <= end &&
	       (!gap->start || is_found(gap->start - 1)) && (end == UINT64_MAX || is_found(end));
}

/* The function at the address; false: there is none. */
static bool symbol(uint64_t address, struct pmc_symbol *s)
{
	bool found = !pmc_symbols_find(symbols, object, address, s);

	if (!found && !is_gap(s, address)) {
		printf("%" PRIx64 " is in a wrong gap\n", address);
		exit(1);
	}
	return found;
}

static void find(uint64_t address)
{
	struct pmc_symbol s;

	if (symbol(address, &s))
		printf("%" PRIx64 " %" PRIx64 " %s\n", address, s.start, s.name);
	else
		printf("%" PRIx64 " - -\n", address);
}

/* The innermost function is inlined if there is another around it. */
static void inlined(uint64_t address, const char *const *names, int n)
{
	static struct {
		uint64_t first, last;
		const char *name;
	} before = { .first = 1 };
	const char *name = NULL;
	uint64_t last;
	bool found = pmc_symbols_inlined(symbols, object, address, &name, &last) == 1;

	if (found != (n > 1 && names[0]) || (found && strcmp(name, names[0]))) {
		printf("%d functions, but the inlined one is %s\n", n, found ? name : "unknown");
		exit(1);
	}
	if (address >= before.first && address <= before.last &&
	    strcmp(name ? name : "", before.name ? before.name : "")) {
		printf("%s is inlined, but it should still be %s\n", name, before.name);
		exit(1);
	}
	before.first = address;
	before.last = last;
	before.name = name;
}

static void lines(uint64_t address)
{
	struct pmc_line line[64];
	int n = pmc_symbols_lines(symbols, object, address, line, 64), i, n_names;
	const char *names[64];
	struct pmc_symbol s;

	/* Without lines it must find the same functions, if the debug information has any. */
	n_names = pmc_symbols_functions(symbols, object, address, names, 64);
	for (i = 0; i < n_names; i++)
		if (n_names != n ||
		    strcmp(names[i] ? names[i] : "", line[i].function ? line[i].function : "")) {
			printf("%d lines, but %d functions\n", n, n_names);
			exit(1);
		}
	inlined(address, names, n_names);
	symbol(address, &s);
	printf("0x%016" PRIx64 "\n", address);
	for (i = 0; i < n; i++) {
		printf("%s\n%s:", line[i].function ? line[i].function : "??",
		       line[i].file ? line[i].file : "??");
		if (line[i].line)
			printf("%u\n", line[i].line);
		else
			printf("?\n");
	}
}

static void code(uint64_t from, uint64_t to)
{
	while (from < to) {
		struct pmc_instruction in;
		uint8_t bytes[15];
		size_t n = pmc_symbols_code(symbols, object, from, bytes, sizeof(bytes));

		if (pmc_disassemble(bytes, n, from, 0, &in)) {
			printf("%" PRIx64 " bad\n", from++);
			continue;
		}
		printf("%" PRIx64 " %u %" PRIx64 " %s\n", from, in.length, in.target, in.text);
		from += in.length;
	}
}

int main(int argc, char **argv)
{
	struct pmc_diag diag;
	char text[64];

	if (argc < 3 || pmc_symbols_create(PMC_SYMBOLS_LINKAGE, NULL, &symbols))
		return 2;
	object = pmc_symbols_object(symbols, argv[1], NULL, 0, &diag);
	if (object < 0) {
		fprintf(stderr, "ask: %s\n", diag.sentence);
		return 1;
	}
	if (!strcmp(argv[2], "functions"))
		functions();
	else if (!strcmp(argv[2], "code") && argc == 5)
		code(strtoull(argv[3], NULL, 16), strtoull(argv[4], NULL, 16));
	else if (!strcmp(argv[2], "lines") && pmc_symbols_check_lines(symbols, object, &diag))
		fprintf(stderr, "ask: %s\n", diag.sentence);
	else
		while (fgets(text, sizeof(text), stdin))
			(strcmp(argv[2], "find") ? lines : find)(strtoull(text, NULL, 16));
	pmc_symbols_destroy(symbols);
	return 0;
}
