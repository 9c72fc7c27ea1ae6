/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a profile in pmc's own format from a description on standard input:
 *
 *	usage: profile FILE <description
 *
 * Each line is one call of lib/profile/build/builder.h. Numbers of objects, processes and threads
 * count from 0 in the order of their lines; addresses are hexadecimal.
 *
 *	exact                              a profile whose counts follow from executions
 *	event NAME [PERIOD SAMPLES]        otherwise, its events
 *	command WORDS
 *	process PID COMM
 *	thread TID PROCESS COMM
 *	object file|anon|vdso|kernel PATH [PROCESS|BUILD-ID]
 *	symbol OBJECT ADDRESS SIZE NAME
 *	place THREAD OBJECT ADDRESS LENGTH FLAGS EXECUTIONS TAKEN
 *	count THREAD OBJECT ADDRESS EVENT COUNT
 *	jump|call|return THREAD OBJECT ADDRESS OBJECT|- ADDRESS COUNT [INCLUSIVE...]
 *	stack THREAD EVENT COUNT OBJECT:ADDRESS...      the innermost first
 *	note TEXT
 */
#include "lib/profile/build/builder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS	   64
#define EVENTS_MAX 8

static struct builder *b;

static void fail(const char *why, const char *line)
{
	fprintf(stderr, "profile: %s: %s\n", why, line);
	exit(1);
}

static u64 hex(const char *word)
{
	return strtoull(word, NULL, 16);
}

static u64 number(const char *word)
{
	return strtoull(word, NULL, 0);
}

static void add_object(char **word, int n)
{
	static const char *const kinds[] = { "file", "vdso", "anon", "kernel" };
	unsigned kind = 0, process = UINT_MAX, size = 0;
	u8 id[32];

	while (strcmp(word[1], kinds[kind]))
		if (++kind == 4)
			fail("no such kind", word[1]);
	if (n > 3 && kind == PMC_OBJECT_ANONYMOUS)
		process = (unsigned)number(word[3]);
	else if (n > 3)
		for (; word[3][2 * size]; size++)
			id[size] = (u8)hex((char[]){ word[3][2 * size], word[3][2 * size + 1], 0 });
	builder_object(b, (enum pmc_object_kind)kind, word[2], size ? id : NULL, size, process);
}

static void add_edge(enum pmc_edge_kind kind, char **word, int n)
{
	uint64_t inclusive[EVENTS_MAX] = { 0 };
	struct pmc_edge edge = {
		.kind = kind,
		.thread = (unsigned)number(word[1]),
		.from_object = (unsigned)number(word[2]),
		.from = hex(word[3]),
		.to_object = word[4][0] == '-' ? UINT_MAX : (unsigned)number(word[4]),
		.to = hex(word[5]),
		.count = number(word[6]),
		.inclusive = n > 7 ? inclusive : NULL,
	};
	int i;

	for (i = 7; i < n; i++)
		inclusive[i - 7] = number(word[i]);
	builder_edge(b, &edge);
}

static void add_stack(char **word, int n)
{
	struct pmc_frame frame[WORDS] = { { 0 } };
	int i;

	for (i = 4; i < n; i++) {
		frame[i - 4].object = (unsigned)number(word[i]);
		frame[i - 4].address = hex(strchr(word[i], ':') + 1);
	}
	builder_stack(b, (unsigned)number(word[1]), frame, (size_t)(n - 4),
		      (unsigned)number(word[2]), number(word[3]));
}

static void add_event(char **word, int n)
{
	int event = builder_event(b, word[1], n > 2 ? PMC_SAMPLED : PMC_EXACT);

	if (n > 3)
		builder_event_samples(b, (unsigned)event, number(word[2]), number(word[3]));
}

static void add(char **word, int n, char *rest)
{
	if (!strcmp(word[0], "command"))
		builder_command(b, rest);
	else if (!strcmp(word[0], "note"))
		builder_note(b, PMC_NOTE_WARNING, -1, rest);
	else if (!strcmp(word[0], "event"))
		add_event(word, n);
	else if (!strcmp(word[0], "process"))
		builder_process_comm(b, (unsigned)builder_process(b, atoi(word[1]), 1, UINT_MAX),
				     word[2]);
	else if (!strcmp(word[0], "thread"))
		builder_thread_comm(
			b, (unsigned)builder_thread(b, atoi(word[1]), (unsigned)number(word[2])),
			word[3]);
	else if (!strcmp(word[0], "object"))
		add_object(word, n);
	else if (!strcmp(word[0], "symbol"))
		builder_symbol(b, (unsigned)number(word[1]), hex(word[2]), hex(word[3]), word[4],
			       NULL, 0);
	else if (!strcmp(word[0], "place"))
		builder_place(b, (unsigned)number(word[1]), (unsigned)number(word[2]), hex(word[3]),
			      (unsigned)number(word[4]), (unsigned)number(word[5]), number(word[6]),
			      number(word[7]));
	else if (!strcmp(word[0], "count"))
		builder_count(b, (unsigned)number(word[1]), (unsigned)number(word[2]), hex(word[3]),
			      (unsigned)number(word[4]), number(word[5]));
	else if (!strcmp(word[0], "jump"))
		add_edge(PMC_EDGE_JUMP, word, n);
	else if (!strcmp(word[0], "call"))
		add_edge(PMC_EDGE_CALL, word, n);
	else if (!strcmp(word[0], "return"))
		add_edge(PMC_EDGE_RETURN, word, n);
	else if (!strcmp(word[0], "stack"))
		add_stack(word, n);
	else
		fail("no such line", word[0]);
}

int main(int argc, char **argv)
{
	struct pmc_profile *profile;
	struct pmc_diag diag;
	char line[4096], copy[4096];

	(void)argc;
	while (fgets(line, sizeof(line), stdin)) {
		char *word[WORDS] = { NULL }, *p, *rest;
		int n = 0;

		line[strcspn(line, "\n")] = 0;
		strcpy(copy, line);
		for (p = strtok(copy, " \t"); p && n < WORDS; p = strtok(NULL, " \t"))
			word[n++] = p;
		if (!n)
			continue;
		if (!b && builder_create(PMC_PROFILE_OWN, !strcmp(word[0], "exact"), &b))
			fail("out of memory", line);
		rest = strchr(line, ' ');
		if (strcmp(word[0], "exact"))
			add(word, n, rest ? rest + 1 : line);
	}
	if (!b || builder_finish(b, &profile))
		fail("no profile", argv[1]);
	if (pmc_profile_write(profile, argv[1], &diag))
		fail("cannot write", diag.sentence);
	pmc_profile_close(profile);
	return 0;
}
