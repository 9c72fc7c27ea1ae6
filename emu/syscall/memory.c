// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The list of executable mappings (emu/code/maps.c) follows every change. A range that holds code
 * changes under cache_lock, so that no thread translates code that is just going away. No call may
 * take memory of the engine.
 */
#include "emu/syscall/memory.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/format.h"
#include "emu/base/mutex.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/confine.h"
#include "emu/code/constant.h"
#include "emu/code/mapped.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"
#include "emu/hide/descriptors.h"
#include "emu/syscall/mlock.h"
#include "emu/syscall/pass.h"

#include <linux/fcntl.h>
#include <linux/fs.h>
#include <linux/ioctl.h>
#include <linux/close_range.h>
#include <linux/mman.h>
#include <linux/sched.h>
#include <linux/shm.h>
#include <linux/userfaultfd.h>

/* Is this the result of a successful mmap(2)? */
static bool is_address(long r)
{
	return r >= 0 || r < -4095;
}

/* Does a change there concern code? Shared memory may have code in another view. */
static bool has_code(u64 start, u64 end)
{
	return maps_any(start, end) || maps_any_own(start, end);
}

/* The kernel is about to change memory there: what relies on it does so no more. The caller holds
 * cache_lock. */
static void release(u64 start, u64 end)
{
	constant_release(start, end);
	confine_release(start, end);
}

long memory_mmap(u64 a[6])
{
	u64 addr = a[0], len = PAGE_UP(a[1]), prot = a[2], flags = a[3] | mlock_mmap_flags();
	bool fixed = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
	enum maps_sharing kind = confine_kind(flags, (int)a[4]);
	bool code = (prot & PROT_EXEC) || kind >= MAPS_OWN || (fixed && has_code(addr, addr + len));
	bool of_file = (prot & PROT_EXEC) && !kind && !(flags & MAP_ANONYMOUS);
	long r;

	/* What grows from a write-protected page would be write-protected, too. */
	if ((prot & PROT_EXEC) && flags & MAP_GROWSDOWN)
		kind = MAPS_SHARED;
	descriptors_hide(__NR_mmap, a);
	if (fixed && arena_hits(addr, len))
		return flags & MAP_FIXED_NOREPLACE ? -EEXIST : -ENOMEM;
	if (code)
		mutex_lock(&cache_lock);
	if (code && fixed)
		release(addr, addr + len);
	r = sys6(__NR_mmap, (long)addr, (long)a[1], pages_readable((int)prot), (long)flags,
		 (long)a[4], (long)a[5]);
	if (is_address(r)) {
		if (code)
			maps_set((u64)r, (u64)r + len, (int)prot);
		maps_shared((u64)r, (u64)r + len, kind);
		if (of_file)
			mapped_add((int)a[4], a[5], (u64)r, (u64)r + len);
	}
	if (code)
		mutex_unlock(&cache_lock);
	if (is_address(r) && !(flags & MAP_LOCKED) && mlock_mapped((u64)r, (u64)r + len)) {
		memory_munmap((const u64[6]){ (u64)r, len });
		return -EAGAIN;
	}
	return r;
}

/*
 * A call that fails may have changed the first mappings of the range already: the longest part that
 * can be changed alone is the one that was. Returns its length.
 */
static u64 changed_part(long nr, u64 start, u64 len, u64 prot, u64 pkey)
{
	u64 done = 0, failed = len / PAGE_SIZE;

	while (failed - done > 1) {
		u64 n = done + (failed - done) / 2;

		if (sys4(nr, start, n * PAGE_SIZE, prot, pkey))
			failed = n;
		else
			done = n;
	}
	return done * PAGE_SIZE;
}

