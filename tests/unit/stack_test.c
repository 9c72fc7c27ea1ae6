/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * emu/image/stack.c: the engine takes its own arguments off the stack that the kernel made. What is
 * left must equal, byte by byte, the stack that the kernel would have made for the program alone.
 * In a layout everything below the strings lies where the layout says, and nothing else is left.
 *
 * links: emu/image/stack.c emu/image/layout.c emu/base/string.c emu/base/format.c
 */
#include "tests/tap.h"

#include <elf.h>

#include "emu/base/syscall.h"
#include "emu/image/load.h"
#include "emu/image/stack.h"

#define SIZE  8192
#define LARGE (256u << 10) /* for layouts, which leave room below the strings */

static u32 seed = 5;

static u32 rnd(u32 n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

/* Both stacks use this place one after the other, since their contents hold addresses. */
static u8 room[LARGE] __attribute__((aligned(64 << 10)));
static u64 size = SIZE; /* how much of it they use */

static u64 push_string(u64 at, const char *s)
{
	at -= strlen(s) + 1;
	strcpy((char *)at, s);
	return at;
}

/*
 * Lays a stack as the kernel does: strings from the top, a gap, platform, random bytes, the tables.
 */
static u64 *lay(const char *const *argv, u64 argc, const char *const *envp, u64 envc,
		const char *execfn, u64 gap, const u64 (*auxv)[2], u64 auxc, bool platform)
{
	u64 args[16], envs[16], at = (u64)room + size - 8, i, name, platform_at = 0, random_at, *sp;

	memset(room, 0, size);
	at = name = push_string(at, execfn);
	for (i = envc; i--;)
		at = envs[i] = push_string(at, envp[i]);
	for (i = argc; i--;)
		at = args[i] = push_string(at, argv[i]);
	at = (at - gap) & ~15ull;
	if (platform)
		at = platform_at = push_string(at, "x86_64");
	at -= 16;
	memcpy((void *)at, "0123456789abcdef", 16);
	random_at = at;
	sp = (u64 *)((at - 8 * (1 + argc + 1 + envc + 1 + 2 * auxc)) & ~15ull);
	at = (u64)sp;
	*sp++ = argc;
	for (i = 0; i < argc; i++)
		*sp++ = args[i];
	*sp++ = 0;
	for (i = 0; i < envc; i++)
		*sp++ = envs[i];
	*sp++ = 0;
	for (i = 0; i < auxc; i++) {
		*sp++ = auxv[i][0];
		*sp++ = auxv[i][0] == AT_EXECFN	  ? name :
			auxv[i][0] == AT_PLATFORM ? platform_at :
			auxv[i][0] == AT_RANDOM	  ? random_at :
						    auxv[i][1];
	}
	return (u64 *)at;
}

static const char *word(void)
{
	static char words[64][40];
	static int next;
	char *w = words[next++ & 63];
	u32 n = rnd(rnd(4) ? 8 : 39), i;

	for (i = 0; i < n; i++)
		w[i] = 'a' + rnd(26);
	w[n] = '\0';
	return w;
}

static int one(int round)
{
	static u8 got[SIZE], want[SIZE];
	const char *argv[16] = { "pmc-emu", "3,4,0,0", word(), "" }, *envp[16];
	const char *execfn = round % 3 ? argv[2] : (argv[3] = word());
	u64 argc = 1 + rnd(8), envc = rnd(8), i;
	bool platform = rnd(8);
	u64 gap = rnd(2) ? 0 : 16 * rnd(64);
	u64 ours[][2] = { { AT_SYSINFO_EHDR, 77 }, { AT_PHDR, 1 },   { AT_PHENT, 2 },
			  { AT_PHNUM, 3 },	   { AT_BASE, 0 },   { AT_FLAGS, 0 },
			  { AT_ENTRY, 4 },	   { AT_RANDOM, 0 }, { AT_EXECFN, 0 },
			  { AT_PLATFORM, 0 },	   { AT_NULL, 0 } };
	struct image img = {
		.at_phdr = 11, .at_phent = 12, .at_phnum = 13, .at_base = 14, .at_entry = 15
	};
	struct stack s;
	u64 *sp;
	int bad = 0;

	if (execfn == argv[3] && !*execfn)
		execfn = argv[2];
	if (!platform)
		memmove(&ours[9], &ours[10], sizeof(ours[0]));
	for (i = 4; i < 4 + argc; i++)
		argv[i] = word();
	for (i = 0; i < envc; i++)
		envp[i] = word();
	sp = lay(argv, 4 + argc, envp, envc, "/dev/fd/4", gap, ours, 10 + platform, platform);
	if (stack_parse(&s, sp))
		return 1;
	stack_rebuild(&s, &img, execfn, round % 5 ? NULL : "fedcba9876543210");
	memcpy(got, room, SIZE);

	ours[1][1] = 11;
	ours[2][1] = 12;
	ours[3][1] = 13;
	ours[4][1] = 14;
	ours[6][1] = 15;
	sp = lay(argv + 4, argc, envp, envc, execfn, gap, ours, 10 + platform, platform);
	if (!(round % 5))
		memcpy((void *)sp[1 + argc + 1 + envc + 1 + 15], "fedcba9876543210", 16);
	memcpy(want, room, SIZE);
	bad += img.sp != (u64)sp;
	bad += memcmp(got, want, SIZE) != 0;
	bad += s.args != sp[1] || s.args_end != (envc ? sp[argc + 2] : s.env_end);
	bad += strcmp((char *)room + (s.env_end - (u64)room), execfn);
	return bad;
}

static bool all_zero(u64 from, u64 to)
{
	for (; from < to; from++)
		if (*(u8 *)from)
			return false;
	return true;
}

/* One stack in a layout, with strings of up to some 70 KiB. */
static int one_laid_out(int round)
{
	static char filler[80 << 10];
	const char *argv[5] = { "pmc-emu", "3,4,0,0", word(), "", word() };
	const char *envp[3] = { word(), filler, word() };
	const u64 auxv[][2] = { { AT_EXECFN, 0 }, { AT_RANDOM, 0 }, { AT_PLATFORM, 0 }, { 0, 0 } };
	u64 at, strings, natural, random = 0, platform = 0;
	struct image img = { .layout = layout_of(1 + rnd(1000), 8 << 20) };
	struct stack s;
	int bad = 0;

	memset(filler, 'f', sizeof(filler) - 1);
	filler[rnd(round % 4 ? 3000 : 70 << 10)] = '\0';
	size = LARGE;
	if (stack_parse(&s, lay(argv, 5, envp, 3, "/dev/fd/4", 0, auxv, 4, true)))
		return 1;
	stack_rebuild(&s, &img, argv[2], NULL);
	strings = strlen(argv[2]) + 1 + strlen(envp[0]) + 1 + strlen(envp[1]) + 1 +
		  strlen(envp[2]) + 1 + strlen(argv[4]) + 1;
	at = (u64)room + LARGE - 8 - strings;
	bad += s.args != at;
	at = (at & ~15ull) - 7 - 16;
	natural = (at - 8 * (1 + 2 + 4 + 8)) & ~15ull;
	bad += img.sp != (natural & ~0xffffull) - img.layout.stack || s.argc != 1;
	bad += strcmp(s.argv[0], argv[4]) || strcmp(s.envp[0], envp[0]);
	bad += strcmp(s.envp[1], filler) || strcmp(s.envp[2], envp[2]) || s.envp[3];
	random = stack_auxv(&s, AT_RANDOM);
	platform = stack_auxv(&s, AT_PLATFORM);
	bad += random - img.sp != at - natural || platform != random + 16;
	bad += memcmp((void *)random, "0123456789abcdef", 16) || strcmp((char *)platform, "x86_64");
	bad += !all_zero((u64)room, img.sp) || !all_zero(platform + 7, s.args);
	memset(filler, 'f', sizeof(filler) - 1);
	size = SIZE;
	return bad;
}

static void layouts(void)
{
	struct image img = { .layout = layout_of(1, (1 << 20) - 1) };
	int bad = 0, i;

	for (i = 0; i < 400; i++)
		bad += one_laid_out(i) != 0;
	is_int(bad, 0, "400 random stacks in layouts");
	ok(img.layout.is_fixed && !img.layout.moves_stack, "a small stack stays where it is");
}

int main(void)
{
	struct stack s;
	u64 empty[8] = { 0 };
	int i, bad = 0;

	for (i = 0; i < 5000; i++)
		bad += one(i) != 0;
	is_int(bad, 0, "5000 random stacks");
	layouts();
	is_int(stack_parse(&s, empty), -EINVAL, "a stack without a file name");
	return done();
}
