/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The second argument of the engine is "SHMFD,ENGINEFD,TASK,LEVEL,-,SHELFFD" from libpmc
 * (launch.h). An engine that executes the next image adds ",PLACE,SIGMASK", and instead of - the
 * program's file, which is open and checked. SHELFFD is the shelf (emu/heritage/shelf.h) or -;
 * PLACE and SIGMASK, in hexadecimal, are the image's place in the tree of processes (random.c) and
 * the program's signal mask. The limits follow (limits.c). The third argument is the program's
 * path. The fourth is the name that execve(2) was given, if it is another one, as for a #! script.
 */
#include "emu/start/start.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/format.h"
#include "emu/base/message.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/maps.h"
#include "emu/count/chunk.h"
#include "emu/count/task.h"
#include "emu/heritage/role.h"
#include "emu/heritage/shelf.h"
#include "emu/hide/clock.h"
#include "emu/hide/fds.h"
#include "emu/hide/limits.h"
#include "emu/hide/random.h"
#include "emu/hide/shortage.h"
#include "emu/image/auxv.h"
#include "emu/image/elf.h"
#include "emu/image/layout.h"
#include "emu/image/load.h"
#include "emu/image/mm.h"
#include "emu/image/stack.h"
#include "emu/launch.h"
#include "emu/start/first_thread.h"
#include "emu/syscall/exec/first.h"

#include <asm/stat.h>
#include <linux/auxvec.h>
#include <linux/fcntl.h>
#include <linux/mman.h>
#include <linux/prctl.h>
#include <linux/resource.h>

#define HWCAP2_FSGSBASE 2u

extern const char __ehdr_start[], _end[];

void start_relocate(u64 base, const Elf64_Dyn *dyn)
{
	const Elf64_Rela *rela = NULL;
	u64 size = 0;

	for (; dyn->d_tag != DT_NULL; dyn++) {
		if (dyn->d_tag == DT_RELA)
			rela = (const Elf64_Rela *)(base + dyn->d_un.d_ptr);
		else if (dyn->d_tag == DT_RELASZ)
			size = dyn->d_un.d_val;
	}
	for (; size >= sizeof(*rela); size -= sizeof(*rela), rela++) {
		if ((rela->r_info & 0xffffffff) == 8 /* R_X86_64_RELATIVE */)
			*(u64 *)(base + rela->r_offset) = base + rela->r_addend;
	}
}

/* What the command line says beside descriptors. */
struct command {
	u32 task, level;
	const char *path, *execfn;
};

static bool parse_number(const char **s, u32 base, u64 *value)
{
	const char *p = *s;
	u64 v = 0;

	for (;; p++) {
		u32 digit;

		if (*p >= '0' && *p <= '9')
			digit = *p - '0';
		else if (base == 16 && *p >= 'a' && *p <= 'f')
			digit = *p - 'a' + 10;
		else
			break;
		v = v * base + digit;
	}
	if (p == *s || (*p && *p != ','))
		return false;
	*s = *p ? p + 1 : p;
	*value = v;
	return true;
}

/* A descriptor, or - for none. */
static bool parse_fd(const char **s, int *fd)
{
	u64 number;

	*fd = -1;
	if ((*s)[0] == '-' && (!(*s)[1] || (*s)[1] == ',')) {
		*s += (*s)[1] ? 2 : 1;
		return true;
	}
	if (!parse_number(s, 10, &number))
		return false;
	*fd = (int)number;
	return true;
}

static bool parse_command(const struct stack *s, struct command *c)
{
	u64 shm, self, task, level, limit[5];
	const char *numbers;
	u32 i;

	if (s->argc < STACK_OUR_ARGS)
		return false;
	numbers = s->argv[1];
	if (!parse_number(&numbers, 10, &shm) || !parse_number(&numbers, 10, &self) ||
	    !parse_number(&numbers, 10, &task) || !parse_number(&numbers, 10, &level) ||
	    !parse_fd(&numbers, &engine.exe_fd) || !parse_fd(&numbers, &engine.shelf_fd))
		return false;
	if (*numbers && (!parse_number(&numbers, 16, &engine.place) ||
			 !parse_number(&numbers, 16, &engine.sigmask)))
		return false;
	while (*numbers) {
		for (i = 0; i < 5; i++) {
			if (!parse_number(&numbers, 16, &limit[i]))
				return false;
		}
		if (!limits_told(limit))
			return false;
	}
	engine.shm_fd = shm;
	engine.engine_fd = self;
	c->task = task;
	c->level = level;
	c->path = s->argv[2];
	c->execfn = *s->argv[3] ? s->argv[3] : c->path;
	return true;
}

