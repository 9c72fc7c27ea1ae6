#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# tests/run: time=1200
# Misses that others counted on processors, beside what the models of these processors count for
# the same kernels: the table of docs/machines.md, "Beside processors". It fails if an error becomes
# larger than that page says.
. "$(dirname "$0")/../tap.sh"
cd "$TMP" || exit 1

cat >kernels.c <<'C'
/*
 * Walks over an array of longs, over 256 MiB of bytes, and along a chain of lines; products of two
 * matrices of N x N doubles, of which the first ROWS rows are computed.
 *
 *	kernels walk ELEMENTS STEP TIMES
 *	kernels bytes STEP PASSES
 *	kernels chase|ordered LINES STEPS: in a random order; in that of memory, after one walk more
 *	kernels naive|reordered N ROWS
 *	kernels blocked N BLOCK
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long walk(size_t n, size_t step, size_t times)
{
	volatile long *a = malloc(n * sizeof(*a));
	long sum = 0;

	memset((void *)a, 1, n * sizeof(*a));
	while (times--)
		for (size_t i = 0; i < n; i += step)
			sum += a[i];
	return sum;
}

#define BYTES (256u << 20)

/* Multiplies every step-th byte, and reads some of them in the end. */
static long bytes(size_t step, size_t passes)
{
	char *p = malloc(BYTES);
	long sum = 0;

	while (passes--) {
		for (size_t i = 0; i < BYTES; i += step)
			p[i] *= 3;
		__asm__ volatile("" ::: "memory");
	}
	for (size_t i = 0; i < BYTES; i += 1024)
		sum += p[i];
	return sum;
}

struct line {
	unsigned next;
	char rest[60];
};

/* Makes a chain through all lines, and follows it. */
static size_t chase(size_t n, size_t steps, int shuffled)
{
	struct line *line = malloc(n * sizeof(*line));
	unsigned *order = malloc(n * sizeof(*order));
	size_t at = 0;

	for (size_t i = 0; i < n; i++)
		order[i] = (unsigned)i;
	for (size_t i = n - 1; shuffled && i > 0; i--) {
		size_t other = (size_t)rand() % (i + 1);
		unsigned was = order[i];

		order[i] = order[other];
		order[other] = was;
	}
	for (size_t i = 0; i < n; i++)
		line[order[i]].next = order[(i + 1) % n];
	if (!shuffled)
		steps += n;
	while (steps--)
		at = line[at].next;
	return at;
}

static double *a, *b, *c;

static double *matrix(size_t n, double value)
{
	double *m = malloc(n * n * sizeof(*m));

	for (size_t i = 0; i < n * n; i++)
		m[i] = value;
	return m;
}

static void naive(size_t n, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < n; j++) {
			double sum = 0;

			for (size_t k = 0; k < n; k++)
				sum += a[i * n + k] * b[k * n + j];
			c[i * n + j] = sum;
		}
}

/* The part of C from row `i` to `i_end`, of B from `k` and `j` on. */
static void part(size_t n, size_t i, size_t i_end, size_t k_from, size_t j_from, size_t size)
{
	for (; i < i_end; i++)
		for (size_t k = k_from; k < k_from + size; k++) {
			double factor = a[i * n + k];

			for (size_t j = j_from; j < j_from + size; j++)
				c[i * n + j] += factor * b[k * n + j];
		}
}

static void blocked(size_t n, size_t size)
{
	for (size_t k = 0; k < n; k += size)
		for (size_t j = 0; j < n; j += size)
			part(n, 0, size, k, j, size);
}

int main(int argc, char **argv)
{
	size_t n, m;

	if (argc < 4)
		return fprintf(stderr, "kernels: see the comment at the top of its source\n"), 2;
	n = strtoul(argv[2], NULL, 10);
	m = strtoul(argv[3], NULL, 10);
	if (!strcmp(argv[1], "walk"))
		return !walk(n, m, argc > 4 ? strtoul(argv[4], NULL, 10) : 1);
	if (!strcmp(argv[1], "bytes"))
		return bytes(n, m) == 1;
	if (!strcmp(argv[1], "chase") || !strcmp(argv[1], "ordered"))
		return chase(n, m, argv[1][0] == 'c') == n;
	a = matrix(n, 1);
	b = matrix(n, 2);
	c = matrix(n, 0);
	if (!strcmp(argv[1], "naive"))
		naive(n, m);
	else if (!strcmp(argv[1], "reordered"))
		part(n, 0, m, 0, 0, n);
	else
		blocked(n, m);
	return 0;
}
C
gcc -O2 -fno-tree-vectorize -fno-tree-slp-vectorize -static -o kernels kernels.c &&
	gcc -O1 -static -I"$TOP/include" -o matrix "$TOP/examples/matrix.c" "$BUILD/libpmc.a" \
		-pthread 2>/dev/null || { skip "no compiler"; finish; }
# Xeon E5-2667 v4: a Skylake with the caches and TLBs of a Broadwell.
cat >broadwell <<'M'
machine=skylake
L1d=32K,8,64
L2=256K,8,64
LL=25M,20,64
itlb=128,4
dtlb=64,4
M

