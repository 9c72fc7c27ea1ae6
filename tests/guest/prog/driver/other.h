/* SPDX-License-Identifier: BSD-2-Clause */
/* Another process of this CPU, which works when it is told to. */
#ifndef TESTS_GUEST_PROG_DRIVER_OTHER_H
#define TESTS_GUEST_PROG_DRIVER_OTHER_H

#include <sys/types.h>

struct other {
	pid_t pid;
	int to[2], from[2];
};

/* Makes this process one of that user. */
void become(unsigned user);
/* The other process belongs to a user, or to the caller's if user is 0. */
void other_start(struct other *o, unsigned user, void (*work)(void));
/* Lets it work once, and waits for it. 0: it has ended. */
int other_run(struct other *o);
void other_end(struct other *o);

#endif
