/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jit-PID.dump, in which a JIT tells perf of the code that it makes, with names, bytes and lines
 * (tools/perf/Documentation/jitdump-specification.txt of Linux).
 */
#ifndef PMC_LIB_PROFILE_JIT_DUMP_H
#define PMC_LIB_PROFILE_JIT_DUMP_H

#include <stddef.h>

#include "core/base/types.h"

struct jit_function {
	u64 address, size;
	const char *name, *file; /* file NULL: unknown */
	u32 line;
	const u8 *code; /* its bytes; NULL: the file does not have them */
};
struct jitdump {
	struct jit_function *function; /* by address; they do not overlap */
	size_t n;
};

/*
 * Reads a file in memory, which must stay, as far as it is whole: of functions at the same
 * addresses the last one. 0, -EPROTO: this is no such file of an x86-64 program; or -ENOMEM.
 */
int jitdump_read(struct jitdump *j, const void *bytes, size_t n);
void jitdump_deinit(struct jitdump *j);

#endif
