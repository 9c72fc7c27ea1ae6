/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of the cache of symbols under libFuzzer: an input is a kind of answers, then a file behind
 * its key; the key and the checksum are made right, since a reader that stopped there would show
 * nothing. What must hold: each answer that is found covers its address and has lines whose names
 * end, and a symbol covers its piece.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/cache/cache.h"
#include "pmc/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* clang-format off */
#define MUST(cond) do { \
	if (!(cond)) { \
		fprintf(stderr, "cache_fuzz: line %d: %s\n", __LINE__, #cond); \
		abort(); \
	} \
} while (0)
/* clang-format on */

#define PREFIX offsetof(struct cache_header, n_answers)

static void ask(struct answers *answers, enum answer_kind kind, uint64_t address)
{
	const struct answer *a = answers_find(answers, address, 1);
	unsigned i;

	if (!a)
		return;
	MUST(a->piece.start <= address && address < a->piece.end);
	MUST(a->n <= answers->n_lines && a->first <= answers->n_lines - a->n);
	for (i = 0; i < a->n; i++) {
		const struct pmc_line *line = &answers->lines[a->first + i];

		MUST(!line->function || strlen(line->function) < SIZE_MAX);
		MUST(!line->file || strlen(line->file) < SIZE_MAX);
	}
	if (kind != ANSWER_SYMBOL || !a->n)
		return;
	MUST(answers->lines[a->first].function);
	MUST(a->start <= a->piece.start && a->piece.end - a->start <= a->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cache cache = { 0 };
	enum answer_kind kind = size ? data[0] % ANSWER_KINDS : 0;
	struct cache_header *header;
	size_t i, n = size ? size - 1 : 0;
	char *file = calloc(1, sizeof(*header) + n);

	MUST(file);
	header = (struct cache_header *)file;
	memcpy(header->magic, CACHE_MAGIC, sizeof(header->magic));
	header->key.kind = kind;
	if (n)
		memcpy(file + PREFIX, data + 1, n);
	n = PREFIX + n;
	if (n >= sizeof(*header))
		header->checksum = cache_checksum(file, n);
	if (cache_parse(&cache, kind, file, n)) {
		file = NULL;
		struct answers *answers = cache_answers(&cache, kind);

		for (i = 0; i < answers->n_known; i++) {
			struct piece piece = answers->known[i].piece;

			ask(answers, kind, piece.end);
			ask(answers, kind, piece.start);
			ask(answers, kind, piece.end - 1);
			ask(answers, kind, piece.start - 1);
		}
	} else {
		MUST(!cache.answers[kind].n_known && !cache.file[kind]);
	}
	cache_deinit(&cache);
	free(file);
	return 0;
}
