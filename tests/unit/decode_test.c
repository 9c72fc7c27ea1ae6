/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The instruction decoder: encodings that are easy to get wrong, and what the decoder must make of
 * them.
 *
 * A row gives every field of its instruction; fields that a row leaves out are 0. The bytes of a
 * row are exactly one instruction. The comment above a block quotes the manual (SDM volume 2,
 * unless it names another).
 *
 * links: emu/decode/?*.c emu/decode/tables/?*.c
 */
#include "emu/decode/decode.h"
#include "tests/tap.h"

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15 };
#define R(x)   (1u << (x))
#define MEM    (I_MODRM | I_MEM)
#define RIP    (I_MODRM | I_MEM | I_RIPREL)
#define NOT_ZF (FL_ALL & ~FL_ZF)
#define NOT_CF (FL_ALL & ~FL_CF)

struct row {
	const char *bytes, *name;
	enum insn_kind kind;
	enum insn_map map;
	uint8_t op;
	unsigned flags;
	uint8_t prefixes, rex, modrm_off;
	uint8_t disp[2], imm_at[2]; /* offset, size */
	int64_t imm;
	uint8_t cc;
	unsigned rd, wr, regs;
};

/* clang-format off */
static const struct row rows[] = {
	/* 2.2.1: REX must stand right before the opcode; a legacy prefix behind it voids it. */
	{ "48 89 c8", "mov rax, rcx", .op = 0x89, .flags = I_MODRM, .rex = 0x48, .modrm_off = 2,
	  .regs = R(RAX) | R(RCX) },
	{ "48 66 89 c8", "mov ax, cx: REX before 66", .op = 0x89, .flags = I_MODRM | I_OPSIZE16,
	  .prefixes = 2, .modrm_off = 3, .regs = R(RAX) | R(RCX) },
	{ "41 48 89 c8", "two REX: the last counts", .op = 0x89, .flags = I_MODRM, .prefixes = 1,
	  .rex = 0x48, .modrm_off = 3, .regs = R(RAX) | R(RCX) },
	{ "66 48 89 c8", "66 with REX.W: 64 bits", .op = 0x89, .flags = I_MODRM, .prefixes = 1,
	  .rex = 0x48, .modrm_off = 3, .regs = R(RAX) | R(RCX) },
	{ "66 48 81 c0 78 56 34 12", "66 with REX.W: 32-bit immediate", .op = 0x81,
	  .flags = I_MODRM, .prefixes = 1, .rex = 0x48, .modrm_off = 3, .imm_at = { 4, 4 },
	  .imm = 0x12345678, .wr = FL_ALL, .regs = R(RAX) },
	{ "66 81 c0 34 f2", "66: 16-bit immediate", .op = 0x81, .flags = I_MODRM | I_OPSIZE16,
	  .prefixes = 1, .modrm_off = 2, .imm_at = { 3, 2 }, .imm = -0xdcc, .wr = FL_ALL,
	  .regs = R(RAX) },
	{ "48 81 c0 00 00 00 80", "imm32 sign-extended", .op = 0x81, .flags = I_MODRM, .rex = 0x48,
	  .modrm_off = 2, .imm_at = { 3, 4 }, .imm = -0x80000000ll, .wr = FL_ALL, .regs = R(RAX) },

	/* 3.1.1.1: byte registers 4-7 are AH-BH without REX, SPL-DIL with it. */
	{ "88 e7", "mov bh, ah", .op = 0x88, .flags = I_MODRM, .modrm_off = 1,
	  .regs = R(RAX) | R(RBX) },
	{ "40 88 e7", "mov dil, spl", .op = 0x88, .flags = I_MODRM, .rex = 0x40, .modrm_off = 2,
	  .regs = R(RSP) | R(RDI) },
	{ "b7 12", "mov bh, 12h", .op = 0xb7, .imm_at = { 1, 1 }, .imm = 0x12, .regs = R(RBX) },
	{ "41 b7 12", "mov r15b, 12h", .op = 0xb7, .rex = 0x41, .imm_at = { 2, 1 }, .imm = 0x12,
	  .regs = R(R15) },
	{ "0f b6 f4", "movzx esi, ah", .map = MAP_0F, .op = 0xb6, .flags = I_MODRM, .modrm_off = 2,
	  .regs = R(RAX) | R(RSI) },

	/* 2.2.1.3, 2.2.1.4: the only 64-bit displacement and immediate. */
	{ "48 b8 08 07 06 05 04 03 02 01", "mov rax, imm64", .op = 0xb8, .rex = 0x48,
	  .imm_at = { 2, 8 }, .imm = 0x0102030405060708, .regs = R(RAX) },
	{ "b9 ff ff ff ff", "mov ecx, imm32", .op = 0xb9, .imm_at = { 1, 4 }, .imm = -1,
	  .regs = R(RCX) },
	{ "48 a1 08 07 06 05 04 03 02 01", "mov rax, moffs64", .op = 0xa1,
	  .flags = I_LOAD | I_IMPLICIT_MEM, .rex = 0x48, .disp = { 2, 8 }, .regs = R(RAX) },
	{ "67 a2 04 03 02 01", "mov moffs32, al", .op = 0xa2,
	  .flags = I_STORE | I_IMPLICIT_MEM | I_ADDR32, .prefixes = 1, .disp = { 2, 4 },
	  .regs = R(RAX) },
	{ "65 a1 08 07 06 05 04 03 02 01", "mov eax, gs:moffs64", .op = 0xa1,
	  .flags = I_LOAD | I_IMPLICIT_MEM | I_SEG_GS, .prefixes = 1, .disp = { 2, 8 },
	  .regs = R(RAX) },

	/* 2.2.1.6: RIP-relative, counted from the end, immediates included; 67 truncates. */
	{ "8b 05 10 00 00 00", "mov eax, [rip+10h]", .op = 0x8b, .flags = RIP | I_LOAD,
	  .modrm_off = 1, .disp = { 2, 4 }, .regs = R(RAX) },
	{ "48 c7 05 10 00 00 00 fe ff ff ff", "mov qword [rip+10h], -2", .op = 0xc7,
	  .flags = RIP | I_STORE, .rex = 0x48, .modrm_off = 2, .disp = { 3, 4 }, .imm_at = { 7, 4 },
	  .imm = -2 },
	{ "80 3d 10 00 00 00 00", "cmp byte [rip+10h], 0", .op = 0x80, .flags = RIP | I_LOAD,
	  .modrm_off = 1, .disp = { 2, 4 }, .imm_at = { 6, 1 }, .wr = FL_ALL },
	{ "67 8b 05 10 00 00 00", "mov eax, [eip+10h]", .op = 0x8b,
	  .flags = RIP | I_LOAD | I_ADDR32, .prefixes = 1, .modrm_off = 2, .disp = { 3, 4 },
	  .regs = R(RAX) },
	{ "41 8b 05 10 00 00 00", "REX.B does not make it [r13]", .op = 0x8b, .flags = RIP | I_LOAD,
	  .rex = 0x41, .modrm_off = 2, .disp = { 3, 4 }, .regs = R(RAX) },
	{ "8d 05 10 00 00 00", "lea: no load", .op = 0x8d, .flags = RIP, .modrm_off = 1,
	  .disp = { 2, 4 }, .regs = R(RAX) },
	{ "c5 f8 28 05 10 00 00 00", "vmovaps xmm0, [rip+10h]", .map = MAP_0F, .op = 0x28,
	  .flags = RIP | I_LOAD | I_VEX, .modrm_off = 3, .disp = { 4, 4 } },
	{ "c4 e3 79 16 05 10 00 00 00 03", "vpextrd [rip+10h], xmm0, 3", .map = MAP_0F3A,
	  .op = 0x16, .flags = RIP | I_STORE | I_VEX, .modrm_off = 4, .disp = { 5, 4 },
	  .imm_at = { 9, 1 }, .imm = 3 },
	{ "62 f1 fe 48 6f 05 10 00 00 00", "vmovdqu64 zmm0, [rip+10h]", .map = MAP_0F, .op = 0x6f,
	  .flags = RIP | I_LOAD | I_EVEX, .rex = 8, .modrm_off = 5, .disp = { 6, 4 } },
	{ "ff 15 10 00 00 00", "call [rip+10h]", .kind = K_CALL_IND, .op = 0xff,
	  .flags = RIP | I_LOAD | I_STORE, .modrm_off = 1, .disp = { 2, 4 }, .regs = R(RSP) },

	/* Tables 2-2, 2-3: SIB. */
	{ "8b 04 25 10 00 00 00", "[disp32]: neither base nor index", .op = 0x8b,
	  .flags = MEM | I_LOAD, .modrm_off = 1, .disp = { 3, 4 }, .regs = R(RAX) },
	{ "41 8b 04 25 10 00 00 00", "... REX.B changes nothing", .op = 0x8b, .flags = MEM | I_LOAD,
	  .rex = 0x41, .modrm_off = 2, .disp = { 4, 4 }, .regs = R(RAX) },
	{ "42 8b 04 25 10 00 00 00", "REX.X: index r12", .op = 0x8b, .flags = MEM | I_LOAD,
	  .rex = 0x42, .modrm_off = 2, .disp = { 4, 4 }, .regs = R(RAX) | R(R12) },
	{ "41 8b 44 25 10", "[r13+10h] by SIB", .op = 0x8b, .flags = MEM | I_LOAD, .rex = 0x41,
	  .modrm_off = 2, .disp = { 4, 1 }, .regs = R(RAX) | R(R13) },
	{ "8b 04 24", "[rsp]", .op = 0x8b, .flags = MEM | I_LOAD, .modrm_off = 1,
	  .regs = R(RAX) | R(RSP) },
	{ "43 8b 84 fc 10 00 00 00", "[r12+r15*8+10h]", .op = 0x8b, .flags = MEM | I_LOAD,
	  .rex = 0x43, .modrm_off = 2, .disp = { 4, 4 }, .regs = R(RAX) | R(R12) | R(R15) },

	/* 2.1.1, segments: ES, CS, SS, DS are void in 64-bit mode, and leave FS or GS in force. */
	{ "65 8b 00", "mov eax, gs:[rax]", .op = 0x8b, .flags = MEM | I_LOAD | I_SEG_GS,
	  .prefixes = 1, .modrm_off = 2, .regs = R(RAX) },
	{ "65 2e 8b 00", "GS, then CS", .op = 0x8b, .flags = MEM | I_LOAD | I_SEG_GS, .prefixes = 2,
	  .modrm_off = 3, .regs = R(RAX) },
	{ "65 64 8b 00", "GS, then FS", .op = 0x8b, .flags = MEM | I_LOAD | I_SEG_FS, .prefixes = 2,
	  .modrm_off = 3, .regs = R(RAX) },
	{ "65 89 c8", "GS without memory", .op = 0x89, .flags = I_MODRM, .prefixes = 1,
	  .modrm_off = 2, .regs = R(RAX) | R(RCX) },
	{ "65 8d 00", "lea uses no segment", .op = 0x8d, .flags = MEM, .prefixes = 1,
	  .modrm_off = 2, .regs = R(RAX) },
	{ "65 0f 1f 00", "nor does nop", .map = MAP_0F, .op = 0x1f, .flags = MEM, .prefixes = 1,
	  .modrm_off = 3, .regs = R(RAX) },
	{ "65 a4", "movsb: only the source moves", .op = 0xa4,
	  .flags = I_LOAD | I_STORE | I_STRING | I_IMPLICIT_MEM | I_SEG_GS, .prefixes = 1,
	  .regs = R(RSI) | R(RDI) },
	{ "65 aa", "stosb: nothing moves", .op = 0xaa, .flags = I_STORE | I_STRING, .prefixes = 1,
	  .regs = R(RAX) | R(RDI) },
	{ "65 d7", "xlat", .op = 0xd7, .flags = I_LOAD | I_IMPLICIT_MEM | I_SEG_GS, .prefixes = 1,
	  .regs = R(RAX) | R(RBX) },

	/* Near branches: 66 is ignored (Intel), the size is 64. */
	{ "74 fe", "jz $", .kind = K_JCC, .op = 0x74, .imm_at = { 1, 1 }, .imm = -2, .cc = 4,
	  .rd = FL_ZF },
	{ "0f 8f 00 00 00 80", "jg rel32", .kind = K_JCC, .map = MAP_0F, .op = 0x8f,
	  .imm_at = { 2, 4 }, .imm = -0x80000000ll, .cc = 15, .rd = FL_ZF | FL_SF | FL_OF },
	{ "66 0f 84 01 02 03 04", "66 jz rel32", .kind = K_JCC, .map = MAP_0F, .op = 0x84,
	  .prefixes = 1, .imm_at = { 3, 4 }, .imm = 0x04030201, .cc = 4, .rd = FL_ZF },
	{ "66 e8 01 02 03 04", "66 call rel32", .kind = K_CALL, .op = 0xe8, .flags = I_STORE,
	  .prefixes = 1, .imm_at = { 2, 4 }, .imm = 0x04030201, .regs = R(RSP) },
	{ "66 c3", "66 ret", .kind = K_RET, .op = 0xc3, .flags = I_LOAD, .prefixes = 1,
	  .regs = R(RSP) },
	{ "f3 c3", "rep ret", .kind = K_RET, .op = 0xc3, .flags = I_LOAD, .prefixes = 1,
	  .regs = R(RSP) },
	{ "f2 ff e0", "bnd jmp rax, notrack's neighbour", .kind = K_JMP_IND, .op = 0xff,
	  .flags = I_MODRM, .prefixes = 1, .modrm_off = 2, .regs = R(RAX) },
	{ "3e 41 ff e3", "notrack jmp r11", .kind = K_JMP_IND, .op = 0xff, .flags = I_MODRM,
	  .prefixes = 1, .rex = 0x41, .modrm_off = 3, .regs = R(R11) },
	{ "65 ff 20", "jmp gs:[rax]", .kind = K_JMP_IND, .op = 0xff,
	  .flags = MEM | I_LOAD | I_SEG_GS, .prefixes = 1, .modrm_off = 2, .regs = R(RAX) },
	{ "c2 00 80", "ret 8000h: unsigned", .kind = K_RET, .op = 0xc2, .flags = I_LOAD,
	  .imm_at = { 1, 2 }, .imm = 0x8000, .regs = R(RSP) },
	{ "eb 80", "jmp rel8", .kind = K_JMP, .op = 0xeb, .imm_at = { 1, 1 }, .imm = -128 },
	{ "e0 05", "loopne", .kind = K_LOOP, .op = 0xe0, .imm_at = { 1, 1 }, .imm = 5, .rd = FL_ZF,
	  .regs = R(RCX) },
	{ "67 e3 05", "jecxz", .kind = K_JRCXZ, .op = 0xe3, .flags = I_ADDR32, .prefixes = 1,
	  .imm_at = { 2, 1 }, .imm = 5, .regs = R(RCX) },
	{ "ff 18", "call far", .kind = K_FAR, .op = 0xff, .flags = MEM | I_LOAD | I_STORE,
	  .modrm_off = 1, .regs = R(RAX) | R(RSP) },
	{ "48 cf", "iretq", .kind = K_FAR, .op = 0xcf, .flags = I_LOAD, .rex = 0x48, .wr = FL_ALL,
	  .regs = R(RSP) },

	/* Instructions with a kind of their own. */
	{ "0f 05", "syscall", .kind = K_SYSCALL, .map = MAP_0F, .op = 0x05, .rd = FL_ALL,
	  .regs = R(RCX) | R(R11) },
	{ "0f a2", "cpuid", .kind = K_CPUID, .map = MAP_0F, .op = 0xa2,
	  .regs = R(RAX) | R(RBX) | R(RCX) | R(RDX) },
	{ "49 0f c7 f1", "rdrand r9", .kind = K_RDRAND, .map = MAP_0F, .op = 0xc7, .flags = I_MODRM,
	  .rex = 0x49, .modrm_off = 3, .wr = FL_ALL, .regs = R(R9) },
	{ "66 0f c7 f9", "rdseed cx", .kind = K_RDSEED, .map = MAP_0F, .op = 0xc7,
	  .flags = I_MODRM | I_OPSIZE16, .prefixes = 1, .modrm_off = 3, .wr = FL_ALL,
	  .regs = R(RCX) },
	{ "0f c7 09", "cmpxchg8b", .map = MAP_0F, .op = 0xc7, .flags = MEM | I_LOAD | I_STORE,
	  .modrm_off = 2, .wr = FL_ZF, .regs = R(RAX) | R(RBX) | R(RCX) | R(RDX) },
	{ "c7 f8 fa ff ff ff", "xbegin", .kind = K_XBEGIN, .op = 0xc7, .flags = I_MODRM,
	  .modrm_off = 1, .imm_at = { 2, 4 }, .imm = -6, .regs = R(RAX) },
	{ "66 c7 f8 fa ff", "xbegin rel16: here 66 counts", .kind = K_XBEGIN, .op = 0xc7,
	  .flags = I_MODRM | I_OPSIZE16, .prefixes = 1, .modrm_off = 2, .imm_at = { 3, 2 },
	  .imm = -6, .regs = R(RAX) },
	{ "c6 f8 ff", "xabort", .kind = K_XEND, .op = 0xc6, .flags = I_MODRM, .modrm_off = 1,
	  .imm_at = { 2, 1 }, .imm = 0xff, .regs = R(RAX) },
	{ "0f 01 d5", "xend", .kind = K_XEND, .map = MAP_0F, .op = 0x01, .flags = I_MODRM,
	  .modrm_off = 2 },
	{ "0f 01 d6", "xtest", .kind = K_XEND, .map = MAP_0F, .op = 0x01, .flags = I_MODRM,
	  .modrm_off = 2, .wr = FL_ALL },
	{ "0f 33", "rdpmc", .kind = K_RDPMC, .map = MAP_0F, .op = 0x33,
	  .regs = R(RAX) | R(RCX) | R(RDX) },
	{ "0f 01 f9", "rdtscp", .kind = K_RDTSC, .map = MAP_0F, .op = 0x01, .flags = I_MODRM,
	  .modrm_off = 2, .regs = R(RAX) | R(RCX) | R(RDX) },
	{ "f3 41 0f c7 fb", "rdpid r11", .kind = K_RDPID, .map = MAP_0F, .op = 0xc7,
	  .flags = I_MODRM, .prefixes = 1, .rex = 0x41, .modrm_off = 4, .regs = R(R11) },
	{ "0f 01 d0", "xgetbv", .kind = K_XGETBV, .map = MAP_0F, .op = 0x01, .flags = I_MODRM,
	  .modrm_off = 2, .regs = R(RAX) | R(RCX) | R(RDX) },
	{ "d9 33", "fnstenv", .kind = K_FPU_ENV, .op = 0xd9, .flags = MEM | I_STORE,
	  .modrm_off = 1, .regs = R(RBX) },
	{ "66 dd 33", "fnsave", .kind = K_FPU_ENV, .op = 0xdd,
	  .flags = MEM | I_STORE | I_OPSIZE16, .prefixes = 1, .modrm_off = 2, .regs = R(RBX) },
	{ "48 0f ae 23", "xsave64", .kind = K_XSAVE, .map = MAP_0F, .op = 0xae,
	  .flags = MEM | I_LOAD | I_STORE, .rex = 0x48, .modrm_off = 3,
	  .regs = R(RAX) | R(RDX) | R(RBX) },
	{ "0f ae 2b", "xrstor", .kind = K_XSAVE, .map = MAP_0F, .op = 0xae, .flags = MEM | I_LOAD,
	  .modrm_off = 2, .regs = R(RAX) | R(RDX) | R(RBX) },
	{ "0f c7 23", "xsavec", .kind = K_XSAVE, .map = MAP_0F, .op = 0xc7, .flags = MEM | I_STORE,
	  .modrm_off = 2, .regs = R(RAX) | R(RDX) | R(RBX) },
	{ "66 0f ae 33", "clwb", .map = MAP_0F, .op = 0xae, .flags = MEM, .prefixes = 1,
	  .modrm_off = 3, .regs = R(RBX) },
	{ "cc", "int3", .kind = K_INT3, .op = 0xcc, .rd = FL_ALL },
	{ "cd 80", "int 80h: unsigned", .kind = K_INT, .op = 0xcd, .imm_at = { 1, 1 }, .imm = 0x80,
	  .rd = FL_ALL },
	{ "f1", "int1", .kind = K_INT, .op = 0xf1, .imm = 1, .rd = FL_ALL },
	{ "66 9c", "pushf", .kind = K_PUSHF, .op = 0x9c, .flags = I_STORE | I_OPSIZE16,
	  .prefixes = 1, .rd = FL_ALL, .regs = R(RSP) },
	{ "9d", "popfq", .kind = K_POPF, .op = 0x9d, .flags = I_LOAD, .wr = FL_ALL,
	  .regs = R(RSP) },
	{ "f3 48 0f ae d8", "wrgsbase rax", .kind = K_GSBASE, .map = MAP_0F, .op = 0xae,
	  .flags = I_MODRM, .prefixes = 1, .rex = 0x48, .modrm_off = 4, .regs = R(RAX) },
	{ "f3 0f ae c1", "rdfsbase ecx", .map = MAP_0F, .op = 0xae, .flags = I_MODRM, .prefixes = 1,
	  .modrm_off = 3, .regs = R(RCX) },
	{ "8e e8", "mov gs, eax", .kind = K_MOV_TO_SREG, .op = 0x8e, .flags = I_MODRM,
	  .modrm_off = 1, .regs = R(RAX) },
	{ "8c 28", "mov [rax], gs", .op = 0x8c, .flags = MEM | I_STORE, .modrm_off = 1,
	  .regs = R(RAX) },
	{ "0f a9", "pop gs", .kind = K_POP_FSGS, .map = MAP_0F, .op = 0xa9, .flags = I_LOAD,
	  .regs = R(RSP) },
	{ "0f b5 08", "lgs ecx, [rax]", .kind = K_LOAD_FARPTR, .map = MAP_0F, .op = 0xb5,
	  .flags = MEM | I_LOAD, .modrm_off = 2, .regs = R(RAX) | R(RCX) },
	{ "0f 0b", "ud2", .kind = K_UD, .map = MAP_0F, .op = 0x0b },
	{ "0f ff 00", "ud0 has ModRM", .kind = K_UD, .map = MAP_0F, .op = 0xff, .flags = MEM,
	  .modrm_off = 2, .regs = R(RAX) },

	/* NOPs and hints. */
	{ "90", "nop", .op = 0x90 },
	{ "f3 90", "pause", .op = 0x90, .prefixes = 1 },
	{ "41 90", "xchg r8, rax", .op = 0x90, .rex = 0x41, .regs = R(RAX) | R(R8) },
	{ "66 2e 0f 1f 84 00 00 00 00 00", "ten bytes of nop", .map = MAP_0F, .op = 0x1f,
	  .flags = MEM | I_OPSIZE16, .prefixes = 2, .modrm_off = 4, .disp = { 6, 4 },
	  .regs = R(RAX) },
	{ "f3 0f 1e fa", "endbr64", .map = MAP_0F, .op = 0x1e, .flags = I_MODRM, .prefixes = 1,
	  .modrm_off = 3, .regs = R(RDI) },
	{ "f3 48 0f 1e c8", "rdsspq rax", .map = MAP_0F, .op = 0x1e, .flags = I_MODRM,
	  .prefixes = 1, .rex = 0x48, .modrm_off = 4, .regs = R(RAX) | R(RCX) },
	{ "0f 18 08", "prefetcht0: no load", .map = MAP_0F, .op = 0x18, .flags = MEM,
	  .modrm_off = 2, .regs = R(RAX) | R(RCX) },
	{ "0f ae 38", "clflush: no load", .map = MAP_0F, .op = 0xae, .flags = MEM, .modrm_off = 2,
	  .regs = R(RAX) },

	/*
	 * A flag counts as written only if the instruction always writes it: INC leaves CF, BT
	 * leaves ZF, and a shift by 0 leaves all.
	 */
	{ "ff c0", "inc eax", .op = 0xff, .flags = I_MODRM, .modrm_off = 1, .wr = NOT_CF,
	  .regs = R(RAX) },
	{ "11 c8", "adc", .op = 0x11, .flags = I_MODRM, .modrm_off = 1, .rd = FL_CF, .wr = FL_ALL,
	  .regs = R(RAX) | R(RCX) },
	{ "0f a3 c8", "bt", .map = MAP_0F, .op = 0xa3, .flags = I_MODRM, .modrm_off = 2,
	  .wr = NOT_ZF, .regs = R(RAX) | R(RCX) },
	{ "c1 e0 05", "shl eax, 5", .op = 0xc1, .flags = I_MODRM, .modrm_off = 1,
	  .imm_at = { 2, 1 }, .imm = 5, .wr = FL_ALL, .regs = R(RAX) },
	{ "c1 e0 20", "shl eax, 32: masked to 0", .op = 0xc1, .flags = I_MODRM, .modrm_off = 1,
	  .imm_at = { 2, 1 }, .imm = 32, .regs = R(RAX) },
	{ "48 c1 e0 20", "shl rax, 32", .op = 0xc1, .flags = I_MODRM, .rex = 0x48, .modrm_off = 2,
	  .imm_at = { 3, 1 }, .imm = 32, .wr = FL_ALL, .regs = R(RAX) },
	{ "48 c0 e0 20", "shl al, 32 with REX.W: void for a byte", .op = 0xc0, .flags = I_MODRM,
	  .rex = 0x48, .modrm_off = 2, .imm_at = { 3, 1 }, .imm = 32, .regs = R(RAX) },
	{ "c1 d0 01", "rcl eax, 1 (imm)", .op = 0xc1, .flags = I_MODRM, .modrm_off = 1,
	  .imm_at = { 2, 1 }, .imm = 1, .rd = FL_CF, .wr = FL_CF | FL_OF, .regs = R(RAX) },
	{ "d3 c0", "rol eax, cl", .op = 0xd3, .flags = I_MODRM, .modrm_off = 1,
	  .regs = R(RAX) | R(RCX) },
	{ "0f a5 c8", "shld eax, ecx, cl", .map = MAP_0F, .op = 0xa5, .flags = I_MODRM,
	  .modrm_off = 2, .regs = R(RAX) | R(RCX) },
	{ "f7 d0", "not eax", .op = 0xf7, .flags = I_MODRM, .modrm_off = 1, .regs = R(RAX) },
	{ "f7 f1", "div ecx", .op = 0xf7, .flags = I_MODRM, .modrm_off = 1, .wr = FL_ALL,
	  .regs = R(RAX) | R(RCX) | R(RDX) },
	{ "f6 f1", "div cl", .op = 0xf6, .flags = I_MODRM, .modrm_off = 1, .wr = FL_ALL,
	  .regs = R(RAX) | R(RCX) },
	{ "f6 00 7f", "test byte [rax], 7fh", .op = 0xf6, .flags = MEM | I_LOAD, .modrm_off = 1,
	  .imm_at = { 2, 1 }, .imm = 0x7f, .wr = FL_ALL, .regs = R(RAX) },
	{ "66 f7 c0 34 12", "test ax, imm16", .op = 0xf7, .flags = I_MODRM | I_OPSIZE16,
	  .prefixes = 1, .modrm_off = 2, .imm_at = { 3, 2 }, .imm = 0x1234, .wr = FL_ALL,
	  .regs = R(RAX) },
	{ "9e", "sahf", .op = 0x9e, .wr = FL_ALL & ~FL_OF, .regs = R(RAX) },
	{ "f5", "cmc", .op = 0xf5, .rd = FL_CF, .wr = FL_CF },
	{ "66 0f 38 f6 c1", "adcx", .map = MAP_0F38, .op = 0xf6, .flags = I_MODRM, .prefixes = 1,
	  .modrm_off = 4, .rd = FL_CF, .wr = FL_CF, .regs = R(RAX) | R(RCX) },
	{ "f3 0f 38 f6 c1", "adox", .map = MAP_0F38, .op = 0xf6, .flags = I_MODRM, .prefixes = 1,
	  .modrm_off = 4, .rd = FL_OF, .wr = FL_OF, .regs = R(RAX) | R(RCX) },
	{ "c4 e2 fb f6 c1", "mulx rax, rax, rcx", .map = MAP_0F38, .op = 0xf6,
	  .flags = I_MODRM | I_VEX, .rex = 8, .modrm_off = 4, .regs = R(RAX) | R(RCX) | R(RDX) },
	{ "c4 e2 70 f2 c3", "andn eax, ecx, ebx", .map = MAP_0F38, .op = 0xf2,
	  .flags = I_MODRM | I_VEX, .modrm_off = 4, .wr = FL_ALL,
	  .regs = R(RAX) | R(RCX) | R(RBX) },
	{ "0f 47 08", "cmova loads always", .map = MAP_0F, .op = 0x47, .flags = MEM | I_LOAD,
	  .modrm_off = 2, .rd = FL_CF | FL_ZF, .regs = R(RAX) | R(RCX) },
	{ "da c1", "fcmovb", .op = 0xda, .flags = I_MODRM, .modrm_off = 1, .rd = FL_CF },
	{ "df e9", "fucomip", .op = 0xdf, .flags = I_MODRM, .modrm_off = 1,
	  .wr = FL_CF | FL_PF | FL_ZF },
	{ "f3 a6", "repe cmpsb: none if RCX is 0", .op = 0xa6,
	  .flags = I_LOAD | I_STRING | I_REP | I_IMPLICIT_MEM, .prefixes = 1,
	  .regs = R(RCX) | R(RSI) | R(RDI) },
	{ "ae", "scasb", .op = 0xae, .flags = I_LOAD | I_STRING, .wr = FL_ALL,
	  .regs = R(RAX) | R(RDI) },

	/* Mandatory prefixes: F3 and F2 win over 66; the last of the two counts. */
	{ "66 f2 0f 10 00", "movsd xmm0, [rax]", .map = MAP_0F, .op = 0x10, .flags = MEM | I_LOAD,
	  .prefixes = 2, .modrm_off = 4, .regs = R(RAX) },
	{ "f2 f3 0f b8 c1", "popcnt eax, ecx", .map = MAP_0F, .op = 0xb8, .flags = I_MODRM,
	  .prefixes = 2, .modrm_off = 4, .wr = FL_ALL, .regs = R(RAX) | R(RCX) },
	{ "66 f3 0f b8 c1", "popcnt ax, cx: 66 is a size", .map = MAP_0F, .op = 0xb8,
	  .flags = I_MODRM | I_OPSIZE16, .prefixes = 2, .modrm_off = 4, .wr = FL_ALL,
	  .regs = R(RAX) | R(RCX) },
	{ "66 0f 38 f0 08", "movbe cx, [rax]", .map = MAP_0F38, .op = 0xf0,
	  .flags = MEM | I_LOAD | I_OPSIZE16, .prefixes = 1, .modrm_off = 4,
	  .regs = R(RAX) | R(RCX) },
	{ "f2 0f 38 f0 c4", "crc32 eax, ah", .map = MAP_0F38, .op = 0xf0, .flags = I_MODRM,
	  .prefixes = 1, .modrm_off = 4, .regs = R(RAX) },
	{ "66 0f 6e c1", "movd xmm0, ecx: 66 is no size", .map = MAP_0F, .op = 0x6e,
	  .flags = I_MODRM, .prefixes = 1, .modrm_off = 3, .regs = R(RCX) },
	{ "66 0f f7 ca", "maskmovdqu", .map = MAP_0F, .op = 0xf7,
	  .flags = I_MODRM | I_STORE | I_IMPLICIT_MEM, .prefixes = 1, .modrm_off = 3,
	  .regs = R(RDI) },
	{ "0f 20 02", "mov rdx, cr0: mod is ignored", .map = MAP_0F, .op = 0x20, .flags = I_MODRM,
	  .modrm_off = 2, .regs = R(RDX) },

	/* AMD APM volume 3: 3DNow! has its opcode at the end; SSE4A two immediates. */
	{ "0f 0f 40 10 9e", "pfadd mm0, [rax+10h]", .map = MAP_3DNOW, .op = 0x9e,
	  .flags = MEM | I_LOAD, .modrm_off = 2, .disp = { 3, 1 }, .regs = R(RAX) },
	{ "f2 0f 78 c1 02 03", "insertq xmm0, xmm1, 2, 3", .map = MAP_0F, .op = 0x78,
	  .flags = I_MODRM, .prefixes = 1, .modrm_off = 3, .imm_at = { 4, 2 }, .imm = 0x302 },
	{ "8f ea 78 10 c1 01 02 00 80", "bextr eax, ecx, imm32", .map = MAP_XOPA, .op = 0x10,
	  .flags = I_MODRM | I_VEX, .modrm_off = 4, .imm_at = { 5, 4 }, .imm = 0x80000201,
	  .wr = FL_ALL, .regs = R(RAX) | R(RCX) },
	{ "8f c0", "pop rax, not XOP", .op = 0x8f, .flags = I_MODRM | I_LOAD, .modrm_off = 1,
	  .regs = R(RAX) | R(RSP) },
	{ "8f 00", "pop [rax]", .op = 0x8f, .flags = MEM | I_LOAD | I_STORE, .modrm_off = 1,
	  .regs = R(RAX) | R(RSP) },

	/* 2.3, 2.7: VEX and EVEX; registers in vvvv, VSIB, disp8 (scaled, still one byte). */
	{ "c4 e2 69 92 04 08", "vgatherdps xmm0, [rax+xmm1], xmm2", .map = MAP_0F38, .op = 0x92,
	  .flags = MEM | I_LOAD | I_VEX, .modrm_off = 4, .regs = R(RAX) },
	{ "62 f2 7d 41 a2 44 8b 01", "vscatterdps [rbx+zmm17*4+4]", .map = MAP_0F38, .op = 0xa2,
	  .flags = MEM | I_STORE | I_EVEX, .modrm_off = 5, .disp = { 7, 1 }, .regs = R(RBX) },
	{ "62 f1 7c 48 58 40 01", "vaddps zmm0, zmm0, [rax+64]", .map = MAP_0F, .op = 0x58,
	  .flags = MEM | I_LOAD | I_EVEX, .modrm_off = 5, .disp = { 6, 1 }, .regs = R(RAX) },
	{ "62 f1 7c 58 58 40 01", "... broadcast", .map = MAP_0F, .op = 0x58,
	  .flags = MEM | I_LOAD | I_EVEX, .modrm_off = 5, .disp = { 6, 1 }, .regs = R(RAX) },
	{ "62 d1 fe 08 2a c1", "vcvtsi2ss xmm0, xmm0, r9", .map = MAP_0F, .op = 0x2a,
	  .flags = I_MODRM | I_EVEX, .rex = 9, .modrm_off = 5, .regs = R(R9) },
	{ "62 81 7c 48 28 c7", "vmovaps zmm16, zmm31: no general register", .map = MAP_0F,
	  .op = 0x28, .flags = I_MODRM | I_EVEX, .rex = 3, .modrm_off = 5 },
	{ "62 f5 7e 08 10 00", "vmovsh xmm0, [rax]", .map = MAP_EVEX5, .op = 0x10,
	  .flags = MEM | I_LOAD | I_EVEX, .modrm_off = 5, .regs = R(RAX) },
	{ "c5 f8 77", "vzeroupper", .map = MAP_0F, .op = 0x77, .flags = I_VEX },
	{ "c4 e2 78 49 c0", "tilerelease", .map = MAP_0F38, .op = 0x49, .flags = I_MODRM | I_VEX,
	  .modrm_off = 4 },
	{ "c4 e2 7b 4b 04 08", "tileloadd tmm0, [rax+rcx]", .map = MAP_0F38, .op = 0x4b,
	  .flags = MEM | I_LOAD | I_VEX, .modrm_off = 4, .regs = R(RAX) | R(RCX) },

	/* LOCK, on the instructions that write memory after reading it. */
	{ "f0 0f b1 0a", "lock cmpxchg [rdx], ecx", .map = MAP_0F, .op = 0xb1,
	  .flags = MEM | I_LOAD | I_STORE | I_LOCK, .prefixes = 1, .modrm_off = 3, .wr = FL_ALL,
	  .regs = R(RAX) | R(RCX) | R(RDX) },
	{ "f0 48 ff 00", "lock inc qword [rax]", .op = 0xff,
	  .flags = MEM | I_LOAD | I_STORE | I_LOCK, .prefixes = 1, .rex = 0x48, .modrm_off = 3,
	  .wr = NOT_CF, .regs = R(RAX) },

	/* ENTER: two immediates; it loads when its level is above 1. */
	{ "c8 00 80 21", "enter 8000h, 1 (mod 32)", .op = 0xc8, .flags = I_STORE,
	  .imm_at = { 1, 3 }, .imm = 0x8000, .regs = R(RSP) | R(RBP) },
	{ "c8 00 10 02", "enter 1000h, 2", .op = 0xc8, .flags = I_STORE | I_LOAD,
	  .imm_at = { 1, 3 }, .imm = 0x1000, .regs = R(RSP) | R(RBP) },
	{ "c8 00 10 00", "enter 1000h, 0", .op = 0xc8, .flags = I_STORE, .imm_at = { 1, 3 },
	  .imm = 0x1000, .regs = R(RSP) | R(RBP) },

	/* 2.3.11: fifteen bytes are allowed. */
	{ "2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 90", "fifteen bytes", .op = 0x90,
	  .prefixes = 14 },
	{ "f0 2e 2e 2e 81 84 98 01 02 03 04 05 06 07 08", "fifteen bytes, all fields", .op = 0x81,
	  .flags = MEM | I_LOAD | I_STORE | I_LOCK, .prefixes = 4, .modrm_off = 5, .disp = { 7, 4 },
	  .imm_at = { 11, 4 }, .imm = 0x08070605, .wr = FL_ALL, .regs = R(RAX) | R(RBX) },
};

