/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The decoder against the CPU: random instructions are run, and what they did is compared with what
 * the decoder says of them. An instruction whose flag is flipped before it, or a register that it
 * is said not to mention, may not come out otherwise; one with a memory operand must fault on a
 * page without rights exactly when it is said to load or store, and on a read-only page when to
 * store. What is undefined to the decoder may not run to its end.
 *
 * Rules: only instructions of kind K_PLAIN, without RSP, that at worst raise a signal here: run()
 * catches it. What the CPU does not have is not compared, but a thousand instructions must be. A
 * flag that the manual leaves undefined (taken from Zydis) may come out as it will.
 *
 * links: emu/decode/?*.c emu/decode/tables/?*.c
 */
#define _GNU_SOURCE
#include <Zydis/Zydis.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include "emu/decode/decode.h"
#include "tests/any.h"
#include "tests/tap.h"

#define PAGE 4096u
#define RSP  4

/* What the instruction starts with and leaves, beside the code, within reach of its displacements.
 */
struct state {
	uint64_t r[16]; /* r[RSP] is unused */
	uint64_t flags;
};
struct arena {
	uint8_t code[PAGE];
	struct state before, after;
};

static struct arena *arena;
static uint8_t *none, *readonly; /* middles of areas without rights, and without write */
static sigjmp_buf back;
static volatile uintptr_t fault_address;
static volatile bool fault_write;
static ZydisDecoder zydis;

enum { BAD_READ, BAD_WRITE, BAD_CHANGE, BAD_DEPEND, BAD_ACCESS, BAD_STORE, BAD_UNDEFINED, BAD_N };
/* clang-format off */
static const char *const bad_name[BAD_N] = {
	[BAD_READ] = "read a flag that is not in fl_read",
	[BAD_WRITE] = "pass on a flag that is in fl_write",
	[BAD_CHANGE] = "change a register that is not in regs",
	[BAD_DEPEND] = "depend on a register that is not in regs",
	[BAD_ACCESS] = "access memory though they should not, or do not though they should",
	[BAD_STORE] = "store though they should not, or do not though they should",
	[BAD_UNDEFINED] = "are run by the CPU, and undefined to us",
};
/* clang-format on */
static unsigned long n_bad[BAD_N], n_ran, n_memory, n_undefined;

static void on_signal(int sig, siginfo_t *info, void *context)
{
	const ucontext_t *uc = context;

	fault_address = sig == SIGSEGV ? (uintptr_t)info->si_addr : 0;
	fault_write = uc->uc_mcontext.gregs[REG_ERR] & 2;
	siglongjmp(back, sig);
}

/* ---- running one instruction ---- */

static uint8_t *emit(uint8_t *p, const void *bytes, size_t n)
{
	memcpy(p, bytes, n);
	return p + n;
}

/* An instruction with a RIP-relative operand: opcode bytes (with ModRM), then where it is. */
static uint8_t *emit_rip(uint8_t *p, const char *op, size_t n, const void *target)
{
	int32_t disp;

	p = emit(p, op, n);
	disp = (int32_t)((const uint8_t *)target - (p + 4));
	return emit(p, &disp, 4);
}

/* Code that loads arena->before, runs the instruction, and stores arena->after. */
static void build(const uint8_t *insn, unsigned len)
{
	static const uint8_t save[] = {
		0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57
	};
	static const uint8_t restore[] = {
		0xfc, 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b, 0xc3
	}; /* CLD, pops, RET */
	uint8_t *p = emit(arena->code, save, sizeof(save));

	p = emit_rip(p, "\xff\x35", 2, &arena->before.flags); /* PUSH flags */
	for (unsigned r = 0; r < 16; r++) {
		char mov[3] = { (char)(0x48 | (r & 8) >> 1), (char)0x8b,
				(char)(0x05 | (r & 7) << 3) };

		if (r != RSP)
			p = emit_rip(p, mov, 3, &arena->before.r[r]);
	}
	p = emit(p, "\x9d", 1); /* POPF */
	p = emit(p, insn, len);
	p = emit(p, "\x9c", 1); /* PUSHF */
	for (unsigned r = 0; r < 16; r++) {
		char mov[3] = { (char)(0x48 | (r & 8) >> 1), (char)0x89,
				(char)(0x05 | (r & 7) << 3) };

		if (r != RSP)
			p = emit_rip(p, mov, 3, &arena->after.r[r]);
	}
	p = emit_rip(p, "\x8f\x05", 2, &arena->after.flags);
	emit(p, restore, sizeof(restore));
}

