/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a report is about: a profile with its symbols, filtered. A report walks over the places, and
 * asks for the spot of each: where in the program it is, in the terms that --sort has.
 */
#ifndef PMC_CLI_PROFILE_SUBJECT_H
#define PMC_CLI_PROFILE_SUBJECT_H

#include "cli/profile/filter.h"
#include "cli/profile/functions.h"
#include "cli/profile/keys.h"
#include "cli/profile/names.h"
#include "cli/profile/titles.h"

#include <pmc/profile.h>
#include <stdbool.h>
#include <stdint.h>

/* How to look at a profile. */
struct subject_options {
	struct symbol_options symbols;
	bool split;    /* functions without a name are told apart, by the calls to them */
	bool compared; /* with another one: functions are known by name, not by address */
	bool inlines;  /* an inlined function counts instead of the one that it is in */
};

struct subject {
	struct pmc_profile *profile; /* it belongs to the subject */
	struct pmc_profile_info info;
	struct subject_options options;
	struct pmc_profile_summary *summary; /* what is made meanwhile, or NULL */
	struct names *names;
	struct titles titles;
	struct functions functions;
	struct filter filter;
	unsigned *comm, *process; /* of each thread: a name, and an index */
	/*
	 * For each object: does the profile name its functions? Such a function may have several
	 * pieces, or a JIT has made it several times: there a name is one function.
	 */
	bool *named;
	bool lines; /* some key needs lines */
	bool whole; /* spots pass whatever their object and function, as callers and callees need */
	unsigned *function_name; /* the names of functions */
	unsigned n_function_names;
	struct names_at by_address; /* names of the symbols */
	/* The line that was looked up last. */
	struct subject_line {
		unsigned object, file, line, inlined;
		uint64_t address, end; /* from where to where it is the same; end is in it */
	} last;
};

/* Where a count belongs. */
struct spot {
	unsigned object, thread, function;
	uint64_t address;
	uint64_t last; /* up to this address all that follows is the same */
	/* With lines: names of the file and of the inlined function, NAME_NONE: unknown, none. */
	unsigned file, line, inlined;
};

/*
 * Takes the profile, which it closes in any case. `other`: the subject to compare with, or NULL;
 * both then share `names`. Returns 0 or an exit status after a complaint.
 */
int subject_init(struct subject *subject, struct pmc_profile *profile, struct names *names,
		 const struct subject_options *options, const struct filter_options *filter,
		 const struct subject *other);
void subject_deinit(struct subject *subject);

/* Complains about what needs addresses, of instructions or lines, where the profile has none: in
 * collapsed stacks functions are names alone. Returns 0 or an exit status. */
int subject_check_addresses(const struct subject *subject, const char *what);

/* Looks up what the keys need. */
void subject_prepare(struct subject *subject, const struct keys *keys);

/*
 * The spot of an address that a thread was at. Returns 1, 0 when it does not pass the filter, or
 * -ENOMEM.
 */
int subject_spot(struct subject *subject, unsigned object, uint64_t address, unsigned thread,
		 struct spot *spot);

/* Does the whole filter let the spot pass? */
bool subject_shows(struct subject *subject, const struct spot *spot);

#define SUBJECT_WORDS (2 * KEYS) /* the longest key in words */

/* How many words the key of a row has. */
unsigned subject_key_words(const struct keys *keys);
/* Writes what tells rows apart. Returns 0 or -ENOMEM. */
int subject_key(struct subject *subject, const struct keys *keys, const struct spot *spot,
		uint64_t *key);

#define SUBJECT_TEXT 400 /* room for a text that is composed */

/* What to print for one key of a spot: a text of the subject's, or the one that is composed. */
const char *subject_text(const struct subject *subject, enum key key, const struct spot *spot,
			 char *text);
/* The name of the function at the spot, or "[unknown]". */
const char *subject_function(const struct subject *subject, const struct spot *spot);

#endif
