/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/machine/: the processors that are shown instead of the host's. What they have is compared
 * with the psABI's table, typed here by name; what they say of caches and topology with itself.
 *
 * links: emu/machine/?*.c emu/base/cpuid.c emu/base/engine.c emu/base/string.c
 * links: emu/base/format.c
 */
#include "tests/tap.h"

#include <cpuid.h>
#include <string.h>

#include "emu/base/cpuid.h"
#include "emu/base/engine.h"
#include "emu/launch.h"
#include "emu/machine/cpuinfo.h"
#include "emu/machine/level.h"
#include "emu/machine/machine.h"

static struct emu_header header;

enum { EAX, EBX, ECX, EDX };

/* The psABI's table 3.1 (x86-64 psABI 1.0, 3.1.1), with the place of each feature's bit. */
static const struct {
	const char *name;
	unsigned level; /* from which it is there; 4: in none that is shown */
	u32 leaf, reg, bit;
} features[] = {
	{ "cmov", 1, 1, EDX, 15 },
	{ "cx8", 1, 1, EDX, 8 },
	{ "fpu", 1, 1, EDX, 0 },
	{ "fxsr", 1, 1, EDX, 24 },
	{ "mmx", 1, 1, EDX, 23 },
	{ "syscall", 1, 0x80000001, EDX, 11 },
	{ "sse", 1, 1, EDX, 25 },
	{ "sse2", 1, 1, EDX, 26 },
	{ "lm", 1, 0x80000001, EDX, 29 },
	{ "cx16", 2, 1, ECX, 13 },
	{ "lahf_lm", 2, 0x80000001, ECX, 0 },
	{ "popcnt", 2, 1, ECX, 23 },
	{ "pni", 2, 1, ECX, 0 },
	{ "sse4_1", 2, 1, ECX, 19 },
	{ "sse4_2", 2, 1, ECX, 20 },
	{ "ssse3", 2, 1, ECX, 9 },
	{ "avx", 3, 1, ECX, 28 },
	{ "avx2", 3, 7, EBX, 5 },
	{ "bmi1", 3, 7, EBX, 3 },
	{ "bmi2", 3, 7, EBX, 8 },
	{ "f16c", 3, 1, ECX, 29 },
	{ "fma", 3, 1, ECX, 12 },
	{ "abm", 3, 0x80000001, ECX, 5 },
	{ "movbe", 3, 1, ECX, 22 },
	{ "xsave", 3, 1, ECX, 26 },
	{ "aes", 4, 1, ECX, 25 },
	{ "pclmulqdq", 4, 1, ECX, 1 },
	{ "rdrand", 4, 1, ECX, 30 },
	{ "erms", 4, 7, EBX, 9 },
	{ "rtm", 4, 7, EBX, 11 },
	{ "avx512f", 4, 7, EBX, 16 },
	{ "sha_ni", 4, 7, EBX, 29 },
	{ "rdtscp", 4, 0x80000001, EDX, 27 },
	{ "hypervisor", 4, 1, ECX, 31 },
	{ "fsgsbase", 4, 7, EBX, 0 },
};

static bool has_word(const char *text, const char *word)
{
	const char *p = text;
	size_t n = strlen(word);

	while ((p = strstr(p, word))) {
		if ((p[-1] == ' ') && (p[n] == ' ' || p[n] == '\n'))
			return true;
		p += n;
	}
	return false;
}

static u32 bits_of(const u32 r[4])
{
	return (u32)(__builtin_popcount(r[0]) + __builtin_popcount(r[1]) +
		     __builtin_popcount(r[2]) + __builtin_popcount(r[3]));
}

static void test_features(unsigned level)
{
	char text[CPUINFO_SIZE], name[64];
	u32 r[4], bad = 0, n = 0, words = 0, i;
	const char *p;

	header.cpu = level;
	cpuinfo_write(machine_level(), text, sizeof(text));
	for (i = 0; i < ARRAY_SIZE(features); i++) {
		bool want = features[i].level <= level;

		machine_cpuid(features[i].leaf, 0, r);
		if ((r[features[i].reg] >> features[i].bit & 1) != want ||
		    has_word(text, features[i].name) != want) {
			printf("# %s\n", features[i].name);
			bad++;
		}
	}
	snprintf(name, sizeof(name), "v%u: the features of the psABI's table", level);
	is_int(bad, 0, name);
	/* Every bit has a word: as many bits in the three leaves as words (OSXSAVE has none). */
	machine_cpuid(1, 0, r);
	n += (u32)__builtin_popcount(r[ECX] & ~(1u << 27)) + (u32)__builtin_popcount(r[EDX]);
	machine_cpuid(7, 0, r);
	n += bits_of(r);
	machine_cpuid(0x80000001, 0, r);
	n += bits_of(r);
	p = strstr(text, "flags\t\t: ");
	for (p = p ? p + 8 : ""; *p && *p != '\n'; p++)
		words += *p == ' ';
	snprintf(name, sizeof(name), "v%u: as many flags in /proc/cpuinfo as in CPUID", level);
	is_int(words, n, name);
	snprintf(name, sizeof(name), "v%u: /proc/cpuinfo has room", level);
	ok(strlen(text) + 64 < sizeof(text) && strstr(text, "power management:\n\n"), name);
}

/* KiB of cache number `sub`, by leaf 4. */
static u32 cache_kib(u32 sub)
{
	u32 r[4];

	machine_cpuid(4, sub, r);
	if (!(r[EAX] & 31))
		return 0;
	return ((r[EBX] >> 22) + 1) * ((r[EBX] >> 12 & 1023) + 1) * ((r[EBX] & 4095) + 1) *
	       (r[ECX] + 1) / 1024;
}

