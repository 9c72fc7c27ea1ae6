/* SPDX-License-Identifier: BSD-2-Clause */
/* A table on standard output whose columns are as wide as their widest cells. */
#ifndef PMC_CLI_UI_COLUMNS_H
#define PMC_CLI_UI_COLUMNS_H

#include <stddef.h>

enum { COLUMNS = 8, COLUMN_CELL = 320 };

struct columns_line {
	char cell[COLUMNS][COLUMN_CELL];
};

struct columns {
	const char *heading[COLUMNS];
	unsigned numbers; /* a bit for each column of numbers, which stand to the right */
	/* Writes all cells of row i, from 0 on. It is called twice for each. */
	void (*fill)(const void *data, size_t i, struct columns_line *line);
	const void *data;
	size_t rows;
};

void columns_print(const struct columns *columns);

#endif
