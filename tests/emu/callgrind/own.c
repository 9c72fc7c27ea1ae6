/* SPDX-License-Identifier: BSD-2-Clause */
/* A static program without a C library: nothing in it depends on the CPU, or on where it stands. */
static volatile long sink;

static long call(long number)
{
	long result;

	__asm__ volatile("syscall" : "=a"(result) : "0"(number) : "rcx", "r11", "memory");
	return result;
}

static __attribute__((noinline)) long leaf(long x)
{
	if (x % 3 == 0)
		return x >> 1;
	switch (x % 7) {
	case 0:
		return x + 1;
	case 1:
		return x ^ 5;
	case 2:
		return x * 3;
	case 3:
		return -x;
	case 4:
		return x << 2;
	case 5:
		return ~x;
	}
	return x;
}

static __attribute__((noinline)) long fold(long x)
{
	return x > 1 ? fold(x - 1) + leaf(x) : 1;
}

static long (*const table[])(long) = { leaf, fold };

__attribute__((used)) static long work(void)
{
	static char bytes[4096];
	long i, sum = 0;

	for (i = 0; i < 4096; i++)
		bytes[i] = i * 7;
	for (i = 0; i < 2000; i++)
		sum += table[i % 5 == 0](i % 40) + bytes[i];
	for (i = 0; i < 50; i++)
		call(39);
	sink = sum;
	return sum;
}

__asm__(".globl _start\n"
	".type _start, @function\n"
	"_start: and $-16, %rsp\n"
	"	call work\n"
	"	mov $60, %eax\n"
	"	xor %edi, %edi\n"
	"	syscall\n"
	".size _start, . - _start\n");
