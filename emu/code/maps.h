/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which of the program's memory may be executed, and written.
 */
#ifndef PMC_EMU_MAPS_H
#define PMC_EMU_MAPS_H

#include "emu/base/types.h"

/* How memory is shared. Code there may change without a store of this process to that address. */
enum maps_sharing {
	MAPS_PRIVATE,
	MAPS_SHARED,   /* anybody may change it */
	MAPS_OWN,      /* anonymous memory of this process and its children */
	MAPS_OWN_FILE, /* a memfd that this process has made */
};

struct map {
	u64 start, end;
	u8 prot;   /* PROT_* as the program asked */
	u8 shared; /* it may change unseen */
};
extern volatile u32 maps_lock;
/* The program has, or had, memory that it may write to and the engine write-protects: code, or
 * what constant.h tells of. */
extern bool maps_writable;

/* Sets the PROT_* rights of the range [start, end) (0: unmapped or no rights). Code that
 * was translated from it is dropped when it changes. The caller holds cache_lock, but for the
 * loader. */
void maps_set(u64 start, u64 end, int prot);
/* How far down a stack may grow. Executable ones are noted with all of this. */
u64 maps_stack_reach(void);
/* Notes how the memory of the range is shared. */
void maps_shared(u64 start, u64 end, enum maps_sharing kind);
/* How the memory there is shared, as maps_shared() was told. If it is, finds its end, too. */
enum maps_sharing maps_is_shared(u64 address, u64 *end);
/* Is something in the range MAPS_OWN or MAPS_OWN_FILE? */
bool maps_any_own(u64 start, u64 end);
/* The first such mapping that ends behind the address. False: there is none. */
bool maps_next_own(u64 address, u64 *start, u64 *end);
/* Makes MAPS_SHARED of all those. */
void maps_disown(void);
/* Notes that a child of fork will find other memory there (MADV_DONTFORK, MADV_WIPEONFORK). */
void maps_at_fork(u64 start, u64 end, bool changes);
/* In the child, under cache_lock: that memory may still be executable, but nobody knows. */
void maps_forked(void);

/* Pages without code that traces rely on as on code (constant.h), with the program's rights, until
 * these become 0 or maps_set() is told of a change. */
int maps_constant(u64 page);
void maps_set_constant(u64 page, int prot);
/* The first of them in the range. False: there is none. */
bool maps_first_constant(u64 start, u64 end, u64 *page);

/* Private mappings of files that are as they were made: those that maps_set_mapped() was told of,
 * until maps_set() is told of a change. */
void maps_set_mapped(u64 start, u64 end);
/* Is all of the range one of them? */
bool maps_is_mapped(u64 start, u64 end);

/* Which mappings the log of a profile knows (origin.h): those that maps_origin_set() was told of
 * and that have not changed since. Each change gives another number. */
bool maps_origin(u64 address, struct map *m);
void maps_origin_set(u64 start, u64 end, int prot);
u32 maps_origins_changes(void);

/* Asks the kernel whether the memory at address is executable: a mapping may grow, or come about in
 * other ways than by mmap(2) and mprotect(2). True: it is, and was not known. */
bool maps_learn(u64 address);
/* Finds the executable mapping at address. False: there is none. */
bool maps_find(u64 address, struct map *m);
/* Does the executable mapping at pc have the other address, too? */
bool maps_has_both(u64 pc, u64 other);
/* The PROT_* rights of the memory at address; 0: it is not executable. */
int maps_prot(u64 address);
/* Is all of the range code that is readable, and that nobody may write to but through its file? */
bool maps_is_text(u64 start, u64 end);
/* Is anything executable in the range, or a page that traces rely on? */
bool maps_any(u64 start, u64 end);

#endif
