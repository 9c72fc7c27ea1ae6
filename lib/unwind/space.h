/* SPDX-License-Identifier: BSD-2-Clause */
/* The files that a process has mapped as code, for walks through its stack (walk.h). */
#ifndef PMC_LIB_UNWIND_SPACE_H
#define PMC_LIB_UNWIND_SPACE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"

struct libdw;

#define UNWIND_VDSO "[vdso]" /* the name of the kernel's own library */

#define UNWIND_BUILD_ID 20 /* bytes of the longest one that maps have */

struct unwind_map {
	u64 start, end, offset;
	char *path; /* or UNWIND_VDSO */
	/* Of the file that was mapped; size 0: unknown. Another file of that path tells nothing. */
	u8 build_id[UNWIND_BUILD_ID];
	unsigned build_id_size;
};

/* All zero, but for libdw: nothing is mapped. */
struct unwind_space {
	const struct libdw *libdw; /* loaded, and longer there than the space */
	struct unwind_map *map;	   /* in the order in which they came */
	size_t n, room;
	void *dwfl; /* libdw's view of the first n_told maps; NULL: none */
	size_t n_told;
	bool attached, failed; /* failed: there was no memory for a map */
};

/* Something is mapped as code, in place of what was there. Only files and the vDSO are noted. The
 * path is copied. */
void unwind_map(struct unwind_space *space, const struct unwind_map *map);
/* A program is executed: nothing is mapped any more. */
void unwind_clear(struct unwind_space *space);
/* A copy, for the child of a fork. `to` has nothing mapped. */
void unwind_copy(struct unwind_space *to, const struct unwind_space *from);
void unwind_deinit(struct unwind_space *space);

#endif
