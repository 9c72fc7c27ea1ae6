/* SPDX-License-Identifier: BSD-2-Clause */
/* See jit.h. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/backends/emulated/profile/jit.h"
#include "lib/backends/emulated/profile/jitdump.h"
#include "lib/backends/emulated/profile/space.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/file.h"

static bool has_anonymous(const struct space *s)
{
	size_t i;

	for (i = 0; i < s->n_mappings; i++)
		if (s->mapping[i].anonymous)
			return true;
	return false;
}

/* A list that somebody else left there may be anything; a pipe would keep pmc waiting. */
static bool is_file(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISREG(st.st_mode);
}

/* Every mapping that the code was in, since the name does not tell when it was made. */
static void add(struct builder *b, const struct space *s, const struct jitdump_function *f)
{
	unsigned last = UINT_MAX;
	size_t i;

	for (i = 0; i < s->n_mappings; i++) {
		const struct mapping *m = &s->mapping[i];

		if (!m->anonymous || f->address < m->start || f->address >= m->end ||
		    m->object == last)
			continue;
		last = m->object;
		builder_symbol(b, last, f->address, f->size, f->name, f->file, f->line);
		if (f->code)
			builder_code(b, last, f->address, f->code, f->size);
	}
}

static void read_map(struct builder *b, const struct space *s, s32 pid)
{
	char path[64], *line = NULL, *at;
	struct jitdump_function f = { 0 };
	size_t room = 0;
	ssize_t n;
	FILE *file;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", pid);
	file = is_file(path) ? fopen(path, "re") : NULL;
	if (!file)
		return;
	while ((n = getline(&line, &room, file)) > 0) {
		if (line[n - 1] == '\n')
			line[n - 1] = '\0';
		f.address = strtoull(line, &at, 16);
		if (at == line || *at != ' ')
			continue;
		f.size = strtoull(at, &at, 16);
		f.name = at + 1;
		if (*at == ' ' && at[1] && f.size)
			add(b, s, &f);
	}
	free(line);
	fclose(file);
}

static void read_dump(struct builder *b, const struct space *s, const char *path)
{
	struct jitdump j;
	struct file file;
	size_t i;

	if (!is_file(path) || file_read(path, &file))
		return;
	if (!jitdump_read(&j, file.bytes, file.n))
		for (i = 0; i < j.n; i++)
			add(b, s, &j.function[i]);
	jitdump_deinit(&j);
	file_free(&file);
}

void jit_names(struct builder *b, const struct space *s, s32 pid)
{
	char path[64];

	if (!has_anonymous(s))
		return;
	read_map(b, s, pid);
	snprintf(path, sizeof(path), "/tmp/jit-%d.dump", pid);
	read_dump(b, s, path);
	/* Some JITs write it where they run, which is where pmc runs. */
	read_dump(b, s, path + strlen("/tmp/"));
}
