/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A square matrix of doubles, summed row by row or column by column: the same additions, once along
 * the cache lines and once across them. Prints the sum, so that a wrong run shows.
 *
 *	matrix rows|columns SIZE TIMES
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double rows(const double *m, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			sum += m[i * n + j];
	return sum;
}

static double columns(const double *m, size_t n)
{
	double sum = 0;

	for (size_t j = 0; j < n; j++)
		for (size_t i = 0; i < n; i++)
			sum += m[i * n + j];
	return sum;
}

int main(int argc, char **argv)
{
	double (*walk)(const double *, size_t);
	size_t n, times;
	double *m, sum = 0;

	if (argc != 4) {
		fprintf(stderr, "usage: matrix rows|columns SIZE TIMES\n");
		return 2;
	}
	walk = strcmp(argv[1], "rows") ? columns : rows;
	n = strtoul(argv[2], NULL, 0);
	times = strtoul(argv[3], NULL, 0);
	m = malloc(n * n * sizeof(*m));
	if (!m)
		return 1;
	for (size_t i = 0; i < n * n; i++)
		m[i] = (double)(i % 1009) / 16;
	for (size_t k = 0; k < times; k++) {
		m[k % (n * n)] += 1;
		sum += walk(m, n);
	}
	printf("%.4f\n", sum);
	free(m);
	return 0;
}
