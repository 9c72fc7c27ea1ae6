/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Maps a file of code privately, a function at the beginning of each page, calls all of them, and
 * prints the sum of what they return, and how much of the mapping is in memory then.
 *
 *	many_pages FILE			"SUM KIB"
 *	many_pages FILE poke PAGE	makes the function of that page return 1,000 more before,
 *					by /proc/self/mem, as a debugger would
 *	many_pages FILE over [FILE PAGE]...	maps the others over it first, each from a page on
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 4096

typedef int function(void);

static unsigned char *place;

/* MOV EAX's constant is the second byte on. */
static void poke(size_t page)
{
	int fd = open("/proc/self/mem", O_RDWR), value;

	memcpy(&value, place + page * PAGE + 1, sizeof(value));
	value += 1000;
	if (fd < 0 || pwrite(fd, &value, sizeof(value), (off_t)(place + page * PAGE + 1)) < 0)
		err(1, "/proc/self/mem");
	close(fd);
}

static long resident(void)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	char line[512];
	unsigned long start;
	long kib = -1;
	int found = 0;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx-", &start) == 1)
			found = start == (unsigned long)place;
		if (found && sscanf(line, "Rss: %ld", &kib) == 1)
			break;
	}
	if (f)
		fclose(f);
	return kib;
}

/* Maps a file there, or anywhere. Returns its size. */
static size_t map(const char *file, unsigned char *at)
{
	int fd = open(file, O_RDONLY);
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		err(1, "%s", file);
	at = mmap(at, (size_t)st.st_size, PROT_READ | PROT_EXEC, MAP_PRIVATE | (at ? MAP_FIXED : 0),
		  fd, 0);
	if (at == MAP_FAILED)
		err(1, "mmap");
	if (!place)
		place = at;
	close(fd);
	return (size_t)st.st_size;
}

int main(int argc, char **argv)
{
	const char *how = argc > 2 ? argv[2] : "";
	size_t size;
	int sum = 0;

	if (argc < 2)
		return 2;
	size = map(argv[1], NULL);
	if (!strcmp(how, "poke"))
		poke((size_t)atoi(argv[3]));
	for (int i = 3; !strcmp(how, "over") && i + 1 < argc; i += 2)
		map(argv[i], place + (size_t)atoi(argv[i + 1]) * PAGE);
	for (size_t page = 0; page < size / PAGE; page++) {
		unsigned char *at = place + page * PAGE;
		function *f;

		memcpy(&f, &at, sizeof(f));
		sum += f();
	}
	printf("%d %ld\n", sum, resident());
	return 0;
}