/* Run what build() made. Returns 0 with arena->after filled, or the signal that it raised. */
static int run(void)
{
	static const unsigned mxcsr = 0x1f80;
	int sig = sigsetjmp(back, 1);

	if (sig) {
		__asm__ volatile("cld; fninit");
		return sig;
	}
	/* Masks in vector registers are on; the x87 stack holds something. */
	__asm__ volatile("fninit; fldz; fld1; ldmxcsr %0; pcmpeqd %%xmm0, %%xmm0\n"
			 "movdqa %%xmm0, %%xmm1; movdqa %%xmm0, %%xmm2; movdqa %%xmm0, %%xmm3\n"
			 "movdqa %%xmm0, %%xmm4; movdqa %%xmm0, %%xmm5; movdqa %%xmm0, %%xmm6\n"
			 "movdqa %%xmm0, %%xmm7; movdqa %%xmm0, %%xmm8; movdqa %%xmm0, %%xmm9\n"
			 "movdqa %%xmm0, %%xmm10; movdqa %%xmm0, %%xmm11; movdqa %%xmm0, %%xmm12\n"
			 "movdqa %%xmm0, %%xmm13; movdqa %%xmm0, %%xmm14; movdqa %%xmm0, %%xmm15\n"
			 :
			 : "m"(mxcsr)
			 : "memory", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
			   "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
	((void (*)(void))arena->code)();
	__asm__ volatile("fninit");
	return 0;
}

static void set_before(const uint64_t r[16], unsigned flags)
{
	memcpy(arena->before.r, r, sizeof(arena->before.r));
	arena->before.flags = flags | 0x202;
}

/* ---- comparing ---- */

static void bad(unsigned what, const uint8_t *b, const struct insn *in, const char *detail,
		unsigned x)
{
	char hex[64] = "";

	if (n_bad[what]++ >= 10)
		return;
	for (unsigned i = 0; i < in->len; i++)
		sprintf(hex + 3 * i, "%02x ", b[i]);
	note("%s%s: %s %x (fl_read %x fl_write %x regs %x flags %x)", hex, bad_name[what], detail,
	     x, in->fl_read, in->fl_write, in->regs, in->flags);
}

static unsigned undefined_flags(const uint8_t *b)
{
	ZydisDecodedInstruction z;
	ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];

	if (ZYAN_FAILED(ZydisDecoderDecodeFull(&zydis, b, 15, &z, op)) || !z.cpu_flags)
		return 0;
	return z.cpu_flags->undefined & FL_ALL;
}

/* Does it come out the same when a flag is flipped that it is said not to read? */
static void check_flag(const uint8_t *b, const struct insn *in, const uint64_t r[16],
		       unsigned flags, unsigned flag, const struct state *out)
{
	unsigned changed, free_flags = undefined_flags(b);

	set_before(r, flags ^ flag);
	if (run() || (in->fl_read & flag))
		return;
	for (unsigned i = 0; i < 16; i++)
		if (i != RSP && arena->after.r[i] != out->r[i])
			bad(BAD_READ, b, in, "register", i);
	changed = (unsigned)(arena->after.flags ^ out->flags) & FL_ALL;
	if (changed & ~flag & ~free_flags)
		bad(BAD_READ, b, in, "flag", flag);
	if (changed & flag & in->fl_write & ~free_flags)
		bad(BAD_WRITE, b, in, "flag", flag);
}

