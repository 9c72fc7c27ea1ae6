/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The oracle. It runs a program under ptrace, one instruction at a time, and counts what the engine
 * counts (enum emu_signal) without using the engine: Zydis decodes, the CPU executes.
 *
 *	step [-o FILE] [-c CPU] [-v] [-T FILE] PROGRAM [ARGUMENT...]   from a plain exec
 *	step -n [-e ENGINE] [-s SEED] [...] PROGRAM [ARGUMENT...]      as the engine loads it
 *
 * With -n the engine loads the program as for a deterministic run and jumps to it natively
 * (EMU_F_NATIVE): it executes INT3, and the program begins where control leaves the engine's text.
 * The tool then presents what the engine presents: rseq(2) fails with ENOSYS, getrandom(2), the
 * random devices, RDRAND and RDSEED give the engine's numbers, CPUID hides transactions and CET,
 * there are one CPU and 4 GiB of memory, and /proc/self/exe is the program.
 * -m WORDS: models a machine, too (modelling.h), and prints its counts behind the others.
 * -S SIGNALS:N: at every Nth event (a bit for each signal; counted anew in each image) a line to
 * the file of -T: the instruction's address and those of its callers, by frame pointers; -G: by
 * what was called (called.h). -F: instead the functions that were called, by their addresses.
 * -v: cumulative counts at every system call, to stderr; -T: every address executed, 8 bytes each.
 *
 * Rules of counting:
 * - An instruction counts when it retires. One that faults does not count until it is retried.
 * - REP instructions trap after each iteration; they count once, when RIP moves on.
 * - The tool computes from the flags and RCX whether a conditional branch is taken, since target
 *   and next instruction may be the same; if they differ, RIP must agree.
 * - When a signal is delivered, the kernel stops once more at the handler's first instruction
 *   (si_code SIGTRAP), having executed nothing.
 * - CPUID is executed by the tool, on the same CPU: it leaves a virtual machine, and some
 *   hypervisors come back without the trap, so that the next instruction would go uncounted.
 * Only one thread is stepped; children run freely, uncounted.
 * links: tests/emu/st*.c tests/emu/called.c tests/emu/modelling.c $(BUILD)/internal.a -lZydis
 */
#define _GNU_SOURCE
#include <Zydis/Zydis.h>
#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/emu/started.h"
#include "tests/emu/called.h"
#include "tests/emu/stepped.h"

#define FLAG_CF 0x001u
#define FLAG_PF 0x004u
#define FLAG_ZF 0x040u
#define FLAG_SF 0x080u
#define FLAG_TF 0x100u
#define FLAG_OF 0x800u

enum kind {
	PLAIN,
	JCC,
	LOOP,
	JRCXZ,
	JUMP,
	JUMP_INDIRECT,
	CALL,
	CALL_INDIRECT,
	RETURN,
	SYSCALL_INSN,
	CPUID_INSN,
	RANDOM_INSN,
	PUSHF_INSN,
	INT3_INSN,
	MOV_SS,
	UNKNOWN,
};

struct step {
	uint8_t bytes[15];
	uint8_t n; /* how many of them were readable */
	uint8_t length;
	uint8_t kind;
	bool load, store, rep;
	uint8_t cc; /* JCC: condition number; LOOP: 0 LOOPNE, 1 LOOPE, 2 LOOP */
	bool addr32;
	uint8_t reg, size; /* RANDOM_INSN: destination */
	int64_t displacement;
};

#define CACHE_SIZE 65536u
static struct {
	uint64_t rip;
	struct step step;
} cache[CACHE_SIZE];

static ZydisDecoder decoder;
static pid_t pid;
static int mem_fd;
static uint64_t total[EMU_NSIGNALS];
static bool presenting, verbose, modelling, calling, functions;
static bool in_rep; /* a repeated instruction has had an iteration */
static FILE *trace;
static uint64_t sampled, period, due; /* -S; the sum of the sampled signals at the next one */
static char program_path[PATH_MAX];
static cpu_set_t affinity; /* what it was before tracer and program were put on one CPU */

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "step: %s: %s\n", what, strerror(errno));
	if (pid > 0)
		kill(pid, SIGKILL);
	exit(125);
}

