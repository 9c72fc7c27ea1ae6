/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * remaps calls a function in 64 mappings of its own code, one after the other: each call leads to a
 * mapping in which nothing has been executed yet. Before each it executes other code for the first
 * time, now more and now less.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAPPINGS 64
#define PAGE	 4096ul

typedef int function(int);

/* It has a page of its own. */
int next(int n);
__asm__(".pushsection .text\n"
	".balign 4096\n"
	"next: lea 1(%rdi), %eax; ret\n"
	".balign 4096\n"
	".popsection");

/* Another place for each n below 1,024. */
void go_to(unsigned long n);
__asm__(".pushsection .text\n"
	"go_to: lea row(%rip), %rax; add %rdi, %rax; jmp *%rax\n"
	"row: .fill 1024, 1, 0x90\n"
	"ret\n"
	".popsection");

/* Where does the page lie in the file? */
static off_t offset_of(uintptr_t page)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long start, end, offset;

	while (maps && fscanf(maps, "%lx-%lx %*s %lx%*[^\n]", &start, &end, &offset) == 3)
		if (page >= start && page < end) {
			fclose(maps);
			return (off_t)(offset + (page - start));
		}
	return -1;
}

int main(void)
{
	off_t offset = offset_of((uintptr_t)next);
	unsigned long place = 0;
	int fd = open("/proc/self/exe", O_RDONLY), n = 0;
	/* Room around each keeps the kernel from making one mapping of them. */
	char *at = mmap(NULL, MAPPINGS * 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (fd < 0 || offset < 0 || at == MAP_FAILED)
		return 1;
	for (int i = 0; i < MAPPINGS; i++, at += 2 * PAGE) {
		if (mmap(at, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd, offset) ==
		    MAP_FAILED)
			return 1;
		for (int j = 0; j < i % 13; j++)
			go_to(place++);
		n = ((function *)(uintptr_t)at)(n);
	}
	printf("%d\n", n);
	return 0;
}
