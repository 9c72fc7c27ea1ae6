/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The ABI of /dev/pmc, version 1.
 *
 * One open file is one set: a list of events that are counted together, for one target (a thread, with
 * or without what it makes later, or a CPU), and read at one instant. There are no numbers that stand for
 * sets, so none can be forged; a file that is closed, by its last process's death too, leaves nothing
 * behind. A file that is passed to another process counts on.
 *
 *	fd = open("/dev/pmc", O_RDWR | O_CLOEXEC);
 *	ioctl(fd, PMC_IOC_SETUP, &setup);	the events, by their register values
 *	ioctl(fd, PMC_IOC_ATTACH, &attach);	what is counted
 *	ioctl(fd, PMC_IOC_START, 0);
 *	ioctl(fd, PMC_IOC_READ, &read);
 *
 * Events come as register values, which libpmc makes from names (core/encode/encode.h); the kernel gives them
 * counters and checks every bit.
 *
 * Rules: 32-bit and 64-bit callers see one layout. Every structure begins with its size as the caller
 * knows it: a longer one than the kernel knows is taken when the rest is zero (E2BIG), and of a shorter
 * one the missing rest is zero. Reserved fields are zero (EINVAL). A call that fails changes nothing,
 * except for fields that are said to tell why. Counts of time are time-stamp counter ticks
 * (pmc_ioctl_info.tsc_khz). Counters are numbered 0 to 31 general and 32 on fixed, on Pentium 4 0 to 17.
 *
 * Errors of every call: EFAULT: a pointer; EINVAL: a size, flag or reserved field; ENOTTY: no such call;
 * E2BIG: as above; ENOMEM. pmc_ioctl(4) lists all of them.
 */
#ifndef PMC_PMC_IOCTL_H
#define PMC_PMC_IOCTL_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define PMC_DEVICE	"/dev/pmc"
#define PMC_ABI_VERSION 1

#define PMC_ABI_EVENTS 32 /* of a set, at most */

/* ---- What there is ---- */

#define PMC_FEATURE_RDPMC   0x01u /* the mapped page can be read without system calls */
#define PMC_FEATURE_INHERIT 0x02u
#define PMC_FEATURE_PROBED  0x04u /* CPUID does not announce the PMU; its registers answered */
#define PMC_FEATURE_SAMPLE  0x08u /* counters interrupt: events can be sampled */

struct pmc_ioctl_info {
	__u32 size;
	__u32 version;	      /* PMC_ABI_VERSION */
	char model[32];	      /* as pmc list --models shows it: "pentium3" */
	__u32 general;	      /* bit i: counter i is there; none at all: only time can be counted */
	__u32 fixed;	      /* bit i: fixed counter i is there */
	__u8 general_width;   /* bits */
	__u8 fixed_width;
	__u8 family;	      /* enum pmu_family of core/pmu/pmu.h */
	__u8 arch_version;    /* architectural version; AMD: 2 is PerfMonV2 */
	__u32 caps;	      /* PMU_… of core/pmu/pmu.h */
	__u32 arch_events;
	__u32 features;	      /* PMC_FEATURE_… */
	__u32 paranoid;	      /* the module's parameter: what users without CAP_PERFMON may */
	__u32 tsc_khz;
	__u32 held;	      /* sets that hold the PMU; 0: the kernel's perf could have it */
	__u32 reserved[9];
};

/* ---- Setting up ---- */

#define PMC_EVENT_PINNED    0x1u /* with PMC_SETUP_ROTATE: always on a counter */
#define PMC_EVENT_FREQUENCY 0x2u /* period is how many samples a second of running time are wanted */

/* pmc_ioctl_event.sample: what a record of this event's samples holds besides. */
#define PMC_SAMPLE_COUNTS	0x1u /* what every event of the set has counted in this thread, or CPU */
#define PMC_SAMPLE_USER_CHAIN	0x2u /* return addresses of user mode, by frame pointers */
#define PMC_SAMPLE_KERNEL_CHAIN 0x4u /* those of the kernel, by its unwinder; needs the right to count it */
#define PMC_SAMPLE_DEPTH	63   /* addresses of a chain, at most */

/*
 * One event, in the terms of struct encoding (core/encode/encode.h). The interrupt-at-overflow bits are the
 * kernel's: they must be 0.
 */
