/* SPDX-License-Identifier: BSD-2-Clause */
/* Large numbers as people read them: with a comma between groups of three digits, in any locale. */
#ifndef PMC_CLI_UI_GROUPED_H
#define PMC_CLI_UI_GROUPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GROUPED_TEXT 32 /* room for every number */

/* Writes the number: "12,345". Returns its length. */
size_t grouped_write(char *to, uint64_t number);
/* The same with a sign: "+12,345", "-12,345", "0". */
size_t grouped_write_signed(char *to, bool negative, uint64_t size);

#endif
