// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The first thread: from a loaded image to its first translated instruction.
 */
#include "emu/base/thread.h"
#include "emu/base/sigmask.h"
#include "emu/code/cache.h"

_Noreturn void engine_run(const struct image *img)
{
	const struct cache_exits to = {.exit = run_exit, .miss = run_miss};
	struct thread *t;

	if (cache_init(&to) < 0)
		emu_fatal("no memory for the code cache (is the address space limited?)");
	t = thread_create();
	if (!t)
		emu_fatal("no memory for the first thread");
	/* Not before: what the program maps must come to lie at the same addresses in both ways. */
	if (engine.shm->flags & EMU_F_NATIVE)
		native_run(img->entry, img->sp);
	thread_set_gs(t);
	t->pid = (s32)sys0(__NR_getpid);
	t->tid = (s32)sys0(__NR_gettid);
	count_thread_attach(t, count_task(NULL));
	signal_init();
	signal_thread_init(t);
	t->cpu.rip = img->entry;
	t->cpu.r[RSP] = img->sp;
	t->cpu.rflags = 0x202;
	sigmask_apply(t->sigmask);
	run_thread(t);
}
