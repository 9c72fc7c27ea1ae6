/* SPDX-License-Identifier: BSD-2-Clause */
/* The words of a command that was quoted for a shell. */
#ifndef PMC_CLI_SCRIPT_WORDS_H
#define PMC_CLI_SCRIPT_WORDS_H

#include <stddef.h>

/*
 * Writes the words of the command to `to`, each closed by a zero, which takes no more than the
 * command with its own one. Understands what pmc writes: single quotes, and a backslash before one
 * character outside of them. Returns how many words there are; 0: a quote is open.
 */
size_t words_split(const char *command, char *to);

#endif