struct pmc_ioctl_event {
	__u64 counters;	      /* bit i: counter i can count it; narrowed to those that there are */
	__u64 select;	      /* PERFEVTSEL; CCCR without the ESCR's number; counter 0's half of CESR */
	__u64 msr_value;
	__u32 msr;	      /* a register that it needs besides (OFFCORE_RSP …), or 0 */
	__u32 escr;	      /* Pentium 4: the ESCR's value … */
	__u32 pebs_enable, pebs_vert; /* … and for replay tagging */
	__u8 fixed;	      /* its four bits of FIXED_CTR_CTRL, on a fixed counter */
	__u8 n_escrs;	      /* Pentium 4: 1 or 2 … */
	__u8 escr_of[2];      /* … in which ESCRs it can be: enum p4_escr of core/pmu/p4.h */
	__u32 flags;	      /* PMC_EVENT_… */
	__u32 upstream;	      /* … an ESCR besides that tags for it … */
	__u8 n_upstream;	      /* … 0: none is needed; or 1 or 2 … */
	__u8 upstream_of[2];	      /* … and in which it can be */
	__u8 tags;	      /* … tags that its ESCRs give */
	__u64 other_select;   /* the same event by another register (OFFCORE_RSP1 for 0) … */
	__u64 other_counters; /* … and its counters */
	__u32 other_msr;      /* … which is this; or 0 */
	__u32 group;	      /* with PMC_SETUP_ROTATE: events with an equal one, 1 to 255, stay together */
	__u64 period;	      /* 0: is counted only; else a sample each time that it has counted so many … */
	__u32 sample;	      /* … and PMC_SAMPLE_… */
	__u32 precise;	      /* for samples that the processor takes by itself; 0 */
	__u64 reserved;
};

#define PMC_SETUP_INHERIT 0x1u /* threads and children that the target makes are counted too */
#define PMC_SETUP_ROTATE  0x2u /* events that do not fit at once are counted in turns; see running */

/*
 * PMC_IOC_SETUP: the set's events, once. n may be 0: the virtual time-stamp counter alone.
 * EALREADY: was set up; ENODEV: no PMU, or not one that the module drives (n > 0); ERANGE: event `bad`
 * sets bits that its register has not, or names a register or counter that the PMU has not; EACCES: event
 * `bad` counts more than the caller may (kernel mode, another thread of the core: CAP_PERFMON), or wants
 * the kernel's chain without that right; EOPNOTSUPP: event `bad` wants to be sampled, and the counters of
 * this processor do not interrupt, or precisely; EIO: the processor refuses a register that event `bad` needs,
 * as in a virtual machine that has a part of a PMU; EBUSY: perf or the NMI watchdog holds the registers. EINVAL
 * also: sampling with PMC_SETUP_ROTATE; a period above 2^62, a frequency above a million.
 */
struct pmc_ioctl_setup {
	__u32 size;
	__u32 flags;	      /* PMC_SETUP_… */
	__u64 events;	      /* pointer to struct pmc_ioctl_event[n] */
	__u32 n;
	__u32 event_size;     /* sizeof(struct pmc_ioctl_event) */
	__u32 bad;	      /* out, on errors above */
	__u32 reserved[3];
};

#define PMC_TARGET_SELF	  1 /* the calling thread; id is 0 */
#define PMC_TARGET_THREAD 2 /* id: a thread, in the caller's PID namespace */
#define PMC_TARGET_CPU	  3 /* id: a CPU that is online */

/*
 * PMC_IOC_ATTACH: what the set counts, once; the events get their counters here.
 * ENOTCONN: not set up; EISCONN: attached; ESRCH: no such thread, or it is ending; ENXIO: no such CPU;
 * EPERM: another user's thread, or one that must not be traced (CAP_PERFMON, CAP_SYS_PTRACE); EUSERS: 64 sets count
 * the thread already;
 * EACCES: CPUs need CAP_PERFMON; ENOSPC: the counters do not suffice: beside what `holder` counts
 * there, or at all when holder is 0; conflict tells which events; EBUSY: a CPU is to be sampled, and a process
 * reads its counters with RDPMC.
 */
