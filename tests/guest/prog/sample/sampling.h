/* SPDX-License-Identifier: BSD-2-Clause */
/* A set that samples: its calls, each with 0 or errno, and its rings. */
#ifndef TESTS_GUEST_PROG_SAMPLE_SAMPLING_H
#define TESTS_GUEST_PROG_SAMPLE_SAMPLING_H

#include <pmc/pmc_ioctl.h>
#include <stddef.h>
#include <stdint.h>

/* What the driver says of this PMU; main.c asks. */
extern struct pmc_ioctl_info info;

/* Retired instructions, on every family. */
struct pmc_ioctl_event instructions(int kernel, uint64_t period);

struct sampling {
	int fd;
	uint32_t rings;
	size_t each; /* bytes of a ring */
	char *memory;
};

/* bad, rings: may be NULL */
int setup(int fd, struct pmc_ioctl_event *events, uint32_t n, uint32_t flags, uint32_t *bad);
int attach(int fd, uint32_t target, int id, uint32_t *rings);

/* A set that is attached, with rings of so many pages. Ends the program when that fails. */
struct sampling begin(struct pmc_ioctl_event *events, uint32_t n, uint32_t flags, uint32_t target,
		      int id, size_t pages);
void end(struct sampling *s);

/* The first of n counts. */
uint64_t value_of(struct sampling *s, uint32_t n);

struct pmc_ioctl_ring *ring(struct sampling *s, uint32_t i);

/* All samples, with those that are not in the rings. */
uint64_t total(struct sampling *s);

/* Copies the next record out, up to room bytes; 0 when the ring is empty. */
size_t take(struct pmc_ioctl_ring *r, void *to, size_t room);

/* Room for one. */
extern union record {
	struct pmc_ioctl_sample head;
	char bytes[8192];
} record;

#endif
