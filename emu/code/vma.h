/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The mappings of the process as the kernel has them, from /proc/self/maps: the engine's are among
 * them, and pages that the engine protects appear read-only.
 */
#ifndef PMC_EMU_VMA_H
#define PMC_EMU_VMA_H

#include "emu/base/types.h"

struct vma {
	u64 start, end;
	int prot; /* PROT_* */
	bool shared;
	u64 offset;   /* in its file */
	u64 dev, ino; /* the file, as in struct stat; ino 0: none */
};

struct vma_reader {
	int fd;
	u32 at, n; /* of the bytes in buf */
	char buf[2048];
};

/* False: the list cannot be read. */
bool vma_open(struct vma_reader *r);
/* The next mapping, by ascending addresses. False: there is none. */
bool vma_next(struct vma_reader *r, struct vma *v);
void vma_close(struct vma_reader *r);

/* The mapping at the address. False: there is none, or nobody knows. */
bool vma_find(u64 address, struct vma *v);
/* The same with its name as the list has it, cut to size; "" when it has none. */
bool vma_find_named(u64 address, struct vma *v, char *name, u32 size);

#endif
