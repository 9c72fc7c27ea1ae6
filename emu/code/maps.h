/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which of the program's memory may be executed, and written.
 */
#ifndef PMC_EMU_MAPS_H
#define PMC_EMU_MAPS_H

#include "emu/base/types.h"

struct map {
	u64 start, end;
	u8 prot;   /* PROT_* as the program asked */
	u8 shared; /* a second mapping may change it unseen */
};
extern volatile u32 maps_lock;
extern bool maps_writable; /* the program has, or had, code that it may write to */

/* Sets the PROT_* rights of the range [start, end) (0: unmapped or no rights). Code that
 * was translated from it is dropped when it changes. The caller holds cache_lock, but for the
 * loader. */
void maps_set(u64 start, u64 end, int prot);
/* Notes that the range is, or is no longer, a shared mapping. */
void maps_shared(u64 start, u64 end, bool on);

/* Finds the executable mapping at address. False: there is none. */
bool maps_find(u64 address, struct map *m);
/* The PROT_* rights of the memory at address; 0: it is not executable. */
int maps_prot(u64 address);
/* Is anything executable in the range? */
bool maps_any(u64 start, u64 end);

#endif
