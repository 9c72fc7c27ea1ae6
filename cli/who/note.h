/* SPDX-License-Identifier: BSD-2-Clause */
/* What must be said beside the list, above all what it cannot show. */
#ifndef PMC_CLI_WHO_NOTE_H
#define PMC_CLI_WHO_NOTE_H

#include <stdbool.h>
#include <stddef.h>

struct who_list;

/* Writes note number `index`, from 0 on. False: there are no more. */
bool note_text(const struct who_list *list, size_t index, char *text, size_t size);

#endif
