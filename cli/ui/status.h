/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Exit statuses. When pmc ran a command, its status is the command's; these are pmc's own, chosen
 * like those of env, nice and timeout.
 */
#ifndef PMC_CLI_UI_STATUS_H
#define PMC_CLI_UI_STATUS_H

enum {
	STATUS_OK = 0,
	STATUS_NONE = 1,     /* pmc list: nothing matches */
	STATUS_FAILED = 125, /* pmc failed, or did not understand its arguments */
	STATUS_NOT_EXECUTABLE = 126,
	STATUS_NOT_FOUND = 127,
	STATUS_SIGNAL = 128, /* + number: a signal ended the command */
};

#endif