static void test_caches(void)
{
	u32 r[4];

	header.cpu = EMU_CPU_V2;
	is_int(cache_kib(0), 32, "L1 data: 32 KiB");
	is_int(cache_kib(1), 32, "L1 instructions: 32 KiB");
	is_int(cache_kib(2), 256, "L2: 256 KiB");
	is_int(cache_kib(3), 8192, "L3: 8 MiB");
	is_int(cache_kib(4), 0, "no more");
	machine_cpuid(0x80000006, 0, r);
	is_int(r[ECX] >> 16, 256, "leaf 80000006H says the same of L2");
	is_int(r[ECX] & 255, 64, "lines of 64 bytes");
	machine_cpuid(4, 0, r);
	is_int(r[EAX] >> 14, 0, "one CPU uses each cache");
	machine_cpuid(0xb, 1, r);
	is_int(r[EBX], 1, "one CPU in the package");
}

static void test_leaves(void)
{
	u32 r[4], level, nonzero = 0;
	char text[13] = "";

	for (level = EMU_CPU_V1; level <= EMU_CPU_V3; level++) {
		header.cpu = level;
		machine_cpuid(0, 0, r);
		is_int(r[EAX], level == EMU_CPU_V3 ? 0xd : 0xb, "the last leaf");
		for (u32 leaf = r[EAX] + 1; leaf < 0x100; leaf++) {
			machine_cpuid(leaf, 0, r);
			nonzero += bits_of(r) != 0;
		}
		machine_cpuid(0x40000000, 0, r);
		nonzero += bits_of(r) != 0;
		machine_cpuid(0x80000009, 0, r);
		nonzero += bits_of(r) != 0;
	}
	is_int(nonzero, 0, "nothing beyond the last leaves");
	machine_cpuid(0, 0, r);
	memcpy(text, &r[EBX], 4);
	memcpy(text + 4, &r[EDX], 4);
	memcpy(text + 8, &r[ECX], 4);
	is_str(text, "GenuineIntel", "vendor");
	machine_cpuid(0xd, 0, r);
	is_int(r[EBX], 832, "v3: XSAVE's area");
	is_int((int)machine_components(), 7, "v3: XCR0");
	machine_cpuid(0xd, 2, r);
	is_int(r[EAX] + r[EBX], 832, "AVX's part ends it");
	machine_cpuid(0xd, 1, r);
	is_int(bits_of(r), 0, "no XSAVEC, no XSAVEOPT");
}

static void test_host(void)
{
	u32 r[4], plain[4];

	header.cpu = EMU_CPU_HOST;
	header.cpus = 0;
	ok(!machine_level() && !machine_cpus(), "the host is shown as it is");
	is_hex((long)machine_hwcap(5), 5, "AT_HWCAP is the kernel's");
	header.host = EMU_HOST_CPUS;
	is_int(machine_cpus(), EMU_HOST_N_CPUS, "pretended CPUs");
	header.cpus = 1;
	is_int(machine_cpus(), 1, "one CPU is shown whatever is pretended");
	header.host = 0;
	machine_cpuid(7, 0, plain);
	header.host = EMU_HOST_NO_AVX2;
	machine_cpuid(7, 0, r);
	is_hex(r[EBX] & (1 << 5 | 1 << 8 | 1 << 16), 0,
	       "pretended: neither AVX2, BMI2 nor AVX-512");
	is_hex(r[EBX] & 1 << 18, plain[EBX] & 1 << 18, "the rest is the host's");
	header.host = 0;
}

/* Does it say what the instruction says? Numbers of CPUs (leaves 1, 0BH, 1AH, 1FH, 8000001EH,
 * 80000026H) change when the test is moved to another one. */
static bool is_true(u32 leaf, u32 sub)
{
	u32 r[4], own[4];

	if (leaf == 1 || leaf == 0xb || leaf == 0x1a || leaf == 0x1f || leaf == 0x8000001e ||
	    leaf == 0x80000026)
		return true;
	cpuid(leaf, sub, r);
	__cpuid_count(leaf, sub, own[EAX], own[EBX], own[ECX], own[EDX]);
	return !memcmp(r, own, sizeof(r));
}

/* What is remembered is what the processor says, the second time, too, and in a full table. */
static void test_remembered(void)
{
	u32 r[4], false_ones = 0, n = 0;

	for (u32 again = 0; again < 2; again++)
		for (u32 upper = 0; upper < 2; upper++) {
			u32 base = upper << 31;

			cpuid(base, 0, r);
			for (u32 leaf = base; leaf <= r[EAX] && leaf < base + 64; leaf++)
				for (u32 sub = 0; sub < 6; sub++, n++)
					false_ones += !is_true(leaf, sub);
		}
	ok(n > 100, "%u leaves", n);
	is_int(false_ones, 0, "each is as the processor has it, twice");
	for (u32 sub = 0; sub < 2 * EMU_MAX_CPUID; sub++)
		false_ones += !is_true(7, sub);
	is_int(false_ones, 0, "also when there is no more room");
	memset(header.cpuid, 0, sizeof(header.cpuid));
	header.cpuid[0].state = 1;
	cpuid(0, 0, r);
	is_int(header.cpuid[1].state, 2, "a writer that was killed blocks nobody");
	is_int(header.cpuid[0].state, 1, "and its entry is left alone");
	header.cpuid[1].r[EAX] = 99;
	cpuid(0, 1, r);
	is_int(r[EAX], 99, "what is remembered is not asked again");
	memset(header.cpuid, 0, sizeof(header.cpuid));
}

int main(void)
{
	engine.shm = &header;
	test_remembered();
	for (unsigned level = 1; level <= 3; level++)
		test_features(level);
	test_caches();
	test_leaves();
	test_host();
	return done();
}
