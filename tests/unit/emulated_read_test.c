/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading the engine's counters from outside. This program fills the shared memory in the engine's
 * place and checks the arithmetic, holes in the memory, the sequence lock while counts move, and a
 * writer that died.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/backends/emulated/count.h"
#include "lib/backends/emulated/engine/shared.h"
#include "pmc/pmc.h"
#include "lib/base/array.h"
#include "lib/base/clock.h"
#include "tests/tap.h"
#include "tests/unit/engine.h"

static struct emu_header *header;
static int fd;

static void *map_chunk(u32 i)
{
	void *p = mmap(NULL, EMU_CHUNK_SIZE(header), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		       (off_t)EMU_CHUNK_AT(header, i));

	return p == MAP_FAILED ? NULL : p;
}

static u64 field(int signal, u64 n)
{
	static const struct {
		u8 shift, bits;
	} at[EMU_NSIGNALS] = {
#define X(s, shift, bits) [s] = { shift, bits },
		EMU_VECTOR_FIELDS(X)
#undef X
	};

	return n << at[signal].shift;
}

/* The largest value of each signal's field is read back as that signal alone. */
static void each_field(struct shared *sh, struct emu_thread *th, struct emu_vectors *ve)
{
	static const u8 bits[EMU_NSIGNALS] = {
#define X(s, shift, width) [s] = width,
		EMU_VECTOR_FIELDS(X)
#undef X
	};
	u64 total[EMU_NSIGNALS];
	int s, k, wrong = 0;

	ve->n = 1;
	th->count[0] = 3;
	for (s = 0; s < EMU_NSIGNALS; s++) {
		ve->vec[0] = field(s, (1ull << bits[s]) - 1);
		shared_read(sh, 0, total, NULL);
		for (k = 0; k < EMU_NSIGNALS; k++)
			wrong += total[k] != (k == s ? 3 * ((1ull << bits[s]) - 1) : 0);
	}
	is_int(wrong, 0, "every signal is taken from its own field");
	ve->n = 0;
	th->count[0] = 0;
}

static void arithmetic(struct shared *sh, struct emu_thread *th, struct emu_vectors *ve)
{
	u64 total[EMU_NSIGNALS];
	struct emu_task task;
	struct stat before, after;

	header->tasks[0].pid = 10;
	header->tasks[0].chunk = 0;
	header->tasks[0].vectors = 1;
	each_field(sh, th, ve);

	header->tasks[0].done[EMU_INSTRUCTIONS] = 1000000;
	th->base[EMU_INSTRUCTIONS] = 500;
	th->base[EMU_CALL_DIRECT] = (u64)-2; /* what side exits took back */
	ve->vec[0] = field(EMU_INSTRUCTIONS, 10) | field(EMU_COND_NOT, 1);
	ve->vec[1] = field(EMU_INSTRUCTIONS, 255) | field(EMU_CALL_DIRECT, 2);
	ve->vec[2] = field(EMU_INSTRUCTIONS, 1);
	ve->vec[200000] = field(EMU_STORES, 7);
	ve->vec[EMU_MAX_EXITS - 1] = field(EMU_JUMP_DIRECT, 3);
	th->count[0] = 4;
	th->count[1] = 1ull << 33;
	th->count[2] = 1000; /* past n: not valid yet */
	ve->n = 2;
	ok(shared_read(sh, 0, total, &task), "a live record is read");
	is_int(task.pid, 10, "with what it tells of itself");
	is_u64(total[EMU_INSTRUCTIONS], 1000000 + 500 + 40 + (255ull << 33),
	       "done, base and counts");
	is_u64(total[EMU_COND_NOT], 4, "another signal");
	is_u64(total[EMU_CALL_DIRECT], (1ull << 34) - 2, "a base below zero");

	ve->n = 200001;
	th->count[200000] = 1;
	fstat(fd, &before);
	shared_read(sh, 0, total, NULL);
	is_u64(total[EMU_STORES], 7, "a count behind a hole");
	fstat(fd, &after);
	is_int(after.st_blocks, before.st_blocks, "reading fills no holes");
	is_u64(total[EMU_INSTRUCTIONS], 1000000 + 500 + 40 + (255ull << 33) + 1000,
	       "n grew: one more");

	ve->n = ~0u;
	th->count[EMU_MAX_EXITS - 1] = 2;
	shared_read(sh, 0, total, NULL);
	is_u64(total[EMU_JUMP_DIRECT], 6, "the last one; there are no more, whatever n is");
	ve->n = 200001;

	header->n_tasks = 3;
	header->tasks[1].state = EMU_TASK_DONE;
	header->tasks[1].chunk = header->tasks[1].vectors = -1;
	header->tasks[1].done[EMU_RETURNS] = 77;
	is_int(shared_tasks(sh), 3, "records in use");
	ok(shared_read(sh, 1, total, NULL), "a finished record is read");
	is_u64(total[EMU_RETURNS], 77, "its totals");
	is_u64(total[EMU_INSTRUCTIONS], 0, "and nothing else");
	ok(!shared_read(sh, 2, total, NULL), "a free record is none");

	header->tasks[1].chunk = 12345678;
	header->tasks[1].vectors = -9;
	ok(shared_read(sh, 1, total, NULL) && total[EMU_RETURNS] == 77,
	   "a wild chunk number is harmless");
	header->tasks[1].chunk = -1;
	ve->n = 0xffffffff;
	ok(shared_read(sh, 0, total, NULL), "so is a wild number of vectors");
	ve->n = 0;
}

