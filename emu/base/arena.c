// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The reservation has no access rights, so it costs addresses, but neither memory nor what the
 * kernel lets a system commit. Free parts of it are a sorted list of extents.
 *
 * RLIMIT_AS counts reservations, too, so under such a limit the range is small and may become full.
 * The engine then reserves more where no program and no kernel puts anything by itself: far below
 * the mappings, above what programs choose as hints, and apart from the shadow memory of sanitizers
 * (which need more address space than any limit gives).
 */
#include "emu/base/arena.h"

#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/nanoseconds.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"

#include <linux/mman.h>
#include <linux/time.h>

#define FAR_START 0x410000000000ull
#define FAR_STEP  (1ull << 32) /* where something is in the way, the engine looks so much higher */
#define FAR_TRIES 64
#define GROWTH	  (16ull << 20)

/* In a layout: what the first segment's end is a multiple of. */
#define ALIGN	     (64ull << 20)
#define ALIGN_LITTLE (1ull << 20)
#define ALIGNED_FROM (1ull << 30) /* a smaller segment is aligned by little */
#define HOLE	     (4ull << 20) /* what fills larger holes piece by piece */

/* So much for a page is 10 µs with page tables of a hypervisor, and 0.3 µs without. */
#define DEAR_NS 2000

struct extent {
	u64 start, end;
};

FORKED volatile u32 arena_lock;

/* What is reserved. It only grows, and a segment is complete before it is counted. */
static struct extent segments[16];
static u32 n_segments;
/* What of it is free. */
static struct extent extents[1024];
FORKED static u32 n_extents;

static bool is_address(long r)
{
	return r >= 0 || r < -4095;
}

