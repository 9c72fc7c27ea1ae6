/* SPDX-License-Identifier: BSD-2-Clause */
/* How a command is executed when a program runs it instead of the kernel. */
#ifndef PMC_LIB_LAUNCH_H
#define PMC_LIB_LAUNCH_H

#include <stdbool.h>

struct launch {
	int fd, other_fd; /* fd is what is executed; both stay open across the exec … */
	int shelf_fd;	  /* … and so does this one, the source's; -1: none */
	char **argv;	  /* NULL: none; the kernel executes the command. Owns argv[1] */
	/*
	 * other_fd bears a shared lock, flock(2), which lasts until the last process that has it
	 * ends.
	 */
	bool locked;
	bool no_randomize; /* set ADDR_NO_RANDOMIZE, where personality(2) may be called */
};

/* Closes the descriptors and frees argv. Does nothing when argv is NULL. */
void launch_deinit(struct launch *launch);

#endif
