// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The program's executable memory: a sorted list of ranges with their rights. The loader and mmap,
 * mprotect, munmap and mremap keep it up to date. Memory without PROT_EXEC is not in the list. A
 * second list holds shared mappings, where code may change without a fault. A third one
 * holds memory that a child of fork does not get as it is, another one pages without code that
 * traces rely on (constant.h), and another one code that is as it was mapped (mapped.h).
 *
 * The lists are short, about one entry per library.
 */
#include "emu/code/maps.h"
#include "emu/base/arena.h"
#include "emu/base/message.h"
#include "emu/base/mutex.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/cache.h"
#include "emu/code/pages.h"
#include "emu/code/pair.h"
#include "emu/code/views.h"
#include "emu/code/vma.h"

#include <linux/mman.h>
#include <linux/resource.h>

FORKED volatile u32 maps_lock;
bool maps_writable;

struct list {
	struct map *m;
	u32 n, max;
};
static struct list code, shared, forks, origins, constants, mapped;
static u32 origins_changes;

static void reserve(struct list *l)
{
	u64 size;
	struct map *m;

	if (l->n + 2 < l->max)
		return;
	size = l->max ? l->max * 2 * sizeof(struct map) : 4 * PAGE_SIZE;
	m = arena_alloc(size);
	if (!m)
		emu_fatal("out of memory for the list of executable mappings");
	memcpy(m, l->m, l->n * sizeof(struct map));
	if (l->m)
		arena_free(l->m, l->max * sizeof(struct map));
	l->m = m;
	l->max = (u32)(size / sizeof(struct map));
}

