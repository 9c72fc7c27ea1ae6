/* SPDX-License-Identifier: BSD-2-Clause */
/* See called.h. */
#include "tests/emu/called.h"

#include <stdlib.h>
#include <string.h>

#define MOST 100000u

static struct caller {
	uint64_t slot; /* where on the stack the address is, or would be */
	uint64_t back;
	uint64_t function; /* where it went to */
} caller[MOST], kept[MOST];
static unsigned n, n_kept;

static void push(uint64_t slot, uint64_t back, uint64_t function)
{
	if (n == MOST) {
		fprintf(stderr, "step: the program's calls are nested more than %u deep\n", MOST);
		exit(125);
	}
	caller[n++] = (struct caller){ slot, back, function };
}

void called_before(uint64_t rsp)
{
	while (n && caller[n - 1].slot < rsp)
		n--;
}

void called_call(uint64_t rsp, uint64_t back, uint64_t function)
{
	if (function != back)
		push(rsp - 8, back, function);
}

/* At most an ENDBR64 stands before its jump. */
void called_stub(uint64_t jump, uint64_t function)
{
	if (n && jump - caller[n - 1].function <= 4)
		caller[n - 1].function = function;
}

/* Nobody has called the two: each is named by the address behind it, as callers are. */
void called_signal(uint64_t rsp, uint64_t back, uint64_t place, uint64_t handler)
{
	push(rsp + 8, place + 1, back);
	push(rsp, back + 1, handler);
}

void called_exec(void)
{
	n = 0;
}

void called_keep(void)
{
	memcpy(kept, caller, n * sizeof(*caller));
	n_kept = n;
}

void called_print(FILE *out)
{
	for (unsigned i = n_kept; i--;)
		fprintf(out, ";%lx", kept[i].back);
}

void called_print_functions(FILE *out)
{
	for (unsigned i = n_kept; i--;)
		fprintf(out, "%lx;", kept[i].function);
}
