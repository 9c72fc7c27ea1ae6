/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints a profile for comparison, one fact per line:
 *
 *	sum EVENT COUNT
 *	at OBJECT ADDRESS EXECUTIONS TAKEN       the addresses in hexadecimal
 *	edge OBJECT FROM TO COUNT                within one object
 *	branch OBJECT FROM OBJECT TO COUNT       all edges but returns, in threads of their own
 *	object PATH PLACES EXECUTIONS
 *	process COMM THREADS EXECUTIONS
 *	stack COUNT ADDRESS;ADDRESS;...          the innermost first, objects left out
 *	chain COUNT FUNCTION;FUNCTION;...        of a call tree, without where the thread began
 *	symbol NAME [FILE:LINE] EXECUTIONS       of code without a file
 *
 * or records a profile, and says on descriptor 3 where its sums differ from what the same run has
 * counted:
 *
 *	EVENT PROFILE COUNT                      for each that differs
 *	equal N                                  how many events do not
 *	memory KIB                               the most that the logs had, with `batches`
 *
 * With `batches` the command prints a line after each batch of its work, and waits for one. In
 * between libpmc takes in what has ended (`keep`: it does not). With PLACES_SHARE in its
 * environment the recording is not deterministic, so that processes share translations.
 *
 * usage: places FILE [sum|at|edge|branch|object|process|stack|symbol]...
 *        places record|batches|keep FILE EVENTS COMMAND...
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pmc/profile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/emu/recorded.h"

static const struct pmc_profile *profile;

static const char *path_of(unsigned object)
{
	struct pmc_profile_object o = { .path = "?" };

	pmc_profile_object_at(profile, object, &o);
	return o.path[0] ? o.path : "?";
}

static void print_sums(void)
{
	struct pmc_profile_event e;

	for (size_t i = 0; !pmc_profile_event_at(profile, i, &e); i++)
		printf("sum %s %" PRIu64 "\n", e.name, e.total);
}

/* Threads are added up: places are sorted by object and address. */
static void print_places(void)
{
	uint64_t executions = 0, taken = 0;
	struct pmc_place p, next;
	bool more = !pmc_profile_place_at(profile, 0, &p);

	for (size_t i = 1; more; i++) {
		executions += p.counts[0];
		taken += p.taken;
		more = !pmc_profile_place_at(profile, i, &next);
		if (!more || next.object != p.object || next.address != p.address) {
			printf("at %s %" PRIx64 " %" PRIu64 " %" PRIu64 "\n", path_of(p.object),
			       p.address, executions, taken);
			executions = taken = 0;
		}
		p = next;
	}
}

static void print_edges(void)
{
	struct pmc_edge e;

	for (size_t i = 0; !pmc_profile_edge_at(profile, i, &e); i++)
		if (e.from_object == e.to_object)
			printf("edge %s %" PRIx64 " %" PRIx64 " %" PRIu64 "\n",
			       path_of(e.from_object), e.from, e.to, e.count);
}

static void print_branches(void)
{
	struct pmc_edge e;

	for (size_t i = 0; !pmc_profile_edge_at(profile, i, &e); i++)
		if (e.kind != PMC_EDGE_RETURN)
			printf("branch %s %" PRIx64 " %s %" PRIx64 " %" PRIu64 "\n",
			       path_of(e.from_object), e.from, path_of(e.to_object), e.to, e.count);
}

static void print_objects(void)
{
	struct pmc_profile_object o;
	struct pmc_place p;

	for (unsigned i = 0; !pmc_profile_object_at(profile, i, &o); i++) {
		uint64_t executions = 0, places = 0;

		for (size_t k = 0; !pmc_profile_place_at(profile, k, &p); k++) {
			executions += p.object == i ? p.counts[0] : 0;
			places += p.object == i;
		}
		printf("object %s %" PRIu64 " %" PRIu64 "\n", path_of(i), places, executions);
	}
}

static void print_processes(void)
{
	struct pmc_profile_process process;
	struct pmc_profile_thread t;
	struct pmc_place p;

	for (unsigned i = 0; !pmc_profile_process_at(profile, i, &process); i++) {
		uint64_t executions = 0, threads = 0;

		for (size_t k = 0; !pmc_profile_thread_at(profile, k, &t); k++)
			threads += t.process == i;
		for (size_t k = 0; !pmc_profile_place_at(profile, k, &p); k++)
			if (!pmc_profile_thread_at(profile, p.thread, &t) && t.process == i)
				executions += p.counts[0];
		printf("process %s %" PRIu64 " %" PRIu64 "\n", process.comm, threads, executions);
	}
}

static void print_symbols(void)
{
	struct pmc_profile_symbol s;
	struct pmc_place p;

	for (size_t i = 0; !pmc_profile_symbol_at(profile, i, &s); i++) {
		uint64_t executions = 0;

		for (size_t k = 0; !pmc_profile_place_at(profile, k, &p); k++)
			if (p.object == s.object && p.address - s.address < s.size)
				executions += p.counts[0];
		printf("symbol %s ", s.name);
		if (s.file)
			printf("%s:%u ", s.file, s.line);
		printf("%" PRIu64 "\n", executions);
	}
}

