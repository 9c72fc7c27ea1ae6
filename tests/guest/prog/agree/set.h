/* SPDX-License-Identifier: BSD-2-Clause */
/* Counting of user mode, by the module or by perf. Functions end the program when a call fails. */
#ifndef TESTS_GUEST_PROG_AGREE_SET_H
#define TESTS_GUEST_PROG_AGREE_SET_H

#include <pmc/pmc_ioctl.h>
#include <stdint.h>

enum { AMD = 7 }; /* pmc_ioctl_info.family */
enum { EVENTS = 3 };

/* What the driver says of this PMU. */
extern struct pmc_ioctl_info about;
/*
 * Instructions on a general counter, branches, and, where the PMU has one, instructions on the
 * fixed counter.
 */
extern unsigned n_events;

struct counting {
	int fd[EVENTS]; /* of perf, one each; of the module, the first */
	int perf;
};

/* Asks the driver, and sets the two above. */
void choose(void);

/* A set of the module with n events from `which` on: its file. */
int open_set(unsigned which, unsigned n, unsigned flags, unsigned target, int id);
void read_set(int fd, unsigned n, uint64_t *value);

/* All events of this thread and what inherits from it. */
void begin(struct counting *c, int perf);
void end(struct counting *c);
void values(struct counting *c, uint64_t *value);

#endif
