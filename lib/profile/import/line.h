/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of text, line by line, and what is on a line. */
#ifndef PMC_LIB_PROFILE_LINE_H
#define PMC_LIB_PROFILE_LINE_H

#include "core/base/types.h"

struct line_file {
	const char *at, *end;
	unsigned long number; /* of the present line, from 1 on */
	bool open;	      /* the last line needs no end */
	bool cut;	      /* the last line had none, and was not given */
};
/* A line, or what is left of it. */
struct line {
	const char *at, *end;
};

/* The next line, without its end. A zero byte ends a line, too. False: there is none. */
bool line_next(struct line_file *file, struct line *line);
/* Takes the word off the beginning; false: the line does not begin so. */
bool line_take(struct line *line, const char *word);
void line_skip_blanks(struct line *line);
/* Takes a number off the beginning: decimal, or hexadecimal after 0x. False: there is none. */
bool line_number(struct line *line, u64 *number);
/* Is nothing left but blanks? */
bool line_ends(struct line *line);

#endif
