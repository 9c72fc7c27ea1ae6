/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The addresses of boundary.S. Code jumps to them and never calls them.
 */
#ifndef PMC_EMU_RUN_BOUNDARY_H
#define PMC_EMU_RUN_BOUNDARY_H

/* Out of translated code: T_EXIT tells why, or no trace was found for the address in T_TARGET. */
extern char run_exit[], run_miss[];
/* Runs the program from thread->cpu on. Between resume and resume_end thread->cpu holds its
 * state. */
extern char run_enter[], run_resume[], run_resume_end[];

#endif
