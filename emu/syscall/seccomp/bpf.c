// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See bpf.h. */
#include "emu/syscall/seccomp/bpf.h"

#include "emu/base/string.h"

#include <linux/filter.h>
#include <linux/seccomp.h>

#define MEMORY 16			/* words of scratch memory */
#define FAULTY SECCOMP_RET_KILL_PROCESS /* a filter without an end */

static u32 alu(u16 op, u32 a, u32 v)
{
	switch (op) {
	case BPF_ADD:
		return a + v;
	case BPF_SUB:
		return a - v;
	case BPF_MUL:
		return a * v;
	case BPF_DIV:
		return v ? a / v : 0;
	case BPF_AND:
		return a & v;
	case BPF_OR:
		return a | v;
	case BPF_XOR:
		return a ^ v;
	case BPF_LSH:
		return v < 32 ? a << v : 0;
	case BPF_RSH:
		return v < 32 ? a >> v : 0;
	default: /* BPF_NEG */
		return -a;
	}
}

static bool holds(u16 op, u32 a, u32 v)
{
	switch (op) {
	case BPF_JEQ:
		return a == v;
	case BPF_JGT:
		return a > v;
	case BPF_JGE:
		return a >= v;
	default: /* BPF_JSET */
		return a & v;
	}
}

static u32 jump(const struct sock_filter *i, u32 a, u32 x)
{
	if (BPF_OP(i->code) == BPF_JA)
		return i->k;
	return holds(BPF_OP(i->code), a, BPF_SRC(i->code) == BPF_X ? x : i->k) ? i->jt : i->jf;
}

static u32 load(const struct sock_filter *i, const struct seccomp_data *data, const u32 *mem)
{
	u32 v;

	switch (BPF_MODE(i->code)) {
	case BPF_ABS:
		if (i->k > sizeof(*data) - sizeof(v))
			return i->k;
		memcpy(&v, (const u8 *)data + i->k, sizeof(v));
		return v;
	case BPF_MEM:
		return mem[i->k % MEMORY];
	case BPF_LEN:
		return sizeof(*data);
	default: /* BPF_IMM */
		return i->k;
	}
}

u32 bpf_run(const struct sock_filter *insn, u32 n, const struct seccomp_data *data)
{
	u32 a = 0, x = 0, mem[MEMORY] = { 0 };

	for (u32 pc = 0; pc < n; pc++) {
		const struct sock_filter *i = &insn[pc];
		u32 k = i->k, v;

		switch (BPF_CLASS(i->code)) {
		case BPF_LD:
		case BPF_LDX:
			v = load(i, data, mem);
			if (BPF_CLASS(i->code) == BPF_LD)
				a = v;
			else
				x = v;
			break;
		case BPF_ST:
			mem[k % MEMORY] = a;
			break;
		case BPF_STX:
			mem[k % MEMORY] = x;
			break;
		case BPF_ALU:
			a = alu(BPF_OP(i->code), a, BPF_SRC(i->code) == BPF_X ? x : k);
			break;
		case BPF_JMP:
			pc += jump(i, a, x);
			break;
		case BPF_RET:
			return BPF_RVAL(i->code) == BPF_A ? a : k;
		default: /* BPF_MISC */
			if (BPF_MISCOP(i->code) == BPF_TAX)
				x = a;
			else
				a = x;
		}
	}
	return FAULTY;
}
