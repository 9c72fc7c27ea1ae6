// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See copied.h. Ranges are whole pages; what a parent knows its children know for theirs. */
#include "emu/heritage/copied.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/code/maps.h"
#include "emu/code/pagemap.h"
#include "emu/code/vma.h"

#include <linux/mman.h>

#define FIRST 2	  /* from this fork on children tell, … */
#define LAST  16  /* … and if none has by this one, none will */
#define MOST  16  /* ranges */
#define PAGES 64  /* of all ranges: a child that writes more than that does not do it always */
#define SEEN  256 /* pages of a mapping that are looked at, from its beginning or the stack's top */
#define VMAS  512 /* mappings that are looked at */

#define OWN (PAGEMAP_PRESENT | PAGEMAP_ALONE) /* and of no file */

struct range {
	u64 start, end;
};

/* What children write to, in a page that they share with their parent. */
struct told {
	u32 is_taken; /* by the child that tells */
	u32 n;	      /* 0: not yet */
	struct range range[MOST];
};

FORKED static struct range ranges[MOST];
FORKED static u32 n_ranges, forks;
FORKED static struct told *to_parent, *from_children; /* NULL: none */

static void release(struct told **told)
{
	if (*told)
		arena_free_shared(*told, PAGE_SIZE);
	*told = NULL;
}

/* ---- In the child that tells ---- */

/* Adds a page behind those that were found. False: they are too many. */
static bool add(struct told *told, u32 *n, u64 page)
{
	if (*n && told->range[*n - 1].end == page) {
		told->range[*n - 1].end += PAGE_SIZE;
		return true;
	}
	if (*n == MOST)
		return false;
	told->range[(*n)++] = (struct range){ page, page + PAGE_SIZE };
	return true;
}

/* Finds pages [start, end) that this process alone has. */
static bool find(int pagemap, struct told *told, u32 *n, u64 start, u64 end)
{
	u64 entry[SEEN];

	if (end - start > SEEN * PAGE_SIZE)
		end = start + SEEN * PAGE_SIZE;
	if (!pagemap_read(pagemap, start, entry, (end - start) / PAGE_SIZE))
		return false;
	for (u64 page = start; page < end; page += PAGE_SIZE) {
		u64 e = entry[(page - start) / PAGE_SIZE];

		if ((e & (OWN | PAGEMAP_OF_FILE)) == OWN && !add(told, n, page))
			return false;
	}
	return true;
}

static bool is_of_program(const struct vma *v)
{
	return v->prot & PROT_WRITE && !v->shared && !arena_hits(v->start, v->end - v->start);
}

static u32 find_all(int pagemap, struct told *told, u64 sp)
{
	struct vma_reader r;
	struct vma v;
	u32 n = 0;
	bool ok = true;

	if (!vma_open(&r))
		return 0;
	for (u32 i = 0; ok && i < VMAS && vma_next(&r, &v); i++)
		if (is_of_program(&v))
			ok = find(pagemap, told, &n,
				  v.start <= sp && sp < v.end ? PAGE_DOWN(sp) : v.start, v.end);
	vma_close(&r);
	return ok ? n : 0;
}

void copied_tell(u64 sp)
{
	int pagemap;

	if (!to_parent || __atomic_exchange_n(&to_parent->is_taken, 1, __ATOMIC_RELAXED))
		return;
	pagemap = pagemap_open();
	if (pagemap < 0)
		return;
	__atomic_store_n(&to_parent->n, find_all(pagemap, to_parent, sp), __ATOMIC_RELEASE);
	sys1(__NR_close, pagemap);
}

/* ---- In the parent ---- */

/* Is that memory private and the program's, to be written to? */
static bool is_right(const struct range *r)
{
	struct vma v;

	return !(r->start % PAGE_SIZE) && !(r->end % PAGE_SIZE) && r->start < r->end &&
	       r->end - r->start <= PAGES * PAGE_SIZE && vma_find(r->start, &v) &&
	       v.end >= r->end && is_of_program(&v);
}

static void take(const struct told *told, u32 n)
{
	for (u32 i = 0; i < n && i < MOST; i++) {
		const struct range r = told->range[i];

		if (is_right(&r))
			ranges[n_ranges++] = r;
	}
}

void copied_forking(void)
{
	u32 n;

	if (engine.strict || forks == LAST || ++forks < FIRST)
		return;
	if (!from_children) {
		from_children = arena_alloc_shared(PAGE_SIZE);
		return;
	}
	n = __atomic_load_n(&from_children->n, __ATOMIC_ACQUIRE);
	if (n)
		take(from_children, n);
	if (n || forks == LAST) {
		release(&from_children);
		forks = LAST;
	}
}

void copied_give_up(void)
{
	release(&to_parent);
}

/* ---- In each child ---- */

static bool is_private(const struct range *r)
{
	for (u64 page = r->start; page < r->end; page += PAGE_SIZE)
		if (maps_is_shared(page, NULL))
			return false;
	return true;
}

void copied_forked(void)
{
	release(&to_parent);
	to_parent = from_children;
	from_children = NULL;
	forks = n_ranges ? LAST : 0;
	for (u32 i = 0; i < n_ranges; i++)
		if (is_private(&ranges[i]))
			arena_fill((void *)ranges[i].start, ranges[i].end - ranges[i].start);
}
