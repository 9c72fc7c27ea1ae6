/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/base/string.c and emu/base/format.c: compares the memory functions with a plain loop, and the
 * formatted text with the C library's.
 */
#include "tests/tap.h"

#include "emu/base/string.h"

/* Rename the engine's functions, since the C library's are in this program too. */
void *t_memcpy(void *dst, const void *src, size_t n);
void *t_memmove(void *dst, const void *src, size_t n);
void *t_memset(void *dst, int c, size_t n);
int t_memcmp(const void *a, const void *b, size_t n);
size_t t_strlen(const char *s);
int t_strcmp(const char *a, const char *b);
int t_strncmp(const char *a, const char *b, size_t n);
char *t_strchr(const char *s, int c);
#undef memcpy
#undef memset
#define memcpy	t_memcpy
#define memmove t_memmove
#define memset	t_memset
#define memcmp	t_memcmp
#define strlen	t_strlen
#define strcmp	t_strcmp
#define strncmp t_strncmp
#define strchr	t_strchr
#include "emu/base/string.c"
#include "emu/base/format.c"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef strlen
#undef strcmp
#undef strncmp
#undef strchr

static u32 seed = 1;

static u32 rnd(u32 n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

static void memory(void)
{
	u8 a[512], b[512];
	int i, bad_move = 0, bad_copy = 0, bad_set = 0, bad_cmp = 0;

	for (i = 0; i < 20000; i++) {
		u32 from = rnd(256), to = rnd(256), n = rnd(256), k;

		for (k = 0; k < sizeof(a); k++)
			a[k] = b[k] = rnd(256);
		memmove(a + to, a + from, n);
		bad_move += t_memmove(b + to, b + from, n) != b + to || memcmp(a, b, sizeof(a));
		memcpy(a + 256 + (to >> 1), a + (from >> 1), n >> 1);
		t_memcpy(b + 256 + (to >> 1), b + (from >> 1), n >> 1);
		bad_copy += memcmp(a, b, sizeof(a)) != 0;
		memset(a + to, from, n);
		t_memset(b + to, from, n);
		bad_set += memcmp(a, b, sizeof(a)) != 0;
		b[to] ^= rnd(2);
		bad_cmp += (memcmp(a, b, sizeof(a)) < 0) != (t_memcmp(a, b, sizeof(a)) < 0);
		bad_cmp += (memcmp(a, b, sizeof(a)) > 0) != (t_memcmp(a, b, sizeof(a)) > 0);
	}
	is_int(bad_move, 0, "memmove");
	is_int(bad_copy, 0, "memcpy");
	is_int(bad_set, 0, "memset");
	is_int(bad_cmp, 0, "memcmp");
}

static void strings(void)
{
	static const char *const s[] = { "", "a", "ab", "abc", "b", "\xff", "ab\xff" };
	u32 i, j, bad = 0;

	for (i = 0; i < ARRAY_SIZE(s); i++) {
		bad += t_strlen(s[i]) != strlen(s[i]);
		bad += t_strchr(s[i], 'b') != strchr(s[i], 'b') ||
		       t_strchr(s[i], 0) != strchr(s[i], 0);
		for (j = 0; j < ARRAY_SIZE(s); j++) {
			bad += (t_strcmp(s[i], s[j]) > 0) != (strcmp(s[i], s[j]) > 0);
			bad += (t_strcmp(s[i], s[j]) < 0) != (strcmp(s[i], s[j]) < 0);
			bad += (t_strncmp(s[i], s[j], 2) > 0) != (strncmp(s[i], s[j], 2) > 0);
			bad += (t_strncmp(s[i], s[j], 2) == 0) != (strncmp(s[i], s[j], 2) == 0);
		}
	}
	is_int(bad, 0, "strlen, strchr, strcmp, strncmp");
}

/* clang-format off */
#define FORMAT(...)                                                                                \
	do {                                                                                       \
		char got[80], want[80];                                                            \
		int n = emu_snprintf(got, sizeof(got), __VA_ARGS__);                               \
		snprintf(want, sizeof(want), __VA_ARGS__);                                         \
		is_str(got, want, "%s", #__VA_ARGS__);                                             \
		if (n != (int)strlen(want))                                                        \
			is_int(n, strlen(want), "its length");                                     \
	} while (0)
/* clang-format on */

static void formats(void)
{
	char buf[8];

	FORMAT("plain");
	FORMAT("%d %d %d", 0, -1, 2147483647);
	FORMAT("%d", (int)0x80000000);
	FORMAT("%ld %ld", (long)INT64_MIN, (long)INT64_MAX);
	FORMAT("%u %x %lu %lx", 4000000000u, 0xdeadbeefu, ~0ul, ~0ul);
	FORMAT("%zu %lld %llx", sizeof(buf), -5ll, 0x123456789abcull);
	FORMAT("[%5d] [%05d] [%3x] [%08lx]", 42, 42, 0xabcd, 0x1234ul);
	FORMAT("[%s] [%8s] [%.2s] [%.*s] [%*s]", "text", "text", "text", 3, "text", 6, "ab");
	FORMAT("%c%c%%", 'x', 'y');
	FORMAT("%p", (void *)0x1234);
	is_int(emu_snprintf(buf, sizeof(buf), "%s", "0123456789"), 7,
	       "the length is what is there");
	is_str(buf, "0123456", "and the end is");
	is_int(emu_snprintf(buf, 0, "x"), 0, "no room at all");
	is_str(emu_hex(buf, sizeof(buf), "\x48\x89\xe5", 2), "48 89", "two bytes");
	is_str(emu_hex(buf, sizeof(buf), "\x48\x89\xe5", 3), "48 89", "no third one half");
	is_str(emu_hex(buf, sizeof(buf), "\x48\x89\xe5", 0), "", "no bytes");
}

int main(void)
{
	memory();
	strings();
	formats();
	return done();
}
