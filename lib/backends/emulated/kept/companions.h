/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which programs' heritages were of use when a command ran, and which of them to many processes:
 * those are laid down first when it runs again, whatever ran meanwhile. They say little of a shell,
 * which runs something else each time, but all of a script or a browser. One small file in the
 * folder has them for the last commands.
 */
#ifndef PMC_LIB_EMULATED_COMPANIONS_H
#define PMC_LIB_EMULATED_COMPANIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"

#define COMPANIONS_MOST 16u

struct companions {
	size_t n;
	u64 program[COMPANIONS_MOST]; /* maker_file() of each, the most important one first */
	u64 many;		      /* a bit for each: several processes had a large heritage */
};

/* Reads those of the command, which is a file's number, too. There are none if the file with them
 * is missing or damaged. */
void companions_read(int folder, u64 command, struct companions *c);
/* Is it one of them that many processes had? */
bool companions_are_many(const struct companions *c, u64 program);
/* Are all of the others among them, and are they known to be many? */
bool companions_have(const struct companions *c, const struct companions *others);
/* The command has run beside these. If that is nothing but itself, nothing is written. */
void companions_note(int folder, u64 command, const struct companions *c);

#endif
