/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Is shared memory confined to this process and to its mappings there? Then its code is
 * write-protected as that of private memory is; all other code in shared mappings is compared at
 * each entry. Functions without a word about locks are called under cache_lock.
 */
#ifndef PMC_EMU_CONFINE_H
#define PMC_EMU_CONFINE_H

#include "emu/code/maps.h"

/* How a new mapping shares its memory. Takes no lock. */
enum maps_sharing confine_kind(u64 flags, int fd);
/* Code at pc, in a shared mapping, is about to be translated. True: the memory is confined. */
bool confine_try(u64 pc);
/* The mappings in the range are about to change: until confine_try() finds out again, none of them
 * is confined. */
void confine_release(u64 start, u64 end);
void confine_release_all(void);

/* The program has made a memfd. Takes cache_lock. */
void confine_created(int fd);
/* The program has opened a file, not made one. Takes cache_lock. */
void confine_opened(int fd);
/* Descriptors that are open are about to become somebody else's, too. */
void confine_leak(void);
/* The same before a system call. Takes cache_lock. */
void confine_leaks(void);
/* A system call that copies descriptors begins (1), or has ended (-1). Takes no lock. */
void confine_copies(s32 begin);
/* The tasks of the process have different descriptors from now on. */
void confine_apart(void);

/* Before a fork: the child gets the memory, too. */
void confine_forking(void);
/* A child has, or had, memory that could be confined. */
extern volatile bool confine_lent;
/* Is it time to look whether the children still have it? Takes no lock. */
bool confine_due(void);
void confine_reclaim(void);

#endif
