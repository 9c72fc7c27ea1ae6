// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See first_thread.h. */
#include "emu/start/first_thread.h"

#include "emu/base/arena.h"
#include "emu/base/boundary.h"
#include "emu/base/engine.h"
#include "emu/base/offsets.h"
#include "emu/base/rflags.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/pair.h"
#include "emu/count/burst.h"
#include "emu/count/task.h"
#include "emu/heritage/bequeath.h"
#include "emu/heritage/inherit.h"
#include "emu/hide/limits.h"
#include "emu/hide/shortage.h"
#include "emu/image/load.h"
#include "emu/launch.h"
#include "emu/model/model.h"
#include "emu/run/boundary.h"
#include "emu/signal/account.h"
#include "emu/signal/action.h"
#include "emu/signal/altstack.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/mask.h"
#include "emu/start/entry.h"
#include "emu/syscall/jumps.h"
#include "emu/syscall/thread.h"

/* Begins with translations of other processes, if there are any. */
static void begin_cache(struct thread *t)
{
	bool done = false;

	if (engine.shelf_fd >= 0) {
		bequeath_begin();
		done = inherit();
	}
	if (done)
		jumps_fill(t);
	else
		cache_fill_first();
	/* Only now it is certain that calls are paired. */
	if (cache.pairs)
		pair_clear(t);
}

_Noreturn void first_thread_run(const struct image *img)
{
	const struct cache_exits to = { .exit = run_exit, .miss = run_miss };
	struct thread *t;

	boundary = (struct boundary){
		.enter = (u64)run_enter,
		.resume = (u64)run_resume,
		.resume_end = (u64)run_resume_end,
	};
	if (model_init() < 0 || burst_init() < 0)
		shortage_fatal("the machine's model", 0);
	if (cache_init(&to) < 0)
		shortage_fatal("the code cache", ARENA_LEAST);
	jumps_init();
	t = thread_create();
	if (!t)
		shortage_fatal("the first thread", thread_size());
	limits_settle();
	/* Only now: what the program maps is to lie at the same addresses in both ways of
	 * running. */
	if (engine.shm->flags & EMU_F_NATIVE)
		entry_native(img->entry, img->sp);
	thread_set_gs(t);
	t->pid = (s32)sys0(__NR_getpid);
	t->tid = (s32)sys0(__NR_gettid);
	count_thread_attach(t, count_task(NULL));
	t->alt.flags = 0; /* as after exec; a new thread begins with SS_DISABLE */
	action_init();
	mask_init();
	altstack_init(t);
	fpstate_init();
	account_open(t);
	begin_cache(t);
	t->cpu.rip = img->entry;
	t->cpu.r[RSP] = img->sp;
	t->cpu.rflags = FLAGS_CLEAR;
	sigmask_apply(t->sigmask);
	boundary_enter();
}
