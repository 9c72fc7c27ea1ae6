/* SPDX-License-Identifier: BSD-2-Clause */
/* The keys of --sort. */
#include "cli/profile/keys.h"

#include "cli/ui/complain.h"
#include "cli/ui/nearest.h"
#include "cli/ui/status.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The names of keys; the first of each is pmc's own, the others are perf's. */
static const struct key_name {
	const char *name;
	enum key key;
} key_names[] = {
	{ "comm", KEY_COMM },		{ "process", KEY_PROCESS },   { "pid", KEY_PROCESS },
	{ "thread", KEY_THREAD },	{ "tid", KEY_THREAD },	      { "object", KEY_OBJECT },
	{ "dso", KEY_OBJECT },		{ "function", KEY_FUNCTION }, { "symbol", KEY_FUNCTION },
	{ "sym", KEY_FUNCTION },	{ "file", KEY_FILE },	      { "srcfile", KEY_FILE },
	{ "line", KEY_LINE },		{ "srcline", KEY_LINE },      { "address", KEY_ADDRESS },
	{ "instruction", KEY_ADDRESS }, { "addr", KEY_ADDRESS },
};
#define N_NAMES (sizeof(key_names) / sizeof(key_names[0]))

const char *keys_name(enum key key)
{
	size_t i;

	for (i = 0; key_names[i].key != key; i++)
		;
	return key_names[i].name;
}

bool keys_have(const struct keys *keys, enum key key)
{
	unsigned i;

	for (i = 0; i < keys->n; i++)
		if (keys->key[i] == key)
			return true;
	return false;
}

static int refuse(const char *text, const char *word)
{
	const char *names[N_NAMES + 1], *near;
	size_t i;

	for (i = 0; i < N_NAMES; i++)
		names[i] = key_names[i].name;
	names[i] = NULL;
	near = nearest_name(word, names);
	complain("--sort %s: '%s' is no key; %s%s%sthe keys are " KEYS_NAMES, text, word,
		 near ? "did you mean '" : "", near ? near : "", near ? "'? " : "");
	return STATUS_FAILED;
}

int keys_parse(struct keys *keys, const char *text, unsigned allowed)
{
	const char *p = text;
	char word[32];
	size_t i;

	keys->n = 0;
	for (;; p++) {
		size_t len = strcspn(p, ",");

		snprintf(word, sizeof(word), "%.*s", (int)len, p);
		for (i = 0; i < N_NAMES && strcmp(word, key_names[i].name); i++)
			;
		if (i == N_NAMES)
			return refuse(text, word);
		if (!(allowed & 1u << key_names[i].key)) {
			complain("--sort %s: two profiles have no %s in common; use comm, object, "
				 "function, file, line or address",
				 text, word);
			return STATUS_FAILED;
		}
		/* A key that is named twice is one. */
		if (!keys_have(keys, key_names[i].key))
			keys->key[keys->n++] = key_names[i].key;
		p += len;
		if (!*p)
			return 0;
	}
}