/* ---- decoding ---- */

static uint8_t kind_of(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
		       struct step *s)
{
	bool direct = in->operand_count && op[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;

	switch (in->mnemonic) {
	case ZYDIS_MNEMONIC_LOOPNE:
		s->cc = 0;
		return LOOP;
	case ZYDIS_MNEMONIC_LOOPE:
		s->cc = 1;
		return LOOP;
	case ZYDIS_MNEMONIC_LOOP:
		s->cc = 2;
		return LOOP;
	case ZYDIS_MNEMONIC_JRCXZ:
		return JRCXZ;
	case ZYDIS_MNEMONIC_JECXZ:
		return JRCXZ;
	case ZYDIS_MNEMONIC_JMP:
		return direct ? JUMP : JUMP_INDIRECT;
	case ZYDIS_MNEMONIC_CALL:
		return direct ? CALL : CALL_INDIRECT;
	case ZYDIS_MNEMONIC_RET:
		return RETURN;
	case ZYDIS_MNEMONIC_SYSCALL:
		return SYSCALL_INSN;
	case ZYDIS_MNEMONIC_CPUID:
		return CPUID_INSN;
	case ZYDIS_MNEMONIC_RDRAND:
	case ZYDIS_MNEMONIC_RDSEED:
		s->reg = (uint8_t)ZydisRegisterGetId(op[0].reg.value);
		s->size = (uint8_t)(op[0].size / 8);
		return RANDOM_INSN;
	case ZYDIS_MNEMONIC_PUSHF:
	case ZYDIS_MNEMONIC_PUSHFQ:
		return PUSHF_INSN;
	case ZYDIS_MNEMONIC_INT3:
		return INT3_INSN;
	default:
		break;
	}
	if (in->meta.category == ZYDIS_CATEGORY_COND_BR &&
	    in->meta.branch_type != ZYDIS_BRANCH_TYPE_NONE) {
		/* 70+cc, 0F 80+cc */
		s->cc = in->opcode & 15;
		return JCC;
	}
	if (in->mnemonic == ZYDIS_MNEMONIC_MOV && op[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	    op[0].reg.value == ZYDIS_REGISTER_SS)
		return MOV_SS;
	return PLAIN;
}

static void decode(struct step *s)
{
	ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
	ZydisDecodedInstruction in;

	if (ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, s->bytes, s->n, &in, op))) {
		s->kind = UNKNOWN;
		return;
	}
	s->length = in.length;
	s->kind = kind_of(&in, op, s);
	s->addr32 = in.address_width == 32;
	if (s->kind == JCC || s->kind == LOOP || s->kind == JRCXZ)
		s->displacement = op[0].imm.value.s;
	s->rep = in.meta.category == ZYDIS_CATEGORY_STRINGOP &&
		 (in.attributes &
		  (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE));
	if (stepped_no_access(&in))
		return;
	if (in.mnemonic == ZYDIS_MNEMONIC_ENTER && (in.raw.imm[1].value.u & 31) > 1)
		s->load = true; /* the frame pointers of enclosing procedures */
	for (int i = 0; i < in.operand_count; i++) {
		if (op[i].type != ZYDIS_OPERAND_TYPE_MEMORY ||
		    op[i].mem.type == ZYDIS_MEMOP_TYPE_AGEN ||
		    op[i].mem.type == ZYDIS_MEMOP_TYPE_MIB)
			continue;
		s->load |= (op[i].actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
		s->store |= (op[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
	}
}

/*
 * Decodes the instruction at rip. It reads the bytes each time, since the program may change them.
 */
static const struct step *fetch(uint64_t rip)
{
	unsigned i = (unsigned)((rip ^ rip >> 16) % CACHE_SIZE);
	struct step *s = &cache[i].step;
	uint8_t bytes[15];
	ssize_t n;

	n = pread(mem_fd, bytes, sizeof(bytes), (off_t)rip);
	if (n < 0)
		n = 0;
	if (cache[i].rip == rip && s->n == n && !memcmp(s->bytes, bytes, (size_t)n))
		return s;
	cache[i].rip = rip;
	memset(s, 0, sizeof(*s));
	memcpy(s->bytes, bytes, (size_t)n);
	s->n = (uint8_t)n;
	decode(s);
	return s;
}

/* ---- counting ---- */

static bool condition(unsigned cc, uint64_t fl)
{
	bool cf = fl & FLAG_CF, zf = fl & FLAG_ZF, sf = fl & FLAG_SF, of = fl & FLAG_OF, r;

	switch (cc >> 1) {
	case 0:
		r = of;
		break;
	case 1:
		r = cf;
		break;
	case 2:
		r = zf;
		break;
	case 3:
		r = cf || zf;
		break;
	case 4:
		r = sf;
		break;
	case 5:
		r = fl & FLAG_PF;
		break;
	case 6:
		r = sf != of;
		break;
	default:
		r = zf || sf != of;
		break;
	}
	return r != (cc & 1);
}

static bool taken(const struct step *s, const struct user_regs_struct *before)
{
	uint64_t rcx = s->addr32 ? (uint32_t)before->rcx : before->rcx;

	if (s->kind == JCC)
		return condition(s->cc, before->eflags);
	if (s->kind == JRCXZ)
		return rcx == 0;
	rcx = s->addr32 ? (uint32_t)(rcx - 1) : rcx - 1;
	return rcx != 0 && (s->cc == 2 || s->cc == !!(before->eflags & FLAG_ZF));
}

static bool is_conditional(const struct step *s)
{
	return s->kind == JCC || s->kind == LOOP || s->kind == JRCXZ;
}

/* ---- samples ---- */

static uint64_t sampled_sum(void)
{
	uint64_t sum = 0;

	for (int s = 0; s < EMU_NSIGNALS; s++)
		sum += sampled >> s & 1 ? total[s] : 0;
	return sum;
}

/* Is it an address of code? */
static bool is_code(uint64_t address)
{
	char path[64], line[PATH_MAX + 128];
	uint64_t start, end;
	bool is = false;
	char x;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = fopen(path, "re");
	if (!maps)
		die(path);
	while (!is && fgets(line, sizeof(line), maps))
		is = sscanf(line, "%lx-%lx %*c%*c%c", &start, &end, &x) == 3 && x == 'x' &&
		     start <= address && address < end;
	fclose(maps);
	return is;
}

/*
 * The sampled event has happened the Nth time with the instruction that began with these registers.
 * The frames are read behind it: no compiler's code writes over them.
 */
static void sample(const struct user_regs_struct *before)
{
	uint64_t fp = before->rbp, frame[2];

	for (; sampled_sum() >= due; due += period) {
		if (functions)
			called_print_functions(trace);
		else
			fprintf(trace, "%llx", before->rip);
		if (calling && !functions)
			called_print(trace);
		while (!calling && fp >= before->rsp && fp % 8 == 0 &&
		       pread(mem_fd, frame, 16, (off_t)fp) == 16 && is_code(frame[1])) {
			fprintf(trace, ";%lx", frame[1]);
			if (frame[0] <= fp)
				break;
			fp = frame[0];
		}
		fputc('\n', trace);
	}
}

static void count(const struct step *s, const struct user_regs_struct *before, uint64_t now)
{
	if (modelling)
		stepped_tell(s->bytes, s->n, before, now, is_conditional(s) && taken(s, before),
			     in_rep);
	in_rep = false;
	total[EMU_INSTRUCTIONS]++;
	total[EMU_LOADS] += s->load;
	total[EMU_STORES] += s->store;
	if (trace && !period)
		fwrite(&before->rip, 8, 1, trace);
	if (calling) {
		static bool left = true;

		/* With -F calls are left by returns, indirect jumps (longjmp's), and the system
		 * call by which handlers return. */
		if (left || !functions)
			called_before(before->rsp);
		left = s->kind == RETURN || s->kind == JUMP_INDIRECT || s->kind == SYSCALL_INSN;
		if (s->kind == JUMP_INDIRECT)
			called_stub(before->rip, now);
		called_keep();
	}
	switch (s->kind) {
	case JCC:
	case LOOP:
	case JRCXZ: {
		bool t = taken(s, before);
		uint64_t want = before->rip + s->length + (t ? (uint64_t)s->displacement : 0);

		if (now && now != want) {
			fprintf(stderr, "step: branch at %llx went to %lx, not %lx\n", before->rip,
				now, want);
			exit(125);
		}
		total[t ? EMU_COND_TAKEN : EMU_COND_NOT]++;
		break;
	}
	case JUMP:
		total[EMU_JUMP_DIRECT]++;
		break;
	case JUMP_INDIRECT:
		total[EMU_JUMP_INDIRECT]++;
		break;
	case CALL:
		total[EMU_CALL_DIRECT]++;
		called_call(before->rsp, before->rip + s->length, now);
		break;
	case CALL_INDIRECT:
		total[EMU_CALL_INDIRECT]++;
		called_call(before->rsp, before->rip + s->length, now);
		break;
	case RETURN:
		total[EMU_RETURNS]++;
		break;
	case SYSCALL_INSN:
		total[EMU_SYSCALLS]++;
		break;
	case UNKNOWN:
		fprintf(stderr, "step: no decoding for what was executed at %llx:", before->rip);
		for (int i = 0; i < s->n; i++)
			fprintf(stderr, " %02x", s->bytes[i]);
		fputc('\n', stderr);
		exit(125);
	default:
		break;
	}
	if (s->kind != PLAIN && s->kind < SYSCALL_INSN)
		return;
	if (now && (s->kind == PLAIN || s->kind == CPUID_INSN) && !s->rep &&
	    now != before->rip + s->length) {
		fprintf(stderr, "step: instruction at %llx has length %u but went to %lx\n",
			before->rip, s->length, now);
		exit(125);
	}
}

/* ---- what the engine presents ---- */

/* The engine's generator, as emu/hide/random.c describes it: splitmix64. */
#define RANDOM_STEP 0x9e3779b97f4a7c15u
static uint64_t random_counter;

static uint64_t scramble(uint64_t z)
{
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static uint64_t random_next(void)
{
	return scramble(random_counter += RANDOM_STEP);
}

/* The numbers of the command itself, whose place in the tree is 0; AT_RANDOM used the first two. */
static void random_start(uint64_t seed)
{
	random_counter = scramble(seed ^ scramble(0)) + 2 * RANDOM_STEP;
}

static void put(uint64_t address, const void *data, size_t n)
{
	if (pwrite(mem_fd, data, n, (off_t)address) != (ssize_t)n)
		die("writing the program's memory");
}

static void get_string(uint64_t address, char *s, size_t size)
{
	ssize_t n = pread(mem_fd, s, size - 1, (off_t)address);

	s[n > 0 ? n : 0] = 0;
}

/* Registers by their number in the encoding. */
static unsigned long long *reg_of(struct user_regs_struct *r, unsigned number)
{
	/* clang-format off */
	unsigned long long *const all[16] = {
		&r->rax, &r->rcx, &r->rdx, &r->rbx, &r->rsp, &r->rbp, &r->rsi, &r->rdi,
		&r->r8, &r->r9, &r->r10, &r->r11, &r->r12, &r->r13, &r->r14, &r->r15,
	};
	/* clang-format on */

	return all[number & 15];
}

static bool is_random_device(unsigned long long fd)
{
	struct stat st;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/fd/%llu", pid, fd);
	return !stat(path, &st) && S_ISCHR(st.st_mode) &&
	       (st.st_rdev == 0x108 || st.st_rdev == 0x109);
}

static void put_random(uint64_t address, uint64_t size)
{
	uint64_t word;

	for (uint64_t n = 0; n < size; n += sizeof(word)) {
		word = random_next();
		put(address + n, &word, size - n < sizeof(word) ? size - n : sizeof(word));
	}
}

/* The memory that emu/hide/ram.h shows: programs choose buffers by what is free. */
static void put_memory(uint64_t address)
{
	struct sysinfo s, shown;

	sysinfo(&s);
	shown = (struct sysinfo){
		.uptime = s.uptime,
		.totalram = 4ul << 30,
		.freeram = 2ul << 30,
		.procs = 1,
		.mem_unit = 1,
	};
	put(address, &shown, sizeof(shown));
}

/* Answers a system call that the engine answers itself; returns false if the kernel must do it. */
static bool answer(struct user_regs_struct *r)
{
	char path[64];
	size_t n;

	switch (r->rax) {
	case SYS_rseq:
		r->rax = (unsigned long long)-ENOSYS;
		return true;
	case SYS_getrandom:
		put_random(r->rdi, r->rsi);
		r->rax = r->rsi;
		return true;
	case SYS_sysinfo:
		put_memory(r->rdi);
		r->rax = 0;
		return true;
	case SYS_read:
		if (!is_random_device(r->rdi))
			return false;
		put_random(r->rsi, r->rdx);
		r->rax = r->rdx;
		return true;
	case SYS_readlink:
		get_string(r->rdi, path, sizeof(path));
		if (strcmp(path, "/proc/self/exe"))
			return false;
		n = strlen(program_path) < r->rdx ? strlen(program_path) : r->rdx;
		put(r->rsi, program_path, n);
		r->rax = n;
		return true;
	case EMU_SYSCALL:
		if (r->rdi != EMU_CALL_READ)
			return false;
		put(r->rsi, total, sizeof(total));
		r->rax = 0;
		return true;
	}
	return false;
}

/*
 * Executes one instruction in the tool if the engine emulates it, too. Returns true if it did; the
 * registers are then those after the instruction.
 */
static bool present(const struct step *s, struct user_regs_struct *r)
{
	struct user_regs_struct before = *r;
	uint64_t word;

	switch (s->kind) {
	case SYSCALL_INSN:
		/* EMU_CALL_READ includes its own SYSCALL. */
		count(s, &before, 0);
		if (!answer(r)) {
			total[EMU_INSTRUCTIONS]--;
			total[EMU_SYSCALLS]--;
			if (trace && !period)
				fseek(trace, -8, SEEK_CUR);
			return false;
		}
		r->rcx = r->rip + 2;
		r->r11 = r->eflags & ~(unsigned long long)FLAG_TF;
		/* Not a system call to be restarted. */
		r->orig_rax = -1ull;
		break;
	case RANDOM_INSN:
		count(s, &before, 0);
		word = random_next();
		if (s->size == 8)
			*reg_of(r, s->reg) = word;
		else if (s->size == 4)
			*reg_of(r, s->reg) = (uint32_t)word;
		else
			*reg_of(r, s->reg) = (*reg_of(r, s->reg) & ~0xffffull) | (word & 0xffff);
		r->eflags = (r->eflags & ~0x8d5ull) | FLAG_CF;
		break;
	default:
		return false;
	}
	r->rip += s->length;
	if (ptrace(PTRACE_SETREGS, pid, 0, r))
		die("PTRACE_SETREGS");
	return true;
}

/* Executes CPUID in the program's place. */
static void step_cpuid(const struct step *s, struct user_regs_struct *r)
{
	unsigned leaf = (unsigned)r->rax, part = (unsigned)r->rcx, eax, ebx, ecx, edx;

	count(s, r, 0);
	__cpuid_count(leaf, part, eax, ebx, ecx, edx);
	if (presenting && leaf == 7 && part == 0) {
		ebx &= ~(1u << 4 | 1u << 11); /* HLE, RTM */
		ecx &= ~(1u << 7);	      /* CET */
		edx &= ~(1u << 20);
	}
	r->rax = eax;
	r->rbx = ebx;
	r->rcx = ecx;
	r->rdx = edx;
	r->rip += s->length;
	if (ptrace(PTRACE_SETREGS, pid, 0, r))
		die("PTRACE_SETREGS");
}

/* ---- the program's life ---- */

static int wait_stop(void)
{
	int status;

	while (waitpid(pid, &status, __WALL) < 0)
		if (errno != EINTR)
			die("waitpid");
	return status;
}

static int signal_code(void)
{
	siginfo_t si;

	if (ptrace(PTRACE_GETSIGINFO, pid, 0, &si))
		return 0;
	return si.si_code;
}

/*
 * Undoes what single-stepping leaves in the program: TF in pushed flags and in R11.
 */
static void mend(const struct step *s, const struct user_regs_struct *before,
		 struct user_regs_struct *r)
{
	uint64_t flags;

	switch (s->kind) {
	case PUSHF_INSN:
		if (pread(mem_fd, &flags, 2, (off_t)r->rsp) == 2 && (flags & FLAG_TF)) {
			flags &= ~(uint64_t)FLAG_TF;
			put(r->rsp, &flags, 2);
		}
		break;
	case SYSCALL_INSN:
		/* After a sigreturn R11 is the program's own. */
		if (before->rax != SYS_rt_sigreturn && (r->r11 & FLAG_TF)) {
			r->r11 &= ~(unsigned long long)FLAG_TF;
			ptrace(PTRACE_SETREGS, pid, 0, r);
		}
		if (before->rax != SYS_sched_getaffinity || (long)r->rax <= 0)
			break;
		put(before->rdx, &affinity, r->rax);
		if (presenting) { /* the mask of one CPU is one word */
			r->rax = 8;
			ptrace(PTRACE_SETREGS, pid, 0, r);
		}
		break;
	}
}

/* A handler begins: its caller is what the kernel put there, and then what it interrupted. */
static void note_signal(const struct user_regs_struct *before, const struct user_regs_struct *r)
{
	uint64_t back;

	called_before(before->rsp);
	if (pread(mem_fd, &back, 8, (off_t)r->rsp) == 8)
		called_signal(r->rsp, back, before->rip, r->rip);
}

/* Did the instruction at rip raise the signal, and not its own fetch? */
static bool is_fault(int sig, uint64_t rip)
{
	siginfo_t si;

	if (sig != SIGSEGV && sig != SIGBUS && sig != SIGFPE)
		return false;
	return !ptrace(PTRACE_GETSIGINFO, pid, 0, &si) && si.si_code > 0 &&
	       (sig == SIGFPE || (uint64_t)si.si_addr != rip);
}

static void report(const struct user_regs_struct *r, const char *what)
{
	fprintf(stderr, "step: %-8s %5lld at %llx:", what, (long long)r->rax, r->rip);
	for (int s = 0; s < EMU_NSIGNALS; s++)
		fprintf(stderr, " %lu", (unsigned long)total[s]);
	fputc('\n', stderr);
}

/*
 * Steps from the first instruction to the end and returns the wait status. in_exec: the program
 * stops at the exec event; the step out of that call traps before the first instruction.
 */
static int run(bool in_exec)
{
	struct user_regs_struct r;
	struct user_regs_struct last;
	int deliver = 0, status;
	bool skip_next = in_exec;

	due = period;
	if (ptrace(PTRACE_GETREGS, pid, 0, &r))
		die("PTRACE_GETREGS");
	for (;;) {
		const struct step *s = fetch(r.rip);
		struct user_regs_struct before = r;
		bool injected = deliver != 0;
		int sig;

		if (period && sampled_sum() >= due)
			sample(&last);
		last = before;

		if (!injected && presenting && present(s, &r))
			continue;
		if (!injected && s->kind == CPUID_INSN) {
			step_cpuid(s, &r);
			continue;
		}
		if (!injected && s->kind == SYSCALL_INSN) {
			if (verbose)
				report(&r, "syscall");
			if (r.rax == SYS_exit || r.rax == SYS_exit_group)
				count(s, &before, 0);
			if (period && sampled_sum() >= due) /* exit(2) */
				sample(&before);
		}
		if (ptrace(PTRACE_SINGLESTEP, pid, 0, deliver))
			die("PTRACE_SINGLESTEP");
		status = wait_stop();
		if (WIFEXITED(status) || WIFSIGNALED(status))
			return status;
		sig = WSTOPSIG(status);
		if (ptrace(PTRACE_GETREGS, pid, 0, &r))
			die("PTRACE_GETREGS");
		deliver = 0;
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8)) {
			/* The new image's first instruction comes next; the SYSCALL has retired. */
			char path[64];

			count(s, &before, 0);
			called_exec();
			due = sampled_sum() + period;
			close(mem_fd);
			snprintf(path, sizeof(path), "/proc/%d/mem", pid);
			mem_fd = open(path, O_RDWR | O_CLOEXEC);
			if (mem_fd < 0)
				die(path);
			memset(cache, 0, sizeof(cache));
			skip_next = true;
			continue;
		}
		if (sig != SIGTRAP) {
			deliver = sig;
			/* The engine's models see what an instruction is about to access. */
			if (modelling && r.rip == before.rip && !injected && is_fault(sig, r.rip))
				stepped_tell(s->bytes, s->n, &before, 0, false, in_rep);
			continue;
		}
		if (injected || skip_next || s->kind == INT3_INSN || s->kind == SYSCALL_INSN ||
		    r.rip == before.rip) {
			int code = signal_code();

			/* At the handler's first instruction. */
			if (code == SIGTRAP && injected) {
				note_signal(&before, &r);
				continue;
			}
			if (s->kind == INT3_INSN && code == SI_KERNEL) {
				count(s, &before, r.rip);
				deliver = SIGTRAP;
				continue;
			}
			/* Sent by somebody. */
			if (code <= 0) {
				deliver = SIGTRAP;
				continue;
			}
			if (skip_next) {
				skip_next = false;
				continue;
			}
		}
		if (injected)
			s = fetch(before.rip);
		if (s->rep && r.rip == before.rip) {
			if (modelling)
				stepped_tell(s->bytes, s->n, &before, 0, false, in_rep);
			in_rep = true;
			continue;
		}
		count(s, &before, r.rip);
		mend(s, &before, &r);
		if (s->kind == MOV_SS) {
			/* The trap was held back over the next instruction. */
			const struct step *next = fetch(before.rip + s->length);

			if (r.rip == before.rip + s->length + next->length)
				count(next, &before, 0);
		}
	}
}

/* Runs the engine to its INT3 and steps on until control leaves its text. */
static void reach_program(void)
{
	struct user_regs_struct r;
	uint64_t start, end, marker;
	char path[64], line[PATH_MAX + 128];
	int status;
	FILE *maps;

	for (;;) {
		if (ptrace(PTRACE_CONT, pid, 0, 0))
			die("PTRACE_CONT");
		status = wait_stop();
		if (!WIFSTOPPED(status)) {
			fprintf(stderr,
				"step: the engine ended (status %x) before the program began\n",
				status);
			exit(125);
		}
		if (WSTOPSIG(status) == SIGTRAP && signal_code() == SI_KERNEL)
			break;
		fprintf(stderr, "step: signal %d in the engine\n", WSTOPSIG(status));
		die("loading");
	}
	if (ptrace(PTRACE_GETREGS, pid, 0, &r))
		die("PTRACE_GETREGS");
	marker = r.rip;
	start = end = 0;
	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	maps = fopen(path, "re");
	if (!maps)
		die(path);
	while (fgets(line, sizeof(line), maps)) {
		uint64_t a, b;

		if (sscanf(line, "%lx-%lx", &a, &b) == 2 && a <= marker && marker < b)
			start = a, end = b;
	}
	fclose(maps);
	while (r.rip >= start && r.rip < end) {
		if (ptrace(PTRACE_SINGLESTEP, pid, 0, 0))
			die("PTRACE_SINGLESTEP");
		status = wait_stop();
		if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) {
			fprintf(stderr, "step: the engine failed at its jump to the program (%x)\n",
				status);
			exit(125);
		}
		if (ptrace(PTRACE_GETREGS, pid, 0, &r))
			die("PTRACE_GETREGS");
	}
}

/* Tracer and program alternate; on one CPU the switch between them costs half. */
static void share_cpu(unsigned n)
{
	cpu_set_t set;
	unsigned cpu = 0;

	sched_getaffinity(0, sizeof(affinity), &affinity);
	n %= (unsigned)CPU_COUNT(&affinity);
	while (!CPU_ISSET(cpu, &affinity) || n--)
		cpu++;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	if (presenting) { /* as the engine, one CPU */
		CPU_ZERO(&affinity);
		CPU_SET(0, &affinity);
	}
}

int main(int argc, char **argv)
{
	const char *engine = started_engine();
	uint64_t seed = 1;
	unsigned cpu = 0;
	int opt, shm_fd = -1, status;
	bool native = false;
	FILE *out = stderr;
	char path[PATH_MAX];

	while ((opt = getopt(argc, argv, "+c:FGne:m:o:s:S:T:v")) != -1) {
		switch (opt) {
		case 'c':
			cpu = (unsigned)atoi(optarg);
			break;
		case 'n':
			native = true;
			break;
		case 'e':
			engine = optarg;
			break;
		case 's':
			seed = strtoull(optarg, NULL, 0);
			break;
		case 'F':
			functions = calling = true;
			break;
		case 'G':
			calling = true;
			break;
		case 'v':
			verbose = true;
			break;
		case 'S':
			if (sscanf(optarg, "%li:%lu", &sampled, &period) != 2 || !period)
				return 125;
			break;
		case 'm':
			stepped_start(optarg);
			modelling = true;
			break;
		case 'T':
		case 'o': {
			FILE *f = fopen(optarg, "we");

			if (!f)
				die(optarg);
			*(opt == 'o' ? &out : &trace) = f;
			break;
		}
		default:
			return 125;
		}
	}
	if (optind == argc) {
		fprintf(stderr, "usage: step [-n] [-o FILE] [-e ENGINE] [-s SEED] PROGRAM...\n");
		return 125;
	}
	if (period && !trace) {
		fprintf(stderr, "step: -S needs -T\n");
		return 125;
	}
	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	ZydisDecoderEnableMode(&decoder, ZYDIS_DECODER_MODE_MPX, ZYAN_FALSE);
	if (!realpath(started_find(argv[optind], path, sizeof(path)), program_path))
		program_path[0] = 0;
	if (native && !started_create(EMU_F_DETERMINISTIC | EMU_F_NATIVE, seed, &shm_fd))
		return 125;
	random_start(seed);
	presenting = native;

	share_cpu(cpu);
	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		personality(ADDR_NO_RANDOMIZE);
		raise(SIGSTOP);
		if (native)
			started_exec(engine, shm_fd, argv + optind);
		else
			execvp(argv[optind], argv + optind);
		perror(argv[optind]);
		_exit(125);
	}
	wait_stop();
	if (ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC))
		die("PTRACE_SETOPTIONS");
	if (ptrace(PTRACE_CONT, pid, 0, 0))
		die("PTRACE_CONT");
	status = wait_stop();
	if (status >> 8 != (SIGTRAP | PTRACE_EVENT_EXEC << 8)) {
		fprintf(stderr, "step: the program was not started (status %x)\n", status);
		return 125;
	}
	snprintf(path, sizeof(path), "/proc/%d/mem", pid);
	mem_fd = open(path, O_RDWR | O_CLOEXEC);
	if (mem_fd < 0)
		die(path);
	if (native)
		reach_program();
	status = run(!native);
	counts_print(out, total);
	if (modelling)
		stepped_print(out);
	if ((out != stderr && fclose(out)) || (trace && fclose(trace)))
		die("writing");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
