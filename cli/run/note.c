/* SPDX-License-Identifier: BSD-2-Clause */
/* The notes of the library that a report has to print. */
#include "cli/run/note.h"

#include <pmc/pmc.h>
#include <stdio.h>

const char *note_text(const struct pmc_note *note, char *text, size_t size)
{
	if (note->pid > 0)
		snprintf(text, size, "process %d: %s", note->pid, note->text);
	else
		snprintf(text, size, "%s", note->text);
	return text;
}
