/* SPDX-License-Identifier: BSD-2-Clause */
/* What an ELF file says of itself in its program headers. */
#ifndef PMC_LIB_ELF_H
#define PMC_LIB_ELF_H

#include "core/base/types.h"

#define ELF_SEGMENTS	 16
#define ELF_BUILD_ID_MAX 64

struct elf_segment {
	u64 offset, size, address; /* in the file, there, and the address that it is linked to */
};
struct elf_file {
	unsigned n;
	struct elf_segment segment[ELF_SEGMENTS];
	unsigned build_id_size; /* 0: it has none */
	u8 build_id[ELF_BUILD_ID_MAX];
};

/* Reads the program headers of a 64-bit ELF file. -errno of open(2); -ENOEXEC: it is none. */
int elf_read(const char *path, struct elf_file *elf);
/* The address that the file gives to what it has at the offset. False: it is in no segment. */
bool elf_address(const struct elf_file *elf, u64 offset, u64 *address);

#endif