/* Undefined in 64-bit mode. */
static const struct { const char *bytes, *name; } undefined[] = {
	{ "06", "push es" }, { "27", "daa" }, { "60", "pusha" }, { "9a 00 00 00 00 00 00",
	  "call far ptr" },
	{ "82 c0 01", "82 as an alias of 80" }, { "ce", "into" }, { "d4 0a", "aam" }, { "ea",
	  "jmp far ptr" },
	{ "8d c0", "lea of a register" }, { "0f 13 c0", "movlps to a register" }, { "0f 50 00",
	  "movmskps of memory" },
	{ "8e c8", "mov cs, eax" }, { "8c f0", "mov eax, segment 6" }, { "0f 20 c8",
	  "mov rax, cr1" },
	{ "fe d0", "fe /2" }, { "ff f8", "ff /7" }, { "ff d8", "call far of a register" },
	  { "0f c7 c8", "cmpxchg8b of a register" },
	{ "c6 c8 00", "c6 /1" }, { "d9 d1", "d9 d1" }, { "db 20", "db /4" },
	{ "f0 01 c8", "lock add of a register" }, { "f0 39 08", "lock cmp" }, { "f0 8b 00",
	  "lock mov" }, { "f0 90", "lock nop" },
	{ "0f 0f c1 00", "3DNow! 00" }, { "f3 0f 14 c1", "unpcklps with F3" }, { "0f 38 10 c1",
	  "pblendvb without 66" },
	{ "66 c5 f8 28 c1", "VEX behind 66" }, { "48 c5 f8 28 c1", "VEX behind REX" },
	  { "f0 62 f1 7c 48 58 c0", "EVEX behind LOCK" },
	{ "c5 f0 28 c1", "VEX.vvvv not 1111" }, { "c4 e2 7d 41 c1", "VEX.L 1 on vphminposuw" },
	  { "c4 e2 f9 0c c1", "VEX.W 1 on vpermilps" },
	{ "c4 e0 78 28 c1", "VEX map 0" }, { "c4 e2 79 92 04 08", "gather into its mask" },
	  { "c4 e2 79 92 c1", "gather from a register" },
	{ "62 f1 7c 68 58 c0", "EVEX.L'L 3 without rounding" }, { "62 f1 7c 18 28 c0",
	  "EVEX.b on vmovaps" },
	{ "62 f1 7c c8 58 c0", "EVEX.z without a mask" }, { "62 f1 7c c9 29 00",
	  "EVEX.z with a memory destination" },
	{ "62 f2 7d 40 92 04 08", "EVEX gather with k0" }, { "62 f1 78 48 58 c0",
	  "EVEX with bit 2 of byte 2 clear" },
	{ "c4 e2 79 4b 00", "tileloadd without SIB" }, { "8f e8 79 c0 c1 01", "XOP with pp 1" },
	{ "2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 2e 90", "sixteen bytes" },
	{ "2e 2e 2e 2e 2e 81 84 98 01 02 03 04 05 06 07 08", "sixteen bytes, all fields" },
	{ "66 66 66 66 66 66 66 66 66 66 66 66 66 66 66", "fifteen prefixes" },
};
/* clang-format on */

