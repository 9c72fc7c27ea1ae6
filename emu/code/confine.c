// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Confined memory is anonymous shared memory, or that of a memfd which this process made and whose
 * descriptors are all closed again. Nobody can then map it anew, write(2) to it, or change its
 * size. What is left are the mappings that exist, and /proc/self/maps lists them: the views.
 *
 * It stays confined until one of the views changes (then the list is read again) or a fork gives
 * the child the same memory. When all children have left it, by exec or by their end, it is
 * confined again. The kernel counts them: a page of System V shared memory lies beside the engine,
 * and shm_nattch says in how many address spaces.
 *
 * Descriptors leave the process by fork, by an exec in a task that shares memory, in messages, and
 * by ioctls that nobody knows. A memfd that is open then is not confined any more. Other processes
 * can get at it through /proc/PID/fd and /proc/PID/map_files, as they can write to private memory
 * through /proc/PID/mem: the engine sees neither.
 */
#include "emu/code/confine.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/pages.h"
#include "emu/code/views.h"
#include "emu/code/vma.h"
#include "emu/hide/fds.h"

#include <asm/shmbuf.h>
#include <asm/stat.h>
#include <linux/fcntl.h>
#include <linux/ipc.h>
#include <linux/mman.h>
#include <linux/shm.h>

#define S_IFMT	0170000
#define S_IFREG 0100000

#define DUE 1024 /* so many entries into compared code lie between two looks at the children */

volatile bool confine_lent;
FORKED static volatile u32 entries;
/* Is there memory that may be confined? Is there a way to it that cannot be watched? */
static volatile bool candidates;
static bool any_file, disabled, apart;
static bool compared;	/* code of such memory was translated to be compared */
static s32 marker = -1; /* the System V segment */

/* The memfds of this process that may be confined. */
static struct memfd {
	u64 dev, ino; /* ino 0: no file */
	bool open;    /* it was when somebody last looked */
	u32 asked;    /* how often that made a difference */
} files[64];
static u32 next_file;
FORKED static volatile u32 n_open;
/* How many calls are copying descriptors just now; how many began or ended. */
FORKED static volatile u32 copying, copied;

static struct memfd *file_of(u64 dev, u64 ino)
{
	for (u32 i = 0; i < ARRAY_SIZE(files); i++)
		if (files[i].ino == ino && files[i].dev == dev && ino)
			return &files[i];
	return NULL;
}

static void forget(struct memfd *f)
{
	n_open -= f->open;
	*f = (struct memfd){ 0 };
}

/* The kernel's struct linux_dirent64. */
struct entry {
	u64 ino, off;
	u16 len;
	u8 type;
	char name[];
};

