/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The kernel lays the initial stack, from high addresses to low, as
 *
 * 	8 bytes of zero, the file name, the environment's strings, the arguments' strings,
 * 	a gap (random, unless address randomisation is off), "x86_64", 16 random bytes, a gap to
 * 	align, the auxiliary vector, NULL, envp[], NULL, argv[], argc
 *
 * The engine lays it again without its own arguments and with the program's file name, with the
 * same gap, in the same order. Everything moves to higher addresses or stays, because what goes
 * away (four pointers, four strings of which one is the program's path, the engine's file name) is
 * never shorter than what comes. So the strings and then the pointers can move in place.
 *
 * In a layout (layout.h) everything below the strings moves down to where the strings' length does
 * not show. The engine does not run on this stack, so nothing of it is in the way, and the kernel
 * extends the stack as the engine writes.
 */
#include "emu/image/stack.h"

#include "emu/base/string.h"
#include "emu/image/load.h"

#include <asm/errno.h>
#include <linux/auxvec.h>

int stack_parse(struct stack *s, u64 *sp)
{
	s->sp = sp;
	s->argc = sp[0];
	s->argv = (char **)(sp + 1);
	s->envp = s->argv + s->argc + 1;
	for (s->envc = 0; s->envp[s->envc]; s->envc++)
		;
	s->auxv = (void *)(s->envp + s->envc + 1);
	for (s->auxc = 0; s->auxv[s->auxc].type != AT_NULL; s->auxc++)
		;
	s->auxc++;
	return s->auxc <= STACK_MAX_AUXV && stack_auxv(s, AT_EXECFN) ? 0 : -EINVAL;
}

u64 stack_auxv(const struct stack *s, u64 type)
{
	u64 i;

	for (i = 0; s->auxv[i].type != AT_NULL; i++) {
		if (s->auxv[i].type == type)
			return s->auxv[i].value;
	}
	return 0;
}

/* One value of the new auxiliary vector. */
static u64 new_auxv(u64 type, u64 value, const struct image *img)
{
	switch (type) {
	case AT_PHDR:
		return img->at_phdr;
	case AT_PHENT:
		return img->at_phent;
	case AT_PHNUM:
		return img->at_phnum;
	case AT_BASE:
		return img->at_base;
	case AT_ENTRY:
		return img->at_entry;
	case AT_FLAGS:
		return 0;
	default:
		return value;
	}
}

/* What the new stack overwrites before it is used. */
struct saved {
	struct auxv auxv[STACK_MAX_AUXV];
	char platform[64];
	u64 platform_len; /* with the zero byte; 0: the stack has none */
	u8 random[16];
	u64 gap; /* between the strings and what lies below them */
};

static void save(struct saved *k, const struct stack *s, const void *random)
{
	u64 platform = stack_auxv(s, AT_PLATFORM), random_at = stack_auxv(s, AT_RANDOM);
	u64 below = random_at + sizeof(k->random);

	memset(k, 0, sizeof(*k));
	if (platform) {
		k->platform_len = strlen((char *)platform) + 1;
		if (k->platform_len > sizeof(k->platform))
			k->platform_len = sizeof(k->platform);
		memcpy(k->platform, (char *)platform, k->platform_len);
		below = platform + k->platform_len;
	}
	if (!random)
		random = (void *)random_at;
	if (random)
		memcpy(k->random, random, sizeof(k->random));
	memcpy(k->auxv, s->auxv, s->auxc * sizeof(k->auxv[0]));
	k->gap = (u64)s->argv[0] - below;
}

/* Moves the strings up against the new file name. Returns by how much they have moved. */
static u64 move_strings(struct stack *s, const char *execfn)
{
	u64 argc = s->argc - STACK_OUR_ARGS, name_len = strlen(execfn) + 1;
	char **argv = s->argv + STACK_OUR_ARGS;
	u64 old_name = stack_auxv(s, AT_EXECFN);
	u64 name = old_name + strlen((char *)old_name) + 1 - name_len;
	u64 start = argc ? (u64)argv[0] : s->envc ? (u64)s->envp[0] : old_name;
	u64 delta = name - old_name;

	memmove((char *)(start + delta), (char *)start, old_name - start);
	memcpy((char *)name, execfn, name_len);
	s->args = start + delta;
	s->args_end = s->envc ? (u64)s->envp[0] + delta : name;
	s->env_end = name;
	return delta;
}

/* By how much a layout lowers what begins at sp. */
static u64 lowered(const struct layout *l, u64 sp)
{
	return l->moves_stack ? (sp & (LAYOUT_STACK_STEP - 1)) + l->stack : 0;
}

/* Moves the pointers to the strings to the new stack, and takes that apart. */
static void move_pointers(struct stack *s, u64 *sp, u64 n, u64 delta)
{
	memmove(sp + 1, s->argv + STACK_OUR_ARGS, n * sizeof(u64));
	for (u64 i = 0; i < n; i++) {
		if (sp[1 + i])
			sp[1 + i] += delta;
	}
	s->argc -= STACK_OUR_ARGS;
	sp[0] = s->argc;
	s->sp = sp;
	s->argv = (char **)(sp + 1);
	s->envp = s->argv + s->argc + 1;
	s->auxv = (struct auxv *)(sp + 1 + n);
}

void stack_rebuild(struct stack *s, struct image *img, const char *execfn, const void *random)
{
	u64 old_sp = (u64)s->sp, pointers = s->argc - STACK_OUR_ARGS + 1 + s->envc + 1;
	u64 delta, down, platform_at, random_at, end, i;
	struct saved k;
	u64 *sp;

	save(&k, s, random);
	delta = move_strings(s, execfn);
	platform_at = ((s->args - (k.gap & ~15ull)) & ~15ull) - k.platform_len;
	random_at = platform_at - sizeof(k.random);
	sp = (u64 *)((random_at - (1 + pointers + 2 * s->auxc) * sizeof(u64)) & ~15ull);
	down = lowered(&img->layout, (u64)sp);
	platform_at -= down;
	random_at -= down;
	sp = (u64 *)((u64)sp - down);
	move_pointers(s, sp, pointers, delta);
	for (i = 0; i < s->auxc; i++) {
		u64 type = k.auxv[i].type, value = new_auxv(type, k.auxv[i].value, img);

		if (type == AT_EXECFN)
			value = s->env_end;
		else if (type == AT_PLATFORM)
			value = platform_at;
		else if (type == AT_RANDOM)
			value = random_at;
		s->auxv[i] = (struct auxv){ .type = type, .value = value };
	}
	end = (u64)(s->auxv + s->auxc);
	memset((char *)end, 0, random_at - end);
	memcpy((char *)random_at, k.random, sizeof(k.random));
	memcpy((char *)platform_at, k.platform, k.platform_len);
	end = platform_at + k.platform_len;
	/* Below the kernel's stack all is zero, and stays untouched. */
	if (end < old_sp)
		end = old_sp;
	memset((char *)end, 0, s->args - end);
	if ((u64)sp > old_sp)
		memset((char *)old_sp, 0, (u64)sp - old_sp);
	img->sp = (u64)sp;
}
