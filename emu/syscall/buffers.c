// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The table follows the system calls of Linux 6.18 (syscalls(2) and their pages; include/linux/
 * syscalls.h): a row for each one that has an argument through which the kernel writes. To say more
 * than a call writes costs a translation at most, to say less loses a result. A call that the table
 * cannot know, as a new one, and an ioctl(2) of an unknown device, may write anywhere.
 */
#include "emu/syscall/buffers.h"

#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/maps.h"
#include "emu/code/pages.h"
#include "emu/launch.h"

#include <asm/poll.h>
#include <asm/prctl.h>
#include <asm/shmbuf.h>
#include <asm/stat.h>
#include <asm/statfs.h>
#include <linux/aio_abi.h>
#include <linux/capability.h>
#include <linux/eventpoll.h>
#include <linux/futex.h>
#include <linux/io_uring.h>
#include <linux/ioctl.h>
#include <linux/keyctl.h>
#include <linux/mqueue.h>
#include <linux/msg.h>
#include <linux/perf_event.h>
#include <linux/prctl.h>
#include <linux/ptrace.h>
#include <linux/resource.h>
#include <linux/sched.h>
#include <linux/sem.h>
#include <linux/stat.h>
#include <linux/sysinfo.h>
#include <linux/time.h>
#include <linux/times.h>
#include <linux/timex.h>
#include <linux/uio.h>
#include <linux/utsname.h>

/* Calls that Debian 12's headers do not know yet. */
#define NR_cachestat	     451
#define NR_statmount	     457
#define NR_listmount	     458
#define NR_lsm_get_self_attr 459
#define NR_lsm_list_modules  461
#define NR_getxattrat	     464
#define NR_listxattrat	     465
#define NR_file_getattr	     468
#define NR_MAX		     470

#define USER_END   (1ull << 47) /* no address of a program is higher */
#define SIGINFO	   128		/* bytes of a siginfo_t */
#define TIMESPEC   16		/* of the timespec and timeval of 64-bit programs */
#define ITIMERSPEC 32
#define MAX_IOV	   1024 /* UIO_MAXIOV: more parts are an error */

/* How the size of a buffer follows. x names another argument. */
enum how {
	NOTHING,
	BYTES,	   /* x bytes */
	COUNTED,   /* a[x] elements of so many bytes */
	BY_LENGTH, /* as many bytes as the u32 at a[x] says, which the kernel writes, too */
	BITS,	   /* a bit for each of a[x] descriptors */
	VECTOR,	   /* a[x] struct iovec */
	MESSAGE,   /* a struct msghdr */
	MESSAGES,  /* a[x] struct mmsghdr */
	ANYWHERE,
	SPECIAL, /* prepare_special() */
};

struct buffer {
	u8 how, arg;
	u16 x, size;
};

#define B(arg, bytes)                \
	{                            \
		BYTES, arg, bytes, 0 \
	}
#define T(arg, type)                        \
	{                                   \
		BYTES, arg, sizeof(type), 0 \
	}
#define N(arg, n)                  \
	{                          \
		COUNTED, arg, n, 1 \
	}
#define A(arg, n, size)               \
	{                             \
		COUNTED, arg, n, size \
	}
#define L(arg, length)                    \
	{                                 \
		BY_LENGTH, arg, length, 0 \
	}
#define F(arg)                  \
	{                       \
		BITS, arg, 0, 0 \
	}
#define V(arg, n)                 \
	{                         \
		VECTOR, arg, n, 0 \
	}
#define ALL                       \
	{                         \
		ANYWHERE, 0, 0, 0 \
	}
#define SPECIALLY                \
	{                        \
		SPECIAL, 0, 0, 0 \
	}

