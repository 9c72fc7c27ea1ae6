/* SPDX-License-Identifier: BSD-2-Clause */
/* See kernel.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/live/addresses.h"
#include "lib/profile/live/kernel.h"

struct name {
	u64 address;
	char *text;
};

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

void kernel_names(struct addresses *addresses, int object, struct builder *builder)
{
	struct name *names = NULL;
	size_t n, i;

	if (object < 0)
		return;
	n = read_names(&names);
	for (i = 0; i < n; i++) {
		u64 end = i + 1 < n ? names[i + 1].address : names[i].address + 4096;

		if (addresses_any(addresses, (unsigned)object, names[i].address, end))
			builder_symbol(builder, (unsigned)object, names[i].address,
				       end - names[i].address, names[i].text, NULL, 0);
		free(names[i].text);
	}
	free(names);
}
