/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where the kernel writes to the program's memory when it carries out a system call: one table, by
 * the number of the call, of the buffers that its arguments name.
 *
 * The engine write-protects pages of which it has translated code. The kernel would find such a
 * page read-only, and many calls cannot be repeated then: the child is reaped, the datagram is
 * gone, the signal is taken. So the buffers of a call become writable before it begins, and no
 * thread protects them again before it has ended.
 */
#ifndef PMC_EMU_SYSCALL_BUFFERS_H
#define PMC_EMU_SYSCALL_BUFFERS_H

#include "emu/base/types.h"

struct thread;

/* From now on the kernel can write to the buffers of this call. */
void buffers_prepare(struct thread *t, long nr, const u64 a[6]);
/* The call has ended, with this result. */
void buffers_release(struct thread *t, long nr, long ret);
/* The same for what the kernel writes when the thread ends: the word of set_tid_address(2), and the
 * robust futexes that the thread holds. */
void buffers_prepare_end(struct thread *t);
/* The child is going to begin while its parent goes on: what the kernel writes for it, at its
 * beginning and at its end. */
void buffers_prepare_child(struct thread *child, u64 flags, u64 child_tid);

#endif