/* clang-format off */
static const struct buffer table[NR_MAX][4] = {
	/* files and descriptors */
	[__NR_read] = { N(1, 2) },
	[__NR_pread64] = { N(1, 2) },
	[__NR_readv] = { V(1, 2) },
	[__NR_preadv] = { V(1, 2) },
	[__NR_preadv2] = { V(1, 2) },
	[__NR_stat] = { T(1, struct stat) },
	[__NR_fstat] = { T(1, struct stat) },
	[__NR_lstat] = { T(1, struct stat) },
	[__NR_newfstatat] = { T(2, struct stat) },
	[__NR_statx] = { T(4, struct statx) },
	[__NR_statfs] = { T(1, struct statfs) },
	[__NR_fstatfs] = { T(1, struct statfs) },
	[__NR_ustat] = { B(1, 32) },
	[__NR_sysfs] = { B(2, 256) }, /* the name of a file system */
	[__NR_getdents] = { N(1, 2) },
	[__NR_getdents64] = { N(1, 2) },
	[__NR_getcwd] = { N(0, 1) },
	[__NR_readlink] = { N(1, 2) },
	[__NR_readlinkat] = { N(2, 3) },
	[__NR_getxattr] = { N(2, 3) },
	[__NR_lgetxattr] = { N(2, 3) },
	[__NR_fgetxattr] = { N(2, 3) },
	[__NR_listxattr] = { N(1, 2) },
	[__NR_llistxattr] = { N(1, 2) },
	[__NR_flistxattr] = { N(1, 2) },
	[NR_getxattrat] = { SPECIALLY },
	[NR_listxattrat] = { N(3, 4) },
	[NR_file_getattr] = { N(2, 3) },
	[NR_cachestat] = { B(2, 40) },
	[NR_statmount] = { N(1, 2) },
	[NR_listmount] = { A(1, 2, 8) },
	[__NR_name_to_handle_at] = { B(2, 8 + 128), B(3, 8) }, /* MAX_HANDLE_SZ */
	[__NR_lookup_dcookie] = { N(1, 2) },
	[__NR_quotactl] = { B(3, 256) }, /* the largest structure has 160 */
	[__NR_quotactl_fd] = { B(3, 256) },
	[__NR_pipe] = { B(0, 8) },
	[__NR_pipe2] = { B(0, 8) },
	[__NR_fcntl] = { B(2, 32) }, /* struct flock; the others are smaller */
	[__NR_ioctl] = { SPECIALLY },
	[__NR_sendfile] = { B(2, 8) },
	[__NR_splice] = { B(1, 8), B(3, 8) },
	[__NR_copy_file_range] = { B(1, 8), B(3, 8) },
	[__NR_vmsplice] = { V(1, 2) }, /* out of a pipe */
	[__NR_poll] = { A(0, 1, sizeof(struct pollfd)) },
	[__NR_ppoll] = { A(0, 1, sizeof(struct pollfd)), B(2, TIMESPEC) },
	[__NR_select] = { F(1), F(2), F(3), B(4, TIMESPEC) },
	[__NR_pselect6] = { F(1), F(2), F(3), B(4, TIMESPEC) },
	[__NR_epoll_wait] = { A(1, 2, sizeof(struct epoll_event)) },
	[__NR_epoll_pwait] = { A(1, 2, sizeof(struct epoll_event)) },
	[__NR_epoll_pwait2] = { A(1, 2, sizeof(struct epoll_event)) },
	/* These write while no call is being made, too. */
	[__NR_io_setup] = { B(1, 8) },
	[__NR_io_submit] = { SPECIALLY },
	[__NR_io_getevents] = { A(3, 2, sizeof(struct io_event)) },
	[__NR_io_pgetevents] = { A(3, 2, sizeof(struct io_event)) },
	[__NR_io_cancel] = { T(2, struct io_event) },
	[__NR_io_uring_setup] = { T(1, struct io_uring_params) },
	[__NR_io_uring_enter] = { SPECIALLY },
	[__NR_io_uring_register] = { SPECIALLY },

	/* sockets */
	[__NR_accept] = { L(1, 2) },
	[__NR_accept4] = { L(1, 2) },
	[__NR_getsockname] = { L(1, 2) },
	[__NR_getpeername] = { L(1, 2) },
	[__NR_getsockopt] = { SPECIALLY },
	[__NR_socketpair] = { B(3, 8) },
	[__NR_recvfrom] = { N(1, 2), L(4, 5) },
	[__NR_recvmsg] = { { MESSAGE, 1, 0, 0 } },
	[__NR_recvmmsg] = { { MESSAGES, 1, 2, 0 }, B(4, TIMESPEC) },
	[__NR_sendmmsg] = { A(1, 2, 64) }, /* msg_len of each struct mmsghdr */

	/* processes, threads and signals */
	[__NR_wait4] = { B(1, 4), T(3, struct rusage) },
	[__NR_waitid] = { B(2, SIGINFO), T(4, struct rusage) },
	[__NR_clone] = { SPECIALLY },
	[__NR_clone3] = { SPECIALLY },
	[__NR_execve] = { SPECIALLY },
	[__NR_execveat] = { SPECIALLY },
	[__NR_set_tid_address] = { B(0, 4) },
	[__NR_get_robust_list] = { B(1, 8), B(2, 8) },
	[__NR_futex] = { SPECIALLY },
	[__NR_ptrace] = { SPECIALLY },
	[__NR_prctl] = { SPECIALLY },
	[__NR_arch_prctl] = { B(1, 8) }, /* ARCH_GET_FS and others */
	[__NR_process_vm_readv] = { V(1, 2) },
	[__NR_process_vm_writev] = { V(3, 4) }, /* of the calling process, maybe */
	[__NR_rt_sigaction] = { B(2, 32) },
	[__NR_rt_sigprocmask] = { B(2, 8) },
	[__NR_rt_sigpending] = { B(0, 8) },
	[__NR_rt_sigtimedwait] = { B(1, SIGINFO) },
	[__NR_sigaltstack] = { B(1, 24) },
	[__NR_getresuid] = { B(0, 4), B(1, 4), B(2, 4) },
	[__NR_getresgid] = { B(0, 4), B(1, 4), B(2, 4) },
	[__NR_getgroups] = { A(1, 0, 4) },
	[__NR_capget] = { B(0, 8), B(1, 24) },
	[__NR_capset] = { B(0, 8) }, /* the version that the kernel knows */
	[__NR_getrlimit] = { B(1, 16) },
	[__NR_prlimit64] = { B(3, 16) },
	[__NR_getrusage] = { T(1, struct rusage) },
	[__NR_times] = { T(0, struct tms) },
	[__NR_sched_getparam] = { B(1, 4) },
	[__NR_sched_setattr] = { B(1, 8) }, /* the size that the kernel knows */
	[__NR_sched_getattr] = { N(1, 2) },
	[__NR_sched_getaffinity] = { N(2, 1) },
	[__NR_sched_rr_get_interval] = { B(1, TIMESPEC) },
	[__NR_getcpu] = { B(0, 4), B(1, 4) },
	[__NR_seccomp] = { B(2, 8) }, /* sizes of notifications */
	[__NR_set_thread_area] = { B(0, 16) },
	[__NR_get_thread_area] = { B(0, 16) },
	[__NR_modify_ldt] = { N(1, 2) },
	[__NR_mincore] = { SPECIALLY },
	[__NR_get_mempolicy] = { SPECIALLY },
	[__NR_move_pages] = { A(4, 1, 4) },

	/* System V and POSIX queues, semaphores, shared memory */
	[__NR_msgrcv] = { SPECIALLY },
	[__NR_msgctl] = { T(2, struct msqid64_ds) },
	[__NR_semctl] = { SPECIALLY },
	[__NR_shmctl] = { T(2, struct shmid64_ds) },
	[__NR_mq_timedreceive] = { N(1, 2), B(3, 4) },
	[__NR_mq_getsetattr] = { T(2, struct mq_attr) },

	/* time */
	[__NR_time] = { B(0, 8) },
	[__NR_gettimeofday] = { B(0, TIMESPEC), B(1, 8) },
	[__NR_clock_gettime] = { B(1, TIMESPEC) },
	[__NR_clock_getres] = { B(1, TIMESPEC) },
	[__NR_nanosleep] = { B(1, TIMESPEC) },
	[__NR_clock_nanosleep] = { B(3, TIMESPEC) },
	[__NR_getitimer] = { B(1, ITIMERSPEC) },
	[__NR_setitimer] = { B(2, ITIMERSPEC) },
	[__NR_timer_create] = { B(2, 4) },
	[__NR_timer_gettime] = { B(1, ITIMERSPEC) },
	[__NR_timer_settime] = { B(3, ITIMERSPEC) },
	[__NR_timerfd_gettime] = { B(1, ITIMERSPEC) },
	[__NR_timerfd_settime] = { B(3, ITIMERSPEC) },
	[__NR_adjtimex] = { T(0, struct __kernel_timex) },
	[__NR_clock_adjtime] = { T(1, struct __kernel_timex) },

	/* the system */
	[__NR_uname] = { T(0, struct new_utsname) },
	[__NR_sysinfo] = { T(0, struct sysinfo) },
	[__NR_syslog] = { N(1, 2) },
	[__NR_getrandom] = { N(0, 1) },
	[__NR_keyctl] = { SPECIALLY },
	[__NR_perf_event_open] = { T(0, struct perf_event_attr) }, /* the size the kernel knows */
	[__NR_bpf] = { ALL },
	[NR_lsm_get_self_attr] = { L(1, 2) },
	[NR_lsm_list_modules] = { L(0, 1) },
};
/* clang-format on */

