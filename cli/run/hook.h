/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands of --pre and --post, which run before and after each run and are not counted. */
#ifndef PMC_CLI_RUN_HOOK_H
#define PMC_CLI_RUN_HOOK_H

/*
 * Runs a command by /bin/sh and waits for it. It gets pmc's output, and nothing on standard input,
 * which is the counted command's. A signal that somebody sent to pmc alone is forwarded to it.
 * Returns 0, or an exit status after a complaint when the command cannot be started or fails;
 * `option` ("--pre") stands in the message.
 */
int hook_run(const char *option, const char *command);

#endif
