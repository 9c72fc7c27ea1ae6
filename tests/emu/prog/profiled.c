/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What makes profiles hard: threads, forks, execs, signals, a process that is killed, code that is
 * made at run time, with a name, and again at the same address.
 *
 *	profiled all|jit|jitdump|killed
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int hits;

static void on_signal(int sig)
{
	(void)sig;
	hits++;
}

static long spin(long n)
{
	volatile long sum = 0;

	for (long i = 0; i < n; i++)
		sum += i;
	return sum;
}

static void *work(void *n)
{
	spin(*(long *)n);
	return NULL;
}

static void threads(void)
{
	static long n[4] = { 10000, 20000, 30000, 40000 };
	pthread_t t[4];

	/* One after the other, so that the counts are the same each time. */
	for (int i = 0; i < 4; i++) {
		pthread_create(&t[i], NULL, work, &n[i]);
		pthread_join(t[i], NULL);
	}
}

static void children(void)
{
	for (int i = 0; i < 4; i++) {
		pid_t pid = fork();

		if (!pid) {
			spin(5000 * (i + 1));
			if (i == 2)
				raise(SIGKILL);
			if (i == 3)
				execlp("sh", "sh", "-c", ":", NULL);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
}

/* mov eax, edi; loop: dec eax; jnz loop; ret: 2n + 2 instructions */
static const unsigned char loop_code[] = { 0x89, 0xf8, 0xff, 0xc8, 0x75, 0xfc, 0xc3 };
/* The same with a NOP in the loop: 3n + 2 instructions */
static const unsigned char slow_code[] = { 0x89, 0xf8, 0x90, 0xff, 0xc8, 0x75, 0xfb, 0xc3 };

static void *make(void *at, const void *code, size_t size)
{
	void *page = mmap(at, 4096, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);

	memcpy(page, code, size);
	mprotect(page, 4096, PROT_READ | PROT_EXEC);
	return page;
}

static void jit(void)
{
	char path[64];
	void *page = make(NULL, loop_code, sizeof(loop_code));
	FILE *map;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	map = fopen(path, "w");
	if (map) {
		fprintf(map, "%lx %zx made_at_run_time\n", (unsigned long)page, sizeof(slow_code));
		fclose(map);
	}
	((void (*)(int))page)(1000);
	((void (*)(int))page)(1000);
	munmap(page, 4096);
	page = make(page, slow_code, sizeof(slow_code));
	((void (*)(int))page)(500);
}

/* perf's jit-PID.dump in the present folder: a function with its line, which is moved once, and
 * another one. */
struct dump_load {
	unsigned id, size;
	unsigned long time;
	unsigned pid, tid;
	unsigned long vma, address, code_size, index;
};
struct dump_move {
	unsigned id, size;
	unsigned long time;
	unsigned pid, tid;
	unsigned long vma, from, address, code_size, index;
};
struct dump_line {
	unsigned id, size;
	unsigned long time, function, n, address;
	unsigned line, discriminator;
	char file[16];
};

static void dump_load(FILE *to, const void *at, const void *code, size_t size, const char *name)
{
	struct dump_load r = { .size = (unsigned)(sizeof(r) + strlen(name) + 1 + size),
			       .pid = (unsigned)getpid(),
			       .tid = (unsigned)getpid(),
			       .vma = (unsigned long)at,
			       .address = (unsigned long)at,
			       .code_size = size,
			       .index = (unsigned long)name };

	fwrite(&r, sizeof(r), 1, to);
	fwrite(name, strlen(name) + 1, 1, to);
	fwrite(code, size, 1, to);
}

static void jitdump(void)
{
	static const char moved[] = "moved";
	unsigned head[10] = { 0x4a695444, 1, sizeof(head), 62, 0, (unsigned)getpid() };
	char *page = make(NULL, loop_code, sizeof(loop_code));
	char path[64];
	struct dump_line line = { .id = 2, .size = sizeof(line), .n = 1, .line = 7 };
	struct dump_move move = { .id = 1, .size = sizeof(move) };
	FILE *to;

	mprotect(page, 4096, PROT_READ | PROT_WRITE);
	memcpy(page + 256, loop_code, sizeof(loop_code));
	memcpy(page + 512, slow_code, sizeof(slow_code));
	mprotect(page, 4096, PROT_READ | PROT_EXEC);
	snprintf(path, sizeof(path), "jit-%d.dump", getpid());
	to = fopen(path, "w");
	if (!to)
		return;
	line.function = line.address = (unsigned long)page;
	strcpy(line.file, "made.source");
	move.from = (unsigned long)page;
	move.address = (unsigned long)page + 256;
	move.index = (unsigned long)moved;
	move.code_size = sizeof(loop_code);
	fwrite(head, sizeof(head), 1, to);
	fwrite(&line, sizeof(line), 1, to);
	dump_load(to, page, loop_code, sizeof(loop_code), moved);
	fwrite(&move, sizeof(move), 1, to);
	dump_load(to, page + 512, slow_code, sizeof(slow_code), "other");
	fclose(to);
	((void (*)(int))page)(100);
	((void (*)(int))(page + 256))(1000);
	((void (*)(int))(page + 512))(10);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "all";

	if (!strcmp(what, "jit")) {
		jit();
		return 0;
	}
	if (!strcmp(what, "jitdump")) {
		jitdump();
		return 0;
	}
	if (!strcmp(what, "killed")) {
		spin(100000);
		raise(SIGKILL);
	}
	signal(SIGUSR1, on_signal);
	for (int i = 0; i < 100; i++)
		raise(SIGUSR1);
	children();
	threads();
	printf("%d\n", hits);
	return 0;
}
