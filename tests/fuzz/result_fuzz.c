/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Result files under libFuzzer: an input is a file. What must hold: it is refused with a sentence,
 * or it is written again as a file that is read as the same result, and equals itself.
 *
 * links: cli/result/?*.c cli/comparison/?*.c cli/run/average.c cli/run/backend.c cli/run/fixed.c
 * links: cli/run/note.c cli/run/environment.c cli/ui/json.c cli/ui/complain.c cli/ui/grouped.c
 * links: cli/ui/plain.c cli/ui/destination.c cli/ui/width.c
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/comparison/change.h"
#include "cli/comparison/comparison.h"
#include "cli/comparison/formats.h"
#include "cli/result/read.h"
#include "cli/result/result.h"
#include "cli/result/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "result_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

static int file_of(const void *data, size_t size, char path[64])
{
	int fd = memfd_create("result", 0);

	MUST(fd >= 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
	snprintf(path, 64, "/proc/self/fd/%d", fd);
	return fd;
}

/* Writes the result and reads it again: every event has the same counts. */
static void write_again(const struct result *r)
{
	char sentence[RESULT_SENTENCE], path[64], *text = NULL;
	struct result again;
	size_t size, i;
	FILE *out = open_memstream(&text, &size);
	int fd;

	MUST(out);
	result_print(out, r);
	MUST(!fclose(out));
	fd = file_of(text, size, path);
	if (result_read(&again, path, sentence)) {
		fprintf(stderr, "%s\n%s", sentence, text);
		abort();
	}
	MUST(again.n_events == r->n_events && again.n_runs == r->n_runs);
	MUST(again.n_fixed == r->n_fixed && again.n_words == r->n_words);
	for (i = 0; i < r->n_events; i++) {
		const struct result_event *a = &r->event[i], *b = &again.event[i];

		MUST(!strcmp(a->label, b->label) && a->scale == b->scale);
		MUST(a->n_counts == b->n_counts);
		MUST(!a->n_counts || !memcmp(a->count, b->count, a->n_counts * sizeof(*a->count)));
	}
	result_deinit(&again);
	free(text);
	close(fd);
}

/* Compares a result with itself, and prints that in every format. */
static void compare(const struct result *r)
{
	static const char *const names[] = { "table", "markdown", "json", "github" };
	struct comparison c;
	char *text = NULL;
	size_t size, i;
	FILE *out;

	MUST(!comparison_init(&c, r, r, NULL));
	MUST(!c.why[0] && c.n_changes == r->n_events);
	for (i = 0; i < c.n_changes; i++)
		MUST(c.change[i].why_not || c.change[i].kind == CHANGE_NONE);
	for (i = 0; i < 4; i++) {
		out = open_memstream(&text, &size);
		MUST(out);
		comparison_format_find(names[i])->print(out, &c);
		MUST(!fclose(out));
		free(text);
	}
	comparison_deinit(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char sentence[RESULT_SENTENCE] = "", path[64];
	struct result r;
	int fd = file_of(data, size, path);

	if (result_read(&r, path, sentence)) {
		MUST(sentence[0] && !strchr(sentence, '\n'));
	} else {
		write_again(&r);
		MUST(!result_add_time(&r));
		compare(&r);
		result_deinit(&r);
	}
	close(fd);
	return 0;
}
