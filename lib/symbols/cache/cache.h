/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Answers about an object that earlier programs found, in files of the user's cache. They hold as
 * long as the object and its debug file are the same files, and were not written since.
 *
 * A cache file is checked like any other input: a checksum, and bounds of all that it says.
 */
#ifndef PMC_LIB_SYMBOLS_CACHE_CACHE_H
#define PMC_LIB_SYMBOLS_CACHE_CACHE_H

#include <stdbool.h>

#include "lib/symbols/cache/answers.h"
#include "lib/symbols/base/file.h"

/* What there are answers about. */
enum answer_kind {
	ANSWER_SYMBOL,	  /* a line with the function's name, or none */
	ANSWER_FUNCTIONS, /* lines without files */
	ANSWER_LINES,
	ANSWER_INLINED, /* a line with the name of the innermost function, or none */
	ANSWER_KINDS,
};

/* What a cache file is about. All of its bytes count. */
struct cache_key {
	struct identity object, debug;
	uint32_t linkage; /* names are the linker's */
	uint32_t kind;	  /* enum answer_kind */
	char version[16]; /* of pmc */
};

struct cache {
	bool on;
	bool read[ANSWER_KINDS]; /* was the file looked for? */
	uint64_t name;		 /* of its files, together with the kind */
	struct cache_key key;
	struct answers answers[ANSWER_KINDS];
	void *file[ANSWER_KINDS]; /* where names of the known answers stand */
};

/* Begins a cache of zeros. path: the object's; debug: all zeros if it has none. */
void cache_begin(struct cache *cache, const char *path, const struct identity *object,
		 const struct identity *debug, bool linkage);
void cache_deinit(struct cache *cache);
/* Reads what is known of a kind, if there is a file. */
void cache_read(struct cache *cache, enum answer_kind kind);

/* The answers of a kind: first time, what is known is read. */
static inline struct answers *cache_answers(struct cache *cache, enum answer_kind kind)
{
	if (!cache->read[kind])
		cache_read(cache, kind);
	return &cache->answers[kind];
}

/* Writes what is new of a kind. */
void cache_save(struct cache *cache, enum answer_kind kind);

/* What stands at the beginning of a cache file. */
struct cache_header {
	char magic[8];
	uint64_t checksum; /* of all that follows */
	struct cache_key key;
	uint32_t n_answers, n_lines;
	uint64_t n_text;
};
#define CACHE_MAGIC "pmcsym1"

/* The checksum of a file of this size, which has a header. */
uint64_t cache_checksum(const void *bytes, size_t size);
/*
 * Takes the answers of a kind from the bytes of a file, which the cache then frees. False: they are
 * damaged, or others, and the bytes are the caller's as before.
 */
bool cache_parse(struct cache *cache, enum answer_kind kind, void *bytes, size_t size);

#endif
