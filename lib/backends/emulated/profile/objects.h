/* SPDX-License-Identifier: BSD-2-Clause */
/* The objects of a recording: files by their path, and memory without a file. */
#ifndef PMC_LIB_EMULATED_OBJECTS_H
#define PMC_LIB_EMULATED_OBJECTS_H

#include <stddef.h>

#include "core/base/types.h"
#include "lib/base/elf.h"

struct builder;

struct known_object {
	char *path;
	unsigned object;
	bool is_elf;
	struct elf_file elf;
};
struct objects {
	struct builder *builder;
	struct known_object *known;
	size_t n, max;
};

void objects_deinit(struct objects *o);
/*
 * The object of a mapping with this name, whose first byte is at the offset of its file, and the
 * address that the object has for that byte. *named is false for memory without a file: then the
 * caller asks objects_anonymous(). 0 or -ENOMEM.
 */
int objects_file(struct objects *o, const char *name, size_t n, u64 offset, unsigned *object,
		 u64 *address, bool *named);
/* A number for what the ELF headers of a file's object say, which addresses depend on. */
u64 objects_sum(const struct objects *o, unsigned object);
/* A new object for memory without a file of the process. Its index, or -errno. */
int objects_anonymous(struct objects *o, unsigned process);

#endif
