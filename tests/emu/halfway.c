/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kills a recorded program at each instruction that changes where the engine keeps a thread's
 * counts, and compares what the profile says then with what was counted.
 *
 * The program (halfway.S) executes new code in batches, each of which waits for a byte. A batch in
 * which something happens is looked for, and single-stepped: a step after which the memory is
 * another one is a *change*. Then each change is the last one of a program of its own. It runs to
 * the last instruction of the engine before the change that is executed for the first time in the
 * batch, and is single-stepped from there.
 *
 * usage: halfway empty|flush|end PROGRAM
 *
 * empty: the batch in which the thread writes its passages to the log; flush: in which the code
 * cache is emptied; end: in which the program ends. Prints
 *
 *	CHANGE PROFILE COUNT	for each kill after which they differ, of the first event that does
 *	N changes, N in moves, N kills, N differ
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pmc/pmc.h>
#include <pmc/profile.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/launch.h"
#include "tests/emu/recorded.h"

#define EVENTS	    "instructions,branches-taken,loads,stores,syscalls"
#define MAX_EVENTS  5
#define MAX_CHANGES 4096
#define TRAP_FLAG   0x100l
#define LARGE	    1000 /* rounds of a repeated instruction: more than a thread keeps passages */
#define AT_ONCE	    8	 /* kills */
#define IN_MOVES    3	 /* of the changes in a move, so many at its beginning, end, and between */
#define MAX_TEXT    (4u << 20) /* the engine's */

enum what { WHAT_EMPTY, WHAT_FLUSH, WHAT_END };

static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "halfway: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* ---- A recorded program ---- */

static struct pmc *pmc;
static struct pmc_set *set;
static struct pmc_command *command;
static const struct emu_header *shm;
static int to_command, from_command;
static pid_t pid;

static const struct emu_header *map_shm(void)
{
	void *at = mmap(NULL, EMU_SHM_SIZE, PROT_READ, MAP_SHARED | MAP_NORESERVE,
			recorded_memory(), 0);

	must(at != MAP_FAILED, "the shared memory");
	return at;
}

/* The program waits for the next batch. False: it has ended. */
static bool arrived(void)
{
	char path[32], state = '?', byte;
	FILE *stat;

	if (read(from_command, &byte, 1) != 1)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/stat", (int)shm->tasks[0].pid);
	while (state != 'S') {
		stat = fopen(path, "r");
		must(stat && fscanf(stat, "%*d %*s %c", &state) == 1, path);
		fclose(stat);
	}
	return true;
}

static void go_on(void)
{
	must(write(to_command, "g", 1) == 1, "write");
}

static void start(char **argv)
{
	int in[2], out[2];

	must(!pmc_open("emulated", PMC_USE_COMMAND, &pmc, NULL), "pmc_open");
	must(!pmc_set_create(pmc, EVENTS, PMC_SET_PROFILE | PMC_SET_DETERMINISTIC, &set, NULL),
	     "pmc_set_create");
	must(!pmc_command_create(pmc, argv, NULL, &command, NULL), "pmc_command_create");
	must(!pmc_set_attach_command(set, command, NULL), "pmc_set_attach_command");
	must(!pmc_set_start(set), "pmc_set_start");
	must(!pipe2(in, O_CLOEXEC) && !pipe2(out, O_CLOEXEC), "pipe2");
	must(dup2(in[0], 0) == 0 && dup2(out[1], 1) == 1, "dup2");
	close(in[0]);
	close(out[1]);
	must(!pmc_command_start(command, NULL), "pmc_command_start");
	close(1);
	to_command = in[1];
	from_command = out[0];
	shm = map_shm();
	must(arrived(), "the program");
	pid = shm->tasks[0].pid;
}

static const struct emu_thread *thread(void)
{
	static const struct emu_thread none;
	int32_t chunk = shm->tasks[0].chunk;

	return chunk < 0 ? &none : (const void *)((const char *)shm + EMU_CHUNK_AT(shm, chunk));
}

/* ---- Changes ---- */

/* All that a killed process leaves of its thread's counts, but for the counters of exits. */
struct kept {
	struct emu_task task;
	char thread[offsetof(struct emu_thread, count)];
};

static bool changed(struct kept *k)
{
	struct kept now;

	now.task = shm->tasks[0];
	memcpy(now.thread, thread(), sizeof(now.thread));
	if (!memcmp(&now, k, sizeof(now)))
		return false;
	*k = now;
	return true;
}

static void trace(void)
{
	int status;

	must(!ptrace(PTRACE_SEIZE, pid, NULL, NULL), "PTRACE_SEIZE");
	must(!ptrace(PTRACE_INTERRUPT, pid, NULL, NULL), "PTRACE_INTERRUPT");
	must(waitpid(pid, &status, __WALL) == pid && WIFSTOPPED(status), "waitpid");
}

static struct user_regs_struct registers(void)
{
	struct user_regs_struct r;

	must(!ptrace(PTRACE_GETREGS, pid, NULL, &r), "PTRACE_GETREGS");
	return r;
}

