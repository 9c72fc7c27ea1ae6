/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starts the engine without libpmc and reads its counts. The tests' own tools use it, so that a
 * test of the engine does not depend on the library and the command.
 */
#ifndef PMC_TESTS_EMU_STARTED_H
#define PMC_TESTS_EMU_STARTED_H

#include <stdint.h>
#include <stdio.h>
#include "emu/launch.h"

/* The events that are these signals, in the order of enum emu_signal. */
extern const char *const signal_name[EMU_NSIGNALS];

/* Makes the shared memory of one run; returns NULL, with a message on stderr, if that fails. */
struct emu_header *started_create(uint32_t flags, uint64_t seed, int *shm_fd);

/*
 * In the child: executes the engine (a path), which runs the program argv. Looks argv[0] up along
 * PATH. Returns only if that fails, with a message on stderr.
 */
void started_exec(const char *engine, int shm_fd, char **argv);

/* Returns where execvp() would find the program: name itself, or path, which it fills in. */
const char *started_find(const char *name, char *path, size_t size);

/*
 * Adds up the counts of all tasks, which must have ended. Returns the number of tasks.
 */
unsigned started_total(const struct emu_header *shm, uint64_t total[EMU_NSIGNALS]);

/* Does the same for one task record. */
void started_task(const struct emu_header *shm, unsigned task, uint64_t total[EMU_NSIGNALS]);

/* Prints one line per signal, "event number". */
void counts_print(FILE *out, const uint64_t total[EMU_NSIGNALS]);

/*
 * Returns the engine's path: $PMC_EMU, or pmc-emu two or three folders above this program (build/).
 */
const char *started_engine(void);

#endif
