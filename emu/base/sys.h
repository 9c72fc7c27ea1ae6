/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the engine has instead of a libc: raw system calls (they return -errno), memory and string
 * functions, and a few words that every file uses. No state.
 */
#ifndef PMC_EMU_SYS_H
#define PMC_EMU_SYS_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <asm/unistd.h>
#include <asm/errno.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define PAGE_SIZE   4096ull
#define PAGE_DOWN(x) ((u64)(x) & ~(PAGE_SIZE - 1))
#define PAGE_UP(x)   PAGE_DOWN((u64)(x) + PAGE_SIZE - 1)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static inline long sys6(long nr, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return ret;
}
#define sys0(nr)	      sys6(nr, 0, 0, 0, 0, 0, 0)
#define sys1(nr, a)	      sys6(nr, (long)(a), 0, 0, 0, 0, 0)
#define sys2(nr, a, b)	      sys6(nr, (long)(a), (long)(b), 0, 0, 0, 0)
#define sys3(nr, a, b, c)     sys6(nr, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define sys4(nr, a, b, c, d)  sys6(nr, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define sys5(nr, a, b, c, d, e) \
	sys6(nr, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)

/* sys.c */
void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);

/* Small copies of constant size become a few moves, in spite of -fno-builtin. */
#define memcpy(dst, src, n) __builtin_memcpy(dst, src, n)
#define memset(dst, c, n)   __builtin_memset(dst, c, n)

static inline void cpuid(u32 leaf, u32 sub, u32 r[4])
{
	__asm__ volatile("cpuid" : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3]) : "a"(leaf), "c"(sub));
}
/* Vendors by the end of their names: AuthenticAMD, HygonGenuine. */
static inline bool is_amd(void)
{
	u32 r[4];

	cpuid(0, 0, r);
	return r[2] == 0x444d4163 || r[2] == 0x656e6975;
}

/* Formatted output, for messages only: %s %d %u %x %c %p %%, the l, ll and z sizes, a width (padded
 * with blanks, or zeros after a 0) and a precision for %s, both also as "*". Returns the length
 * written, which is always below size, and always terminates (unless size is 0). */
int emu_vsnprintf(char *buf, size_t size, const char *fmt, __builtin_va_list ap);
int emu_snprintf(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* n bytes as "48 89 e5", cut off at the end of buf; returns buf, terminated. */
char *emu_hex(char *buf, size_t size, const void *bytes, size_t n);

#endif
