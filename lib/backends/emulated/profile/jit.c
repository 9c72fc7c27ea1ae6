/* SPDX-License-Identifier: BSD-2-Clause */
/* See jit.h. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/emulated/profile/jit.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/profile/build/builder.h"

static bool has_anonymous(const struct space *s)
{
	size_t i;

	for (i = 0; i < s->n_mappings; i++)
		if (s->mapping[i].anonymous)
			return true;
	return false;
}

/* Every mapping that the code was in, since the name does not tell when it was made. */
static void add_name(struct builder *b, const struct space *s, u64 start, u64 size,
		     const char *name)
{
	unsigned last = UINT_MAX;
	size_t i;

	for (i = 0; i < s->n_mappings; i++) {
		const struct mapping *m = &s->mapping[i];

		if (m->anonymous && start >= m->start && start < m->end && m->object != last) {
			builder_symbol(b, m->object, start, size, name, NULL, 0);
			last = m->object;
		}
	}
}

void jit_names(struct builder *b, const struct space *s, s32 pid)
{
	char path[64], *line = NULL, *at;
	size_t room = 0;
	ssize_t n;
	FILE *f;

	if (!has_anonymous(s))
		return;
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", pid);
	f = fopen(path, "re");
	if (!f)
		return;
	while ((n = getline(&line, &room, f)) > 0) {
		u64 start, size;

		if (line[n - 1] == '\n')
			line[n - 1] = '\0';
		start = strtoull(line, &at, 16);
		if (at == line || *at != ' ')
			continue;
		size = strtoull(at, &at, 16);
		if (*at == ' ' && at[1] && size)
			add_name(b, s, start, size, at + 1);
	}
	free(line);
	fclose(f);
}
