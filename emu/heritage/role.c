// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See role.h. */
#include "emu/heritage/role.h"
#include "core/base/sum.h"
#include "emu/base/string.h"

/* How long the argument may be. */
#define LONGEST 64

static u64 role;

/* Chromium, what is made of it (Electron, Qt WebEngine), and Firefox. */
static bool is_role(const char *argument)
{
	static const char *const marks[] = { "--type=", "-contentproc" };
	u32 i = 0;

	while (i < ARRAY_SIZE(marks) && strncmp(argument, marks[i], strlen(marks[i])))
		i++;
	return i < ARRAY_SIZE(marks);
}

void role_init(u64 argc, char *const *argv)
{
	u64 words[LONGEST / sizeof(u64)] = { 0 };
	u64 n = argc > 1 ? strlen(argv[1]) : 0;

	if (!n || n > LONGEST || !is_role(argv[1]))
		return;
	memcpy(words, argv[1], n);
	role = sum_words(words, ARRAY_SIZE(words)) | 1;
}

u64 role_number(void)
{
	return role;
}
