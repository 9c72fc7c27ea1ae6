// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See frame.h. */
#include "emu/signal/frame.h"

#include "emu/base/engine.h"
#include "emu/base/rflags.h"
#include "emu/base/sighand.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/count/tree.h"
#include "emu/signal/abi.h"
#include "emu/signal/action.h"
#include "emu/signal/altstack.h"
#include "emu/signal/context.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/place.h"

#define RED_ZONE    128 /* below RSP, the program's to use */
#define FXSAVE_SIZE 512

/* Where the frame and the FP state come to lie. False: the alternate stack is too small. */
static bool choose_place(const struct thread *t, const struct ksigaction *a, u32 fp_size,
			 u64 *frame, u64 *fp)
{
	u64 sp = t->cpu.r[RSP] - RED_ZONE;
	bool alt = altstack_in_use(t, sp);

	if ((a->flags & SA_ONSTACK) && altstack_state(t, sp) == 0) {
		sp = t->alt.sp + t->alt.size;
		alt = true;
	}
	*fp = 0;
	if (fp_size) {
		sp = (sp - fp_size) & ~63ull;
		*fp = sp;
	}
	/* As after a call: RSP + 8 is a multiple of 16. */
	*frame = ((sp - sizeof(struct sigframe)) & ~15ull) - 8;
	return !alt || altstack_contains(t, *frame);
}

static void fill(struct sigframe *f, const struct thread *t, const struct ksigaction *a,
		 const struct caught *c, u64 fp)
{
	memset(f, 0, sizeof(*f));
	f->restorer = a->restorer;
	f->uc.flags = UC_SIGCONTEXT_SS | UC_STRICT_RESTORE_SS |
		      (c->fp_size > FXSAVE_SIZE ? UC_FP_XSTATE : 0);
	f->uc.stack.sp = t->alt.sp;
	f->uc.stack.size = t->alt.size;
	f->uc.stack.flags = t->alt.flags;
	memcpy(f->uc.mc, c->mc, sizeof(f->uc.mc));
	context_store_registers(f->uc.mc, &t->cpu);
	f->uc.mc[MC_RIP] = t->cpu.rip;
	f->uc.mc[MC_FLAGS] = t->cpu.rflags;
	f->uc.mc[MC_SEGMENTS] = (c->mc[MC_SEGMENTS] & ~0xffff0000ull) | (u64)t->gs_selector << 16;
	f->uc.mc[MC_OLDMASK] = t->sigmask;
	f->uc.mc[MC_FP] = fp;
	f->uc.sigmask = t->sigmask;
	f->info = *c->info;
	f->info.pad = 0; /* the engine's own mark */
}

static bool write_frame(const struct thread *t, u64 at, const struct sigframe *f, u64 fp,
			const struct caught *c)
{
	u32 rights = fpstate_all_rights();
	u64 last = 0;
	bool done = !copy_to_user(at, f, sizeof(*f)) &&
		    (!c->fp_size || !copy_to_user(fp, c->fp, c->fp_size));

	if (done && c->fp_size) {
		memcpy(&last, c->fp + FP_LAST_INSN, sizeof(last));
		last = place_of_x87(t, last);
		done = !last || !copy_to_user(fp + FP_LAST_INSN, &last, sizeof(last));
	}
	fpstate_set_rights(rights);
	return done;
}

enum entered { NO_HANDLER, NO_ROOM, ENTERED };

static enum entered enter(struct thread *t, const struct caught *c)
{
	struct ksigaction a;
	struct sigframe f;
	u64 at, fp;

	if (!action_take(t, c->sig, &a) || !(a.flags & SA_RESTORER))
		return NO_HANDLER;
	if (!choose_place(t, &a, c->fp_size, &at, &fp))
		return NO_ROOM;
	fill(&f, t, &a, c, fp);
	if (!write_frame(t, at, &f, fp, c))
		return NO_ROOM;

	if (engine.tree)
		tree_signal(t, a.handler, a.restorer, at);
	if (t->alt.flags & SS_AUTODISARM)
		t->alt = (struct stack_alt){ .flags = SS_DISABLE };
	t->sigmask = c->mask | a.mask | (a.flags & SA_NODEFER ? 0 : BIT(c->sig));
	t->cpu.r[RDI] = (u64)c->sig;
	t->cpu.r[RSI] = at + offsetof(struct sigframe, info);
	t->cpu.r[RDX] = at + offsetof(struct sigframe, uc);
	t->cpu.r[RAX] = 0;
	t->cpu.r[RSP] = at;
	t->cpu.rip = a.handler;
	t->cpu.rflags &= ~(FLAG_DF | FLAG_RF | FLAG_TF);
	return ENTERED;
}

bool frame_enter_handler(struct thread *t, const struct caught *c)
{
	const struct siginfo no_room = { .signo = SIGSEGV, .code = SI_KERNEL };
	struct caught segv = *c;
	enum entered entered = enter(t, c);

	if (entered == NO_ROOM && c->sig != SIGSEGV && !(c->mask & BIT(SIGSEGV))) {
		segv.sig = SIGSEGV;
		segv.info = &no_room;
		entered = enter(t, &segv);
	}
	return entered == ENTERED;
}
