// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What happens when a thread leaves the code cache: count the exit, find or make the trace where it
 * goes on, link the two, go back.
 *
 * Who may touch what: a thread in state THREAD_CACHE runs translated code, or is on its way out or in
 * without a lock; it may read traces and exits and add to its counters. All else needs cache_lock. A
 * thread that flushes the cache holds the lock, sets dispatch_flushing and waits until nobody is in
 * THREAD_CACHE; who sets that state looks at dispatch_flushing afterwards and steps back.
 */
#include "emu/base/thread.h"
#include "emu/base/lock.h"
#include "emu/code/select.h"
#include "emu/signal/signal.h"

volatile u32 dispatch_flushing;

#define EXIT_PATIENCE 5000 /* how long other threads may take to stop at the end, see stop_others() */

/*
 * Wait until no other thread is in the code cache, and keep them all out. The lock is held.
 * patience: in tenths of milliseconds, 0: for ever. False: somebody is still in there.
 */
static bool stop_others(struct thread *self, unsigned patience)
{
	static const struct {
		s64 sec, nsec;
	} moment = {0, 100000};
	bool alone;

	__atomic_store_n(&dispatch_flushing, 1, __ATOMIC_SEQ_CST);
	for (unsigned i = 0;; i++) {
		alone = true;
		lock_acquire(&threads_lock);
		for (struct thread *t = threads_first; t; t = t->next)
			if (t != self && __atomic_load_n(&t->state, __ATOMIC_SEQ_CST) == THREAD_CACHE) {
				alone = false;
				if (t->tid)
					signal_kick(t);
			}
		lock_release(&threads_lock);
		if (alone || (patience && i >= patience))
			return alone;
		sys2(__NR_nanosleep, &moment, 0);
	}
}

void dispatch_end_counting(struct thread *self)
{
	if (threads_count > 1) {
		self->state = THREAD_ENGINE;
		lock_acquire(&cache_lock); /* for good */
		if (!stop_others(self, EXIT_PATIENCE)) {
			/* Their chunks stay as they are, and the reader adds them up. */
			count_task_done(self);
			return;
		}
	}
	count_process_done(self);
}

/* Empty the cache. The lock is held. */
static void flush(struct thread *self)
{
	stop_others(self, 0);
	lock_acquire(&threads_lock);
	cache_flush();
	for (struct thread *t = threads_first; t; t = t->next) {
		u64 *ind = (u64 *)((u64)t + T_IND);

		for (unsigned i = 0; i < 65536; i++)
			ind[i] = (u64)cache.tramp_miss;
	}
	lock_release(&threads_lock);
	__atomic_store_n(&dispatch_flushing, 0, __ATOMIC_SEQ_CST);
}

/* No code can be fetched at cpu.rip. */
static u64 fetch_fault(struct thread *t)
{
	u64 rip = t->cpu.rip;
	u8 vec;
	bool mapped;

	if (vsyscall_call(t))
		return dispatch_enter(t);
	/* the page where the bytes end may be the one that is missing */
	if (maps_prot(rip) && !maps_prot(PAGE_UP(rip + 1)))
		rip = PAGE_UP(rip + 1);
	mapped = sys3(__NR_mincore, PAGE_DOWN(rip), 1, &vec) != -ENOMEM;
	if (rip >> 47)
		signal_fault(t, SIGSEGV, 0x80 /* SI_KERNEL: #GP */, 0, 13, 0);
	else
		signal_fault(t, SIGSEGV, mapped ? 2 : 1, rip, 14, mapped ? 0x15 : 0x14);
	return dispatch_enter(t);
}

/*
 * With the lock held and state THREAD_ENGINE: the trace at pc, made when there is none. exit: the
 * exit that is to be linked to it (EXIT_NONE: none); indirect: it is to be enterable so.
 */
static struct trace *obtain(struct thread *t, u64 pc, u32 exit, u32 epoch, bool indirect)
{
	struct trace *tr = cache_find(pc);
	u32 before = cache.epoch;

