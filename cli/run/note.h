/* SPDX-License-Identifier: BSD-2-Clause */
/* The notes that a report has to print: those of the library, and the command's own. */
#ifndef PMC_CLI_RUN_NOTE_H
#define PMC_CLI_RUN_NOTE_H

#include <stddef.h>

struct pmc_note;
struct pmc_set;

#define NOTE_TEXT 360 /* room for every note */
#define NOTES	  32  /* at most so many are kept */

/* The notes of all runs, each text once. Begins as zeros. */
struct notes {
	struct pmc_note *note;
	size_t n;
	size_t dropped; /* how many there were beyond NOTES */
};

/* Adds the notes that the library has about the set. */
void notes_add_set(struct notes *notes, struct pmc_set *set);
/* Adds a note of the command's own. */
void notes_say(struct notes *notes, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void notes_deinit(struct notes *notes);

/*
 * Writes note number `index`, from 0 on, with the process that it is about, if there is one.
 * Returns text; NULL past the last note.
 */
const char *notes_text(const struct notes *notes, size_t index, char *text, size_t size);

#endif