struct pmc_ioctl_attach {
	__u32 size;
	__u32 target;	      /* PMC_TARGET_… */
	__s32 id;
	__u32 holder;	      /* out with ENOSPC: a process whose set is in the way, or 0 */
	__u32 conflict;	      /* out with ENOSPC: bit i: without any one of them the others would fit */
	__u32 rotations;	      /* out: 1, or more where events rotate */
	__u32 rings;	      /* out: how many rings a set that samples has; else 0 */
	__u32 reserved[1];
	__u8 counter[PMC_ABI_EVENTS]; /* out: which one each event got; with turns, in its first one */
};

/* ---- Counting ---- */

#define PMC_START_ON_EXEC 0x1u

/*
 * PMC_IOC_START: argument: flags. PMC_START_ON_EXEC: when the target next executes a program.
 * PMC_IOC_STOP, PMC_IOC_RESET (all counts to 0): no argument. What is started already, or stopped, stays so.
 * ENOTCONN: not attached; ENOBUFS: the set samples, and its rings are not mapped.
 */

struct pmc_ioctl_count {
	__u64 value;	      /* 64 bits, from the last reset on */
	__u64 enabled;	      /* ticks that the target ran while the set was started … */
	__u64 running;	      /* … and the event was on a counter */
};

/*
 * PMC_IOC_READ: all counts. Those of one thread are of one instant. With PMC_SETUP_INHERIT the sum over
 * all that is or was counted. ENOTCONN: not attached. ERANGE: n is not the number of events.
 */
#define PMC_READ_RUNNING 0x1u /* started */
#define PMC_READ_ENDED	 0x2u /* the target and everything inherited has ended */
#define PMC_READ_DROPPED 0x4u /* a part was let go when it changed its credentials */

struct pmc_ioctl_read {
	__u32 size;
	__u32 n;
	__u64 counts;	      /* pointer to struct pmc_ioctl_count[n] */
	__u64 tsc;	      /* out: the virtual time-stamp counter: ticks that the target ran */
	__u32 flags;	      /* out: PMC_READ_… */
	__u32 contexts;	      /* out: threads that are counted now */
	__u32 lost;	      /* out: threads that could not be inherited (memory) */
	__u32 reserved[3];
};

/* ---- Reading without a system call ---- */

/*
 * mmap(fd, one page, PROT_READ, MAP_SHARED, offset 0), for a set that is attached to the calling thread
 * and that does not inherit. Only that thread may use it:
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
 * PMC_PAGE_RDPMC clear: RDPMC would fault; use PMC_IOC_READ. So it is with pages that are first mapped while CPUs
 * are counted. (RDPMC faults all the same where the administrator has closed it to everybody:
 * /sys/bus/event_source/devices/cpu/rdpmc is 0, which the module cannot see.)
 * mmap: EINVAL: another size, offset or protection; ENOTCONN: not attached to the calling thread; EOPNOTSUPP: the
 * set inherits, or samples.
 */
#define PMC_PAGE_RDPMC 0x1u

struct pmc_ioctl_page_counter {
	__u32 index;	      /* 1 + RDPMC's argument; 0: sum is all */
	__u32 width;	      /* bits of what RDPMC gives */
	__u64 sum, base;
};

struct pmc_ioctl_page {
	__u32 version;	      /* PMC_ABI_VERSION */
	__u32 flags;	      /* PMC_PAGE_… */
	__u32 seq;	      /* changes with every update; odd during one */
	__u32 n;	      /* events */
	__u64 tsc, tsc_base;  /* running: virtual time = tsc + RDTSC - tsc_base */
	__u32 running;	      /* != 0: counting now */
	__u32 reserved[7];
	struct pmc_ioctl_page_counter counter[PMC_ABI_EVENTS];
};

/* ---- Sampling ---- */