long memory_mprotect(long nr, const u64 a[6])
{
	u64 start = a[0], len = PAGE_UP(a[1]);
	bool code = (a[2] & PROT_EXEC) || has_code(start, start + len);
	u64 prot = (u64)pages_readable((int)a[2]);
	long r;

	if (arena_hits(start, len))
		return -ENOMEM;
	if (code) {
		mutex_lock(&cache_lock);
		release(start, start + len);
	}
	r = sys4(nr, start, a[1], prot, a[3]);
	if (code && (r == -ENOMEM || r == -EACCES || r == -EPERM) &&
	    !(a[2] & (PROT_GROWSDOWN | PROT_GROWSUP)))
		len = changed_part(nr, start, len, prot, a[3]);
	else if (r)
		len = 0;
	if (code && len)
		maps_set(start - (a[2] & PROT_GROWSDOWN ? maps_stack_reach() : 0), start + len,
			 (int)a[2]);
	if (code)
		mutex_unlock(&cache_lock);
	return r;
}

/* For the program the engine's addresses are a hole, where nothing is left to unmap. */
static long munmap_beside(u64 start, u64 end)
{
	u64 stop;
	long r = start % PAGE_SIZE || start == end || end >> 47 ? -EINVAL : 0;

	for (; !r && (stop = arena_beside(&start, end)); start = stop)
		r = memory_munmap((const u64[6]){ start, stop - start });
	return r;
}

long memory_munmap(const u64 a[6])
{
	u64 start = a[0], len = PAGE_UP(a[1]);
	bool code = has_code(start, start + len);
	long r;

	if (unlikely(arena_hits(start, len)))
		return munmap_beside(start, start + len);
	if (code) {
		mutex_lock(&cache_lock);
		release(start, start + len);
	}
	r = sys2(__NR_munmap, start, a[1]);
	if (!r) {
		if (code)
			maps_set(start, start + len, 0);
		maps_shared(start, start + len, MAPS_PRIVATE);
	}
	if (code)
		mutex_unlock(&cache_lock);
	return r;
}

long memory_mremap(const u64 a[6])
{
	u64 old = a[0], old_len = PAGE_UP(a[1]), len = PAGE_UP(a[2]);
	enum maps_sharing kind = maps_is_shared(old, NULL);
	bool stays = a[3] & MREMAP_DONTUNMAP, code = maps_any(old, old + old_len);
	int prot = maps_prot(old);
	long r;

	if (arena_hits(old, old_len)) /* for the program there is nothing */
		return old % PAGE_SIZE || !len ? -EINVAL : -EFAULT;
	if ((a[3] & MREMAP_FIXED) && arena_hits(a[4], len))
		return -ENOMEM;
	mutex_lock(&cache_lock);
	release(old, old + (old_len ? old_len : PAGE_SIZE));
	if (a[3] & MREMAP_FIXED)
		release(a[4], a[4] + len);
	/* The kernel moves one mapping, and a protected page in its midst makes three of it. */
	pages_unprotect(old, old_len);
	r = sys5(__NR_mremap, a[0], a[1], a[2], a[3], a[4]);
	if (is_address(r)) {
		if (old_len && code) /* with MREMAP_DONTUNMAP it is empty now */
			maps_set(old, old + old_len, stays ? prot : 0);
		if (old_len && kind && !stays)
			maps_shared(old, old + old_len, MAPS_PRIVATE);
		/* Without a length it makes a second view of a shared mapping. */
		if (!old_len && !kind)
			kind = MAPS_SHARED;
		maps_set((u64)r, (u64)r + len, prot);
		maps_shared((u64)r, (u64)r + len, kind);
		if (!old_len)
			maps_shared(old, old + len, kind);
	}
	mutex_unlock(&cache_lock);
	return r;
}

/* The size of a segment of System V shared memory. */
static u64 segment_size(int id)
{
	struct shmid64_ds ds;

	return sys3(__NR_shmctl, id, IPC_STAT, &ds) < 0 ? 0 : PAGE_UP(ds.shm_segsz);
}

