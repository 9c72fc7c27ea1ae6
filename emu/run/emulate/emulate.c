// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Instructions that the engine carries out itself: because they leave the program (SYSCALL), because
 * the program must not see what they say (CPUID), or because they would touch GS, which is ours.
 */
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/decode/decode.h"
#include "emu/signal/signal.h"

static void cannot(u64 pc, const u8 *bytes, const struct insn *in, const char *why)
{
	char hex[31];

	for (unsigned i = 0; i < in->len; i++)
		emu_snprintf(hex + 2 * i, 3, "%x%x", bytes[i] >> 4, bytes[i] & 15);
	emu_fatal("cannot translate the instruction at 0x%lx (bytes %s): %s", pc, hex, why);
}

static void do_cpuid(struct cpu *c)
{
	u32 leaf = (u32)c->r[RAX], sub = (u32)c->r[RCX];
	u32 a = leaf, b, cx = sub, d;

	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(cx), "=d"(d));
	if (leaf == 7 && sub == 0) {
		b &= ~(1u << 4 | 1u << 11); /* HLE, RTM: a transaction cannot hold our counters */
		cx &= ~(1u << 7);	    /* CET shadow stacks */
		d &= ~(1u << 20);	    /* CET indirect branch tracking */
	}
	if (leaf == 7 && sub == 1)
		d &= ~(1u << 15 | 1u << 19 | 1u << 21); /* USER_MSR, AVX10, APX: not decoded */
	c->r[RAX] = a;
	c->r[RBX] = b;
	c->r[RCX] = cx;
	c->r[RDX] = d;
}

/* Deterministic RDRAND and RDSEED: always ready. */
static void do_random(struct cpu *c, const struct insn *in)
{
	unsigned r = (in->modrm & 7) | (in->rex & 1) << 3;
	u64 v = random_next();

	if (in->rex & 8)
		c->r[r] = v;
	else if (in->flags & I_OPSIZE16)
		c->r[r] = (c->r[r] & ~0xffffull) | (v & 0xffff);
	else
		c->r[r] = (u32)v;
	c->rflags = (c->rflags & ~(u64)FL_ALL) | FL_CF;
}

static void do_gsbase(struct thread *t, const struct insn *in)
{
	unsigned r = (in->modrm & 7) | (in->rex & 1) << 3;

	if ((in->modrm >> 3 & 7) == 1) { /* RDGSBASE */
		t->cpu.r[r] = in->rex & 8 ? t->gsbase : (u32)t->gsbase;
	} else { /* WRGSBASE */
		t->gsbase = in->rex & 8 ? t->cpu.r[r] : (u32)t->cpu.r[r];
	}
}

/* A null selector in GS: its base becomes 0. */
static bool do_set_gs(struct thread *t, u64 selector)
{
	if ((u16)selector > 3)
		return false;
	t->gs_selector = (u16)selector;
	t->gsbase = 0;
	return true;
}

/* INT 80h, INT 3 in two bytes, INT1. The traps are reported with the instruction behind them. */
static void do_int(struct thread *t, u64 pc, const u8 *b, const struct insn *in)
{
	u64 next = t->cpu.rip;

	if (in->op == 0xcd && in->imm == 0x80) {
		if (!int80_exec(t))
			cannot(pc, b, in, "this 32-bit system call is not supported");
		return;
	}
	if (in->op == 0xcd)
		signal_fault(t, SIGTRAP, 0x80 /* SI_KERNEL */, 0, 3, 0);
	else
		signal_fault(t, SIGTRAP, 1 /* TRAP_BRKPT */, next, 1, 0);
	if (t->pending_sig && t->cpu.rip == next) { /* another signal comes first */
		t->cpu.rip = pc;
		count_vec_sub(t, class_vec(0));
	}
}

void special_insn(struct thread *t, u64 pc)
{
	struct cpu *c = &t->cpu;
	struct insn in;
	u8 b[16];
	unsigned n = 15;

	if (copy_from_user(b, pc, n)) {
		n = (unsigned)(PAGE_UP(pc + 1) - pc);
		if (n > 15 || copy_from_user(b, pc, n))
			return; /* gone: the fetch will fault */
	}
	if (insn_decode(b, n, &in) < 0)
		return;
	c->rip = pc + in.len;
	switch (in.kind) {
	case K_SYSCALL:
		syscall_insn_exec(t);
		return;
	case K_CPUID:
		do_cpuid(c);
		return;
	case K_RDRAND:
	case K_RDSEED:
		do_random(c, &in);
		return;
	case K_GSBASE:
		do_gsbase(t, &in);
		return;
	case K_XBEGIN: /* aborts at once */
		c->r[RAX] = 0;
		c->rip += (u64)in.imm;
		return;
	case K_MOV_TO_SREG:
		if (!(in.flags & I_MEM) &&
		    do_set_gs(t, c->r[(in.modrm & 7) | (in.rex & 1) << 3]))
			return;
		cannot(pc, b, &in, "it loads a segment into GS");
		return;
	case K_POP_FSGS: {
		u64 v = 0;

		if (!copy_from_user(&v, c->r[RSP], 8) && do_set_gs(t, v)) {
			c->r[RSP] += 8;
			return;
		}
		cannot(pc, b, &in, "it loads a segment into GS");
		return;
	}
	case K_INVALID:
		c->rip = pc;
		count_vec_sub(t, class_vec(0)); /* it never retired */
		if (in.len == 15) /* too long: #GP */
			signal_fault(t, SIGSEGV, 0x80, 0, 13, 0);
		else
			signal_fault(t, SIGILL, 2 /* ILL_ILLOPN */, pc, 6, 0);
		return;
	case K_FAR:
		cannot(pc, b, &in, "it changes the code segment");
		return;
	case K_INT:
		do_int(t, pc, b, &in);
		return;
	default:
		if (gs_insn(t, pc, b, &in))
			return;
		cannot(pc, b, &in, "its operand needs GS and more scratch registers than there are");
	}
}
