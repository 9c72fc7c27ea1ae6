/* SPDX-License-Identifier: BSD-2-Clause */
/* See names.h. */
#define _GNU_SOURCE
#include "lib/profile/jit/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/profile/file.h"

/* A list that somebody else left there may be anything; a pipe would keep pmc waiting. */
static bool is_file(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISREG(st.st_mode);
}

static void read_map(s32 pid, jit_take *take, void *data)
{
	char path[64], *line = NULL, *at;
	struct jit_function f = { 0 };
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
			take(data, &f);
	}
	free(line);
	fclose(file);
}

static void read_dump(const char *path, jit_take *take, void *data)
{
	struct jitdump j;
	struct file file;
	size_t i;
	int fd = is_file(path) ? file_open_read(path) : -1, err;

	if (fd < 0)
		return;
	err = file_read(fd, &file);
	close(fd);
	if (err)
		return;
	if (!jitdump_read(&j, file.bytes, file.n))
		for (i = 0; i < j.n; i++)
			take(data, &j.function[i]);
	jitdump_deinit(&j);
	free(file.bytes);
}

void jit_names(s32 pid, jit_take *take, void *data)
{
	char path[64];

	read_map(pid, take, data);
	snprintf(path, sizeof(path), "/tmp/jit-%d.dump", pid);
	read_dump(path, take, data);
	/* Some JITs write it where they run, which is where pmc runs. */
	read_dump(path + strlen("/tmp/"), take, data);
}
