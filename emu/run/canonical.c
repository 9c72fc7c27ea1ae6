// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * An indirect jump, call or return to an address that is not canonical raises #GP at the branch,
 * which does not retire (SDM volume 2: CALL, JMP and RET check the new RIP before they change the
 * stack; so does AMD's volume 3). In the cache the branch is done when the engine sees where it
 * goes, so the engine takes back what it did: its count and its change of the stack pointer.
 */
#include "emu/run/canonical.h"

#include "emu/base/cpuid.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/trace.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/decode/decode.h"
#include "emu/signal/trap.h"

#define LAST_OF_56_BITS ((1ull << 56) - 2 * PAGE_SIZE)

/* Do addresses have 57 bits (CR4.LA57)? Then the kernel knows the pages below 2^56. */
static bool five_levels(void)
{
	u32 r[4];

	cpuid(7, 0, r);
	/* Nothing is mapped there, so nothing is unmapped. Beyond the address space it is an
	 * error. */
	return r[2] >> 16 & 1 && !sys2(__NR_munmap, LAST_OF_56_BITS, PAGE_SIZE);
}

bool canonical(u64 address)
{
	s64 a = (s64)address;

	return a << 16 >> 16 == a || (a << 7 >> 7 == a && five_levels());
}

static void undo_stack(struct thread *t, u64 pc)
{
	struct insn in;
	u8 bytes[15];
	unsigned n = 0;

	while (n < sizeof(bytes) && !copy_from_user(bytes + n, pc + n, 1))
		n++;
	if (insn_decode(bytes, n, &in) < 0)
		return; /* another thread has just written there: RSP stays as it is */
	if (in.kind == K_CALL_IND)
		t->cpu.r[RSP] += 8;
	if (in.kind == K_RET)
		t->cpu.r[RSP] -= 8 + (u16)in.imm;
}

void canonical_undo(struct thread *t, const struct exit *from)
{
	const struct trace *tr = &cache.traces[from->trace];

	undo_stack(t, exit_target(from));
	for (u32 i = 0; i < tr->n_irec; i++) {
		const struct irec *r = &cache.irecs[tr->irec + i];

		if (trace_pc(tr) + (u64)(s64)r->dpc == exit_target(from)) {
			count_sub(t, exit_target(from), r->cls);
			break;
		}
	}
	t->cpu.rip = exit_target(from);
	trap_undo(t);
}