long memory_shmat(const u64 a[6])
{
	u64 size = segment_size((int)a[0]), at = a[1];
	long r;

	if (a[2] & SHM_RND)
		at = PAGE_DOWN(at);
	if ((a[2] & SHM_REMAP) && arena_hits(at, size))
		return -EINVAL;
	mutex_lock(&cache_lock);
	if (a[2] & SHM_REMAP)
		release(at, at + size);
	r = sys3(__NR_shmat, a[0], a[1], a[2]);
	if (is_address(r) && size) {
		/* If it is executable, maps_learn() finds that out. */
		maps_set((u64)r, (u64)r + size, 0);
		maps_shared((u64)r, (u64)r + size, MAPS_SHARED);
	}
	mutex_unlock(&cache_lock);
	if (is_address(r) && size)
		mlock_mapped((u64)r, (u64)r + size);
	return r;
}

long memory_shmdt(const u64 a[6])
{
	u64 start = a[0], end = 0;
	long r;

	if (arena_hits(start, 1)) /* for the program there is nothing */
		return -EINVAL;
	mutex_lock(&cache_lock);
	r = sys1(__NR_shmdt, start);
	if (!r && maps_is_shared(start, &end)) {
		maps_set(start, end, 0);
		maps_shared(start, end, MAPS_PRIVATE);
	}
	mutex_unlock(&cache_lock);
	return r;
}

long memory_remap_file_pages(const u64 a[6])
{
	long r;

	if (arena_hits(a[0], PAGE_UP(a[1])))
		return -EINVAL;
	mutex_lock(&cache_lock);
	release(a[0], a[0] + PAGE_UP(a[1]));
	pages_unprotect(a[0], PAGE_UP(a[1]));
	pages_invalidate(PAGE_DOWN(a[0]), PAGE_UP(a[0] + a[1]));
	r = sys5(__NR_remap_file_pages, a[0], a[1], a[2], a[3], a[4]);
	mutex_unlock(&cache_lock);
	return r;
}

long memory_mseal(const u64 a[6])
{
	u64 start = a[0], len = PAGE_UP(a[1]);
	long r;

	if (arena_hits(start, len)) /* for the program there is nothing */
		return a[2] || start % PAGE_SIZE ? -EINVAL : -ENOMEM;
	mutex_lock(&cache_lock);
	/* Nobody can unprotect a sealed page later. */
	pages_unprotect(start, len);
	r = sys3(NR_mseal, a[0], a[1], a[2]);
	mutex_unlock(&cache_lock);
	return r;
}

/* Drops the translations of this range: it has changed by other means than the program's stores. */
static void code_changed(u64 start, u64 end)
{
	if (!has_code(start, end))
		return;
	pages_prepare_write(start, end - start);
	mutex_lock(&cache_lock);
	pages_invalidate(PAGE_DOWN(start), PAGE_UP(end));
	constant_release(start, end);
	mutex_unlock(&cache_lock);
}

#ifndef MADV_GUARD_INSTALL /* Linux 6.13 */
#define MADV_GUARD_INSTALL 102
#endif

/* Do zeros, the file again, or no pages at all come in the place of the pages? */
static bool drops_pages(u64 advice)
{
	return advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE ||
	       advice == MADV_DONTNEED_LOCKED || advice == MADV_GUARD_INSTALL;
}

long memory_madvise(struct thread *t, u64 a[6])
{
	u64 start = a[0], len = PAGE_UP(a[1]), advice = a[2];
	long r;

	if (arena_hits(start, len))
		return -ENOMEM;
	if (advice == MADV_POPULATE_WRITE)
		pages_prepare_write(start, len);
	if (drops_pages(advice) && has_code(start, start + len)) {
		mutex_lock(&cache_lock);
		constant_release(start, start + len);
		mutex_unlock(&cache_lock);
	}
	r = pass_on(t, __NR_madvise, a);
	if (drops_pages(advice) && (!r || r == -ENOMEM)) /* or only where something is mapped */
		code_changed(start, start + len);
	if (!r && (advice == MADV_DONTFORK || advice == MADV_WIPEONFORK))
		maps_at_fork(start, start + len, true);
	if (!r && (advice == MADV_DOFORK || advice == MADV_KEEPONFORK))
		maps_at_fork(start, start + len, false);
	return r;
}

