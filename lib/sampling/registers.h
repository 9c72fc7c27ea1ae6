/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The registers of a sample that brings a copy of its stack, by DWARF's numbers (System V ABI,
 * AMD64 supplement, figure 3.36), which end with the instruction pointer.
 */
#ifndef PMC_LIB_REGISTERS_H
#define PMC_LIB_REGISTERS_H

#define REGISTER_RSP 7
#define REGISTER_RIP 16
#define REGISTERS    17

/* The number of a register that has this one in perf (asm/perf_regs.h); -1: DWARF has no such
 * register, as of flags and segments. */
int register_of_perf(unsigned perf);

#endif
