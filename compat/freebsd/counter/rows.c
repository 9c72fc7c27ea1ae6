/* SPDX-License-Identifier: BSD-2-Clause */
/* Who holds which row of counters, and which rows are disabled. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "compat/freebsd/counter/rows.h"

struct counter *rows_holder(struct counter *all, unsigned row, int cpu)
{
	struct counter *c;

	for (c = all; c; c = c->next)
		if (c->row == row && (cpu < 0 || PMC_IS_VIRTUAL_MODE(c->mode) || c->cpu == cpu))
			return c;
	return NULL;
}

/* The counters of its class that can count the event, by their numbers in the class. */
static int possible(const struct machine *m, const struct machine_event *event, uint64_t *mask)
{
	struct pmc_encoding *encoding;

	*mask = ~UINT64_C(0);
	switch (event->class->id) {
	case PMC_CLASS_TSC:
	case PMC_CLASS_SOFT:
		return 0;
	case PMC_CLASS_IAF:
		*mask = UINT64_C(1) << (event->number - event->class->first);
		return 0;
	default:
		break;
	}
	if (m->emulated)
		return 0;
	if (pmc_encoding_create(m->model, event->text, -1, 0, &encoding, NULL))
		return EINVAL;
	*mask = encoding->counters & 0xffffffff;
	pmc_encoding_destroy(encoding);
	return 0;
}

int rows_choose(const struct machine *m, struct counter *all, const struct machine_event *event,
		enum pmc_mode mode, int cpu, unsigned *row)
{
	int where = PMC_IS_SYSTEM_MODE(mode) ? cpu : -1;
	bool disabled = false;
	uint64_t mask;
	unsigned r;
	int err;

	err = possible(m, event, &mask);
	if (err)
		return err;
	for (r = 0; r < m->info.pm_npmc; r++) {
		if (m->row[r].class != event->class || !(mask >> m->row[r].number & 1) ||
		    rows_holder(all, r, where))
			continue;
		if (!rows_disabled(r, where)) {
			*row = r;
			return 0;
		}
		disabled = true;
	}
	return disabled ? ENXIO : EINVAL;
}

/* ---- Disabled rows ---- */

struct listed {
	int cpu;
	unsigned row;
};

static bool next_line(FILE *f, struct listed *l)
{
	return fscanf(f, "%d %u", &l->cpu, &l->row) == 2;
}

bool rows_disabled(unsigned row, int cpu)
{
	FILE *f = fopen(ROWS_FILE, "re");
	bool found = false;
	struct listed l;

	if (!f)
		return false;
	flock(fileno(f), LOCK_SH);
	while (!found && next_line(f, &l))
		found = l.row == row && (cpu < 0 || l.cpu == cpu);
	fclose(f);
	return found;
}

int rows_disable(unsigned row, int cpu, bool disable)
{
	struct listed list[1024], l;
	size_t n = 0, i;
	FILE *f;
	int fd, err;

	fd = open(ROWS_FILE, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0)
		return errno == EACCES || errno == EROFS ? EPERM : errno;
	f = fdopen(fd, "r+");
	if (!f) {
		err = errno;
		close(fd);
		return err;
	}
	flock(fd, LOCK_EX);
	while (n < sizeof(list) / sizeof(*list) - 1 && next_line(f, &l))
		if (l.row != row || l.cpu != cpu)
			list[n++] = l;
	if (disable)
		list[n++] = (struct listed){ cpu, row };
	rewind(f);
	err = ftruncate(fd, 0) ? errno : 0;
	for (i = 0; i < n && !err; i++)
		fprintf(f, "%d %u\n", list[i].cpu, list[i].row);
	if (fclose(f) && !err)
		err = errno;
	return err;
}
