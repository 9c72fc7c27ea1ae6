/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Accesses that a host has noted in memory, in the order of the program, instead of asking the
 * filters and telling the models each one that does not pass. The models take many of them in at
 * once, which is the same, to the unit, as pmc_machine_read(), _write(), _modify() or _fetch() for
 * each. A note has no address of an instruction, so a machine with prefetchers by stride
 * (MACHINE_PREFETCH) cannot be told this way.
 */
#ifndef PMC_CORE_MACHINE_NOTES_H
#define PMC_CORE_MACHINE_NOTES_H

#include "core/machine/state.h"

/*
 * A note: bits 0 to 47 are the address, of which bit 47 stands for those above it, too; 48 to 53
 * its bytes less 1; 54 to 61 are 0; 62 and 63 are its kind. 0 is no access. What has more than
 * NOTE_BYTES is told otherwise, after the notes before it.
 */
#define NOTE_SIZE  48
#define NOTE_KIND  62
#define NOTE_BYTES 64
enum note_kind {
	NOTE_READ,
	NOTE_WRITE,
	NOTE_MODIFY, /* as pmc_machine_modify() */
	NOTE_FETCH,
};

static inline u64 note_of(u64 address, u32 size, enum note_kind kind)
{
	return (address & (((u64)1 << NOTE_SIZE) - 1)) | (u64)(size - 1) << NOTE_SIZE |
	       (u64)kind << NOTE_KIND;
}

/* From now on the state is told by notes; hosts can no longer ask its filter of code. To be called
 * before the first access, and after pmc_machine_defer(). */
void pmc_machine_by_notes(struct machine_state *s);
/* Takes n notes in, and makes all of them 0. */
void pmc_machine_notes(struct machine_state *s, u64 *notes, u32 n);

#endif
