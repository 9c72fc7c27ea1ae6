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
#include "emu/code/cache.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"
#include "emu/syscall/pass.h"

#include <linux/fs.h>
#include <linux/mman.h>

#define STACK_REACH (8ull << 20) /* how far down PROT_GROWSDOWN may reach */

/* Is this the result of a successful mmap(2)? */
static bool is_address(long r)
{
	return r >= 0 || r < -4095;
}

long memory_mmap(const u64 a[6])
{
	u64 addr = a[0], len = PAGE_UP(a[1]), prot = a[2], flags = a[3];
	bool fixed = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
	bool code = (prot & PROT_EXEC) || (fixed && maps_any(addr, addr + len));
	bool shared = (flags & MAP_TYPE) != MAP_PRIVATE;
	long r;

	if (fixed && arena_hits(addr, len))
		return flags & MAP_FIXED_NOREPLACE ? -EEXIST : -ENOMEM;
	if (prot & PROT_EXEC)
		prot |= PROT_READ; /* the translator reads it */
	if (code)
		mutex_lock(&cache_lock);
	r = sys6(__NR_mmap, (long)addr, (long)a[1], (long)prot, (long)flags, (long)a[4],
		 (long)a[5]);
	if (is_address(r)) {
		if (code)
			maps_set((u64)r, (u64)r + len, (int)a[2]);
		maps_shared((u64)r, (u64)r + len, shared);
	}
	if (code)
		mutex_unlock(&cache_lock);
	return r;
}

long memory_mprotect(long nr, const u64 a[6])
{
	u64 start = a[0], len = PAGE_UP(a[1]);
	bool code = (a[2] & PROT_EXEC) || maps_any(start, start + len);
	u64 prot = a[2] | (a[2] & PROT_EXEC ? PROT_READ : 0);
	long r;

	if (arena_hits(start, len))
		return -ENOMEM;
	if (code)
		mutex_lock(&cache_lock);
	r = sys4(nr, start, a[1], prot, a[3]);
	if (!r && code)
		maps_set(start - (a[2] & PROT_GROWSDOWN ? STACK_REACH : 0), start + len, (int)a[2]);
	if (code)
		mutex_unlock(&cache_lock);
	return r;
}

long memory_munmap(const u64 a[6])
{
	u64 start = a[0], len = PAGE_UP(a[1]);
	bool code = maps_any(start, start + len);
	long r;

	if (arena_hits(start, len))
		return -EINVAL;
	if (code)
		mutex_lock(&cache_lock);
	r = sys2(__NR_munmap, start, a[1]);
	if (!r) {
		if (code)
			maps_set(start, start + len, 0);
		maps_shared(start, start + len, false);
	}
	if (code)
		mutex_unlock(&cache_lock);
	return r;
}

long memory_mremap(const u64 a[6])
{
	u64 old = a[0], old_len = PAGE_UP(a[1]), len = PAGE_UP(a[2]);
	int prot = maps_prot(old);
	long r;

	if (arena_hits(old, old_len) || ((a[3] & MREMAP_FIXED) && arena_hits(a[4], len)))
		return -EINVAL;
	mutex_lock(&cache_lock);
	r = sys5(__NR_mremap, a[0], a[1], a[2], a[3], a[4]);
	if (is_address(r)) {
		if (old_len && prot && !(a[3] & MREMAP_DONTUNMAP))
			maps_set(old, old + old_len, 0);
		maps_set((u64)r, (u64)r + len, prot);
		if (!old_len) { /* it makes a second view of a shared mapping */
			maps_shared(old, old + len, true);
			maps_shared((u64)r, (u64)r + len, true);
		}
	}
	mutex_unlock(&cache_lock);
	return r;
}

/* Drops the translations of this range: it has changed by other means than the program's stores. */
static void code_changed(u64 start, u64 end)
{
	if (!maps_any(start, end))
		return;
	pages_prepare_write(start, end - start);
	mutex_lock(&cache_lock);
	pages_invalidate(PAGE_DOWN(start), PAGE_UP(end));
	mutex_unlock(&cache_lock);
}

long memory_madvise(struct thread *t, u64 a[6])
{
	u64 start = a[0], end = start + PAGE_UP(a[1]);
	/* Zeros, or the file again, come in the place of the pages. */
	bool drops = a[2] == MADV_DONTNEED || a[2] == MADV_FREE || a[2] == MADV_REMOVE ||
		     a[2] == MADV_DONTNEED_LOCKED;
	long r;

	if (drops && arena_hits(start, PAGE_UP(a[1])))
		return -ENOMEM;
	r = pass_on(t, __NR_madvise, a);
	if (!r && drops)
		code_changed(start, end);
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
	long r = pass_on(t, nr, a);

	if (unlikely(engine.writes_memory) && r > 0)
		wrote(nr, a, r);
	return r;
}
