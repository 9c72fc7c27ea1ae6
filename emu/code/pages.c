// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Which traces were made from which page of the program, so that they can be dropped when the page
 * changes.
 *
 * The engine makes a page that the program may write read-only while traces of it live. A write
 * then faults; the handler (emu/signal/fault.c) drops the traces and makes the page writable again.
 * A page that is written very often (code and data side by side, a trampoline on the stack) becomes
 * hot: it stays writable, and each time a trace of it is entered, its code is compared with what
 * was translated (TR_CHECKED). So does a page that cannot be write-protected.
 *
 * The kernel cannot write to a protected page either: its call would fail, or worse, lose its
 * result. So whoever makes a system call says first where the kernel may write (struct thread's
 * busy[]), and then removes the protection there; and a page is not protected while a call may
 * write to it. The order of these steps matters: the caller writes busy[] before it looks at
 * pages_protected, and pages_protect() counts in pages_protected before it looks at busy[]. One of
 * the two sees the other.
 *
 * Under cache_lock.
 */
#include "emu/code/pages.h"
#include "core/base/sum.h"
#include "emu/base/arena.h"
#include "emu/base/mutex.h"
#include "emu/base/stop.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/link.h"
#include "emu/code/maps.h"
#include "emu/code/views.h"

#include <asm/errno.h>
#include <linux/mman.h>

#define HOT_FAULTS	200 /* a page with so many faults is hot */
#define CONSTANT_FAULTS 6   /* so many count for each of one that traces rely on (constant.h) */

struct page {
	u64 address; /* with bit 0 set when in use */
	u64 hash;    /* pages_hash() when its first trace was made; 0: not known */
	u32 head;    /* the first node, 0: none */
	u16 faults;
	u8 protected;
	u8 constant; /* traces rely on its content, too: constant.h */
};
struct node {
	u32 trace, next;
};

/* The table begins small, and one that is a quarter full is replaced by one of twice its size:
 * dense blocks in one place would be long ways. */
static struct page *table;
FORKED static u32 table_mask, used;
static u32 max_pages;
static struct node *nodes;
FORKED static u32 n_nodes, max_nodes;
FORKED volatile u32 pages_protected;
bool pages_compared;
static bool remembers;
/* All protected pages are in [lowest, highest]. */
FORKED static volatile u64 lowest = ~0ull, highest;

/* Neighbours share a bit: 0 where none of them has been in the table since the last flush. */
#define LOG_BLOCK 6
#define BLOCK	  ((u64)PAGE_SIZE << LOG_BLOCK)
#define LOG_BITS  15
static u8 blocks[(1 << LOG_BITS) / 8];

#define FIRST_PAGES (8u << 10)
#define USUAL_PAGES (32u << 10) /* few programs have a larger table, which lies behind the nodes */
#define MAX_PAGES   (128u << 10)
#define NODES	    16u /* so many for each page */
#define MAX_HOT	    64	/* hot pages that a flush remembers */

static u64 table_size(u32 n)
{
	return PAGE_UP(n * sizeof(struct page));
}

static u64 nodes_size(u32 n)
{
	return PAGE_UP((u64)n * NODES * sizeof(struct node));
}

static u32 least(u32 a, u32 b)
{
	return a < b ? a : b;
}

/* All tables from the first one to that one. */
static u64 tables_size(u32 first, u32 last)
{
	u64 size = 0;

	for (u32 n = first; n <= last; n *= 2)
		size += table_size(n);
	return size;
}

static u64 size_for(u32 most)
{
	return tables_size(least(most, FIRST_PAGES), most) + nodes_size(most);
}

u64 pages_size(unsigned scale)
{
	return size_for(MAX_PAGES >> scale);
}

/* What most programs need lies together, so that it shares large pages. */
void pages_init(void *memory, u64 size)
{
	u32 first;

	for (max_pages = MAX_PAGES; size_for(max_pages) > size;)
		max_pages /= 2;
	first = least(max_pages, FIRST_PAGES);
	table = memory;
	table_mask = first - 1;
	nodes = (struct node *)((u8 *)memory + tables_size(first, least(max_pages, USUAL_PAGES)));
	max_nodes = max_pages * NODES;
	n_nodes = 1;
}

/* The table of twice the size. */
static struct page *next_table(void)
{
	u32 n = table_mask + 1;

	return n == USUAL_PAGES ? (struct page *)((u8 *)nodes + nodes_size(max_pages)) :
				  (struct page *)((u8 *)table + table_size(n));
}