	if (tr && (tr->flags & TR_CHECKED)) {
		if (translate_still_true(tr))
			return tr;
		link_drop(tr);
		tr = NULL;
	}
	if (!cache_room())
		flush(t);
	if (epoch != cache.epoch || (exit != EXIT_NONE && !cache.exits[exit].patch))
		exit = EXIT_NONE;
	if (before != cache.epoch)
		tr = NULL;
	if (!tr) {
		tr = translate(pc,
			       exit != EXIT_NONE ? FROM_EXIT
			       : indirect	 ? FROM_INDIRECT
						 : FROM_ENGINE,
			       exit);
	} else {
		if (exit != EXIT_NONE)
			link_exit(exit, tr);
		if (indirect)
			link_indirect(tr);
	}
	if (tr && indirect && tr->indirect)
		((u64 *)((u64)t + T_IND))[(u16)pc] = (u64)cache.heads[(u16)pc];
	return tr;
}

static u64 go(struct thread *t, u32 exit, u32 epoch, bool indirect)
{
	struct trace *tr;
	u64 to;

	if (unlikely(t->cpu.rflags & FLAG_TF)) {
		t->one_shot = true;
		exit = EXIT_NONE;
	}
	if (!t->one_shot) {
		/* the usual way back from a system call, or into code that is never linked: no lock */
		__atomic_store_n(&t->state, THREAD_CACHE, __ATOMIC_SEQ_CST);
		if (!__atomic_load_n(&dispatch_flushing, __ATOMIC_SEQ_CST)) {
			tr = cache_find(t->cpu.rip);
			if (tr && (tr->flags & TR_CHECKED ? translate_still_true(tr)
							  : exit == EXIT_NONE && !indirect))
				return (u64)tr->body;
		}
	}
	__atomic_store_n(&t->state, THREAD_ENGINE, __ATOMIC_SEQ_CST);
	lock_acquire(&cache_lock);
	if (exit != EXIT_NONE && epoch == cache.epoch && cache_room()) {
		u64 vec = cache.exits[exit].vec;

		to = (u64)translate_grow(exit);
		if (to) {
			t->state = THREAD_CACHE;
			count_vec_sub(t, vec);
			lock_release(&cache_lock);
			return to;
		}
	}
	if (t->one_shot) {
		t->one_shot = false;
		if (!cache_room())
			flush(t);
		tr = translate(t->cpu.rip, ONE_SHOT, EXIT_NONE);
		if (tr && t->cpu.rflags & FLAG_TF)
			trap_begin(t, &sel.s[0].in, sel.s[0].bytes);
	} else {
		tr = obtain(t, t->cpu.rip, exit, epoch, indirect);
	}
	to = tr ? (u64)tr->body : 0;
	if (tr)
		t->state = THREAD_CACHE;
	lock_release(&cache_lock);
	return tr ? to : fetch_fault(t);
}

u64 dispatch_enter(struct thread *t)
{
	t->state = THREAD_ENGINE;
	return go(t, EXIT_NONE, 0, false);
}

u64 dispatch_exit(struct thread *t)
{
	u32 index = t->exit, epoch = cache.epoch;
	struct exit x;

	if (index == EXIT_INDIRECT) {
		bool fits = canonical(t->target);

		t->cpu.rip = t->target;
		if (!fits)
			canonical_undo(t, &cache.exits[t->from]);
		t->state = THREAD_ENGINE;
		if (!fits) {
			signal_fault(t, SIGSEGV, 0x80 /* SI_KERNEL: #GP */, 0, 13, 0);
			return dispatch_enter(t);
		}
		if (trap_back(t))
			trap_report(t, false);
		return go(t, EXIT_NONE, epoch, true);
	}
	x = cache.exits[index];
	if (!x.counted)
		count_vec_add(t, x.vec);
	t->state = THREAD_ENGINE;
	t->cpu.rip = x.target;
	if (x.kind == X_SPECIAL) {
		bool trapped = trap_back(t);

		special_insn(t, x.target);
		if (trapped)
			trap_report(t, true);
		return go(t, EXIT_NONE, epoch, false);
	}
	if (trap_back(t)) {
		trap_report(t, false);
		return go(t, EXIT_NONE, epoch, false);
	}
	return go(t, index, epoch, false);
}
