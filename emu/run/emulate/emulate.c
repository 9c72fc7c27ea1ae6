// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The engine emulates instructions because they leave the program (SYSCALL), because the program
 * must not see what they say (CPUID), or because they would use GS, which belongs to the engine.
 */
#include "emu/run/emulate/emulate.h"

#include "emu/base/format.h"
#include "emu/base/message.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/decode/decode.h"
#include "emu/run/emulate/cpuid.h"
#include "emu/run/emulate/fpu_env.h"
#include "emu/run/emulate/gs_operand.h"
#include "emu/run/emulate/interrupt.h"
#include "emu/run/emulate/rdrand.h"
#include "emu/run/emulate/segment.h"
#include "emu/run/emulate/xsave.h"
#include "emu/signal/raise.h"
#include "emu/syscall/syscall.h"

#define INSN_MAX 15

static _Noreturn void refuse(u64 pc, const u8 *bytes, const struct insn *in, const char *why)
{
	char hex[2 * INSN_MAX + 1];

	for (unsigned i = 0; i < in->len; i++)
		emu_snprintf(hex + 2 * i, 3, "%x%x", bytes[i] >> 4, bytes[i] & 15);
	emu_fatal("cannot translate the instruction at 0x%lx (bytes %s): %s", pc, hex, why);
}

/* Reads what can be read of the instruction, and decodes it. False: its page is gone. */
static bool fetch(u64 pc, u8 bytes[INSN_MAX], struct insn *in)
{
	unsigned n = INSN_MAX;

	if (copy_from_user(bytes, pc, n)) {
		n = (unsigned)(PAGE_UP(pc + 1) - pc);
		if (n > INSN_MAX || copy_from_user(bytes, pc, n))
			return false;
	}
	return insn_decode(bytes, n, in) >= 0;
}

/* A transaction aborts at once, with status 0. */
static void xbegin(struct cpu *c, const struct insn *in)
{
	c->r[RAX] = 0;
	c->rip += (u64)in->imm;
}

static void invalid(struct thread *t, u64 pc, const struct insn *in)
{
	t->cpu.rip = pc;
	count_sub(t, pc, 0);	 /* it does not retire */
	if (in->len == INSN_MAX) /* longer than an instruction can be */
		raise_gp(t);
	else
		raise_invalid_opcode(t);
}

/* What the processor says of itself. */
static void tell(struct thread *t, u64 pc, const struct insn *in)
{
	bool allowed = true;

	switch (in->kind) {
	case K_CPUID:
		allowed = !t->cpuid_faults;
		if (allowed)
			cpuid_emulate(&t->cpu);
		break;
	case K_RDTSC:
		cpuid_rdtsc(t, in);
		break;
	case K_RDPID:
		cpuid_rdpid(&t->cpu, in);
		break;
	default:
		allowed = cpuid_xgetbv(&t->cpu);
	}
	if (!allowed) {
		t->cpu.rip = pc;
		count_sub(t, pc, 0);
		raise_gp(t);
	}
}

void emulate(struct thread *t, u64 pc)
{
	const char *why = NULL; /* it cannot be emulated */
	struct insn in;
	u8 bytes[INSN_MAX];

	if (!fetch(pc, bytes, &in))
		return; /* the next fetch faults */
	t->cpu.rip = pc + in.len;
	switch (in.kind) {
	case K_SYSCALL:
		syscall_emulate(t);
		break;
	case K_CPUID:
	case K_RDTSC:
	case K_RDPID:
	case K_XGETBV:
		tell(t, pc, &in);
		break;
	case K_XSAVE:
		xsave_emulate(t, pc, bytes, &in);
		break;
	case K_FPU_ENV:
		fpu_env_emulate(t, pc, bytes, &in);
		break;
	case K_RDRAND:
	case K_RDSEED:
		rdrand_emulate(&t->cpu, &in);
		break;
	case K_GSBASE:
		segment_gsbase(t, &in);
		break;
	case K_XBEGIN:
		xbegin(&t->cpu, &in);
		break;
	case K_MOV_TO_SREG:
	case K_POP_FSGS:
		if (!(in.kind == K_POP_FSGS ? segment_pop_gs(t) : segment_mov_gs(t, &in)))
			why = "it loads a segment into GS";
		break;
	case K_INVALID:
		invalid(t, pc, &in);
		break;
	case K_FAR:
		why = "it changes the code segment";
		break;
	case K_INT:
		if (!interrupt_emulate(t, pc, &in))
			why = "this 32-bit system call is not supported";
		break;
	default:
		if (!gs_operand_emulate(t, pc, bytes, &in))
			why = "its operand needs GS and more scratch registers than are free";
	}
	if (why)
		refuse(pc, bytes, &in, why);
}
