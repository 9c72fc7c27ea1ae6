/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The initial stack. From high addresses to low the kernel lays
 *
 *	8 bytes of zero, the file name, the environment's strings, the arguments' strings,
 *	a gap (random, unless address randomisation is off), "x86_64", 16 random bytes, a gap to
 *	align, the auxiliary vector, NULL, envp[], NULL, argv[], argc
 *
 * and we lay it again without our own arguments and with the program's file name: same gap, same
 * order. Everything moves to higher addresses or stays, because what goes away (four pointers, four
 * strings of which one is the program's path, our own file name) is never shorter than what comes:
 * the strings and then the pointers can be moved in place.
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

void stack_rebuild(struct stack *s, struct image *img, const char *execfn, const void *random)
{
	u64 auxv[STACK_MAX_AUXV][2], i, gap, delta, start, end, strings, pointers, p, *sp, *to;
	u64 platform_at = stack_auxv(s, AT_PLATFORM), random_at = stack_auxv(s, AT_RANDOM);
	u64 name_len = strlen(execfn) + 1;
	u64 argc = s->argc - STACK_OUR_ARGS;
	char **argv = s->argv + STACK_OUR_ARGS;
	u64 old_sp = (u64)s->sp, old_strings = (u64)s->argv[0];
	u64 old_name = stack_auxv(s, AT_EXECFN);
	u64 platform_len = platform_at ? strlen((char *)platform_at) + 1 : 0;
	char platform[64];
	u8 bytes[16];

	/* All that would be overwritten before it is used. */
	if (platform_len > sizeof(platform))
		platform_len = sizeof(platform);
	if (platform_at)
		memcpy(platform, (char *)platform_at, platform_len);
	if (!random)
		random = (void *)random_at;
	memset(bytes, 0, sizeof(bytes));
	if (random)
		memcpy(bytes, random, sizeof(bytes));
	memcpy(auxv, s->auxv, s->auxc * sizeof(auxv[0]));
	gap = old_strings - (platform_at ? platform_at + platform_len : random_at + 16);

	/* The strings, up against the new file name. */
	end = old_name + strlen((char *)old_name) + 1;
	delta = end - name_len - old_name;
	start = argc ? (u64)argv[0] : s->envc ? (u64)s->envp[0] : old_name;
	memmove((char *)(start + delta), (char *)start, old_name - start);
	memcpy((char *)(end - name_len), execfn, name_len);
	strings = start + delta;
	s->args = strings;
	s->args_end = s->envc ? (u64)s->envp[0] + delta : end - name_len;
	s->env_end = end - name_len;

	p = (strings - (gap & ~15ull)) & ~15ull;
	if (platform_at)
		p -= platform_len;
	platform_at = p;
	p -= sizeof(bytes);
	random_at = p;

	/* Then the pointers to them, which still stand at their old place. */
	pointers = argc + 1 + s->envc + 1;
	sp = (u64 *)((p - (1 + pointers + 2 * s->auxc) * sizeof(u64)) & ~15ull);
	memmove(sp + 1, argv, pointers * sizeof(u64));
	sp[0] = argc;
	for (i = 0; i < pointers; i++) {
		if (sp[1 + i])
			sp[1 + i] += delta;
	}
	to = sp + 1 + pointers;
	s->sp = sp;
	s->argc = argc;
	s->argv = (char **)(sp + 1);
	s->envp = s->argv + argc + 1;
	s->auxv = (void *)to;
	for (i = 0; i < s->auxc; i++, to += 2) {
		to[0] = auxv[i][0];
		to[1] = new_auxv(auxv[i][0], auxv[i][1], img);
		if (to[0] == AT_EXECFN)
			to[1] = end - name_len;
		else if (to[0] == AT_PLATFORM)
			to[1] = platform_at;
		else if (to[0] == AT_RANDOM)
			to[1] = random_at;
	}
	memset(to, 0, random_at - (u64)to);
	memcpy((char *)random_at, bytes, sizeof(bytes));
	memcpy((char *)platform_at, platform, platform_len);
	memset((char *)platform_at + platform_len, 0, strings - platform_at - platform_len);
	memset((char *)old_sp, 0, (u64)sp - old_sp);
	img->sp = (u64)sp;
}