static u32 hash_of_block(u64 page)
{
	return (u32)(page / BLOCK * 0x9e3779b1u);
}

/* Neighbouring pages have neighbouring places, so that the code of one library is in few pages of
 * the table. */
static u32 place_of(u64 page)
{
	return (hash_of_block(page) >> 8 << LOG_BLOCK) + page % BLOCK / PAGE_SIZE;
}

static u32 bit_of(u64 page)
{
	return hash_of_block(page) >> (32 - LOG_BITS);
}

/* The first page from `page` on that may be in the table, below end. */
static u64 next_known(u64 page, u64 end)
{
	while (page < end && !(blocks[bit_of(page) / 8] >> bit_of(page) % 8 & 1))
		page = (page / BLOCK + 1) * BLOCK;
	return page;
}

/* Would it be with so many? The largest one may be filled to three quarters. */
static bool is_full(u32 n)
{
	return n > table_mask / 4 && table_mask + 1 < max_pages;
}

static struct page *find(u64 page, bool create);

static void grow(void)
{
	const struct page *old = table;
	u32 n = table_mask + 1, before = used;

	table = next_table();
	table_mask = 2 * n - 1;
	used = 0;
	for (u32 i = 0; before && i < n; i++)
		if (old[i].address)
			*find(old[i].address & ~1ull, true) = old[i];
}

static struct page *find(u64 page, bool create)
{
	u32 h = place_of(page);

	for (;; h++) {
		struct page *p = &table[h & table_mask];

		if (p->address == (page | 1))
			return p;
		if (!p->address) {
			if (!create)
				return NULL;
			if (is_full(used)) {
				grow();
				return find(page, true);
			}
			p->address = page | 1;
			blocks[bit_of(page) / 8] |= (u8)(1 << bit_of(page) % 8);
			used++;
			return p;
		}
	}
}

bool pages_room(void)
{
	return used < max_pages / 4 * 3 && n_nodes < max_nodes - 256;
}

bool pages_hot(u64 address)
{
	struct page *p = find(PAGE_DOWN(address), false);

	return p && p->faults >= HOT_FAULTS;
}

bool pages_is_protected(u64 address)
{
	struct page *p = find(PAGE_DOWN(address), false);

	return p && p->protected;
}

u64 pages_hash(u64 page)
{
	u64 b[PAGE_SIZE / sizeof(u64)];

	return copy_from_user(b, page, sizeof(b)) ? 0 : sum_words(b, ARRAY_SIZE(b)) | 1;
}

void pages_remember(void)
{
	remembers = true;
}

void pages_add(struct trace *tr, u64 address)
{
	u64 page = PAGE_DOWN(address);
	struct page *p = find(page, true);

	if (remembers && !p->head && !p->hash && !(maps_prot(page) & PROT_WRITE))
		p->hash = pages_hash(page);
	nodes[n_nodes] = (struct node){ .trace = (u32)(tr - cache.traces), .next = p->head };
	p->head = n_nodes++;
}

void pages_inherit(u64 page, u64 hash, const u32 *traces, u32 n)
{
	struct page *p = find(page, true);

	p->hash = hash;
	for (u32 i = 0; i < n; i++) {
		nodes[n_nodes] = (struct node){ .trace = traces[i], .next = p->head };
		p->head = n_nodes++;
	}
}

bool pages_each(u32 *i, u64 *page, u64 *hash)
{
	while (*i <= table_mask) {
		const struct page *p = &table[(*i)++];

		if (p->address && p->head) {
			*page = p->address & ~1ull;
			*hash = p->hash;
			return true;
		}
	}
	return false;
}

bool pages_each_use(u32 i, u32 *node, u32 *trace)
{
	*node = *node ? nodes[*node].next : table[i - 1].head;
	*trace = nodes[*node].trace;
	return *node;
}

u32 pages_uses(void)
{
	return n_nodes - 1;
}

void pages_reserve(u32 pages, u32 uses)
{
	while (is_full(used + pages))
		grow();
	arena_fill(nodes + n_nodes, uses * sizeof(*nodes));
}

/* Says this thread that the kernel may be writing to the page? */
static bool is_busy_for(const struct thread *t, u64 page)
{
	u32 n = __atomic_load_n(&t->busy_n, __ATOMIC_ACQUIRE);

	if (n > BUSY_MAX)
		return true;
	for (u32 i = 0; i < n; i++)
		if (t->busy[i].start < page + PAGE_SIZE && t->busy[i].end > page)
			return true;
	return t->clear_tid && PAGE_DOWN(t->clear_tid) <= page && t->clear_tid + 3 >= page;
}

