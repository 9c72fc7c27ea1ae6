/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starting the engine without libpmc, and reading what it counted: for the tests' own tools, so
 * that a test of the engine does not depend on the library and the command.
 */
#ifndef PMC_TESTS_EMU_STARTED_H
#define PMC_TESTS_EMU_STARTED_H

#include <stdint.h>
#include <stdio.h>
#include "emu/launch.h"

/* The events that are these signals, in the order of enum emu_signal. */
extern const char *const signal_name[EMU_NSIGNALS];

/* The shared memory of one run; NULL with a message on stderr when it cannot be made. */
struct emu_header *started_create(uint32_t flags, uint64_t seed, int *shm_fd);

/*
 * In the child: becomes the engine (a path) that runs the program argv. Looks argv[0] up along
 * PATH. Returns only when that failed, with a message on stderr.
 */
void started_exec(const char *engine, int shm_fd, char **argv);

/* Where execvp() would find the program: name itself, or path, filled in. */
const char *started_find(const char *name, char *path, size_t size);

/*
 * Adds up what all tasks counted. Call it when they have ended. Returns how many tasks there were.
 */
unsigned started_total(const struct emu_header *shm, uint64_t total[EMU_NSIGNALS]);

/* The same of one task record. */
void started_task(const struct emu_header *shm, unsigned task, uint64_t total[EMU_NSIGNALS]);

/* One line per signal, "event number". */
void counts_print(FILE *out, const uint64_t total[EMU_NSIGNALS]);

/* Where the engine is: $PMC_EMU, or pmc-emu two, three folders above this program (build/). */
const char *started_engine(void);

#endif
