// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Indirect jumps, calls and returns to an address that is not canonical: #GP at the branch, which does
 * not retire (SDM volume 2: CALL, JMP and RET check the new RIP before they change the stack; so does
 * AMD's volume 3). In the cache the branch is done when the engine sees where it goes, so what it did is
 * taken back here: its count, its stack pointer. T_FROM tells which branch it was.
 */
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/decode/decode.h"
#include "emu/signal/signal.h"

#define LAST_OF_56_BITS ((1ull << 56) - 2 * PAGE_SIZE)

/* Addresses have 57 bits here (CR4.LA57): then the kernel knows the pages below 2^56. */
static bool five_levels(void)
{
	u32 r[4];

	cpuid(7, 0, r);
	/* nothing is there to be unmapped; beyond what there can be, it is an error */
	return r[2] >> 16 & 1 && !sys2(__NR_munmap, LAST_OF_56_BITS, PAGE_SIZE);
}

bool canonical(u64 address)
{
	s64 a = (s64)address;

	return a << 16 >> 16 == a || (a << 7 >> 7 == a && five_levels());
}

void canonical_undo(struct thread *t, const struct exit *from)
{
	const struct trace *tr = &cache.traces[from->trace];
	struct insn in;
	u8 bytes[15];
	u64 n = 0;

	while (n < sizeof(bytes) && !copy_from_user(bytes + n, from->target + n, 1))
		n++;
	if (insn_decode(bytes, (unsigned)n, &in) < 0)
		n = 0; /* another thread has just written there; only the stack pointer stays as it is */
	if (n && in.kind == K_CALL_IND)
		t->cpu.r[RSP] += 8;
	if (n && in.kind == K_RET)
		t->cpu.r[RSP] -= 8 + (u16)in.imm;
	for (u32 i = 0; i < tr->n_irec; i++) {
		const struct irec *r = &cache.irecs[tr->irec + i];

		if (tr->pc + (u64)(s64)r->dpc == from->target) {
			count_vec_sub(t, class_vec(r->cls));
			break;
		}
	}
	t->cpu.rip = from->target;
	trap_undo(t);
}
