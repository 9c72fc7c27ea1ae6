/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * usage: inject SEED DENSE SPARSE COMMAND...
 *
 * Delivers signals at places where chance hardly ever puts them. It runs COMMAND and single-steps
 * the first process (of one thread) that sends itself SIGURG, until that process does so again.
 * Meanwhile the process gets SIGALRM before one in DENSE of the instructions that it executes
 * outside of files (translated code), before every second POPF and every second instruction after
 * one, and before one in SPARSE of the others (the engine). SEED chooses which. A handler has some
 * hundred instructions, so with a smaller DENSE the process makes no progress. inject prints on
 * standard error how many signals it sent, and exits with the command's status.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define TF	    0x100
#define SIGRETURN   15
#define PUSHF	    0x9c
#define POPF	    0x9d
#define SYSCALL	    0x050f
#define FRAME_FLAGS 176 /* where the flags are in the context that RSP points to at sigreturn */

static unsigned long long state;
static unsigned long steps, sent, inside;
static unsigned dense, sparse;
static struct {
	unsigned long from, to;
} file[64];
static int files;

static unsigned chance(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 20);
}

static void must(int is, const char *what)
{
	if (is)
		return;
	perror(what);
	exit(2);
}

/* Where files are executable in this process. */
static void read_files(pid_t pid)
{
	char name[64], line[512], mode[8];
	unsigned long from, to, offset, inode;
	FILE *f;

	snprintf(name, sizeof(name), "/proc/%d/maps", pid);
	f = fopen(name, "r");
	must(f != NULL, name);
	files = 0;
	while (fgets(line, sizeof(line), f) && files < 64) {
		if (sscanf(line, "%lx-%lx %7s %lx %*s %lu", &from, &to, mode, &offset, &inode) != 5)
			continue;
		if (!inode || mode[2] != 'x' || strstr(line, "memfd:"))
			continue;
		file[files].from = from;
		file[files++].to = to;
	}
	fclose(f);
}

static int in_file(unsigned long at)
{
	for (int i = 0; i < files; i++)
		if (at >= file[i].from && at < file[i].to)
			return 1;
	return 0;
}

/* Returns the opcode of an instruction without operands; skips its prefixes. */
static unsigned opcode(unsigned long bytes)
{
	while ((bytes & 0xff) == 0x66 || (bytes & 0xf0) == 0x40)
		bytes >>= 8;
	return bytes & 0xff;
}

/* Is TF set in the flags stored at `at`? */
static void set_bit(pid_t tid, unsigned long at, int tf)
{
	unsigned long flags = (unsigned long)ptrace(PTRACE_PEEKDATA, tid, at, 0);

	must(!ptrace(PTRACE_POKEDATA, tid, at, tf ? flags | TF : flags & ~(unsigned long)TF),
	     "PTRACE_POKEDATA");
}

/*
 * Executes one instruction, or enters the handler of sig. *tf says whether the program set TF: the
 * kernel confuses that TF with its own for single-stepping, which PUSHF stores, and which looks
 * like the program's after POPF and sigreturn and in signal frames. Returns the status with which
 * the thread stops.
 */
static int step(pid_t tid, int sig, struct user_regs_struct *r, int *tf)
{
	unsigned long bytes = (unsigned long)ptrace(PTRACE_PEEKTEXT, tid, r->rip, 0);
	int status, now = *tf, pushes = !sig && opcode(bytes) == PUSHF;

	if (sig)
		now = 0;
	else if (opcode(bytes) == POPF)
		now = !!(ptrace(PTRACE_PEEKDATA, tid, r->rsp, 0) & TF);
	else if ((bytes & 0xffff) == SYSCALL && r->rax == SIGRETURN)
		now = !!(ptrace(PTRACE_PEEKDATA, tid, r->rsp + FRAME_FLAGS, 0) & TF);
	must(!ptrace(PTRACE_SINGLESTEP, tid, 0, sig), "PTRACE_SINGLESTEP");
	must(waitpid(tid, &status, __WALL) == tid, "waitpid");
	if (!WIFSTOPPED(status))
		return status;
	must(!ptrace(PTRACE_GETREGS, tid, 0, r), "PTRACE_GETREGS");
	if (pushes)
		set_bit(tid, r->rsp, *tf);
	if (sig)
		set_bit(tid, r->rdx + FRAME_FLAGS, *tf);
	if (WSTOPSIG(status) != SIGTRAP) /* nothing was executed */
		now = *tf;
	*tf = now;
	if (now != !!(r->eflags & TF)) {
		r->eflags ^= TF;
		must(!ptrace(PTRACE_SETREGS, tid, 0, r), "PTRACE_SETREGS");
	}
	return status;
}

/* Returns n: a signal comes before one in n executions of the instruction at rip. */
static unsigned odds(pid_t tid, unsigned long rip)
{
	static int near;

	if (in_file(rip))
		return sparse;
	if (opcode((unsigned long)ptrace(PTRACE_PEEKTEXT, tid, rip, 0)) == POPF)
		near = 4;
	return near && near-- ? 2 : dense;
}

/*
 * Steps from the SIGURG at which the process stopped to the next one, or to its end. Returns the
 * status.
 */
static int inject(pid_t tid)
{
	struct user_regs_struct r;
	int status, sig = 0, tf = 0, own;

	read_files(tid);
	must(!ptrace(PTRACE_GETREGS, tid, 0, &r), "PTRACE_GETREGS");
	for (;;) {
		own = !sig && tf;
		status = step(tid, sig, &r, &tf);
		if (!WIFSTOPPED(status))
			return status;
		steps++;
		sig = WSTOPSIG(status);
		if (sig == SIGURG)
			return status;
		if (sig != SIGTRAP)
			continue;
		sig = own ? SIGTRAP : 0; /* the program's trap as well */
		if (chance() % odds(tid, r.rip))
			continue;
		sent++;
		inside += !in_file(r.rip);
		must(!syscall(SYS_tgkill, tid, tid, SIGALRM), "tgkill");
	}
}

int main(int argc, char **argv)
{
	int status, sig, left = 0;
	pid_t command, tid;
	cpu_set_t one;

	if (argc < 5)
		return 2;
	state = strtoull(argv[1], NULL, 0) * 0x9e3779b97f4a7c15ull + 1;
	dense = (unsigned)atoi(argv[2]);
	sparse = (unsigned)atoi(argv[3]);
	/*
	 * Keep both on one CPU: they alternate, and waking another CPU takes longer than the step.
	 */
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	command = fork();
	if (!command) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		execvp(argv[4], argv + 4);
		_exit(127);
	}
	must(waitpid(command, &status, 0) == command, "waitpid");
	must(!ptrace(PTRACE_SETOPTIONS, command, 0,
		     PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
			     PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL),
	     "PTRACE_SETOPTIONS");
	ptrace(PTRACE_CONT, command, 0, 0);
	while ((tid = waitpid(-1, &status, __WALL)) > 0) {
		if (WIFSTOPPED(status) && WSTOPSIG(status) == SIGURG && !steps)
			status = inject(tid);
		if (!WIFSTOPPED(status)) {
			if (tid == command)
				left = WIFEXITED(status) ? WEXITSTATUS(status) :
							   128 + WTERMSIG(status);
			continue;
		}
		sig = WSTOPSIG(status);
		if (status >> 16 || sig == SIGSTOP ||
		    sig == SIGURG) /* a new process or image; ours */
			sig = 0;
		ptrace(PTRACE_CONT, tid, 0, sig);
	}
	fprintf(stderr, "%lu instructions, %lu signals, %lu of them in translated code\n", steps,
		sent, inside);
	return left;
}