/* May a system call of some thread be writing to the page? A thread that has ended may still be on
 * its way through the kernel. */
static bool is_busy(u64 page)
{
	bool busy = false;

	mutex_lock(&threads_lock);
	for (const struct thread *t = threads_first; t && !busy; t = t->next)
		busy = is_busy_for(t, page);
	mutex_unlock(&threads_lock);
	return busy;
}

/*
 * Is it the lowest page of a stack? The stack grows downward with the rights of this page, and the
 * kernel may be the first to write there. The list of maps has all that the stack can reach.
 */
static bool ends_stack(u64 page)
{
	u8 resident;

	return maps_prot(page - PAGE_SIZE) & PROT_WRITE &&
	       sys3(__NR_mincore, page - PAGE_SIZE, PAGE_SIZE, &resident) == -ENOMEM;
}

/* The rights of the program's memory there, as far as somebody knows them. */
static int prot_of(u64 address)
{
	int prot = maps_prot(address);
	const struct view *v = prot ? NULL : views_find(address);

	return v ? v->prot : prot ? prot : maps_constant(PAGE_DOWN(address));
}

/* The same as pages_protect(), of the page at this address alone. */
static bool protect(u64 page, int prot)
{
	struct page *p;

	if (!(prot & PROT_WRITE))
		return true;
	p = find(page, true);
	if (p->protected || p->faults >= HOT_FAULTS)
		return true;
	if (page < lowest)
		lowest = page;
	if (page > highest)
		highest = page;
	p->protected = 1;
	__atomic_add_fetch(&pages_protected, 1, __ATOMIC_SEQ_CST);
	/* The kernel refuses in a huge page of hugetlbfs, and when the process has as many mappings
	 * as it may. */
	if (!pages_compared && !is_busy(page) && !ends_stack(page) &&
	    sys3(__NR_mprotect, page, PAGE_SIZE, (prot & ~PROT_WRITE) | PROT_READ) == 0)
		return true;
	p->protected = 0;
	__atomic_sub_fetch(&pages_protected, 1, __ATOMIC_SEQ_CST);
	p->faults = HOT_FAULTS;
	return false;
}

/*
 * Call this before reading the bytes of the page for a translation. A write by another thread must
 * then fault; otherwise the translation would be of bytes that are gone.
 */
bool pages_protect(u64 address)
{
	u64 page = PAGE_DOWN(address), at;
	const struct view *v;
	bool all = true;

	if (likely(!views_find(page)))
		return protect(page, prot_of(page));
	if (pages_hot(page))
		return true;
	for (u32 i = 0; all && (v = views_same(page, &i, &at));)
		all = protect(at, v->prot) && !pages_hot(at);
	if (!all)
		find(page, true)->faults = HOT_FAULTS;
	return all;
}

int pages_readable(int prot)
{
	return (prot & (PROT_READ | PROT_WRITE | PROT_EXEC)) == PROT_EXEC ? prot | PROT_READ : prot;
}

/*
 * Code that other threads execute may change under them, since they must ask for what is new. What
 * they read may not: so they leave the traces that rely on it.
 */
static void drop(struct page *p)
{
	bool stops = p->constant && p->head && threads_count > 1;

	if (stops)
		stop_others(thread_self(), 0);
	for (u32 i = p->head; i; i = nodes[i].next) {
		struct trace *tr = &cache.traces[nodes[i].trace];

		link_drop(tr);
		tr->flags |= TR_CHECKED; /* it was dropped already, perhaps, but was still true */
	}
	p->head = 0;
	p->hash = 0;
	if (stops)
		stop_end();
}

static void unprotect(struct page *p)
{
	u64 address = p->address & ~1ull;
	int prot = prot_of(address);

	p->protected = 0;
	__atomic_sub_fetch(&pages_protected, 1, __ATOMIC_SEQ_CST);
	if (prot)
		sys3(__NR_mprotect, address, PAGE_SIZE, pages_readable(prot));
}

static void release(struct page *p)
{
	drop(p);
	if (p->protected)
		unprotect(p);
}

static void make_writable(struct page *p)
{
	if (p->head)
		p->faults += p->constant ? CONSTANT_FAULTS : 1;
	release(p);
}

