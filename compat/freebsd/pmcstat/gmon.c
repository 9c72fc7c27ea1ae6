/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Samples as profiles for gprof(1): GNU's format, "gmon" of version 1. A file has a histogram of
 * the addresses, which are the image's own, and with call chains arcs, from a call to the function
 * that it calls. Both count samples.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "compat/freebsd/pmcstat/gmon.h"
#include "compat/freebsd/pmcstat/kernel.h"
#include "compat/freebsd/pmcstat/log.h"
#include "compat/freebsd/pmcstat/pmcs.h"
#include "compat/freebsd/pmcstat/process.h"

#define BIN	 2u /* bytes; gprof's own unit */
#define BIN_MOST UINT16_MAX

enum { TAG_HISTOGRAM, TAG_ARC };

/* Samples at an address (`to` 0), or of a call from one address to another. */
struct place {
	uint64_t from, to, count;
};

struct profile {
	struct profile *next;
	char event[PMC_NAME_MAX]; /* as the name of a folder */
	struct image *image;
	struct place *place; /* places before `sorted` are in order, each once */
	size_t n, room, sorted;
};

static struct profile *profiles;
static uint64_t samples, elsewhere;

/* ---- Counting ---- */

static struct profile *profile_of(pmc_id_t pmc, struct image *image)
{
	char event[PMC_NAME_MAX], *c;
	struct profile *p;

	snprintf(event, sizeof(event), "%s", pmcs_event(pmc));
	for (c = event; *c; c++)
		if (*c == '/' || (c == event && *c == '.'))
			*c = '_';
	for (p = profiles; p; p = p->next)
		if (p->image == image && !strcmp(p->event, event))
			return p;
	p = calloc(1, sizeof(*p));
	if (!p)
		err(1, NULL);
	memcpy(p->event, event, sizeof(event));
	p->image = image;
	p->next = profiles;
	return profiles = p;
}

