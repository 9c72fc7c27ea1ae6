// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Where programs look for the number of CPUs: the affinity mask, the lists in
 * /sys/devices/system/cpu, and the lines cpuN of /proc/stat (glibc's get_nprocs() reads all three).
 * The C library and others also read /proc/cpuinfo, and /proc/meminfo (ram.h).
 *
 * The program gets a file in memory in the place of such a file. It can be read, mapped, inherited
 * and closed like the one in /proc; only fstat(2) tells them apart.
 */
#include "emu/hide/cpus.h"

#include "emu/base/engine.h"
#include "emu/base/format.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/hide/ram.h"
#include "emu/machine/cpuinfo.h"
#include "emu/machine/machine.h"

#include <asm/errno.h>
#include <linux/fcntl.h>
#include <linux/memfd.h>
#include <linux/resource.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u
#endif

#define MASK_SIZE 1024 /* bytes, for 8192 CPUs: the most that a kernel can have */
#define FILE_MAX  (64u << 10)

/* ---- System calls ---- */

/* Does the thread exist? 0 or -errno. */
static long find_thread(s32 tid)
{
	u8 mask[MASK_SIZE];
	long n = sys3(__NR_sched_getaffinity, tid, sizeof(mask), mask);

	return n < 0 ? n : 0;
}

/* The mask has as many words as the CPUs need. */
static long get_affinity(s32 tid, u64 size, u64 to)
{
	u64 mask[MASK_SIZE / 8] = { 0 };
	u32 n = machine_cpus(), bytes = (n + 63) / 64 * 8, i;
	long err = find_thread(tid);

	if (size % 8 || size * 8 < n)
		return -EINVAL;
	if (err)
		return err;
	for (i = 0; i < n; i++)
		mask[i / 64] |= 1ull << i % 64;
	if (size < bytes)
		bytes = (u32)size;
	return copy_to_user(to, mask, bytes) ? -EFAULT : (long)bytes;
}

/* Any CPU that the program sees will do, since the choice changes nothing that is counted. */
static long set_affinity(s32 tid, u64 size, u64 from)
{
	u64 mask[MASK_SIZE / 8] = { 0 };
	u32 n = machine_cpus(), i;
	long err;

	if (copy_from_user(mask, from, size < sizeof(mask) ? size : sizeof(mask)))
		return -EFAULT;
	err = find_thread(tid);
	for (i = 0; !err && i < n; i++)
		if (mask[i / 64] >> i % 64 & 1)
			return 0;
	return err ? err : -EINVAL;
}

static long get_cpu(u64 cpu_to, u64 node_to)
{
	const u32 cpu = CPUS_CURRENT, node = 0;

	if ((cpu_to && copy_to_user(cpu_to, &cpu, sizeof(cpu))) ||
	    (node_to && copy_to_user(node_to, &node, sizeof(node))))
		return -EFAULT;
	return 0;
}

bool cpus_syscall(long nr, const u64 arg[6], long *ret)
{
	if (!machine_cpus())
		return false;
	if (nr == __NR_sched_getaffinity)
		*ret = get_affinity((s32)arg[0], (u32)arg[1], arg[2]);
	else if (nr == __NR_sched_setaffinity)
		*ret = set_affinity((s32)arg[0], (u32)arg[1], arg[2]);
	else
		*ret = get_cpu(arg[0], arg[1]);
	return true;
}

/* ---- Files ---- */

static bool write_all(int fd, const char *text, u64 size)
{
	while (size) {
		long n = sys3(__NR_write, fd, text, size);

		if (n <= 0)
			return false;
		text += n;
		size -= (u64)n;
	}
	return true;
}

/* Passes on the lines of a file: those of the first CPU in /proc/cpuinfo, all but other CPUs' in
 * /proc/stat. */
struct lines {
	int to;
	bool is_stat;
	bool ended;
	char line[512]; /* the beginning of a line; the rest of a longer one follows in pieces */
	u32 n;
	bool inside; /* a longer line has been begun, */
	bool drop;   /* and is left out */
};

/* "cpu7 …", but not "cpu …" nor the first CPU. */
static bool is_other_cpu(const char *line, u32 n)
{
	return n > 4 && !strncmp(line, "cpu", 3) && line[3] >= '0' && line[3] <= '9' &&
	       (line[3] != '0' || line[4] != ' ');
}

/* Passes on what has been gathered of the line. */
static bool flush(struct lines *f, bool is_end)
{
	bool ok;

	if (!f->inside)
		f->drop = f->is_stat ? is_other_cpu(f->line, f->n) : f->ended;
	ok = f->drop || write_all(f->to, f->line, f->n);
	/* An empty line ends the first CPU's part of /proc/cpuinfo. */
	if (!f->is_stat && !f->inside && f->n == 1 && is_end)
		f->ended = true;
	f->inside = !is_end;
	f->n = 0;
	return ok;
}

static bool pass_lines(struct lines *f, const char *text, u64 n)
{
	for (u64 i = 0; i < n; i++) {
		f->line[f->n++] = text[i];
		if ((text[i] == '\n' || f->n == sizeof(f->line)) && !flush(f, text[i] == '\n'))
			return false;
	}
	return true;
}

static bool copy_filtered(int to, const char *path, bool is_stat)
{
	struct lines f = { .to = to, .is_stat = is_stat };
	int fd = sys4(__NR_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
	char text[1024];
	bool ok = fd >= 0;
	long n;

	while (ok && (n = sys3(__NR_read, fd, text, sizeof(text))) != 0)
		ok = n > 0 && pass_lines(&f, text, (u64)n);
	if (fd >= 0)
		sys1(__NR_close, fd);
	return ok && (!f.n || flush(&f, true));
}

/* Writes what the program is to find in the file. */
static bool fill(int fd, const char *path)
{
	const struct level *l = machine_level();
	char text[CPUINFO_SIZE];
	u32 n = machine_cpus();

	if (!strcmp(path, "/proc/stat"))
		return copy_filtered(fd, path, true);
	if (!strcmp(path, "/proc/meminfo"))
		return write_all(fd, text, ram_meminfo(text, sizeof(text)));
	if (!strcmp(path, "/proc/cpuinfo")) {
		if (!l)
			return copy_filtered(fd, path, false);
		return write_all(fd, text, cpuinfo_write(l, text, sizeof(text)));
	}
	if (n == 1)
		return write_all(fd, "0\n", 2);
	return write_all(fd, text, (u64)emu_snprintf(text, sizeof(text), "0-%u\n", n - 1));
}

static bool is_machine_file(const char *path)
{
	/* clang-format off */
	static const char *const lists[] = {
		"/sys/devices/system/cpu/online",
		"/sys/devices/system/cpu/possible",
		"/sys/devices/system/cpu/present",
	};
	/* clang-format on */

	/* Several CPUs are a test's: then only their number is pretended. */
	if (!strcmp(path, "/proc/cpuinfo") || !strcmp(path, "/proc/stat"))
		return machine_cpus() == 1;
	if (!strcmp(path, "/proc/meminfo"))
		return engine.deterministic;
	for (u32 i = 0; i < ARRAY_SIZE(lists); i++)
		if (!strcmp(path, lists[i]))
			return true;
	return false;
}

/* A write beyond RLIMIT_FSIZE would raise a signal. */
static bool may_write(void)
{
	struct rlimit64 limit;

	return !sys4(__NR_prlimit64, 0, RLIMIT_FSIZE, 0, &limit) && limit.rlim_cur > FILE_MAX;
}

/* Gives fd a description that stands at the beginning and, where /proc is mounted, cannot write. */
static void make_readable(int fd, bool cloexec)
{
	char link[32];
	int other;

	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	other = sys4(__NR_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC, 0);
	if (other < 0) {
		sys3(__NR_lseek, fd, 0, 0);
		sys3(__NR_fcntl, fd, F_SETFD, cloexec ? FD_CLOEXEC : 0);
		return;
	}
	sys3(__NR_dup3, other, fd, cloexec ? O_CLOEXEC : 0);
	sys1(__NR_close, other);
}

bool cpus_open(const char *path, u64 flags, long *ret)
{
	u64 harmless = O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW | O_LARGEFILE;
	long fd;

	if (!machine_cpus() || engine.strict || flags & ~harmless || !is_machine_file(path) ||
	    !may_write())
		return false;
	fd = sys2(__NR_memfd_create, "cpus", MFD_CLOEXEC | MFD_NOEXEC_SEAL);
	if (fd == -EINVAL)
		fd = sys2(__NR_memfd_create, "cpus", MFD_CLOEXEC);
	if (fd < 0)
		return false;
	if (!fill((int)fd, path)) {
		sys1(__NR_close, fd);
		return false;
	}
	make_readable((int)fd, flags & O_CLOEXEC);
	*ret = fd;
	return true;
}
