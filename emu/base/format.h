/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Formatted text, for messages and for paths under /proc. */
#ifndef PMC_EMU_FORMAT_H
#define PMC_EMU_FORMAT_H

#include "emu/base/types.h"

/*
 * Understands %s %d %u %x %c %p %%, the sizes l, ll and z, a width (padded with blanks, or with
 * zeros after a 0) and, for %s, a precision. Width and precision may also be "*". Text that does
 * not fit is dropped. Returns the length written, which is always below size; the text is always
 * terminated unless size is 0.
 */
int emu_vsnprintf(char *buf, size_t size, const char *fmt, __builtin_va_list ap);
int emu_snprintf(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Writes n bytes as "48 89 e5", cut off where buf ends. Returns buf, terminated. */
char *emu_hex(char *buf, size_t size, const void *bytes, size_t n);

#endif
