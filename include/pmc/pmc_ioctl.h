/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The ABI of /dev/pmc, version 1.
 *
 * An open file is a set: a list of events that are counted together for one target and read at one
 * instant. The target is a thread, with or without the threads and processes that it creates later,
 * or a CPU. Sets have no numbers, so nobody can forge one. Closing the file ends the set, also when
 * the last process that holds the file dies. A file that is passed to another process goes on
 * counting.
 *
 *	fd = open("/dev/pmc", O_RDWR | O_CLOEXEC);
 *	ioctl(fd, PMC_IOC_SETUP, &setup);	the events, by their register values
 *	ioctl(fd, PMC_IOC_ATTACH, &attach);	what is counted
 *	ioctl(fd, PMC_IOC_START, 0);
 *	ioctl(fd, PMC_IOC_READ, &read);
 *
 * libpmc makes the register values of events from their names (struct encoding in core/). The
 * kernel checks every bit, and decides which counter each event gets.
 *
 * Rules: 32-bit and 64-bit callers see the same layout. Every structure begins with its size as the
 * caller knows it. The kernel accepts a structure that is longer than its own if the rest is zero
 * (E2BIG), and takes what a shorter one lacks as zero. The same holds for what lies in arrays:
 * their sizes are in event_size and count_size. The mapped page has counter_offset and
 * counter_size: fields of the page that lie at counter_offset or beyond, or fields of a counter at
 * counter_size or beyond, are not there. Reserved fields must be zero (EINVAL). A call that fails
 * changes nothing, except fields that are said to tell why. Times are ticks of the time-stamp
 * counter (pmc_ioctl_info.tsc_khz). Counters have the numbers 0 to 31 (general) and 32
 * onwards (fixed), on Pentium 4 0 to 17.
 *
 * Errors of every call: EFAULT: a bad pointer; EINVAL: a bad size, flag or reserved field; ENOTTY:
 * no such call; E2BIG: as above; ENOMEM. pmc_ioctl(4) lists all of them.
 */
#ifndef PMC_PMC_IOCTL_H
#define PMC_PMC_IOCTL_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define PMC_DEVICE	"/dev/pmc"
#define PMC_ABI_VERSION 1

#define PMC_ABI_EVENTS 32 /* a set has at most so many */

/* ---- The module and the PMU ---- */

#define PMC_FEATURE_RDPMC   0x01u /* a set can be read through its page, without system calls */
#define PMC_FEATURE_INHERIT 0x02u
#define PMC_FEATURE_PROBED  0x04u /* CPUID does not announce the PMU, but its registers answer */
#define PMC_FEATURE_SAMPLE  0x08u /* counters interrupt, so events can be sampled */
/* perf_event_paranoid and security modules must permit it, too, when kernel mode is counted … */
#define PMC_FEATURE_PERF_KERNEL 0x10u
/* … or a CPU */
#define PMC_FEATURE_PERF_CPU 0x20u
#define PMC_FEATURE_SIGNAL   0x40u  /* PMC_IOC_SIGNAL, _RESUME and _PERIOD are there */
#define PMC_FEATURE_RECORDS  0x80u  /* PMC_SETUP_RECORDS is possible */
#define PMC_FEATURE_CLOCK    0x100u /* there is PMC_IOC_CLOCK */
#define PMC_FEATURE_WAKEUP   0x200u /* there is PMC_IOC_WAKEUP */
#define PMC_FEATURE_STACKS   0x400u /* samples can hold user mode's registers and stack */
#define PMC_FEATURE_OUTPUT   0x800u /* there is PMC_IOC_OUTPUT */

struct pmc_ioctl_info {
	__u32 size;
	__u32 version;	    /* PMC_ABI_VERSION */
	char model[32];	    /* as pmc list --models shows it: "pentium3" */
	__u32 general;	    /* bit i: counter i exists; 0: only time can be counted */
	__u32 fixed;	    /* bit i: fixed counter i exists */
	__u8 general_width; /* bits */
	__u8 fixed_width;
	__u8 family;	   /* enum pmu_family of core/pmu/pmu.h */
	__u8 arch_version; /* architectural version; on AMD 2 means PerfMonV2 */
	__u32 caps;	   /* PMU_… of core/pmu/pmu.h */
	__u32 arch_events;
	__u32 features; /* PMC_FEATURE_… */
	__u32 paranoid; /* the module's parameter: what users without CAP_PERFMON may count */
	__u32 tsc_khz;
	__u32 held; /* sets that hold the PMU (PMC_IOC_START); 0: the kernel's perf can take it */
	__u32 reserved[9];
};

