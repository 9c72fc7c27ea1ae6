// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The C library walks the vector entry by entry, so under --deterministic it has the same entries
 * in the same order whatever kernel runs below.
 *
 * It has no vDSO. Without it the program asks the kernel for the time, by one SYSCALL. The number
 * of instructions that the vDSO's code takes depends on the time. It says nothing of rseq(2)
 * either, which the engine refuses.
 */
#include "emu/image/auxv.h"

#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/image/stack.h"
#include "emu/machine/machine.h"

#include <linux/auxvec.h>

/* In the order of Linux 6.1 (fs/binfmt_elf.c: create_elf_tables()). */
static const u8 entries[] = {
	AT_MINSIGSTKSZ, AT_HWCAP,  AT_PAGESZ, AT_CLKTCK, AT_PHDR,     AT_PHENT, AT_PHNUM,
	AT_BASE,	AT_FLAGS,  AT_ENTRY,  AT_UID,	 AT_EUID,     AT_GID,	AT_EGID,
	AT_SECURE,	AT_RANDOM, AT_HWCAP2, AT_EXECFN, AT_PLATFORM,
};

static u64 shown(const struct stack *s, u64 type)
{
	u64 host = stack_auxv(s, type);

	switch (type) {
	case AT_HWCAP:
		return machine_hwcap(host);
	case AT_HWCAP2:
		return machine_hwcap2(host);
	case AT_MINSIGSTKSZ:
		return machine_min_signal_stack(host);
	default:
		return host;
	}
}

void auxv_present(struct stack *s)
{
	struct auxv list[ARRAY_SIZE(entries) + 1];
	u64 n = 0;

	if (!engine.deterministic)
		return;
	for (u32 i = 0; i < ARRAY_SIZE(entries); i++) {
		u64 value = shown(s, entries[i]);

		/* Old kernels say nothing of signal frames; that entry takes the vDSO's place. */
		if (entries[i] == AT_MINSIGSTKSZ && (!value || s->auxc <= ARRAY_SIZE(entries)))
			continue;
		list[n++] = (struct auxv){ .type = entries[i], .value = value };
	}
	list[n++] = (struct auxv){ .type = AT_NULL };
	if (n > s->auxc) /* no kernel's vector is so short */
		return;
	memcpy(s->auxv, list, n * sizeof(list[0]));
	s->auxc = n;
}
