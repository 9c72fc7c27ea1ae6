/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: step PROGRAM PROFILE     the exact profile of a static program with fixed addresses, made
 *                                 by single steps. Code of a JIT is in it as well: 7 executions of
 *                                 "jitted", which returns 5.
 */
#include <errno.h>
#include <limits.h>
#include <pmc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/profile/build/builder.h"

static struct pmc_symbols *symbols;
static int object;

static unsigned flags_of(const struct pmc_instruction *in)
{
	unsigned indirect = in->target ? 0 : PMC_PLACE_INDIRECT;

	if (!strncmp(in->text, "call", 4))
		return PMC_PLACE_CALL | indirect;
	if (!strncmp(in->text, "ret", 3))
		return PMC_PLACE_RETURN;
	if (!strncmp(in->text, "jmp", 3))
		return PMC_PLACE_JUMP | indirect;
	return in->text[0] == 'j' ? PMC_PLACE_COND : 0;
}

/* The instruction at `from` ran, and the one at `to` is next. */
static void add(struct builder *b, uint64_t from, uint64_t to)
{
	static const uint64_t none[PMC_PROFILE_EVENTS];
	struct pmc_instruction in;
	struct pmc_edge edge = { .from = from, .to = to, .count = 1 };
	uint8_t bytes[15];
	size_t n = pmc_symbols_code(symbols, object, from, bytes, sizeof(bytes));
	unsigned flags;

	if (pmc_disassemble(bytes, n, from, 0, &in))
		exit(3);
	flags = flags_of(&in);
	builder_place(b, 0, 0, from, in.length, flags, 1,
		      flags & PMC_PLACE_COND && to && to != from + in.length);
	if (!to || to == from + in.length || !flags)
		return;
	edge.kind = flags & PMC_PLACE_CALL   ? PMC_EDGE_CALL :
		    flags & PMC_PLACE_RETURN ? PMC_EDGE_RETURN :
					       PMC_EDGE_JUMP;
	edge.inclusive = none;
	builder_edge(b, &edge);
}

static void add_jit(struct builder *b)
{
	static const uint8_t code[] = { 0xb8, 5, 0, 0, 0, 0xc3 };
	int anonymous = builder_object(b, PMC_OBJECT_ANONYMOUS, "[anon]", NULL, 0, 0);

	builder_code(b, (unsigned)anonymous, 0x7000, code, sizeof(code));
	builder_symbol(b, (unsigned)anonymous, 0x7000, sizeof(code), "jitted", NULL, 0);
	builder_place(b, 0, (unsigned)anonymous, 0x7000, 5, 0, 7, 0);
	builder_place(b, 0, (unsigned)anonymous, 0x7005, 1, PMC_PLACE_RETURN, 7, 0);
}

static void step(pid_t pid, struct builder *b)
{
	struct user_regs_struct regs;
	uint64_t last = 0;
	int status;

	for (waitpid(pid, &status, 0); WIFSTOPPED(status); waitpid(pid, &status, 0)) {
		if (ptrace(PTRACE_GETREGS, pid, NULL, &regs))
			exit(3);
		if (last)
			add(b, last, regs.rip);
		last = regs.rip;
		ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL);
	}
	add(b, last, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		exit(3);
}

int main(int argc, char **argv)
{
	struct pmc_profile *profile;
	struct builder *b;
	char path[PATH_MAX];
	pid_t pid;

	if (argc != 3 || !realpath(argv[1], path) || pmc_symbols_create(0, NULL, &symbols))
		return 2;
	object = pmc_symbols_object(symbols, path, NULL, 0, NULL);
	pid = fork();
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		execl(path, path, NULL);
		_exit(127);
	}
	builder_create(PMC_PROFILE_OWN, true, &b);
	builder_command(b, argv[1]);
	builder_thread(b, 100, (unsigned)builder_process(b, 100, 1, UINT_MAX));
	builder_object(b, PMC_OBJECT_FILE, path, NULL, 0, UINT_MAX);
	step(pid, b);
	add_jit(b);
	if (builder_finish(b, &profile) || pmc_profile_write(profile, argv[2], NULL))
		return 1;
	pmc_profile_close(profile);
	pmc_symbols_destroy(symbols);
	return 0;
}
