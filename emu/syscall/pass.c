// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See pass.h. */
#include "emu/syscall/pass.h"

#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/pages.h"
#include "emu/hide/files.h"
#include "emu/hide/waiting.h"
#include "emu/signal/call.h"
#include "emu/signal/callmask.h"
#include "emu/signal/kept.h"

#include <asm/errno.h>

static long pass_to_kernel(struct thread *t, long nr, const u64 a[6])
{
	bool lent;
	long r;

	/* The kernel cannot write to pages that the engine protects. */
	if (pages_protected && (nr == __NR_read || nr == __NR_pread64 || nr == __NR_recvfrom))
		pages_prepare_write(a[1], a[2]);
	callmask_note(t, nr, a);
	lent = kept_lend(t);
	r = call_kernel(t, nr, a);
	if (r == -EFAULT && pages_protected) {
		pages_unprotect_all();
		r = call_kernel(t, nr, a);
	}
	t->call_masked = false;
	if (lent)
		kept_take_back(t);
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
