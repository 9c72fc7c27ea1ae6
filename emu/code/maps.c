// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The program's executable memory: a sorted list of ranges with their rights. The loader and mmap,
 * mprotect, munmap and mremap keep it up to date. Memory without PROT_EXEC is not in the list. A
 * second list holds shared mappings, through which code may change without a fault.
 *
 * Both lists are short, about one entry per library.
 */
#include "emu/code/maps.h"
#include "emu/base/arena.h"
#include "emu/base/message.h"
#include "emu/base/mutex.h"
#include "emu/base/string.h"
#include "emu/code/cache.h"
#include "emu/code/pages.h"

#include <linux/mman.h>

volatile u32 maps_lock;
bool maps_writable;

struct list {
	struct map *m;
	u32 n, max;
};
static struct list code, shared;

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

/* Takes [start, end) out of the list, then puts it in again unless prot is 0. */
static void list_set(struct list *l, u64 start, u64 end, u8 prot)
{
	u32 i = 0;

	reserve(l);
	while (i < l->n) {
		struct map *m = &l->m[i];

		if (m->end <= start || m->start >= end) {
			i++;
		} else if (m->start < start && m->end > end) {
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
	for (i = 0; i < l->n && l->m[i].start < start; i++)
		;
	memmove(&l->m[i + 1], &l->m[i], (l->n - i) * sizeof(struct map));
	l->m[i] = (struct map){ .start = start, .end = end, .prot = prot };
	l->n++;
}

static struct map *list_find(const struct list *l, u64 address)
{
	u32 lo = 0, hi = l->n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (l->m[mid].end <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < l->n && l->m[lo].start <= address ? &l->m[lo] : NULL;
}

static bool list_any(const struct list *l, u64 start, u64 end)
{
	for (u32 i = 0; i < l->n; i++)
		if (l->m[i].start < end && l->m[i].end > start)
			return true;
	return false;
}

bool maps_any(u64 start, u64 end)
{
	bool any;

	mutex_lock(&maps_lock);
	any = list_any(&code, start, end);
	mutex_unlock(&maps_lock);
	return any;
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
	if (prot & PROT_EXEC)
		list_set(&code, start, end, (u8)prot);
	if (prot & PROT_EXEC && prot & PROT_WRITE)
		maps_writable = true;
	mutex_unlock(&maps_lock);
}

void maps_shared(u64 start, u64 end, bool on)
{
	start = PAGE_DOWN(start);
	end = PAGE_UP(end);
	if (start >= end || (!on && !shared.n))
		return;
	mutex_lock(&maps_lock);
	list_set(&shared, start, end, on);
	mutex_unlock(&maps_lock);
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
		out->shared = list_find(&shared, address) != NULL;
	}
	mutex_unlock(&maps_lock);
	return m != NULL;
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
