// SPDX-License-Identifier: GPL-2.0
/*
 * Who may count what.
 *
 * ptrace_may_access() is not exported, so this file builds its rule for reading from what it looks
 * at. A user may count tasks of the same users and groups that have no more capabilities;
 * everything else needs a capability, and so does a task whose memory must not be dumped (set-id
 * programs). Here CAP_PERFMON permits what CAP_SYS_PTRACE permits.
 *
 * The parameter `paranoid` says what users without a capability may count, as perf_event_paranoid
 * does:
 *	-1, 0	their own processes in all rings, and CPUs
 *	1	their own processes in all rings
 *	2	their own processes in user mode
 *	3	nothing
 *
 * Newer kernels export the function by which perf asks perf_event_paranoid and the security modules
 * about kernel mode (6.12), and the one about CPUs (7.3). There they are asked, too. Where both
 * are, the parameter is -1 unless the administrator sets it, elsewhere 2.
 */
#include <linux/capability.h>
#include <linux/mm_types.h>
#include <linux/moduleparam.h>
#include <linux/perf_event.h>
#include <linux/sched/coredump.h>
#ifdef PMC_HAVE_EXEC_STATE
#include <linux/sched/exec_state.h>
#endif
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "kernel/base/access.h"
#include "pmc/pmc_ioctl.h"

static int paranoid =
	IS_ENABLED(PMC_HAVE_PERF_ALLOW_KERNEL) && IS_ENABLED(PMC_HAVE_PERF_ALLOW_CPU) ? -1 : 2;
module_param(paranoid, int, 0644);
MODULE_PARM_DESC(paranoid,
		 "what users without CAP_PERFMON may count: 0 also CPUs, 1 also kernel mode, "
		 "2 user mode of their own processes, 3 nothing (default: 2, or -1 where the "
		 "kernel's perf_event_paranoid decides)");

int access_level(void)
{
	return READ_ONCE(paranoid);
}

u32 access_asks_perf(void)
{
	return (IS_ENABLED(PMC_HAVE_PERF_ALLOW_KERNEL) ? PMC_FEATURE_PERF_KERNEL : 0) |
	       (IS_ENABLED(PMC_HAVE_PERF_ALLOW_CPU) ? PMC_FEATURE_PERF_CPU : 0);
}

static bool perf_permits_kernel(void)
{
#ifdef PMC_HAVE_PERF_ALLOW_KERNEL
	return !perf_allow_kernel();
#else
	return true;
#endif
}

static bool perf_permits_cpus(void)
{
#ifdef PMC_HAVE_PERF_ALLOW_CPU
	return !perf_allow_cpu();
#else
	return true;
#endif
}

bool access_privileged(void)
{
	return capable(CAP_PERFMON) || capable(CAP_SYS_ADMIN);
}

bool access_kernel(void)
{
	return perf_permits_kernel() && (access_level() <= 1 || access_privileged());
}

bool access_cpus(void)
{
	return perf_permits_cpus() && (access_level() <= 0 || access_privileged());
}

bool access_any(void)
{
	return access_level() <= 2 || access_privileged();
}

/* Are all ids of `of` the real ids of `who`? */
static bool same_ids(const struct cred *who, const struct cred *of)
{
	return uid_eq(who->uid, of->euid) && uid_eq(who->uid, of->suid) &&
	       uid_eq(who->uid, of->uid) && gid_eq(who->gid, of->egid) &&
	       gid_eq(who->gid, of->sgid) && gid_eq(who->gid, of->gid);
}

/*
 * A task with more capabilities, or in another user namespace, is not the caller's equal (see
 * commoncap).
 */
bool access_has_no_more(const struct cred *who, const struct cred *of)
{
	return who->user_ns == of->user_ns && cap_issubset(of->cap_permitted, who->cap_permitted);
}

bool access_equals(const struct cred *who, const struct cred *of)
{
	return same_ids(who, of) && access_has_no_more(who, of);
}

/*
 * May the memory of the task's program be dumped? Else its user namespace decides, whatever the
 * task's credentials are.
 */
#ifdef PMC_HAVE_EXEC_STATE
static bool may_dump(const struct task_struct *task, const struct mm_struct *mm, bool by_right)
{
	const struct task_exec_state *state;
	bool may;

	rcu_read_lock();
	state = rcu_dereference(task->exec_state);
	may = state && (READ_ONCE(state->dumpable) == TASK_DUMPABLE_OWNER ||
			(by_right && ns_capable_noaudit(state->user_ns, CAP_SYS_PTRACE)));
	rcu_read_unlock();
	return mm && may;
}
#else
static bool may_dump(const struct task_struct *task, struct mm_struct *mm, bool by_right)
{
	return mm && (get_dumpable(mm) == 1 ||
		      (by_right && ns_capable_noaudit(mm->user_ns, CAP_SYS_PTRACE)));
}
#endif

int access_get(struct task_struct *task, bool privileged, const struct cred **cred,
	       struct mm_struct **mm)
{
	bool own = privileged || same_thread_group(task, current), may;

	*cred = get_task_cred(task);
	task_lock(task);
	*mm = task->mm;
	if (*mm)
		mmgrab(*mm);
	task_unlock(task);
	may = own || access_equals(current_cred(), *cred) ||
	      ns_capable_noaudit((*cred)->user_ns, CAP_SYS_PTRACE);
	if (may && !own)
		may = may_dump(task, *mm, true);
	/* Kernel threads have no memory of their own, and belong to no user. */
	if (may && (*mm || privileged))
		return 0;
	access_put(*cred, *mm);
	return -EPERM;
}

void access_put(const struct cred *cred, struct mm_struct *mm)
{
	put_cred(cred);
	if (mm)
		mmdrop(mm);
}

bool access_after_exec(const struct cred *cred)
{
	return same_ids(cred, current_cred()) && may_dump(current, current->mm, false);
}