/* ---- Setting up ---- */

#define PMC_EVENT_PINNED    0x1u /* with PMC_SETUP_ROTATE: is on a counter all the time */
#define PMC_EVENT_FREQUENCY 0x2u /* period is samples wanted per second of running time */

/* pmc_ioctl_event.sample: what else the record of a sample holds. */
#define PMC_SAMPLE_COUNTS	0x1u /* the set's counts, in this thread or CPU */
#define PMC_SAMPLE_USER_CHAIN	0x2u /* return addresses in user mode, by frame pointers */
#define PMC_SAMPLE_KERNEL_CHAIN 0x4u /* those in the kernel; needs the right to count kernel mode */
#define PMC_SAMPLE_USER_REGS	0x8u /* the registers of user mode */
#define PMC_SAMPLE_DEPTH	63   /* a chain has at most so many addresses */

/*
 * One event: struct encoding (core/encode/fields/encoding.h) without what the kernel does not need;
 * abi/event.h converts. The kernel sets the bits for interrupts at overflow itself, so they must be
 * 0.
 */
struct pmc_ioctl_event {
	__u64 counters; /* bit i: counter i can count it, if it exists */
	__u64 select;	/* PERFEVTSEL; CCCR without the ESCR's number; counter 0's half of CESR */
	__u64 msr_value;
	__u32 msr;  /* a register that it needs besides (OFFCORE_RSP …) to hold msr_value, or 0 */
	__u32 escr; /* Pentium 4: the value of the ESCR */
	__u32 pebs_enable, pebs_vert; /* Pentium 4: for replay tagging, or 0 */
	__u8 fixed;		      /* its four bits of FIXED_CTR_CTRL, on a fixed counter */
	__u8 n_escrs;		      /* Pentium 4: 1, or 2 if either of two ESCRs will do */
	__u8 escr_of[2];	      /* which ones: enum p4_escr of core/pmu/p4.h */
	__u32 flags;		      /* PMC_EVENT_… */
	/* Pentium 4: an upstream ESCR tags the micro-ops that this event counts. */
	__u32 upstream;	     /* its value */
	__u8 n_upstream;     /* 0: none is needed; 1; or 2 if either of two will do */
	__u8 upstream_of[2]; /* which ones */
	__u8 tags;	     /* the tags that it gives, one bit each */
	/* The same event by another register (OFFCORE_RSP1 instead of 0). */
	__u64 other_select;
	__u64 other_counters;
	__u32 other_msr; /* 0: there is none */
	__u32 group;	 /* with PMC_SETUP_ROTATE: events of one group (1 to 255) stay together */
	__u64 period;	 /* 0: no samples; else one each time it has counted so many */
	__u32 sample;	 /* PMC_SAMPLE_… */
	__u32 precise;	 /* 0; for samples that the processor takes by itself */
	__u32 stack; /* bytes of the user's stack in each record: a multiple of 8, up to 65528 */
	__u32 reserved;
};

#define PMC_SETUP_INHERIT 0x1u /* counts threads and children that the target creates, too */
#define PMC_SETUP_ROTATE  0x2u /* events that do not fit at once rotate: see running */
#define PMC_SETUP_RECORDS 0x4u /* rings tell what the target does, too: see PMC_RECORD_… */

/*
 * PMC_IOC_SETUP: gives the set its events, once. With n = 0 it has only the virtual time-stamp
 * counter.
 *
 * EALREADY: the set has its events already. ENODEV: there is no PMU, or the module cannot use it (n
 * > 0). EBUSY: perf or the NMI watchdog holds the PMU now, so the set could not be started. EINVAL
 * also: the set samples and rotates; a period above 2^62; a frequency above a million. EOPNOTSUPP
 * also: PMC_SETUP_RECORDS, and the kernel has no kprobes or is a real-time one.
 *
 * Errors of event `bad`: ERANGE: it sets bits that its register does not have, or names a register
 * or counter that the PMU does not have. EACCES: it counts more than the caller may (kernel mode,
 * the sibling: CAP_PERFMON), or its samples hold the kernel's chain, and the caller may not count
 * kernel mode. EOPNOTSUPP: it samples, and the counters of this processor do not interrupt, or
 * precisely. EIO: the processor refuses a register that it needs, as in a virtual machine with part
 * of a PMU.
 */
