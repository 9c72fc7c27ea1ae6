/* SPDX-License-Identifier: BSD-2-Clause */
/* Diagnostics of the library that are about no place in an event string. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/internal.h"

int diag_say(struct pmc_diag *diag, int error, const char *fmt, ...)
{
	va_list ap;

	if (!diag)
		return error;
	diag->column = 0;
	diag->token[0] = 0;
	va_start(ap, fmt);
	vsnprintf(diag->sentence, sizeof(diag->sentence), fmt, ap);
	va_end(ap);
	return error;
}
