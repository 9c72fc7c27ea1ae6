/* SPDX-License-Identifier: BSD-2-Clause */
/* The shelf of a tree of processes, seen from outside: emu/launch.h. */
#ifndef PMC_LIB_EMULATED_SHELF_H
#define PMC_LIB_EMULATED_SHELF_H

#include <stdbool.h>
#include <stddef.h>

#include "emu/launch.h"

struct shelf_list {
	size_t n;
	struct emu_shelf_entry entry[EMU_SHELF_MOST];
	int fd[EMU_SHELF_MOST];
};

/* Makes a shelf. Its descriptor, close-on-exec, or -1. */
int shelf_open(void);
/* Lays a list down on a shelf that is empty. */
bool shelf_fill(int shelf, const struct shelf_list *list);
/* Reads what lies there and leaves it there. The list's descriptors are the caller's. */
void shelf_look(int shelf, struct shelf_list *list);
void shelf_close_list(struct shelf_list *list);

#endif
