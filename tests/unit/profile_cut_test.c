/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Somebody cuts perf.data while it is read: what stands before the cut is in the profile, and a
 * note says that the end is missing. The file is large and has holes: between its samples are
 * records of a kind that no one knows, without a byte of their own.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pmc/profile.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "tests/tap.h"

#define HEAD	104u
#define ATTR	64u
#define DATA	(HEAD + ATTR + 16u)
#define UNKNOWN 200u
#define STEP	65528u /* a sample and a record that nobody knows */
#define SAMPLES 1024u

struct sample {
	struct perf_event_header header;
	uint64_t ip;
	uint32_t pid, tid;
	uint64_t time;
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void put(int fd, const void *bytes, size_t n, size_t offset)
{
	if (pwrite(fd, bytes, n, (off_t)offset) != (ssize_t)n)
		die("pwrite");
}

static void write_samples(int fd)
{
	struct perf_event_header unknown = { .type = UNKNOWN };
	struct sample sample = {
		{ PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, sizeof(sample) }, 0x1000, 7, 7, 0
	};
	size_t i;

	unknown.size = STEP - sizeof(sample);
	for (i = 0; i < SAMPLES; i++) {
		sample.time = i + 1;
		put(fd, &sample, sizeof(sample), DATA + i * STEP);
		put(fd, &unknown, sizeof(unknown), DATA + i * STEP + sizeof(sample));
	}
}

static void write_file(int fd)
{
	uint64_t head[HEAD / 8] = { 0 }, attr[ATTR / 8 + 2] = { 0 };
	struct perf_event_attr event = { .type = PERF_TYPE_SOFTWARE,
					 .config = PERF_COUNT_SW_CPU_CLOCK,
					 .size = ATTR,
					 .sample_period = 1000,
					 .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID |
							PERF_SAMPLE_TIME };

	memcpy(head, "PERFILE2", 8);
	head[1] = HEAD;
	head[2] = sizeof(attr);
	head[3] = HEAD;
	head[4] = sizeof(attr);
	head[5] = DATA;
	head[6] = (uint64_t)SAMPLES * STEP;
	head[9] = 1; /* a feature that is of no account, so the file was closed */
	memcpy(attr, &event, ATTR);
	put(fd, head, sizeof(head), 0);
	put(fd, attr, sizeof(attr), HEAD);
	write_samples(fd);
	put(fd, head + 9, 16, DATA + (size_t)SAMPLES * STEP);
}

struct cut {
	int fd;
	long after; /* nanoseconds */
};

static void *cut_later(void *data)
{
	struct cut *cut = data;
	struct timespec after = { 0, cut->after };

	nanosleep(&after, NULL);
	if (ftruncate(cut->fd, DATA + STEP + 100))
		die("ftruncate");
	return NULL;
}

/* How many samples the profile has; -1: a note does not tell what is missing. */
static long samples_of(const struct pmc_profile *p)
{
	struct pmc_profile_event event = { 0 };
	struct pmc_note text;
	bool told;

	pmc_profile_event_at(p, 0, &event);
	told = !pmc_profile_note_at(p, 0, &text) && strstr(text.text, "the file ends early");
	return told == (event.samples < SAMPLES) ? (long)event.samples : -1;
}

/* Reads the file while it is cut after so long. */
static long read_cut(const char *path, int fd, long after)
{
	struct cut cut = { fd, after };
	struct pmc_profile *p = NULL;
	struct pmc_diag diag = { 0 };
	pthread_t thread;
	long n = -2;

	write_file(fd);
	if (after >= 0 && pthread_create(&thread, NULL, cut_later, &cut))
		die("pthread_create");
	if (!pmc_profile_open(path, &p, &diag)) {
		n = samples_of(p);
		pmc_profile_close(p);
	} else {
		note("%s", diag.sentence);
	}
	if (after >= 0)
		pthread_join(thread, NULL);
	return n;
}

int main(void)
{
	char path[] = "/tmp/pmc-cut-XXXXXX";
	unsigned bad = 0, cut = 0;
	int fd = mkstemp(path);
	long after, n;

	if (fd < 0)
		die("mkstemp");
	is_int(read_cut(path, fd, -1), SAMPLES, "a file with holes is read whole");
	for (after = 0; after < 40000000; after += 2000000) {
		n = read_cut(path, fd, after);
		bad += n < 0;
		cut += n >= 0 && n < (long)SAMPLES;
	}
	ok(!bad, "one that is cut meanwhile is read as far as it goes, and says so");
	note("%u of 20 were cut before they were read", cut);
	unlink(path);
	return done();
}