/* The first mapping that ends behind the address. */
static u32 list_at(const struct list *l, u64 address)
{
	u32 lo = 0, hi = l->n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (l->m[mid].end <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Takes [start, end) out of the list, then puts it in again unless prot is 0. */
static void list_set(struct list *l, u64 start, u64 end, u8 prot)
{
	u32 i;

	reserve(l);
	for (i = list_at(l, start); i < l->n && l->m[i].start < end;) {
		struct map *m = &l->m[i];

		if (m->start < start && m->end > end) {
			memmove(m + 1, m, (l->n - i) * sizeof(*m));
			l->n++;
			m[0].end = start;
			m[1].start = end;
			i += 2;
		} else if (m->start < start) {
			m->end = start;
			i++;
		} else if (m->end > end) {
			m->start = end;
			i++;
		} else {
			memmove(m, m + 1, (l->n - i - 1) * sizeof(*m));
			l->n--;
		}
	}
	if (!prot)
		return;
	i = list_at(l, start);
	memmove(&l->m[i + 1], &l->m[i], (l->n - i) * sizeof(struct map));
	l->m[i] = (struct map){ .start = start, .end = end, .prot = prot };
	l->n++;
}

static struct map *list_find(const struct list *l, u64 address)
{
	u32 i = list_at(l, address);

	return i < l->n && l->m[i].start <= address ? &l->m[i] : NULL;
}

static bool list_any(const struct list *l, u64 start, u64 end)
{
	u32 i = list_at(l, start);

	return i < l->n && l->m[i].start < end && start < end;
}

bool maps_any(u64 start, u64 end)
{
	bool any;

	mutex_lock(&maps_lock);
	any = list_any(&code, start, end) || list_any(&constants, start, end);
	mutex_unlock(&maps_lock);
	return any;
}

/* How much memory is executable. */
static u64 code_size(void)
{
	u64 sum = 0;

	for (u32 i = 0; i < code.n; i++)
		sum += code.m[i].end - code.m[i].start;
	return sum;
}

void maps_set(u64 start, u64 end, int prot)
{
	start = PAGE_DOWN(start);
	end = PAGE_UP(end);
	if (start >= end)
		return;
	mutex_lock(&maps_lock);
	if (list_any(&code, start, end)) {
		if (cache.n_traces)
			pages_invalidate(start, end);
		list_set(&code, start, end, 0);
	}
	if (list_any(&constants, start, end)) {
		pages_invalidate(start, end);
		list_set(&constants, start, end, 0);
	}
	if (list_any(&origins, start, end)) {
		list_set(&origins, start, end, 0);
		origins_changes++;
	}
	if (list_any(&mapped, start, end))
		list_set(&mapped, start, end, 0);
	if (prot & PROT_EXEC) {
		list_set(&code, start, end, (u8)prot);
		if (code_size() >= PAIR_CODE)
			cache_is_large();
	}
	if (prot & PROT_EXEC && prot & PROT_WRITE)
		maps_writable = true;
	mutex_unlock(&maps_lock);
}

#define LARGEST_REACH (1ull << 30) /* where the limit is larger, or there is none */

u64 maps_stack_reach(void)
{
	struct rlimit64 limit = { 0 };

	sys4(__NR_prlimit64, 0, RLIMIT_STACK, 0, &limit);
	return limit.rlim_cur < LARGEST_REACH ? PAGE_UP(limit.rlim_cur) : LARGEST_REACH;
}

void maps_shared(u64 start, u64 end, enum maps_sharing kind)
{
	start = PAGE_DOWN(start);
	end = PAGE_UP(end);
	if (start >= end || (!kind && !shared.n))
		return;
	mutex_lock(&maps_lock);
	list_set(&shared, start, end, (u8)kind);
	mutex_unlock(&maps_lock);
}

int maps_constant(u64 page)
{
	const struct map *m;
	int prot;

	mutex_lock(&maps_lock);
	m = list_find(&constants, page);
	prot = m ? m->prot : 0;
	mutex_unlock(&maps_lock);
	return prot;
}

void maps_set_constant(u64 page, int prot)
{
	mutex_lock(&maps_lock);
	list_set(&constants, page, page + PAGE_SIZE, (u8)prot);
	mutex_unlock(&maps_lock);
}

bool maps_first_constant(u64 start, u64 end, u64 *page)
{
	bool any;

	mutex_lock(&maps_lock);
	any = list_any(&constants, start, end);
	if (any)
		*page = constants.m[list_at(&constants, start)].start;
	mutex_unlock(&maps_lock);
	return any;
}

void maps_set_mapped(u64 start, u64 end)
{
	mutex_lock(&maps_lock);
	list_set(&mapped, start, end, PROT_EXEC);
	mutex_unlock(&maps_lock);
}

bool maps_is_mapped(u64 start, u64 end)
{
	const struct map *m;
	bool is;

	mutex_lock(&maps_lock);
	m = list_find(&mapped, start);
	is = m && m->end >= end;
	mutex_unlock(&maps_lock);
	return is;
}

bool maps_origin(u64 address, struct map *m)
{
	const struct map *found;

	mutex_lock(&maps_lock);
	found = list_find(&origins, address);
	if (found)
		*m = *found;
	mutex_unlock(&maps_lock);
	return found != NULL;
}

void maps_origin_set(u64 start, u64 end, int prot)
{
	mutex_lock(&maps_lock);
	list_set(&origins, start, end, (u8)prot);
	origins_changes++;
	mutex_unlock(&maps_lock);
}

u32 maps_origins_changes(void)
{
	return __atomic_load_n(&origins_changes, __ATOMIC_RELAXED);
}

bool maps_learn(u64 address)
{
	struct vma v;
	u32 i;

	if (arena_hits(address, 1) || maps_prot(address) || !vma_find(address, &v) ||
	    !(v.prot & PROT_EXEC))
		return false;
	mutex_lock(&maps_lock);
	/* Nothing changes where the list knows more than the kernel. */
	i = list_at(&code, address);
	if (i > 0 && code.m[i - 1].end > v.start)
		v.start = code.m[i - 1].end;
	if (i < code.n && code.m[i].start < v.end) {
		v.end = code.m[i].start;
		v.shared |= list_find(&shared, v.end) !=
			    NULL; /* the mapping has grown from there */
	}
	if (address >= v.start && address < v.end) {
		maps_writable |= (v.prot & PROT_WRITE) != 0;
		list_set(&code, v.start, v.end, (u8)v.prot);
		if (v.shared)
			list_set(&shared, v.start, v.end, MAPS_SHARED);
	}
	mutex_unlock(&maps_lock);
	return true;
}

enum maps_sharing maps_is_shared(u64 address, u64 *end)
{
	enum maps_sharing kind;
	const struct map *m;

	mutex_lock(&maps_lock);
	m = list_find(&shared, address);
	kind = m ? m->prot : MAPS_PRIVATE;
	if (m && end)
		*end = m->end;
	mutex_unlock(&maps_lock);
	return kind;
}

bool maps_next_own(u64 address, u64 *start, u64 *end)
{
	bool found = false;

	if (!shared.n)
		return false;
	mutex_lock(&maps_lock);
	for (u32 i = list_at(&shared, address); i < shared.n && !found; i++) {
		*start = shared.m[i].start;
		*end = shared.m[i].end;
		found = shared.m[i].prot >= MAPS_OWN;
	}
	mutex_unlock(&maps_lock);
	return found;
}

void maps_disown(void)
{
	mutex_lock(&maps_lock);
	for (u32 i = 0; i < shared.n; i++)
		shared.m[i].prot = MAPS_SHARED;
	mutex_unlock(&maps_lock);
}

bool maps_any_own(u64 start, u64 end)
{
	u64 first, behind;

	return maps_next_own(start, &first, &behind) && first < end;
}

void maps_at_fork(u64 start, u64 end, bool changes)
{
	mutex_lock(&maps_lock);
	if (changes || forks.n)
		list_set(&forks, PAGE_DOWN(start), PAGE_UP(end), changes);
	mutex_unlock(&maps_lock);
}

void maps_forked(void)
{
	for (u32 i = 0; i < forks.n; i++) {
		pages_unprotect(forks.m[i].start, forks.m[i].end - forks.m[i].start);
		maps_set(forks.m[i].start, forks.m[i].end, 0);
	}
}

bool maps_find(u64 address, struct map *out)
{
	const struct map *m;

	mutex_lock(&maps_lock);
	m = list_find(&code, address);
	if (m) {
		*out = *m;
		/* An instruction may lie across two mappings. */
		while (m + 1 < code.m + code.n && m[1].start == m->end) {
			m++;
			out->end = m->end;
		}
		out->shared = list_find(&shared, address) && !views_find(address);
	}
	mutex_unlock(&maps_lock);
	return m != NULL;
}

bool maps_has_both(u64 pc, u64 other)
{
	struct map m;

	return maps_find(pc, &m) && other >= m.start && other < m.end;
}

bool maps_is_text(u64 start, u64 end)
{
	u64 at = start;
	bool is_text;
	u32 i;

	mutex_lock(&maps_lock);
	for (i = list_at(&code, at); at < end && i < code.n && code.m[i].start <= at &&
				     (code.m[i].prot & (PROT_READ | PROT_WRITE)) == PROT_READ;
	     i++)
		at = code.m[i].end;
	is_text = at >= end && !list_any(&shared, start, end);
	mutex_unlock(&maps_lock);
	return is_text;
}

int maps_prot(u64 address)
{
	const struct map *m;
	int prot;

	mutex_lock(&maps_lock);
	m = list_find(&code, address);
	prot = m ? m->prot : 0;
	mutex_unlock(&maps_lock);
	return prot;
}
