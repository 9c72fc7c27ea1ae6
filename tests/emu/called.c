/* SPDX-License-Identifier: BSD-2-Clause */
/* See called.h. */
#include "tests/emu/called.h"

#include <stdlib.h>
#include <string.h>

#define MOST 100000u

static struct caller {
	uint64_t slot; /* where on the stack the address is, or would be */
	uint64_t back;
} caller[MOST], kept[MOST];
static unsigned n, n_kept;

static void push(uint64_t slot, uint64_t back)
{
	if (n == MOST) {
		fprintf(stderr, "step: the program's calls are nested more than %u deep\n", MOST);
		exit(125);
	}
	caller[n++] = (struct caller){ slot, back };
}

void called_before(uint64_t rsp)
{
	while (n && caller[n - 1].slot < rsp)
		n--;
}

void called_call(uint64_t rsp, uint64_t back)
{
	push(rsp - 8, back);
}

/* Nobody has called the two: each is named by the address behind it, as callers are. */
void called_signal(uint64_t rsp, uint64_t back, uint64_t place)
{
	push(rsp + 8, place + 1);
	push(rsp, back + 1);
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
