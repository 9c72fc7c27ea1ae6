/* SPDX-License-Identifier: BSD-2-Clause */
/* See limits.h. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/base/diag.h"
#include "lib/base/limits.h"

/* The soft limit before it was raised, + 1; 0: it was not. */
static rlim_t before;

bool limits_raise_files(void)
{
	struct rlimit limit;
	rlim_t was;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= limit.rlim_max)
		return false;
	was = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		return false;
	__atomic_store_n(&before, was + 1, __ATOMIC_RELAXED);
	return true;
}

u64 limits_files_before(void)
{
	return __atomic_load_n(&before, __ATOMIC_RELAXED);
}

int limits_say(struct pmc_diag *diag, int error, unsigned descriptors, const char *what)
{
	struct rlimit limit;
	int left;

	/* All descriptors below the limit are in use; or all but one, for a pipe. */
	left = error == -EMFILE ? fcntl(0, F_DUPFD_CLOEXEC, 0) : -1;
	if (left >= 0) {
		close(left);
		descriptors--;
	}
	if (error == -EMFILE && !getrlimit(RLIMIT_NOFILE, &limit))
		return diag_say(
			diag, error,
			"%s: the limit on open files (ulimit -n) is %llu; it must be at least %llu",
			what, (unsigned long long)limit.rlim_cur,
			(unsigned long long)limit.rlim_cur + descriptors);
	if (error == -EAGAIN && !getrlimit(RLIMIT_NPROC, &limit) && limit.rlim_cur != RLIM_INFINITY)
		return diag_say(diag, error,
				"%s: %s; the limit on the user's processes and threads (ulimit -u) "
				"is %llu, and pmc needs one: it must be at least %llu",
				what, strerror(-error), (unsigned long long)limit.rlim_cur,
				(unsigned long long)limit.rlim_cur + 1);
	return diag_say(diag, error, "%s: %s", what, strerror(-error));
}