static void add(struct thread *t, u64 start, u64 size)
{
	u64 end = size < USER_END && start < USER_END ? start + size : USER_END;
	struct span *last = t->busy_n ? &t->busy[t->busy_n - 1] : NULL;

	if (!start || !size || start >= USER_END || t->busy_n > BUSY_MAX)
		return;
	if (last && start >= last->start && start <= PAGE_UP(last->end)) {
		if (end > last->end)
			last->end = end;
	} else if (t->busy_n == BUSY_MAX) {
		t->busy_n = BUSY_ALL;
	} else {
		t->busy[t->busy_n++] = (struct span){ start, end };
	}
}

static void add_anywhere(struct thread *t)
{
	t->busy_n = BUSY_ALL;
}

static u64 product(u64 a, u64 b)
{
	u64 r;

	return __builtin_mul_overflow(a, b, &r) ? USER_END : r;
}

static void add_vector(struct thread *t, u64 at, u64 n)
{
	struct iovec part;

	for (u64 i = 0; i < n && i < MAX_IOV; i++) {
		if (copy_from_user(&part, at + i * sizeof(part), sizeof(part)))
			return;
		add(t, (u64)part.iov_base, part.iov_len);
	}
}

/* The kernel's struct user_msghdr, with the length of struct mmsghdr. */
struct message {
	u64 name;
	u32 name_size, pad;
	u64 iov, iov_n;
	u64 control, control_size;
	u32 flags, pad2;
	u64 length;
};
#define MSGHDR_SIZE offsetof(struct message, length)