static void print_stacks(void)
{
	struct pmc_stack s;

	for (size_t i = 0; !pmc_profile_stack_at(profile, i, &s); i++) {
		printf("stack %" PRIu64 " ", s.counts[0]);
		for (size_t k = 0; k < s.n; k++)
			printf("%s%" PRIx64, k ? ";" : "", s.frames[k].address);
		putchar('\n');
	}
}

static void print_chains(void)
{
	struct pmc_stack s;

	for (size_t i = 0; !pmc_profile_stack_at(profile, i, &s); i++) {
		printf("chain %" PRIu64 " ", s.counts[0]);
		for (size_t k = 0; k + 1 < s.n; k++)
			printf("%" PRIx64 ";", s.frames[k].address - (k > 0));
		putchar('\n');
	}
}

#define MAX_EVENTS 32
#define RESULT	   3 /* descriptor: standard output is the command's */

static void must(int err, const struct pmc_diag *diag)
{
	if (!err)
		return;
	fprintf(stderr, "places: %s (%d)\n", diag ? diag->sentence : "failed", err);
	exit(1);
}

/* The memory that the engine and libpmc share. */
static long log_kib(void)
{
	struct stat st;

	return fstat(recorded_memory(), &st) ? 0 : st.st_blocks / 2;
}

static int to_command = -1, from_command = -1;

/* The command's input and output are pipes. */
static void make_pipes(void)
{
	int in[2], out[2];

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		exit(1);
	dup2(in[0], 0);
	dup2(out[1], 1);
	close(in[0]);
	close(out[1]);
	to_command = in[1];
	from_command = out[0];
}

static long serve_batches(struct pmc_set *set, bool collect)
{
	long most = 0, now;
	char line;

	close(0);
	close(1);
	while (read(from_command, &line, 1) == 1) {
		if (collect)
			pmc_set_collect(set);
		now = log_kib();
		most = now > most ? now : most;
		if (write(to_command, "\n", 1) != 1)
			break;
	}
	return most;
}

static int record(const char *how, const char *file, const char *events, char **argv)
{
	const unsigned flags = PMC_SET_INHERIT | PMC_SET_PROFILE |
			       (getenv("PLACES_SHARE") ? 0 : PMC_SET_DETERMINISTIC);
	struct pmc_count count[MAX_EVENTS];
	struct pmc_command *command;
	struct pmc_profile *made;
	struct pmc_set_event event;
	struct pmc_set *set;
	struct pmc_diag diag;
	struct pmc *pmc;
	size_t n, equal = 0;
	int status;

	must(pmc_open("emulated", PMC_USE_COMMAND, &pmc, &diag), &diag);
	must(pmc_set_create(pmc, events, flags, &set, &diag), &diag);
	must(pmc_command_create(pmc, argv, NULL, &command, &diag), &diag);
	must(pmc_set_attach_command(set, command, &diag), &diag);
	must(pmc_set_start(set), NULL);
	if (strcmp(how, "record"))
		make_pipes();
	must(pmc_command_start(command, &diag), &diag);
	if (strcmp(how, "record"))
		dprintf(RESULT, "memory %ld\n", serve_batches(set, !strcmp(how, "batches")));
	must(pmc_command_wait(command, -1, &status), NULL);
	must(pmc_set_stop(set), NULL);
	n = pmc_set_size(set);
	must(n > MAX_EVENTS, NULL);
	must(pmc_set_read(set, count, n, NULL), NULL);
	must(pmc_set_profile(set, &made, &diag), &diag);
	must(pmc_profile_write(made, file, &diag), &diag);
	pmc_profile_close(made);
	must(pmc_profile_open(file, &made, &diag), &diag);
	profile = made;
	for (size_t i = 0; i < n; i++) {
		pmc_set_event(set, i, &event);
		if (recorded_sum(profile, event.name) == count[i].value)
			equal++;
		else
			dprintf(RESULT, "%s %" PRIu64 " %" PRIu64 "\n", event.name,
				recorded_sum(profile, event.name), count[i].value);
	}
	dprintf(RESULT, "equal %zu\n", equal);
	pmc_profile_close(made);
	pmc_set_destroy(set);
	pmc_command_destroy(command);
	pmc_close(pmc);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*print)(void);
	} facts[] = {
		{ "sum", print_sums },		{ "at", print_places },
		{ "edge", print_edges },	{ "object", print_objects },
		{ "process", print_processes }, { "symbol", print_symbols },
		{ "stack", print_stacks },	{ "chain", print_chains },
		{ "branch", print_branches },
	};
	struct pmc_profile *opened;
	struct pmc_diag diag;

	if (argc > 4 &&
	    (!strcmp(argv[1], "record") || !strcmp(argv[1], "batches") || !strcmp(argv[1], "keep")))
		return record(argv[1], argv[2], argv[3], argv + 4);
	if (argc < 2)
		return 2;
	if (pmc_profile_open(argv[1], &opened, &diag)) {
		fprintf(stderr, "places: %s\n", diag.sentence);
		return 1;
	}
	profile = opened;
	for (int i = 2; i < argc; i++)
		for (size_t k = 0; k < sizeof(facts) / sizeof(facts[0]); k++)
			if (!strcmp(argv[i], facts[k].name))
				facts[k].print();
	pmc_profile_close(opened);
	return 0;
}