/*
 * The layout decides where the engine reserves its memory, so it is read before the header is
 * mapped there. map_header() checks the version.
 */
static struct layout read_layout(void)
{
	struct rlimit64 stack = { 0 };
	u32 asked = 0;

	sys4(__NR_pread64, engine.shm_fd, &asked, sizeof(asked),
	     offsetof(struct emu_header, layout));
	sys4(__NR_prlimit64, 0, RLIMIT_STACK, 0, &stack);
	return layout_of(asked, stack.rlim_cur);
}

/* Reserves the addresses of all memory of the engine, while the program is not there yet. */
static void reserve_memory(const struct layout *layout)
{
	const struct arena_end end = { layout->is_fixed, layout->mappings };
	u64 share;

	limits_init();
	share = limits_share(RLIMIT_AS);
	engine.engine_start = PAGE_DOWN(__ehdr_start);
	engine.engine_end = PAGE_UP(_end);
	engine.footprint = engine.data_footprint = engine.engine_end - engine.engine_start;
	if (share > ARENA_SIZE + engine.footprint)
		share = ARENA_SIZE + engine.footprint;
	if (share < 2 * ARENA_LEAST + engine.footprint)
		share = 2 * ARENA_LEAST + engine.footprint;
	if (arena_init(share - engine.footprint, &end))
		return;
	shortage_fatal("the translator", ARENA_LEAST);
}

static void map_header(void)
{
	u64 size = PAGE_UP(sizeof(struct emu_header));
	struct emu_header *shm = arena_reserve(size);
	long r = sys6(__NR_mmap, (long)shm, (long)size, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_FIXED, engine.shm_fd, 0);

	if (r < 0)
		emu_refuse(125, "cannot map the counters (error %d)", (int)-r);
	if (shm->magic != EMU_MAGIC || shm->version != EMU_VERSION)
		emu_refuse(125, "this pmc-emu and the pmc that started it have different versions");
	engine.shm = shm;
	chunk_begin();
	engine.deterministic = shm->flags & EMU_F_DETERMINISTIC;
	engine.profile = shm->flags & EMU_F_PROFILE;
	engine.model = shm->flags & EMU_F_MODEL;
	engine.sampled = shm->flags & EMU_F_SAMPLE ? shm->sampled : 0;
	engine.bursts = engine.model && shm->model.sampling.count && !engine.sampled;
	engine.due = engine.bursts ? 1u << EMU_INSTRUCTIONS : engine.sampled;
	engine.tree = shm->flags & EMU_F_TREE;
	if (engine.tree)
		engine.due = shm->sampled;
}

/* Finds the absolute path of the program's file, as /proc/self/exe would show it. */
static void find_path(const char *path)
{
	size_t max = ENGINE_EXE - 1;
	long n;

	emu_snprintf(engine.exe_link, sizeof(engine.exe_link), "/proc/self/fd/%d", engine.exe_fd);
	n = sys3(__NR_readlink, engine.exe_link, engine.exe, max);
	if (n > 0 && engine.exe[0] == '/') {
		engine.exe[n] = '\0';
		return;
	}
	/* Without /proc, make one of the working directory. */
	n = 0;
	if (path[0] != '/') {
		n = sys2(__NR_getcwd, engine.exe, max);
		n = n > 0 ? n - 1 : 0;
		if (n > 1)
			engine.exe[n++] = '/';
	}
	emu_snprintf(engine.exe + n, max - n, "%s", path);
}

/* The vDSO is the kernel's code in the process: one mapping, as long as its file. */
static void register_vdso(u64 base)
{
	const Elf64_Ehdr *eh = (void *)base;
	u64 end, i;

	if (!base)
		return;
	end = base + eh->e_shoff + (u64)eh->e_shnum * eh->e_shentsize;
	for (i = 0; i < eh->e_phnum; i++) {
		const Elf64_Phdr *ph = (void *)(base + eh->e_phoff + i * sizeof(*ph));

		if (ph->p_type == PT_LOAD && base + ph->p_vaddr + ph->p_memsz > end)
			end = base + ph->p_vaddr + ph->p_memsz;
	}
	maps_set(base, PAGE_UP(end), PROT_READ | PROT_EXEC);
}

