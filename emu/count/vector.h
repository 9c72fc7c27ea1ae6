/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What instructions count for, in the two forms that the engine keeps: a class, 8 bits for one
 * instruction, and a vector, 64 bits for a stretch of them (launch.h).
 */
#ifndef PMC_EMU_VECTOR_H
#define PMC_EMU_VECTOR_H

#include "emu/base/types.h"
#include "emu/launch.h"

/* A class: load, store, and in bits 2-5 the kind of branch. */
#define IC_LOAD	     0x01
#define IC_STORE     0x02
#define IC_MEMORY    (IC_LOAD | IC_STORE)
#define IC_BRANCH(s) (((s) - (EMU_COND_TAKEN - 1)) << 2) /* s: a branch signal of enum emu_signal */
#define IC_SIGNAL(c) (((c) >> 2) + (EMU_COND_TAKEN - 1))

struct vector_field {
	u8 shift, bits;
};
/* Where each signal's count is in a vector. */
extern const struct vector_field vector_fields[EMU_NSIGNALS];
/* The vector that counts one of each signal. */
extern const u64 vector_unit[EMU_NSIGNALS];

/* How many of a signal the vector counts. */
static inline u64 vector_part(u64 vec, int signal)
{
	const struct vector_field *f = &vector_fields[signal];

	return vec >> f->shift & ((1ull << f->bits) - 1);
}

/* Adds what n passages with this vector count. Written out, this takes a third of the time of a
 * loop. */
static inline void vector_add(u64 to[EMU_NSIGNALS], u64 n, u64 vec)
{
#define ADD(signal, shift, bits) to[signal] += n * (vec >> (shift) & ((1ull << (bits)) - 1));
	EMU_VECTOR_FIELDS(ADD)
#undef ADD
}

/* The vector of one instruction of the class. */
u64 class_vec(u8 cls);

#endif
