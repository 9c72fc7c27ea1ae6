/* SPDX-License-Identifier: BSD-2-Clause */
/* See kernel.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/live/kernel.h"

struct name {
	u64 address;
	char *text;
};

static int compare(const void *a, const void *b)
{
	const u64 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Sorts, and keeps each address once. */
static void settle(struct kernel_addresses *kernel)
{
	size_t i, n = 0;

	if (kernel->n)
		qsort(kernel->address, kernel->n, sizeof(*kernel->address), compare);
	for (i = 0; i < kernel->n; i++)
		if (!n || kernel->address[n - 1] != kernel->address[i])
			kernel->address[n++] = kernel->address[i];
	kernel->n = kernel->sorted = n;
}

void kernel_add(struct kernel_addresses *kernel, int object, u64 address)
{
	if (kernel->n == kernel->room && kernel->n >= 2 * kernel->sorted)
		settle(kernel);
	if (vector_reserve(&kernel->address, &kernel->room, kernel->n + 1,
			   sizeof(*kernel->address))) {
		kernel->failed = true;
		return;
	}
	kernel->object = object;
	kernel->address[kernel->n++] = address;
}

static int compare_names(const void *a, const void *b)
{
	const struct name *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* Reads the functions of /proc/kallsyms: "ffffffff81000000 T _stext", "…\t[module]". */
static size_t read_names(struct name **names)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	unsigned long long address;
	char *line = NULL, type, text[512];
	size_t size = 0, n = 0, room = 0;

	while (file && getline(&line, &size, file) > 0) {
		if (sscanf(line, "%llx %c %511s", &address, &type, text) != 3 || !address ||
		    !strchr("tTwW", type) || vector_reserve(names, &room, n + 1, sizeof(**names)))
			continue;
		(*names)[n].address = address;
		(*names)[n].text = strdup(text);
		n += (*names)[n].text != NULL;
	}
	free(line);
	if (file)
		fclose(file);
	if (n)
		qsort(*names, n, sizeof(**names), compare_names);
	return n;
}

void kernel_names(struct kernel_addresses *kernel, struct builder *builder)
{
	struct name *names = NULL;
	size_t n, i, k = 0;

	if (kernel->object < 0)
		return;
	settle(kernel);
	n = read_names(&names);
	for (i = 0; i < n; i++) {
		u64 end = i + 1 < n ? names[i + 1].address : names[i].address + 4096;

		while (k < kernel->n && kernel->address[k] < names[i].address)
			k++;
		if (k < kernel->n && kernel->address[k] < end)
			builder_symbol(builder, (unsigned)kernel->object, names[i].address,
				       end - names[i].address, names[i].text, NULL, 0);
		free(names[i].text);
	}
	free(names);
}

void kernel_deinit(struct kernel_addresses *kernel)
{
	free(kernel->address);
	memset(kernel, 0, sizeof(*kernel));
}