static int number(const char *s)
{
	int n = 0;

	for (; *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (*s - '0');
	return *s ? -1 : n;
}

/* Marks as open what the descriptors of a part of the folder lead to. */
static void look_at(const char *b, long n)
{
	struct stat st;

	for (long at = 0; at < n;) {
		const struct entry *e = (const struct entry *)(b + at);
		int fd = number(e->name);
		struct memfd *f;

		at += e->len;
		if (fd < 0 || sys2(__NR_fstat, fd, &st))
			continue;
		f = file_of(st.st_dev, st.st_ino);
		if (f)
			f->open = true;
	}
}

void confine_copies(s32 begin)
{
	__atomic_add_fetch(&copying, begin, __ATOMIC_SEQ_CST);
	__atomic_add_fetch(&copied, 1, __ATOMIC_SEQ_CST);
}

/* Which memfds are still open? Nobody knows without /proc, or while another thread copies
 * descriptors: then it is all of them. */
static void look_at_descriptors(void)
{
	static char b[2048] __attribute__((aligned(8)));
	int fd = fds_open(AT_FDCWD, "/proc/thread-self/fd", O_RDONLY | O_DIRECTORY);
	u32 before = __atomic_load_n(&copied, __ATOMIC_SEQ_CST);
	bool was[ARRAY_SIZE(files)], known;
	long n;

	if (fd < 0)
		return;
	for (u32 i = 0; i < ARRAY_SIZE(files); i++) {
		was[i] = files[i].open;
		files[i].open = false;
	}
	while ((n = sys3(__NR_getdents64, fd, b, sizeof(b))) > 0)
		look_at(b, n);
	sys1(__NR_close, fd);
	known = !n && !__atomic_load_n(&copying, __ATOMIC_SEQ_CST) &&
		before == __atomic_load_n(&copied, __ATOMIC_SEQ_CST);
	n_open = 0;
	for (u32 i = 0; i < ARRAY_SIZE(files); i++) {
		files[i].open = was[i] && (files[i].open || !known);
		n_open += files[i].open;
	}
}

void confine_created(int fd)
{
	struct stat st;

	/* The child of a vfork has descriptors of its own. */
	if (apart || thread_self()->vfork_child || sys2(__NR_fstat, fd, &st))
		return;
	mutex_lock(&cache_lock);
	forget(&files[next_file]);
	files[next_file] = (struct memfd){ .dev = st.st_dev, .ino = st.st_ino, .open = true };
	next_file = (next_file + 1) % ARRAY_SIZE(files);
	n_open++;
	any_file = true;
	mutex_unlock(&cache_lock);
}

void confine_opened(int fd)
{
	struct stat st;

	if (likely(!candidates && !n_open) || disabled || sys2(__NR_fstat, fd, &st) ||
	    (st.st_mode & S_IFMT) != S_IFREG || st.st_nlink)
		return;
	/* A file without a name: /proc/self/map_files or /proc/self/fd has led to it. */
	mutex_lock(&cache_lock);
	disabled = true;
	confine_release_all();
	mutex_unlock(&cache_lock);
}

void confine_leak(void)
{
	if (likely(!n_open))
		return;
	look_at_descriptors();
	for (u32 i = 0; i < ARRAY_SIZE(files); i++)
		if (files[i].open)
			forget(&files[i]);
}

void confine_leaks(void)
{
	if (likely(!n_open))
		return;
	mutex_lock(&cache_lock);
	confine_leak();
	mutex_unlock(&cache_lock);
}

void confine_apart(void)
{
	confine_leak();
	apart = true;
}

enum maps_sharing confine_kind(u64 flags, int fd)
{
	struct stat st;

	if ((flags & MAP_TYPE) == MAP_PRIVATE)
		return MAPS_PRIVATE;
	if (!(flags & MAP_ANONYMOUS) &&
	    (!any_file || sys2(__NR_fstat, fd, &st) || !file_of(st.st_dev, st.st_ino)))
		return MAPS_SHARED;
	candidates = true;
	return flags & MAP_ANONYMOUS ? MAPS_OWN : MAPS_OWN_FILE;
}

/* ---- Children ---- */

static void mark(void)
{
	void *at;

	if (marker >= 0 || disabled)
		return;
	marker = (s32)sys3(__NR_shmget, IPC_PRIVATE, PAGE_SIZE, IPC_CREAT | 0600);
	at = marker >= 0 ? arena_reserve(PAGE_SIZE) : NULL;
	if (!at || sys3(__NR_shmat, marker, at, SHM_REMAP) < 0)
		disabled = true;
	if (marker >= 0)
		sys3(__NR_shmctl, marker, IPC_RMID, 0);
}

/* Has memory that may be confined code? */
static bool any_code(void)
{
	u64 start, end = 0;

	while (maps_next_own(end, &start, &end))
		if (maps_any(start, end))
			return true;
	return false;
}

void confine_forking(void)
{
	if (likely(!candidates && !n_open))
		return;
	confine_leak();
	if (any_code()) {
		confine_release_all();
		mark();
		confine_lent = true;
	} else {
		maps_disown(); /* this is most likely data for good: no page marks it */
	}
}

bool confine_due(void)
{
	return unlikely(confine_lent) && !disabled && !(++entries % DUE);
}

/* Drops traces that compare: some need not any more. */
static void compared_no_more(void)
{
	u64 start, end = 0;

	while (maps_next_own(end, &start, &end))
		pages_invalidate(start, end);
	compared = false;
}

void confine_reclaim(void)
{
	struct shmid64_ds ds;

	if (!confine_lent || marker < 0 || disabled || sys3(__NR_shmctl, marker, IPC_STAT, &ds) ||
	    ds.shm_nattch != 1)
		return;
	confine_lent = false;
	if (compared)
		compared_no_more();
}

/* ---- Views ---- */

/* Does no descriptor lead to the memory of the view? */
static bool is_closed(const struct vma *v, enum maps_sharing kind)
{
	struct memfd *f = file_of(v->dev, v->ino);

	if (kind == MAPS_OWN)
		return true;
	if (!f || apart)
		return false;
	/* A program may keep it open for good: then look ever more rarely. */
	if (f->open) {
		f->asked++;
		if (!(f->asked & (f->asked - 1)))
			look_at_descriptors();
	}
	return !f->open;
}

/* Finds all views of the memory. */
static bool list_views(u64 dev, u64 ino)
{
	struct vma_reader r;
	struct vma v;
	bool fits = true;

	if (!vma_open(&r))
		return false;
	while (fits && vma_next(&r, &v)) {
		if (v.ino != ino || v.dev != dev || !v.shared)
			continue;
		maps_writable |= (v.prot & PROT_WRITE) != 0;
		fits = views_add(&(struct view){ v.start, v.end, dev, ino, v.offset, v.prot });
	}
	vma_close(&r);
	if (!fits)
		views_remove(dev, ino);
	return fits;
}

bool confine_try(u64 pc)
{
	enum maps_sharing kind = maps_is_shared(pc, NULL);
	struct vma v;

	if (kind < MAPS_OWN || disabled || pages_compared || engine.writes_memory)
		return false;
	confine_reclaim();
	if (confine_lent || !vma_find(pc, &v) || !v.shared || !is_closed(&v, kind) ||
	    !list_views(v.dev, v.ino)) {
		compared = true;
		return false;
	}
	if (compared)
		compared_no_more();
	return true;
}

static void release(u64 dev, u64 ino)
{
	const struct view *v;

	for (u32 i = 0; (v = views_each(&i));)
		if (v->ino == ino && v->dev == dev) {
			pages_unprotect(v->start, v->end - v->start);
			pages_invalidate(v->start, v->end);
		}
	views_remove(dev, ino);
}

void confine_release(u64 start, u64 end)
{
	const struct view *v;

	while ((v = views_in(start, end)))
		release(v->dev, v->ino);
}

void confine_release_all(void)
{
	confine_release(0, ~0ull);
}
