/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Exit statuses. When pmc ran a command, its status is the command's; these are pmc's own, chosen
 * like those of env, nice and timeout. pmc(1) has the same table.
 */
#ifndef PMC_CLI_UI_STATUS_H
#define PMC_CLI_UI_STATUS_H

enum {
	STATUS_OK = 0,
	STATUS_NONE = 1,     /* list: nothing matches; list --check: the events do not fit */
	STATUS_GATE = 1,     /* a condition of --fail-if holds */
	STATUS_FAILED = 125, /* pmc failed, did not understand its arguments, or could not write */
	STATUS_NOT_EXECUTABLE = 126,
	STATUS_NOT_FOUND = 127,
	STATUS_SIGNAL = 128, /* + number: a signal ended the command */
};

/* The exit status that stands for how a command ended: for its status as of waitpid(2). */
int status_of_command(int wait_status);

#endif