struct pmc_ioctl_setup {
	__u32 size;
	__u32 flags;  /* PMC_SETUP_… */
	__u64 events; /* pointer to struct pmc_ioctl_event[n] */
	__u32 n;
	__u32 event_size; /* sizeof(struct pmc_ioctl_event); 16 at least, a multiple of 8 */
	__u32 bad;	  /* out, on the errors above: the event's number */
	__u32 reserved[3];
};

#define PMC_TARGET_SELF	  1 /* the calling thread; id is 0 */
#define PMC_TARGET_THREAD 2 /* id: a thread, in the caller's PID namespace */
#define PMC_TARGET_CPU	  3 /* id: a CPU, which must be online */

/*
 * PMC_IOC_ATTACH: attaches the set to its target, once, and gives its events their counters.
 *
 * ENOTCONN: the set has no events yet. EISCONN: it is attached already. ESRCH: there is no such
 * thread, or it is exiting. ENXIO: there is no such CPU, or it is offline. EPERM: the thread is
 * another user's, or must not be traced (CAP_PERFMON, CAP_SYS_PTRACE). EUSERS: 32 sets of
 * users count the thread already, or 32 of privileged callers if the caller is one. EACCES: only
 * CAP_PERFMON may count CPUs. ENOSPC: the PMU has too few counters, even if nobody else counts;
 * conflict tells which events. EBUSY: the set samples a CPU, and a process may read that CPU's
 * counters with RDPMC.
 *
 * Where the counters do not suffice for all sets that are started, they take turns, and `running`
 * is less than `enabled`. Sets that a privileged caller attached go first (those with pinned events
 * before others); users take turns with one another, and the sets of a user among themselves. A set
 * that is not started holds nothing.
 */
struct pmc_ioctl_attach {
	__u32 size;
	__u32 target; /* PMC_TARGET_… */
	__s32 id;
	__u32 holder;	 /* out: a process whose started set needs the same counters, or 0 */
	__u32 conflict;	 /* out with ENOSPC: bit i: the other events would fit without event i */
	__u32 rotations; /* out: how many groups of events rotate; 1: all events are on counters */
	__u32 rings;	 /* out: how many rings it has; 0 if it has neither samples nor records */
	__u32 reserved[1];
	__u8 counter[PMC_ABI_EVENTS]; /* out: the counter of each event, in its first rotation */
};

/* ---- Counting ---- */

#define PMC_START_ON_EXEC 0x1u

/*
 * PMC_IOC_START takes flags. With PMC_START_ON_EXEC the set starts when the target next executes a
 * program; what its children execute does not matter. PMC_IOC_STOP, and PMC_IOC_RESET, which sets
 * all counts to 0, take no argument (0). Starting a set that is started, or stopping one that is
 * stopped, does nothing.
 *
 * A set that is started, or waits for a program, holds the PMU, and the kernel's perf gets EBUSY
 * for hardware events. That ends when the set is closed, within a tenth of a second after it is
 * stopped, and as soon after all that it counts has ended. A set that has mapped a page with
 * PMC_PAGE_RDPMC holds the PMU until it is closed. All others leave it to perf.
 *
 * ENOTCONN: the set is not attached. ENOBUFS: it samples without a signal (PMC_IOC_SIGNAL), and its
 * rings are not mapped. EBUSY
 * (PMC_IOC_START): perf or the NMI watchdog holds the PMU now.
 */

struct pmc_ioctl_count {
	__u64 value;   /* 64 bits, since the last reset */
	__u64 enabled; /* ticks for which the target ran while the set was started … */
	__u64 running; /* … and for which the event was on a counter */
};

/*
 * PMC_IOC_READ: reads all counts. Those of one thread are of one instant. With PMC_SETUP_INHERIT
 * they are the sum over all threads that are or were counted.
 *
 * ENOTCONN: the set is not attached. ERANGE: n is not the number of its events.
 */
#define PMC_READ_RUNNING  0x1u /* the set is started */
#define PMC_READ_ENDED	  0x2u /* the target and all that inherited the set have ended */
#define PMC_READ_DROPPED  0x4u /* a thread changed its credentials and is no longer counted */
#define PMC_READ_OVERFLOW 0x8u /* an overflow has stopped the set (PMC_IOC_SIGNAL) */

