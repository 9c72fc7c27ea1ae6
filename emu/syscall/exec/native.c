// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See native.h. */
#include "emu/syscall/exec/native.h"

#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/hide/fds.h"
#include "emu/hide/limits.h"
#include "emu/signal/action.h"
#include "emu/signal/call.h"
#include "emu/syscall/exec/request.h"

#include <linux/fcntl.h>

long exec_native(const struct request *r)
{
	u64 path = r->own_exe ? (u64)engine.exe_link : r->path;
	long ret;

	fds_close_on_exec(true);
	limits_native(true);
	if (r->thread) {
		action_before_exec(r->thread);
		sigmask_set(r->thread->sigmask);
	}
	/* By the call that the program made, if possible: a seccomp filter may allow only one of
	 * the two. */
	if (r->thread && r->thread->pending_sig)
		ret = CALL_NOT_BEGUN;
	else if (r->dirfd == AT_FDCWD && !r->flags)
		ret = sys3(__NR_execve, path, r->argv, r->envp);
	else
		ret = sys5(__NR_execveat, r->dirfd, path, r->argv, r->envp, r->flags);
	if (r->thread)
		action_after_exec(r->thread);
	limits_native(false);
	fds_close_on_exec(false);
	return ret;
}

long exec_native_noted(const struct request *r, enum emu_note_kind kind, const char *path)
{
	static const char *const why[] = {
		[EMU_NOTE_SETID] = "is set-uid or has file capabilities",
		[EMU_NOTE_NOT_ELF64] = "is not an x86-64 program",
		[EMU_NOTE_UNREADABLE] = "cannot be read",
		[EMU_NOTE_TRACED] = "is being traced",
		[EMU_NOTE_SECCOMP] = "has a seccomp filter that forbids what the emulator needs",
		[EMU_NOTE_SANDBOX] = "is in a sandbox that forbids what the emulator needs",
	};
	long ret;

	emu_note(kind, "ran natively and uncounted, since it %s: %s", why[kind], path);
	ret = exec_native(r);
	emu_note_drop(kind);
	return ret;
}