/*
 * mmap(fd, rings * (page size + data), PROT_READ | PROT_WRITE, MAP_SHARED, offset PMC_RING_OFFSET), once,
 * after attaching and before starting; data is a power of two, a page or more. It holds pmc_ioctl_attach.rings
 * rings, each a page with struct pmc_ioctl_ring and then its data. A set that counts one thread or one CPU has
 * one; a set that inherits has one for each CPU, in the order of their numbers, so that the records of one ring
 * are in the order of time.
 *
 * Records lie in data from `tail` to `head`, both modulo data_size; each is a struct pmc_ioctl_sample, whose
 * size is a multiple of 8, and may go on at the beginning of data. The reader loads head (acquire), takes
 * records, and stores the new tail (release). Nothing is overwritten: what has no room is counted as lost.
 * For every event, samples + lost + missed + throttled = what was counted while it ran, divided by the
 * period. poll(2) says POLLIN while there are records, and wakes when a ring is half full, or when the set has
 * nothing to count any more (POLLHUP).
 *
 * mmap: EINVAL: another size, offset or protection, or more than 64 MiB; ENOTCONN: not attached; EBUSY:
 * mapped already; EOPNOTSUPP: the set does not sample; EAGAIN: more than RLIMIT_MEMLOCK and 512 KiB for each CPU
 * in all rings of the user (CAP_IPC_LOCK); ENOMEM.
 */
#define PMC_RING_OFFSET 0x100000

struct pmc_ioctl_ring {
	__u32 version;	      /* PMC_ABI_VERSION */
	__u32 data_offset;    /* of the first byte of data, from here */
	__u64 data_size;
	__u64 head;	      /* written by the kernel only; it has its own copy */
	__u64 tail;	      /* written by the reader only */
	__u64 samples;	      /* records that were written */
	__u64 lost;	      /* samples for which there was no room … */
	__u64 missed;	      /* … that fell together with another one, before it was served … */
	__u64 throttled;      /* … that were left out since handling them took more than a quarter of the time */
	__u64 reserved[8];
};

#define PMC_RECORD_SAMPLE 1u

#define PMC_SAMPLE_USER	     0x1u /* ip is of user mode */
#define PMC_SAMPLE_LATE	     0x2u /* ip is where user mode was left: the interrupt came in the kernel */
#define PMC_SAMPLE_NO_COUNTS 0x4u /* the interrupt came while the counts were being brought up to date */

struct pmc_ioctl_sample {
	__u16 type;	      /* PMC_RECORD_SAMPLE; skip what you do not know */
	__u16 size;	      /* of the record, in bytes */
	__u16 flags;
	__u16 event;	      /* its number in the set */
	__u32 cpu;
	__u32 pid, tid;	      /* in the PID namespace of who opened the set; 0: not there */
	__u16 n_counts, n_kernel; /* of the words that follow: counts, then the kernel's chain … */
	__u16 n_user;	      /* … then the user's, which begins with where user mode was left, if ip is the kernel's */
	__u16 reserved[3];
	__u64 ip;	      /* where the interrupted program would go on; 0: not known */
	__u64 time;	      /* time-stamp counter */
	__u64 period;	      /* events that this sample stands for */
	__u64 word[];
};

/* ---- Registers, for tools ---- */

#define PMC_MSR_WRITE 0x1u

/*
 * PMC_IOC_MSR: one PMU register of one CPU, as core/pmu/pmu.h lists them; CAP_SYS_ADMIN.
 * EPERM: without it, or no PMU register of this processor; ENXIO: no such CPU; ERANGE: reserved bits;
 * EIO: the processor refused; EROFS: a register that cannot be written; EBUSY: a select or control
 * register while sets hold the PMU (counters may be written then).
 */
struct pmc_ioctl_msr {
	__u32 size;
	__u32 flags;	      /* PMC_MSR_WRITE */
	__u32 cpu;
	__u32 address;
	__u64 value;	      /* in, or out */
	__u64 reserved[2];
};

#define PMC_IOC_MAGIC  0xe7
#define PMC_IOC_INFO   _IOWR(PMC_IOC_MAGIC, 0, struct pmc_ioctl_info)
#define PMC_IOC_SETUP  _IOWR(PMC_IOC_MAGIC, 1, struct pmc_ioctl_setup)
#define PMC_IOC_ATTACH _IOWR(PMC_IOC_MAGIC, 2, struct pmc_ioctl_attach)
#define PMC_IOC_START  _IO(PMC_IOC_MAGIC, 3)
#define PMC_IOC_STOP   _IO(PMC_IOC_MAGIC, 4)
#define PMC_IOC_RESET  _IO(PMC_IOC_MAGIC, 5)
#define PMC_IOC_READ   _IOWR(PMC_IOC_MAGIC, 6, struct pmc_ioctl_read)
#define PMC_IOC_MSR    _IOWR(PMC_IOC_MAGIC, 7, struct pmc_ioctl_msr)

#endif