/* What a killed process was about to store stands for the places. */
static void moves(struct shared *sh, struct emu_thread *th)
{
	struct emu_task *t = &header->tasks[0];
	u64 total[EMU_NSIGNALS];

	th->as_of = 8;
	th->passage[7] = (struct emu_passage){ .weight = -2, .vec = field(EMU_INSTRUCTIONS, 3) };
	t->done[EMU_INSTRUCTIONS] = 5;
	th->base[EMU_INSTRUCTIONS] = 70;
	th->count[0] = 11;
	shared_read(sh, 0, total, NULL);
	is_u64(total[EMU_INSTRUCTIONS], 5 + 70 + 1100 - 6, "passages are counted");
	th->moved[EMU_INSTRUCTIONS] = 20000;
	th->moving = EMU_MOVE_PASSAGES;
	shared_read(sh, 0, total, NULL);
	is_u64(total[EMU_INSTRUCTIONS], 20000 + 5 + 1100, "they are being moved");
	th->moving |= EMU_MOVE_COUNTS;
	shared_read(sh, 0, total, NULL);
	is_u64(total[EMU_INSTRUCTIONS], 20000 + 5, "counters are, too");
	th->moving |= EMU_MOVE_DONE;
	shared_read(sh, 0, total, NULL);
	is_u64(total[EMU_INSTRUCTIONS], 20000, "to the record");
	th->moving = th->as_of = 0;
	shared_read(sh, 0, total, NULL);
	is_u64(total[EMU_INSTRUCTIONS], 5 + 70 + 1100, "no passages, and no move");
}