struct pmc_ioctl_read {
	__u32 size;
	__u32 n;
	__u64 counts;	/* pointer to struct pmc_ioctl_count[n] */
	__u64 tsc;	/* out: the virtual time-stamp counter: ticks for which the target ran */
	__u32 flags;	/* out: PMC_READ_… */
	__u32 contexts; /* out: how many threads, or CPUs, are counted now */
	__u32 lost;	/* out: threads that could not inherit: no memory, or no counters */
	/* sizeof(struct pmc_ioctl_count), a multiple of 8, or 0: 24 */
	__u32 count_size;
	__u32 reserved[2];
};

/* ---- Reading without a system call ---- */

/*
 * mmap(fd, one page, PROT_READ, MAP_SHARED, offset 0), for a set that is attached to the calling
 * thread and that does not inherit. Only that thread may use the page:
 *
 *	do {
 *		seq = page->seq; barrier
 *		index = page->counter[i].index; …
 *		value = page->counter[i].sum;
 *		if (index)
 *			value += (rdpmc(index - 1) - page->counter[i].base) & mask of width
 *		barrier
 *	} while (seq & 1 || page->seq != seq);
 *
 * The page shows what was counted, not for how long. If PMC_PAGE_PARTIAL is set, not all of the
 * thread's time was counted, and PMC_IOC_READ tells how much.
 *
 * If PMC_PAGE_RDPMC is clear RDPMC would fault, so use PMC_IOC_READ. That is so for pages that are
 * first mapped while CPUs are counted, and where siblings share the counters. (RDPMC also faults
 * where the administrator has closed it to everybody, by 0 in
 * /sys/bus/event_source/devices/cpu/rdpmc, which the module cannot see.)
 *
 * EINVAL: another size, offset or protection. ENOTCONN: the set is not attached to the calling
 * thread. EOPNOTSUPP: the set inherits, or samples. EBUSY: perf or the NMI watchdog holds the PMU
 * now.
 */
#define PMC_PAGE_RDPMC	 0x1u
#define PMC_PAGE_PARTIAL 0x2u /* events rotate, or have waited: PMC_IOC_READ tells how long */

struct pmc_ioctl_page_counter {
	__u32 index; /* 1 + RDPMC's argument; 0: sum is the whole count */
	__u32 width; /* bits of what RDPMC gives */
	__u64 sum, base;
};

struct pmc_ioctl_page {
	__u32 version;	     /* PMC_ABI_VERSION */
	__u32 flags;	     /* PMC_PAGE_… */
	__u32 seq;	     /* changes with every update; odd during one */
	__u32 n;	     /* events */
	__u64 tsc, tsc_base; /* while running: virtual time = tsc + RDTSC - tsc_base */
	__u32 running;	     /* not 0: the thread is counted now */
	/* Where counter[0] begins in the page, and how far it is to the next one. */
	__u32 counter_offset;
	__u32 counter_size;
	__u32 reserved[5];
	struct pmc_ioctl_page_counter counter[PMC_ABI_EVENTS];
};

/* ---- Sampling ---- */

/*
 * mmap(fd, rings * (page size + data), PROT_READ | PROT_WRITE, MAP_SHARED, offset PMC_RING_OFFSET),
 * once, after attaching and before starting; data is a power of two of at least a page. The mapping
 * holds pmc_ioctl_attach.rings rings, each a page with struct pmc_ioctl_ring and then its data. A
 * set that counts one thread or one CPU has one ring. A set that inherits has one for each CPU, in
 * the order of their numbers, so that the records of one ring are in the order of time.
 *
 * Records lie in data from `tail` to `head`, both modulo data_size. Each is a struct
 * pmc_ioctl_sample, has a size that is a multiple of 8, and may continue at the beginning of data.
 * The reader loads head (acquire), takes records, and stores the new tail (release). Nothing is
 * overwritten: records for which there is no room are counted as lost. For every event samples +
 * lost + missed + throttled is what was counted while it ran, divided by the period. poll(2)
 * reports POLLIN while there are records, and wakes up when a ring is half full, or when the set
 * has nothing to count any more (POLLHUP). PMC_IOC_WAKEUP chooses another moment.
 *
 * EINVAL: another size, offset or protection, or more than 64 MiB. ENOTCONN: the set is not
 * attached. EBUSY: its rings are mapped already. EOPNOTSUPP: it has none. EAGAIN: all rings
 * of the user together would take more than RLIMIT_MEMLOCK and 512 KiB for each CPU (CAP_IPC_LOCK).
 * ENOMEM.
 */
#define PMC_RING_OFFSET 0x100000

