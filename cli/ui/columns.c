/* SPDX-License-Identifier: BSD-2-Clause */
/* See columns.h. */
#include "cli/ui/columns.h"

#include <stdio.h>
#include <string.h>

static void print_line(const struct columns *columns, const struct columns_line *line,
		       const int width[COLUMNS])
{
	size_t c;

	/* The last column is not filled up. */
	for (c = 0; c + 1 < COLUMNS; c++)
		printf(columns->numbers >> c & 1 ? " %*s " : " %-*s ", width[c], line->cell[c]);
	printf(" %s\n", line->cell[COLUMNS - 1]);
}

void columns_print(const struct columns *columns)
{
	struct columns_line heading, line;
	int width[COLUMNS];
	size_t i, c;

	for (c = 0; c < COLUMNS; c++)
		width[c] = snprintf(heading.cell[c], COLUMN_CELL, "%s", columns->heading[c]);
	for (i = 0; i < columns->rows; i++) {
		columns->fill(columns->data, i, &line);
		for (c = 0; c < COLUMNS; c++)
			if ((int)strlen(line.cell[c]) > width[c])
				width[c] = (int)strlen(line.cell[c]);
	}
	print_line(columns, &heading, width);
	for (i = 0; i < columns->rows; i++) {
		columns->fill(columns->data, i, &line);
		print_line(columns, &line, width);
	}
}
