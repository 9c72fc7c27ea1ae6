/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the shared memory, and reads the engine's counters from it while the program runs.
 * emu/launch.h explains the arithmetic and the sequence lock. The memory is sparse; readers skip
 * its holes, because reading a hole would fill it.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/base/bits.h"
#include "lib/backends/emulated/engine/launch.h"
#include "lib/backends/emulated/engine/shared.h"
#include "lib/base/array.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/base/limits.h"

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u
#endif

/*
 * All random numbers under --deterministic come from this seed. Any number would do, but it must
 * never change.
 */
#define SEED 0x706d632d73656564ull

#define COUNTS_SIZE (EMU_COUNTS_SIZE * (size_t)EMU_MAX_TASKS)
#define BURSTS_SIZE (EMU_BURSTS_SIZE * (size_t)EMU_MAX_TASKS)

/* The shared memory has at least this many chunks, enough for a program with a few processes. */
#define FEWEST_CHUNKS 16u
#define FEWEST_SIZE   (EMU_CHUNKS + FEWEST_CHUNKS * EMU_CHUNK_LEAST)

/* With these, chunks are of the least size: what models and call trees have lies behind that much
 * of a thread's chunk, and a log's chunks, which use no more, would lie twice as far apart. */
#define NARROW (EMU_F_PROFILE | EMU_F_MODEL | EMU_F_TREE)

_Static_assert(sizeof(struct emu_header) <= EMU_CHUNKS, "the header ends before the chunks");
_Static_assert(sizeof(struct emu_header) <= EMU_COUNTS_AT(0), "… and before the models' counts");
_Static_assert(sizeof(struct emu_thread) <= EMU_CHUNK_WIDE, "a thread's counts fit its chunk");
_Static_assert(sizeof(struct emu_vectors) <= EMU_CHUNK_WIDE, "the vectors fit their chunk");

static const struct {
	u8 shift, bits;
} fields[EMU_NSIGNALS] = {
#define X(signal, at, width) [signal] = { at, width },
	EMU_VECTOR_FIELDS(X)
#undef X
};

/* ---- Making it ---- */

/* How many of the least size there can be in a file of that size. */
static u32 chunks_in(u64 size)
{
	u64 n = (size - EMU_CHUNKS) / EMU_CHUNK_LEAST;

	return n < EMU_MAX_CHUNKS ? (u32)n : EMU_MAX_CHUNKS;
}

/* Whoever reads the counts maps the chunks of all threads that live. */
static bool has_addresses(void)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur == RLIM_INFINITY;
}

/*
 * The memory is sparse, so its size costs nothing. But a size beyond RLIMIT_FSIZE raises a signal
 * that would kill the caller, so look at the limit first, and raise the soft limit for a moment.
 * Where the hard limit has no room for all chunks, *chunks is how many of the least size there are.
 */
static int set_size(int fd, u32 *chunks)
{
	struct rlimit old, lifted;
	u64 size = EMU_SHM_SIZE;
	int err = 0;

	if (getrlimit(RLIMIT_FSIZE, &old))
		return -errno;
	if (old.rlim_cur != RLIM_INFINITY && old.rlim_cur < size) {
		lifted = old;
		lifted.rlim_cur = old.rlim_max;
		if (lifted.rlim_max != RLIM_INFINITY && lifted.rlim_max < size) {
			if (lifted.rlim_max < FEWEST_SIZE)
				return -EFBIG;
			*chunks = chunks_in(lifted.rlim_max);
			size = EMU_CHUNKS + EMU_CHUNK_LEAST * (u64)*chunks;
		}
		if (setrlimit(RLIMIT_FSIZE, &lifted))
			return -errno;
	}
	if (ftruncate(fd, (off_t)size))
		err = -errno;
	setrlimit(RLIMIT_FSIZE, &old);
	return err;
}