struct pmc_ioctl_ring {
	__u32 version;	   /* PMC_ABI_VERSION */
	__u32 data_offset; /* of the first byte of data, from the start of this structure */
	__u64 data_size;
	__u64 head;    /* only the kernel writes it, and it keeps its own copy */
	__u64 tail;    /* only the reader writes it */
	__u64 samples; /* samples that were written … */
	__u64 lost;    /* … for which there was no room … */
	__u64 missed;  /* … that fell due together with another one, before that was served … */
	__u64 throttled;    /* … that were left out, for handling took over a third of the time */
	__u64 lost_records; /* records other than samples for which there was no room */
	__u64 reserved[7];
};

#define PMC_RECORD_SAMPLE 1u
/*
 * Those below come with PMC_SETUP_RECORDS, from when the rings are mapped until the set is closed,
 * whether it is started or not. They tell what the threads do that the set counts, or all that run
 * on the CPU, and stand in one order with the samples.
 */
#define PMC_RECORD_MMAP	      2u /* code was mapped, or made executable: struct pmc_ioctl_mmap */
#define PMC_RECORD_COMM	      3u /* a thread has this name now */
#define PMC_RECORD_FORK	      4u /* a thread was made, by ptid of ppid */
#define PMC_RECORD_EXEC	      5u /* a program has begun; its COMM and its first MMAPs come before */
#define PMC_RECORD_EXIT	      6u /* a thread ends; ppid: its parent */
#define PMC_RECORD_LOST	      7u /* what had no room before this: struct pmc_ioctl_lost */
#define PMC_RECORD_THROTTLE   8u /* samples of the event are left out from here … */
#define PMC_RECORD_UNTHROTTLE 9u /* … to here: `value` of them */

#define PMC_COMM_EXEC 0x1u /* for a program that begins: what was mapped before is gone */

#define PMC_SAMPLE_USER 0x1u /* ip is in user mode */
/* ip is where user mode was left: the NMI hit the kernel. 0 where that was just being noted. */
#define PMC_SAMPLE_LATE	     0x2u
#define PMC_SAMPLE_NO_COUNTS 0x4u /* the interrupt came while the counts were being updated */

/*
 * The registers and the stack are those of user mode when it was interrupted, or left. Registers
 * have DWARF's order: 17 of 64-bit code (RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP, R8 to R15, RIP) or
 * 9 of 32-bit code (EAX, ECX, EDX, EBX, ESP, EBP, ESI, EDI, EIP). The stack is a copy that begins
 * at the stack pointer. It is shorter than was asked for where the stack ends, or is not in memory;
 * and where the record would be longer than 65528 bytes. There are neither in samples of kernel
 * threads, in those that hit the kernel before it had saved all registers, in those that are
 * taken when a thread leaves its CPU, before the interrupt has come, and in those of the kernel's
 * last instructions before a thread has its stack, which are the thread's where the module hears of
 * switches by the tracepoint. These have no chain of the kernel either.
 */
struct pmc_ioctl_sample {
	__u16 type; /* PMC_RECORD_SAMPLE; skip records of other types */
	__u16 size; /* of the record, in bytes */
	__u16 flags;
	__u16 event; /* its number in the set */
	__u32 cpu;
	__u32 pid,
		tid; /* in the PID namespace of whoever opened the set; 0: it is not in that one */
	__u16 n_counts,
		n_kernel; /* words that follow: first the counts, then the kernel's chain … */
	/*
	 * … then the user's, which begins with where user mode was left if ip is the kernel's. It
	 * is missing where the kernel was just noting that …
	 */
	__u16 n_user;
	__u16 n_regs,	 /* … then user mode's registers … */
		n_stack; /* … and its stack */
	__u16 reserved;
	__u64 ip;     /* where the interrupted program will continue; 0: unknown */
	__u64 time;   /* time-stamp counter */
	__u64 period; /* how many events this sample stands for */
	__u64 word[];
};

/*
 * PMC_IOC_PERIOD: gives an event that samples another period, or another frequency, also while it
 * counts. Its next sample comes one new period after the call; what it had counted since the last
 * one does not matter.
 *
 * ENOTCONN: the set is not attached. ERANGE: it has no such event. EINVAL also: the event does not
 * sample; no period, or one beyond the limits of PMC_IOC_SETUP.
 */
