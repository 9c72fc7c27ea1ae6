/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The callers of a single-stepped program's functions, by its calls and what its stack pointer has
 * left behind: no frame is read, and no call frame information. A signal handler's caller is the
 * place that the signal interrupted.
 */
#ifndef PMC_TESTS_EMU_CALLED_H
#define PMC_TESTS_EMU_CALLED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Before an instruction does what it does: forgets who has returned. */
void called_before(uint64_t rsp);
/* A call of the function is to return to `back`. One that only goes on there is no call. */
void called_call(uint64_t rsp, uint64_t back, uint64_t function);
/* An indirect jump goes to a function: if it is all of what was called, that is a stub for it. */
void called_stub(uint64_t jump, uint64_t function);
/* A handler begins with this stack pointer and returns to `back`; the signal came at `place`. */
void called_signal(uint64_t rsp, uint64_t back, uint64_t place, uint64_t handler);
/* A new program has no callers. */
void called_exec(void);
/* Keeps the callers as they are now, for called_print(), which prints ";CALLER…". */
void called_keep(void);
void called_print(FILE *out);
/* The functions instead: "FUNCTION;…", the innermost first. */
void called_print_functions(FILE *out);

#endif