/* Drops the traces of a page and makes it writable, in all views of its memory. */
static void open_page(u64 page)
{
	struct page *p;
	u64 at = page;
	u32 i = 0;

	if (likely(!views_find(page))) {
		p = find(page, false);
		if (p)
			make_writable(p);
		return;
	}
	while (views_same(page, &i, &at)) {
		p = find(at, false);
		if (p)
			make_writable(p);
	}
}

void pages_set_constant(u64 page)
{
	find(page, true)->constant = 1;
}

void pages_give_up(u64 page)
{
	struct page *p = find(page, false);

	if (!p)
		return;
	release(p);
	p->constant = 0;
}

/* Call this when the program's mapping changes or goes. The caller sets the kernel's protection. */
void pages_invalidate(u64 start, u64 end)
{
	if ((end - start) / PAGE_SIZE > table_mask) {
		for (u32 i = 0; i <= table_mask; i++)
			if (table[i].address && table[i].address >= start &&
			    table[i].address < end) {
				drop(&table[i]);
				pages_protected -= table[i].protected;
				table[i].protected = 0;
			}
		return;
	}
	for (u64 a = next_known(start, end); a < end; a = next_known(a + PAGE_SIZE, end)) {
		struct page *p = find(a, false);

		if (p) {
			drop(p);
			pages_protected -= p->protected;
			p->protected = 0;
			p->constant = 0;
			p->faults = 0;
		}
	}
}

bool pages_write_fault(u64 address)
{
	struct page *p = find(PAGE_DOWN(address), false);

	if (!p || !p->protected) {
		int prot = prot_of(address);

		/* Another thread was faster, or a stack has grown downward from a page that is
		 * write-protected. */
		return prot & PROT_WRITE &&
		       !sys3(__NR_mprotect, PAGE_DOWN(address), PAGE_SIZE, pages_readable(prot));
	}
	open_page(PAGE_DOWN(address));
	return true;
}

/* May a page of the range be protected? */
static bool may_hit(u64 start, u64 size)
{
	return pages_protected && size && start <= highest + PAGE_SIZE - 1 && start + size > lowest;
}

void pages_unprotect(u64 start, u64 size)
{
	if (!may_hit(start, size))
		return;
	if (size / PAGE_SIZE > table_mask) {
		for (u32 i = 0; i <= table_mask; i++)
			if (table[i].protected && table[i].address >= PAGE_DOWN(start) &&
			    table[i].address < start + size)
				open_page(table[i].address & ~1ull);
	} else {
		u64 end = start + size;

		for (u64 a = next_known(PAGE_DOWN(start), end); a < end;
		     a = next_known(a + PAGE_SIZE, end)) {
			struct page *p = find(a, false);

			if (p && p->protected)
				open_page(a);
		}
	}
}

void pages_prepare_write(u64 start, u64 size)
{
	if (!may_hit(start, size))
		return;
	mutex_lock(&cache_lock);
	pages_unprotect(start, size);
	mutex_unlock(&cache_lock);
}

void pages_unprotect_all(void)
{
	mutex_lock(&cache_lock);
	for (u32 i = 0; i <= table_mask; i++)
		if (table[i].protected)
			open_page(table[i].address & ~1ull);
	mutex_unlock(&cache_lock);
}

void pages_compare_all(void)
{
	const struct view *v;

	pages_compared = true;
	pages_unprotect_all();
	mutex_lock(&cache_lock);
	for (u32 i = 0; (v = views_each(&i));)
		pages_invalidate(v->start, v->end);
	views_clear();
	mutex_unlock(&cache_lock);
}

/* Rebuilds the table from the few hot pages, because probing does not get past freed entries. */
static void keep_hot(void)
{
	static u64 keep[MAX_HOT];
	u32 hot = 0;

	for (u32 i = 0; i <= table_mask; i++)
		if (table[i].address && hot < ARRAY_SIZE(keep))
			keep[hot++] = table[i].address & ~1ull;
	memset(table, 0, ((u64)table_mask + 1) * sizeof(*table));
	memset(blocks, 0, sizeof(blocks));
	used = 0;
	for (u32 i = 0; i < hot; i++)
		find(keep[i], true)->faults = HOT_FAULTS;
}

void pages_reset(void)
{
	for (u32 i = 0; i <= table_mask; i++) {
		if (table[i].protected)
			unprotect(&table[i]);
		table[i].head = 0;
		table[i].hash = 0;
		if (table[i].faults < HOT_FAULTS)
			table[i].address = 0;
	}
	keep_hot();
	n_nodes = 1;
	lowest = ~0ull;
	highest = 0;
}
