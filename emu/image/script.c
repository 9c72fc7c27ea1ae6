/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The kernel's rules for the first line of a #! script, since Linux 5.0:
 *
 *  - The line ends at a newline within the first 256 bytes, before any zero byte. Without one it
 *    ends with the buffer, but then a blank, tab or zero must end the interpreter's name.
 *  - Blanks and tabs at both ends are dropped. What is left up to the first blank, tab or zero is
 *    the interpreter. What follows it after blanks is, as a whole, the one argument.
 *  - An empty name is a name, too, if a zero ends it. Executing it fails later, as for a directory.
 */
#include "emu/image/script.h"

#include "emu/base/types.h"

#include <asm/errno.h>

static bool blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool ends_word(char c)
{
	return blank(c) || c == '\0';
}

int script_parse(char buf[SCRIPT_BUF], struct script *s)
{
	u32 last = SCRIPT_BUF - 1, end, name, word;

	if (buf[0] != '#' || buf[1] != '!')
		return -ENOEXEC;
	for (end = 0; end <= last && buf[end] != '\n' && buf[end]; end++)
		;
	for (name = 2; name <= last && blank(buf[name]); name++)
		;
	if (end > last || buf[end] != '\n') {
		for (word = name; word <= last && !ends_word(buf[word]); word++)
			;
		if (word > last) /* nothing but blanks, or a name that may be cut off */
			return -ENOEXEC;
		end = last;
	}
	while (blank(buf[end - 1]))
		end--;
	if (name >= end)
		return -ENOEXEC;
	for (word = name; word < end && !ends_word(buf[word]); word++)
		;
	s->interp = buf + name;
	s->arg = NULL;
	if (word < end && buf[word]) {
		buf[word++] = '\0';
		while (blank(buf[word]))
			word++;
		s->arg = buf + word;
	}
	buf[end] = '\0';
	return 0;
}