static void add_message(struct thread *t, u64 at)
{
	struct message m;

	if (copy_from_user(&m, at, MSGHDR_SIZE))
		return;
	add(t, at, sizeof(m));
	add(t, m.name, m.name_size);
	add(t, m.control, m.control_size);
	add_vector(t, m.iov, m.iov_n);
}

static void add_by_length(struct thread *t, u64 at, u64 length_at)
{
	u32 length;

	if (!length_at || copy_from_user(&length, length_at, sizeof(length)))
		return;
	add(t, at, length);
	add(t, length_at, sizeof(length));
}

/* Sizes are in the request, by the rule of <linux/ioctl.h>; but what the structures of most devices
 * hold are addresses of more buffers. */
static void add_ioctl(struct thread *t, u64 request, u64 at)
{
	switch (_IOC_TYPE(request)) {
	case 'T': /* ioctl_tty(2): before that rule. The largest structure has 72 bytes. */
		add(t, at, 256);
		break;
	case '$': /* perf */
		if ((u32)request == PERF_EVENT_IOC_QUERY_BPF)
			add_anywhere(t);
		else if (_IOC_DIR(request) & _IOC_READ)
			add(t, at, _IOC_SIZE(request));
		break;
	case 0xaa: /* userfaultfd */
		add(t, at, _IOC_SIZE(request));
		break;
	default:
		add_anywhere(t);
	}
}

