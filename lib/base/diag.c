/* SPDX-License-Identifier: BSD-2-Clause */
/* Fills the public diagnostic: with a sentence of the library, or with what core/ says. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/diag.h"
#include "lib/base/diag.h"
#include "pmc/pmc.h"

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

int diag_copy(struct pmc_diag *to, int error, const struct diag *from)
{
	_Static_assert(sizeof(to->token) >= sizeof(from->token), "tokens fit");
	_Static_assert(sizeof(to->sentence) >= sizeof(from->sentence), "sentences fit");

	if (!to)
		return error;
	to->column = from->column;
	memcpy(to->token, from->token, sizeof(from->token));
	memcpy(to->sentence, from->sentence, sizeof(from->sentence));
	return error;
}
