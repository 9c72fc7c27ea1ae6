/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Eight children of fork, one after the other, write to the same pages. Each first prints how many
 * of the pages it has of its own already, as /proc/self/pagemap says. Then the parent maps a file
 * without blocks in the place of these pages, which one more child leaves alone, and prints how
 * many blocks the file has.
 * cflags: -O2
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE  4096
#define PAGES 8

static char pages[PAGES * PAGE] __attribute__((aligned(PAGE)));

/* Present, alone, and no file's. */
static int own(void)
{
	uint64_t entry[PAGES] = { 0 };
	int fd = open("/proc/self/pagemap", O_RDONLY), n = 0;

	if (fd < 0 || pread(fd, entry, sizeof(entry), (intptr_t)pages / PAGE * 8) != sizeof(entry))
		exit(77);
	close(fd);
	for (int i = 0; i < PAGES; i++)
		n += (entry[i] >> 63 & 1) && (entry[i] >> 56 & 1) && !(entry[i] >> 61 & 1);
	return n;
}

static void fork_one(int writes)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		if (writes) {
			printf("%d\n", own());
			fflush(stdout);
			for (int i = 0; i < PAGES; i++)
				pages[i * PAGE]++;
		}
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		exit(1);
}

int main(void)
{
	int fd = memfd_create("file", 0);
	struct stat st;

	for (int i = 0; i < PAGES; i++)
		pages[i * PAGE] = 1;
	for (int i = 0; i < 8; i++)
		fork_one(1);
	if (fd < 0 || ftruncate(fd, sizeof(pages)) ||
	    mmap(pages, sizeof(pages), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) !=
		    pages)
		return 1;
	fork_one(0);
	if (fstat(fd, &st))
		return 1;
	printf("%ld blocks\n", (long)st.st_blocks);
	return 0;
}
