/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where the processes of a tree leave heritages (heritage.h) for one another: a socket that is
 * connected to itself, so that nobody else can send to it. Descendants have its descriptor, which
 * programs cannot see. What lies there is one message, a list with a descriptor for each heritage,
 * and goes with the last process of the tree. Where heritages are kept, libpmc has made the shelf,
 * has laid down files of the user's cache, and looks what lies there when the tree has
 * ended.
 *
 * To look, a process peeks. To add something, it takes the list and puts a longer one back. If it
 * is killed in between, or if there is no room, heritages are lost, which costs time only. A lock
 * keeps others from looking meanwhile.
 *
 * A heritage on it may come from any process that was or is in the tree: the kernel says of each
 * which user has written it, and a process takes only what its own user has.
 */
#ifndef PMC_EMU_SHELF_H
#define PMC_EMU_SHELF_H

#include "emu/base/types.h"
#include "emu/launch.h"

/* Can this process look at the shelf, and lay something down there? */
bool shelf_is_there(void);
/*
 * This process is about to give up rights, as by a filter of system calls. What it leaves must not
 * run in processes that have them, even if somebody else takes it over: it has no shelf from now
 * on.
 */
void shelf_give_up(void);
/* Makes an empty one, engine.shelf_fd, which is not out of the program's way yet. */
void shelf_create(void);
/* Finds what the program has written, else the smallest one that is paired or not, as said, unless
 * that is large: small ones have more in common with any program than they cost. Returns its
 * descriptor, or -1: there is none. */
int shelf_find(u64 program, bool paired, struct emu_shelf_entry *found);
/* Lays down the heritage in place of an older one of the program. Old ones go, where there are too
 * many, or where they are too large. */
void shelf_put(int fd, const struct emu_shelf_entry *e);
/* Takes the program's heritage away. */
void shelf_drop(u64 program);

#endif
