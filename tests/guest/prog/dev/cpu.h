/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the calling thread runs. */
#ifndef TESTS_GUEST_PROG_DEV_CPU_H
#define TESTS_GUEST_PROG_DEV_CPU_H

/* Goes to this CPU, and runs on no other from now on. Ends the program if that fails. */
void stay_on(int cpu);

#endif