static unsigned bytes_of(const char *text, uint8_t b[32])
{
	unsigned n = 0;
	char *end;

	while (*text) {
		b[n++] = (uint8_t)strtoul(text, &end, 16);
		text = end + (*end == ' ');
	}
	return n;
}

/* Returns the name of the first field that differs. */
static bool field(const char *name, uint64_t got, uint64_t want)
{
	if (got != want)
		note("  %s: got 0x%" PRIx64 ", want 0x%" PRIx64, name, got, want);
	return got == want;
}

static void check_row(const struct row *r)
{
	struct insn in;
	uint8_t b[32];
	unsigned n = bytes_of(r->bytes, b);
	bool same = field("result", (uint64_t)insn_decode(b, n, &in), n);

	same &= field("len", in.len, n);
	same &= field("kind", in.kind, r->kind);
	same &= field("map", in.map, r->map);
	same &= field("op", in.op, r->op);
	same &= field("flags", in.flags, r->flags);
	same &= field("n_prefix", in.n_prefix, r->prefixes);
	same &= field("op_off", in.op_off, r->prefixes);
	same &= field("rex", in.rex, r->rex);
	same &= field("modrm_off", in.modrm_off, r->modrm_off);
	same &= field("modrm", in.modrm, r->modrm_off ? b[r->modrm_off] : 0);
	same &= field("disp_off", in.disp_off, r->disp[0]);
	same &= field("disp_size", in.disp_size, r->disp[1]);
	same &= field("imm_off", in.imm_off, r->imm_at[0]);
	same &= field("imm_size", in.imm_size, r->imm_at[1]);
	same &= field("imm", (uint64_t)in.imm, (uint64_t)r->imm);
	same &= field("cc", in.cc, r->cc);
	same &= field("fl_read", in.fl_read, r->rd);
	same &= field("fl_write", in.fl_write, r->wr);
	same &= field("regs", in.regs, r->regs);
	ok(same, "%s: %s", r->bytes, r->name);
}

/* The decoder finds every truncation of an instruction too short. */
static void check_short(void)
{
	bool good = true;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct insn in;
		uint8_t b[32];
		unsigned n = bytes_of(rows[i].bytes, b);

		for (unsigned k = 0; k < n; k++) {
			if (insn_decode(b, k, &in) != -1) {
				note("  %s cut to %u bytes", rows[i].bytes, k);
				good = false;
			}
		}
	}
	ok(good, "instructions that are cut short give -1");
}

int main(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_row(&rows[i]);
	for (size_t i = 0; i < sizeof(undefined) / sizeof(undefined[0]); i++) {
		struct insn in;
		uint8_t b[32];
		unsigned n = bytes_of(undefined[i].bytes, b);
		int len = insn_decode(b, n, &in);

		ok(len >= 1 && len <= (int)n && len <= 15 && in.len == len && in.kind == K_INVALID,
		   "undefined: %s (%s)", undefined[i].name, undefined[i].bytes);
	}
	check_short();
	return done();
}
