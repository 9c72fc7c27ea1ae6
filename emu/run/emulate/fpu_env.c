// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The FPU knows where its last instruction was: in the code cache. FNSTENV and FNSAVE store that
 * address, and programs find out by it where they are. So the engine carries them out, and stores
 * the program's address instead. The program's x87 registers are still in the processor.
 *
 * FXSAVE and XSAVE store the address as well, but every call of a library function may come by
 * them (ld.so), so they run as they are and show the address in the code cache.
 *
 * SDM volume 1, 8.1.10: the formats of 28 and 14 bytes; FNSAVE adds eight registers of 10 bytes.
 */
#include "emu/run/emulate/fpu_env.h"

#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/pages.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/decode/decode.h"
#include "emu/run/emulate/address.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/place.h"
#include "emu/signal/raise.h"

#define OP_FNSAVE 0xdd
#define ENV	  28 /* size of the environment */
#define ENV_16	  14
#define FIP	  12 /* offset of the address */
#define FIP_16	  6
#define REGISTERS 80

/* The instruction that is being carried out. */
struct work {
	bool saves, is_16; /* FNSAVE; the format of 16 bits */
	u32 size;
	u8 area[ENV + REGISTERS];
};

static void store(struct work *w)
{
	if (w->saves && w->is_16)
		__asm__ volatile("data16 fnsave %0" : "=m"(w->area));
	else if (w->saves)
		__asm__ volatile("fnsave %0" : "=m"(w->area));
	else if (w->is_16)
		__asm__ volatile("data16 fnstenv %0" : "=m"(w->area));
	else
		__asm__ volatile("fnstenv %0" : "=m"(w->area));
}

/* The FPU is as before store(). */
static void load(const struct work *w)
{
	if (w->saves && w->is_16)
		__asm__ volatile("data16 frstor %0" : : "m"(w->area));
	else if (w->saves)
		__asm__ volatile("frstor %0" : : "m"(w->area));
	else if (w->is_16)
		__asm__ volatile("data16 fldenv %0" : : "m"(w->area));
	else
		__asm__ volatile("fldenv %0" : : "m"(w->area));
}

/* The address of the last instruction in the program; of one in the code cache only the low 32 bits
 * are known. False: it is the program's already. */
static bool last_insn(const struct thread *t, u64 *pc)
{
	u8 env[ENV];
	u32 low;
	u64 at;

	__asm__ volatile("fnstenv %0\n\tfldenv %0" : "+m"(env));
	memcpy(&low, env + FIP, sizeof(low));
	at = (u64)cache.start + (u32)(low - (u32)(u64)cache.start);
	*pc = place_of_x87(t, at);
	return *pc;
}

/* The memory is not there: the instruction changes nothing, and does not retire. */
static void fault(struct thread *t, u64 pc, u64 at, const struct work *w)
{
	u64 behind = PAGE_UP(at + 1);
	u8 byte;

	load(w);
	count_sub(t, pc, IC_STORE);
	t->cpu.rip = pc;
	if ((s64)at < 0 || at >> 47) {
		raise_gp(t);
		return;
	}
	/* Which of two pages? */
	if (behind < at + w->size && !copy_from_user(&byte, at, 1) && !copy_to_user(at, &byte, 1))
		at = behind;
	raise_page_fault(t, at, PF_WRITE);
}

void fpu_env_emulate(struct thread *t, u64 pc, const u8 *bytes, const struct insn *in)
{
	u64 at = address_of_operand(t, bytes, in), last;
	struct work w = { .saves = in->op == OP_FNSAVE, .is_16 = in->flags & I_OPSIZE16 };
	bool known;

	w.size = (w.is_16 ? ENV_16 : ENV) + (w.saves ? REGISTERS : 0);
	known = last_insn(t, &last);
	store(&w);
	if (known)
		memcpy(w.area + (w.is_16 ? FIP_16 : FIP), &last, w.is_16 ? 2 : 4);
	pages_prepare_write(at, w.size);
	if (copy_to_user(at, w.area, w.size)) {
		fault(t, pc, at, &w);
		return;
	}
	/* A signal that came meanwhile has the FP state from before. */
	if (t->pending_sig)
		t->pending.fp_size = fpstate_save(t->pending.fp, sizeof(t->pending.fp));
}