static int compare(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

static void settle(struct profile *p)
{
	size_t i, n = 0;

	if (p->n)
		qsort(p->place, p->n, sizeof(*p->place), compare);
	for (i = 0; i < p->n; i++)
		if (n && !compare(&p->place[n - 1], &p->place[i]))
			p->place[n - 1].count += p->place[i].count;
		else
			p->place[n++] = p->place[i];
	p->n = p->sorted = n;
}

static void add(struct profile *p, uint64_t from, uint64_t to)
{
	if (p->n == p->room && p->n >= 2 * p->sorted)
		settle(p);
	if (p->n == p->room) {
		p->room = p->room ? p->room * 2 : 1024;
		p->place = realloc(p->place, p->room * sizeof(*p->place));
		if (!p->place)
			err(1, NULL);
	}
	p->place[p->n++] = (struct place){ from, to, 1 };
}

static void add_chain(const struct pmclog_ev_callchain *c)
{
	struct image *image, *callee = NULL;
	uint64_t address, start = 0;
	uint32_t i;

	samples++;
	for (i = 0; i < c->pl_npc; i++) {
		bool returns = i && !kernel_has(c->pl_pc[i - 1]);

		image = kernel_has(c->pl_pc[i]) ?
				NULL :
				process_image((pid_t)c->pl_pid, c->pl_pc[i] - returns, &address);
		if (image && image->size > UINT32_MAX)
			image = NULL;
		if (!i && !image)
			elsewhere++;
		else if (!i)
			add(profile_of(c->pl_pmcid, image), address, 0);
		else if (image && image == callee)
			add(profile_of(c->pl_pmcid, image), address, start);
		/* gprof knows no calls from file to file, nor to what has no name. */
		callee = image && image_function(image, address, &start) ? image : NULL;
	}
}

static void take(const struct pmclog_ev *ev, void *arg)
{
	(void)arg;
	if (ev->pl_type == PMCLOG_TYPE_CALLCHAIN)
		add_chain(&ev->pl_u.pl_cc);
	pmcs_take(ev);
	process_take(ev);
}

/* ---- Writing ---- */

static void put(FILE *f, const void *bytes, size_t n)
{
	fwrite(bytes, 1, n, f);
}

static void put32(FILE *f, uint32_t value)
{
	put(f, &value, sizeof(value));
}

/* One histogram; a bin takes at most BIN_MOST of its count. false: that was all. */
static bool put_histogram(FILE *f, struct profile *p)
{
	uint64_t low = p->image->text, high = low + p->image->size, bin, next = 0;
	static const char dimension[15] = "samples";
	const char tag = TAG_HISTOGRAM;
	bool more = false;
	uint16_t count;
	size_t i = 0;

	put(f, &tag, 1);
	put(f, &low, sizeof(low));
	put(f, &high, sizeof(high));
	put32(f, (uint32_t)(p->image->size / BIN));
	put32(f, 1); /* a sample is one of `dimension` */
	put(f, dimension, sizeof(dimension));
	put(f, "s", 1);
	for (; i < p->n && !p->place[i].to; next = bin + 1) {
		bin = (p->place[i].from - low) / BIN;
		fseek(f, (long)((bin - next) * sizeof(count)), SEEK_CUR);
		for (count = 0;
		     i < p->n && !p->place[i].to && (p->place[i].from - low) / BIN == bin; i++) {
			uint64_t most = BIN_MOST - count, now = p->place[i].count;

			now = now < most ? now : most;
			count = (uint16_t)(count + now);
			p->place[i].count -= now;
			more |= p->place[i].count != 0;
		}
		put(f, &count, sizeof(count));
	}
	/* The last bin is written, so that the file is as long as it says. */
	if (next < p->image->size / BIN) {
		fseek(f, (long)((p->image->size / BIN - 1 - next) * sizeof(count)), SEEK_CUR);
		count = 0;
		put(f, &count, sizeof(count));
	}
	return more;
}

static void put_arcs(FILE *f, const struct profile *p)
{
	const char tag = TAG_ARC;
	size_t i;

	for (i = 0; i < p->n; i++) {
		if (!p->place[i].to)
			continue;
		put(f, &tag, 1);
		put(f, &p->place[i].from, sizeof(uint64_t));
		put(f, &p->place[i].to, sizeof(uint64_t));
		put32(f, p->place[i].count < UINT32_MAX ? (uint32_t)p->place[i].count : UINT32_MAX);
	}
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* How many files of the same event and name were opened before this one. */
static unsigned before(const struct profile *p)
{
	const struct profile *other;
	unsigned n = 0;

	for (other = p->next; other; other = other->next)
		n += !strcmp(other->event, p->event) &&
		     !strcmp(base_of(other->image->path), base_of(p->image->path));
	return n;
}

static FILE *open_file(const struct profile *p, const char *folder)
{
	char *path, suffix[16] = "";
	unsigned n = before(p);
	FILE *f;

	if (n)
		snprintf(suffix, sizeof(suffix), "~%u", n + 1);
	if (asprintf(&path, "%s/%s", folder, p->event) < 0)
		err(1, NULL);
	if (mkdir(path, 0777) && errno != EEXIST)
		err(1, "%s", path);
	free(path);
	if (asprintf(&path, "%s/%s/%s%s.gmon", folder, p->event, base_of(p->image->path), suffix) <
	    0)
		err(1, NULL);
	f = fopen(path, "we");
	if (!f)
		err(1, "%s", path);
	free(path);
	return f;
}

static void write_profile(struct profile *p, const char *folder)
{
	FILE *f = open_file(p, folder);

	settle(p);
	put(f, "gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
	while (put_histogram(f, p))
		;
	put_arcs(f, p);
	if (ferror(f) | fclose(f))
		err(1, "%s/%s: a profile of %s", folder, p->event, p->image->path);
}

int gmon_write(int fd, const char *name, const char *folder)
{
	int status = log_read(fd, name, take, NULL);
	struct profile *p;

	for (p = profiles; p; p = p->next)
		write_profile(p, folder);
	if (!samples && !status)
		warnx("%s has no samples; -P and -S make them", name);
	if (elsewhere)
		warnx("%" PRIu64 " of %" PRIu64
		      " samples lie in the kernel, or in no file that is in the log, and are in no "
		      "profile",
		      elsewhere, samples);
	return status;
}
