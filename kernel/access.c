// SPDX-License-Identifier: GPL-2.0
/*
 * Who may count what.
 *
 * ptrace_may_access() is not exported, so its rule for reading is built here from what it looks at: equal
 * users and groups and no more capabilities, or a capability; and a task whose memory must not be dumped (set-id
 * programs) only with the capability. CAP_PERFMON, for this purpose alone, does what CAP_SYS_PTRACE does.
 *
 * The parameter `paranoid` says what those may who have no capability, as perf_event_paranoid does:
 *	-1, 0	their own processes in all rings, and CPUs
 *	1	their own processes in all rings
 *	2	their own processes in user mode (the default)
 *	3	nothing
 */
#include <linux/capability.h>
#include <linux/mm_types.h>
#include <linux/moduleparam.h>
#include <linux/sched/coredump.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "kernel/driver.h"

static int paranoid = 2;
module_param(paranoid, int, 0644);
MODULE_PARM_DESC(paranoid, "what users without CAP_PERFMON may: 0 also CPUs, 1 also kernel mode, "
			   "2 user mode of their own processes (default), 3 nothing");

int access_level(void)
{
	return READ_ONCE(paranoid);
}

bool access_privileged(void)
{
	return capable(CAP_PERFMON) || capable(CAP_SYS_ADMIN);
}

bool access_kernel(void)
{
	return access_level() <= 1 || access_privileged();
}

bool access_cpus(void)
{
	return access_level() <= 0 || access_privileged();
}

bool access_any(void)
{
	return access_level() <= 2 || access_privileged();
}

/* Equal in all user and group ids, with the ids that do the work. */
static bool same_ids(const struct cred *who, const struct cred *of)
{
	return uid_eq(who->uid, of->euid) && uid_eq(who->uid, of->suid) &&
	       uid_eq(who->uid, of->uid) && gid_eq(who->gid, of->egid) &&
	       gid_eq(who->gid, of->sgid) && gid_eq(who->gid, of->gid);
}

/* Who has more capabilities than the caller, or other users beneath him, is not his equal (as commoncap says). */
static bool has_no_more(const struct cred *who, const struct cred *of)
{
	return who->user_ns == of->user_ns && cap_issubset(of->cap_permitted, who->cap_permitted);
}

int access_task(struct task_struct *task, bool privileged, const struct cred **cred,
		struct mm_struct **mm)
{
	bool own = privileged || same_thread_group(task, current), may;

	*cred = get_task_cred(task);
	task_lock(task);
	*mm = task->mm;
	if (*mm)
		mmgrab(*mm);
	task_unlock(task);
	may = own || (same_ids(current_cred(), *cred) && has_no_more(current_cred(), *cred)) ||
	      ns_capable_noaudit((*cred)->user_ns, CAP_SYS_PTRACE);
	/* A program that must not be read belongs to whom its memory does, whatever its credentials say. */
	if (may && !own)
		may = *mm && (get_dumpable(*mm) == 1 ||
			      ns_capable_noaudit((*mm)->user_ns, CAP_SYS_PTRACE));
	/* Kernel threads have no memory of their own, and belong to nobody. */
	if (may && (*mm || privileged))
		return 0;
	put_cred(*cred);
	if (*mm)
		mmdrop(*mm);
	return -EPERM;
}

bool access_after_exec(const struct cred *cred)
{
	return same_ids(cred, current_cred()) && current->mm && get_dumpable(current->mm) == 1;
}