static void add_ptrace(struct thread *t, const u64 a[6])
{
	struct ptrace_peeksiginfo_args peek;

	switch (a[0]) {
	case PTRACE_GETREGSET:
		add(t, a[3], sizeof(struct iovec));
		add_vector(t, a[3], 1);
		break;
	case PTRACE_PEEKSIGINFO:
		if (!copy_from_user(&peek, a[2], sizeof(peek)))
			add(t, a[3], product((u32)peek.nr, SIGINFO));
		break;
	default:
		/* Registers, or a seccomp filter with all its instructions. */
		add(t, a[3], 4096 * 8);
	}
}

static void add_prctl(struct thread *t, const u64 a[6])
{
	const u64 get_auxv = 0x41555856; /* PR_GET_AUXV */

	add(t, a[1], a[0] == get_auxv ? a[2] : 16);
	if (a[0] == PR_SET_MM)
		add(t, a[2], 4);
	if (a[0] == PR_SCHED_CORE)
		add(t, a[4], 8);
}

static void add_keyctl(struct thread *t, const u64 a[6])
{
	switch (a[0]) {
	case KEYCTL_DESCRIBE:
	case KEYCTL_READ:
	case KEYCTL_GET_SECURITY:
		add(t, a[2], a[3]);
		break;
	case KEYCTL_CAPABILITIES:
		add(t, a[1], a[2]);
		break;
	default:
		if (a[0] >= KEYCTL_DH_COMPUTE)
			add_anywhere(t);
	}
}

static void add_futex(struct thread *t, const u64 a[6])
{
	switch (a[1] & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAKE:
	case FUTEX_REQUEUE:
	case FUTEX_CMP_REQUEUE:
	case FUTEX_WAIT_BITSET:
	case FUTEX_WAKE_BITSET:
		break;
	default: /* FUTEX_WAKE_OP, and those with priority inheritance */
		add(t, a[0], 4);
		add(t, a[4], 4);
	}
}

/* The parent's side. */
static void add_clone(struct thread *t, u64 flags, u64 parent_tid, u64 child_tid, u64 pidfd)
{
	if (flags & CLONE_PARENT_SETTID)
		add(t, parent_tid, 4);
	if (flags & CLONE_PIDFD)
		add(t, pidfd, 4);
	if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID))
		add(t, child_tid, 4);
}

static void add_clone3(struct thread *t, u64 at)
{
	struct clone_args args;

	if (!copy_from_user(&args, at, CLONE_ARGS_SIZE_VER0))
		add_clone(t, args.flags, args.parent_tid, args.child_tid, args.pidfd);
}

static void add_semctl(struct thread *t, const u64 a[6])
{
	if ((a[2] & 0xff) == GETALL)
		add_anywhere(t); /* the set knows how many there are */
	else
		add(t, a[3], sizeof(struct semid64_ds));
}

static void add_getsockopt(struct thread *t, const u64 a[6])
{
	const u64 sol_tcp = 6, tcp_zerocopy_receive = 35; /* its structure names more memory */

	if (a[1] == sol_tcp && a[2] == tcp_zerocopy_receive)
		add_anywhere(t);
	else
		add_by_length(t, a[3], a[4]);
}

static void add_getxattrat(struct thread *t, const u64 a[6])
{
	struct {
		u64 value;
		u32 size, flags;
	} args;

	if (!copy_from_user(&args, a[4], sizeof(args)))
		add(t, args.value, args.size);
}

/* The futexes of set_robust_list(2), as the kernel walks along them. */
static void add_robust(struct thread *t)
{
	struct robust_list_head head;
	u64 at = 0, size = 0, entry;

	if (sys3(__NR_get_robust_list, 0, &at, &size) || !at ||
	    copy_from_user(&head, at, sizeof(head)))
		return;
	add(t, ((u64)head.list_op_pending & ~1ull) + (u64)head.futex_offset, 4);
	entry = (u64)head.list.next;
	for (u32 i = 0; i < ROBUST_LIST_LIMIT && (entry & ~1ull) != at; i++) {
		add(t, (entry & ~1ull) + (u64)head.futex_offset, 4);
		if (copy_from_user(&entry, entry & ~1ull, sizeof(entry)))
			return;
	}
}

/* What the kernel writes when the thread leaves its memory. */
static void add_end(struct thread *t)
{
	add_robust(t);
	add(t, t->clear_tid, 4);
}

