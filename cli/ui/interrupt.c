/* SPDX-License-Identifier: BSD-2-Clause */
/* The signals that ask pmc to end. */
#include "cli/ui/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

static const int caught[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
#define N_CAUGHT (sizeof(caught) / sizeof(caught[0]))

static struct {
	volatile sig_atomic_t came, forward_to;
	bool watching;
	struct sigaction before[N_CAUGHT];
} interrupt;

static void handler(int sig, siginfo_t *info, void *context)
{
	int saved = errno;

	interrupt.came = sig;
	/* si_code is SI_KERNEL when the terminal sent it; then the command has got it already. */
	if (interrupt.forward_to && info->si_code <= 0)
		kill(interrupt.forward_to, sig);
	errno = saved;
}

static void catch_signal(int sig)
{
	struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_RESTART };
	unsigned i;

	for (i = 0; i < N_CAUGHT; i++)
		sigaddset(&action.sa_mask, caught[i]);
	sigaction(sig, &action, NULL);
}

void interrupt_watch(void)
{
	unsigned i;

	if (interrupt.watching)
		return;
	interrupt.watching = true;
	for (i = 0; i < N_CAUGHT; i++) {
		sigaction(caught[i], NULL, &interrupt.before[i]);
		if (interrupt.before[i].sa_handler != SIG_IGN)
			catch_signal(caught[i]);
	}
}

void interrupt_watch_all(void)
{
	if (interrupt.watching)
		catch_signal(SIGINT);
}

void interrupt_unwatch(void)
{
	unsigned i;

	if (!interrupt.watching)
		return;
	interrupt.watching = false;
	for (i = 0; i < N_CAUGHT; i++)
		sigaction(caught[i], &interrupt.before[i], NULL);
}

void interrupt_forward(pid_t pid)
{
	interrupt.forward_to = pid;
}

int interrupt_signal(void)
{
	return interrupt.came;
}

void interrupt_die(int sig)
{
	fflush(stderr);
	interrupt_unwatch();
	raise(sig);
}
