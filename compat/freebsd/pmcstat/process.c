/* SPDX-License-Identifier: BSD-2-Clause */
/* Processes of a log: which images their code is of. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "compat/freebsd/pmcstat/process.h"

struct map {
	uint64_t start, end;
	struct image *image;
};

struct process {
	struct process *next;
	pid_t pid;
	struct map *maps;
	size_t n;
};

static struct process *processes;

static struct process *find(pid_t pid)
{
	struct process *p;

	for (p = processes; p && p->pid != pid; p = p->next)
		;
	return p;
}

static struct process *find_or_add(pid_t pid)
{
	struct process *p = find(pid);

	if (p)
		return p;
	p = calloc(1, sizeof(*p));
	if (!p)
		err(1, NULL);
	p->pid = pid;
	p->next = processes;
	return processes = p;
}

static void unmap(struct process *p, uint64_t start, uint64_t end)
{
	size_t i, n = 0;

	for (i = 0; i < p->n; i++)
		if (p->maps[i].start >= end || p->maps[i].end <= start)
			p->maps[n++] = p->maps[i];
	p->n = n;
}

/* The log does not say where a mapping ends: where the image's code does, or the next one begins.
 */
static void map(struct process *p, uint64_t start, const char *path)
{
	struct map m = { .start = start, .image = image_open(path) };
	size_t i;

	m.end = m.image->size == UINT64_MAX ? UINT64_MAX : start + m.image->size;
	for (i = 0; i < p->n; i++)
		if (p->maps[i].start < start && p->maps[i].end > start)
			p->maps[i].end = start;
		else if (p->maps[i].start > start && p->maps[i].start < m.end)
			m.end = p->maps[i].start;
	unmap(p, start, start + 1);
	p->maps = realloc(p->maps, (p->n + 1) * sizeof(m));
	if (!p->maps)
		err(1, NULL);
	p->maps[p->n++] = m;
}

static void fork_process(pid_t old, pid_t new)
{
	struct process *from = find_or_add(old), *to = find_or_add(new);

	if (from == to)
		return;
	to->n = from->n;
	to->maps = realloc(to->maps, (from->n + 1) * sizeof(*to->maps));
	if (!to->maps)
		err(1, NULL);
	if (from->n)
		memcpy(to->maps, from->maps, from->n * sizeof(*to->maps));
}

/* FreeBSD's log has no mapping of the program itself; here it has, and at the same place. */
static void execute(const struct pmclog_ev_procexec *x)
{
	struct process *p = find_or_add(x->pl_pid);
	struct image *image = image_open(x->pl_pathname);

	p->n = 0;
	if (image->size != UINT64_MAX)
		map(p, x->pl_dynaddr + image->text, x->pl_pathname);
}

void process_take(const struct pmclog_ev *ev)
{
	switch (ev->pl_type) {
	case PMCLOG_TYPE_PROCFORK:
		fork_process(ev->pl_u.pl_f.pl_oldpid, ev->pl_u.pl_f.pl_newpid);
		break;
	case PMCLOG_TYPE_PROCEXEC:
		execute(&ev->pl_u.pl_x);
		break;
	case PMCLOG_TYPE_MAP_IN:
		map(find_or_add(ev->pl_u.pl_mi.pl_pid), ev->pl_u.pl_mi.pl_start,
		    ev->pl_u.pl_mi.pl_pathname);
		break;
	case PMCLOG_TYPE_MAP_OUT:
		unmap(find_or_add(ev->pl_u.pl_mo.pl_pid), ev->pl_u.pl_mo.pl_start,
		      ev->pl_u.pl_mo.pl_end);
		break;
	default:
		break;
	}
}

struct image *process_image(pid_t pid, uint64_t pc, uint64_t *address)
{
	struct process *p = find(pid);
	size_t i;

	for (i = 0; p && i < p->n; i++)
		if (pc >= p->maps[i].start && pc < p->maps[i].end) {
			*address = pc - p->maps[i].start + p->maps[i].image->text;
			return p->maps[i].image;
		}
	return NULL;
}