/* Registers and flags, of an instruction without memory operand. */
static void check_registers(const uint8_t *b, const struct insn *in)
{
	for (unsigned round = 0; round < 3; round++) {
		uint64_t r[16], others[16];
		unsigned flags = any_bits() & FL_ALL;
		struct state out;

		for (unsigned i = 0; i < 16; i++) {
			r[i] = round == 0 ? any_bits() << 7 ^ any_bits() :
					    any_bits() & (round == 1 ? 0xff : 0xffff);
			others[i] = in->regs >> i & 1 ? r[i] : any_bits();
		}
		if (round == 2)
			r[2] = others[2] = 0; /* so that DIV has a quotient */
		set_before(r, flags);
		if (run())
			return;
		out = arena->after;
		n_ran++;
		for (unsigned i = 0; i < 16; i++)
			if (i != RSP && !(in->regs >> i & 1) && out.r[i] != r[i])
				bad(BAD_CHANGE, b, in, "register", i);
		for (unsigned flag = 1; flag <= FL_OF; flag <<= 1)
			if (flag & FL_ALL)
				check_flag(b, in, r, flags, flag, &out);
		set_before(others, flags);
		if (run())
			return;
		for (unsigned i = 0; i < 16; i++)
			if (i != RSP && (in->regs >> i & 1) && arena->after.r[i] != out.r[i])
				bad(BAD_DEPEND, b, in, "register", i);
		if ((arena->after.flags ^ out.flags) & FL_ALL & ~undefined_flags(b))
			bad(BAD_DEPEND, b, in, "flags", 0);
	}
}

/* Run it with its memory in this area. Returns 0 no fault, 1 a fault there, -1 something else. */
static int touch(const uint8_t *area)
{
	uint64_t r[16];
	int sig;

	for (unsigned i = 0; i < 16; i++)
		r[i] = 1;		      /* BT's bit offset, XLAT's index, counts */
	r[3] = r[6] = r[7] = (uintptr_t)area; /* RBX, RSI, RDI: of XLAT, ModRM, strings */
	set_before(r, 0);
	sig = run();
	if (!sig)
		return 0;
	return fault_address - (uintptr_t)area + 8 * PAGE < 16 * PAGE ? 1 : -1;
}

/* Loads and stores, of an instruction whose memory is at RSI, RDI or RBX. */
static void check_memory(const uint8_t *b, const struct insn *in)
{
	bool load = in->flags & I_LOAD, store = in->flags & I_STORE;
	int fault = touch(none);

	if (fault < 0)
		return;
	n_memory++;
	if (fault != (load || store))
		bad(BAD_ACCESS, b, in, "fault", (unsigned)fault);
	fault = touch(readonly);
	if (fault >= 0 && (fault && fault_write) != store)
		bad(BAD_STORE, b, in, "fault", (unsigned)fault);
}

/*
 * Undefined: the CPU may not run it to its end. What follows the bytes that were looked at are
 * NOPs. (Some raise #GP, not #UD: longer than 15 bytes, or above our privileges on another maker's
 * CPU.)
 */
static void check_undefined(const uint8_t *b, const struct insn *in)
{
	uint8_t padded[32];
	uint64_t r[16] = { 0 };

	memset(padded, 0x90, sizeof(padded));
	memcpy(padded, b, in->len);
	build(padded, sizeof(padded));
	for (unsigned i = 0; i < 16; i++)
		r[i] = (uintptr_t)none;
	set_before(r, 0);
	n_undefined++;
	if (!run())
		bad(BAD_UNDEFINED, b, in, "", 0);
}

/* ---- which instructions ---- */

/* May it be run here? Not what waits, changes FS, rights of pages or power, or is above us. */
static bool may_run(const struct insn *in)
{
	bool vector = in->flags & (I_VEX | I_EVEX);

	if (in->kind != K_PLAIN || (in->regs & 1u << RSP))
		return false;
	if (!vector && in->map == MAP_0F &&
	    (in->op == 0x01 || in->op == 0x1e || (in->op == 0xae && in->modrm >= 0xc0)))
		return false;
	/* PadLock and HRESET; MOV from a segment register depends on nothing, but is not ours */
	if (!vector && ((in->map == MAP_0F && (in->op == 0xa6 || in->op == 0xa7)) ||
			(in->map == MAP_0F3A && in->op == 0xf0)))
		return false;
	return true;
}

/* The cache instructions fault like loads, and are none (decode.h). */
static bool is_cache_control(const struct insn *in)
{
	return !(in->flags & (I_VEX | I_EVEX)) && in->map == MAP_0F &&
	       (in->op == 0xae || in->op == 0x1c || in->op == 0x0d || in->op == 0x18);
}

/* By an opmask, which may leave nothing of the memory: EVEX.aaa. */
static bool is_masked(const uint8_t *b, const struct insn *in)
{
	return (in->flags & I_EVEX) && (b[in->op_off + 3] & 7);
}