counts() { # MACHINE-OPTION MACHINE EVENTS COMMAND...: the counts
	"$PMC" stat -x, -o out "$1" "$2" -e "$3" -- "${@:4}"
	grep -v '^#' out | grep . | cut -d, -f1 | tr '\n' ' '
}
# row WHAT PUBLISHED MODELLED LEAST MOST: prints a line; the error must be from LEAST to MOST
# percent.
row() {
	local error

	error=$(awk -v p="$2" -v m="$3" 'BEGIN { printf "%+.1f", 100 * (m - p) / p }')
	note "| $1 | $2 | $3 | $error % |"
	ok "$1: error $error %, from $4 to $5" awk -v e="$error" -v a="$4" -v b="$5" \
		'BEGIN { exit !(e >= a && e <= b) }'
}

# ---- Pentium 4: the thesis of docs/pentium4.md ----

bsq=BSQ_cache_reference:RD_2ndL_MISS:u
row "Pentium 4, matrix by rows, L2 read misses" 33557 \
	"$(counts --machine pentium4 $bsq ./matrix rows)" -2 2
row "Pentium 4, matrix by columns, L2 read misses" 1053081 \
	"$(counts --machine pentium4 $bsq ./matrix columns)" -2 2

# ---- Broadwell-EP: github.com/manishakaler/Cache-Optimized-Matmul, README.md and results/ ----

# ELEMENTS STEP TIMES, misses of L1D and L2 of the whole process in hardware, and bounds of errors.
# With 256 elements it has 43,341 and 10,738: what a process costs.
while read -r n step times l1 l2 least1 most1 least2 most2; do
	read -r m1 m2 < <(counts --machine-file broadwell l1d-read-misses,l2-read-misses \
		./kernels walk "$n" "$step" "$times")
	row "Broadwell-EP, sum of $n by steps of $step, $times times, L1D misses" \
		$((l1 - 43341)) "$m1" "$least1" "$most1"
	[ -z "$least2" ] || row "… L2 misses" $((l2 - 10738)) "$m2" "$least2" "$most2"
done <<'T'
16384 1 1000 2092189 14597 -3 3
65536 1 1000 8244506 906516 -3 3 800 850
16384 8 1000 2095369 13439 -3 3
65536 8 1000 8247252 3561456 -3 3 120 140
262144 64 1000 4173524 4111755 -3 3 -3 3
65536 1024 1000 118567 26447 -20 -10 300 320
T

# Shares of loads, in percent: L1D misses, dTLB misses.
while read -r kernel n m l1 least most; do
	read -r misses loads walks < <(counts --machine-file broadwell \
		L1-dcache-load-misses,L1-dcache-loads,dTLB-load-misses \
		./kernels "$kernel" "$n" "$m")
	row "Broadwell-EP, $kernel product of $n x $n, $m rows, % of loads that miss L1D" \
		"$l1" \
		"$(awk -v a="$misses" -v b="$loads" 'BEGIN { printf "%.2f", 100 * a / b }')" \
		"$least" "$most"
	[ "$kernel" != naive ] || row "… % of loads with a page walk" 15.94 \
		"$(awk -v a="$walks" -v b="$loads" 'BEGIN { printf "%.2f", 100 * a / b }')" 200 230
done <<'T'
naive 2048 4 72.47 -24 -20
reordered 2048 8 6.56 -2 3
blocked 2048 16 12.57 -21 -17
blocked 2048 32 9.49 -16 -12
blocked 2048 64 7.93 -11 -7
T

# ---- Neoverse N1 (Graviton): github.com/reinka/blog, content/post/cpu-cache.md and its sequel ----

# Its first level is 64K of four ways, L2 has 1M, the system's cache 32M; the walker reads L2.
cat >neoverse <<'M'
machine=skylakex
L1d=64K,4,64
L1i=64K,4,64
L2=1M,8,64
LL=32M,16,64,noninclusive
walks=L2
M
# STEP, PASSES, refills of the last level, and bounds of the error. All passes but the first are
# alike, so three are counted.
while read -r step passes last least most; do
	one=$(counts --machine-file neoverse ll-fills ./kernels bytes "$step" 1)
	three=$(counts --machine-file neoverse ll-fills ./kernels bytes "$step" 3)
	row "Neoverse N1, every $step bytes of 256 MiB, $passes times, refills of the last level" \
		"$last" $((one + (passes - 1) * (three - one) / 2)) "$least" "$most"
done <<'T'
256 5000 5281000266 -3 3
1 20 85780773 -4 3
T
# KERNEL, refills of L1D and of the last level, and bounds of errors.
while read -r kernel l1 last least1 most1 least2 most2; do
	read -r m1 m2 < <(counts --machine-file neoverse l1d-fills,ll-fills \
		./kernels "$kernel" 4194304 20000000)
	row "Neoverse N1, $kernel of 256 MiB, 20,000,000 steps, refills of L1D" "$l1" "$m1" \
		"$least1" "$most1"
	row "… refills of the last level" "$last" "$m2" "$least2" "$most2"
done <<'T'
chase 31471765 46771688 -13 -5 -52 -42
ordered 11361840 25794903 150 160 8 16
T
finish
