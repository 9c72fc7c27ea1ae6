/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "lib/base/proc.h"
#include "lib/base/user_rdpmc.h"

enum rdpmc_policy rdpmc_policy(void)
{
	char buf[8];

	/* Without perf's PMU the driver permits it. */
	if (proc_read("/sys/bus/event_source/devices/cpu/rdpmc", buf, sizeof(buf)) <= 0)
		return RDPMC_BY_PAGES;
	return buf[0] == '0' ? RDPMC_TO_NOBODY : buf[0] == '2' ? RDPMC_TO_ALL : RDPMC_BY_PAGES;
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

int rdpmc_permit_init(struct rdpmc_permit *permit, int fd)
{
	permit->fd = fd;
	permit->page = mmap(NULL, page_size(), PROT_READ, MAP_SHARED, fd, 0);
	return permit->page == MAP_FAILED ? -errno : 0;
}

void rdpmc_permit_deinit(struct rdpmc_permit *permit)
{
	if (permit->page != MAP_FAILED)
		munmap(permit->page, page_size());
	close(permit->fd);
}

/* ---- The instruction, and its fault ---- */

/* What the register has that tells of the fault: EDI or RDI, in which nobody else has this. */
#define TRIES	 0x52445054u
#define REFUSED	 0u
#define LENGTH	 2 /* of RDPMC */
#define OPCODE_0 0x0f
#define OPCODE_1 0x33

#ifdef __x86_64__
#define AT   REG_RIP
#define TOLD REG_RDI
#else
#define AT   REG_EIP
#define TOLD REG_EDI
#endif

static void on_fault(int signal, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;
	const unsigned char *code = (const unsigned char *)(uintptr_t)regs[AT];

	/* A #GP is from the kernel; a page fault, also one of fetching code, is not. */
	if (info->si_code == SI_KERNEL && (u32)regs[TOLD] == TRIES && code[0] == OPCODE_0 &&
	    code[1] == OPCODE_1) {
		regs[TOLD] = REFUSED;
		regs[AT] += LENGTH;
		return;
	}
	/* It faults again. */
	sigaction(signal, &(const struct sigaction){ .sa_handler = SIG_DFL }, NULL);
}

void rdpmc_try_begin(struct rdpmc_try *before)
{
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
	sigset_t fault;

	sigemptyset(&action.sa_mask);
	sigaction(SIGSEGV, &action, &before->action);
	sigemptyset(&fault);
	sigaddset(&fault, SIGSEGV);
	pthread_sigmask(SIG_UNBLOCK, &fault, &before->mask);
}

void rdpmc_try_end(const struct rdpmc_try *before)
{
	pthread_sigmask(SIG_SETMASK, &before->mask, NULL);
	sigaction(SIGSEGV, &before->action, NULL);
}

bool rdpmc_try(u32 index, u64 *value)
{
	u32 low = 0, high = 0, told = TRIES;

	__asm__ volatile("rdpmc" : "+a"(low), "+d"(high), "+D"(told) : "c"(index) : "memory");
	*value = (u64)high << 32 | low;
	return told == TRIES;
}