/* BT, BTS, BTR, BTC with an offset in a register, which is an address here: up to 256 MiB away
 * anything may be mapped. */
static bool is_bit_string(const struct insn *in)
{
	return !(in->flags & (I_VEX | I_EVEX)) && in->map == MAP_0F && (in->op & 0xe7) == 0xa3;
}

static void random_bytes(uint8_t b[16])
{
	static const uint8_t prefixes[] = { 0x66, 0xf2, 0xf3 };
	unsigned n = 0;

	for (unsigned i = 0; i < 16; i++)
		b[i] = (uint8_t)any_bits();
	switch (any_bits() % 8) {
	case 0:
		b[0] = 0xc4;
		b[1] = (uint8_t)((b[1] & 0xe0) | (1 + any_bits() % 3));
		n = 4;
		break;
	case 1:
		b[0] = 0x62;
		b[1] &= 0xf7;
		b[2] |= any_bits() % 2 ? 0x7c : 4;
		b[3] = (uint8_t)((b[3] & 0x60) | 8);
		n = 5;
		break;
	default:
		if (any_bits() % 3 == 0)
			b[n++] = prefixes[any_bits() % 3];
		if (any_bits() % 2)
			b[n++] = (uint8_t)(0x40 | any_bits() % 16);
		if (any_bits() % 2)
			b[n++] = 0x0f;
		if (n && b[n - 1] == 0x0f && any_bits() % 4 == 0)
			b[n++] = any_bits() % 2 ? 0x38 : 0x3a;
		n++;
	}
	if (any_bits() % 2) /* ModRM: [RSI], or a register */
		b[n] = (uint8_t)((b[n] & 0x38) | 6);
	else
		b[n] |= 0xc0;
}

/* VMCALL and its neighbours: a hypervisor may answer them. */
static bool is_0f01(const uint8_t b[16])
{
	for (unsigned i = 0; i < 15; i++)
		if (b[i] == 0x0f)
			return b[i + 1] == 0x01;
	return false;
}

static void check(const uint8_t *b)
{
	struct insn in;
	int len = insn_decode(b, 15, &in);

	if (len > 0 && in.kind == K_INVALID && !is_0f01(b))
		check_undefined(b, &in);
	if (len < 0 || !may_run(&in))
		return;
	build(b, (unsigned)len);
	if (!(in.flags & (I_MEM | I_LOAD | I_STORE | I_IMPLICIT_MEM)))
		check_registers(b, &in);
	else if (!(in.flags & I_MEM) || in.modrm < 0x40)
		if (!(in.flags & I_MEM) || ((in.modrm & 7) == 6 && !(in.rex & 1)))
			if (!in.disp_size && !is_cache_control(&in) && !is_masked(b, &in) &&
			    !is_bit_string(&in) && !(in.flags & I_REP))
				check_memory(b, &in);
}

int main(int argc, char **argv)
{
	static const int signals[] = { SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV };
	static uint8_t stack[65536];
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000000;
	struct sigaction sa = { .sa_sigaction = on_signal,
				.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
	stack_t ss = { .ss_sp = stack, .ss_size = sizeof(stack) };
	uint8_t *areas = mmap(NULL, 64 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	arena = mmap(NULL, sizeof(*arena), PROT_READ | PROT_WRITE | PROT_EXEC,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (areas == MAP_FAILED || arena == MAP_FAILED)
		skip_all("no memory that may be written and executed");
	none = areas + 16 * PAGE;
	readonly = areas + 48 * PAGE;
	mprotect(areas + 32 * PAGE, 32 * PAGE, PROT_READ);
	sigaltstack(&ss, NULL);
	for (unsigned i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaction(signals[i], &sa, NULL);
	ZydisDecoderInit(&zydis, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);

	for (unsigned long i = 0; i < n; i++) {
		uint8_t b[16];

		random_bytes(b);
		check(b);
	}
	ok(n_ran > n / 1000, "%lu instructions ran", n_ran);
	ok(n_memory > n / 1000, "%lu instructions with memory", n_memory);
	ok(n_undefined > n / 1000, "%lu undefined encodings", n_undefined);
	for (unsigned i = 0; i < BAD_N; i++)
		ok(!n_bad[i], "%lu instructions %s", n_bad[i], bad_name[i]);
	return done();
}