long memory_process_madvise(struct thread *t, u64 a[6])
{
	long r = pass_on(t, __NR_process_madvise, a);
	u64 range[2];

	/* If it is another process, some code is translated once more. */
	for (u64 i = 0; r > 0 && drops_pages(a[3]) && i < a[2]; i++)
		if (!copy_from_user(range, a[1] + i * sizeof(range), sizeof(range)))
			code_changed(range[0], range[0] + range[1]);
	return r;
}

long memory_userfault(struct thread *t, long nr, u64 a[6])
{
	long r;

	/* A device may keep what a descriptor leads to; a terminal does not. */
	if (nr == __NR_ioctl && _IOC_TYPE(a[1]) != 'T')
		confine_leaks();
	r = pass_on(t, nr, a);

	if (r >= 0 && (nr == __NR_userfaultfd || (u32)a[1] == USERFAULTFD_IOC_NEW))
		engine.lazy_memory = true;
	return r;
}

/* Does the call open a file for writing? */
static bool opens_to_write(long nr, const u64 a[6])
{
	u64 flags = nr == __NR_open ? a[1] : a[2];

	if (nr == __NR_creat || nr == __NR_memfd_create)
		return true;
	if (nr == __NR_openat2 && copy_from_user(&flags, a[2], sizeof(flags)))
		return false;
	return !(flags & O_PATH) && ((flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC);
}

/* Does the call make a file without a name? */
static bool makes_unnamed(long nr, const u64 a[6])
{
	u64 flags = nr == __NR_open ? a[1] : a[2];

	if (nr == __NR_memfd_create)
		return true;
	if (nr == __NR_creat || (nr == __NR_openat2 && copy_from_user(&flags, a[2], sizeof(flags))))
		return false;
	return (flags & O_TMPFILE) == O_TMPFILE;
}

long memory_open(struct thread *t, long nr, u64 a[6])
{
	bool writes = opens_to_write(nr, a), unnamed = makes_unnamed(nr, a);
	long r = pass_on(t, nr, a);

	if (r >= 0 && writes)
		mapped_opened((int)r);
	if (r >= 0 && nr == __NR_memfd_create)
		confine_created((int)r);
	else if (r >= 0 && !unnamed)
		confine_opened((int)r);
	return r;
}

long memory_unshare(struct thread *t, long nr, u64 a[6])
{
	u64 flags = nr == __NR_unshare ? a[0] : a[2];

	if (flags & (nr == __NR_unshare ? CLONE_FILES : CLOSE_RANGE_UNSHARE)) {
		mutex_lock(&cache_lock);
		confine_apart();
		mutex_unlock(&cache_lock);
	}
	return pass_on(t, nr, a);
}

long memory_copy_fd(struct thread *t, long nr, u64 a[6])
{
	long r;

	confine_copies(1);
	r = pass_on(t, nr, a);
	confine_copies(-1);
	return r;
}

/* The program has written n bytes to a file. If the file is /proc/self/mem, code may have changed,
 * even where it is read-only. */
static void wrote(long nr, const u64 a[6], long n)
{
	u64 at = a[3];
	char link[32], to[64];
	long len;

	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", (int)a[0]);
	len = sys3(__NR_readlink, link, to, sizeof(to));
	if (len < 10 || memcmp(to, "/proc/", 6) || memcmp(to + len - 4, "/mem", 4))
		return;
	if (nr == __NR_write || nr == __NR_writev)
		at = (u64)sys3(__NR_lseek, a[0], 0, SEEK_CUR) - (u64)n;
	code_changed(at, at + (u64)n);
}

long memory_write(struct thread *t, long nr, u64 a[6])
{
	long r;

	if (unlikely(engine.writes_memory)) {
		/* The kernel writes to no mapping that is shared and write-protected. */
		mutex_lock(&cache_lock);
		confine_release_all();
		mutex_unlock(&cache_lock);
	}
	r = pass_on(t, nr, a);
	if (unlikely(engine.writes_memory) && r > 0)
		wrote(nr, a, r);
	return r;
}
