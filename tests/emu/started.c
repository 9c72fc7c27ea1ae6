/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts the engine without libpmc (see started.h), with the protocol of emu/launch.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "tests/emu/started.h"

const char *const signal_name[EMU_NSIGNALS] = {
	[EMU_INSTRUCTIONS] = "instructions",
	[EMU_LOADS] = "loads",
	[EMU_STORES] = "stores",
	[EMU_COND_TAKEN] = "branches-conditional-taken",
	[EMU_COND_NOT] = "branches-not-taken",
	[EMU_JUMP_DIRECT] = "jumps-direct",
	[EMU_JUMP_INDIRECT] = "jumps-indirect",
	[EMU_CALL_DIRECT] = "calls-direct",
	[EMU_CALL_INDIRECT] = "calls-indirect",
	[EMU_RETURNS] = "returns",
	[EMU_SYSCALLS] = "syscalls",
};

struct emu_header *started_create(uint32_t flags, uint64_t seed, int *shm_fd)
{
	struct emu_header *shm;
	int fd;

	fd = memfd_create("pmc-shm", 0);
	if (fd < 0 || ftruncate(fd, (off_t)EMU_SHM_SIZE)) {
		perror("memfd");
		return NULL;
	}
	shm = mmap(NULL, EMU_SHM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
	if (shm == MAP_FAILED) {
		perror("mmap of the shared memory");
		close(fd);
		return NULL;
	}
	shm->magic = EMU_MAGIC;
	shm->version = EMU_VERSION;
	shm->flags = flags;
	shm->seed = seed;
	/* Number 0, as libpmc asks for: else strings and pages lie elsewhere than under pmc. */
	shm->layout = flags & EMU_F_DETERMINISTIC ? 1 : 0;
	shm->n_tasks = 1;
	shm->tasks[0].state = EMU_TASK_LIVE;
	shm->tasks[0].chunk = shm->tasks[0].vectors = -1;
	*shm_fd = fd;
	return shm;
}

const char *started_find(const char *name, char *path, size_t size)
{
	const char *dirs = getenv("PATH"), *end;

	if (strchr(name, '/') || !dirs)
		return name;
	for (;; dirs = end + 1) {
		end = strchrnul(dirs, ':');
		snprintf(path, size, "%.*s/%s", end > dirs ? (int)(end - dirs) : 1,
			 end > dirs ? dirs : ".", name);
		if (!access(path, X_OK))
			return path;
		if (!*end)
			return name;
	}
}

void started_exec(const char *engine, int shm_fd, char **argv)
{
	char path[PATH_MAX], fds[64];
	int n = 0, engine_fd, high;
	const char **args;

	/* Like libpmc, asks for a fixed address space before the engine starts. */
	engine_fd = open(engine, O_RDONLY);
	high = fcntl(engine_fd, F_DUPFD, 250);
	if (high < 0) {
		perror(engine);
		return;
	}
	close(engine_fd);
	while (argv[n])
		n++;
	args = calloc((size_t)n + 5, sizeof(*args));
	if (!args)
		return;
	snprintf(fds, sizeof(fds), "%d,%d,0,0,-,-", shm_fd, high);
	args[0] = "pmc-emu";
	args[1] = fds;
	args[2] = started_find(argv[0], path, sizeof(path));
	args[3] = "";
	memcpy(args + 4, argv, (size_t)n * sizeof(*argv));
	syscall(SYS_execveat, high, "", args, environ, AT_EMPTY_PATH);
	perror(engine);
	free(args);
}

void started_task(const struct emu_header *shm, unsigned task, uint64_t total[EMU_NSIGNALS])
{
	const struct emu_task *t = &shm->tasks[task];
	const struct emu_thread *thread;
	const struct emu_vectors *v;

	for (int s = 0; s < EMU_NSIGNALS; s++)
		total[s] = t->done[s];
	if (t->chunk < 0 || t->vectors < 0)
		return;
	thread = (const void *)((const char *)shm + EMU_CHUNK_AT(shm, t->chunk));
	v = (const void *)((const char *)shm + EMU_CHUNK_AT(shm, t->vectors));
	for (int s = 0; s < EMU_NSIGNALS; s++)
		total[s] += thread->base[s];
	for (uint32_t i = 0; i < v->n && i < EMU_EXITS_IN(EMU_CHUNK_SIZE(shm)); i++) {
#define X(sig, shift, bits) \
	total[sig] += thread->count[i] * (v->vec[i] >> (shift) & ((1ull << (bits)) - 1));
		EMU_VECTOR_FIELDS(X)
#undef X
	}
}

unsigned started_total(const struct emu_header *shm, uint64_t total[EMU_NSIGNALS])
{
	uint64_t one[EMU_NSIGNALS];
	unsigned n = shm->n_tasks < EMU_MAX_TASKS ? shm->n_tasks : EMU_MAX_TASKS;

	memset(total, 0, EMU_NSIGNALS * sizeof(*total));
	for (unsigned i = 0; i < n; i++) {
		started_task(shm, i, one);
		for (int s = 0; s < EMU_NSIGNALS; s++)
			total[s] += one[s];
	}
	return n;
}

void counts_print(FILE *out, const uint64_t total[EMU_NSIGNALS])
{
	for (int s = 0; s < EMU_NSIGNALS; s++)
		fprintf(out, "%s %lu\n", signal_name[s], (unsigned long)total[s]);
}

const char *started_engine(void)
{
	static char path[PATH_MAX];
	const char *env = getenv("PMC_EMU");
	ssize_t n;

	if (env && *env)
		return env;
	n = readlink("/proc/self/exe", path, sizeof(path) - 32);
	if (n < 0)
		return "build/pmc-emu";
	path[n] = 0;
	for (int up = 0; up < 4; up++) {
		char *slash = strrchr(path, '/');

		if (!slash)
			break;
		strcpy(slash, "/pmc-emu");
		if (!access(path, X_OK))
			return path;
		*slash = 0;
	}
	return "build/pmc-emu";
}
