/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hot calls a thousand functions in turns, until it has had 0.6 s of a processor: each is hot, so
 * that its traces are made anew (emu/code/heat.h).
 */
#include <stdio.h>
#include <time.h>

#define F(n)                                                                \
	static __attribute__((noinline, noclone)) unsigned f##n(unsigned x) \
	{                                                                   \
		for (unsigned i = x & 3; i; i--)                            \
			x = x * 5 + 0x##n;                                  \
		return x + 1;                                               \
	}
#define NAME(n) f##n,
#define F16(x)	X(x##0) X(x##1) X(x##2) X(x##3) X(x##4) X(x##5) X(x##6) X(x##7) MORE(x)
#define MORE(x) X(x##8) X(x##9) X(x##a) X(x##b) X(x##c) X(x##d) X(x##e) X(x##f)
#define F256(x) F16(x##0) F16(x##1) F16(x##2) F16(x##3) F16(x##4) F16(x##5) F16(x##6) LAST(x)
#define LAST(x) F16(x##7) F16(x##8) F16(x##9) F16(x##a) F16(x##b) F16(x##c) REST(x)
#define REST(x) F16(x##d) F16(x##e) F16(x##f)
#define F1024	F256(0) F256(1) F256(2) F256(3)

#define X F
F1024
#undef X
#define X NAME
static unsigned (*const volatile functions[])(unsigned) = { F1024 };

int main(void)
{
	unsigned sum = 0;

	while (clock() < CLOCKS_PER_SEC * 6 / 10)
		for (int k = 0; k < 100; k++)
			for (unsigned i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
				sum = functions[i](sum);
	return printf("%d\n", sum == 7) < 0;
}
