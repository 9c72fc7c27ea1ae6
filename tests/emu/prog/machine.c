/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints what a program can find out about its processor and the number of CPUs: CPUID, XGETBV, the
 * auxiliary vector, affinity, memory, files, and the CPU on which it runs. It also tries XSAVE.
 *
 *	machine		prints all
 *	machine fork	the same from a child
 */
#define _GNU_SOURCE
#include <cpuid.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

static void leaf(unsigned number, unsigned sub)
{
	unsigned a, b, c, d;

	__cpuid_count(number, sub, a, b, c, d);
	/* The number of the CPU on which this runs is the host's, if nothing is fixed. */
	if (number == 1)
		b &= 0xffffff;
	printf("%08x.%u %08x %08x %08x %08x\n", number, sub, a, b, c, d);
}

static void print_cpuid(void)
{
	unsigned a, b, c, d, i, sub;

	__cpuid(0, a, b, c, d);
	for (i = 0; i <= a && i <= 0x20; i++)
		for (sub = 0; sub < (i == 4 || i == 7 || i == 0xb || i == 0xd ? 4 : 1); sub++)
			leaf(i, sub);
	leaf(0x40000000, 0);
	for (i = 0x80000000; i <= 0x80000008; i++)
		leaf(i, 0);
	leaf(0x8000001d, 0);
}

/* The C library changes some of what getauxval() returns. */
static unsigned long auxv(unsigned long type)
{
	unsigned long pair[2], value = 0;
	FILE *f = fopen("/proc/self/auxv", "re");

	while (f && fread(pair, sizeof(pair), 1, f) == 1)
		if (pair[0] == type)
			value = pair[1];
	if (f)
		fclose(f);
	return value;
}

static void print_auxv(void)
{
	printf("hwcap %lx hwcap2 %lx platform %s minsigstksz %lu vdso %lx rseq %lu\n",
	       auxv(AT_HWCAP), auxv(AT_HWCAP2), (char *)auxv(AT_PLATFORM), auxv(AT_MINSIGSTKSZ),
	       auxv(AT_SYSINFO_EHDR), auxv(27));
}

static void print_file(const char *path, const char *prefix)
{
	char line[4096];
	FILE *f = fopen(path, "re");

	printf("%s:\n", path);
	/* Of /proc/stat only the first word: the rest are times. */
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, prefix, strlen(prefix)))
			printf("%s\n", strtok(line, *prefix ? " " : "\n") ?: "");
	if (f)
		fclose(f);
}

static void print_cpus(void)
{
	unsigned cpu = 77, node = 77;
	cpu_set_t set;
	long size;

	memset(&set, 0xff, sizeof(set));
	size = syscall(SYS_sched_getaffinity, 0, sizeof(set), &set);
	printf("affinity: %ld bytes, %d CPUs; nprocs %d, conf %d, sysconf %ld\n", size,
	       size > 0 ? CPU_COUNT_S((size_t)size, &set) : 0, get_nprocs(), get_nprocs_conf(),
	       sysconf(_SC_NPROCESSORS_ONLN));
	syscall(SYS_getcpu, &cpu, &node, NULL);
	printf("getcpu %u %u, sched_getcpu %d\n", cpu, node, sched_getcpu());
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	printf("set CPU 0: %d", sched_setaffinity(0, sizeof(set), &set));
	CPU_ZERO(&set);
	CPU_SET(7, &set);
	printf(", CPU 7: %d\n", sched_setaffinity(0, sizeof(set), &set));
	printf("of no process: %d\n", sched_getaffinity(999999999, sizeof(set), &set));
}

static void print_memory(void)
{
	struct sysinfo s;

	if (sysinfo(&s))
		exit(1);
	printf("memory %lu, free %lu, pages %ld, %ld\n", s.totalram * s.mem_unit,
	       s.freeram * s.mem_unit, sysconf(_SC_PHYS_PAGES), sysconf(_SC_AVPHYS_PAGES));
}

static void print_tsc_aux(void)
{
	unsigned a, b, c, d, aux = 77;
	unsigned long pid = 77;

	__asm__ volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(0x80000001), "c"(0));
	/* These run whether CPUID shows them or not: every processor of level v2 has RDTSCP. */
	if (getenv("RDTSCP"))
		__asm__ volatile("rdtscp" : "=a"(a), "=d"(d), "=c"(aux));
	if (getenv("RDPID"))
		__asm__ volatile(".byte 0xf3, 0x0f, 0xc7, 0xf8" : "=a"(pid)); /* rdpid %rax */
	printf("rdtscp %u rdpid %lu\n", aux, pid);
}

/*
 * XSAVE of everything into an area of the size that CPUID gives, with no room behind it. Then
 * XRSTOR has to bring back what was in a register.
 */
static void try_xsave(void)
{
	unsigned a, b, c, d, low, high;
	unsigned long before = 0x1122334455667788, after = 0;
	char *page, *area;

	__cpuid(1, a, b, c, d);
	if (!(c >> 27 & 1)) {
		puts("no xsave");
		return;
	}
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	__cpuid_count(0xd, 0, a, b, c, d);
	page = mmap(NULL, 0x8000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED || mprotect(page + 0x4000, 0x4000, PROT_NONE))
		exit(1);
	area = page + 0x4000 - (b + 63) / 64 * 64;
	__asm__ volatile("movq %1, %%xmm7\n\t"
			 "xsave64 (%2)\n\t"
			 "pxor %%xmm7, %%xmm7\n\t"
			 "xrstor64 (%2)\n\t"
			 "movq %%xmm7, %0"
			 : "=r"(after)
			 : "r"(before), "r"(area), "a"(-1), "d"(-1)
			 : "xmm7", "memory");
	printf("xcr0 %x:%x size %u, components %s, %s\n", high, low, b,
	       *(unsigned long *)(area + 512) & ~(((unsigned long)high << 32) | low) ? "bad" : "ok",
	       before == after ? "restored" : "lost");
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	if (argc > 1 && !strcmp(argv[1], "fork")) {
		pid_t pid = fork();

		if (pid)
			return waitpid(pid, NULL, 0) != pid;
	}
	print_cpuid();
	print_auxv();
	print_cpus();
	print_memory();
	print_tsc_aux();
	try_xsave();
	print_file("/sys/devices/system/cpu/online", "");
	print_file("/sys/devices/system/cpu/possible", "");
	print_file("/sys/devices/system/cpu/present", "");
	print_file("/proc/cpuinfo", "");
	print_file("/proc/stat", "cpu");
	fflush(stdout);
	return 0;
}
