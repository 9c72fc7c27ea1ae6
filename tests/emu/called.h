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
/* A call from there is to return to `back`. */
void called_call(uint64_t rsp, uint64_t back);
/* A handler begins with this stack pointer and returns to `back`; the signal came at `place`. */
void called_signal(uint64_t rsp, uint64_t back, uint64_t place);
/* A new program has no callers. */
void called_exec(void);
/* Keeps the callers as they are now, for called_print(), which prints ";CALLER…". */
void called_keep(void);
void called_print(FILE *out);

#endif
