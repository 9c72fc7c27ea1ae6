/* SPDX-License-Identifier: BSD-2-Clause */
/* Survivors: processes that still ran when the command that started them had ended. */
#include "lib/set/survivors.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/proc.h"

void survivors_add(struct survivors *s, pid_t pid, const char name[16])
{
	size_t i;

	s->any = true;
	for (i = 0; i < s->n; i++)
		if (s->list[i].pid == pid)
			return;
	if (s->n == SURVIVORS) {
		s->more++;
		return;
	}
	s->list[s->n].pid = pid;
	memcpy(s->list[s->n].name, name, sizeof(s->list[s->n].name));
	s->list[s->n++].name[15] = 0;
}

/* ---- /proc ---- */

struct process {
	pid_t ppid, group, session;
	u64 start;
	char state, name[16];
};

/* The name stands in parentheses and may contain anything, so the last parenthesis ends it. */
static bool read_process(pid_t pid, struct process *p)
{
	char path[64], text[1024], *open, *close;
	unsigned long long start;
	int ppid, group, session;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (proc_read(path, text, sizeof(text)) <= 0)
		return false;
	open = strchr(text, '(');
	close = strrchr(text, ')');
	if (!open || !close ||
	    sscanf(close + 1,
		   " %c %d %d %d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
		   &p->state, &ppid, &group, &session, &start) != 5)
		return false;
	p->ppid = ppid;
	p->group = group;
	p->session = session;
	p->start = start;
	*close = 0;
	snprintf(p->name, sizeof(p->name), "%s", open + 1);
	return true;
}

void origin_init(struct origin *origin, pid_t pid)
{
	struct process p;

	memset(origin, 0, sizeof(*origin));
	if (!read_process(pid, &p))
		return;
	origin->group = p.group;
	origin->session = p.session;
	origin->start = p.start;
}

static bool is_left_behind(const struct process *p, const struct origin *origin)
{
	struct process parent;

	if (p->session != origin->session || p->start < origin->start || p->state == 'Z' ||
	    p->state == 'X')
		return false;
	/* Process 1 may be of the same session, as in a container, and have children of its own. */
	if (p->ppid == 1 && p->group == origin->group)
		return true;
	/* The kernel does not show the parent in another namespace. */
	return !p->ppid || (read_process(p->ppid, &parent) && parent.session != p->session);
}

void survivors_find(struct survivors *s, const struct origin *origin)
{
	struct process p;
	struct dirent *d;
	DIR *dir;

	if (!origin->start)
		return;
	dir = opendir("/proc");
	while (dir && (d = readdir(dir))) {
		pid_t pid = (pid_t)atoi(d->d_name);

		if (pid > 0 && read_process(pid, &p) && is_left_behind(&p, origin))
			survivors_add(s, pid, p.name);
	}
	if (dir)
		closedir(dir);
}

bool survivors_are_active(const struct survivors *s)
{
	struct process p;
	size_t i;

	if (s->ending)
		return true;
	for (i = 0; i < s->n; i++)
		if (read_process(s->list[i].pid, &p) && (p.state == 'R' || p.state == 'D'))
			return true;
	return false;
}

/* ---- Notes ---- */

int survivors_note(const struct survivors *s, size_t *index, struct pmc_note *note)
{
	size_t n = s->any ? (s->n ? s->n + (s->more > 0) : 1) : 0;

	if (*index >= n) {
		*index -= n;
		return -ENOENT;
	}
	memset(note, 0, sizeof(*note));
	note->kind = PMC_NOTE_SURVIVOR;
	note->pid = *index < s->n ? s->list[*index].pid : -1;
	if (*index < s->n)
		snprintf(note->text, sizeof(note->text),
			 "'%s' still ran when the command had ended, so the counts are partial "
			 "('pmc stat --wait' waits for it)",
			 s->list[*index].name);
	else if (s->more)
		snprintf(note->text, sizeof(note->text),
			 "%zu more processes still ran when the command had ended", s->more);
	else
		snprintf(note->text, sizeof(note->text),
			 "processes that the command started still ran when it had ended, so the "
			 "counts are partial ('pmc stat --wait' waits for them)");
	return 0;
}
