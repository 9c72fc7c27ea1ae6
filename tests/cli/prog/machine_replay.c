/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: machine_replay MACHINE BRANCHES [SETTING...] <TRACE
 *
 * Runs the models of core/machine/ over a trace of valgrind --tool=lackey --trace-mem=yes, and
 * prints each count as "name number". BRANCHES is a file with a line "c ADDRESS" for each
 * conditional branch of the program, "i" for each indirect jump or call, hexadecimal; which way a
 * branch went follows from the next instruction of the trace.
 */
#include "core/machine/access.h"
#include "core/machine/describe/check.h"
#include "core/machine/describe/parse.h"
#include "core/machine/describe/table.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096 /* branches in the program */

static struct {
	u64 ip;
	char kind;
} branches[MOST];
static int n_branches;

static void die(const char *what, const char *why)
{
	fprintf(stderr, "machine_replay: %s: %s\n", what, why);
	exit(2);
}

static void read_branches(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		die(path, "cannot be opened");
	while (n_branches < MOST &&
	       fscanf(f, " %c %" SCNx64, &branches[n_branches].kind, &branches[n_branches].ip) == 2)
		n_branches++;
	fclose(f);
}

static char branch_at(u64 ip)
{
	int i;

	for (i = 0; i < n_branches; i++)
		if (branches[i].ip == ip)
			return branches[i].kind;
	return 0;
}

/* The instruction before this one, if it was a branch, went here. */
static void arrive(struct machine_state *s, u64 before, u64 after, u64 here)
{
	char kind = branch_at(before);

	if (kind == 'c')
		pmc_machine_conditional(s, before, here != after);
	else if (kind == 'i')
		pmc_machine_indirect(s, before, here);
}

static void replay(struct machine_state *s)
{
	u64 address, ip = 0, after = 0;
	unsigned size;
	char line[256], kind;

	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, " %c %" SCNx64 ",%u", &kind, &address, &size) != 3 ||
		    line[0] == '=')
			continue;
		switch (kind) {
		case 'I':
			arrive(s, ip, after, address);
			ip = address;
			after = address + size;
			pmc_machine_fetch(s, address, size);
			break;
		case 'L':
			pmc_machine_read(s, address, size, ip);
			break;
		case 'S':
			pmc_machine_write(s, address, size, ip);
			break;
		case 'M':
			pmc_machine_modify(s, address, size, ip);
			break;
		}
	}
}

int main(int argc, char **argv)
{
	u32 parts = MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB | MACHINE_BRANCH, i;
	const struct machine *base;
	const struct quantity *q;
	struct machine_state s;
	struct machine m;
	struct diag d;
	int arg;

	if (argc < 3)
		die("usage", "machine_replay MACHINE BRANCHES [SETTING...] <TRACE");
	base = pmc_machine_find(argv[1], strlen(argv[1]), &d);
	if (!base)
		die(argv[1], d.sentence);
	m = *base;
	read_branches(argv[2]);
	for (arg = 3; arg < argc; arg++)
		if (pmc_machine_set(&m, argv[arg], strlen(argv[arg]), &d))
			die(argv[arg], d.sentence);
	if (pmc_machine_check(&m, &d))
		die(argv[1], d.sentence);
	pmc_machine_init(&s, &m, parts, aligned_alloc(64, pmc_machine_bytes(&m, parts)));
	replay(&s);
	for (i = 0; (q = pmc_quantity_row(i)); i++)
		printf("%s %" PRIu64 "\n", q->name, machine_count(&s.own_counts, q));
	return 0;
}
