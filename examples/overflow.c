/* SPDX-License-Identifier: BSD-2-Clause */
/* A signal each time 100,000 instructions were executed: gcc overflow.c -lpmc && ./a.out */
#include <pmc/pmc.h>
#include <signal.h>
#include <stdio.h>

static struct pmc_set *set;
static volatile unsigned signals;
static volatile uint64_t last;

static void on_overflow(int number, siginfo_t *info, void *context)
{
	uint64_t count;
	(void)number, (void)context;
	if (pmc_set_signalled(set, info, &count))
		return;
	signals++, last = count;
	pmc_set_resume(set); /* perfctr's VPERFCTR_IRESUME */
}

int main(void)
{
	struct sigaction action = { .sa_sigaction = on_overflow, .sa_flags = SA_SIGINFO };
	struct pmc_diag diag;
	struct pmc *pmc;

	sigaction(SIGRTMIN, &action, NULL);
	if (pmc_open(NULL, PMC_USE_SELF, &pmc, &diag) ||
	    pmc_set_create(pmc, "instructions:u", 0, &set, &diag) ||
	    pmc_set_signal(set, 0, 100000, SIGRTMIN, &diag) || pmc_set_attach_self(set, &diag)) {
		fprintf(stderr, "%s\n", diag.sentence);
		return 1;
	}
	pmc_set_start(set);
	for (volatile int i = 0; i < 1000000; i++)
		;
	pmc_set_stop(set);
	printf("%u signals, the last at %llu instructions\n", signals, (unsigned long long)last);
	return 0;
}
