// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See forward.h. The kernel keeps the 48 bytes of a siginfo that it knows, with pad and err. */
#include "emu/signal/forward.h"

#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/signal/abi.h"

#define FORWARDED 0x706d6366 /* siginfo.err: the code was SI_USER */

/* What read(2) gets from a signalfd: the beginning of each record (struct signalfd_siginfo). */
struct record {
	u32 signo;
	s32 err, code;
};
#define RECORD_SIZE 128

bool forward_send(struct thread *t, struct thread *to, const struct siginfo *info)
{
	struct siginfo i = *info;

	if (t != to && i.code == SI_USER) {
		i.code = SI_QUEUE;
		i.err = FORWARDED;
		to->forwarded = true;
	}
	return !sys4(__NR_rt_tgsigqueueinfo, t->pid, to->tid, i.signo, &i);
}

void forward_restore(struct siginfo *info)
{
	if (likely(info->err != FORWARDED))
		return;
	info->err = 0;
	info->code = SI_USER;
}

static void mend_records(u64 at, u64 size)
{
	for (; size >= RECORD_SIZE; at += RECORD_SIZE, size -= RECORD_SIZE) {
		struct record r;

		if (copy_from_user(&r, at, sizeof(r)) || r.err != FORWARDED)
			return;
		r.err = 0;
		r.code = SI_USER;
		copy_to_user(at, &r, sizeof(r));
	}
}

void forward_mend_results(struct thread *t, long nr, const u64 a[6], long ret)
{
	struct siginfo info;

	if (nr == __NR_rt_sigtimedwait && ret > 0 && ret <= 64 && BIT(ret) & SYNC_SIGNALS && a[1] &&
	    !copy_from_user(&info, a[1], sizeof(info))) {
		forward_restore(&info);
		info.pad = 0;
		copy_to_user(a[1], &info, sizeof(info));
	}
	if (nr == __NR_read && t->forwarded && ret >= RECORD_SIZE)
		mend_records(a[1], (u64)ret);
}

void forward_mark(u64 a[6], struct siginfo *copy)
{
	if (a[2] - 1 >= 64 || !(BIT(a[2]) & SYNC_SIGNALS) || !a[3] ||
	    copy_from_user(copy, a[3], sizeof(*copy)))
		return;
	copy->pad = MARK_THREAD;
	a[3] = (u64)copy;
}