struct pmc_ioctl_period {
	__u32 size;
	__u32 event; /* its number in the set */
	__u64 period;
	__u32 flags; /* PMC_EVENT_FREQUENCY: period is samples wanted per second, or 0 */
	__u32 reserved;
};

/*
 * PMC_IOC_WAKEUP: when poll(2) wakes up and reports POLLIN, also while the set counts, for each
 * ring by itself. Either while it holds at least `bytes` bytes that the reader has not taken; or as
 * soon as `samples` more samples were written to it than when poll last reported POLLIN for that.
 * Half of the ring's data is the most that either waits for. A record that is lost wakes up, too,
 * once, and when the set has nothing to count any more, POLLIN is reported while there are records.
 * With both 0 it is as described at struct pmc_ioctl_ring.
 *
 * ENOTCONN: the set is not attached. EOPNOTSUPP: it has no rings. EINVAL also: neither is 0.
 */
struct pmc_ioctl_wakeup {
	__u32 size;
	__u32 bytes;
	__u32 samples;
	__u32 reserved;
};

/*
 * PMC_IOC_OUTPUT: the set's records go to the rings of another set, instead of rings of its own, so
 * that one reader has the records of both in one order. Both sets count the same thread, without
 * inheriting, or the same CPU; or both inherit, and then it does not matter whom they count. The
 * rings tell of all sets together what was written, lost, missed and throttled. A ring that is
 * reached wakes the reader of the set that has mapped it; poll of the others reports only their
 * end. When that set is closed the others go on, and their records go nowhere.
 *
 * ENOTCONN: one of the sets is not attached. EBADF: fd is no file of this device. ENOBUFS: the
 * other set has no rings. EBUSY: the set has rings already. EOPNOTSUPP: it has neither samples nor
 * records. EPERM: another user has opened the other set, or one with fewer capabilities. ESRCH: the
 * thread has ended. EINVAL also: they count something else; first_event is above 65504.
 */
struct pmc_ioctl_output {
	__u32 size;
	__s32 fd;	   /* of the other set */
	__u32 first_event; /* the number that the set's first event has in records */
	__u32 reserved;
};

/*
 * PMC_IOC_SIGNAL: from now on each sample stops the set, all its events at that instant, and sends
 * a signal to the calling thread. The handler, or whoever else has the file, makes it go on by
 * PMC_IOC_RESUME. So a program gets one signal for each overflow, and the counts that it reads
 * meanwhile are those of the overflow.
 *
 * The signal has si_code POLL_HUP, si_fd as the caller chose it, and in si_band a bit for each
 * event that was due (bit i: event i). Where no signal can be queued, the thread gets SIGIO without
 * these, as from perf. A thread to which the caller could not send it by kill(2) any more, since it
 * has got other rights by execve(2), gets none.
 *
 * Such a set needs no rings: if none are mapped when it is started, its samples are counted and
 * their records are lost. It holds the PMU while it is stopped by an overflow. PMC_IOC_START makes
 * it go on, too, and PMC_IOC_STOP ends that it can be resumed.
 *
 * ENOTCONN: the set is not attached. EBUSY: it is started. EOPNOTSUPP: it does not sample. EINVAL
 * also: the set inherits, and a signal tells what one thread, or one CPU, has counted; there is no
 * such signal, or it is one that has fields of its own (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
 * SIGCHLD, SIGSYS), or cannot be caught (SIGKILL, SIGSTOP).
 */
struct pmc_ioctl_signal {
	__u32 size;
	__u32 signal; /* 0: none; samples do not stop the set any more */
	__s32 fd;     /* for si_fd: usually the set's own */
	__u32 reserved[5];
};

/*
 * PMC_IOC_RESUME takes no argument (0): the set goes on after the overflow that has stopped it, and
 * its next sample comes after the full period. EALREADY: no overflow has stopped it. ENOTCONN: the
 * set is not attached.
 */

/*
 * What all records but samples begin with. Type, size, cpu, pid, tid and time lie where they lie in
 * a sample. Numbers of tasks are those of the opener's PID namespace (0: not in there). A set of
 * threads that a user opened gets MMAP and EXEC only of tasks that he may attach to at that moment.
 */
struct pmc_ioctl_record {
	__u16 type, size, flags;
	__u16 event; /* THROTTLE, UNTHROTTLE: its number in the set */
	__u32 cpu;
	__u32 pid, tid;
	__u16 fixed; /* bytes before the name, or before the end: fields beyond are not there */
	__u16 reserved;
	__u32 ppid, ptid; /* EXEC: ptid is the number that the thread had before */
	__u64 value;	  /* MMAP: the address */
	__u64 time;	  /* time-stamp counter: PMC_IOC_CLOCK converts */
	/* COMM: the name; EXEC: the path as it was given; 0 to 7 zeros behind its own */
};

