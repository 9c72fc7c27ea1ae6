/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs a program under the engine and prints its counts, one "name number" per line, to FILE (to
 * stderr without -o). Exit status: the program's, or 128 + n if signal n ended it.
 *
 *	count [-d] [-t] [-m WORDS [-f] [-p] [-b N]] [-o FILE] [-e ENGINE] [-s SEED]
 *	      PROGRAM [ARGUMENT...]
 *
 * -d runs deterministically; -t also prints the counts of each thread. -m models a machine, too
 * (modelling.h), and prints its counts behind the others; -f: without the filter; -p: threads share
 * nothing; -b: in bursts of 37 instructions, one in N such stretches. With N = 1 all is modelled,
 * but the code of the program changes all the time.
 * links: tests/emu/started.c tests/emu/modelling.c $(BUILD)/internal.a
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/emu/modelling.h"
#include "tests/emu/started.h"

int main(int argc, char **argv)
{
	uint64_t total[EMU_NSIGNALS], seed = 1;
	const char *engine = started_engine();
	struct emu_header *shm;
	int opt, shm_fd, status, each = 0;
	uint32_t flags = 0, model_flags = 0;
	struct emu_sampling sampling = { 0 };
	const char *words = NULL;
	struct machine_counts model;
	FILE *out = stderr;
	pid_t pid;

	while ((opt = getopt(argc, argv, "+b:dfm:pte:o:s:")) != -1) {
		switch (opt) {
		case 'd':
			flags |= EMU_F_DETERMINISTIC;
			break;
		case 't':
			each = 1;
			break;
		case 'm':
			flags |= EMU_F_MODEL;
			words = optarg;
			break;
		case 'f':
			model_flags |= EMU_MODEL_NO_FILTER;
			break;
		case 'b':
			sampling.times = strtoull(optarg, NULL, 0);
			sampling.count = 37;
			sampling.first = 50;
			break;
		case 'p':
			model_flags |= EMU_MODEL_PRIVATE_LL;
			break;
		case 'e':
			engine = optarg;
			break;
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 'o':
			out = fopen(optarg, "we");
			if (!out) {
				perror(optarg);
				return 125;
			}
			break;
		default:
			return 125;
		}
	}
	if (optind == argc) {
		fprintf(stderr,
			"usage: count [-d] [-t] [-o FILE] [-e ENGINE] [-s SEED] PROGRAM...\n");
		return 125;
	}
	shm = started_create(flags, seed, &shm_fd);
	if (!shm)
		return 125;
	shm->model.flags = model_flags;
	shm->model.sampling = sampling;
	if (words)
		modelling_machine(words, &shm->model.machine, &shm->model.parts);
	pid = fork();
	if (!pid) {
		if (flags & EMU_F_DETERMINISTIC)
			personality(ADDR_NO_RANDOMIZE);
		started_exec(engine, shm_fd, argv + optind);
		_exit(125);
	}
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	if (pid < 0 || waitpid(pid, &status, 0) < 0) {
		perror("count");
		return 125;
	}
	if (each) {
		for (unsigned i = 0; i < shm->n_tasks; i++) {
			started_task(shm, i, total);
			fprintf(out, "task %u pid %d tid %d state %u comm %.16s\n", i,
				shm->tasks[i].pid, shm->tasks[i].tid, shm->tasks[i].state,
				shm->tasks[i].comm);
			counts_print(out, total);
		}
		fprintf(out, "total\n");
	}
	started_total(shm, total);
	counts_print(out, total);
	modelling_total(shm, &model);
	if (sampling.times == 1 && WIFEXITED(status) && !modelling_saw_all(shm))
		return 125;
	if (words)
		modelling_print(out, &model);
	for (unsigned i = 0; i < shm->n_notes && i < EMU_MAX_NOTES; i++)
		fprintf(out, "note %u %d %.248s\n", shm->notes[i].kind, shm->notes[i].pid,
			shm->notes[i].text);
	fflush(out);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
