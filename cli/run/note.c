/* SPDX-License-Identifier: BSD-2-Clause */
/* The notes that a report has to print: those of the library, and the command's own. */
#include "cli/run/note.h"

#include <pmc/pmc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct notes *notes, const struct pmc_note *note)
{
	size_t i;

	for (i = 0; i < notes->n; i++)
		if (notes->note[i].pid == note->pid && !strcmp(notes->note[i].text, note->text))
			return;
	if (!notes->note)
		notes->note = calloc(NOTES, sizeof(*notes->note));
	if (notes->note && notes->n < NOTES)
		notes->note[notes->n++] = *note;
	else
		notes->dropped++;
}

void notes_add_set(struct notes *notes, struct pmc_set *set)
{
	struct pmc_note note;
	size_t i;

	for (i = 0; !pmc_set_note(set, i, &note); i++)
		add(notes, &note);
}

void notes_say(struct notes *notes, const char *fmt, ...)
{
	struct pmc_note note = { .kind = PMC_NOTE_WARNING, .pid = -1 };
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(note.text, sizeof(note.text), fmt, ap);
	va_end(ap);
	add(notes, &note);
}

void notes_deinit(struct notes *notes)
{
	free(notes->note);
	memset(notes, 0, sizeof(*notes));
}

const char *notes_text(const struct notes *notes, size_t index, char *text, size_t size)
{
	const struct pmc_note *note = &notes->note[index];

	if (index == notes->n && notes->dropped) {
		snprintf(text, size, "%zu more notes like these were dropped", notes->dropped);
		return text;
	}
	if (index >= notes->n)
		return NULL;
	if (note->pid > 0)
		snprintf(text, size, "process %d: %s", note->pid, note->text);
	else
		snprintf(text, size, "%s", note->text);
	return text;
}
