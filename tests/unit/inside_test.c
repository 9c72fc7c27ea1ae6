/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that runs under the translator counts regions of itself. The test starts itself there,
 * and the inner process sends its counts through a pipe.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/types.h"
#include "lib/base/array.h"
#include "pmc/pmc.h"
#include "tests/tap.h"
#include "tests/unit/engine.h"

#define EVENTS "instructions,branches-taken,calls,returns,loads,stores,syscalls"
enum { INSTRUCTIONS, TAKEN, CALLS, RETURNS, LOADS, STORES, SYSCALLS, N_EVENTS };

struct told {
	int err, backend;
	char sentence[640];
	struct pmc_count once[N_EVENTS], twice[N_EVENTS], rest[N_EVENTS], thread[N_EVENTS];
	u64 sum_running;
};

/* Does n times: a load, a store, a call and its return, a system call. */
#define PER_ROUND 10
static void work(long n)
{
#ifdef __x86_64__
	u64 word = 0;

	__asm__ volatile("jmp 2f\n"
			 "1: ret\n"
			 "2: mov (%1), %%rdx\n" /* 1: load */
			 "mov %%rdx, (%1)\n"	/* 2: store */
			 "call 1b\n"		/* 3, 4: store, load */
			 "mov $39, %%eax\n"	/* 5: getpid */
			 "syscall\n"		/* 6 */
			 "nop\n"		/* 7 */
			 "lea (%%rdx), %%rdx\n" /* 8 */
			 "dec %0\n"		/* 9 */
			 "jnz 2b\n"		/* 10 */
			 : "+r"(n)
			 : "r"(&word)
			 : "rax", "rcx", "rdx", "r11", "memory");
#endif
}

static int count(struct pmc *pmc, long n, struct pmc_count *counts, struct pmc_diag *diag)
{
	struct pmc_set *set;
	int err = pmc_set_create(pmc, EVENTS, 0, &set, diag);

	if (err)
		return err;
	err = pmc_set_attach_self(set, diag);
	if (!err)
		err = pmc_set_start(set);
	work(n);
	if (!err)
		err = pmc_set_stop(set);
	work(500);
	if (!err)
		err = pmc_set_read(set, counts, N_EVENTS, NULL);
	pmc_set_destroy(set);
	return err;
}

static void *in_thread(void *arg)
{
	struct told *t = arg;
	struct pmc_diag diag = { 0 };
	struct pmc *pmc;

	t->err = pmc_open("emulated", PMC_USE_SELF, &pmc, &diag);
	if (!t->err)
		t->err = count(pmc, 3000, t->thread, &diag);
	return NULL;
}

static int inside(int fd)
{
	struct pmc_diag diag = { 0 };
	struct told t = { 0 };
	pthread_t thread;
	struct pmc *pmc;

	t.err = pmc_open(NULL, PMC_USE_SELF, &pmc, &diag);
	if (!t.err) {
		t.backend = pmc_backend(pmc);
		count(pmc, 1, t.rest, &diag); /* everything is bound and translated after this */
		t.err = count(pmc, 1000, t.once, &diag);
	}
	if (!t.err)
		t.err = count(pmc, 2000, t.twice, &diag);
	if (!t.err)
		t.err = count(pmc, 1, t.rest, &diag);
	if (!t.err && !pthread_create(&thread, NULL, in_thread, &t))
		pthread_join(thread, NULL);
	memcpy(t.sentence, diag.sentence, sizeof(t.sentence));
	return write(fd, &t, sizeof(t)) != sizeof(t);
}

static int outside(struct told *t, const char *self)
{
	struct pmc_diag diag = { 0 };
	struct pmc_command *c;
	struct pmc_set *set;
	struct pmc *pmc;
	char number[16];
	char *argv[] = { (char *)self, number, NULL };
	int fds[2], err, status = -1;

	if (pipe(fds))
		return -errno;
	fcntl(fds[0], F_SETFD, FD_CLOEXEC);
	snprintf(number, sizeof(number), "%d", fds[1]);
	err = pmc_open("emulated", PMC_USE_COMMAND, &pmc, &diag);
	if (err) {
		note("%s", diag.sentence);
		return err;
	}
	err = pmc_set_create(pmc, "instructions", PMC_SET_INHERIT, &set, &diag);
	if (!err)
		err = pmc_command_create(pmc, argv, NULL, &c, &diag);
	if (!err)
		err = pmc_set_attach_command(set, c, &diag);
	if (!err)
		err = pmc_set_start(set);
	if (!err)
		err = pmc_command_start(c, &diag);
	close(fds[1]);
	if (!err && read(fds[0], t, sizeof(*t)) != sizeof(*t))
		err = -EIO;
	close(fds[0]);
	if (!err)
		err = pmc_command_wait(c, 30000, &status);
	if (err)
		note("%s", diag.sentence);
	pmc_set_destroy(set);
	pmc_command_destroy(c);
	pmc_close(pmc);
	return err ? err : status;
}

int main(int argc, char **argv)
{
	static const struct {
		int event;
		u64 per_round;
		const char *name;
	} want[] = {
		{ INSTRUCTIONS, PER_ROUND, "instructions" },
		{ TAKEN, 3, "branches-taken" },
		{ CALLS, 1, "calls" },
		{ RETURNS, 1, "returns" },
		{ LOADS, 2, "loads" },
		{ STORES, 2, "stores" },
		{ SYSCALLS, 1, "syscalls" },
	};
	static struct told t;
	unsigned i;

	if (argc == 2)
		return inside(atoi(argv[1]));
#ifdef __SANITIZE_ADDRESS__
	skip_all("the sanitizers' shadow memory is not the translator's to test");
#endif
	if (!use_engine())
		skip_all("the engine is not built");
#ifndef __x86_64__
	skip_all("the engine runs 64-bit programs only");
#endif
	is_int(outside(&t, argv[0]), 0, "a program runs under the translator");
	if (!is_int(t.err, 0, "and counts itself")) {
		note("%s", t.sentence);
		return done();
	}
	is_int(t.backend, PMC_BACKEND_EMULATED, "by the backend emulated, by choice");
	for (i = 0; i < ARRAY_SIZE(want); i++) {
		int e = want[i].event;

		is_u64(t.twice[e].value - t.once[e].value, 1000 * want[i].per_round,
		       "1,000 rounds: %s to the unit", want[i].name);
		ok(t.rest[e].value <= want[i].per_round + 400 && t.rest[e].state == PMC_COUNTED,
		   "starting and stopping costs few %s (%d)", want[i].name,
		   (int)(t.rest[e].value - want[i].per_round));
		/* With two threads the C library's locks execute a few more instructions. */
		ok(t.thread[e].value >= 3000 * want[i].per_round &&
			   t.thread[e].value < 3000 * want[i].per_round + 400,
		   "another thread counts its own %s (%d)", want[i].name, (int)t.thread[e].value);
	}
	ok(t.once[0].quality == PMC_EXACT && t.once[0].running_ns, "exact, with times");
	return done();
}
