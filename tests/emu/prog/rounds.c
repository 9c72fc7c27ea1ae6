/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rounds FEW NEW MANY: a large program that goes FEW times round in a few functions, then calls NEW
 * others once each, then goes MANY times through all of them (emu/code/workset.h), and prints a
 * sum. Now and then it changes code, so that the engine is asked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define FUNCTIONS 9000u
#define SIZE	  16u
#define PAGE	  4096u
#define PAUSE	  65536u /* so many calls of other functions between changes, or … */
#define PAUSE_ALL 4u	 /* … so many times through all */

typedef unsigned long function(unsigned long);

/* Each adds its number to what it gets. With what follows them they are much code. */
extern const unsigned char numbered[];
__asm__(".pushsection .text\n"
	".p2align 4\n"
	"numbered: i = 0\n"
	".rept 9000\n"
	".p2align 4\n"
	"lea i(%rdi), %rax; ret\n"
	"i = i + 1\n"
	".endr\n"
	".fill 9 << 20, 1, 0x90\n"
	".popsection");

static __attribute__((noinline)) unsigned long one(unsigned long n)
{
	return n % 3 + 1;
}

static __attribute__((noinline)) unsigned long other(unsigned long n)
{
	return one(n) * 2;
}

static function *volatile few[] = { one, other, one };

static function *at(const unsigned char *code)
{
	function *f;

	memcpy(&f, &code, sizeof(f));
	return f;
}

static unsigned long through(unsigned n, unsigned long sum)
{
	for (unsigned i = 0; i < n; i++)
		sum = at(numbered + i * SIZE)(sum);
	return sum;
}

/* Makes the code there anew, which returns what it gets. */
static unsigned long change(unsigned char *code, unsigned long n)
{
	static const unsigned char same[] = { 0x48, 0x89, 0xf8, 0xc3 }; /* mov rax, rdi; ret */

	if (mprotect(code, PAGE, PROT_READ | PROT_WRITE))
		exit(1);
	memcpy(code, same, sizeof(same));
	if (mprotect(code, PAGE, PROT_READ | PROT_EXEC))
		exit(1);
	return at(code)(n);
}

static unsigned long number(char **argv, int argc, int i)
{
	return i < argc ? strtoul(argv[i], NULL, 10) : 0;
}

int main(int argc, char **argv)
{
	unsigned long n = number(argv, argc, 1), sum = 0;
	unsigned new = (unsigned)number(argv, argc, 2);
	unsigned char *code = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (code == MAP_FAILED || new > FUNCTIONS)
		return 1;
	for (unsigned long i = 0; i < n; i++) {
		sum += few[sum % 3](i);
		if (i % PAUSE == 0)
			sum = change(code, sum);
	}
	sum = through(new, sum);
	n = number(argv, argc, 3);
	for (unsigned long i = 0; i < n; i++) {
		sum = through(FUNCTIONS, sum);
		if (i % PAUSE_ALL == 0)
			sum = change(code, sum);
	}
	printf("%lu\n", sum);
	return 0;
}
