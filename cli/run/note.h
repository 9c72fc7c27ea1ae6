/* SPDX-License-Identifier: BSD-2-Clause */
/* The notes of the library that a report has to print. */
#ifndef PMC_CLI_RUN_NOTE_H
#define PMC_CLI_RUN_NOTE_H

#include <stddef.h>

struct pmc_note;

#define NOTE_TEXT 360 /* room for every note */

/* Writes the note with the process that it is about, if there is one. Returns text. */
const char *note_text(const struct pmc_note *note, char *text, size_t size);

#endif
