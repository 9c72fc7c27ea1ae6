/* SPDX-License-Identifier: BSD-2-Clause */
/* Watches the processes that PMCs are attached to. */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "compat/freebsd/log/watch.h"

/* ---- What /proc shows ---- */

const char *watch_exe(pid_t pid, char *exe)
{
	char link[64];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)pid);
	n = readlink(link, exe, PATH_MAX - 1);
	exe[n > 0 ? n : 0] = 0;
	return exe;
}

/* Where the dynamic linker is mapped (AT_BASE); 0: nowhere, or it is not to be known. */
static uint64_t interpreter(pid_t pid)
{
	uint64_t pair[2], base = 0;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/auxv", (int)pid);
	f = fopen(path, "re");
	while (f && fread(pair, sizeof(pair), 1, f) == 1)
		if (pair[0] == AT_BASE)
			base = pair[1];
	if (f)
		fclose(f);
	return base;
}

bool watch_is_dynamic(const char *path)
{
	Elf64_Ehdr header;
	FILE *f = fopen(path, "re");
	bool yes = f && fread(&header, sizeof(header), 1, f) == 1 && header.e_type == ET_DYN;

	if (f)
		fclose(f);
	return yes;
}

static void free_maps(struct watch_map *map, size_t n)
{
	while (n)
		free(map[--n].path);
	free(map);
}

/* Adds a mapping with code; a failure of malloc() leaves it out of the log. */
static void add_map(struct watch_map **map, size_t *n, uint64_t start, uint64_t end,
		    const char *path)
{
	struct watch_map *grown = realloc(*map, (*n + 1) * sizeof(*grown));
	char *copy = strdup(path);

	if (grown)
		*map = grown;
	if (!grown || !copy) {
		free(copy);
		return;
	}
	grown[(*n)++] = (struct watch_map){ start, end, copy };
}

/* The mappings with code that have a file, and where that of the program begins. */
static size_t read_maps(pid_t pid, const char *exe, struct watch_map **map, uint64_t *base)
{
	char line[PATH_MAX + 128], modes[8], *path;
	uint64_t start, end;
	size_t n = 0;
	FILE *f;

	*map = NULL;
	*base = 0;
	snprintf(line, sizeof(line), "/proc/%d/maps", (int)pid);
	f = fopen(line, "re");
	while (f && fgets(line, sizeof(line), f)) {
		path = strchr(line, '/');
		if (!path || sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s", &start, &end, modes) != 3)
			continue;
		path[strcspn(path, "\n")] = 0;
		if (!*base && !strcmp(path, exe))
			*base = start;
		if (strchr(modes, 'x'))
			add_map(map, &n, start, end, path);
	}
	if (f)
		fclose(f);
	return n;
}

/* ---- Changes ---- */

static const struct watch_map *find_map(const struct watch_map *map, size_t n, uint64_t start,
					const char *path)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (map[i].start == start && !strcmp(map[i].path, path))
			return &map[i];
	return NULL;
}

static void look_at_maps(struct record_log *log, struct watch *w, bool all)
{
	struct watch_map *now;
	uint64_t base;
	size_t n = read_maps(w->pid, w->exe, &now, &base), i;

	/* A process that ends has no mappings any more; that is no munmap(). */
	if (!n) {
		free_maps(now, n);
		return;
	}
	for (i = 0; !all && i < w->maps; i++)
		if (!find_map(now, n, w->map[i].start, w->map[i].path))
			record_map_out(log, w->pid, w->map[i].start, w->map[i].end);
	for (i = 0; i < n; i++)
		if (all || !find_map(w->map, w->maps, now[i].start, now[i].path))
			record_map_in(log, w->pid, now[i].start, now[i].path);
	free_maps(w->map, w->maps);
	w->map = now;
	w->maps = n;
	w->base = base;
}

/* An exec gives another program, or the same one at another address. */
static void look_at_program(struct record_log *log, struct watch *w)
{
	struct watch_map *map;
	char exe[PATH_MAX];
	uint64_t base;
	size_t n;

	watch_exe(w->pid, exe);
	if (!exe[0])
		return;
	n = read_maps(w->pid, exe, &map, &base);
	free_maps(map, n);
	if (!base || (!strcmp(exe, w->exe) && base == w->base)) {
		look_at_maps(log, w, false);
		return;
	}
	memcpy(w->exe, exe, sizeof(exe));
	record_exec(log, w->pid, w->id, interpreter(w->pid), watch_is_dynamic(exe) ? base : 0, exe);
	look_at_maps(log, w, true);
}

static void add_child(struct record_log *log, struct watch *w, pid_t child)
{
	pid_t *grown;
	size_t i;

	for (i = 0; i < w->children; i++)
		if (w->child[i] == child)
			return;
	grown = realloc(w->child, (w->children + 1) * sizeof(*grown));
	if (!grown)
		return;
	w->child = grown;
	grown[w->children++] = child;
	record_fork(log, w->pid, child);
}

static void look_at_children(struct record_log *log, struct watch *w)
{
	char path[64];
	int child;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)w->pid, (int)w->pid);
	f = fopen(path, "re");
	while (f && fscanf(f, "%d", &child) == 1)
		add_child(log, w, child);
	if (f)
		fclose(f);
}

struct watch *watch_begin(struct record_log *log, pmc_id_t id, pid_t pid, bool tree)
{
	struct watch *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->id = id;
	w->pid = pid;
	w->tree = tree;
	w->pidfd = pid == getpid() ? -1 : (int)syscall(SYS_pidfd_open, pid, 0);
	watch_exe(pid, w->exe);
	record_attach(log, id, pid, w->exe);
	look_at_maps(log, w, true);
	return w;
}

bool watch_look(struct record_log *log, struct watch *w)
{
	struct pollfd p = { .fd = w->pidfd, .events = POLLIN };

	if (w->ended)
		return false;
	w->ended = w->pidfd >= 0 && poll(&p, 1, 0) == 1;
	if (w->ended)
		return true;
	look_at_program(log, w);
	if (w->tree)
		look_at_children(log, w);
	return false;
}

void watch_end(struct watch *w)
{
	if (w->pidfd >= 0)
		close(w->pidfd);
	free_maps(w->map, w->maps);
	free(w->child);
	free(w);
}