/* A process moves 1,000,000 instructions to and fro; every read must see them exactly once. */
static void moving(struct shared *sh, struct emu_thread *th, struct emu_vectors *ve)
{
	struct emu_task *t = &header->tasks[0];
	u64 total[EMU_NSIGNALS];
	int i, wrong = 0, status;
	pid_t pid;

	memset(t->done, 0, sizeof(t->done));
	memset(th->base, 0, sizeof(th->base));
	memset(th->count, 0, 8 * 200001);
	ve->vec[0] = field(EMU_INSTRUCTIONS, 100);
	ve->n = 1;
	th->count[0] = 10000;
	pid = fork();
	if (!pid) {
		for (i = 0; i < 40000; i++) {
			__atomic_store_n(&t->seq, t->seq + 1, __ATOMIC_SEQ_CST);
			t->done[EMU_INSTRUCTIONS] = i & 1 ? 0 : 1000000;
			__atomic_store_n(&th->count[0], i & 1 ? 10000 : 0, __ATOMIC_SEQ_CST);
			__atomic_store_n(&t->seq, t->seq + 1, __ATOMIC_SEQ_CST);
			if (i % 64 == 0)
				usleep(1);
		}
		_exit(0);
	}
	for (i = 0; i < 3000; i++) {
		shared_read(sh, 0, total, NULL);
		wrong += total[EMU_INSTRUCTIONS] != 1000000;
	}
	is_int(wrong, 0, "3,000 readings while counts move");
	waitpid(pid, &status, 0);
	is_int(status, 0, "the writer ended well");

	/* The writer is killed in the middle of a change. */
	t->seq = 41;
	t->done[EMU_INSTRUCTIONS] = 5;
	th->count[0] = 0;
	u64 began = clock_now();
	ok(shared_read(sh, 0, total, NULL), "a record whose writer died is read");
	ok(clock_now() - began > 900000000u, "after a second");
	is_u64(total[EMU_INSTRUCTIONS], 5, "as it is");
	began = clock_now();
	shared_read(sh, 0, total, NULL);
	ok(clock_now() - began < 500000000u, "the second time at once");
	moves(sh, th);
	t->seq = 42;
}

/* The library passes on the engine's notes and says what each means for the counts. */
static void notes(void)
{
	static const struct {
		u32 kind;
		const char *text, *want;
		enum pmc_note_kind is;
	} rows[] = {
		{ EMU_NOTE_SETID, "ran: /bin/su", "ran: /bin/su", PMC_NOTE_UNCOUNTED },
		{ EMU_NOTE_NOT_ELF64, "ran: /bin/x", "ran: /bin/x", PMC_NOTE_UNCOUNTED },
		{ EMU_NOTE_UNREADABLE, "ran: /bin/y", "ran: /bin/y", PMC_NOTE_UNCOUNTED },
		{ EMU_NOTE_TRACED, "goes on natively", "goes on natively", PMC_NOTE_UNCOUNTED },
		{ EMU_NOTE_TASKS, "no record left", "no record left", PMC_NOTE_UNCOUNTED },
		{ EMU_NOTE_FATAL, "cannot translate 0f 0b", "cannot translate 0f 0b",
		  PMC_NOTE_FATAL },
		{ 99, "from a newer engine", "from a newer engine", PMC_NOTE_WARNING },
	};
	char *argv[] = { "true", NULL };
	struct pmc_diag diag = { 0 };
	struct pmc_command *c;
	struct pmc_note said;
	struct pmc_set *set;
	struct pmc *pmc;
	void *mapped;
	size_t i;
	int shm;

	if (!use_engine() || pmc_open("emulated", PMC_USE_COMMAND, &pmc, &diag)) {
		skip(1, "the engine is not built");
		return;
	}
	pmc_set_create(pmc, "calls", PMC_SET_INHERIT, &set, &diag);
	pmc_command_create(pmc, argv, NULL, &c, &diag);
	if (!is_int(pmc_set_attach_command(set, c, &diag), 0, "a set with shared memory"))
		return;
	is_int(pmc_set_note(set, 0, &said), -ENOENT, "nothing is to be said yet");
	/* Maps the header by its descriptor, since the set's own mapping is read-only. */
	shm = emulated_fd(set);
	mapped = mmap(NULL, sizeof(*header), PROT_READ | PROT_WRITE, MAP_SHARED, shm, 0);
	if (!ok(mapped != MAP_FAILED, "its header is mapped"))
		return;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct emu_note *n = &((struct emu_header *)mapped)->notes[i];

		n->kind = rows[i].kind;
		n->pid = 100 + (int)i;
		strcpy(n->text, rows[i].text);
		((struct emu_header *)mapped)->n_notes = (u32)i + 1;
		ok(!pmc_set_note(set, i, &said) && said.kind == rows[i].is &&
			   said.pid == 100 + (int)i && strstr(said.text, rows[i].want),
		   "a note: %s", rows[i].want);
		is_int(pmc_set_note(set, i + 1, &said), -ENOENT, "and no more");
	}
	((struct emu_header *)mapped)->n_notes = EMU_MAX_NOTES + 5;
	ok(!pmc_set_note(set, EMU_MAX_NOTES, &said) && strstr(said.text, "5 more"),
	   "those that found no room are told by number");
	is_int(pmc_set_note(set, EMU_MAX_NOTES + 1, &said), -ENOENT, "at the end");
	munmap(mapped, sizeof(*header));
	pmc_set_destroy(set);
	pmc_command_destroy(c);
	pmc_close(pmc);
}

