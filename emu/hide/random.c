/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Random numbers that are the same in every run, under --deterministic, by splitmix64: a counter
 * that advances by an odd constant, and a function that scrambles it. A counter needs no lock. It
 * starts from the seed and from the image's place in the tree of processes. The place of the first
 * image is 0. The engine computes a child's place from its parent's place and from how many
 * children the parent had before. It computes the place of a process's next image from that of the
 * image before. So the numbers depend neither on
 * process numbers nor on which of two processes is faster. A vfork child has no memory of its own
 * and draws from its parent's numbers.
 */
#include "emu/hide/random.h"

#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/launch.h"

#include <asm/stat.h>

#define STEP 0x9e3779b97f4a7c15ull

FORKED static u64 counter, forks;

static u64 scramble(u64 x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}

u64 random_next(void)
{
	return scramble(__atomic_add_fetch(&counter, STEP, __ATOMIC_RELAXED));
}

void random_init(u64 seed)
{
	counter = scramble(seed ^ scramble(engine.place));
}

void random_forking(void)
{
	__atomic_add_fetch(&forks, 1, __ATOMIC_RELAXED);
}

/* The place of the newest child. */
static u64 child_place(void)
{
	return scramble(engine.place + forks * STEP);
}

void random_forked(void)
{
	engine.pid = sys0(__NR_getpid);
	engine.place = child_place();
	forks = 0;
	random_init(engine.shm->seed);
}

u64 random_place_of_exec(void)
{
	u64 place = sys0(__NR_getpid) == engine.pid ? engine.place : child_place();

	return scramble(place ^ STEP);
}

int random_fill(u64 to, u64 n)
{
	u64 word;

	for (; n; n -= n < 8 ? n : 8, to += 8) {
		word = random_next();
		if (copy_to_user(to, &word, n < 8 ? n : 8))
			return -EFAULT;
	}
	return 0;
}

bool random_is_device(int fd)
{
	struct stat st;

	return sys2(__NR_fstat, fd, &st) == 0 && (st.st_mode & 0170000) == 0020000 &&
	       (st.st_rdev == 0x108 || st.st_rdev == 0x109);
}

#define RANDOM_MAX 0x2000000 /* more than a call ever needs; a short read is allowed */

/* Reads a random device into n parts, as readv(2). */
static long read_device(u64 iov, u64 n)
{
	long total = 0;

	for (; n && total < RANDOM_MAX; n--, iov += 16) {
		u64 part[2];

		if (copy_from_user(part, iov, sizeof(part)))
			return total ? total : -EFAULT;
		if (part[1] > (u64)(RANDOM_MAX - total))
			part[1] = RANDOM_MAX - total;
		if (random_fill(part[0], part[1]))
			return total ? total : -EFAULT;
		total += part[1];
	}
	return total;
}

bool random_syscall(long nr, u64 arg[6], long *ret)
{
	u64 n = arg[1];

	if (nr == __NR_getrandom) {
		/* Let the kernel refuse flags that it does not know. */
		if (arg[2] & ~3ull || (arg[2] & 3) == 3)
			return false;
	} else if ((s64)arg[2] < 0 || !random_is_device((int)arg[0])) {
		return false;
	} else if (nr == __NR_readv) {
		if (arg[2] > 1024)
			return false;
		*ret = read_device(arg[1], arg[2]);
		return true;
	} else {
		n = arg[2];
	}
	if (n > RANDOM_MAX)
		n = RANDOM_MAX;
	*ret = random_fill(nr == __NR_getrandom ? arg[0] : arg[1], n) ? -EFAULT : (long)n;
	return true;
}
