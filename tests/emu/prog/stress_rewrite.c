/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that rewrites its code in a loop, as JITs do: in place on writable and executable
 * pages; with mprotect to and fro; through a second mapping; as thousands of new functions that
 * fill any code cache; by moving, unmapping and replacing code; with callers on other pages; with
 * one thread that writes what another executes, synchronised by a handshake.
 *
 *	stress_rewrite ROUNDS
 * cflags: -O2
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define RWX  (PROT_READ | PROT_WRITE | PROT_EXEC)

typedef int fn(int);

static void check(int got, int want, const char *what)
{
	if (got != want) {
		printf("%s: got %d, want %d\n", what, got, want);
		exit(1);
	}
}

/* lea n(%rdi), %eax; ret */
static size_t emit_add(unsigned char *p, int n)
{
	memcpy(p, "\x8d\x87", 2);
	memcpy(p + 2, &n, 4);
	p[6] = 0xc3;
	return 7;
}

/* A loop: xor %eax, %eax; 1: add $n, %eax; dec %edi; jnz 1b; ret */
static size_t emit_loop(unsigned char *p, int n)
{
	memcpy(p, "\x31\xc0\x05", 3);
	memcpy(p + 3, &n, 4);
	memcpy(p + 7, "\xff\xcf\x75\xf7\xc3", 5);
	return 12;
}

static unsigned char *pages(size_t n, int prot)
{
	unsigned char *p = mmap(NULL, n * PAGE, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	return p;
}

static void in_place(int rounds)
{
	unsigned char *p = pages(1, RWX);

	for (int i = 0; i < rounds; i++) {
		emit_add(p, i);
		check(((fn *)p)(5), i + 5, "in place");
		emit_loop(p + 64, i);
		check(((fn *)(p + 64))(10), i * 10, "loop in place");
	}
	munmap(p, PAGE);
}

static void protect(int rounds)
{
	unsigned char *p = pages(2, PROT_READ | PROT_WRITE);

	for (int i = 0; i < rounds; i++) {
		mprotect(p, 2 * PAGE, PROT_READ | PROT_WRITE);
		emit_add(p + PAGE - 3, i); /* straddles */
		mprotect(p, 2 * PAGE, PROT_READ | PROT_EXEC);
		check(((fn *)(p + PAGE - 3))(7), i + 7, "write xor execute");
	}
	munmap(p, 2 * PAGE);
}

static void second_mapping(int rounds)
{
	int fd = memfd_create("code", 0);
	unsigned char *w, *x;

	if (fd < 0 || ftruncate(fd, PAGE)) {
		perror("memfd");
		exit(1);
	}
	w = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	x = mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
	close(fd);
	for (int i = 0; i < rounds; i++) {
		emit_add(w + 100, i);
		check(((fn *)(x + 100))(1), i + 1, "second mapping");
		emit_loop(w + 200, i);
		check(((fn *)(x + 200))(3), i * 3, "loop in a second mapping");
	}
	munmap(w, PAGE);
	munmap(x, PAGE);
}

/* Many functions, called in turn through each other. */
static void many(int rounds)
{
	size_t size = 64 * PAGE, n = size / 16;
	unsigned char *p = pages(64, RWX);

	for (int r = 0; r < rounds; r++) {
		int sum = 0;

		for (size_t i = 0; i < n; i++)
			emit_add(p + i * 16, (int)i + r);
		for (size_t i = 0; i < n; i++)
			sum += ((fn *)(p + i * 16))(1) - (int)i - r;
		check(sum, (int)n, "many functions");
	}
	munmap(p, size);
}

static void replaced(int rounds)
{
	unsigned char *p = pages(4, RWX), *q;

	for (int i = 0; i < rounds; i++) {
		emit_add(p, i);
		check(((fn *)p)(2), i + 2, "before it is moved");
		q = pages(4, PROT_NONE);
		q = mremap(p, 4 * PAGE, 4 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, q);
		check(((fn *)q)(3), i + 3, "moved");
		/* The old place gets other code. */
		p = mmap(p, 4 * PAGE, RWX, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		emit_add(p, -i);
		check(((fn *)p)(3), 3 - i, "in its place");
		munmap(q, 4 * PAGE);
	}
	munmap(p, 4 * PAGE);
}

/* The caller is on one page, with a direct call into another that changes. */
static void callers(int rounds)
{
	unsigned char *p = pages(2, RWX);
	int rel = PAGE - 9;

	/* sub $8, %rsp; call p+PAGE; add $8, %rsp; ret */
	memcpy(p, "\x48\x83\xec\x08\xe8", 5);
	memcpy(p + 5, &rel, 4);
	memcpy(p + 9, "\x48\x83\xc4\x08\xc3", 5);
	for (int i = 0; i < rounds; i++) {
		emit_add(p + PAGE, i);
		for (int k = 0; k < 3; k++)
			check(((fn *)p)(k), i + k, "by a caller");
	}
	munmap(p, 2 * PAGE);
}

static unsigned char *shared_code;
static atomic_int turn, stop;

static void *executor(void *arg)
{
	int seen = 0, t;

	while (!atomic_load(&stop)) {
		t = atomic_load(&turn);
		if (t == seen || !(t & 1))
			continue;
		seen = t;
		/*
		 * CPUID serializes, as the manual asks of who executes code that another CPU wrote.
		 */
		__asm__ volatile("cpuid" : : "a"(0), "c"(0) : "rbx", "rdx", "memory");
		check(((fn *)shared_code)(4), t + 4, "written by another thread");
		atomic_store(&turn, t + 1);
	}
	return NULL;
}

static void two_threads(int rounds)
{
	pthread_t t;

	shared_code = pages(1, RWX);
	pthread_create(&t, NULL, executor, NULL);
	for (int i = 1; i < rounds * 2; i += 2) {
		emit_add(shared_code, i);
		atomic_store(&turn, i);
		while (atomic_load(&turn) == i)
			;
	}
	atomic_store(&stop, 1);
	pthread_join(t, NULL);
	munmap(shared_code, PAGE);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 100;

	in_place(rounds * 20);
	protect(rounds * 5);
	second_mapping(rounds * 10);
	many(rounds / 20 + 1);
	replaced(rounds);
	callers(rounds * 5);
	two_threads(rounds);
	puts("all right");
	return 0;
}
