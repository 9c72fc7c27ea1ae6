// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The table follows the system calls of Linux 6.18. It leaves out those that name descriptors in
 * memory (poll(2), a message with SCM_RIGHTS), and those that fds_syscall() answers.
 */
#include "emu/hide/descriptors.h"

#include "emu/base/syscall.h"
#include "emu/hide/fds.h"

/* Calls that Debian 12's headers do not know yet. */
#define NR_cachestat	  451
#define NR_fchmodat2	  452
#define NR_setxattrat	  463
#define NR_removexattrat  466
#define NR_open_tree_attr 467
#define NR_file_getattr	  468
#define NR_file_setattr	  469
#define NR_MAX		  470

#define NEVER_OPEN 0x7fffffff

/* A bit for each argument that is a descriptor. */
#define FIRST  (1 << 0)
#define SECOND (1 << 1)
#define THIRD  (1 << 2)
#define FOURTH (1 << 3)
#define FIFTH  (1 << 4)

/* clang-format off */
static const u8 descriptors[NR_MAX] = {
	[__NR_read] = FIRST, [__NR_write] = FIRST, [__NR_pread64] = FIRST,
	[__NR_pwrite64] = FIRST, [__NR_readv] = FIRST, [__NR_writev] = FIRST,
	[__NR_preadv] = FIRST, [__NR_pwritev] = FIRST, [__NR_preadv2] = FIRST,
	[__NR_pwritev2] = FIRST, [__NR_fstat] = FIRST, [__NR_lseek] = FIRST,
	[__NR_ioctl] = FIRST, [__NR_fsync] = FIRST, [__NR_fdatasync] = FIRST,
	[__NR_ftruncate] = FIRST, [__NR_getdents] = FIRST, [__NR_getdents64] = FIRST,
	[__NR_fchdir] = FIRST, [__NR_fchmod] = FIRST, [__NR_fchown] = FIRST,
	[__NR_flock] = FIRST, [__NR_fadvise64] = FIRST, [__NR_readahead] = FIRST,
	[__NR_fallocate] = FIRST, [__NR_sync_file_range] = FIRST, [__NR_syncfs] = FIRST,
	[__NR_fstatfs] = FIRST, [__NR_fsetxattr] = FIRST, [__NR_fgetxattr] = FIRST,
	[__NR_flistxattr] = FIRST, [__NR_fremovexattr] = FIRST, [__NR_vmsplice] = FIRST,
	[__NR_connect] = FIRST, [__NR_accept] = FIRST, [__NR_accept4] = FIRST,
	[__NR_sendto] = FIRST, [__NR_recvfrom] = FIRST, [__NR_sendmsg] = FIRST,
	[__NR_recvmsg] = FIRST, [__NR_sendmmsg] = FIRST, [__NR_recvmmsg] = FIRST,
	[__NR_shutdown] = FIRST, [__NR_bind] = FIRST, [__NR_listen] = FIRST,
	[__NR_getsockname] = FIRST, [__NR_getpeername] = FIRST, [__NR_setsockopt] = FIRST,
	[__NR_getsockopt] = FIRST, [__NR_openat] = FIRST, [__NR_openat2] = FIRST,
	[__NR_mkdirat] = FIRST, [__NR_mknodat] = FIRST, [__NR_fchownat] = FIRST,
	[__NR_futimesat] = FIRST, [__NR_newfstatat] = FIRST, [__NR_unlinkat] = FIRST,
	[__NR_readlinkat] = FIRST, [__NR_fchmodat] = FIRST, [__NR_faccessat] = FIRST,
	[__NR_faccessat2] = FIRST, [__NR_utimensat] = FIRST, [__NR_name_to_handle_at] = FIRST,
	[__NR_open_by_handle_at] = FIRST, [__NR_statx] = FIRST, [__NR_epoll_wait] = FIRST,
	[__NR_epoll_pwait] = FIRST, [__NR_epoll_pwait2] = FIRST,
	[__NR_inotify_add_watch] = FIRST, [__NR_inotify_rm_watch] = FIRST,
	[__NR_signalfd] = FIRST, [__NR_signalfd4] = FIRST, [__NR_timerfd_settime] = FIRST,
	[__NR_timerfd_gettime] = FIRST, [__NR_mq_timedsend] = FIRST,
	[__NR_mq_timedreceive] = FIRST, [__NR_mq_notify] = FIRST, [__NR_mq_getsetattr] = FIRST,
	[__NR_finit_module] = FIRST, [__NR_setns] = FIRST, [__NR_fsconfig] = FIRST,
	[__NR_fsmount] = FIRST, [__NR_fspick] = FIRST, [__NR_open_tree] = FIRST,
	[__NR_mount_setattr] = FIRST, [__NR_pidfd_send_signal] = FIRST,
	[__NR_pidfd_getfd] = FIRST, [__NR_process_madvise] = FIRST,
	[__NR_process_mrelease] = FIRST, [__NR_io_uring_enter] = FIRST,
	[__NR_io_uring_register] = FIRST, [__NR_landlock_add_rule] = FIRST,
	[__NR_landlock_restrict_self] = FIRST, [__NR_quotactl_fd] = FIRST,

	[__NR_mmap] = FIFTH, [__NR_symlinkat] = SECOND, [__NR_perf_event_open] = FOURTH,
	[__NR_sendfile] = FIRST | SECOND, [__NR_tee] = FIRST | SECOND,
	[__NR_kexec_file_load] = FIRST | SECOND, [__NR_epoll_ctl] = FIRST | THIRD,
	[__NR_splice] = FIRST | THIRD, [__NR_copy_file_range] = FIRST | THIRD,
	[__NR_renameat] = FIRST | THIRD, [__NR_renameat2] = FIRST | THIRD,
	[__NR_linkat] = FIRST | THIRD, [__NR_move_mount] = FIRST | THIRD,
	[__NR_fanotify_mark] = FIRST | FOURTH,
	[NR_cachestat] = FIRST, [NR_fchmodat2] = FIRST,
	[NR_setxattrat ... NR_removexattrat] = FIRST, [NR_open_tree_attr] = FIRST,
	[NR_file_getattr ... NR_file_setattr] = FIRST,
};
/* clang-format on */

void descriptors_hide(long nr, u64 arg[6])
{
	u32 left = (u64)nr < NR_MAX ? descriptors[nr] : 0;

	for (u32 i = 0; left; i++, left >>= 1)
		if ((left & 1) && fds_hidden((int)arg[i]))
			arg[i] = NEVER_OPEN;
}