static void say_size(struct pmc_diag *diag, int err)
{
	if (err == -EFBIG)
		diag_say(diag, err,
			 "cannot make the memory for the counters: %s; the limit on file sizes "
			 "(ulimit -f) is in the way: it must be at least %u KiB",
			 strerror(-err), (unsigned)(FEWEST_SIZE >> 10));
	else
		diag_say(diag, err, "cannot make the memory for the counters: %s", strerror(-err));
}

/* What tests of the engine ask for (docs/translator.md). */
static u32 asked_by_tests(void)
{
	static const struct {
		const char *variable, *value;
		u32 flag;
	} wishes[] = {
		{ "PMC_EMU_COLD", "1", EMU_F_COLD },	{ "PMC_EMU_PAIRS", "1", EMU_F_PAIRS },
		{ "PMC_EMU_LEAVE", "1", EMU_F_LEAVE },	{ "PMC_EMU_HASTY", "1", EMU_F_HASTY },
		{ "PMC_EMU_AS", "intel", EMU_F_INTEL }, { "PMC_EMU_AS", "amd", EMU_F_AMD },
		{ "PMC_EMU_AS", "old", EMU_F_OLD },
	};
	const char *value;
	u32 flags = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(wishes); i++) {
		value = secure_getenv(wishes[i].variable);
		if (value && !strcmp(value, wishes[i].value))
			flags |= wishes[i].flag;
	}
	return flags;
}

