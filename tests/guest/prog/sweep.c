/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Does the rig's PMU count exactly the events of which it says so by CPUID (core/state/rig.h)?
 * Programs counter 0 with every event select and many unit masks, does a bit of everything, and
 * looks whether the counter moved. usage: sweep p6|arch|amd, as root, with Linux's module msr.
 * Prints each event that differs, and "counted N of M".
 */
#define _GNU_SOURCE
#include <cpuid.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/types.h"
#include "core/pmu/regs.h"
#include "core/state/rig.h"

static int msrs;

static void put(uint32_t address, uint64_t value)
{
	if (pwrite(msrs, &value, sizeof(value), address) != sizeof(value))
		perror("writing a register");
}

static uint64_t get(uint32_t address)
{
	uint64_t value = 0;

	if (pread(msrs, &value, sizeof(value), address) != sizeof(value))
		perror("reading a register");
	return value;
}

static volatile int sink;

static __attribute__((noinline)) void called(void)
{
	sink++;
}

static void (*volatile by_pointer)(void) = called;

/* Loads, stores, branches of every kind, system calls */
static void common(void)
{
	void *volatile next = &&last; /* a jump to where a register says */

	for (int i = 0; i < 20; i++) {
		called();
		by_pointer();
		if (i & 1)
			sink += i;
	}
	goto *next;
last:
	getppid();
}

/* Interrupts, and misses of the TLB by data and by code */
static void seldom(void)
{
	static const unsigned char ret = 0xc3;
	unsigned char *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE | PROT_EXEC,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (int i = 0; i < 1 << 20; i += 4096)
		p[i] = ret;
	for (int i = 0; i < 1 << 20; i += 4096)
		((void (*)(void))(p + i))();
	munmap(p, 1 << 20);
	usleep(5000);
}

struct registers {
	uint32_t select, counter, global;
};

static uint64_t measure(const struct registers *r, uint64_t select, void (*work)(void))
{
	uint64_t n;

	put(r->select, 0);
	put(r->counter, 0);
	put(r->select, select | EVTSEL_USR | EVTSEL_OS | EVTSEL_EN);
	work();
	n = get(r->counter);
	put(r->select, 0);
	return n;
}

static bool says(uint32_t select, uint32_t unit)
{
	uint32_t a, b, c, d;

	__cpuid_count(RIG_LEAF_COUNTS, RIG_EVENT(select, unit), a, b, c, d);
	return a | b;
}

int main(int argc, char **argv)
{
	static const uint8_t units[] = {
		0,    1,    2,	  3,	4,    8,    0x10, 0x11, 0x20, 0x40,
		0x4f, 0x7e, 0x80, 0x81, 0x82, 0xbf, 0xf7, 0xf9, 0xfb, 0xfe
	};
	bool amd = argc > 1 && !strcmp(argv[1], "amd");
	struct registers r = { 0x186, 0xc1, 0 };
	int counted = 0, all = 0, wrong = 0;

	if (amd)
		r = (struct registers){ 0xc0010000, 0xc0010004, 0 };
	else if (argc > 1 && !strcmp(argv[1], "arch"))
		r.global = 0x38f;
	msrs = open("/dev/cpu/0/msr", O_RDWR);
	if (msrs < 0)
		return perror("/dev/cpu/0/msr"), 2;
	if (r.global)
		put(r.global, 1);
	for (uint32_t select = 0; select < (amd ? 0x200 : 0x100); select++) {
		for (size_t u = 0; u < sizeof(units); u++) {
			uint64_t bits = (select & 0xff) | (uint64_t)units[u] << 8 |
					(uint64_t)(select >> 8) << 32;
			bool said = says(select, units[u]);
			uint64_t n = measure(&r, bits, common);

			if (said && !n)
				n = measure(&r, bits, seldom);
			if (said != (n > 0)) {
				printf("not ok event %03x.%02x: CPUID says %s, counted %llu\n",
				       select, units[u], said ? "yes" : "no",
				       (unsigned long long)n);
				wrong++;
			}
			counted += said;
			all++;
		}
	}
	printf("counted %d of %d\n", counted, all);
	return wrong > 0;
}