static long peek(uint64_t at)
{
	long word;

	errno = 0;
	word = ptrace(PTRACE_PEEKDATA, pid, at, NULL);
	must(!errno, "PTRACE_PEEKDATA");
	return word;
}

/* Goes on to the next stop. False: the program has ended. */
static bool run(enum __ptrace_request how)
{
	int status;

	must(!ptrace(how, pid, NULL, NULL), "ptrace");
	must(waitpid(pid, &status, __WALL) == pid, "waitpid");
	return WIFSTOPPED(status);
}

/* The length of an instruction that fills a large table, of which each round would be a step. */
static unsigned fills(long code, uint64_t rounds)
{
	bool wide = (code & 0xffff) == 0x48f3; /* REP, REX.W */

	if ((code & 0xff) != 0xf3 || (code >> (wide ? 16 : 8) & 0xfe) != 0xaa || rounds < LARGE)
		return 0;
	return wide ? 3 : 2;
}

/* Runs to the address, by a breakpoint. */
static bool run_to(uint64_t to)
{
	struct user_regs_struct r = registers();
	long code = peek(to);

	r.eflags &= ~TRAP_FLAG;
	must(!ptrace(PTRACE_SETREGS, pid, NULL, &r), "PTRACE_SETREGS");
	must(!ptrace(PTRACE_POKEDATA, pid, to, (code & ~0xffl) | 0xcc), "PTRACE_POKEDATA");
	if (!run(PTRACE_CONT))
		return false;
	must(!ptrace(PTRACE_POKEDATA, pid, to, code), "PTRACE_POKEDATA");
	r = registers();
	must(r.rip == to + 1, "a breakpoint");
	r.rip = to;
	must(!ptrace(PTRACE_SETREGS, pid, NULL, &r), "PTRACE_SETREGS");
	return true;
}

static bool step(void)
{
	const struct user_regs_struct r = registers();
	long code = peek(r.rip);
	unsigned size = fills(code, r.rcx);
	bool pushes = (code & 0xff) == 0x9c; /* PUSHF */

	if (size)
		return run_to(r.rip + size);
	if (!run(PTRACE_SINGLESTEP))
		return false;
	/* The trap flag is ours. To the engine it would be the program's. */
	if (pushes)
		must(!ptrace(PTRACE_POKEDATA, pid, r.rsp - 8, peek(r.rsp - 8) & ~TRAP_FLAG),
		     "PTRACE_POKEDATA");
	return true;
}

/* Is the program about to wait for a byte? */
static bool waits(void)
{
	const struct user_regs_struct r = registers();

	return r.rax == SYS_read && !r.rdi && (peek(r.rip) & 0xffff) == 0x050f; /* SYSCALL */
}

static bool has_arrived(void)
{
	struct pollfd byte = { .fd = from_command, .events = POLLIN };

	return poll(&byte, 1, 0) == 1 && byte.revents & POLLIN;
}

/* Where the engine's text is. Breakpoints are there: other code may be made after they are set. */
static struct {
	uint64_t start, end;
} text;

static void find_text(void)
{
	char path[32], line[4096], x;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int)pid);
	maps = fopen(path, "re");
	must(maps, path);
	while (!text.end && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*c%*c%c", &text.start, &text.end, &x) !=
			    3 ||
		    x != 'x' || !strstr(line, "/pmc-emu"))
			text.end = 0;
	fclose(maps);
	must(text.end && text.end - text.start <= MAX_TEXT, "the engine's text");
}

/* Where to begin with single steps towards a change. */
struct place {
	uint64_t at; /* in the engine's text, 0: with the batch */
	int changes; /* made before */
};

static bool executed[MAX_TEXT]; /* in the batch */

/* Is this the first time in the batch that the instruction, one of the engine's, comes next? */
static bool is_first(uint64_t at)
{
	if (at <= text.start || at >= text.end || executed[at - text.start])
		return false;
	executed[at - text.start] = true;
	return true;
}

/* Single-steps through the batch. Says of each change in moves[] whether it is in the midst of a
 * move, and in places[] what is before it. */
static int run_batch(bool *moves, struct place *places)
{
	struct kept kept = { 0 };
	struct place place = { 0 };
	uint64_t at;
	int n = 0;

	trace();
	find_text();
	at = registers().rip;
	is_first(at);
	is_first(at - 2); /* read(2), which waits, is executed again */
	changed(&kept);
	go_on();
	while (n < MAX_CHANGES && !(has_arrived() && waits())) {
		if (!step())
			break;
		if (changed(&kept)) {
			places[n] = place;
			moves[n++] = kept.task.seq & 1;
		}
		at = registers().rip;
		if (is_first(at))
			place = (struct place){ at - text.start, n };
	}
	return n;
}

/* Makes so many changes of the batch. Was the last one in the midst of a move? */
static bool run_changes(int most, const struct place *place)
{
	struct kept kept = { 0 };
	int n = place->changes;

	trace();
	find_text();
	changed(&kept);
	go_on();
	if (place->at) {
		must(run_to(text.start + place->at), "running to a change");
		changed(&kept);
	}
	while (n < most) {
		must(step(), "stepping to a change");
		n += changed(&kept);
	}
	return kept.task.seq & 1;
}