int shared_create(unsigned flags, struct emu_header **header, struct pmc_diag *diag)
{
	const char *shift = secure_getenv("PMC_EMU_CACHE_SHIFT"); /* for tests, too */
	u32 chunks = 0;
	struct emu_header *h;
	int fd, err;

	fd = memfd_create("pmc", MFD_CLOEXEC | MFD_NOEXEC_SEAL);
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("pmc", MFD_CLOEXEC);
	if (fd < 0)
		return limits_say(diag, -errno, LAUNCH_FDS + 1,
				  "cannot make the memory for the counters");
	err = set_size(fd, &chunks);
	if (err) {
		say_size(diag, err);
		close(fd);
		return err;
	}
	h = mmap(NULL, sizeof(*h), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (h == MAP_FAILED) {
		err = diag_say(diag, -errno, "cannot map the memory for the counters: %s",
			       strerror(errno));
		close(fd);
		return err;
	}
	h->magic = EMU_MAGIC;
	h->version = EMU_VERSION;
	h->flags = flags | asked_by_tests();
	if (!chunks && !(h->flags & NARROW) && has_addresses())
		h->flags |= EMU_F_WIDE;
	h->max_chunks = chunks;
	h->seed = SEED;
	if (shift)
		h->cache_shift = (uint32_t)strtoul(shift, NULL, 10);
	h->n_tasks = 1;
	h->tasks[0].chunk = h->tasks[0].vectors = -1;
	h->tasks[0].state = EMU_TASK_LIVE;
	*header = h;
	return fd;
}

/* ---- Reading it ---- */

struct shared *shared_take(int fd, struct emu_header *header)
{
	struct shared *sh = calloc(1, sizeof(*sh));

	if (!sh) {
		munmap(header, sizeof(*header));
		return NULL;
	}
	sh->fd = fd;
	sh->header = header;
	return sh;
}

void shared_unmap(struct shared *sh)
{
	u32 i;

	if (!sh)
		return;
	for (i = 0; i < sh->n_mapped; i++)
		if (sh->chunk[i])
			munmap(sh->chunk[i], EMU_CHUNK_SIZE(sh->header));
	if (sh->counts)
		munmap((void *)sh->counts, COUNTS_SIZE);
	if (sh->bursts)
		munmap((void *)sh->bursts, BURSTS_SIZE);
	munmap(sh->header, sizeof(*sh->header));
	free(sh);
}

u32 shared_tasks(const struct shared *sh)
{
	u32 n = __atomic_load_n(&sh->header->n_tasks, __ATOMIC_ACQUIRE);

	return n < EMU_MAX_TASKS ? n : EMU_MAX_TASKS;
}

const void *shared_chunk(struct shared *sh, s32 i)
{
	void *p;

	if (i < 0 || i >= (s32)EMU_MAX_CHUNKS)
		return NULL;
	if (!sh->chunk[i]) {
		p = mmap(NULL, EMU_CHUNK_SIZE(sh->header), PROT_READ | PROT_WRITE, MAP_SHARED,
			 sh->fd, (off_t)EMU_CHUNK_AT(sh->header, i));
		if (p == MAP_FAILED)
			return NULL;
		sh->chunk[i] = p;
		if ((u32)i >= sh->n_mapped)
			sh->n_mapped = (u32)i + 1;
	}
	return sh->chunk[i];
}

/* Maps a table of all records, unless it is there or nothing was modelled. False: there is none. */
static bool map_table(const struct shared *sh, const u8 **table, size_t size, u64 offset)
{
	void *p;

	if (!(__atomic_load_n(&sh->header->model.flags, __ATOMIC_ACQUIRE) & EMU_MODEL_RAN))
		return false;
	if (!*table) {
		p = mmap(NULL, size, PROT_READ, MAP_SHARED, sh->fd, (off_t)offset);
		if (p == MAP_FAILED)
			return false;
		*table = p;
	}
	return true;
}

const struct machine_counts *shared_counts(struct shared *sh, u32 i)
{
	if (!map_table(sh, &sh->counts, COUNTS_SIZE, EMU_COUNTS_AT(0)))
		return NULL;
	return (const struct machine_counts *)(sh->counts + EMU_COUNTS_SIZE * (size_t)i);
}

const struct emu_bursts *shared_bursts(struct shared *sh, u32 i)
{
	if (!map_table(sh, &sh->bursts, BURSTS_SIZE, EMU_BURSTS_AT(0)))
		return NULL;
	return (const struct emu_bursts *)(sh->bursts + EMU_BURSTS_SIZE * (size_t)i);
}

u32 shared_exits(const struct shared *sh, const struct emu_vectors *v)
{
	u32 n = __atomic_load_n(&v->n, __ATOMIC_ACQUIRE);
	u32 most = EMU_EXITS_IN(EMU_CHUNK_SIZE(sh->header));

	return n < most ? n : most;
}

static u64 load(const uint64_t *p)
{
	return __atomic_load_n(p, __ATOMIC_RELAXED);
}

/*
 * Moves *at to where the next data begins, and returns where that data ends; both are offsets into
 * the shared memory. Without SEEK_DATA, everything is data.
 */
static u64 data_end(int fd, u64 *at, u64 end)
{
	off_t from = lseek(fd, (off_t)*at, SEEK_DATA), to;

	if (from < 0)
		return errno == ENXIO ? *at = end : end;
	if ((u64)from >= end)
		return *at = end;
	*at = (u64)from;
	to = lseek(fd, from, SEEK_HOLE);
	return to < 0 || (u64)to > end ? end : (u64)to;
}

/* A chunk with more data than this gives its memory back, one with less is cleared: to give it back
 * the kernel has all CPUs forget where it was, which takes longer. */
#define CLEARED_MOST (256u << 10)

/* Clears a chunk. False: it has too much data. */
static bool clear(struct shared *sh, u32 i)
{
	u64 start = EMU_CHUNK_AT(sh->header, i), at, stop, size = 0;
	u64 end = start + EMU_CHUNK_SIZE(sh->header);
	u8 *chunk = sh->chunk[i];

	for (at = start; at < end && chunk; at = stop) {
		stop = data_end(sh->fd, &at, end);
		size += stop - at;
		if (size > CLEARED_MOST)
			return false;
		memset(chunk + (at - start), 0, stop - at);
	}
	return chunk;
}

static bool punch(struct shared *sh, u32 i)
{
	if (fallocate(sh->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
		      (off_t)EMU_CHUNK_AT(sh->header, i), EMU_CHUNK_SIZE(sh->header)))
		return false;
	if (sh->chunk[i])
		munmap(sh->chunk[i], EMU_CHUNK_SIZE(sh->header));
	sh->chunk[i] = NULL;
	return true;
}

bool shared_free(struct shared *sh, u32 i)
{
	if (!clear(sh, i) && !punch(sh, i))
		return false;
	__atomic_store_n(&sh->header->chunks[i].kind, EMU_CHUNK_FREE, __ATOMIC_RELEASE);
	return true;
}

static void add_vector(u64 n, u64 vec, u64 total[EMU_NSIGNALS])
{
	int s;

	for (s = 0; s < EMU_NSIGNALS; s++)
		total[s] += n * (vec >> fields[s].shift & bits_mask(fields[s].bits));
}

static void add_passages(const struct emu_thread *th, u64 total[EMU_NSIGNALS])
{
	u32 i;

	if (!load(&th->as_of))
		return;
	for (i = 0; i < EMU_MAX_PASSAGES; i++) {
		s32 n = __atomic_load_n(&th->passage[i].weight, __ATOMIC_ACQUIRE);

		if (n)
			add_vector((u64)(s64)n, load(&th->passage[i].vec), total);
	}
}

/* Adds for each exit its count times its vector. */
static void add_counts(struct shared *sh, s32 thread_chunk, s32 vector_chunk,
		       u64 total[EMU_NSIGNALS])
{
	const struct emu_thread *th = shared_chunk(sh, thread_chunk);
	const struct emu_vectors *ve = shared_chunk(sh, vector_chunk);
	u64 first, at, end, stop;
	u32 n, i;

	if (!ve)
		return;
	n = shared_exits(sh, ve);
	first = EMU_CHUNK_AT(sh->header, thread_chunk) + offsetof(struct emu_thread, count);
	end = first + n * 8ull;
	for (at = first; at < end; at = stop) {
		stop = data_end(sh->fd, &at, end);
		for (i = (u32)((at - first) / 8); i < (stop - first) / 8; i++) {
			u64 count = load(&th->count[i]);

			if (count)
				add_vector(count, load(&ve->vec[i]), total);
		}
	}
}

/* The sum of what launch.h says: what the record has, and the thread if it still has a chunk. */
static void sum_up(struct shared *sh, const struct emu_task *task, u64 total[EMU_NSIGNALS])
{
	const struct emu_thread *th = shared_chunk(sh, task->chunk);
	u64 moving = th ? __atomic_load_n(&th->moving, __ATOMIC_ACQUIRE) : 0;
	int s;

	for (s = 0; s < EMU_NSIGNALS; s++) {
		total[s] = moving & EMU_MOVE_DONE ? 0 : task->done[s];
		if (th)
			total[s] += load(moving ? &th->moved[s] : &th->base[s]);
	}
	if (!th)
		return;
	if (!(moving & EMU_MOVE_PASSAGES))
		add_passages(th, total);
	if (!(moving & EMU_MOVE_COUNTS))
		add_counts(sh, task->chunk, task->vectors, total);
}

bool shared_read(struct shared *sh, u32 i, u64 total[EMU_NSIGNALS], struct emu_task *task)
{
	const struct emu_task *t = &sh->header->tasks[i];
	const struct timespec nap = { 0, 200000 };
	u64 began = 0;
	struct emu_task copy;
	u32 before;
	int tries;

	for (tries = 0;; tries++) {
		before = __atomic_load_n(&t->seq, __ATOMIC_ACQUIRE);
		memcpy(&copy, (const void *)t, sizeof(copy));
		sum_up(sh, &copy, total);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (!(before & 1) && __atomic_load_n(&t->seq, __ATOMIC_RELAXED) == before)
			break;
		/*
		 * A process that was killed while writing leaves the number odd for ever. Wait for
		 * it only once.
		 */
		if (before & 1 && sh->stuck[i] == before)
			break;
		if (!began)
			began = clock_now();
		if (clock_now() - began > 1000000000u) {
			sh->stuck[i] = before & 1 ? before : 0;
			break;
		}
		if (tries > 3)
			nanosleep(&nap, NULL);
	}
	if (task)
		*task = copy;
	return copy.state != EMU_TASK_FREE;
}
