/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signals at overflow through libpmc, with another period in between. Prints how many there were
 * with each, and how many did not come exactly one period after the one before.
 */
#include <pmc/pmc.h>
#include <signal.h>
#include <stdio.h>

#define MOST 1000

static struct pmc_set *set;
static volatile unsigned n;
static uint64_t at[MOST];

static void on_overflow(int number, siginfo_t *info, void *context)
{
	uint64_t count = 0;

	(void)number, (void)context;
	if (pmc_set_signalled(set, info, &count))
		return;
	if (n < MOST)
		at[n++] = count;
	pmc_set_resume(set);
}

static void work(void)
{
	for (volatile int i = 0; i < 1000000; i++)
		;
}

int main(void)
{
	struct sigaction action = { .sa_sigaction = on_overflow, .sa_flags = SA_SIGINFO };
	struct pmc_diag diag;
	struct pmc *pmc;
	unsigned k, first, wrong = 0;

	sigaction(SIGRTMIN, &action, NULL);
	if (pmc_open(NULL, PMC_USE_SELF, &pmc, &diag) ||
	    pmc_set_create(pmc, "instructions:u", 0, &set, &diag) ||
	    pmc_set_signal(set, 0, 100003, SIGRTMIN, &diag) || pmc_set_attach_self(set, &diag)) {
		fprintf(stderr, "%s\n", diag.sentence);
		return 1;
	}
	if (pmc_set_resume(set) == 0)
		puts("resumed what was not stopped");
	pmc_set_start(set);
	work();
	first = n;
	if (pmc_set_period(set, 0, 50021))
		puts("no other period");
	work();
	pmc_set_stop(set);
	for (k = 1; k < n; k++)
		wrong += k != first && at[k] - at[k - 1] != (k < first ? 100003u : 50021u);
	printf("old %u\nnew %u\nwrong %u\n", first, n - first, wrong);
	return 0;
}
