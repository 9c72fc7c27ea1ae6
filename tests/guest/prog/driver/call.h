/* SPDX-License-Identifier: BSD-2-Clause */
/* The calls of /dev/pmc, each with 0 or -errno, and a set that counts instructions of user mode. */
#ifndef TESTS_GUEST_PROG_DRIVER_CALL_H
#define TESTS_GUEST_PROG_DRIVER_CALL_H

#include <pmc/pmc_ioctl.h>
#include <stdint.h>

#define USER_INSTRUCTIONS 0x4100c0ull /* INST_RETIRED, USR, EN */

enum { AMD = 7, P4 = 8 }; /* pmc_ioctl_info.family */

/* What the driver says of this PMU; main.c asks. */
extern struct pmc_ioctl_info about;

/* An event with this PERFEVTSEL; USER_INSTRUCTIONS works on a Pentium 4 too. */
struct pmc_ioctl_event event_of(uint64_t select);
/* Instructions of kernel mode. */
struct pmc_ioctl_event kernel_instructions(void);

int setup(int fd, const struct pmc_ioctl_event *events, unsigned n, unsigned flags);
int attach(int fd, unsigned target, int id);
int call(int fd, unsigned long what, unsigned long arg);
/* r may be NULL. */
int read_all(int fd, struct pmc_ioctl_count *counts, unsigned n, struct pmc_ioctl_read *r);

/* A set of USER_INSTRUCTIONS that is attached: its file. */
int counting(unsigned flags, unsigned target, int id);
/* Its count. */
uint64_t value(int fd);

/* 3 * turns instructions */
void spin(uint64_t turns);

/* The result of a call, beside the one that it should have. */
void is(int got, int want, const char *what);

#endif