struct pmc_ioctl_mmap {
	struct pmc_ioctl_record head;
	__u64 length, offset; /* bytes; where in the file */
	__u32 major, minor;   /* the file's device; 0 if there is no file, as: */
	__u64 inode, generation;
	__u32 prot, map_flags; /* PROT_… and MAP_… of mmap(2) */
			       /* the path, "[vdso]", "//anon" …; "//toolong" */
};

struct pmc_ioctl_lost {
	struct pmc_ioctl_record head;
	__u64 samples, records; /* since the last LOST */
};

/*
 * PMC_IOC_CLOCK: the time-stamp counter and CLOCK_MONOTONIC at one moment. Two of them give a line
 * that converts the times of records between them.
 */
struct pmc_ioctl_clock {
	__u32 size;
	__u32 error;	 /* out: the two were looked at within so many ticks */
	__u64 tsc;	 /* out */
	__u64 monotonic; /* out: nanoseconds */
	__u64 reserved[2];
};

/* ---- Registers, for tools ---- */

#define PMC_MSR_WRITE 0x1u

/*
 * PMC_IOC_MSR: reads or writes one PMU register of one CPU, as core/pmu/registers.h lists them.
 *
 * EPERM: the caller has no CAP_SYS_ADMIN, or this processor has no such PMU register. ENXIO: there
 * is no such CPU, or it is offline. ERANGE: the value sets reserved bits. EROFS: the register
 * cannot be written. EBUSY: it is to be written while perf or the NMI watchdog holds the PMU; or
 * sets hold it, and the register is a select or control register (counters may be written). EIO:
 * the processor refused.
 */
struct pmc_ioctl_msr {
	__u32 size;
	__u32 flags; /* PMC_MSR_WRITE */
	__u32 cpu;
	__u32 address;
	__u64 value; /* in, or out */
	__u64 reserved[2];
};

/* ---- The self test ---- */

#define PMC_SELFTEST_FINDINGS 512 /* one test of a CPU has no more */

struct pmc_ioctl_finding {
	__u8 check;   /* what was tested: enum selftest_check of core/selftest/finding.h */
	__u8 result;  /* 0: passed; 1: failed; 2: skipped */
	__u8 counter; /* fixed ones from 32 on */
	__u8 reserved[5];
	__u64 got, want;
};

/*
 * PMC_IOC_SELFTEST: tests in kernel mode whether the PMU of one CPU does what its manual says, with
 * interrupts off there, which takes some milliseconds. Registers are put back.
 *
 * EPERM: the caller has no CAP_SYS_ADMIN, or the kernel is locked down. ENODEV: there are no
 * counters. ENXIO: there is no such CPU, or it is offline. EBUSY: somebody counts: a set, perf, the
 * NMI watchdog, or whoever else has left a counter of that CPU enabled. EIO: the processor refuses
 * a register.
 */
struct pmc_ioctl_selftest {
	__u32 size;
	__u32 cpu;
	__u64 findings; /* pointer to struct pmc_ioctl_finding[n] */
	__u32 n;	/* in: room, at most PMC_SELFTEST_FINDINGS; out: how many were filled in */
	__u32 finding_size; /* sizeof(struct pmc_ioctl_finding); 24 at least, a multiple of 8 */
	__u32 total;	    /* out: how many there are */
	__u32 reserved;
};

/* ---- Who counts ---- */

#define PMC_HOLDING_WAITS      0x1u /* the event waits for a counter */
#define PMC_HOLDING_PRIVILEGED 0x2u /* its set goes first */
#define PMC_HOLDING_VALUE      0x4u /* the caller may read it: value, enabled, running and time */
#define PMC_HOLDING_KERNEL     0x8u /* code in the kernel has opened its set; pid is 0 */
#define PMC_NO_COUNTER	       0xffu

