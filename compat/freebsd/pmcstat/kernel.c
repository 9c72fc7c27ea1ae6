/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's functions, by a file like /proc/kallsyms. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compat/freebsd/pmcstat/kernel.h"

static struct kernel_function *functions;
static size_t n_functions, room;

/* "ffffffff81000000 T start_kernel", and behind it "\t[module]" */
static void add(char *line)
{
	char type, name[512], module[64] = "";
	struct kernel_function f = { 0 };

	if (sscanf(line, "%" SCNx64 " %c %511s %63s", &f.start, &type, name, module) < 3 ||
	    !strchr("tTwW", type) || !kernel_has(f.start))
		return;
	if (n_functions == room) {
		room = room ? room * 2 : 65536;
		functions = realloc(functions, room * sizeof(*functions));
	}
	f.name = strdup(name);
	f.module = *module ? strdup(module) : NULL;
	if (!functions || !f.name || (*module && !f.module))
		err(1, NULL);
	functions[n_functions++] = f;
}

/* By address; several names of one address by name. */
static int compare(const void *a, const void *b)
{
	const struct kernel_function *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return strcmp(x->name, y->name);
}

bool kernel_open(const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;

	if (!f)
		return false;
	while (getline(&line, &size, f) > 0)
		add(line);
	free(line);
	fclose(f);
	if (n_functions)
		qsort(functions, n_functions, sizeof(*functions), compare);
	errno = 0;
	return n_functions > 0;
}

const struct kernel_function *kernel_find(uint64_t pc)
{
	size_t low = 0, high = n_functions, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (functions[middle].start <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	/* The first name of the address. */
	for (low--; low && functions[low - 1].start == functions[low].start; low--)
		;
	return &functions[low];
}