/* ---- Kills ---- */

/* Do profile and counts differ? */
static bool differs(int change)
{
	struct pmc_count count[MAX_EVENTS];
	struct pmc_profile *profile;
	struct pmc_set_event event;
	int status, err;

	must(!pmc_command_wait(command, -1, &status), "pmc_command_wait");
	must(!pmc_set_stop(set), "pmc_set_stop");
	must(!pmc_set_read(set, count, MAX_EVENTS, NULL), "pmc_set_read");
	err = pmc_set_profile(set, &profile, NULL);
	if (err) {
		fprintf(stderr, "%d no profile: %s\n", change, strerror(-err));
		return true;
	}
	for (size_t i = 0; i < MAX_EVENTS; i++) {
		uint64_t sum;

		pmc_set_event(set, i, &event);
		sum = recorded_sum(profile, event.name);
		if (sum == count[i].value)
			continue;
		fprintf(stderr, "%d %s %" PRIu64 " %" PRIu64 "\n", change, event.name, sum,
			count[i].value);
		return true;
	}
	return false;
}

/* Which changes of all are worth a kill? Within a move, those at its ends, and some between. */
static int choose(const bool *moves, int n, int *chosen)
{
	int m = 0, begin, end;

	for (begin = 0; begin < n; begin = end) {
		int apart;

		for (end = begin + 1; end < n && moves[end] == moves[begin];)
			end++;
		apart = (end - begin) / IN_MOVES + 1;
		for (int i = begin; i < end; i++)
			if (!moves[i] || i - begin < IN_MOVES || end - i <= IN_MOVES ||
			    i % apart == 0)
				chosen[m++] = i + 1;
	}
	return m;
}

/* ---- From the outside ---- */

static struct found {
	int batches; /* before the one in which it happens */
	int n;	     /* changes in that */
	bool moves[MAX_CHANGES];
	struct place places[MAX_CHANGES];
} * found;

static void find(enum what what, char **argv)
{
	uint64_t as_of = 0, cleared = 0;
	int n = 0;

	start(argv);
	for (;; n++) {
		const struct emu_thread *t = thread();

		/* Earlier, there is little to move. */
		if (n > 10 && what == WHAT_EMPTY && t->as_of != as_of && t->cleared == cleared)
			break;
		if (n > 10 && what == WHAT_FLUSH && t->cleared != cleared)
			break;
		as_of = t->as_of;
		cleared = t->cleared;
		go_on();
		if (!arrived()) {
			must(what == WHAT_END, "it does not happen");
			break;
		}
	}
	kill(pid, SIGKILL);
	found->batches = n - (what != WHAT_END);
}

static void begin_batch(char **argv)
{
	start(argv);
	for (int i = 0; i < found->batches; i++) {
		go_on();
		must(arrived(), "a batch");
	}
}

static void count_changes(char **argv)
{
	begin_batch(argv);
	found->n = run_batch(found->moves, found->places);
	kill(pid, SIGKILL);
}

static bool kill_at(char **argv, int change)
{
	begin_batch(argv);
	must(run_changes(change, &found->places[change - 1]) == found->moves[change - 1],
	     "another change");
	kill(pid, SIGKILL);
	return differs(change);
}

static int kill_all(char **argv, const int *chosen, int n)
{
	int running = 0, differ = 0, i = 0, status;
	pid_t child;

	while (i < n || running) {
		if (i < n && running < AT_ONCE) {
			child = fork();
			must(child >= 0, "fork");
			if (!child)
				_exit(kill_at(argv, chosen[i]));
			running++;
			i++;
			continue;
		}
		must(wait(&status) > 0, "wait");
		running--;
		differ += status != 0;
	}
	return differ;
}

static void in_child(enum what what, char **argv, bool finds)
{
	int status;
	pid_t child = fork();

	must(child >= 0, "fork");
	if (!child) {
		if (finds)
			find(what, argv);
		else
			count_changes(argv);
		_exit(0);
	}
	must(waitpid(child, &status, 0) == child && !status, "looking for it");
	must(finds || found->n, "it changes nothing");
}

int main(int argc, char **argv)
{
	static const char *const names[] = { "empty", "flush", "end" };
	static int chosen[MAX_CHANGES];
	int n, moves = 0, differ, what = 0;

	while (argc == 3 && what < 3 && strcmp(argv[1], names[what]))
		what++;
	if (argc != 3 || what == 3)
		return 2;
	found = mmap(NULL, sizeof(*found), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	must(found != MAP_FAILED, "mmap");
	in_child((enum what)what, argv + 2, true);
	in_child((enum what)what, argv + 2, false);
	for (int i = 0; i < found->n; i++)
		moves += found->moves[i];
	n = choose(found->moves, found->n, chosen);
	differ = kill_all(argv + 2, chosen, n);
	printf("%d changes, %d in moves, %d kills, %d differ\n", found->n, moves, n, differ);
	return 0;
}