static void make_stack_executable(const struct stack *s, u64 sp)
{
	u64 top = PAGE_UP(s->env_end), reach = maps_stack_reach();

	if (sys3(__NR_mprotect, PAGE_DOWN(sp), top - PAGE_DOWN(sp),
		 PROT_READ | PROT_WRITE | PROT_EXEC | PROT_GROWSDOWN) == 0)
		maps_set(PAGE_DOWN(sp) - reach, top, PROT_READ | PROT_WRITE | PROT_EXEC);
}

/*
 * Gives the process its name: the last part of the file name that execve was given. A file by
 * descriptor gives its own name, as since Linux 6.14 (before, the descriptor's number).
 */
static void set_name(const char *execfn)
{
	const char *name = execfn, *p;
	bool by_fd = strncmp(execfn, "/dev/fd/", 8) == 0 && !strchr(execfn + 8, '/');
	char comm[16];

	for (p = name = by_fd ? engine.exe : execfn; *p; p++) {
		if (*p == '/')
			name = p + 1;
	}
	if (by_fd && p - name > 10 && strcmp(p - 10, " (deleted)") == 0)
		p -= 10;
	emu_snprintf(comm, sizeof(comm), "%.*s", (int)(p - name), name);
	sys2(__NR_prctl, PR_SET_NAME, comm);
	count_comm(NULL, comm);
}

/* The kernel ends a process in this way if it finds the file bad after the point of no return. */
static _Noreturn void die_like_exec(void)
{
	u64 action[4] = { 0 }; /* SIG_DFL */
	u64 segv = 1ull << (11 - 1);

	sys4(__NR_rt_sigaction, 11, action, 0, 8);
	sys4(__NR_rt_sigprocmask, 1 /* SIG_UNBLOCK */, &segv, 0, 8);
	for (;;)
		sys2(__NR_kill, sys0(__NR_getpid), 11);
}

/* Those of a call tree or a model hold more than a program's code, and a deterministic run looks
 * the same to every process. */
static bool shares_translations(void)
{
	return !engine.deterministic && (!engine.due || engine.sampled) && !engine.model &&
	       !(engine.shm->flags & (EMU_F_NOINHERIT | EMU_F_COLD));
}

_Noreturn void start_engine(u64 *kernel_stack)
{
	static char execfn[ELF_PATH_MAX];
	struct image img = { 0 };
	struct command cmd;
	struct stack stack;
	u64 random[2];
	bool is_first;
	int err;

	message_init();
	if (stack_parse(&stack, kernel_stack) || !parse_command(&stack, &cmd))
		emu_refuse(125, "pmc-emu is started by pmc and not by hand");
	engine.pid = sys0(__NR_getpid);
	img.layout = read_layout();
	reserve_memory(&img.layout);
	map_header();
	is_first = engine.exe_fd < 0;
	if (is_first) /* later images are started with more blocked */
		sys4(__NR_rt_sigprocmask, SIG_BLOCK, NULL, &engine.sigmask, 8);
	if (is_first && engine.shelf_fd < 0 && shares_translations())
		shelf_create();
	if (is_first)
		engine.exe_fd = exec_first(cmd.path, (u64)(stack.argv + STACK_OUR_ARGS),
					   (u64)stack.envp, cmd.task);
	role_init(stack.argc - STACK_OUR_ARGS, stack.argv + STACK_OUR_ARGS);
	fds_init(is_first);
	find_path(cmd.path);
	emu_snprintf(execfn, sizeof(execfn), "%s", cmd.execfn);
	count_init(cmd.task);
	clock_init(cmd.task, is_first);
	random_init(engine.shm->seed);
	random[0] = engine.deterministic ? random_next() : 0;
	random[1] = engine.deterministic ? random_next() : 0;

	err = load_program(engine.exe_fd, &img);
	if (err == -ENOMEM)
		shortage_fatal(engine.exe, 0);
	if (err == -EMFILE || err == -ENFILE)
		emu_fatal("cannot load %s: error %d", engine.exe, -err);
	if (err)
		die_like_exec();
	register_vdso(stack_auxv(&stack, AT_SYSINFO_EHDR));
	engine.fsgsbase = stack_auxv(&stack, AT_HWCAP2) & HWCAP2_FSGSBASE;
	auxv_present(&stack);
	stack_rebuild(&stack, &img, execfn, engine.deterministic ? random : NULL);
	mm_tell_kernel(&stack, &img);
	if (img.exec_stack)
		make_stack_executable(&stack, img.sp);
	set_name(execfn);
	if (engine.shm->flags & EMU_F_NATIVE)
		fds_deinit();
	first_thread_run(&img);
}
