/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads source files when their lines are asked for, and keeps them. */
#include "cli/code/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST (64 << 20) /* no source is larger */

static int read_text(const char *path, char **text, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), error = 0;
	struct stat st;
	ssize_t n = 1;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		error = -errno;
	else if (!S_ISREG(st.st_mode) || st.st_size > LARGEST)
		error = -EINVAL;
	*text = error ? NULL : malloc((size_t)st.st_size + 1);
	if (!error && !*text)
		error = -ENOMEM;
	for (*size = 0; !error && n > 0 && *size<(size_t)st.st_size; *size += n> 0 ? n : 0)
		n = read(fd, *text + *size, (size_t)st.st_size - *size);
	if (!error && n < 0)
		error = -errno;
	if (!error)
		(*text)[*size] = 0;
	else
		free(*text);
	close(fd);
	return error;
}

static int split(struct source_file *file, size_t size)
{
	char *at, *end = file->text + size;
	size_t n = 1;

	for (at = file->text; at < end; at++)
		n += *at == '\n';
	file->line = calloc(n, sizeof(*file->line));
	if (!file->line)
		return -ENOMEM;
	for (at = file->text; at < end; at++) {
		file->line[file->n++] = at;
		at += strcspn(at, "\n");
		*at = 0;
	}
	return 0;
}

static struct source_file *add(struct sources *sources, const char *path)
{
	struct source_file *file = realloc(sources->file, (sources->n + 1) * sizeof(*file));
	size_t size = 0;

	if (!file)
		return NULL;
	sources->file = file;
	file += sources->n;
	*file = (struct source_file){ .path = strdup(path) };
	if (!file->path)
		return NULL;
	file->error = read_text(path, &file->text, &size);
	if (file->error)
		file->text = NULL;
	else
		file->error = split(file, size);
	sources->last = sources->n++;
	return file;
}

const char *source_line(struct sources *sources, const char *path, unsigned line)
{
	struct source_file *file = NULL;
	size_t i;

	if (sources->n && !strcmp(sources->file[sources->last].path, path))
		file = &sources->file[sources->last];
	for (i = 0; i < sources->n && !file; i++)
		if (!strcmp(sources->file[i].path, path)) {
			file = &sources->file[i];
			sources->last = i;
		}
	if (!file)
		file = add(sources, path);
	return file && line && line <= file->n ? file->line[line - 1] : NULL;
}

void sources_deinit(struct sources *sources)
{
	size_t i;

	for (i = 0; i < sources->n; i++) {
		free(sources->file[i].path);
		free(sources->file[i].text);
		free(sources->file[i].line);
	}
	free(sources->file);
	memset(sources, 0, sizeof(*sources));
}