struct pmc_ioctl_holding {
	__u32 pid;    /* of the process that opened the set */
	__s32 tid;    /* the thread that is counted; -1: the whole CPU */
	__u32 uid;    /* of the user who opened it */
	__u16 flags;  /* PMC_HOLDING_… */
	__u8 counter; /* or PMC_NO_COUNTER */
	__u8 number;  /* of the event in its set */
	/* As this version knows it. What it gets later would follow at the end of the holding. */
	struct pmc_ioctl_event event;
	/* What it has counted in this thread or on this CPU, as in struct pmc_ioctl_count … */
	__u64 value, enabled, running;
	__u64 time; /* … until this moment: time-stamp counter */
	__s32 cpu;  /* where it counts, or waits, now; -1: the thread does not run */
	__u32 reserved;
};

#define PMC_LIST_THREAD 0x1u /* those that count a thread, wherever it is */
#define PMC_LIST_QUIET	0x2u /* with PMC_LIST_THREAD: no CPU is interrupted for that */

/*
 * PMC_IOC_LIST: the events of all sets that count on one CPU at this moment, or with
 * PMC_LIST_THREAD those of all that count one thread, also while it sleeps, or they are stopped;
 * and those that wait for a counter too. Numbers of processes, threads and users are those of the
 * caller's namespaces (0: not in there).
 *
 * The values of one set are of one instant: of now, if nothing of it counts at this moment, or its
 * CPU was asked, which takes an interrupt there. With PMC_LIST_QUIET they are of the moment when
 * that CPU last added up by itself: at the last switch, or read, or after seconds (time tells).
 *
 * Callers without CAP_PERFMON and CAP_SYS_ADMIN see their own user's sets; of a thread that they
 * may trace (as for PMC_IOC_ATTACH) also those that other users attached without these
 * capabilities. They get the values of sets that were opened with their own ids, and with no more
 * capabilities than theirs; of a thread that they may trace those of all sets that they see, unless
 * it was opened with more capabilities, or counts kernel mode and they may not.
 *
 * ENXIO: there is no such CPU, or it is offline. ESRCH: there is no such thread. EPERM: the caller
 * may not trace the thread, and no set of his counts it.
 */
struct pmc_ioctl_list {
	__u32 size;
	__u32 cpu;	    /* or the thread, in the caller's PID namespace */
	__u64 holdings;	    /* pointer to struct pmc_ioctl_holding[n] */
	__u32 n;	    /* in: room for so many, at most 256; out: how many were filled in */
	__u32 holding_size; /* sizeof(struct pmc_ioctl_holding); 16 at least, a multiple of 8 */
	__u32 total;	    /* out: how many there are */
	__u32 flags;	    /* PMC_LIST_… */
	__u32 reserved[2];
};

#define PMC_IOC_MAGIC	 0xe7
#define PMC_IOC_INFO	 _IOWR(PMC_IOC_MAGIC, 0, struct pmc_ioctl_info)
#define PMC_IOC_SETUP	 _IOWR(PMC_IOC_MAGIC, 1, struct pmc_ioctl_setup)
#define PMC_IOC_ATTACH	 _IOWR(PMC_IOC_MAGIC, 2, struct pmc_ioctl_attach)
#define PMC_IOC_START	 _IO(PMC_IOC_MAGIC, 3)
#define PMC_IOC_STOP	 _IO(PMC_IOC_MAGIC, 4)
#define PMC_IOC_RESET	 _IO(PMC_IOC_MAGIC, 5)
#define PMC_IOC_READ	 _IOWR(PMC_IOC_MAGIC, 6, struct pmc_ioctl_read)
#define PMC_IOC_MSR	 _IOWR(PMC_IOC_MAGIC, 7, struct pmc_ioctl_msr)
#define PMC_IOC_LIST	 _IOWR(PMC_IOC_MAGIC, 8, struct pmc_ioctl_list)
#define PMC_IOC_PERIOD	 _IOWR(PMC_IOC_MAGIC, 9, struct pmc_ioctl_period)
#define PMC_IOC_SIGNAL	 _IOWR(PMC_IOC_MAGIC, 10, struct pmc_ioctl_signal)
#define PMC_IOC_RESUME	 _IO(PMC_IOC_MAGIC, 11)
#define PMC_IOC_CLOCK	 _IOWR(PMC_IOC_MAGIC, 12, struct pmc_ioctl_clock)
#define PMC_IOC_WAKEUP	 _IOWR(PMC_IOC_MAGIC, 13, struct pmc_ioctl_wakeup)
#define PMC_IOC_SELFTEST _IOWR(PMC_IOC_MAGIC, 14, struct pmc_ioctl_selftest)
#define PMC_IOC_OUTPUT	 _IOWR(PMC_IOC_MAGIC, 15, struct pmc_ioctl_output)

#endif