static void add_special(struct thread *t, long nr, const u64 a[6])
{
	switch (nr) {
	case __NR_ioctl:
		return add_ioctl(t, a[1], a[2]);
	case __NR_ptrace:
		return add_ptrace(t, a);
	case __NR_prctl:
		return add_prctl(t, a);
	case __NR_keyctl:
		return add_keyctl(t, a);
	case __NR_futex:
		return add_futex(t, a);
	case __NR_clone:
		return add_clone(t, a[0], a[2], a[3], a[2]);
	case __NR_clone3:
		return add_clone3(t, a[0]);
	case __NR_execve:
	case __NR_execveat:
		return add_end(t);
	case __NR_semctl:
		return add_semctl(t, a);
	case __NR_getsockopt:
		return add_getsockopt(t, a);
	case NR_getxattrat:
		return add_getxattrat(t, a);
	case __NR_mincore:
		return add(t, a[2], (a[1] + PAGE_SIZE - 1) / PAGE_SIZE);
	case __NR_get_mempolicy:
		add(t, a[0], 4);
		return add(t, a[1], a[2] / 8 + 8);
	case __NR_msgrcv:
		return add(t, a[1], a[2] < USER_END ? a[2] + 8 : a[2]);
	default: /* buffers that the call does not name: see buffers_prepare() */
		return;
	}
}

static void add_buffer(struct thread *t, long nr, const u64 a[6], const struct buffer *b)
{
	u64 at = a[b->arg];

	switch ((enum how)b->how) {
	case NOTHING:
		break;
	case BYTES:
		add(t, at, b->x);
		break;
	case COUNTED:
		add(t, at, product(a[b->x], b->size));
		break;
	case BY_LENGTH:
		add_by_length(t, at, a[b->x]);
		break;
	case BITS:
		add(t, at, ((u32)a[b->x] + 63) / 64 * 8);
		break;
	case VECTOR:
		add_vector(t, at, a[b->x]);
		break;
	case MESSAGE:
		add_message(t, at);
		break;
	case MESSAGES:
		for (u64 i = 0; i < (u32)a[b->x] && i < MAX_IOV; i++)
			add_message(t, at + i * sizeof(struct message));
		break;
	case ANYWHERE:
		add_anywhere(t);
		break;
	case SPECIAL:
		add_special(t, nr, a);
		break;
	}
}

/* pages.c tells why busy[] is written before the protection is looked at. */
static void make_writable(const struct thread *t)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (t->busy_n > BUSY_MAX) {
		if (pages_protected)
			pages_unprotect_all();
		return;
	}
	for (u32 i = 0; i < t->busy_n; i++)
		pages_prepare_write(t->busy[i].start, t->busy[i].end - t->busy[i].start);
}

void buffers_prepare(struct thread *t, long nr, const u64 a[6])
{
	if (likely(!maps_writable) || pages_compared || nr == EMU_SYSCALL)
		return;
	t->busy_n = 0;
	if (nr == __NR_io_submit || nr == __NR_io_uring_enter || nr == __NR_io_uring_register)
		pages_compare_all();
	else if ((u64)nr >= NR_MAX)
		add_anywhere(t);
	else
		for (u32 i = 0; i < ARRAY_SIZE(table[0]) && table[nr][i].how; i++)
			add_buffer(t, nr, a, &table[nr][i]);
	if (t->busy_n)
		make_writable(t);
}

void buffers_release(struct thread *t, long nr, long ret)
{
	t->busy_n = 0;
	/* Its threads in the kernel read the ring, and write where that says. */
	if (nr == __NR_io_uring_setup && ret >= 0)
		pages_compare_all();
}

void buffers_prepare_end(struct thread *t)
{
	if (likely(!maps_writable) || pages_compared)
		return;
	t->busy_n = 0;
	add_end(t);
	make_writable(t);
}

void buffers_prepare_child(struct thread *child, u64 flags, u64 child_tid)
{
	if (flags & CLONE_CHILD_CLEARTID)
		child->clear_tid = child_tid;
	if (flags & CLONE_CHILD_SETTID)
		add(child, child_tid, 4);
}
