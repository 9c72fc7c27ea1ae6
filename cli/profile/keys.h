/* SPDX-License-Identifier: BSD-2-Clause */
/* What rows of a table are about: the keys of --sort. */
#ifndef PMC_CLI_PROFILE_KEYS_H
#define PMC_CLI_PROFILE_KEYS_H

#include <stdbool.h>

enum key {
	KEY_COMM,
	KEY_PROCESS,
	KEY_THREAD,
	KEY_OBJECT,
	KEY_FUNCTION,
	KEY_FILE,
	KEY_LINE,
	KEY_ADDRESS,
	KEYS,
};

struct keys {
	enum key key[KEYS];
	unsigned n;
};

/* Their names, for help texts. perf's names are taken, too. */
#define KEYS_NAMES "comm, process, thread, object, function, file, line, address"

/*
 * Reads a list such as "function,object". `allowed` has a bit for each key that suits. Returns 0,
 * or an exit status after a complaint.
 */
int keys_parse(struct keys *keys, const char *text, unsigned allowed);
bool keys_have(const struct keys *keys, enum key key);
/* "function" */
const char *keys_name(enum key key);

#endif