static long map_reserved(u64 at, u64 size, int flags)
{
	return sys6(__NR_mmap, at, size, PROT_NONE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
}

/* ---- Free extents ---- */

/* The range is free again. When the list is full, it is lost. */
static void put(u64 start, u64 end)
{
	u32 i = 0;

	while (i < n_extents && extents[i].end < start)
		i++;
	if (i < n_extents && extents[i].end == start) {
		extents[i].end = end;
		if (i + 1 < n_extents && extents[i + 1].start == end) {
			extents[i].end = extents[i + 1].end;
			n_extents--;
			memmove(&extents[i + 1], &extents[i + 2],
				(n_extents - i - 1) * sizeof(extents[0]));
		}
	} else if (i < n_extents && extents[i].start == end) {
		extents[i].start = start;
	} else if (n_extents < ARRAY_SIZE(extents)) {
		memmove(&extents[i + 1], &extents[i], (n_extents - i) * sizeof(extents[0]));
		extents[i] = (struct extent){ start, end };
		n_extents++;
	}
}

static void drop_if_empty(u32 i)
{
	if (extents[i].start < extents[i].end)
		return;
	n_extents--;
	memmove(&extents[i], &extents[i + 1], (n_extents - i) * sizeof(extents[0]));
}

static u64 take_high(u64 size)
{
	for (u32 i = n_extents; i-- > 0;)
		if (extents[i].end - extents[i].start >= size) {
			u64 at = extents[i].end -= size;

			drop_if_empty(i);
			return at;
		}
	return 0;
}

static u64 take_low(u64 size)
{
	for (u32 i = 0; i < n_extents; i++)
		if (extents[i].end - extents[i].start >= size) {
			u64 at = extents[i].start;

			extents[i].start += size;
			drop_if_empty(i);
			return at;
		}
	return 0;
}

/* ---- Segments ---- */

/* A segment of which nothing is free. */
static void add_full_segment(u64 start, u64 size)
{
	segments[n_segments] = (struct extent){ start, start + size };
	__atomic_store_n(&n_segments, n_segments + 1, __ATOMIC_RELEASE);
	engine.footprint += size;
}

static void add_segment(u64 start, u64 size)
{
	add_full_segment(start, size);
	put(start, start + size);
}

/* Reserves more at the end of the newest segment that lies far below, or in a new one. */
static bool grow_by(u64 size)
{
	struct extent *last = &segments[n_segments - 1];
	u64 at = n_segments > 1 ? last->end : FAR_START;
	long r;

	for (u32 i = 0; i < FAR_TRIES; i++, at = (at & ~(FAR_STEP - 1)) + FAR_STEP) {
		if (n_segments == ARRAY_SIZE(segments) && at != last->end)
			return false;
		r = map_reserved(at, size, MAP_FIXED_NOREPLACE);
		if (r == (long)at) {
			if (n_segments == 1 || at != last->end) {
				add_segment(at, size);
				return true;
			}
			__atomic_store_n(&last->end, at + size, __ATOMIC_RELEASE);
			engine.footprint += size;
			put(at, at + size);
			return true;
		}
		if (is_address(r)) /* before Linux 4.17 the address is a hint */
			sys2(__NR_munmap, r, size);
		else if (r != -EEXIST)
			return false;
	}
	return false;
}

static bool grow(u64 size)
{
	return (size < GROWTH && grow_by(GROWTH)) || grow_by(size);
}

/* What a segment of this size begins or ends at a multiple of, at least. */
static u64 alignment(u64 size)
{
	return size < ALIGNED_FROM ? ALIGN_LITTLE : HUGE_PAGE;
}

/*
 * The first segment, of at least so many bytes, from what the kernel would map next on to where the
 * program's mappings begin. In a layout that end lies at an address that neither the engine's size
 * nor the kernel's vDSO moves, because the segment takes up what they leave. Under a limit on
 * addresses there may be no room to align by much.
 */
static struct extent first_segment(struct extent next, u64 size, const struct arena_end *end)
{
	u64 align = end->is_fixed && size >= ALIGNED_FROM ? ALIGN : alignment(size);
	struct extent e = next;

	if (next.start < engine.engine_start)
		e.start = ((e.end - size) & ~(align - 1)) - end->shift;
	else
		e.end = ((e.start + size + align - 1) & ~(align - 1)) + end->shift;
	return e;
}

/* Reserves memory at a round address, if there is room to choose one. */
static long map_round(u64 size)
{
	u64 align = alignment(size), start;
	long at = map_reserved(0, size + align, 0);

	if (!is_address(at))
		return map_reserved(0, size, 0);
	start = ((u64)at + align - 1) & ~(align - 1);
	if (start != (u64)at)
		sys2(__NR_munmap, at, (long)(start - (u64)at));
	sys2(__NR_munmap, (long)(start + size), (long)((u64)at + align - start));
	return (long)start;
}

/*
 * Maps the first segment, and leaves no hole between it and what lies at its other side: the kernel
 * aligns a large mapping, would then put a small program in the hole, and the code cache would be
 * far from that. In a layout fill_holes() does that, and the segment must not lie in a hole itself.
 */
static bool map_first(u64 size, const struct arena_end *end)
{
	u64 least = end->is_fixed ? ARENA_LEAST : PAGE_SIZE;
	long at = map_reserved(0, least, 0);
	struct extent e;

	if (!is_address(at))
		return false;
	sys2(__NR_munmap, at, least);
	e = first_segment((struct extent){ (u64)at, (u64)at + least }, size, end);
	size = e.end - e.start;
	at = map_reserved(e.start, size, MAP_FIXED_NOREPLACE);
	if (at != (long)e.start) {
		if (is_address(at))
			sys2(__NR_munmap, at, size);
		at = map_round(size);
	}
	if (!is_address(at))
		return false;
	add_segment((u64)at, size);
	return true;
}

/*
 * Takes what is free on the other side of the first segment, so that the kernel puts nothing of the
 * program there. A program may have it by MAP_FIXED.
 */
static void fill_holes(void)
{
	bool is_below = segments[0].start < engine.engine_start;
	u64 size = HOLE;

	while (size >= PAGE_SIZE) {
		long at = map_reserved(0, size, 0);

		if (is_address(at) && is_below == ((u64)at > segments[0].start)) {
			engine.footprint += size;
			continue;
		}
		if (is_address(at))
			sys2(__NR_munmap, at, size);
		size /= 2;
	}
}

bool arena_init(u64 size, const struct arena_end *end)
{
	for (size = PAGE_DOWN(size); size >= ARENA_LEAST; size = PAGE_DOWN(size / 2)) {
		if (!map_first(size, end))
			continue;
		if (end->is_fixed)
			fill_holes();
		return true;
	}
	return false;
}

bool arena_hits(u64 start, u64 len)
{
	u32 n = __atomic_load_n(&n_segments, __ATOMIC_ACQUIRE);

	if (start < engine.engine_end && start + len > engine.engine_start)
		return true;
	for (u32 i = 0; i < n; i++)
		if (start < __atomic_load_n(&segments[i].end, __ATOMIC_ACQUIRE) &&
		    start + len > segments[i].start)
			return true;
	return false;
}

/* Shortens [*start, *end) to what lies before the extent, or behind it if it begins inside. */
static void leave_out(u64 from, u64 to, u64 *start, u64 *end)
{
	if (*start >= from && *start < to)
		*start = to;
	else if (*start<from && * end> from)
		*end = from;
}

u64 arena_beside(u64 *start, u64 end)
{
	u32 n = __atomic_load_n(&n_segments, __ATOMIC_ACQUIRE);

	/* Behind one extent another may follow. */
	for (u32 again = 0; again <= n; again++) {
		leave_out(engine.engine_start, engine.engine_end, start, &end);
		for (u32 i = 0; i < n; i++)
			leave_out(segments[i].start, segments[i].end, start, &end);
	}
	return *start < end ? end : 0;
}

/* ---- Memory ---- */

u64 arena_room(void)
{
	u64 largest = 0;

	mutex_lock(&arena_lock);
	for (u32 i = 0; i < n_extents; i++)
		if (extents[i].end - extents[i].start > largest)
			largest = extents[i].end - extents[i].start;
	mutex_unlock(&arena_lock);
	return largest;
}

/* The kernel maps downward as a rule, so the program lies below; upward in the layout that an
 * unlimited stack asks for. */
static bool program_is_below(void)
{
	return segments[0].start < engine.engine_start;
}

u64 arena_program_end(void)
{
	return program_is_below() ? segments[0].start : 0;
}

static u64 take(u64 size, bool near)
{
	return near == program_is_below() ? take_low(size) : take_high(size);
}

static u64 reserve(u64 size, bool near)
{
	u64 at;

	mutex_lock(&arena_lock);
	at = take(size, near);
	if (!at && grow(size))
		at = take(size, near);
	mutex_unlock(&arena_lock);
	return at;
}

void *arena_reserve(u64 size)
{
	return (void *)reserve(PAGE_UP(size), false);
}

void *arena_reserve_round(u64 size, u64 offset)
{
	u64 more = PAGE_UP(size) + HUGE_PAGE, start, at;

	mutex_lock(&arena_lock);
	start = take(more, false);
	at = HUGE_UP(start + offset) - offset;
	if (start) {
		if (at > start)
			put(start, at);
		put(at + PAGE_UP(size), start + more);
	}
	mutex_unlock(&arena_lock);
	return start ? (void *)at : arena_reserve(size);
}

bool arena_commit(void *at, u64 size)
{
	size = PAGE_UP(size);
	if (sys3(__NR_mprotect, at, size, PROT_READ | PROT_WRITE))
		return false;
	__atomic_add_fetch(&engine.data_footprint, size, __ATOMIC_RELAXED);
	return true;
}

bool arena_take(u64 at, u64 size)
{
	long r;

	if (n_segments == ARRAY_SIZE(segments))
		return false;
	r = map_reserved(at, size, MAP_FIXED_NOREPLACE);
	if (r == (long)at)
		add_full_segment(at, size);
	else if (is_address(r)) /* before Linux 4.17 the address is a hint */
		sys2(__NR_munmap, r, size);
	return r == (long)at;
}

void arena_fill(void *at, u64 size)
{
	u64 start = PAGE_DOWN((u64)at);

	if (engine.strict) /* allows no madvise(2) */
		return;
	sys3(__NR_madvise, start, PAGE_UP((u64)at + size) - start, MADV_POPULATE_WRITE);
}

void arena_collapse(void *at, u64 size)
{
	u64 start = HUGE_DOWN(at);

	if (!engine.strict)
		sys3(__NR_madvise, start, HUGE_UP((u64)at + size) - start, MADV_COLLAPSE);
}

bool arena_is_dear(const void *at)
{
	u64 begun;

	if (engine.strict) /* allows no clock_gettime(2) */
		return false;
	begun = nanoseconds_of(CLOCK_MONOTONIC);
	for (u32 i = 0; i < ARENA_TOUCHED; i++)
		*((const volatile u8 *)at + i * PAGE_SIZE);
	return nanoseconds_of(CLOCK_MONOTONIC) - begun > ARENA_TOUCHED * DEAR_NS;
}

void arena_release(void *at, u64 size, u64 committed)
{
	size = PAGE_UP(size);
	__atomic_sub_fetch(&engine.data_footprint, PAGE_UP(committed), __ATOMIC_RELAXED);
	/* If the kernel has no room for another mapping, the memory stays as it is. */
	if (!is_address(map_reserved((u64)at, size, MAP_FIXED)))
		return;
	mutex_lock(&arena_lock);
	put((u64)at, (u64)at + size);
	mutex_unlock(&arena_lock);
}

static void *alloc(u64 size, bool near)
{
	void *at = (void *)reserve(PAGE_UP(size), near);

	if (at && !arena_commit(at, size)) {
		arena_release(at, size, 0);
		return NULL;
	}
	return at;
}

void *arena_alloc(u64 size)
{
	return alloc(size, false);
}

void *arena_alloc_near(u64 size)
{
	return alloc(size, true);
}

void arena_free(void *at, u64 size)
{
	arena_release(at, size, size);
}

void *arena_alloc_shared(u64 size)
{
	void *at = arena_reserve(size);

	if (!at)
		return NULL;
	if (sys6(__NR_mmap, (long)at, PAGE_UP(size), PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED | MAP_ANONYMOUS, -1, 0) == (long)at)
		return at;
	arena_free_shared(at, size);
	return NULL;
}

void arena_free_shared(void *at, u64 size)
{
	arena_release(at, size, 0);
}
