/* SPDX-License-Identifier: BSD-2-Clause */
/* A program that prints where its arguments, environment and memory lie, and how much there is. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sysinfo s;

	printf("arguments %p %p environment %p %p\n", (void *)argv, (void *)argv[argc - 1],
	       (void *)environ, (void *)environ[0]);
	printf("random %#lx platform %#lx file %#lx\n", getauxval(AT_RANDOM),
	       getauxval(AT_PLATFORM), getauxval(AT_EXECFN));
	printf("heap %p map %p program %p\n", sbrk(0),
	       mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), (void *)main);
	sysinfo(&s);
	printf("memory %lu free %lu unit %u processes %u\n", s.totalram, s.freeram, s.mem_unit,
	       s.procs);
	return 0;
}