/* RLIMIT_FSIZE must not kill the caller, and the library must not leave it changed. */
static void limits(void)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		struct rlimit small = { 60 << 20, 60 << 20 }, tiny = { 1 << 20, 1 << 20 }, now;
		struct pmc_diag diag = { 0 };
		struct emu_header *h;
		int f;

		setrlimit(RLIMIT_FSIZE, &small);
		f = shared_create(0, &h, &diag);
		if (f < 0 || !h->max_chunks || EMU_CHUNK_AT(h, h->max_chunks) > 60u << 20)
			_exit(1);
		getrlimit(RLIMIT_FSIZE, &now);
		if (now.rlim_cur != small.rlim_cur)
			_exit(2);
		setrlimit(RLIMIT_FSIZE, &tiny);
		if (shared_create(0, &h, &diag) != -EFBIG || !strstr(diag.sentence, "ulimit -f"))
			_exit(3);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	is_hex(status, 0, "fewer chunks under a limit on file sizes; a refusal under a tiny one");
}

/* Chunks are wide for plain counts without limits, and large enough for what lies there. */
static void widths(void)
{
	static const struct {
		unsigned flags;
		u64 addresses;
		bool is_wide;
	} cases[] = {
		{ 0, RLIM_INFINITY, true },
		{ EMU_F_DETERMINISTIC | EMU_F_CLOCK, RLIM_INFINITY, true },
		{ EMU_F_PROFILE, RLIM_INFINITY, false },
		{ EMU_F_PROFILE | EMU_F_TREE, RLIM_INFINITY, false },
		{ EMU_F_MODEL, RLIM_INFINITY, false },
		{ 0, 64ull << 40, false }, /* a sanitizer has 20 TiB */
	};
	struct rlimit before;

	getrlimit(RLIMIT_AS, &before);
	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct rlimit now = { cases[i].addresses, before.rlim_max };
		struct pmc_diag diag = { 0 };
		struct emu_header *h;
		int f;

		if (setrlimit(RLIMIT_AS, &now))
			continue;
		f = shared_create(cases[i].flags, &h, &diag);
		ok(f >= 0 && !(h->flags & EMU_F_WIDE) == !cases[i].is_wide,
		   "chunks with flags %#x, addresses below %#llx", cases[i].flags,
		   (unsigned long long)cases[i].addresses);
		munmap(h, sizeof(*h));
		close(f);
	}
	setrlimit(RLIMIT_AS, &before);
}

int main(void)
{
	struct pmc_diag diag = { 0 };
	struct emu_thread *th;
	struct emu_vectors *ve;
	struct shared *sh;
	struct stat st;

	fd = shared_create(EMU_F_DETERMINISTIC, &header, &diag);
	if (!ok(fd >= 0, "shared memory is made %s", diag.sentence))
		return done();
	fstat(fd, &st);
	ok(st.st_size == (off_t)EMU_SHM_SIZE, "as large as the contract says");
	ok(st.st_blocks * 512 < 4 << 20, "but sparse");
	ok(header->magic == EMU_MAGIC && header->version == EMU_VERSION && header->seed &&
		   header->flags == (EMU_F_DETERMINISTIC | EMU_F_WIDE) && header->n_tasks == 1 &&
		   header->tasks[0].state == EMU_TASK_LIVE && header->tasks[0].chunk == -1,
	   "its header is filled in");
	sh = shared_take(fd, header);
	th = map_chunk(0);
	ve = map_chunk(1);
	if (!ok(sh && th && ve, "it is mapped"))
		return done();
	arithmetic(sh, th, ve);
	moving(sh, th, ve);
	notes();
	limits();
	widths();
	shared_unmap(sh);
	return done();
}
