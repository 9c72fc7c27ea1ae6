/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * System calls by which the program changes its memory, code included.
 */
#ifndef PMC_EMU_SYSCALL_MEMORY_H
#define PMC_EMU_SYSCALL_MEMORY_H

#include "emu/base/types.h"

#define NR_mseal 462 /* Linux 6.10 */

struct thread;

long memory_mmap(u64 a[6]);
long memory_munmap(const u64 a[6]);
long memory_mremap(const u64 a[6]);
/* mprotect(2) and pkey_mprotect(2) */
long memory_mprotect(long nr, const u64 a[6]);
long memory_remap_file_pages(const u64 a[6]);
long memory_mseal(const u64 a[6]);
long memory_shmat(const u64 a[6]);
long memory_shmdt(const u64 a[6]);
long memory_process_madvise(struct thread *t, u64 a[6]);
/* userfaultfd(2), and ioctl(2) on /dev/userfaultfd */
long memory_userfault(struct thread *t, long nr, u64 a[6]);
long memory_madvise(struct thread *t, u64 a[6]);
/* write(2) and its family: through /proc/self/mem they change code. */
long memory_write(struct thread *t, long nr, u64 a[6]);
/* open(2) and its family, memfd_create(2): whoever writes to a file changes code that is mapped
 * from it. */
long memory_open(struct thread *t, long nr, u64 a[6]);
/* unshare(2) and close_range(2) may give tasks descriptors of their own. */
long memory_unshare(struct thread *t, long nr, u64 a[6]);
/* dup(2) and its family, fcntl(2), pidfd_getfd(2) */
long memory_copy_fd(struct thread *t, long nr, u64 a[6]);

#endif
