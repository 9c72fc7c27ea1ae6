// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * launch.h and start.c tell what the command line of the engine is. Nothing is allocated that a
 * success would leave in the parent of a vfork child, but for the pointers of a very long list
 * (scratch.c).
 */
#include "emu/syscall/exec/next_image.h"

#include "emu/base/engine.h"
#include "emu/base/format.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/heritage/shelf.h"
#include "emu/hide/limits.h"
#include "emu/hide/random.h"
#include "emu/signal/action.h"
#include "emu/syscall/exec/request.h"
#include "emu/syscall/exec/scratch.h"

#include <linux/fcntl.h>

#define SHORT_LIST 1024 /* pointers that have room on the stack */

/* The mask that the next image is to have. The kernel blocks more, until that image is there. */
static u64 mask_of(const struct request *r)
{
	u64 mask = 0;

	if (r->thread)
		return r->thread->sigmask;
	sys4(__NR_rt_sigprocmask, SIG_BLOCK, NULL, &mask, sizeof(mask));
	return mask;
}

/* Copies argv behind the n pointers in list[]. Returns how many there are then, or -errno. */
static long copy_list(const char **list, u64 n, u64 max, const struct request *r)
{
	u64 at = r->argv, value;

	if (r->drop_first && at) {
		if (copy_from_user(&value, at, sizeof(value)))
			return -EFAULT;
		if (value)
			at += sizeof(value);
	}
	for (;; at += sizeof(value)) {
		value = 0;
		if (at && copy_from_user(&value, at, sizeof(value)))
			return -EFAULT;
		if (!value)
			break;
		if (n < max)
			list[n] = (const char *)value;
		n++;
	}
	/* The kernel gives an empty argument to a program without any. */
	if (n == 4) {
		if (n < max)
			list[n] = "";
		n++;
	}
	if (n < max)
		list[n] = NULL;
	return n + 1;
}

static long exec_engine(const struct request *r, const char **list)
{
	char link[32];
	long ret;

	/* With /proc, by the system call that the program made. */
	if (r->thread)
		action_before_exec(r->thread);
	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", engine.engine_fd);
	ret = sys3(__NR_execve, link, list, r->envp);
	if (ret == -ENOENT || ret == -ENOTDIR || ret == -EACCES)
		ret = sys5(__NR_execveat, engine.engine_fd, "", list, r->envp, AT_EMPTY_PATH);
	if (r->thread)
		action_after_exec(r->thread);
	return ret;
}

/* A filter stays, and might kill an engine that takes something from the shelf. */
static bool lends_shelf(const struct request *r)
{
	return shelf_is_there() && (!r->thread || !r->thread->filters);
}

long next_image_exec(const struct request *r, const char *path, int fd)
{
	const char *own[SHORT_LIST], **list = own;
	struct scratch *entry = NULL;
	char numbers[336], shelf[12] = "-";
	u64 n = 0, size;
	long need, ret;
	int open_fd = fd;
	u32 i;

	/* The descriptor must stay open across the exec. */
	if (sys3(__NR_fcntl, fd, F_SETFD, 0) < 0) {
		open_fd = sys1(__NR_dup, fd);
		if (open_fd < 0)
			return open_fd;
	}
	if (lends_shelf(r))
		emu_snprintf(shelf, sizeof(shelf), "%d", engine.shelf_fd);
	else if (engine.shelf_fd >= 0)
		sys3(__NR_fcntl, engine.shelf_fd, F_SETFD, FD_CLOEXEC);
	n = emu_snprintf(numbers, sizeof(numbers), "%d,%d,%u,0,%d,%s,%lx,%lx", engine.shm_fd,
			 engine.engine_fd, r->task, open_fd, shelf, random_place_of_exec(),
			 mask_of(r));
	limits_tell(numbers + n, sizeof(numbers) - n);
	n = 0;
	list[n++] = "pmc-emu";
	list[n++] = numbers;
	list[n++] = path;
	list[n++] = path == r->name ? "" : r->name;
	for (i = 0; i < r->n_prefix; i++)
		list[n++] = r->prefix[i];
	ret = need = copy_list(list, n, SHORT_LIST, r);
	size = need * sizeof(*list);
	if (need > SHORT_LIST) {
		list = scratch_get(size, &entry);
		if (!list)
			ret = -ENOMEM;
		else
			memcpy(list, own, n * sizeof(*list));
		/* Another thread may have made the list longer: drop what has no room. */
		if (list && copy_list(list, n, need, r) > need)
			list[need - 1] = NULL;
	}
	if (ret >= 0)
		ret = exec_engine(r, list);
	if (list && list != own)
		scratch_put(list, size, entry);
	if (open_fd != fd)
		sys1(__NR_close, open_fd);
	if (shelf_is_there())
		sys3(__NR_fcntl, engine.shelf_fd, F_SETFD, 0);
	return ret;
}
