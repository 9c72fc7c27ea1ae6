// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See pass.h. */
#include "emu/syscall/pass.h"

#include "emu/base/engine.h"
#include "emu/base/thread.h"
#include "emu/hide/files.h"
#include "emu/hide/waiting.h"
#include "emu/signal/call.h"
#include "emu/signal/callmask.h"
#include "emu/signal/kept.h"

static long pass_to_kernel(struct thread *t, long nr, const u64 a[6])
{
	bool lent;
	long r;

	callmask_note(t, nr, a);
	lent = kept_lend(t, nr, a);
	r = call_kernel(t, nr, a);
	t->call_masked = false;
	if (lent)
		kept_take_back(t, nr, a, r);
	return r;
}

long pass_on(struct thread *t, long nr, u64 a[6])
{
	struct waiting w;
	long r;

	if (files_syscall(nr, a, &r))
		return r;
	if (!engine.clock)
		return pass_to_kernel(t, nr, a);
	waiting_begin(&w, nr, a);
	r = pass_to_kernel(t, nr, a);
	return r == CALL_NOT_BEGUN ? r : waiting_end(&w, t, nr, a, r);
}
