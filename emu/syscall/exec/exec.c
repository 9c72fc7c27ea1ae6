// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * What is to be run is found as the kernel would find it; #! scripts are resolved here. A new
 * image of the engine then runs an x86-64 ELF file. It gets the file itself by descriptor: what
 * was checked is what runs. Anything else, and what the kernel would give privileges to, goes to
 * the kernel as it is, with a note for the report.
 *
 * A child of vfork comes here with its parent's memory, so nothing changes that outlives the call.
 */
#include "emu/syscall/exec/exec.h"

#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/confine.h"
#include "emu/count/task.h"
#include "emu/count/tree.h"
#include "emu/heritage/bequeath.h"
#include "emu/heritage/copied.h"
#include "emu/hide/clock.h"
#include "emu/hide/fds.h"
#include "emu/hide/procfs.h"
#include "emu/launch.h"
#include "emu/signal/call.h"
#include "emu/syscall/exec/native.h"
#include "emu/syscall/exec/next_image.h"
#include "emu/syscall/exec/request.h"
#include "emu/syscall/seccomp/seccomp.h"

#include <linux/fcntl.h>
#include <linux/prctl.h>

#ifndef PR_GET_MDWE /* since Linux 6.3 */
#define PR_GET_MDWE 66
#endif

/* Only the command's own process is to be counted, and this is another. */
static bool is_left_alone(void)
{
	return engine.shm->flags & EMU_F_NOINHERIT && sys0(__NR_getpid) != engine.shm->tasks[0].pid;
}

/* PR_SET_MDWE: memory that is written never becomes executable. An exec does not end that. */
static bool is_without_new_code(void)
{
	return sys5(__NR_prctl, PR_GET_MDWE, 0, 0, 0, 0) > 0;
}

static long exec(struct thread *t, int dirfd, u64 path, u64 argv, u64 envp, int flags)
{
	struct request r = {
		.thread = t,
		.dirfd = dirfd,
		.path = path,
		.argv = argv,
		.envp = envp,
		.flags = flags,
		.task = count_task(t),
	};
	enum emu_note_kind kind;
	const char *program;
	long ret;
	int fd;

	if (flags & ~(AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW))
		return exec_native(&r); /* an error, or AT_EXECVE_CHECK, which executes nothing */
	if (fds_hidden(dirfd))
		return -EBADF;
	ret = request_read_name(&r);
	if (ret)
		return ret;
	r.own_exe = engine.exe_fd >= 0 && procfs_is_own_exe(dirfd, r.given);
	if (is_left_alone())
		return exec_native(&r);
	if (engine.shm->flags & EMU_F_PTRACE && procfs_traced())
		return exec_native_noted(&r, EMU_NOTE_TRACED, r.name);
	if (seccomp_forbids_engine(t))
		return exec_native_noted(&r, EMU_NOTE_SECCOMP, r.name);
	if (is_without_new_code())
		return exec_native_noted(&r, EMU_NOTE_SANDBOX, r.name);
	fd = request_find_program(&r, &program, &kind);
	if (fd < 0)
		return kind == EMU_NOTE_NONE ? fd : exec_native_noted(&r, kind, program);
	/* A vfork child has its parent's memory, but descriptors of its own. */
	if (!t->vfork_child && !t->filters && threads_count == 1) {
		mutex_lock(&cache_lock);
		bequeath();
		copied_tell(t->cpu.r[RSP]);
		mutex_unlock(&cache_lock);
	}
	ret = next_image_exec(&r, program, fd);
	sys1(__NR_close, fd);
	/* The engine's file may not be executed, as under Landlock or by another user. The kernel
	 * says whether the program's may. */
	if (ret == -EACCES || ret == -EPERM)
		return exec_native_noted(&r, EMU_NOTE_SANDBOX, program);
	return ret;
}

long exec_syscall(struct thread *t, int dirfd, u64 path, u64 argv, u64 envp, int flags)
{
	long r;

	sigmask_block_all();
	if (t->pending_sig) /* the next image would never see it */
		return CALL_NOT_BEGUN;
	/* The counts of a vfork child must be final before its parent goes on. */
	if (engine.tree)
		tree_keep(t, t);
	if (t->vfork_child) {
		count_task_done(t);
		confine_leaks();
	}
	if (engine.clock)
		clock_before_exec(t);
	r = exec(t, dirfd, path, argv, envp, flags);
	if (!t->pending_sig)
		sigmask_apply(t->sigmask);
	if (t->vfork_child) {
		engine.shm->tasks[t->task].state = EMU_TASK_LIVE;
		count_thread_attach(t, t->task);
	}
	return r;
}
