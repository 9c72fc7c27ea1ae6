/* SPDX-License-Identifier: BSD-2-Clause */
/* A program with a fault that each rule of pmc report --advice is about, on the line with its name,
 * and beside each the same work without it. */
#include <stdio.h>
#include <stdlib.h>

/* More pages than TLBs have entries. */
#define ROWS	4096
#define COLUMNS 1024

static int matrix[ROWS][COLUMNS];
static unsigned char random_bytes[65536], equal_bytes[65536];

static volatile long taken, sum;

static void branches(const unsigned char *bytes, long n, long times)
{
	while (times--)
		for (long i = 0; i < n; i++)
			if (bytes[i] > 127) /* BRANCH */
				taken++;
}

static void rows(void)
{
	for (long i = 0; i < ROWS / 8; i++)
		for (long k = 0; k < COLUMNS; k++)
			sum += matrix[i][k]; /* ROWS */
}

static void columns(void)
{
	for (long k = 0; k < COLUMNS; k += 16)
		for (long i = 0; i < ROWS; i++)
			sum += matrix[i][k]; /* COLUMNS */
}

int main(int argc, char **argv)
{
	unsigned x = 1;
	int which = argc > 1 ? atoi(argv[1]) : 3;

	for (long i = 0; i < 65536; i++) {
		x = x * 1103515245u + 12345u;
		random_bytes[i] = (unsigned char)(x >> 24);
	}
	for (long i = 0; i < ROWS; i++)
		for (long k = 0; k < COLUMNS; k += 16)
			matrix[i][k] = (int)(i ^ k);
	branches(which & 1 ? random_bytes : equal_bytes, 65536, 4);
	rows();
	if (which & 2)
		columns();
	printf("%ld %ld\n", taken, sum);
	return 0;
}
