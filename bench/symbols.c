/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: symbols OBJECT [STEP [print]]
 *
 * How long it takes to find the functions, and the lines with what was inlined, of every STEPth
 * (16) byte of the object's functions. Prints: addresses, milliseconds for the functions,
 * milliseconds for the lines. `print`: prints the addresses instead.
 */
#include <inttypes.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

enum what {
	FUNCTIONS,
	LINES,
	PRINT,
};

/* Goes through all functions; returns how many addresses it asked for. */
static size_t ask(struct pmc_symbols *symbols, int object, uint64_t step, enum what what)
{
	struct pmc_symbol s, found;
	struct pmc_line line[32];
	size_t i, n = 0;
	uint64_t at;

	for (i = 0; !pmc_symbols_at(symbols, object, i, &s); i++)
		for (at = s.start; at < s.start + s.size; at += step) {
			if (what == LINES)
				pmc_symbols_lines(symbols, object, at, line, 32);
			else if (what == FUNCTIONS)
				pmc_symbols_find(symbols, object, at, &found);
			else
				printf("%" PRIx64 "\n", at);
			n++;
		}
	return n;
}

int main(int argc, char **argv)
{
	uint64_t step = argc > 2 ? strtoull(argv[2], NULL, 0) : 16;
	struct pmc_symbols *symbols;
	double begin = now(), middle;
	struct pmc_diag diag;
	size_t n;
	int object;

	if (argc < 2 || !step || pmc_symbols_create(0, NULL, &symbols))
		return 2;
	object = pmc_symbols_object(symbols, argv[1], NULL, 0, &diag);
	if (object < 0) {
		fprintf(stderr, "symbols: %s\n", diag.sentence);
		return 1;
	}
	if (argc > 3) {
		ask(symbols, object, step, PRINT);
		pmc_symbols_destroy(symbols);
		return 0;
	}
	n = ask(symbols, object, step, FUNCTIONS);
	middle = now();
	ask(symbols, object, step, LINES);
	printf("%zu %.1f %.1f\n", n, middle - begin, now() - middle);
	pmc_symbols_destroy(symbols);
	return 0;
}
